# SPDX-License-Identifier: BSD-3-Clause
"""Numbers and arrays that know their unit."""
from __future__ import annotations

import typing

import numpy as np


class Number(float):
    """A number with its unit: an ordinary float otherwise. "-" is the unit of a pure number."""

    unit: str

    def __new__(cls, value: float, unit: str = "-") -> Number:
        made = super().__new__(cls, value)
        made.unit = unit
        return made

    def __repr__(self) -> str:
        return float.__repr__(self) if self.unit in ("", "-") else f"{float.__repr__(self)} {self.unit}"

    def __getnewargs__(self) -> tuple[float, str]:  # type: ignore[override]
        return float(self), self.unit


def numbers_of(report: dict[str, typing.Any]) -> dict[str, Number]:
    """The metrics of a run's report, by name; NaN where one has no value."""
    found = report.get("metrics", {})
    return {name: Number(float("nan") if m["value"] is None else m["value"], m["unit"]) for name, m in found.items()}


class Channel(np.ndarray):
    """The values of a channel, one a frame, read-only. Slices keep name, unit and description; results of arithmetic are
    ordinary arrays, because their unit is another one."""

    name: str
    unit: str
    description: str

    @classmethod
    def of(cls, values: np.ndarray, name: str, unit: str, description: str = "") -> Channel:
        """Shows the same numbers; copies nothing."""
        shown = values.view(cls)
        shown.name, shown.unit, shown.description = name, unit, description
        return shown

    def __array_finalize__(self, made_from: typing.Any) -> None:
        for attribute in ("name", "unit", "description"):
            setattr(self, attribute, getattr(made_from, attribute, ""))

    def __array_ufunc__(self, ufunc: typing.Any, method: str, *inputs: typing.Any, **options: typing.Any) -> typing.Any:
        plain = [value.view(np.ndarray) if isinstance(value, Channel) else value for value in inputs]
        if "out" in options:
            options["out"] = tuple(v.view(np.ndarray) if isinstance(v, Channel) else v for v in options["out"])
        return getattr(ufunc, method)(*plain, **options)

    def __reduce__(self) -> typing.Any:
        return _channel, (np.asarray(self), self.name, self.unit, self.description)

    def __repr__(self) -> str:
        return f"<{self.name} [{self.unit}]: {np.array2string(np.asarray(self), threshold=6)}>"


def _channel(values: np.ndarray, name: str, unit: str, description: str) -> Channel:
    values.setflags(write=False)
    return Channel.of(values, name, unit, description)
