#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The raster commands on a large terrain: made, looked at, cut, cleaned. One table: time, memory, what was asked.

Usage: bench/terrain_large.py GROUSER [--side 20000] [--folder DIR]
Needs python3-gdal, and three float rasters of that side on the disk (4.8 GB for 20,000). Each row is one program, with its
processor time, its time on the clock and its greatest memory; on a busy machine the processor's time is the one to believe.
The targets are those of 20,000 cells a side.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROWS = 256  # looked at together
RECIPE = """units = "SI"
kind = "fractal"
size = [{side}.0, {side}.0]
cell = 1.0
seed = 5
hurst = 0.9
rms_slope_deg = 4.0
lag = 10.0
longest = 2000.0
"""


class Table:
    def __init__(self, grouser, folder):
        self.grouser, self.folder = grouser, folder
        print(f"{'':<46}{'processor, s':>13}{'clock, s':>10}{'memory, MB':>12}   result")

    def run(self, name, *command):
        """Processor seconds, clock seconds and the program's JSON."""
        start = time.monotonic()
        program = subprocess.Popen([self.grouser, "terrain", *command, "--json"], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True)
        found = program.stdout.read()
        _, status, usage = os.wait4(program.pid, 0)
        clock, processor = time.monotonic() - start, usage.ru_utime + usage.ru_stime
        if status:
            raise SystemExit(f"{name}: grouser failed")
        print(f"{name:<46}{processor:>13.2f}{clock:>10.2f}{usage.ru_maxrss / 1024:>12.0f}", end="   ", flush=True)
        return processor, clock, json.loads(found)


def cut_holes(path):
    """Discs of radius 10 to 60 on a lattice of 400 cells. In a process of its own (--cut): a program's greatest memory is
    never less than that of whoever started it."""
    import numpy as np
    from osgeo import gdal
    gdal.UseExceptions()
    data = gdal.Open(str(path), gdal.GA_Update)
    band, side = data.GetRasterBand(1), data.RasterXSize
    nodata = band.GetNoDataValue()
    x = np.arange(side)[None, :]
    for row in range(0, side, ROWS):
        z = band.ReadAsArray(0, row, side, min(ROWS, side - row))
        y = np.arange(row, row + len(z))[:, None]
        radius = 10 + 10 * ((x // 400 + y // 400) % 6)
        z[(x % 400 - 200) ** 2 + (y % 400 - 200) ** 2 <= radius ** 2] = nodata
        band.WriteArray(z, 0, row)


def clean(table, name, file):
    """Speed of detection and copy; then of filling alone, which is what holes add."""
    bare, clock, found = table.run(f"{name}: clean, no holes", "clean", file, "--out", "clean.tif")
    megapixels = found["cells"] / 1e6
    print(f"detection and copy {megapixels / clock:.1f} megapixels/s ({megapixels / bare:.1f} a core; 10 asked)")
    subprocess.run([sys.executable, __file__, "--cut", table.folder / file], check=True)
    full, _, found = table.run(f"{name}: clean, discs of 10 to 60 cells", "clean", file, "--out", "clean.tif")
    (table.folder / "clean.tif").unlink()
    print(f"{found['filled_void']} cells filled, {found['filled_void'] / max(full - bare, 1e-9):.0f} a second and core (100,000 asked)")


def main():
    if sys.argv[1:2] == ["--cut"]:
        return cut_holes(sys.argv[2])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("grouser")
    parser.add_argument("--side", type=int, default=20000)
    parser.add_argument("--folder")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        folder = pathlib.Path(folder)
        (folder / "large.toml").write_text(RECIPE.format(side=options.side))
        table = Table(pathlib.Path(options.grouser).resolve(), folder)
        half = options.side // 2
        size = min(2000, half)
        for name, layout in (("rows", ["--untiled"]), ("tiles", []), ("tiles and overviews", ["--overviews"])):
            table.run(f"{name}: make", "make", "large.toml", "--out", "large.tif", "--packing", "none", *layout)
            print(f"{(folder / 'large.tif').stat().st_size / 1e6:.0f} MB")
            table.run(f"{name}: info with picture", "info", "large.tif", "--plot", "large.png")
            print(f"{2 if layout == ['--overviews'] else 15} s asked")
            table.run(f"{name}: import of {size} x {size}", "import", "large.tif", "--window", f"{half - size // 2},{half - size // 2},{size},{size}",
                      "--out", "site.tif")
            print("1 s asked")
            if layout != ["--overviews"]:
                clean(table, name, "large.tif")
            (folder / "large.tif").unlink()


main()
