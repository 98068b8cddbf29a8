"""What a race's figures depend on, for its file: date, machine, versions, pair, settings."""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime
from typing import Any

from engine.pair.loading import Pair
from engine.paths import portable
from engine.request import Request
from engine.sweep.provenance import machine


def header(pair: Pair, request: Request, lengths: Iterable[int], budgets: Iterable[float], laps: int) -> dict[str, Any]:
    """As JSON values. Budget, draft length and policy of the request are varied by the race."""
    info = pair.info
    return {
        "date": datetime.now().astimezone().isoformat(timespec="seconds"),
        "machine": machine(info.device),
        "pair": asdict(info) | {"target": portable(info.target), "draft": portable(info.draft)},
        "request": request.replace(ignore_eos=True).to_json(),
        "lengths": list(lengths),
        "budgets": list(budgets),
        "laps": laps,
    }
