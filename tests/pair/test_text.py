"""Text of one token at a time, joined exactly as the tokenizer decodes the whole; labels; prompts to ids."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mlx_lm.tokenizer_utils import load as load_tokenizer
from tokenizers import Tokenizer, decoders, models

from engine.decoding import decode
from engine.errors import RequestError
from engine.events import Prefill, Token
from engine.pair.loading import Pair, load_pair
from engine.pair.pieces import BYTE_CHARACTERS
from engine.pair.text import Text
from engine.paths import bundled_target
from engine.request import Request
from tests.enginerun import ids_of, require_plain, text_of
from tests.tinypair import END, SPECIALS, TEMPLATE, Maker, edit_json, make_pair, make_tokenizer, write_json

WORDS = "a naïve moon ☾ 日本語 👩‍🚀 👨‍👩‍👧‍👦 Ελλάδα\n\tx  y\x00z é — “quoted”\U0001f311"
SIZE = make_tokenizer().get_vocab_size()


def pieces(text: Text, ids: Sequence[int]) -> list[str]:
    splitter = text.splitter()
    split = [splitter.add(number) for number in ids]
    return [*split, splitter.finish()]


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> Text:
    return Text(load_tokenizer(Maker().make(tmp_path_factory.mktemp("text"))))


@pytest.fixture(scope="module")
def bundled() -> Text:
    return Text(load_tokenizer(bundled_target()))


def sentence_piece(folder: Path, trims: bool) -> Text:
    """A tokenizer in SentencePiece's manner: ▁ for a space, <0xNN> for bytes of unknown characters."""
    vocabulary = {f"<0x{byte:02X}>": byte for byte in range(256)}
    for word in ("▁", "a", "▁moon", "▁a", "x", "</s>"):
        vocabulary[word] = len(vocabulary)
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[], byte_fallback=True))
    steps = [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()]
    tokenizer.decoder = decoders.Sequence([*steps, decoders.Strip(" ", 1, 0)] if trims else steps)
    tokenizer.add_special_tokens(["</s>"])
    tokenizer.save(str(folder / "tokenizer.json"))
    config = {"tokenizer_class": "PreTrainedTokenizerFast", "eos_token": "</s>", "clean_up_tokenization_spaces": False}
    write_json(folder / "tokenizer_config.json", config)
    return Text(load_tokenizer(folder))


def test_byte_characters_are_the_tokenizers_own() -> None:
    tokenizer = make_tokenizer()
    vocabulary = tokenizer.get_vocab()
    for character, byte in BYTE_CHARACTERS.items():
        if byte < 128:
            assert tokenizer.decode([vocabulary[character]]) == chr(byte)
    assert sorted(BYTE_CHARACTERS.values()) == list(range(256))


@pytest.mark.parametrize("which", ["text", "bundled"])
def test_split_characters(which: str, request: pytest.FixtureRequest) -> None:
    text: Text = request.getfixturevalue(which)
    ids = text.tokenizer.encode(WORDS)
    split = pieces(text, ids)
    assert len(split) == len(ids) + 1
    assert "".join(split) == WORDS == text.tokenizer.decode(ids)
    assert not any("\ufffd" in piece for piece in split)
    assert "" in split, "no character was spread over tokens"


def test_character_belongs_to_the_token_that_completes_it(text: Text) -> None:
    assert pieces(text, text.tokenizer.encode("x🌒y")) == ["x", "", "", "", "🌒", "y", ""]


def test_first_space_stays(text: Text) -> None:
    """A raw prompt is continued: the space between it and the first word is output."""
    ids = text.tokenizer.encode(" moon door")
    assert "".join(pieces(text, ids)) == " moon door"


@settings(max_examples=150, deadline=None)
@given(ids=st.lists(st.integers(0, SIZE - 1), max_size=30))
def test_any_ids(ids: list[int], text: Text) -> None:
    """Also for bytes that make no character: then both show the same replacement characters."""
    shown = [number for number in ids if not text.is_special(number)]
    assert "".join(pieces(text, ids)) == text.tokenizer.decode(shown)


@settings(max_examples=150, deadline=None)
@given(words=st.text(max_size=30))
def test_any_words(words: str, text: Text) -> None:
    split = pieces(text, text.tokenizer.encode(words))
    assert "".join(split) == words
    assert all("\ufffd" not in piece for piece in split) or "\ufffd" in words


