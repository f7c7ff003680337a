# SPDX-License-Identifier: BSD-3-Clause
"""Sweeps, campaigns, wheels, plates, falling bodies, slopes, paths and landings."""
from __future__ import annotations

import json
import math
import os
import tempfile
import typing

from . import _check, _core
from .errors import wrong
from .progress import Progress, reporter
from .run import Run
from .scenario import Scenario
from .table import Table

Numbers = typing.Union[float, typing.Iterable[float]]
Settings = typing.Mapping[str, object]


def sweep(scenario: Scenario | _check.PathLike, vary: typing.Mapping[str, Numbers], *, threads: int | None = None,
          out: _check.PathLike | None = None, fresh: bool = False, allow_dead_keys: bool = False, progress: Progress = False) -> Table:
    """Runs a scenario at every combination of the values of some keys, as `grouser sweep` does.

    vary: keys of the scenario and their values, in the keys' units; the last key changes fastest. threads: runs at the same time;
    by default as many as processors. out: a folder of rows, which a stopped sweep goes on from. fresh: begin anew there.
    Returns the varied keys, the metrics, and how each run ended: a run that fails is a row with its status and message.
    A key that changes nothing in the runs raises InputError, unless allow_dead_keys.
    """
    made = scenario if isinstance(scenario, Scenario) else Scenario(scenario)
    if not isinstance(vary, typing.Mapping) or not vary:
        raise wrong("vary", _check.shown(vary), "a dict of keys and their values")
    keys = [(_check.text("vary", key), _check.number_list(f"vary[{key!r}]", values, -1e300, 1e300)) for key, values in vary.items()]
    with reporter(progress, "sweep") as report, tempfile.TemporaryDirectory(prefix="grouser_") as folder:
        rows = os.path.join(folder, "rows") if out is None else _check.path("out", out)
        columns = _core.sweep(made.name, list(made.settings.items()), keys, rows, _threads(threads), bool(fresh), bool(allow_dead_keys), report)
    return Table(columns, {"scenario": made.name})


def wheel(soil: _check.PathLike = "wong_LETE_sand", laws: str | typing.Iterable[str] | None = None, slip: Numbers = 0.2, *,
          slip_angle: Numbers = 0.0, radius: float = 0.1425, width: Numbers = 0.12, load: Numbers = 191.7, grouser_height: float = 0.0,
          grouser_count: int = 0, slip_radius: float | None = None, gravity: float = 9.81, speed: float = 0.0, scm_cell: float = 0.02,
          scm_shear: str = "coulomb", uncertain: _check.PathLike | None = None, draws: int = 64, threads: int | None = None,
          progress: Progress = False) -> Table:
    """One wheel on a soil, load and slip held, as `grouser wheel` has it.

    soil: an id of soils() or a file. laws: "bekker", "rft", "scm", one or several; None: the soil's own.
    slip: -1 (locked) to 1 (spinning). slip_angle: deg. radius, width, grouser_height, slip_radius (that the slips refer to; the
    rim's by default), scm_cell: m. load: N. gravity: m/s2. speed: of the wheel's surface, m/s. slip, slip_angle, width and load may be
    several. uncertain: a file with [uncertain], in place of the soil's own; draws: of an uncertain soil, for 90 % bands.
    Returns law, width (m), load (N, as held), slip, slip_angle_deg, sinkage (m), entry_angle (rad), drawbar_pull (N), side_force (N),
    torque (N m) and status: "ok", "unsettled", "no_way" (it digs without end) or "soil_too_weak" (it sinks to its axle); of the last
    two the numbers are NaN. Of an uncertain soil also drawbar_pull_low and drawbar_pull_high, and so on.
    """
    lists = {
        "slip": _check.number_list("slip", slip, -1.0, 1.0, count=100_000),
        "slip_angle": _check.number_list("slip_angle", slip_angle, -89.0, 89.0, "deg", count=100_000),
        "width": _check.number_list("width", width, 0.0, 10.0, "m", count=100_000),
        "load": _check.number_list("load", load, 0.0, 1e6, "N", count=100_000),
    }
    rim = _check.number("radius", radius, 0.0, 10.0, "m", open_least=True)
    numbers = {
        "radius": rim,
        "grouser_height": _check.number("grouser_height", grouser_height, 0.0, 1.0, "m"),
        "grouser_count": float(_check.whole("grouser_count", grouser_count, 0, 1000)),
        "gravity": _check.number("gravity", gravity, 0.0, 100.0, "m/s2", open_least=True),
        "speed": _check.number("speed", speed, -100.0, 100.0, "m/s", open_least=True),
        "slip_radius": rim if slip_radius is None else _check.number("slip_radius", slip_radius, 0.0, 10.0, "m", open_least=True),
        "scm_cell": _check.number("scm_cell", scm_cell, 1e-4, 1.0, "m"),
    }
    name = _check.path("soil", soil)
    with reporter(progress, "wheel") as report:
        columns = _core.wheel(name, _laws(laws), lists, numbers, _check.text("scm_shear", scm_shear), _optional_path("uncertain", uncertain),
                              _check.whole("draws", draws, 8, 10_000), _threads(threads), report)
    return Table(columns, {"soil": name, **numbers})


