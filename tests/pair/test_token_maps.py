"""Which pairs share a token map, what is said of those that do not, and logits of different widths."""

from pathlib import Path

import mlx.core as mx
import pytest

from engine.decoding import decode
from engine.errors import PairError, RequestError
from engine.events import Token
from engine.pair.loading import Narrow, Pair, load_pair
from engine.pair.vocabulary import read_tokens, require_same, why_different
from engine.request import Request
from tests.enginerun import ids_of, require_plain, text_of
from tests.tinypair import SPECIALS, Maker, edit_json, make_pair, make_tokenizer, write_json

TARGET, DRAFT = Maker(layers=2), Maker()
SIZE = make_tokenizer().get_vocab_size()
#: Embeddings padded to blocks, as real ones are: the tokenizer's 272 tokens in 304 or 288 rows.
WIDE, LESS = 304, 288
MANY = tuple(f" word{i:03d}" for i in range(60))


def refusal(tmp_path: Path, target: Maker, draft: Maker) -> str:
    with pytest.raises(PairError) as caught:
        load_pair(*make_pair(tmp_path, target, draft))
    require_plain(caught.value.sentence)
    assert "choose a draft from the target's family" in caught.value.sentence
    return caught.value.sentence


def test_same(good: tuple[Path, Path]) -> None:
    assert load_pair(*good).info.vocabulary == SIZE


def test_differing_ids(tmp_path: Path) -> None:
    sentence = refusal(tmp_path, TARGET, DRAFT.but(words=(" the", " soon", " door", "ing")))
    assert "4 ids mean different tokens to them" in sentence  # Ġm, Ġmo, Ġmoo, Ġmoon: the first is the example
    assert "id 259 is “Ġm” for the target and “Ġs” for the draft" in sentence


def test_other_special_token(tmp_path: Path) -> None:
    sentence = refusal(tmp_path, TARGET, DRAFT.but(specials=(*SPECIALS[:2], "<|stop|>")))
    last = SIZE - 1
    assert "one special id means different tokens" in sentence
    assert f"(id {last} is “<|end|>” for the target and “<|stop|>” for the draft)" in sentence


def test_too_few_shared(tmp_path: Path) -> None:
    target, draft = TARGET.but(words=MANY, specials=()), DRAFT.but(words=(), specials=())
    large = make_tokenizer(MANY, ()).get_vocab_size()
    assert f"they share only 256 of {large} tokens" in refusal(tmp_path, target, draft)


@pytest.mark.parametrize("more", ["target", "draft"])
def test_tokens_that_one_lacks_at_its_end(more: str, tmp_path: Path) -> None:
    extra = (*SPECIALS, "<|tool|>", "<|image|>")
    target = TARGET.but(specials=extra) if more == "target" else TARGET
    draft = DRAFT.but(specials=extra) if more == "draft" else DRAFT
    pair = load_pair(*make_pair(tmp_path, target, draft))
    assert pair.info.vocabulary == SIZE
    for mode in ("target", "draft", "mentored"):
        ids = ids_of(list(decode(pair, request(mode=mode))))
        assert len(ids) == 40 and max(ids) < pair.width


def test_maps_without_tokenizer_json(tmp_path: Path) -> None:
    """Older folders have vocab.json and merges.txt; then the tokenizers themselves are compared."""
    folders = make_pair(tmp_path, TARGET, DRAFT)
    for folder in folders:
        make_tokenizer().model.save(str(folder))
        (folder / "tokenizer.json").unlink()
        edit_json(folder / "tokenizer_config.json", tokenizer_class="GPT2Tokenizer")
    assert read_tokens(folders[0], "target") is None
    pair = load_pair(*folders)
    assert pair.info.vocabulary >= SIZE - len(SPECIALS)
    events = list(decode(pair, request(raw=True)))
    shown = [number for number in ids_of(events) if not pair.text.is_special(number)]
    assert text_of(events) == pair.text.tokenizer.decode(shown)


def test_unigram_vocabulary_is_read(tmp_path: Path) -> None:
    model = {"type": "Unigram", "vocab": [["<s>", 0.0], ["a", -1.5]]}
    write_json(tmp_path / "tokenizer.json", {"model": model, "added_tokens": [{"id": 2, "content": "b"}]})
    tokens = read_tokens(tmp_path, "target")
    assert tokens is not None and tokens.map == {0: "<s>", 1: "a", 2: "b"} and tokens.special == set()


