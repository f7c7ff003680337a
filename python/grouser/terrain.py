# SPDX-License-Identifier: BSD-3-Clause
"""Heights and soil maps as arrays with their place on the map; cutting a site out of a map, and cleaning it."""
from __future__ import annotations

import dataclasses
import os
import typing

import numpy as np

from . import _check, _core
from .errors import wrong
from .progress import Progress, reporter
from .table import _xarray
from .values import Channel

if typing.TYPE_CHECKING:
    import xarray


class Grid:
    """Square cells. Row 0 is the northern one, column 0 the western one; values lie at the cells' centres.

    x, y: coordinates of columns and rows in the frame of the simulation, m, east and north.
    cell: m. crs: the coordinate system as WKT, "" where there is none. map_origin: where x = y = 0 lies on that map, m.
    """

    def __init__(self, said: dict[str, typing.Any], rows: int, columns: int) -> None:
        self.shape: tuple[int, int] = (rows, columns)
        self.cell: float = said["cell"]
        self.crs: str = said["crs"]
        self.map_origin: tuple[float, float] = said["map_origin"]
        self.x: np.ndarray = said["west"] + self.cell * np.arange(columns)
        self.y: np.ndarray = said["north"] - self.cell * np.arange(rows)


class Heights(Grid):
    """A grid of heights. source: the file or recipe that it came from; datum: the height that offsets are above, m."""

    def __init__(self, said: dict[str, typing.Any]) -> None:
        self._offsets: np.ndarray = said["offsets"]
        super().__init__(said, *self._offsets.shape)
        self.datum: float = said["datum"]
        self.source: str = said["source"]

    @staticmethod
    def open(file: _check.PathLike, *, voids: bool = False) -> Heights:
        """Reads a raster of heights (GeoTIFF, PDS and what else GDAL reads). Raises InputError, also for one with voids, unless these
        are allowed: then cells without a height are NaN."""
        return Heights(_core.load_heights(_check.path("file", file), bool(voids)))

    @classmethod
    def _of_raster(cls, raster: dict[str, typing.Any]) -> Heights:
        west, north = raster["origin"]
        return cls({**raster, "offsets": raster["values"], "west": west, "north": north})

    @property
    def offsets(self) -> Channel:
        """Heights above the datum, m, in single precision; nothing is copied."""
        return Channel.of(self._offsets, "height above the datum", "m")

    @property
    def z(self) -> Channel:
        """Heights, m, in double precision."""
        return Channel.of(self._offsets.astype(float) + self.datum, "height", "m")

    def to_xarray(self) -> xarray.DataArray:
        """As an xarray.DataArray over y and x, m."""
        return _xarray().DataArray(np.asarray(self.z), {"y": self.y, "x": self.x}, ("y", "x"), "height",
                                   {"units": "m", "crs_wkt": self.crs, "source": self.source})

    def __repr__(self) -> str:
        rows, columns = self.shape
        return f"<Heights: {columns} x {rows} cells of {self.cell:g} m, from {self.source}>"


@dataclasses.dataclass(frozen=True)
class SoilClass:
    """A class of a soil map: its value in the cells, its name, and its soil."""

    value: int
    name: str
    soil: str


class SoilMap(Grid):
    """Which soil lies where. cells: the class of each cell; legend: what the classes are."""

    def __init__(self, said: dict[str, typing.Any]) -> None:
        self.cells: np.ndarray = said["cells"]
        super().__init__(said, *self.cells.shape)
        self.legend: list[SoilClass] = [SoilClass(*entry) for entry in said["legend"]]

    @staticmethod
    def open(file: _check.PathLike) -> SoilMap:
        """Reads a map that `grouser soilmap` writes, with its legend beside it. Raises InputError."""
        return SoilMap(_core.load_soil_map(_check.path("file", file)))

    def where(self, name: str) -> np.ndarray:
        """True in the cells of a class, by its name or its soil."""
        values = [entry.value for entry in self.legend if name in (entry.name, entry.soil)]
        if not values:
            raise wrong("name", _check.shown(name), "one of: " + ", ".join(entry.name for entry in self.legend))
        return np.isin(self.cells, values)

    def __repr__(self) -> str:
        rows, columns = self.shape
        return f"<SoilMap: {columns} x {rows} cells of {self.cell:g} m, {', '.join(entry.name for entry in self.legend)}>"


Numbers = typing.Iterable[float]


def import_terrain(file: _check.PathLike, out: _check.PathLike, *, center: Numbers | None = None, map_center: Numbers | None = None,
                   size: Numbers | None = None, window: typing.Iterable[int] | None = None, bounds: Numbers | None = None, cell: float | None = None,
                   frame: str = "auto", force: bool = False, progress: Progress = False) -> Heights:
    """Cuts a site out of a map of a planet and writes it as a GeoTIFF: `grouser terrain import`.

    One of: center (longitude, east, and latitude, deg) or map_center (map units), with size (east and north, m); window (first column and
    row, columns, rows of the file); bounds (west, south, east, north in map units). cell: side of new cells, m; None: the raster's own.
    frame: "map" keeps the map's directions, "local" is a map of the place's own, "auto" chooses. Returns the heights, NaN in voids.
    """
    def numbers(name: str, values: Numbers | None, count: int) -> list[float] | None:
        taken = None if values is None else _check.number_list(name, values, -1e12, 1e12, count=count)
        if taken is not None and len(taken) != count:
            raise wrong(name, f"{len(taken)} numbers", str(count))
        return taken
    with reporter(progress, "terrain import") as report:
        _core.import_terrain(_check.path("file", file), _check.path("out", out), numbers("center", center, 2), numbers("map_center", map_center, 2),
                             numbers("size", size, 2), _window(window), numbers("bounds", bounds, 4),
                             0.0 if cell is None else _check.number("cell", cell, 1e-4, 1e6, "m"), _check.text("frame", frame), bool(force), report)
    return Heights.open(out, voids=True)


def clean_terrain(file: _check.PathLike, out: _check.PathLike, *, mask: _check.PathLike | None = None, deviation: _check.PathLike | None = None,
                  spikes: bool = True, boxes: bool = True, window: typing.Iterable[int] | None = None, threads: int | None = None,
                  force: bool = False, progress: Progress = False) -> dict[str, int]:
    """Finds spikes and boxes in a raster of heights, fills its holes by kriging and writes it: `grouser terrain clean`, whose other options
    have their defaults. mask: what was touched and why; deviation: of what was filled, m. Returns the cells by what became of them."""
    with reporter(progress, "terrain clean") as report:
        return _core.clean_terrain(_check.path("file", file), _check.path("out", out), "" if mask is None else _check.path("mask", mask),
                                   "" if deviation is None else _check.path("deviation", deviation), bool(spikes), bool(boxes), _window(window),
                                   max(1, len(os.sched_getaffinity(0))) if threads is None else _check.whole("threads", threads, 1, 4096),
                                   bool(force), report)


def _window(window: typing.Iterable[int] | None) -> list[int] | None:
    if window is None:
        return None
    taken = _check.number_list("window", window, 0, 2**31 - 1, count=4)
    if len(taken) != 4 or any(number != int(number) for number in taken):
        raise wrong("window", _check.shown(window), "first column, first row, columns, rows")
    return [int(number) for number in taken]