def plate(soil: _check.PathLike = "wong_LETE_sand", laws: str | typing.Iterable[str] | None = None, depth: Numbers | None = None, *,
          pressure: Numbers | None = None, radius: Numbers | None = None, width: Numbers | None = None, length: float | None = None,
          cone: float | None = None, gravity: float = 9.81, uncertain: _check.PathLike | None = None, draws: int = 64) -> Table:
    """A plate or a cone that is pressed slowly into soil, as `grouser plate` has it.

    depth: m, of a cone that of its base; 0 to 0.1 m by default. pressure: Pa, in place of depth: then depths are found.
    radius: of a disc (0.1 m by default) or of a cone's base (10.135 mm by default), m; or width and length of a rectangle, m.
    cone: whole apex angle, deg; 30 is that of ASABE S313.3. uncertain, draws: as of wheel().
    Returns law, form, the sizes, depth (m), pressure (Pa; of a cone its index) and load (N); of an uncertain soil pressure_low and
    pressure_high, or depth_low and depth_high.
    """
    if (width is None) != (length is None) or (width is not None and (radius is not None or cone is not None)):
        raise wrong("radius, width, length and cone", "a mixture", "radius, or width and length, or cone with its radius")
    if depth is not None and pressure is not None:
        raise wrong("depth and pressure", "both", "one of the two")
    numbers = {"gravity": _check.number("gravity", gravity, 0.0, 100.0, "m/s2", open_least=True)}
    if width is not None:
        form, sizes = "rectangle", _check.number_list("width", width, 0.0, 10.0, "m", count=10_000)
        numbers["length"] = _check.number("length", length, 0.0, 10.0, "m", open_least=True)
    else:
        form, usual = ("disc", 0.1) if cone is None else ("cone", 0.5 * 20.27e-3)
        sizes = _check.number_list("radius", usual if radius is None else radius, 0.0, 10.0, "m", count=10_000)
        if cone is not None:
            numbers["cone"] = _check.number("cone", cone, 5.0, 175.0, "deg")
    if pressure is not None:
        held, values = "pressure", _check.number_list("pressure", pressure, 0.0, 1e9, "Pa")
    else:
        held, values = "depth", _check.number_list("depth", [0.005 * k for k in range(21)] if depth is None else depth, 0.0, 10.0, "m")
    name = _check.path("soil", soil)
    columns = _core.plate(name, _laws(laws), form, sizes, numbers, held, values, _optional_path("uncertain", uncertain),
                          _check.whole("draws", draws, 8, 10_000))
    return Table(columns, {"soil": name, **numbers})


