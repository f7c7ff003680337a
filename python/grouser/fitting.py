# SPDX-License-Identifier: BSD-3-Clause
"""Soils, wheels and rovers fitted to measured data."""
from __future__ import annotations

import dataclasses
import json
import typing

import numpy as np

from . import _check, _core
from .errors import wrong
from .progress import Progress, reporter
from .studies import _items, _threads
from .table import Table

Range = typing.Union[str, typing.Tuple[float, float]]


@dataclasses.dataclass(frozen=True)
class FittedKey:
    """A key as it was found, in its own unit. low, high: its 95 % interval. deviation: one standard deviation of the value, or of its
    logarithm where scale is "log"."""

    value: float
    low: float
    high: float
    deviation: float
    scale: str


class Fit:
    """What a fit found.

    keys: each with its value and interval. correlations: of the keys, in their order. table: measured and predicted values with their
    95 % band. draws: of the posterior, one row each; empty where the intervals come from derivatives. cannot_tell_apart: sentences about
    keys that the data confuse. next_tests: the most telling further tests. report: all of it, as `grouser fit --json` prints it.
    """

    def __init__(self, said: str, columns: typing.Any, draws: np.ndarray) -> None:
        self.report: dict[str, typing.Any] = json.loads(said)
        self.keys: dict[str, FittedKey] = {
            key["key"]: FittedKey(key["value"], _number(key["low_95"]), _number(key["high_95"]), _number(key["deviation"]), key["scale"])
            for key in self.report["keys"]}
        self.correlations = np.array(self.report["correlations"], dtype=float)
        self.table = Table(columns, {"soil": self.report["soil"], "law": self.report["law"]})
        self.draws = draws
        self.cannot_tell_apart: list[str] = [confusion["text"] for confusion in self.report["cannot_tell_apart"]]
        self.next_tests: list[str] = [test["text"] for test in self.report["next_tests"]]
        self.notes: list[str] = self.report["notes"]

    def __getitem__(self, key: str) -> float:
        """The value of a key."""
        if key not in self.keys:
            raise wrong("key", _check.shown(key), "one of: " + ", ".join(self.keys))
        return self.keys[key].value

    def __repr__(self) -> str:
        return "<Fit " + ", ".join(f"{name} = {key.value:.5g} ({key.low:.5g} to {key.high:.5g})" for name, key in self.keys.items()) + ">"


def fit(data: _check.PathLike | typing.Iterable[_check.PathLike], vary: typing.Mapping[str, Range], soil: _check.PathLike = "wong_LETE_sand", *,
        law: str | None = None, settings: typing.Mapping[str, object] | None = None, posterior: str = "auto", starts: int = 0, folds: int = -1,
        seed: int = 1, scm_cell: float = 0.02, journal: _check.PathLike | None = None, out: _check.PathLike | None = None, force: bool = False,
        threads: int | None = None, progress: Progress = False) -> Fit:
    """Fits keys to measured data, as `grouser fit` does.

    data: CSV files; "bed.csv,radius=0.1,load=80" says what a file leaves open. vary: keys and their ranges, (low, high) or a text as
    "1e5:1e7:log". soil: whose other numbers are kept. law: bekker, rft or scm, in place of the soil's own. settings: numbers of the soil
    or wheel to replace. posterior: auto, ensemble, linear or none. journal: a file that rows which take long are kept in. out: a soil's
    file with the uncertainty. The same seed gives the same bits on any number of threads.
    """
    files = [data] if isinstance(data, str) or not hasattr(data, "__iter__") else list(typing.cast(typing.Iterable[_check.PathLike], data))
    if not isinstance(vary, typing.Mapping) or not vary:
        raise wrong("vary", _check.shown(vary), "a dict of keys and their ranges")
    ranges = [f"{_check.text('vary', key)}={_range(key, limits)}" for key, limits in vary.items()]
    with reporter(progress, "fit") as report:
        said, columns, draws = _core.fit(
            [_check.path("data", file) for file in files], ranges, _check.path("soil", soil), "" if law is None else _check.text("law", law),
            _items(settings), _check.text("posterior", posterior), _check.whole("starts", starts, 0, 1000), _check.whole("folds", folds, -1, 100),
            _check.whole("seed", seed, 0, 2**53), _check.number("scm_cell", scm_cell, 1e-4, 1.0, "m"),
            "" if journal is None else _check.path("journal", journal), "" if out is None else _check.path("out", out), bool(force),
            _threads(threads), report)
    return Fit(said, columns, draws)


def _range(key: str, limits: object) -> str:
    if isinstance(limits, str):
        return _check.text(f"vary[{key!r}]", limits)
    ends = _check.number_list(f"vary[{key!r}]", limits, -1e300, 1e300)
    if len(ends) != 2:
        raise wrong(f"vary[{key!r}]", f"{len(ends)} numbers", "a lower and an upper end")
    return f"{ends[0]!r}:{ends[1]!r}"


def _number(value: float | None) -> float:
    return float("nan") if value is None else value
