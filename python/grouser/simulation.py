# SPDX-License-Identifier: BSD-3-Clause
"""A simulation that is stepped from Python."""
from __future__ import annotations

import dataclasses
import numbers
import typing

import numpy as np

from . import _check, _core
from .errors import wrong
from .values import Number

Command = typing.Union[float, typing.Mapping[str, float], typing.Sequence[float], np.ndarray]

_MOST_STEPS = 2**62


class State:
    """A copy of the whole state of a simulation, and what continues from it has the same bits."""

    def __init__(self, core: _core.State) -> None:
        self._core = core

    @property
    def time(self) -> float:
        """s"""
        return self._core.time

    @property
    def step(self) -> int:
        """Steps since the start."""
        return self._core.step

    @property
    def hash(self) -> str:
        """16 hexadecimal digits: equal states have the same."""
        return self._core.hash

    def __repr__(self) -> str:
        return f"<State at {self.time:g} s: {self.hash}>"


@dataclasses.dataclass(frozen=True)
class LiveFrame:
    """A moment of a run that goes on: time, s; step; hash of the state; values of all channels, in the order of Simulation.channels."""

    time: float
    step: int
    state_hash: str
    values: np.ndarray


class Simulation:
    """A scenario that was placed and settled, at its start (Scenario.start()). One thread at a time may use it; simulations of
    their own in several threads run side by side.
    """

    def __init__(self, core: _core.Simulation) -> None:
        self._core = core
        self._channels = core.channel_list()
        self._index = {name: k for k, (name, _, _) in enumerate(self._channels)}
        self._commands: dict[str, dict[str, int]] = {}  # column by name, of each kind
        for k, (name, _, _, _) in enumerate(core.command_list()):
            kind, own = name.split("/", 1)
            self._commands.setdefault(kind, {})[own] = k

    def step(self, count: int = 1) -> int:
        """Makes up to `count` steps, fewer where the run ends before. Returns how many. Raises RunFailed where a step goes beyond its
        limits: the state is then the last good one."""
        if type(count) is not int:
            count = _check.whole("count", count, 0, _MOST_STEPS)
        elif not 0 <= count <= _MOST_STEPS:
            raise wrong("count", _check.shown(count), "a number of steps, 0 or more")
        return self._core.step(count)

    def live(self) -> typing.Iterator[LiveFrame]:
        """Steps to the run's end and gives the frames that `grouser run --serve` shows its viewers: the start, then 5,000 to the run, or as many as
        a run file has where that is more, and the last. Between two frames the simulation may be commanded. Raises as step()."""
        while self._core.step_to_live_frame():
            yield LiveFrame(self.time, self.steps, self.state_hash, self.values())

    def run_until(self, time: float) -> int:
        """Makes steps until this time (s) is reached, or the run's end. Returns how many."""
        until, made = _check.number("time", time, 0.0, 1e12, "s"), 0
        while self._core.time < until and not self._core.finished:
            made += self._core.step(1)
        return made

    @property
    def time(self) -> float:
        """s"""
        return self._core.time

    @property
    def steps(self) -> int:
        """Steps since the start."""
        return self._core.step_count

    @property
    def duration(self) -> float:
        """When the run ends at the latest, s."""
        return self._core.duration

    @property
    def finished(self) -> bool:
        """Whether the duration is reached, or a verdict has ended the run."""
        return self._core.finished

    @property
    def state_hash(self) -> str:
        """Of the whole state, 16 hexadecimal digits."""
        return self._core.state_hash

    def state(self) -> State:
        """A copy of the state."""
        return State(self._core.state())

    def restore(self, state: State) -> None:
        """Back to a state of this simulation, or of one that branch() made of it. Until the next step, channels of forces are those
        of the state, where after a step they are those that the step has used."""
        if not isinstance(state, State):
            raise wrong("state", _check.shown(state), "what state() returned")
        self._core.restore(state._core)

    def reset(self) -> None:
        """Back to the start."""
        self._core.reset()

    def branch(self) -> Simulation:
        """Another simulation of the same world in the same state."""
        return Simulation(self._core.branch())

    @property
    def channels(self) -> dict[str, str]:
        """The unit of each channel, by name."""
        return {name: unit for name, unit, _ in self._channels}

    def __getitem__(self, channel: str) -> Number:
        """The present value of a channel, with its unit."""
        if not isinstance(channel, str) or channel not in self._index:
            import difflib
            near = difflib.get_close_matches(channel, self._index, 3) if isinstance(channel, str) else []
            raise wrong("channel", _check.shown(channel), "one of: " + ", ".join(near or list(self._index)[:8] + ["..."]))
        at = self._index[channel]
        return Number(self._core.channel(at), self._channels[at][1])

    def values(self) -> np.ndarray:
        """The present values of all channels, in the order of `channels`."""
        return self._core.channels()

    @property
    def bodies(self) -> list[str]:
        """The names of all bodies."""
        return self._core.bodies

    def poses(self) -> np.ndarray:
        """Where the bodies are: a row a body, x, y, z in m (east, north, up), then the quaternion w, x, y, z."""
        return self._core.poses()

    def drive(self, speed: float = 0.0, *, curvature: float = 0.0, crab: float | None = None, turn_rate: float | None = None) -> None:
        """Drives the rover by hand from its next decision on.

        speed: of the rover's reference point, m/s; curvature: 1/m, positive to the left. With crab (rad, positive to the left)
        it moves that way and keeps its heading; with turn_rate (rad/s) it turns on the spot.
        """
        if crab is not None and turn_rate is not None:
            raise wrong("crab and turn_rate", "both", "one of them")
        mode = "crab" if crab is not None else "point_turn" if turn_rate is not None else "arc"
        self._core.command(mode, _check.number("speed", speed, -1e3, 1e3, "m/s"), _check.number("curvature", curvature, -1e3, 1e3, "1/m"),
                           _check.number("crab", crab or 0.0, -10.0, 10.0, "rad"), _check.number("turn_rate", turn_rate or 0.0, -1e3, 1e3, "rad/s"))

    def release_drive(self) -> None:
        """Gives the drives back to the scenario."""
        self._core.command("off", 0.0, 0.0, 0.0, 0.0)

    def command(self, *, wheel_speed: Command | None = None, wheel_torque: Command | None = None, steering: Command | None = None,
                joint: Command | None = None) -> None:
        """Commands the drives of the vehicle whose drive.mode is "external", from the next step on; what is not named is held.

        wheel_speed: rad/s, positive rolls forward. wheel_torque: N m, of limited motors, in place of the speed. steering: rad, positive to
        the left. joint: rad or m, of prescribed joints that nothing else leads, such as legs that deploy. Each is a dict by name, a number
        for all, or one number each in the order of `commands`. The drives get there within their limits. Raises InputError for a name or a
        number of values that it does not have, NaN, and what is out of limits; then nothing is commanded.
        """
        columns: list[int] = []
        values: list[float] = []
        for kind, asked in (("wheel_speed", wheel_speed), ("wheel_torque", wheel_torque), ("steering", steering), ("joint", joint)):
            if asked is None:
                continue
            known = self._commands.get(kind)
            if known is None:
                raise wrong(kind, "a command", "one of: " + (", ".join(self._commands) or "none; set drive.mode to external"))
            for name, value in _named(kind, asked, known):
                columns.append(known[name])
                values.append(_check.number(f"{kind}[{name!r}]", value, -1e6, 1e6))
        self._core.command_drives(columns, values)

    @property
    def commands(self) -> dict[str, tuple[str, float, float]]:
        """What command() takes, as "wheel_speed/front_left": its unit, lowest and highest value. Empty where the scenario commands the
        drives."""
        return {name: (unit, lowest, highest) for name, unit, lowest, highest in self._core.command_list()}

    def __repr__(self) -> str:
        return f"<Simulation of {self._core.scenario} at {self.time:g} s of {self.duration:g} s>"


def _named(kind: str, asked: object, known: dict[str, int]) -> list[tuple[str, object]]:
    """A command by names: of a dict, of a number for all, or of one number each."""
    if isinstance(asked, typing.Mapping):
        for name in asked:
            if name not in known:
                raise wrong(kind, _check.shown(name), "one of: " + ", ".join(known))
        return list(asked.items())
    if isinstance(asked, numbers.Real):
        return [(name, asked) for name in known]
    if isinstance(asked, (str, bytes)) or not hasattr(asked, "__iter__"):
        raise wrong(kind, _check.shown(asked), "a number, a dict by names, or one number each")
    values = list(typing.cast(typing.Iterable[object], asked))
    if len(values) != len(known):
        raise wrong(kind, f"{len(values)} values", f"{len(known)}: " + ", ".join(known))
    return list(zip(known, values))