def drop(soil: _check.PathLike = "wong_LETE_sand", laws: str | typing.Iterable[str] | None = None, *, body: str = "sphere", radius: float = 0.05,
         density: float | None = None, mass: float | None = None, speed: Numbers | None = None, height: Numbers | None = None,
         gravity: float = 9.81, scm_cell: float | None = None, uncertain: _check.PathLike | None = None, draws: int = 64,
         threads: int | None = None, progress: Progress = False) -> Table:
    """A ball or a disc that falls onto soil, to its first stop, as `grouser drop` has it.

    body: "sphere" or "disc". radius: m. density: of a sphere, kg/m3 (2500 by default), or mass: kg. speed: at the touch, m/s, or height:
    of the fall, m (0.1 by default); several are several rows. scm_cell: m, by the law scm; a quarter of the radius by default.
    Returns law, speed (m/s), depth (m), peak_force (N) and time (s, from the touch to the stop); of an uncertain soil bands as well.
    """
    size = _check.number("radius", radius, 0.0, 10.0, "m", open_least=True)
    if density is not None and mass is not None:
        raise wrong("density and mass", "both", "one of the two")
    if _check.text("body", body) == "disc" and mass is None:
        raise wrong("mass", "nothing", "the mass of the disc, kg")
    heavy = (_check.number("mass", mass, 0.0, 1e6, "kg", open_least=True) if mass is not None else 4.0 / 3.0 * math.pi * size**3
             * _check.number("density", 2500.0 if density is None else density, 0.0, 1e5, "kg/m3", open_least=True))
    g = _check.number("gravity", gravity, 0.0, 100.0, "m/s2", open_least=True)
    if speed is not None and height is not None:
        raise wrong("speed and height", "both", "one of the two")
    if speed is not None:
        speeds = _check.number_list("speed", speed, 0.0, 100.0, "m/s", count=10_000)
    else:
        falls = _check.number_list("height", 0.1 if height is None else height, 0.0, 500.0, "m", count=10_000)
        speeds = [math.sqrt(2.0 * g * fall) for fall in falls]
    numbers = {"radius": size, "mass": heavy, "gravity": g,
               "scm_cell": 0.25 * size if scm_cell is None else _check.number("scm_cell", scm_cell, 1e-4, 1.0, "m")}
    name = _check.path("soil", soil)
    with reporter(progress, "drop") as report:
        columns = _core.drop(name, _laws(laws), body, speeds, numbers, _optional_path("uncertain", uncertain),
                             _check.whole("draws", draws, 8, 10_000), _threads(threads), report)
    return Table(columns, {"soil": name, **numbers})


def gradeability(rover: _check.PathLike = "exomars_lvm", soil: _check.PathLike = "wong_LETE_sand", tilt: Numbers = (0.0, 5.0, 10.0, 15.0), *,
                 speed: float = 0.011, gravity: float = 3.71, max_time: float | None = None, settings: Settings | None = None,
                 threads: int | None = None, progress: Progress = False) -> Table:
    """How a rover climbs uniform slopes of a soil: `grouser gradeability`.

    tilt: deg, negative: downhill. speed: of the wheels' rims, m/s. gravity: m/s2. max_time: longest simulated time of a point, s.
    settings: of the scenario tilt_bed, or of the "rover." or "soil." file. A point that does not settle has no numbers and its reason.
    """
    tilts = _check.number_list("tilt", tilt, -60.0, 60.0, "deg", count=10_000)
    longest = None if max_time is None else _check.number("max_time", max_time, 1.0, 1e6, "s")
    with reporter(progress, "gradeability") as report:
        columns = _core.gradeability(_check.path("rover", rover), _check.path("soil", soil), tilts, _check.number("speed", speed, 1e-4, 10.0, "m/s"),
                                     _check.number("gravity", gravity, 0.0, 100.0, "m/s2", open_least=True), longest, _items(settings),
                                     _threads(threads), report)
    return Table(columns, {"rover": os.fspath(rover), "soil": os.fspath(soil), "gravity": gravity, "speed": speed})


def traverse(scenario: Scenario | _check.PathLike, path: typing.Iterable[typing.Iterable[float]] | None = None, *,
             mode: str = "quasi_static", spacing: float = 0.005, speed: float | None = None, out: _check.PathLike | None = None,
             force: bool = False, progress: Progress = False) -> Table:
    """A rover along a path: `grouser traverse`.

    path: points (x, y), m; None: where the scenario itself drives. mode: "quasi_static" (an equilibrium at each place) or "dynamic".
    spacing: between poses, m. speed: m/s; None: the scenario's. out: run file, of the dynamic mode.
    Returns one row a pose; attributes has the report: status, energy (J), time_s, failures, ... What blocks the rover is no exception.
    """
    made = scenario if isinstance(scenario, Scenario) else Scenario(scenario)
    points = [] if path is None else [_check.number_list(f"path[{k}]", point, -1e7, 1e7, "m") for k, point in enumerate(path)]
    for k, point in enumerate(points):
        if len(point) != 2:
            raise wrong(f"path[{k}]", f"{len(point)} numbers", "x and y, m")
    wanted = None if speed is None else _check.number("speed", speed, 1e-5, 10.0, "m/s")
    with reporter(progress, made.name) as report:
        said, columns = _core.traverse(made.name, list(made.settings.items()), points, wanted, _check.text("mode", mode),
                                       _check.number("spacing", spacing, 1e-4, 1.0, "m"), "" if out is None else _check.path("out", out),
                                       bool(force), report)
    return Table(columns, json.loads(said))


