# SPDX-License-Identifier: BSD-3-Clause
"""Recorded runs."""
from __future__ import annotations

import dataclasses
import html
import json
import os
import typing
import weakref

import numpy as np

from . import _check, _core
from .errors import wrong
from .progress import Progress, reporter
from .table import Table, _pandas, _pyplot, _xarray
from .terrain import Heights
from .values import Channel, Number, numbers_of

if typing.TYPE_CHECKING:
    import pandas
    import xarray


@dataclasses.dataclass(frozen=True)
class ChannelInfo:
    """What a channel is: its name, its unit ("-" of a pure number), and its meaning with sign and frame."""

    name: str
    unit: str
    description: str


@dataclasses.dataclass(frozen=True)
class Verdict:
    """How a run was judged. name: "out", "tipped", ...; outcome: "success", "failure" or "open"; time: s; reason: one sentence."""

    name: str
    outcome: str
    time: float
    reason: str


@dataclasses.dataclass(frozen=True)
class Event:
    """Something that happened at a time (s) of a run."""

    time: float
    kind: str
    text: str


@dataclasses.dataclass(frozen=True)
class Document:
    """A file that the run was made from, word for word. kind: "scenario", "rover", "soil", ..."""

    kind: str
    name: str
    text: str


@dataclasses.dataclass(frozen=True)
class Rerun:
    """What repeating a run found. difference: what differs first, "" where nothing does; frames: compared."""

    identical: bool
    frames: int
    difference: str
    note: str


