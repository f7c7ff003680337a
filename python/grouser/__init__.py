# SPDX-License-Identifier: BSD-3-Clause
"""Grouser simulates planetary rovers and landers.

    import grouser as g
    s = g.Scenario("wheel_drop_200")
    s["rover.wheel.radius"] = 0.14
    run = s.run(out="drop.h5")
    print(run["wheel/rear_left/load"].max(), run.metrics)

SI units throughout; a name that ends in _deg is in degrees. World frame: x east, y north, z up.
"""
from __future__ import annotations

import dataclasses as _dataclasses
import typing as _typing

from . import _check, _core
from .errors import Error, InputError, RunFailed
from .fitting import Fit, FittedKey, fit
from .legs import Leg, Reach, StepupPlan, legs, stepup
from .run import ChannelInfo, Document, Event, Rerun, Run, Verdict
from .scenario import Key, Scenario
from .simulation import LiveFrame, Simulation, State
from .studies import Campaign, drop, gradeability, placement, plate, sweep, traverse, wheel
from .table import Table
from .terrain import Heights, SoilClass, SoilMap, clean_terrain, import_terrain
from .values import Channel, Number

__version__: str = _core.version


class Titles(dict[str, str]):
    """Ids of what comes with the program, each with its title."""

    def _repr_html_(self) -> str:
        import html
        return "<table>" + "".join(f"<tr><td>{html.escape(i)}</td><td>{html.escape(t)}</td></tr>" for i, t in self.items()) + "</table>"


@_dataclasses.dataclass(frozen=True)
class ListedKey:
    """A key of a kind of file. section: "[drive.follow]"; values: what it takes, with unit; fallback: as TOML; when: under which
    condition it applies."""

    section: str
    key: str
    values: str
    fallback: str
    when: str
    help: str


@_dataclasses.dataclass(frozen=True)
class Soil:
    """A soil: its id, name, numbers and words by the keys of its file, sources, and whether it is provisional."""

    id: str
    name: str
    values: dict[str, _typing.Any]
    sources: list[str]
    provisional: bool


def scenarios() -> Titles:
    """The scenarios that come with the program."""
    return Titles(_core.assets("scenarios"))


def rovers() -> Titles:
    """The rovers that come with the program."""
    return Titles(_core.assets("rovers"))


def landers() -> Titles:
    """The landers that come with the program."""
    return Titles(_core.assets("landers"))


def walkers() -> Titles:
    """The walkers that come with the program."""
    return Titles(_core.assets("walkers"))


def soils() -> Titles:
    """The soils that come with the program."""
    return Titles(_core.assets("soils"))


def soil(name: _check.PathLike) -> Soil:
    """A soil of soils(), or of a file. Raises InputError."""
    return Soil(**_core.soil(_check.path("name", name)))


def keys(kind: str = "scenario") -> list[ListedKey]:
    """The keys of a kind of file: "scenario", "vehicle" or "soil"."""
    tables = {"scenario": _core.scenario_keys, "vehicle": _core.vehicle_keys, "soil": _core.soil_keys}
    if kind not in tables:
        from .errors import wrong
        raise wrong("kind", _check.shown(kind), "one of scenario, vehicle, soil")
    return [ListedKey(*key) for key in tables[kind]()]


def home() -> str:
    """The folder that holds assets and terrains."""
    return _core.home_folder()


__all__ = [
    "Campaign", "Channel", "ChannelInfo", "Document", "Error", "Event", "Fit", "FittedKey", "Heights", "InputError", "Key", "Leg", "ListedKey", "Number", "Reach", "Rerun", "Run",
    "RunFailed", "Scenario", "Simulation", "Soil", "SoilClass", "SoilMap", "State", "StepupPlan", "Table", "Titles", "Verdict", "clean_terrain", "drop", "fit", "gradeability", "home", "import_terrain", "keys", "landers", "legs", "placement", "plate",
    "rovers", "scenarios", "soil", "soils", "stepup", "sweep", "traverse", "walkers", "wheel",
]