def placement(terrain: _check.PathLike, lander: _check.PathLike = "exomars_platform", samples: int = 1000, *, seed: int = 1,
              soil: _check.PathLike | None = None, soil_map: _check.PathLike | None = None, gravity: float | None = None,
              envelope: typing.Mapping[str, float] | None = None, confidence: float = 0.95, threads: int | None = None,
              progress: Progress = False) -> Table:
    """Sets a lander down at random places of a terrain, by statics: `grouser placement`.

    terrain: a recipe, a raster of heights, or a scenario. envelope: what was tested, of tilt_deg, ramp_deg, best_ramp_deg, ramp_cross_deg,
    ramp_gap (m), sinkage (m). The same seed gives the same bits on any number of threads.
    Returns one row a place; attributes has the counts, and covered_range: the interval of the share that the envelope covers.
    """
    limits = ",".join(f"{_check.text('envelope', key)}={_check.number(f'envelope[{key!r}]', value, 0.0, 1e6)!r}" for key, value in (envelope or {}).items())
    heavy = None if gravity is None else _check.number("gravity", gravity, 0.0, 100.0, "m/s2", open_least=True)
    with reporter(progress, "placement") as report:
        said, columns = _core.placement(
            _check.path("terrain", terrain), _check.path("lander", lander), _check.whole("samples", samples, 1, 1_000_000),
            _check.whole("seed", seed, 0, 2**53), None if soil is None else _check.path("soil", soil),
            None if soil_map is None else _check.path("soil_map", soil_map), heavy, limits, _check.number("confidence", confidence, 0.5, 0.9999),
            _threads(threads), report)
    return Table(columns, said)


class Campaign:
    """A campaign's folder: the rows that are done, in `table`. Others may be at work there; refresh() looks again."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.refresh()

    @staticmethod
    def open(folder: _check.PathLike) -> Campaign:
        """A folder that `grouser campaign run` or `grouser sweep` writes. Raises InputError where it is none."""
        return Campaign(_check.path("folder", folder))

    @staticmethod
    def run(file: _check.PathLike, folder: _check.PathLike, *, threads: int | None = None, progress: Progress = False) -> Campaign:
        """Runs the rows that a campaign's file asks for and the folder lacks, then merges them into table.h5. Ctrl+C stops; the same
        call, or `grouser campaign run`, goes on from there."""
        with reporter(progress, "campaign") as report:
            _core.run_campaign(_check.path("file", file), _check.path("folder", folder), _threads(threads), report)
        return Campaign(_check.path("folder", folder))

    def refresh(self) -> None:
        """Reads the rows that are done by now."""
        columns, self.rows, self.text = _core.read_campaign(self.folder)
        self.table = Table(columns, {"folder": self.folder})

    def row(self, row: int, out: _check.PathLike, *, force: bool = False, progress: Progress = False) -> Run:
        """Runs a row again and records it in the run file `out`."""
        path = _check.path("out", out)
        with reporter(progress, f"row {row}") as report:
            _core.run_row(self.folder, _check.whole("row", row, 0, 2**53), path, bool(force), report)
        return Run.open(path)

    def __repr__(self) -> str:
        return f"<Campaign {self.folder}: {self.table.rows} of {self.rows} rows done>"


def _laws(laws: str | typing.Iterable[str] | None) -> list[str]:
    chosen = [""] if laws is None else [laws] if isinstance(laws, str) else list(laws)
    return [_check.text("laws", law) for law in chosen]


def _optional_path(place: str, value: _check.PathLike | None) -> str:
    return "" if value is None else _check.path(place, value)


def _items(settings: Settings | None) -> list[tuple[str, str]]:
    if settings is None:
        return []
    if not isinstance(settings, typing.Mapping):
        raise wrong("settings", _check.shown(settings), "a dict of keys and values")
    return [(_check.text("settings", key), _check.toml(key, value)) for key, value in settings.items()]


def _threads(threads: int | None) -> int:
    if threads is None:
        return max(1, len(os.sched_getaffinity(0)))
    return _check.whole("threads", threads, 1, 4096)