def test_why_different_counts_with_commas() -> None:
    left = {number: f"a{number}" for number in range(2000)}
    right = {number: f"b{number}" for number in range(2000)}
    assert why_different(left, right) == (
        "2,000 ids mean different tokens to them (id 0 is “a0” for the target and “b0” for the draft)"
    )
    assert why_different(left, left) is None and require_same(left, left) == 2000


def request(**changes: object) -> Request:
    plain = Request("the moon ☾", max_tokens=40, temperature=1.0, ignore_eos=True, seed=3, draft_length=4)
    return plain.replace(**changes)


@pytest.fixture(scope="module", params=[(WIDE, LESS), (LESS, WIDE), (WIDE, WIDE)], ids=["narrower", "wider", "same"])
def uneven(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """Pairs whose draft has fewer, more, or as many logits."""
    target, draft = request.param
    folder = tmp_path_factory.mktemp("uneven")
    return load_pair(*make_pair(folder, TARGET.but(width=target), DRAFT.but(width=draft)))


@pytest.mark.parametrize("coupling", ["independent", "gumbel"])
@pytest.mark.parametrize("budget", [0.0, 0.4, 1.0])
def test_widths(uneven: Pair, budget: float, coupling: str) -> None:
    mentored = request(tv_budget=budget, coupling=coupling)
    events = list(decode(uneven, mentored))
    ids = ids_of(events)
    assert len(ids) == 40 and max(ids) < uneven.width
    assert ids == ids_of(list(decode(uneven, mentored.replace(draft_length=9))))
    if budget == 1.0:
        assert ids == ids_of(list(decode(uneven, mentored.replace(mode="draft"))))
    if budget == 0.0 and coupling == "gumbel":
        assert ids == ids_of(list(decode(uneven, mentored.replace(mode="target"))))


@pytest.mark.parametrize("widths", [(152_064, 151_936), (151_936, 152_064)], ids=["narrower", "wider"])
def test_the_widths_of_real_pairs(widths: tuple[int, int], tmp_path: Path) -> None:
    """Qwen2.5: 152,064 logits of the 7B against 151,936 of the 0.5B, over fewer tokens than either has."""
    makers = [Maker(hidden=8, width=width, dtype=mx.bfloat16) for width in widths]
    pair = load_pair(*make_pair(tmp_path, *makers))
    assert pair.width == widths[0] and pair.info.vocabulary == SIZE
    tokens = [event for event in decode(pair, request(tv_budget=0.4, max_tokens=8)) if isinstance(event, Token)]
    assert len(tokens) == 8 and all(token.id < widths[0] for token in tokens)
    assert all(token.tv is not None and 0 <= token.tv <= 1 for token in tokens)


def test_widths_meet_padding(uneven: Pair) -> None:
    """With random weights the padding is drawn too; it has no text and breaks nothing."""
    ids = ids_of(list(decode(uneven, request(mode="target", max_tokens=400))))
    assert any(number >= SIZE for number in ids)
    assert max(ids) < uneven.width
    mentored = list(decode(uneven, request(max_tokens=400, tv_budget=0.3)))
    assert any(number >= SIZE for number in ids_of(mentored))
    for token in mentored:
        if isinstance(token, Token) and token.id >= SIZE:
            assert token.text == "" and token.special


def test_what_a_narrow_draft_does_not_know(tmp_path: Path) -> None:
    pair = load_pair(*make_pair(tmp_path, TARGET.but(width=WIDE), DRAFT.but(width=LESS)))
    assert isinstance(pair.draft, Narrow)
    known, past, far = (pair.draft(mx.array([[5, number]])) for number in (LESS - 1, LESS, WIDE - 1))
    assert mx.array_equal(known, past) and mx.array_equal(known, far)
    assert known.shape[-1] == LESS


def test_prompt_past_the_embedding(tmp_path: Path) -> None:
    """A tokenizer with more tokens than the model has rows: such a prompt would read foreign memory."""
    few = SIZE - 1
    pair = load_pair(*make_pair(tmp_path, TARGET.but(width=few), DRAFT.but(width=few)))
    with pytest.raises(RequestError) as caught:
        list(decode(pair, request(prompt="a door<|end|>", raw=True)))
    require_plain(caught.value.sentence)
    assert "“<|end|>”" in caught.value.sentence and caught.value.field == "prompt"
    assert len(ids_of(list(decode(pair, request(prompt="a door", raw=True))))) == 40
