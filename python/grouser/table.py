# SPDX-License-Identifier: BSD-3-Clause
"""Tables of results: named columns with units."""
from __future__ import annotations

import html
import typing

import numpy as np

from . import _check
from .errors import wrong
from .values import Channel

if typing.TYPE_CHECKING:
    import pandas
    import xarray

Column = typing.Union[Channel, typing.List[str]]


class Table(typing.Mapping[str, Column]):
    """A table: table["drawbar_pull"] is an array with a unit, or a list of texts. len() counts its columns, as of any mapping; rows is
    the number of rows.

    attributes: what is said of the table as a whole.
    """

    def __init__(self, columns: typing.Sequence[tuple[str, str, typing.Any]], attributes: dict[str, typing.Any] | None = None) -> None:
        self._columns: dict[str, Column] = {}
        for name, unit, cells in columns:
            self._columns[name] = list(cells) if isinstance(cells, list) else Channel.of(cells, name, unit)
        self.attributes: dict[str, typing.Any] = dict(attributes or {})

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(next(iter(self._columns.values()), []))

    def __getitem__(self, name: str) -> Column:
        if not isinstance(name, str) or name not in self._columns:
            raise wrong("column", _check.shown(name), "one of: " + ", ".join(self._columns))
        return self._columns[name]

    def __contains__(self, name: object) -> bool:
        return name in self._columns

    def __iter__(self) -> typing.Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def unit(self, name: str) -> str:
        """The unit of a column: "m", "-" of pure numbers, "" of texts."""
        return getattr(self[name], "unit", "")

    def row(self, index: int) -> dict[str, typing.Any]:
        """One row as a dict; index: from 0, or from the end where it is negative."""
        at = _check.whole("index", index, -self.rows, self.rows - 1)
        return {name: cells[at] if isinstance(cells, list) else float(cells[at]) for name, cells in self._columns.items()}

    def where(self, column: str, value: object) -> Table:
        """The rows whose cell in `column` is `value`."""
        wanted = np.array([cell == value for cell in self[column]], dtype=bool)
        def kept(cells: Column) -> typing.Any:
            return [c for c, keep in zip(cells, wanted) if keep] if isinstance(cells, list) else np.asarray(cells)[wanted]
        return Table([(name, self.unit(name), kept(cells)) for name, cells in self._columns.items()], self.attributes)

    def to_dataframe(self) -> pandas.DataFrame:
        """As a pandas.DataFrame; units are in its attrs["units"]."""
        frame = _pandas().DataFrame({name: list(c) if isinstance(c, list) else np.array(c) for name, c in self._columns.items()})
        frame.attrs.update(self.attributes, units={name: self.unit(name) for name in self})
        return frame

    def to_xarray(self) -> xarray.Dataset:
        """As an xarray.Dataset over the dimension "row"; units are attributes."""
        return _xarray().Dataset(
            {name: ("row", np.array(cells), {"units": self.unit(name)} if self.unit(name) else {}) for name, cells in self._columns.items()},
            attrs=self.attributes)

    def __repr__(self) -> str:
        return f"<Table of {self.rows} rows: {', '.join(self._columns)}>"

    def _repr_html_(self) -> str:
        most = 40
        def cell(value: typing.Any) -> str:
            return html.escape(value) if isinstance(value, str) else "" if np.isnan(value) else f"{value:.6g}"
        def head(name: str) -> str:
            unit = self.unit(name)
            return html.escape(f"{name} [{unit}]" if unit else name)
        rows = ["<tr>" + "".join(f"<td>{cell(c[k])}</td>" for c in self._columns.values()) + "</tr>" for k in range(min(self.rows, most))]
        more = f"<p>... {self.rows - most} more rows</p>" if self.rows > most else ""
        return ("<table><tr>" + "".join(f"<th>{head(name)}</th>" for name in self) + "</tr>" + "".join(rows) + "</table>" + more)


def _needed(module: str, package: str, what: str) -> typing.Any:
    import importlib
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(f"{what} needs {module}, which is not installed (Debian: {package})") from error


def _pandas() -> typing.Any:
    return _needed("pandas", "python3-pandas", "to_dataframe()")


def _xarray() -> typing.Any:
    return _needed("xarray", "python3-xarray", "to_xarray()")


def _pyplot() -> typing.Any:
    return _needed("matplotlib.pyplot", "python3-matplotlib", "plot()")
