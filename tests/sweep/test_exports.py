"""What is exported parses, has the same figures in each form, and says where they come from."""

import csv
import io
import json
import math
from dataclasses import replace

import pytest

from engine.request import Request
from engine.sweep.exports.columns import COLUMNS
from engine.sweep.exports.data import to_csv, to_json
from engine.sweep.exports.results import Results, results_of
from engine.sweep.exports.source import SOURCE_LABEL, source_table
from engine.sweep.exports.text import markdown, terminal
from engine.sweep.plan import Plan, source_preset
from tests.sweep.scripted_runs import MACHINE, header, small_plan, swept

NASTY = 'A | pipe, "quotes",\nand a line\\'


@pytest.fixture(scope="module")
def grid_results() -> Results:
    plan = small_plan(draft_only=True)
    return made(replace(plan, base=plan.base.replace(prompt=NASTY)))


@pytest.fixture(scope="module")
def source_results() -> Results:
    return made(source_preset(Request("x"), seeds=(0,), repeats=1, max_tokens=16))


def made(plan: Plan) -> Results:
    return results_of(header(plan), swept(plan))


def pipes(text: str) -> list[list[list[str]]]:
    """The tables of a Markdown page, by cell."""
    tables: list[list[list[str]]] = [[]]
    for line in text.splitlines():
        if line.startswith("|"):
            tables[-1].append([cell.strip() for cell in line.replace("\\|", "¦").strip("|").split("|")])
        elif tables[-1]:
            tables.append([])
    return [table for table in tables if table]


def test_csv_parses_and_every_line_says_where_it_is_from(grid_results: Results) -> None:
    lines = list(csv.DictReader(io.StringIO(to_csv(grid_results))))
    assert [line["setting"] for line in lines] == [row.setting.key() for row in grid_results.rows]
    for line, row in zip(lines, grid_results.rows, strict=True):
        assert float(line["end_to_end_s"]) == pytest.approx(row.total_s.median)
        assert (line["prompt"], line["date"]) == (NASTY, grid_results.header.date)
        assert "Big 7B" in line["pair"] and "mlx 1.0" in line["versions"] and "CPU" in line["machine"]
    cell = next(line for line in lines if line["mode"] == "mentored")
    assert 0 < float(cell["acceptance"]) <= 1 and float(cell["speedup_low"]) <= float(cell["speedup_high"])
    assert lines[-1]["mode"] == "draft" and lines[-1]["draft_length"] == "" == lines[-1]["likelihood_gap_nats"]


def test_json_parses_and_has_everything(grid_results: Results) -> None:
    text = json.dumps(to_json(grid_results), allow_nan=False)
    data = json.loads(text)
    assert data["format"] == "mentorscope-sweep-table/1" and data["machine"] == MACHINE
    assert len(data["rows"]) == 6 and len(data["samples"]) == grid_results.header.plan.runs
    assert data["plan"]["base"]["prompt"] == NASTY and data["finding"]["head"] == grid_results.finding.head
    assert data["cost_model"]["lengths"] and set(data["frontier"]) <= {row["setting"] for row in data["rows"]}
    assert "/models/" not in text  # a folder of one machine means nothing on another


def test_an_infinite_gap_is_a_word_in_json_and_a_sign_in_the_table(grid_results: Results) -> None:
    samples = [
        replace(one, nll=math.inf if one.setting.mode == "mentored" else one.nll) for one in grid_results.samples
    ]
    results = results_of(grid_results.header, samples)
    assert json.loads(json.dumps(to_json(results), allow_nan=False))["rows"][1]["likelihood_gap_nats"] == "infinite"
    assert "∞" in terminal(results)


def test_markdown_has_whole_tables_and_the_provenance(grid_results: Results) -> None:
    text = markdown(grid_results)
    (table,) = pipes(text)
    assert {len(line) for line in table} == {len(COLUMNS)} and len(table) == 2 + 6
    for words in ("Big 7B ← Small 1B", "mlx 1.0", "A \\| pipe", "2025-01-02", "temperature 0.7", "arm64, 8 cores"):
        assert words in text
    assert grid_results.finding.head in text and "Seeds: 3, 4, 2 runs each" in text


def test_the_sources_figures_stand_beside_in_its_columns(source_results: Results) -> None:
    lines = source_table(source_results.rows)
    assert lines[0][:4] == ("Configuration", "Acceptance", "Rounds a request", "Median end-to-end")
    theirs = {line[0]: line[5:] for line in lines[1:]}
    assert theirs == {
        "target only": ("–", "–", "20.971 s", "1.00×"),
        "fixed 4, TV 1": ("100.0 %", "64", "24.425 s", "0.86×"),
        "fixed 6, TV 1": ("100.0 %", "43", "20.587 s", "1.02×"),
        "fixed 8, TV 1": ("100.0 %", "32", "18.508 s", "1.13×"),
        "fixed 8, TV 0.75": ("93.4 %", "34", "18.820 s", "1.11×"),
        "fixed 8, TV 0.5": ("63.5 %", "46", "22.900 s", "0.92×"),
        "fixed 4, TV 0": ("28.6 %", "–", "–", "–"),
        "draft only": ("–", "–", "3.372 s", "6.22×"),
    }
    own = dict((line[0], line[1:5]) for line in lines[1:])
    assert own["fixed 8, TV 1"][:2] == ("100.0 %", "2")  # 16 tokens, 8 a round
    assert own["target only"][2] == "0.840 s"


def test_the_source_is_labelled_everywhere_and_changes_are_told(source_results: Results) -> None:
    page = markdown(source_results)
    first, second = pipes(page)
    assert len(first) == len(second) == 2 + 8 and SOURCE_LABEL in first[0][5]
    assert "tokens: 16 instead of 256" in page and SOURCE_LABEL in terminal(source_results)
    line = next(csv.DictReader(io.StringIO(to_csv(source_results))))
    assert (line["source_end_to_end_s"], line["source_label"]) == ("20.971", SOURCE_LABEL)
    assert to_json(source_results)["rows"][4]["source"]["source_acceptance"] == 0.934


def test_the_terminal_has_finding_table_and_the_models_error(grid_results: Results) -> None:
    text = terminal(grid_results)
    assert text.startswith(grid_results.finding.head) and "K 4, TV 0.5" in text and "cost model" in text
