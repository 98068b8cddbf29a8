"""The chooser without a window: what it lists, what it takes, and what it says of drafts."""

import threading
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.models.pair.choices import GROUPS, RECOMMENDED_GROUP
from app.models.pair.jobs import Job, Jobs
from engine.choose.recommended import RECOMMENDED
from engine.paths import bundled_draft, bundled_target
from tests.chooser.conftest import BIG, BROKEN, OTHER, SMALL, Bench, make_folder


def test_targets_by_group(bench: Bench, keys: dict[str, str]) -> None:
    rows = bench.chooser.targets()
    groups = list(dict.fromkeys(row.group for row in rows))
    assert groups == [GROUPS["bundled"], GROUPS["cache"], RECOMMENDED_GROUP]
    by_key = {row.key: row for row in rows}
    assert by_key[str(bundled_target())].in_use and by_key[keys[BIG]].state == "plain"
    assert by_key[keys[BROKEN]].state == "bad" and "no tokenizer" in by_key[keys[BROKEN]].words
    first = by_key["pair:0"]
    assert (first.name, first.state) == ("Qwen2.5-7B ← Qwen2.5-0.5B", "fetch")
    assert "4.6 GB as listed · Apache-2.0" in first.facts


def test_the_pair_in_use_is_chosen_at_first(bench: Bench) -> None:
    assert (bench.chooser.target, bench.chooser.draft) == (str(bundled_target()), str(bundled_draft()))
    assert bench.chooser.can_load and "with caches for" in bench.chooser.summary


def test_drafts_say_why_not(bench: Bench, keys: dict[str, str]) -> None:
    bench.choose(keys[BIG])
    rows = bench.chooser.drafts()
    by_key = {row.key: row for row in rows}
    assert keys[BIG] not in by_key, "a target is no draft of its own"
    assert by_key[keys[SMALL]].words == "Compatible · same 272 tokens" and rows[0].key == keys[SMALL]
    assert by_key[keys[OTHER]].words.startswith("One special id means different tokens to them (id 271")
    assert "no tokenizer" in by_key[keys[BROKEN]].words
    assert "ids mean different tokens" in by_key[str(bundled_draft())].words
    assert bench.chooser.draft == keys[SMALL], "the one that fits is taken"
    assert "compatible" in by_key[keys[SMALL]].spoken and "cannot be used" in by_key[keys[OTHER]].spoken


def test_a_draft_that_does_not_fit_can_be_looked_at_but_not_loaded(bench: Bench, keys: dict[str, str]) -> None:
    bench.choose(keys[BIG])
    bench.chooser.choose_draft(keys[OTHER])
    assert not bench.chooser.can_load and "do not make a pair" in bench.chooser.summary
    bench.chooser.load()
    assert bench.comparison.loading is None
    bench.choose(keys[BROKEN])
    assert bench.chooser.draft == "" and "no tokenizer" in bench.chooser.summary


def test_load_takes_both(bench: Bench, keys: dict[str, str]) -> None:
    bench.choose(keys[BIG])
    bench.chooser.load()
    assert bench.comparison.loading is not None and not bench.chooser.can_load
    bench.finish()
    pair = bench.comparison.pair
    assert pair is not None and (pair.target, pair.draft) == (keys[BIG], keys[SMALL])


def test_a_load_that_is_stopped_leaves_the_pair(bench: Bench, keys: dict[str, str]) -> None:
    notices: list[object] = []
    bench.comparison.notice.connect(notices.append)
    bench.choose(keys[BIG])
    bench.chooser.load()
    bench.comparison.stop()
    bench.finish()
    pair = bench.comparison.pair
    assert pair is not None and pair.target == str(bundled_target()) and bench.comparison.loading is None
    assert [notice for notice in notices if notice] == [], "what the user asked for is no failure"
    assert bench.comparison.status == "Loading was stopped. The pair from before stays."


