# SPDX-License-Identifier: BSD-3-Clause
"""Checks of arguments, before they reach the library."""
from __future__ import annotations

import math
import numbers
import os
import typing

from .errors import wrong

PathLike = typing.Union[str, "os.PathLike[str]"]


def shown(value: object) -> str:
    """A value as an error shows it: short."""
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


def number(place: str, value: object, least: float, most: float, unit: str = "", open_least: bool = False) -> float:
    """A finite number within a range, ends included unless open_least; unit: of the range, for the error."""
    sign = ">" if open_least else ">="
    said = " ".join(part for part in (f"a number {sign} {least:g} and <= {most:g}", unit) if part)
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise wrong(place, shown(value), said)
    taken = float(value)
    if not math.isfinite(taken) or taken > most or taken < least or (open_least and taken == least):
        raise wrong(place, shown(value), said)
    return taken


def whole(place: str, value: object, least: int, most: int) -> int:
    """A whole number within a range."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral) or not least <= int(value) <= most:
        raise wrong(place, shown(value), f"a whole number from {least} to {most}")
    return int(value)


def number_list(place: str, values: object, least: float, most: float, unit: str = "", count: int = 1_000_000) -> list[float]:
    """A number, or an iterable of at least one, as a list."""
    if isinstance(values, numbers.Real):
        return [number(place, values, least, most, unit)]
    if isinstance(values, (str, bytes, dict)) or not hasattr(values, "__iter__"):
        raise wrong(place, shown(values), "a number or a list of numbers")
    if getattr(values, "ndim", 1) != 1:
        raise wrong(place, f"an array of shape {getattr(values, 'shape', ())}", "a row of numbers")
    taken = [number(f"{place}[{k}]", value, least, most, unit) for k, value in enumerate(typing.cast(typing.Iterable[object], values))]
    if not 0 < len(taken) <= count:
        raise wrong(place, f"{len(taken)} numbers", f"1 to {count}")
    return taken


def text(place: str, value: object) -> str:
    """A text without a null character."""
    if not isinstance(value, str) or "\0" in value:
        raise wrong(place, shown(value), "a text")
    return value


def path(place: str, value: object) -> str:
    """A path, or an id, as text."""
    if not isinstance(value, (str, os.PathLike)):
        raise wrong(place, shown(value), "a path")
    taken = os.fspath(value)
    if not isinstance(taken, str) or not taken or "\0" in taken:
        raise wrong(place, shown(value), "a path")
    return taken


def toml(place: str, value: object) -> str:
    """The text that --set takes for a value. A text is taken as it is: "0.14" is a number."""
    if isinstance(value, str):
        return text(place, value)
    if isinstance(value, os.PathLike):
        return path(place, value)
    return _toml_value(place, value)


def _toml_value(place: str, value: object) -> str:
    if isinstance(value, str):
        return '"' + text(place, value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        return "true" if value else "false"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        taken = float(value)
        if not math.isfinite(taken):
            raise wrong(place, shown(value), "a finite number")
        return repr(taken)
    if hasattr(value, "tolist") and not isinstance(value, type):
        listed = value.tolist()
        return _toml_value(place, listed) if not hasattr(listed, "tolist") else _refuse(place, value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml_value(f"{place}[{k}]", part) for k, part in enumerate(value)) + "]"
    return _refuse(place, value)


def _refuse(place: str, value: object) -> str:
    raise wrong(place, shown(value), "a number, a text, true or false, a path, or a list of these")
