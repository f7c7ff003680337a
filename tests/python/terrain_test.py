#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Heights, soil maps, sites that are cut out of maps, and their cleaning: the files of the command line."""
import unittest

import numpy as np

from geotiff import MARS, geotiff, gentle_hills
from python_case import PythonTest, g


class Terrain(PythonTest):
    def setUp(self):
        super().setUp()
        self.site = self.folder / "site.tif"
        self.site.write_bytes(geotiff(radius=MARS))  # 64 x 64 cells of 1 m

    def holed(self):
        heights = np.array(gentle_hills(), dtype=float).reshape(64, 64)
        heights[30:33, 30:33] = -32768.0
        (self.folder / "holed.tif").write_bytes(geotiff(radius=MARS, heights=heights.ravel().tolist(), nodata="-32768"))
        return self.folder / "holed.tif"

    def test_voids_are_nan_where_they_are_allowed(self):
        self.refused(lambda: g.Heights.open(self.holed()), "holed.tif")
        heights = g.Heights.open(self.holed(), voids=True)
        self.assertEqual((int(np.isnan(heights.z).sum()), bool(np.isnan(heights.z[31, 31]))), (9, True))

    def test_a_site_is_the_command_lines(self):
        heights = g.import_terrain(self.site, self.folder / "ours.tif", window=(10, 20, 30, 25))
        told = self.run_json("terrain", "import", self.site, "--window", "10,20,30,25", "--out", "theirs.tif")
        self.assertEqual((self.folder / "ours.tif").read_bytes(), (self.folder / "theirs.tif").read_bytes())
        self.assertEqual(heights.shape, (told["rows"], told["columns"]))
        np.testing.assert_array_equal(heights.z, g.Heights.open(self.site).z[20:45, 10:40])
        for wrong in ({"window": (1, 2, 3)}, {"window": (0.5, 0, 8, 8)}, {"center": (1, 2, 3)}, {"cell": 0}, {"frame": "square"}, {},
                      {"window": (60, 60, 30, 30)}):
            self.refused(lambda: g.import_terrain(self.site, self.folder / "no.tif", **wrong), error=g.InputError)
        self.assertFalse((self.folder / "no.tif").exists())

    def test_cleaning_is_the_command_lines(self):
        fates = g.clean_terrain(self.holed(), self.folder / "ours.tif", mask=self.folder / "mask.tif", threads=2)
        self.run_ok("terrain", "clean", self.holed(), "--out", "theirs.tif")
        self.assertEqual((self.folder / "ours.tif").read_bytes(), (self.folder / "theirs.tif").read_bytes())
        self.assertEqual((fates["filled void"], sum(fates.values())), (9, 64 * 64))
        self.assertFalse(np.isnan(g.Heights.open(self.folder / "ours.tif").z).any())
        self.refused(lambda: g.clean_terrain(self.site, self.site), "site.tif")
        self.refused(lambda: g.clean_terrain(self.site, self.folder / "x.tif", threads=0), "threads")

    def test_a_soil_map(self):
        self.run_ok("soilmap", "new", self.site, "--class", "sand=wong_LETE_sand", "--class", "rock=hard_plate", "--out", "soils.tif")
        self.run_ok("soilmap", "paint", "soils.tif", "--class", "rock", "--brush", "0,0", "--radius", "5")
        soils = g.SoilMap.open(self.folder / "soils.tif")
        self.assertEqual([(entry.name, entry.soil) for entry in soils.legend], [("sand", "wong_LETE_sand"), ("rock", "hard_plate")])
        rock = soils.where("rock")
        np.testing.assert_array_equal(rock, soils.where("hard_plate"))
        x, y = np.meshgrid(soils.x, soils.y)
        self.assertTrue((np.hypot(x, y)[rock] < 6).all())
        self.assertEqual(int(rock.sum()), {c["name"]: c["cells"] for c in self.run_json("soilmap", "info", "soils.tif")["classes"]}["rock"])
        with self.assertRaises(ValueError):
            soils.cells[0, 0] = 1
        self.refused(lambda: soils.where("ice"), "sand, rock")
        self.refused(lambda: g.SoilMap.open(self.site), "site.tif", error=g.InputError)


if __name__ == "__main__":
    unittest.main()