def test_folders_are_kept_and_forgotten(bench: Bench, keys: dict[str, str], tmp_path: Path) -> None:
    folder, gone = make_folder(tmp_path / "mine"), tmp_path / "gone"
    bench.choose(keys[BIG])
    bench.chooser.add_folders([folder, gone])
    bench.rest()
    assert (bench.chooser.target, bench.chooser.draft) == (keys[BIG], str(folder)), "a smaller one becomes the draft"
    bench.look()
    rows = {row.key: row for row in bench.chooser.targets()}
    assert rows[str(folder)].group == GROUPS["folder"] and "does not exist" in rows[str(gone)].words
    for path in (folder, gone):
        bench.chooser.forget(str(path))
    assert bench.chooser.draft == "" and folder.is_dir()
    bench.look()
    assert not {str(folder), str(gone)} & {row.key for row in bench.chooser.targets()}


def test_a_larger_folder_becomes_the_target(bench: Bench, cached: tuple[Path, dict[str, str]]) -> None:
    bench.chooser.choose_target(str(bundled_draft()))
    big = cached[0] / "made" / "Tiny-2M"
    bench.chooser.add_folders([big])
    bench.rest()
    assert bench.chooser.target == str(bundled_draft()), "it is smaller than the bundled draft"
    bench.choose(str(cached[0] / "made" / "Other-1M"))
    bench.chooser.choose_target(cached[1][SMALL])
    bench.chooser.add_folders([big])
    bench.rest()
    assert bench.chooser.target == str(big)


@pytest.mark.parametrize("kept", ["", "not JSON", "{}", "[3]"])
def test_damaged_list_of_folders(kept: str, bench: Bench) -> None:
    bench.settings.set("model_folders", kept)
    bench.look()
    assert not any(row.group == GROUPS["folder"] for row in bench.chooser.targets())


def test_a_pair_from_elsewhere_is_listed(bench: Bench, cached: tuple[Path, dict[str, str]]) -> None:
    """Given on the command line, say."""
    made = cached[0] / "made"
    bench.comparison.load(made / "Tiny-2M", made / "Tiny-1M")
    bench.finish()
    bench.look()
    used = [row.key for row in bench.chooser.targets() if row.in_use]
    assert used == [str(made / "Tiny-2M")]


def test_more_tokens_need_more_memory(bench: Bench) -> None:
    before = bench.chooser.length
    bench.settings.set("max_tokens", bench.settings.value("max_tokens") + 500)
    assert bench.chooser.length == before + 500
    bench.chooser.check()
    bench.rest()
    assert f"caches for {before + 500:,} tokens" in bench.chooser.summary


def test_a_recommended_pair_asks_nobody(bench: Bench) -> None:
    bench.chooser.choose_target("pair:1")
    assert bench.chooser.pair_to_fetch is RECOMMENDED[1] and bench.chooser.drafts() == []
    assert not bench.chooser.can_load and bench.chooser.summary == ""
    assert bench.chooser.fetching.state(RECOMMENDED[1]).stage == "listed"


def test_jobs_hand_over_what_they_post_and_how_they_end(qtbot: QtBot) -> None:
    jobs, taken, ends = Jobs(), [], []

    def work(job: Job) -> str:
        job.post(1)
        job.post(2)
        return "done"

    def fail(job: Job) -> None:
        raise ValueError("broken")

    jobs.start(work, ends.append, taken.append)
    jobs.start(fail, ends.append)
    qtbot.waitUntil(lambda: not jobs.busy, timeout=60_000)
    assert taken == [1, 2] and {str(end) for end in ends} == {"done", "broken"}
    jobs.close()


def test_closing_stops_jobs_and_waits_for_them(qtbot: QtBot) -> None:
    jobs, ends, begun = Jobs(), [], threading.Event()

    def work(job: Job) -> None:
        begun.set()
        while not job.stopped():
            threading.Event().wait(0.002)

    jobs.start(work, ends.append)
    assert begun.wait(60) and not jobs.join(0.01)
    jobs.close()
    assert jobs.join(60) and ends == []