def test_character_cut_off_at_the_end(text: Text) -> None:
    ids = text.tokenizer.encode("a🌒")[:-1]
    assert pieces(text, ids) == ["a", "", "", "", "\ufffd"]
    assert text.tokenizer.decode(ids) == "a\ufffd"


def test_special_tokens_and_padding_have_no_text(text: Text) -> None:
    specials = [text.tokenizer.convert_tokens_to_ids(name) for name in SPECIALS]
    past = [SIZE, SIZE + 17, 10**6]
    for number in (*specials, *past):
        assert text.is_special(number)
    moon = text.tokenizer.encode("🌒")
    mixed = [moon[0], specials[0], moon[1], past[0], *moon[2:], specials[2]]
    assert "".join(pieces(text, mixed)) == "🌒"
    assert not any(text.is_special(number) for number in range(SIZE - len(SPECIALS)))


def test_end_of_generation_config_counts(tmp_path: Path) -> None:
    """Chat models name further ends only there."""
    folder = Maker(layers=2).make(tmp_path / "big")
    write_json(folder / "generation_config.json", {"eos_token_id": [SIZE - 1, 72]})
    assert load_pair(folder, Maker().make(tmp_path / "small")).text.ends == {SIZE - 1, 72}


def test_labels(text: Text) -> None:
    label = {name: text.label(text.tokenizer.encode(name)[0]) for name in ("x", " moon", "\n", "🌒", END)}
    assert label == {"x": "x", " moon": " moon", "\n": "\n", "🌒": "⟨F0⟩", END: END}
    assert text.label(SIZE) == f"⟨{SIZE}⟩" and text.label(999_999) == "⟨999999⟩"
    assert not any("\ufffd" in text.label(number) for number in range(SIZE + 2))


@pytest.mark.parametrize("trims", [True, False])
def test_sentence_piece(trims: bool, tmp_path: Path) -> None:
    text = sentence_piece(tmp_path, trims)
    ids = [text.tokenizer.convert_tokens_to_ids(token) for token in ("▁moon", "▁a", "x", "▁", "▁")]
    ids += list("é🌒".encode())  # ids 0 to 255 are the bytes
    split = pieces(text, ids)
    assert "".join(split) == text.tokenizer.decode(ids) == ("moon ax  é🌒" if trims else " moon ax  é🌒")
    assert split[:3] == ["moon" if trims else " moon", " a", "x"]
    assert not any("\ufffd" in piece for piece in split)
    assert text.label(ids[0]) == " moon" and text.label(0xC3) == "⟨C3⟩"


def test_other_tokenizers(tmp_path: Path) -> None:
    """One that is neither: mlx-lm's own stream is used."""
    tokenizer = Tokenizer(models.WordLevel({"moon": 0, "door": 1, "glass": 2, "[UNK]": 3}, unk_token="[UNK]"))
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    write_json(tmp_path / "tokenizer_config.json", {"tokenizer_class": "PreTrainedTokenizerFast"})
    text = Text(load_tokenizer(tmp_path))
    ids = [0, 1, 2, 0]
    assert "".join(pieces(text, ids)) == text.tokenizer.decode(ids) == "moon door glass moon"
    assert text.label(1) == "door"


def test_raw_and_chat_prompts(text: Text) -> None:
    encode = text.tokenizer.encode
    assert text.encode("the moon", raw=True) == encode("the moon")
    assert text.encode("the moon", raw=False) == encode("<|user|>the moon<|reply|>")
    assert text.has_template


def test_no_template(tmp_path: Path) -> None:
    text = Text(load_tokenizer(Maker(template=None).make(tmp_path)))
    assert not text.has_template
    assert text.encode("the moon", raw=False) == text.encode("the moon", raw=True)


SYSTEM_TEMPLATE = (
    "{% for m in messages %}{{ '<|user|>' if m['role'] == 'user' else '<|reply|>' }}{{ m['content'] }}{% endfor %}"
    "{% if add_generation_prompt %}<|reply|>{% endif %}"
)
REFUSES_SYSTEM = (
    "{% if messages[0]['role'] == 'system' %}{{ raise_exception('no') }}{% endif %}"
    "<|user|>{{ messages[-1]['content'] }}"
)
LEAVES_OUT_SYSTEM = "{% for m in messages if m['role'] == 'user' %}<|user|>{{ m['content'] }}{% endfor %}<|reply|>"
ALTERNATES = (
    "{% if messages[0]['role'] == 'system' %}{{ messages[0]['content'] }}{% endif %}"
    "{% if messages[0]['role'] == messages[-1]['role'] and messages|length > 1 %}{{ raise_exception('no') }}{% endif %}"
    "<|user|>{{ messages[-1]['content'] }}"
)


