# SPDX-License-Identifier: BSD-3-Clause
"""Writes small GeoTIFFs by hand, so that each field can be made wrong on its own (TIFF 6.0, OGC GeoTIFF 1.1)."""
import math
import struct

SHORT, LONG, DOUBLE, ASCII = 3, 4, 12, 2
FORMAT = {SHORT: "H", LONG: "I", DOUBLE: "d"}
# A projected system, metres: model type 1, raster pixel is area, UTM zone 31N on WGS 84.
METRES = [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32631]
# Degrees of latitude and longitude on WGS 84.
DEGREES = [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326]
# Equirectangular, metres, on a sphere whose radius stands in the doubles (GeoKeys 2057 and 2058, 17 of 3075).
SPHERE = [1, 1, 0, 11, 1024, 0, 1, 1, 1025, 0, 1, 1, 2048, 0, 1, 32767, 2050, 0, 1, 32767, 2056, 0, 1, 32767, 2057, 34736, 1, 0,
          2058, 34736, 1, 0, 3072, 0, 1, 32767, 3074, 0, 1, 32767, 3075, 0, 1, 17, 3076, 0, 1, 9001]
MARS, MOON = 3396190.0, 1737400.0


def gentle_hills(columns=64, rows=64, cell=1.0):
    return [0.3 * math.sin(0.15 * i * cell) * math.cos(0.1 * j * cell) for j in range(rows) for i in range(columns)]


def geotiff(columns=64, rows=64, cell=(1.0, 1.0), heights=None, keys=METRES, nodata=None, transform=None,
            sample_format=3, bits=32, shape=None, radius=None, sparse_tile=None):
    """The bytes of a one-band file of 32-bit floats. shape: what the header claims, where that is to be a lie. radius: of the
    body in place of the keys. sparse_tile: side of tiles none of which is there, of a raster of that shape."""
    heights = gentle_hills(columns, rows) if heights is None else heights
    data = struct.pack(f"<{len(heights)}f", *heights)
    width, height = shape or (columns, rows)
    tags = [(256, LONG, [width]), (257, LONG, [height]), (258, SHORT, [bits]), (259, SHORT, [1]), (262, SHORT, [1]),
            (273, LONG, [8]), (277, SHORT, [1]), (278, LONG, [height]), (279, LONG, [len(data)]),
            (339, SHORT, [sample_format])]
    if sparse_tile:
        tiles = [0] * (-(-width // sparse_tile) * -(-height // sparse_tile))
        tags = [t for t in tags if t[0] not in (273, 278, 279)]
        tags += [(322, LONG, [sparse_tile]), (323, LONG, [sparse_tile]), (324, LONG, tiles), (325, LONG, tiles)]
    if transform:
        tags.append((34264, DOUBLE, transform))
    elif cell:
        north = 1000.0 if radius else 4000000.0  # an equirectangular map is true to scale at its equator alone
        tags += [(33550, DOUBLE, [cell[0], cell[1], 0.0]), (33922, DOUBLE, [0, 0, 0, 500000.0, north, 0])]
    if radius:
        keys = SPHERE
        tags.append((34736, DOUBLE, [radius]))
    if keys:
        tags.append((34735, SHORT, keys))
    if nodata is not None:
        tags.append((42113, ASCII, nodata))
    tags.sort()
    directory = 8 + len(data)
    extra_at = directory + 2 + 12 * len(tags) + 4
    entries, extra = b"", b""
    for tag, kind, values in tags:
        raw = values.encode() + b"\0" if kind == ASCII else struct.pack(f"<{len(values)}{FORMAT[kind]}", *values)
        count = len(raw) if kind == ASCII else len(values)
        if len(raw) <= 4:
            field = raw.ljust(4, b"\0")
        else:
            field = struct.pack("<I", extra_at + len(extra))
            extra += raw + b"\0" * (len(raw) % 2)
        entries += struct.pack("<HHI", tag, kind, count) + field
    return (struct.pack("<2sHI", b"II", 42, directory) + data + struct.pack("<H", len(tags)) + entries +
            struct.pack("<I", 0) + extra)
