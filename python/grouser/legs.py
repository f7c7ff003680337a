# SPDX-License-Identifier: BSD-3-Clause
"""Legs of walkers, and plans of step-ups."""
from __future__ import annotations

import dataclasses
import typing

import numpy as np

from . import _check, _core
from .progress import Progress, reporter
from .studies import _items
from .table import Table


@dataclasses.dataclass(frozen=True)
class Reach:
    """What an inverse of a leg found. reached: whether the leg puts its foot there; angles: rad, within the limits; foot: where these
    put it, m; distance: of that place from the one asked for, m."""

    reached: bool
    angles: np.ndarray
    foot: np.ndarray
    distance: float


class Leg:
    """The kinematics of one leg. Its frame: x ahead, y outward, z down, m; of a limb with a wheel the foot is the wheel's axle.

    joints: names of the motors, from the body outwards; limits: their lowest and highest angles, rad, one row each; stance: where the
    foot stands, m.
    """

    def __init__(self, leg: _core.Leg) -> None:
        self._leg = leg
        self.name: str = leg.name
        self.joints: tuple[str, ...] = tuple(leg.joints)
        self.limits = np.column_stack([leg.lowest, leg.highest])
        self.stance = np.array(leg.stance)

    def foot(self, angles: typing.Iterable[float]) -> np.ndarray:
        """Where these angles (rad) put the foot, m. Raises InputError where a linkage cannot close there."""
        return np.array(self._leg.foot(_check.number_list("angles", angles, -7.0, 7.0, "rad")))

    def jacobian(self, angles: typing.Iterable[float]) -> np.ndarray:
        """How the foot moves with each angle, m/rad: three rows, one column for each joint."""
        rows = self._leg.jacobian(_check.number_list("angles", angles, -7.0, 7.0, "rad"))
        return np.array(rows).reshape(3, len(self.joints))

    def reach(self, point: typing.Iterable[float]) -> Reach:
        """The angles that put the foot there (m), or nearest to it. A limb's wheel is upright and along the body."""
        wanted = _check.number_list("point", point, -10.0, 10.0, "m")
        reached, angles, foot = self._leg.reach(wanted)
        return Reach(reached, np.array(angles), np.array(foot), float(np.linalg.norm(np.array(foot) - wanted)))

    def __repr__(self) -> str:
        return f"<Leg {self.name}: {', '.join(self.joints)}>"


def legs(walker: _check.PathLike) -> dict[str, Leg]:
    """The legs of a walker of walkers(), or of a file, by name: `grouser leg`. Raises InputError."""
    return {leg.name: Leg(leg) for leg in _core.legs(_check.path("walker", walker))}


@dataclasses.dataclass(frozen=True)
class StepupPlan:
    """A plan of a step up. status: "feasible", "infeasible" or "not_found"; durations: of the five phases, s; most_multiplier: 1/s2;
    most_torque_left, most_torque_right: m/s2; lowest: of the centre of mass, m; fastest_rise: m/s; shortfalls: the limits that cannot be
    kept; table: one row per instant; settings: what makes a scenario of a humanoid follow the plan, {} where it is not feasible."""

    status: str
    iterations: int
    objective: float
    durations: list[float]
    most_multiplier: float
    most_torque_left: float
    most_torque_right: float
    lowest: float
    fastest_rise: float
    shortfalls: list[dict[str, typing.Any]]
    table: Table = dataclasses.field(repr=False)
    settings: dict[str, str] = dataclasses.field(repr=False)

    @property
    def feasible(self) -> bool:
        """Whether all limits can be kept."""
        return self.status == "feasible"


def stepup(spec: _check.PathLike = "stepup_31cm", settings: typing.Mapping[str, object] | None = None, *, progress: Progress = False) -> StepupPlan:
    """Plans a humanoid's step up onto a platform: `grouser stepup`.

    spec: an id that comes with the program, or a file. settings: of its keys, such as {"height": 0.4} (m). Raises InputError; a step that
    cannot be made is a plan whose status says so.
    """
    with reporter(progress, "stepup") as report:
        said, columns, course = _core.stepup(_check.path("spec", spec), _items(settings), report)
    return StepupPlan(**said, table=Table(columns), settings=dict(course))
