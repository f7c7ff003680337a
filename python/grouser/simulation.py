# SPDX-License-Identifier: BSD-3-Clause
"""A simulation that is stepped from Python."""
from __future__ import annotations

import typing

import numpy as np

from . import _check, _core
from .errors import wrong
from .values import Number

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


class Simulation:
    """A scenario that was placed and settled, at its start (Scenario.start()). One thread at a time may use it; simulations of
    their own in several threads run side by side.
    """

    def __init__(self, core: _core.Simulation) -> None:
        self._core = core
        self._channels = core.channel_list()
        self._index = {name: k for k, (name, _, _) in enumerate(self._channels)}

    def step(self, count: int = 1) -> int:
        """Makes up to `count` steps, fewer where the run ends before. Returns how many. Raises RunFailed where a step goes beyond its
        limits: the state is then the last good one."""
        if type(count) is not int:
            count = _check.whole("count", count, 0, _MOST_STEPS)
        elif not 0 <= count <= _MOST_STEPS:
            raise wrong("count", _check.shown(count), "a number of steps, 0 or more")
        return self._core.step(count)

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

    def __repr__(self) -> str:
        return f"<Simulation of {self._core.scenario} at {self.time:g} s of {self.duration:g} s>"
