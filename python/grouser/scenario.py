# SPDX-License-Identifier: BSD-3-Clause
"""Scenarios and their settings."""
from __future__ import annotations

import dataclasses
import difflib
import html
import json
import os
import tempfile
import typing

from . import _check, _core
from .errors import RunFailed, wrong
from .progress import Progress, reporter
from .run import Run
from .simulation import Simulation
from .terrain import Heights
from .values import Number, numbers_of


@dataclasses.dataclass(frozen=True)
class Key:
    """A value that may be set: its name, kind, present value and fallback as TOML, unit, range, choices and meaning."""

    key: str
    kind: str
    value: str
    fallback: str
    unit: str
    least: float
    most: float
    choices: list[str]
    help: str


class Scenario:
    """A scenario file, or an id of grouser.scenarios(), and what is set in it.

    s["soil.phi_deg"] = 30 sets a value as `grouser run --set soil.phi_deg=30` does. It is checked at once: an unknown key, a wrong
    type or a value out of its range raises InputError and changes nothing. Values that only fit together go through set().
    What the world is like is checked when it is run.
    """

    def __init__(self, scenario: _check.PathLike, settings: typing.Mapping[str, object] | None = None) -> None:
        self._core = _core.scenario(_check.path("scenario", scenario))
        self._settings: dict[str, str] = {}
        if settings is not None:
            self.set(settings)

    def set(self, settings: typing.Mapping[str, object] | None = None, **more: object) -> Scenario:
        """Sets several values at once, and returns the scenario. Raises InputError and sets none where one is wrong."""
        if settings is not None and not isinstance(settings, typing.Mapping):
            raise wrong("settings", _check.shown(settings), "a dict of keys and values")
        changed = dict(self._settings)
        for key, value in {**(settings or {}), **more}.items():
            _check.text("key", key)
            changed.pop(key, None)  # the last one set comes last, as on a command line
            changed[key] = _check.toml(key, value)
        self._core.describe(list(changed.items()))
        self._settings = changed
        return self

    def __setitem__(self, key: str, value: object) -> None:
        self.set({key: value})

    def __getitem__(self, key: str) -> object:
        """The present value of a key: as set, as the file has it, or its fallback."""
        found = self.keys()
        if not isinstance(key, str) or key not in found:
            near = difflib.get_close_matches(key, found, 3) if isinstance(key, str) else []
            raise wrong("key", _check.shown(key), "one of keys()" + (", such as " + ", ".join(near) if near else ""))
        note = found[key]
        return _python_value(note.value or note.fallback, note.kind)

    def __delitem__(self, key: str) -> None:
        """What the file itself says holds again."""
        if key not in self._settings:
            raise wrong("key", _check.shown(key), "a key that was set: " + (", ".join(self._settings) or "none is"))
        changed = {k: v for k, v in self._settings.items() if k != key}
        self._core.describe(list(changed.items()))
        self._settings = changed

    @property
    def settings(self) -> dict[str, str]:
        """What was set, as --set takes it."""
        return dict(self._settings)

    def keys(self) -> dict[str, Key]:
        """All that may be set, by name: of the scenario, its vehicles ("rover.") and its soil ("soil.")."""
        return {k["key"]: Key(**k) for k in self._core.keys(self._items())}

    @property
    def name(self) -> str:
        """As it was asked for."""
        return self._core.name

    @property
    def about(self) -> dict[str, typing.Any]:
        """Name, title, purpose, file, duration (s), dt (s), gravity (m/s2), vehicles, soils."""
        return self._core.describe(self._items())

    def copy(self) -> Scenario:
        """Another one with the same settings. What was read of its ground is shared."""
        made = Scenario.__new__(Scenario)
        made._core, made._settings = self._core, dict(self._settings)
        return made

    def run(self, out: _check.PathLike | None = None, *, force: bool = False, progress: Progress = False) -> Run:
        """Runs it to its end, with the bits of `grouser run`.

        out: the run file; without it the run is recorded in a temporary file, which goes with the Run.
        force: replace a file that is not ours. progress: True for a bar, or a function of simulated seconds and their total.
        Raises InputError, and RunFailed with the run up to there. Ctrl+C stops it and keeps what was recorded.
        """
        path = _check.path("out", out) if out is not None else _temporary_file()
        try:
            with reporter(progress, self.name) as report:
                said = json.loads(self._core.run(self._items(), path, bool(force) or out is None, report))
            run = Run(_core.open_run_file(path), said, temporary=out is None)
        except BaseException:
            if out is None:
                _remove(path)
            raise
        if run.status == "failed":
            raise RunFailed(run.message, run)
        return run

    def metrics(self, *, progress: Progress = False) -> dict[str, Number]:
        """Runs it without a recording. Returns the headline numbers, by name, each with its unit. Raises as run()."""
        return numbers_of(self.report(progress=progress))

    def report(self, *, progress: Progress = False) -> dict[str, typing.Any]:
        """Runs it without a recording. Returns what `grouser run --json` prints. Raises as run()."""
        with reporter(progress, self.name) as report:
            said = json.loads(self._core.run(self._items(), "", False, report))
        if said["status"] == "failed":
            raise RunFailed(said.get("message", ""))
        return said

    def start(self) -> Simulation:
        """Places and settles what is in it. Returns a simulation at its start."""
        return Simulation(self._core.start(self._items()))

    def heights(self) -> Heights:
        """The heights of its ground. Raises InputError where it has planes and shapes alone."""
        return Heights(_core.scenario_heights(self.name, self._items()))

    def _items(self) -> list[tuple[str, str]]:
        return list(self._settings.items())

    def __repr__(self) -> str:
        settings = "".join(f", {key} = {value}" for key, value in self._settings.items())
        return f"<Scenario {self.name}{settings}>"

    def _repr_html_(self) -> str:
        about = self.about
        rows = "".join(f"<tr><td>{html.escape(key)}</td><td>{html.escape(value)}</td></tr>" for key, value in self._settings.items())
        return (f"<p><b>{html.escape(about['title'] or about['name'])}</b>: {about['duration']:g} s in steps of {about['dt']:g} s, "
                f"gravity {about['gravity']:g} m/s²</p>" + (f"<table>{rows}</table>" if rows else ""))


def _python_value(text: str, kind: str) -> object:
    if text == "":
        return None
    if kind == "flag":
        return text == "true"
    if kind == "whole":
        return int(text.replace("_", ""))
    if kind == "number":
        return float(text)
    if kind == "numbers":
        return [float(part) for part in text.strip("[] ").split(",") if part.strip()]
    return json.loads(text) if text.startswith('"') else text.strip("'")


def _temporary_file() -> str:
    handle, path = tempfile.mkstemp(prefix="grouser_", suffix=".h5")
    os.close(handle)
    return path


def _remove(path: str) -> None:
    try:
        os.remove(path)
    except OSError:
        pass
