#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""One raster in each format that planetary archives use, written by GDAL's own gdal_translate: the same heights at the same
places as from the GeoTIFF it was made of, by `terrain info` and by `terrain import`."""
import shutil
import subprocess
import unittest
import zipfile

import geotiff
from grouser_cli import CliTest, run

COLUMNS, ROWS, CELL, NODATA = 60, 44, 2.0, "-9999"
# How gdal_translate writes each; options of ours where the format cannot say what the GeoTIFF says.
FORMATS = {
    "COG": ("site_cog.tif", ["-of", "COG", "-co", "BLOCKSIZE=128"], []),
    "PDS4": ("site_pds4.xml", ["-of", "PDS4", "-co", "IMAGE_FILENAME=site_pds4.dat"], []),
    "ISIS3": ("site.cub", ["-of", "ISIS3"], []),
    "ISIS3 with a label of its own": ("site.lbl", ["-of", "ISIS3", "-co", "DATA_LOCATION=EXTERNAL"], []),
    "ENVI": ("site_envi.img", ["-of", "ENVI"], []),
    "JP2OpenJPEG": ("site.jp2", ["-ot", "Int16", "-of", "JP2OpenJPEG", "-co", "QUALITY=100", "-co", "REVERSIBLE=YES"], ["--nodata", NODATA]),
    "tiled, packed, 16 bits": ("site_16.tif", ["-ot", "Int16", "-co", "TILED=YES", "-co", "COMPRESS=LZW", "-co", "PREDICTOR=2"], []),
    "BigTIFF, big endian": ("site_big.tif", ["-co", "BIGTIFF=YES", "-co", "ENDIANNESS=BIG"], []),
}


def heights():
    """Whole metres, so that 16 bits hold them; no two corners alike; a hole of six cells."""
    z = [3 * column - 5 * row + column * row // 16 for row in range(ROWS) for column in range(COLUMNS)]
    for row in (20, 21):
        for column in (30, 31, 32):
            z[row * COLUMNS + column] = int(NODATA)
    return z


@unittest.skipUnless(shutil.which("gdal_translate"), "needs gdal_translate (gdal-bin)")
class Formats(CliTest):
    def setUp(self):
        super().setUp()
        site = geotiff.geotiff(columns=COLUMNS, rows=ROWS, cell=(CELL, CELL), heights=heights(), nodata=NODATA, radius=geotiff.MARS)
        (self.folder / "site.tif").write_bytes(site)

    def info(self, name, options=()):
        found = self.run_json("terrain", "info", name, *options)
        # how a file is laid out is its own; what is in it is not
        own = ("file", "driver", "sample_type", "vertical_unit", "block_columns", "block_rows", "overviews", "memory_bytes")
        return {key: value for key, value in found.items() if key not in own}

    def points(self, name):
        """x, y and height of every cell, as GDAL reads what import wrote."""
        subprocess.run(["gdal_translate", "-q", "-of", "XYZ", name, "points.xyz"], cwd=self.folder, check=True)
        return [tuple(map(float, line.split())) for line in (self.folder / "points.xyz").read_text().splitlines()]

    def cuts(self, name, options=()):
        """Of the map's own cells by pixels, and about a longitude and latitude in other cells."""
        centre = f"{self.centre[0]:.9f},{self.centre[1]:.9f}"
        self.run_ok("terrain", "import", name, "--window", "22,14,30,20", *options, "--out", "a.tif")
        self.run_ok("terrain", "import", name, "--center", centre, "--size", "24,50", "--cell", "1.3", "--frame", "local", *options, "--out",
                    "b.tif")
        return self.points("a.tif"), self.points("b.tif")

    def check_same(self, name, options=()):
        found = self.info(name, options)
        self.assertEqual(set(found), set(self.whole))
        for key, wanted in self.whole.items():
            if isinstance(wanted, float):  # text of a label has fewer digits: 1e-9 deg is 0.06 mm
                self.assertAlmostEqual(found[key], wanted, delta=1e-9, msg=key)
            else:
                self.assertEqual(found[key], wanted, key)
        for k, (ours, theirs) in enumerate(zip(self.cuts(name, options), self.pieces)):
            self.assertEqual(len(ours), len(theirs))
            for a, b in zip(ours, theirs):
                self.assertAlmostEqual(a[0], b[0], delta=1e-4)
                self.assertAlmostEqual(a[1], b[1], delta=1e-4)
                if k == 0:
                    self.assertEqual(self.void_or(a[2]), self.void_or(b[2]))
                elif self.void_or(b[2]) is None:
                    self.assertIsNone(self.void_or(a[2]))
                else:  # resampled: heights of 3 m a cell move by what 0.1 mm moves them
                    self.assertAlmostEqual(a[2], b[2], delta=1e-3)

    @staticmethod
    def void_or(height):
        return None if height < -9000.0 else height

    def test_the_same_heights_at_the_same_places(self):
        self.whole = self.info("site.tif")
        self.assertEqual((self.whole["columns"], self.whole["rows"], self.whole["holes"], self.whole["body"]), (COLUMNS, ROWS, 1, "Mars"))
        self.centre = self.whole["longitude_deg"], self.whole["latitude_deg"]
        self.pieces = self.cuts("site.tif")
        first = {(x, y): z for x, y, z in self.pieces[0]}
        corner = (500000.0 + (22 + 0.5) * CELL, 1000.0 - (14 + 0.5) * CELL)
        self.assertEqual(first[corner], heights()[14 * COLUMNS + 22])
        self.assertEqual(sum(self.void_or(z) is None for z in first.values()), 6)
        written = subprocess.run(["gdalinfo", "--formats"], capture_output=True, text=True, check=True).stdout
        for title, (name, how, options) in FORMATS.items():
            driver = how[how.index("-of") + 1] if "-of" in how else "GTiff"
            with self.subTest(title):
                if f"  {driver} -raster" not in written:
                    self.skipTest(f"this GDAL has no {driver}")
                subprocess.run(["gdal_translate", "-q", *how, "site.tif", name], cwd=self.folder, check=True, stderr=subprocess.DEVNULL)
                self.check_same(name, options)

    def test_inside_archives(self):
        self.whole = self.info("site.tif")
        self.centre = self.whole["longitude_deg"], self.whole["latitude_deg"]
        self.pieces = self.cuts("site.tif")
        with zipfile.ZipFile(self.folder / "maps.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(self.folder / "site.tif", "deep/er/site.tif")
        self.check_same("/vsizip/maps.zip/deep/er/site.tif")
        subprocess.run(["gzip", "-k", "site.tif"], cwd=self.folder, check=True)
        self.check_same("/vsigzip/site.tif.gz")
        self.run_ok("terrain", "clean", "/vsizip/maps.zip/deep/er/site.tif", "--out", "clean.tif")
        for arguments, word in ((["/vsizip/maps.zip/other.tif"], "other.tif"), (["/vsizip/none.zip/site.tif"], "none.zip")):
            self.check_error(run("terrain", "info", *arguments, cwd=self.folder), 2, word)


if __name__ == "__main__":
    unittest.main()