@pytest.mark.parametrize(
    ("template", "has"),
    [
        (SYSTEM_TEMPLATE, True),
        (ALTERNATES, True),
        (TEMPLATE, False),
        (REFUSES_SYSTEM, False),
        (LEAVES_OUT_SYSTEM, False),
        (None, False),
    ],
    ids=["has", "alternates", "does not look at roles", "refuses", "leaves it out", "no template"],
)
def test_system_prompt(template: str | None, has: bool, tmp_path: Path) -> None:
    text = Text(load_tokenizer(Maker(template=template).make(tmp_path)))
    plain = text.encode("the moon", raw=False)
    assert text.has_system is has
    assert text.encode("the moon", raw=False, system="  ") == plain
    assert text.encode("the moon", raw=True, system="a door") == text.encode("the moon", raw=True)
    if has:
        told = text.encode("the moon", raw=False, system="a door")
        assert text.tokenizer.decode(told).replace("a door", "", 1).removeprefix("<|reply|>") in (
            text.tokenizer.decode(plain),
            text.tokenizer.decode(plain).removeprefix("<|reply|>"),
        )
        return
    with pytest.raises(RequestError) as caught:
        text.encode("the moon", raw=False, system="a door")
    require_plain(caught.value.sentence)
    assert caught.value.field == "system" and "no place for a system prompt" in caught.value.sentence


def test_system_prompt_in_a_run(tmp_path: Path) -> None:
    maker = Maker(template=SYSTEM_TEMPLATE)
    pair = load_pair(*make_pair(tmp_path, maker.but(layers=2), maker))
    assert pair.info.has_system
    request = Request("the moon", max_tokens=12, temperature=1.0, ignore_eos=True)
    ids = {system: tuple(ids_of(list(decode(pair, request.replace(system=system))))) for system in ("", "a", "a door")}
    assert len(set(ids.values())) == 3
    first = next(event for event in decode(pair, request.replace(system="a door")) if isinstance(event, Prefill))
    assert first.total == len(pair.text.encode("the moon", False, "a door"))


def test_template_that_refuses(tmp_path: Path) -> None:
    template = "{{ raise_exception('only assistants may speak') }}"
    text = Text(load_tokenizer(Maker(template=template).make(tmp_path)))
    with pytest.raises(RequestError) as caught:
        text.encode("the moon", raw=False)
    require_plain(caught.value.sentence)
    assert caught.value.field == "raw" and "only assistants may speak" in caught.value.details
    assert text.encode("the moon", raw=True)


def test_prompt_of_no_tokens(tmp_path: Path) -> None:
    folder = Maker().make(tmp_path)
    edit_json(folder / "tokenizer.json", normalizer={"type": "Replace", "pattern": {"String": "~"}, "content": ""})
    text = Text(load_tokenizer(folder))
    with pytest.raises(RequestError) as caught:
        text.encode("~~", raw=True)
    require_plain(caught.value.sentence)
    assert caught.value.field == "prompt"


def test_prompt_that_is_no_text(text: Text) -> None:
    with pytest.raises(RequestError) as caught:
        text.encode("half a pair: \ud83c", raw=True)
    require_plain(caught.value.sentence)


@pytest.fixture(scope="module")
def pair(good: tuple[Path, Path]) -> Pair:
    return load_pair(*good)


@pytest.mark.parametrize("seed", range(6))
def test_output_of_runs(seed: int, pair: Pair) -> None:
    request = Request("the moon", max_tokens=60, temperature=1.0, ignore_eos=True, seed=seed)
    events = list(decode(pair, request))
    tokens = [event for event in events if isinstance(event, Token)]
    shown = [token.id for token in tokens if not token.special]
    assert text_of(events) == pair.text.tokenizer.decode(shown)
    assert all(token.text == "" for token in tokens[:-1] if token.special)
    half = ids_of(events)[:20]
    rest = list(decode(pair, request, prefix=half))
    assert ids_of(rest) == ids_of(events)[20:]
    assert text_of(events).endswith(text_of(rest))
