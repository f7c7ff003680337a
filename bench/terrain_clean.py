#!/usr/bin/python3
"""Speed and memory of `grouser terrain clean` on a large raster: detection and copy, then filling apart.

Usage: bench/terrain_clean.py GROUSER [--side 20000] [--folder DIR]
Needs python3-gdal, and 4 float rasters of that side on the disk (6.4 GB for 20,000). Times are of the processor, so they
hold on a busy machine too.
"""
import argparse
import json
import os
import pathlib
import resource
import subprocess
import tempfile

import numpy as np
from osgeo import gdal

gdal.UseExceptions()
ROWS = 1000  # written at once


def ground(side, row, rows):
    """Hills of several sizes, in closed form."""
    y, x = np.arange(row, row + rows)[:, None], np.arange(side)[None, :]
    z = np.full((rows, side), -4450.0)
    for k, length in enumerate((700.0, 230.0, 90.0, 37.0)):
        z += 0.012 * length * np.sin(x / length + 1.3 * k) * np.cos(y / (1.1 * length) + 0.7 * k)
    return z


def make(path, side, holes, packed):
    options = ["TILED=YES", "BLOCKXSIZE=256", "BLOCKYSIZE=256"] if packed else []
    data = gdal.GetDriverByName("GTiff").Create(str(path), side, side, 1, gdal.GDT_Float32, options)
    data.SetGeoTransform((0.0, 1.0, 0.0, 0.0, 0.0, -1.0))
    band = data.GetRasterBand(1)
    band.SetNoDataValue(-32767.0)
    for row in range(0, side, ROWS):
        rows = min(ROWS, side - row)
        z = ground(side, row, rows)
        y, x = np.arange(row, row + rows)[:, None], np.arange(side)[None, :]
        if holes:  # discs of radius 10 to 60 on a lattice of 400 cells
            radius = 10 + 10 * ((x // 400 + y // 400) % 6)
            z[(x % 400 - 200) ** 2 + (y % 400 - 200) ** 2 <= radius ** 2] = -32767.0
        band.WriteArray(z.astype(np.float32), 0, row)


def clean(grouser, folder, name, *options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.Popen([grouser, "terrain", "clean", folder / name, "--out", folder / "out.tif", "--json", *options],
                           stdout=subprocess.PIPE, text=True)
    found = json.loads(run.stdout.read())
    _, status, usage = os.wait4(run.pid, 0)
    if status:
        raise SystemExit("grouser failed")
    return found, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("grouser")
    parser.add_argument("--side", type=int, default=20000)
    parser.add_argument("--folder")
    options = parser.parse_args()
    grouser = pathlib.Path(options.grouser).resolve()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        folder = pathlib.Path(folder)
        for packed in (True, False):
            kind = "tiled" if packed else "untiled"
            make(folder / "whole.tif", options.side, False, packed)
            _, bare, memory = clean(grouser, folder, "whole.tif")
            megapixels = options.side ** 2 / 1e6
            print(f"{kind}: detection and copy {megapixels / bare:.1f} megapixels/s of one core, peak memory {memory:.0f} MB", flush=True)
            make(folder / "whole.tif", options.side, True, packed)
            found, seconds, memory = clean(grouser, folder, "whole.tif")
            filled = found["filled_void"]
            print(f"{kind}: {filled} cells filled at {filled / max(seconds - bare, 1e-9):.0f} a second of one core, peak memory {memory:.0f} MB", flush=True)


main()
