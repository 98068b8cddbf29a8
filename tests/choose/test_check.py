"""The verdict on two folders before anything is loaded: the same sentences as loading, and why two make no pair."""

import sys
from pathlib import Path

import mlx.core as mx
import pytest

from engine.choose.check import Verdict, check, gigabytes
from engine.choose.machine import Machine, guess, told
from engine.choose.model import look
from engine.choose.tokens import forget
from engine.device import on_cpu
from engine.pair.caches import make_caches
from engine.pair.describe import parameters
from engine.pair.loading import load_pair
from engine.paths import bundled_draft, bundled_target
from tests.enginerun import require_plain
from tests.pair.damage import DAMAGES, Damage
from tests.tinypair import SPECIALS, Maker, edit_json, make_pair, make_tokenizer

ROOMY = Machine(10**12, recommended=True, cpu=True)
#: Only building the model or its tokenizer shows these; loading refuses them.
SEEN_AT_LOAD = {"extra-parameter", "missing-parameter", "bad-merges"}
#: Here the sentence is another one than at load: more is known, or less.
OTHER_WORDS = {
    "recurrent": ("keeps a running state", "choose one with plain attention"),
    "deep-tokenizer-config": ("damaged tokenizer_config.json", "download it again"),
    "not-a-model": ("does not know its architecture “cache”", "choose another model"),
}
CASES = [
    pytest.param(damage, role, id=f"{damage.name}-{role}")
    for damage in DAMAGES
    for role in ("target", "draft")
    if damage.name not in SEEN_AT_LOAD
]


def only(verdict: Verdict) -> str:
    """The one reason of a refusal."""
    assert not verdict.compatible and len(verdict.reasons) == 1, verdict.reasons
    return verdict.reasons[0].sentence


@pytest.mark.parametrize("damage, role", CASES)
def test_bad_folder(damage: Damage, role: str, good: tuple[Path, Path], tmp_path: Path) -> None:
    bad = damage.make(tmp_path / "bad")
    pair = (bad, good[1]) if role == "target" else (good[0], bad)
    verdict = check(*pair, machine=ROOMY)
    sentence = only(verdict)
    require_plain(sentence, *pair)
    assert f"The {role} " in sentence and str(bad) in sentence and verdict.reasons[0].about == role
    for words in OTHER_WORDS.get(damage.name, damage.says):
        assert words in sentence
    assert not (bad / "RAN").exists(), "code from the folder was run"


@pytest.mark.parametrize("name", sorted(SEEN_AT_LOAD))
def test_what_only_loading_shows(name: str, good: tuple[Path, Path], tmp_path: Path) -> None:
    damage = next(damage for damage in DAMAGES if damage.name == name)
    assert check(damage.make(tmp_path / "bad"), good[1], machine=ROOMY).compatible


def test_good_pair(good: tuple[Path, Path]) -> None:
    verdict = check(*good, machine=ROOMY)
    assert verdict.compatible and verdict.shared == make_tokenizer().get_vocab_size()
    assert any("4,096 tokens" in note for note in verdict.notes)


def test_both_folders_are_told(tmp_path: Path) -> None:
    verdict = check(tmp_path / "one", tmp_path / "two")
    assert [reason.about for reason in verdict.reasons] == ["target", "draft"]


def test_other_tokens(tmp_path: Path) -> None:
    target = Maker(layers=2)
    other = make_pair(tmp_path / "ids", target, Maker(words=(" the", " soon", " door", "ing")))
    assert "4 ids mean different tokens to them (id 259 is “Ġm” for the target" in only(check(*other, machine=ROOMY))
    special = make_pair(tmp_path / "special", target, Maker(specials=(*SPECIALS[:2], "<|stop|>")))
    assert "one special id means different tokens" in only(check(*special, machine=ROOMY))
    verdict = check(*special, machine=ROOMY)
    assert verdict.reasons[0].about == "pair"
    require_plain(verdict.reasons[0].sentence)


def test_maps_are_read_anew_once_the_file_changed(tmp_path: Path) -> None:
    folders = make_pair(tmp_path)
    assert check(*folders, machine=ROOMY).compatible
    make_tokenizer((" moonlit", " night")).save(str(folders[1] / "tokenizer.json"))
    assert not check(*folders, machine=ROOMY).compatible
    forget()


