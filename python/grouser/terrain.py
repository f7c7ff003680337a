# SPDX-License-Identifier: BSD-3-Clause
"""Heights of a ground as arrays, with their place on the map."""
from __future__ import annotations

import typing

import numpy as np

from . import _check, _core
from .table import _xarray
from .values import Channel

if typing.TYPE_CHECKING:
    import xarray


class Heights:
    """A regular grid of heights. Row 0 is the northern one, column 0 the western one; values lie at the cells' centres.

    x, y: coordinates of columns and rows in the frame of the simulation, m, east and north.
    cell: m. crs: the coordinate system as WKT, "" where there is none. map_origin: where x = y = 0 lies on that map, m.
    source: the file or recipe that it came from.
    """

    def __init__(self, said: dict[str, typing.Any]) -> None:
        self._offsets: np.ndarray = said["offsets"]
        self.datum: float = said["datum"]
        self.cell: float = said["cell"]
        self.crs: str = said["crs"]
        self.map_origin: tuple[float, float] = said["map_origin"]
        self.source: str = said["source"]
        rows, columns = self._offsets.shape
        self.x: np.ndarray = said["west"] + self.cell * np.arange(columns)
        self.y: np.ndarray = said["north"] - self.cell * np.arange(rows)

    @staticmethod
    def open(file: _check.PathLike) -> Heights:
        """Reads a raster of heights (GeoTIFF, PDS and what else GDAL reads). Raises InputError, also for one with voids."""
        return Heights(_core.load_heights(_check.path("file", file)))

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

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        rows, columns = self._offsets.shape
        return rows, columns

    def to_xarray(self) -> xarray.DataArray:
        """As an xarray.DataArray over y and x, m."""
        return _xarray().DataArray(np.asarray(self.z), {"y": self.y, "x": self.x}, ("y", "x"), "height",
                                   {"units": "m", "crs_wkt": self.crs, "source": self.source})

    def __repr__(self) -> str:
        rows, columns = self.shape
        return f"<Heights: {columns} x {rows} cells of {self.cell:g} m, from {self.source}>"