class Run:
    """A recorded run. It reads its run file when it is asked; arrays that it gave live on when it is closed.

    A run without `out` is recorded in a temporary file, which goes with the Run. As a context it closes itself.
    """

    def __init__(self, file: _core.RunFile, report: dict[str, typing.Any], temporary: bool = False) -> None:
        self._file = file
        self._report = report
        self._times: np.ndarray | None = None
        self._channels: dict[str, ChannelInfo] = {name: ChannelInfo(name, unit, text) for name, unit, text in file.channels()}
        self._header = file.header()
        self._remover = weakref.finalize(self, _remove, file.path) if temporary else None

    @staticmethod
    def open(file: _check.PathLike) -> Run:
        """Opens a run file, also one that a killed program left behind. Raises InputError where it is none."""
        opened = _core.open_run_file(_check.path("file", file))
        summary = opened.summary()
        try:
            report = json.loads(summary) if summary else {}
        except ValueError as error:
            raise wrong(opened.path, "a summary that is no JSON", "a run file of grouser") from error
        return Run(opened, report if isinstance(report, dict) else {})

    # Identity and input of the run.

    @property
    def file(self) -> str:
        """The path of its run file. It is open without a lock; in this process h5py opens it with locking=False."""
        return self._file.path

    @property
    def scenario(self) -> str:
        """The name of its scenario."""
        return self._header["scenario"]

    @property
    def settings(self) -> dict[str, str]:
        """What was set, key and value as --set takes them."""
        return dict(text.split("=", 1) for text in self._header["settings"])

    @property
    def header(self) -> dict[str, typing.Any]:
        """Version, vector level, integrator, step (s), interval of frames (s), bodies, ...; parent: file, time (s) and state hash that a
        resumed run went on from."""
        return {key: value for key, value in self._header.items() if key != "documents"}

    @property
    def documents(self) -> list[Document]:
        """The files that it was made from."""
        return [Document(*document) for document in self._header["documents"]]

    # End of the run.

    @property
    def status(self) -> str:
        """"completed", "failed" or "interrupted"; "open" of a file that was not closed."""
        return self._report.get("status", "open")

    @property
    def message(self) -> str:
        """Why it failed, "" where it did not."""
        return self._report.get("message", "")

    @property
    def metrics(self) -> dict[str, Number]:
        """The headline numbers, by name, each with its unit."""
        return numbers_of(self._report)

    @property
    def verdict(self) -> Verdict | None:
        """How it was judged; None where nothing judges it."""
        said = self._report.get("verdict")
        return Verdict(said["name"], said["outcome"], said["time_s"], said["reason"]) if said else None

    @property
    def notes(self) -> list[str]:
        """Warnings, such as of a provisional soil."""
        return list(self._report.get("notes", self._header["warnings"]))

    @property
    def state_hash(self) -> str:
        """Of the last state, 16 hexadecimal digits: the same bits have the same hash."""
        return self._report.get("state_hash") or self._file.last_state_hash()

    @property
    def report(self) -> dict[str, typing.Any]:
        """The whole report, as `grouser run --json` prints it."""
        return json.loads(json.dumps(self._report))

    # Recorded data.

    @property
    def time(self) -> Channel:
        """The time of each frame, s."""
        if self._times is None:
            self._times = self._file.times()
        return Channel.of(self._times, "time", "s", "simulated time of the frame")

    @property
    def channels(self) -> dict[str, ChannelInfo]:
        """All channels, by name."""
        return dict(self._channels)

    def __getitem__(self, name: str) -> Channel:
        """The values of a channel, one a frame, read-only, with .unit; nothing is copied once it is read."""
        if not isinstance(name, str):
            raise wrong("channel", _check.shown(name), "the name of a channel")
        values = self._file.channel(name)
        info = self._channels[name]
        return Channel.of(values, name, info.unit, info.description)

    def __contains__(self, name: object) -> bool:
        return name in self._channels

    def __iter__(self) -> typing.Iterator[str]:
        return iter(self._channels)

    def __len__(self) -> int:
        """The number of channels."""
        return len(self._channels)

    @property
    def events(self) -> list[Event]:
        """What happened, in the order of time."""
        return [Event(*event) for event in self._file.events()]

    @property
    def commands(self) -> Table:
        """What was commanded from outside (Simulation.command()): "time" (s) and "step" of each command, and a column for each number that
        may be commanded; NaN where it is not in force. Without rows where nothing was commanded, without columns where nothing can be."""
        columns, times, steps, values = self._file.commands()
        if not columns:
            return Table([])
        return Table([("time", "s", times), ("step", "-", steps.astype(float))]
                     + [(name, unit, values[:, k] if len(times) else np.zeros(0)) for k, (name, unit) in enumerate(columns)])

    def heights(self) -> Heights | None:
        """The heights of its ground, which the run file holds; None of planes."""
        for raster in self._file.rasters():
            if raster["name"] == "terrain":
                return Heights._of_raster(raster)
        return None

    # Derived data and exports.

    def select(self, names: str | typing.Iterable[str] | None) -> list[str]:
        """The channels that a pattern ("wheel/*/load") or patterns name, in the order of the file; None: all."""
        import fnmatch
        if names is None:
            return list(self._channels)
        patterns = [names] if isinstance(names, str) else list(names)
        chosen = []
        for pattern in patterns:
            found = fnmatch.filter(self._channels, _check.text("channels", pattern))
            if not found:
                self._file.channel(pattern)  # names what is near
                raise wrong("channels", _check.shown(pattern), "a channel of the run")
            chosen += [name for name in found if name not in chosen]
        return chosen

    def to_xarray(self, channels: str | typing.Iterable[str] | None = None) -> xarray.Dataset:
        """As an xarray.Dataset over the coordinate "time" (s); units and meanings are attributes. "/" in names becomes "."."""
        made = _xarray()
        data = {}
        for name in self.select(channels):
            info = self._channels[name]
            data[name.replace("/", ".")] = ("time", np.asarray(self[name]), {"units": info.unit, "long_name": info.description})
        coordinates = {"time": ("time", np.asarray(self.time), {"units": "s", "long_name": "simulated time"})}
        return made.Dataset(data, coordinates, {"scenario": self.scenario, "state_hash": self.state_hash})

    def to_dataframe(self, channels: str | typing.Iterable[str] | None = None) -> pandas.DataFrame:
        """As a pandas.DataFrame over the index "time" (s); units are in its attrs["units"]."""
        made = _pandas()
        chosen = self.select(channels)
        frame = made.DataFrame({name: np.asarray(self[name]) for name in chosen}, index=made.Index(np.asarray(self.time), name="time"))
        frame.attrs["units"] = {name: self._channels[name].unit for name in chosen}
        return frame

    def plot(self, channels: str | typing.Iterable[str], ax: typing.Any = None) -> typing.Any:
        """Draws channels of one unit against time by matplotlib. ax: where; None: a new figure, with a title. Returns the axes.

        What the names have in common is the label of the axis: "wheel/*/load" makes "load [N]" and a legend of the wheels.
        """
        chosen = self.select(channels)
        units = sorted({self._channels[name].unit for name in chosen})
        if len(units) > 1:
            raise wrong("channels", "units " + ", ".join(units), "channels of one unit a plot")
        axes = ax if ax is not None else _pyplot().subplots()[1]
        folders, lasts = zip(*(name.rpartition("/")[::2] for name in chosen))
        shared = lasts[0] if len(set(lasts)) == 1 else ""
        for name, folder in zip(chosen, folders):
            axes.plot(np.asarray(self.time), np.asarray(self[name]), label=(folder if shared and len(chosen) > 1 else name).replace("_", " "))
        axes.set_xlabel("time [s]")
        axes.set_ylabel(f"{(shared if len(chosen) > 1 else chosen[0]).replace('_', ' ')} [{units[0]}]".lstrip())
        if ax is None:
            axes.set_title(self.scenario)
        if len(chosen) > 1:
            axes.legend(fontsize="small")
        return axes

    def rerun(self, progress: Progress = False) -> Rerun:
        """Repeats the run from its file alone and compares all that the file says of it."""
        with reporter(progress, "rerun") as report:
            return Rerun(*_core.rerun(self.file, report))

    def close(self) -> None:
        """Closes the run file; a temporary one is removed. Arrays that were read live on."""
        self._file.close()
        if self._remover:
            self._remover()

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Run of {self.scenario}: {self.status}, {self._header['frames']} frames, {len(self)} channels, state {self.state_hash}>"

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{html.escape(name)}</td><td>{float(m):.6g}</td><td>{html.escape(m.unit)}</td></tr>"
                       for name, m in self.metrics.items())
        verdict = f"<p>verdict: {html.escape(self.verdict.name)}: {html.escape(self.verdict.reason)}</p>" if self.verdict else ""
        return f"<p><b>{html.escape(self.scenario)}</b>: {html.escape(self.status)}, state {self.state_hash}</p>{verdict}<table>{rows}</table>"


def _remove(path: str) -> None:
    try:
        os.remove(path)
    except OSError:
        pass


__all__ = ["ChannelInfo", "Document", "Event", "Rerun", "Run", "Verdict"]