def test_without_a_tokenizer_json(tmp_path: Path) -> None:
    folders = make_pair(tmp_path)
    make_tokenizer().model.save(str(folders[0]))
    (folders[0] / "tokenizer.json").unlink()
    verdict = check(*folders, machine=ROOMY)
    assert verdict.compatible and verdict.shared is None


@pytest.mark.parametrize(
    "maker",
    [Maker(layers=3), Maker(bits=4, dtype=mx.float16), Maker(dtype=mx.float16), Maker(dtype=mx.bfloat16, shards=2)],
    ids=["float32", "4-bit", "float16", "shards"],
)
def test_memory_is_what_loading_takes(maker: Maker, tmp_path: Path) -> None:
    """Weights to the byte; caches for whole steps of 256 tokens."""
    folders = make_pair(tmp_path, maker, Maker())
    pair = load_pair(*folders)
    model = look(folders[0], "target")
    assert model.loaded_bytes(on_cpu()) == sum(value.nbytes for _, value in parameters(pair.target))
    assert model.parameters == look(make_pair(tmp_path / "plain", maker.but(bits=None))[0], "target").parameters
    caches = make_caches(pair.target)
    pair.target(mx.array([[5] * 300]), cache=caches)
    assert model.cache_bytes(300, on_cpu()) == sum(cache.nbytes for cache in caches)


def test_too_large(good: tuple[Path, Path]) -> None:
    needed = check(*good, length=4096, machine=ROOMY).needed
    sentence = only(check(*good, length=4096, machine=Machine(needed - 1, recommended=True, cpu=True)))
    require_plain(sentence)
    assert gigabytes(needed) in sentence and "4,096 tokens" in sentence and "the system recommends" in sentence
    assert check(*good, length=4096, machine=Machine(needed, recommended=True, cpu=True)).compatible
    assert check(*good, length=1000, machine=Machine(needed - 1, recommended=True, cpu=True)).compatible
    assert "this machine should give" in only(check(*good, machine=Machine(1, recommended=False, cpu=True)))


def test_pair_in_use_counts_while_loading(good: tuple[Path, Path]) -> None:
    needed = check(*good, machine=ROOMY).needed
    tight = Machine(needed + 10, recommended=True, cpu=True)
    assert not any("stays in memory" in note for note in check(*good, machine=tight, held=10).notes)
    verdict = check(*good, machine=tight, held=11)
    assert verdict.compatible and "stays in memory too" in verdict.notes[-1]


def test_machines() -> None:
    assert told(7, cpu=False) == Machine(7, recommended=True, cpu=False)
    assert not told(0, cpu=True).recommended and 10**8 < told(0, cpu=True).limit == guess().limit
    assert guess().cpu == (sys.platform != "darwin")


def test_window(tmp_path: Path) -> None:
    settings = (("layer_types", ["sliding_attention", "full_attention"]), ("sliding_window", 300))
    folders = make_pair(tmp_path, Maker(layers=2, settings=settings))
    assert check(*folders, length=283, machine=ROOMY).compatible
    sentence = only(check(*folders, length=284, machine=ROOMY))
    require_plain(sentence, *folders)
    assert "the last 300 tokens" in sentence and "at most 283" in sentence
    assert load_pair(*folders).window == 300


def test_a_draft_as_large_as_the_target(good: tuple[Path, Path]) -> None:
    assert "as large as the target" in check(good[0], good[0], machine=ROOMY).notes[0]


def test_bundled_pair() -> None:
    verdict = check(bundled_target(), bundled_draft())
    assert verdict.compatible and verdict.shared == 8192
    assert [model.name for model in verdict.models if model] == ["Storypair 22M", "Storypair 2M"]


def test_code_of_a_folder_is_never_run(tmp_path: Path) -> None:
    """A config and a tokenizer that name programs, beside classes that mlx-lm and transformers have themselves."""
    folders = make_pair(tmp_path)
    for folder in folders:
        program = "from pathlib import Path\nPath(__file__).with_name('RAN').touch()\n"
        for name in ("modeling_own.py", "tokenization_own.py", "configuration_own.py"):
            (folder / name).write_text(program)
        edit_json(folder / "config.json", auto_map={"AutoModelForCausalLM": "modeling_own.Own"})
        edit_json(folder / "tokenizer_config.json", auto_map={"AutoTokenizer": [None, "tokenization_own.Own"]})
    assert check(*folders, machine=ROOMY).compatible
    assert load_pair(*folders).info.vocabulary
    assert not list(tmp_path.rglob("RAN"))
