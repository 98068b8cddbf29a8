"""One self-contained page: texts with their marks, the legend, the figures with their definitions."""

from collections.abc import Mapping
from dataclasses import fields
from html import escape

from app.export.page_style import STYLE
from app.models.runs.pane import PaneModel
from app.models.runs.panes import PANES, TITLES, PaneName
from app.theme.colours import DARK, LIGHT, Colours
from app.views.panes.difference_words import Finding
from app.views.panes.figure_words import figure_words, hero_words, note_tip, note_words
from app.views.panes.legend import entries_of, tokens_words
from app.views.panes.token_doc import END_WORDS, SPECIAL_WORDS
from app.views.panes.token_words import figures, place, verdict
from engine.events import Token
from engine.record import RunRecord
from engine.request import Request

#: No script, nothing from elsewhere: the page says so to the browser too.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def page(
    records: Mapping[PaneName, RunRecord],
    speedups: Mapping[PaneName, float | None],
    difference: int | None,
    finding: Finding | None,
) -> str:
    """The page as HTML.

    Args:
        records: finished runs by pane; at least one.
        speedups: tokens/s over those of target only, by pane.
        difference: index of the first token at which target only and Mentored part.
        finding: what is said of that; None where the two are not both there.
    """
    main = records.get("mentored") or next(iter(records.values()))
    panes = [_pane(name, records[name], speedups.get(name), difference) for name in PANES if name in records]
    legend = _legend(records["mentored"]) if "mentored" in records else ""
    said = f"<p class='finding'><b>{escape(finding.title)}.</b> {escape(finding.sentence)}</p>" if finding else ""
    return (
        "<!DOCTYPE html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n"
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        "<meta name='viewport' content='width=device-width, initial-scale=1'>\n"
        "<meta name='color-scheme' content='light dark'>\n"
        f"<title>Mentorscope · {escape(_settings(main.request))}</title>\n"
        f"<style>\n{_style()}</style>\n</head>\n<body>\n"
        f"<header><h1>Mentorscope</h1><p>{escape(_settings(main.request))}</p></header>\n"
        f"<section class='prompt'><h2>Prompt</h2><p>{escape(main.request.prompt)}</p></section>\n"
        f"<main>\n{''.join(panes)}</main>\n{said}\n{legend}\n{_definitions(records)}\n{_all_settings(main)}\n"
        "</body>\n</html>\n"
    )


def _pane(name: PaneName, record: RunRecord, speedup: float | None, difference: int | None) -> str:
    model = _model(name, record, speedup)
    value, caption, tip = hero_words(model)
    hero = f"<p class='hero' title='{escape(tip)}'><b>{escape(value)}</b> {escape(caption)}</p>"
    cells = "".join(
        f"<div title='{escape(words.tooltip)}'><dd>{escape(words.value)}<span>{escape(words.unit)}</span></dd>"
        f"<dt>{escape(words.caption)}</dt></div>"
        for words in figure_words(model)
    )
    at = difference if name != "draft" else None
    said = note_words(model)
    note = f" <small title='{escape(note_tip(model))}'>{escape(said)}</small>" if said else ""
    text = "".join(_token(token, record, token.position == at) for token in record.tokens)
    return (
        f"<article><div class='head'><h2>{TITLES[name]}{note}</h2>{hero}</div>\n<dl class='figures'>{cells}</dl>\n"
        f"<div class='text'>{text}</div></article>\n"
    )


def _token(token: Token, record: RunRecord, differs: bool) -> str:
    """The token without its leading space, which stays outside the mark."""
    mark = "<i class='difference' title='First difference'>◆</i>" if differs else ""
    if token.special and not token.text:
        last = token is record.tokens[-1] and not record.request.ignore_eos
        return f"{mark}<small> {END_WORDS if last else SPECIAL_WORDS}</small>"
    ink = token.text.lstrip()
    lead = token.text[: len(token.text) - len(ink)]
    if not ink:
        return mark + escape(token.text)
    tip = " ".join([verdict(token), *figures(token, record), place(token, record) + "."])
    return f"{escape(lead)}{mark}<span class='{token.kind}' title=\"{escape(tip)}\">{escape(ink)}</span>"


def _legend(record: RunRecord) -> str:
    items = "".join(
        f"<li><span class='{entry.kind}'>word</span><div><b>{entry.name}</b> {tokens_words(record.counts[entry.kind])}"
        f"<br><small>{escape(entry.sentence)}</small></div></li>"
        for entry in entries_of(record)
    )
    return f"<ul class='legend'>{items}</ul>"


def _definitions(records: Mapping[PaneName, RunRecord]) -> str:
    meanings: dict[str, str] = {}
    for name, record in records.items():
        model = _model(name, record, None)
        meanings |= {words.caption: words.tooltip for words in figure_words(model)}
        _, caption, tip = hero_words(model)
        meanings[caption.removeprefix("– ")] = tip
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(meaning)}</dd>" for name, meaning in meanings.items())
    return f"<section class='table'><h2>What the figures mean</h2><dl>{rows}</dl></section>"


def _all_settings(record: RunRecord) -> str:
    names = {"target": record.target, "draft": record.draft}
    pairs = {name: folder.rstrip("/").rsplit("/", 1)[-1] for name, folder in names.items() if folder}
    values = pairs | {name: value for name, value in record.request.to_json().items() if name not in ("prompt", "mode")}
    rows = "".join(
        f"<dt>{escape(name.replace('_', ' '))}</dt><dd>{escape(_value(v))}</dd>" for name, v in values.items()
    )
    return f"<section class='table settings'><h2>Settings that repeat this run</h2><dl>{rows}</dl></section>"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _settings(request: Request) -> str:
    return (
        f"TV budget {request.tv_budget:.2f} · draft length {request.draft_length} · seed {request.seed} · "
        f"temperature {request.temperature:.2f}"
    )


def _model(name: PaneName, record: RunRecord, speedup: float | None) -> PaneModel:
    model = PaneModel(name)
    model.show(record)
    model.set_speedup(speedup)
    return model


def _style() -> str:
    dark = f"@media (prefers-color-scheme: dark) {{ :root {{{_variables(DARK)}}} }}"
    return f":root {{{_variables(LIGHT)}}}\n{dark}\n{STYLE}"


def _variables(colours: Colours) -> str:
    return " ".join(f"--{field.name.replace('_', '-')}: {getattr(colours, field.name)};" for field in fields(colours))
