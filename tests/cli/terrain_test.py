"""grouser terrain: info, import and what they refuse."""
import math
import unittest

import geotiff
from grouser_cli import CliTest, run


class Info(CliTest):
    def setUp(self):
        super().setUp()
        self.site = self.folder / "hills.tif"
        heights = geotiff.gentle_hills()
        for k in (0, 1, 64, 700, 701, 765):  # three at the corner, a hole of three
            heights[k] = -9999.0
        self.site.write_bytes(geotiff.geotiff(heights=heights, nodata="-9999"))

    def test_json_and_picture(self):
        found = self.run_json("terrain", "info", self.site, "--plot", "hills.png")
        self.assertEqual((found["columns"], found["rows"], found["body"]), (64, 64, "Earth"))
        self.assertAlmostEqual(found["void_share"], 6 / 4096)
        self.assertAlmostEqual(found["margin_void_share"], 3 / 4096)
        self.assertEqual((found["holes"], found["largest_hole_cells"]), (1, 3))
        self.assertEqual(found["memory_bytes"], 4 * 4096)
        # UTM zone 31: the central meridian of 3 deg is at 500 km east
        self.assertAlmostEqual(found["longitude_deg"], 3.0, places=2)
        self.assertEqual((self.folder / "hills.png").read_bytes()[:4], b"\x89PNG")
        text = self.run_ok("terrain", "info", self.site)
        for words in ("64 x 64 cells", "Earth", "1 hole", "note: it has voids"):
            self.assertIn(words, text)
        # the same by the command for any file
        self.assertEqual(self.run_json("info", self.site)["holes"], 1)

    def test_options_for_what_the_file_does_not_say(self):
        heights = [5.0] * 4096
        for k in range(1500):
            heights[k] = -32767.0
        self.site.write_bytes(geotiff.geotiff(heights=heights))
        self.assertIn("perhaps a nodata value", self.run_ok("terrain", "info", self.site))
        found = self.run_json("terrain", "info", self.site, "--nodata", "-32767", "--vertical-unit", "km")
        self.assertEqual((found["lowest"], found["highest"]), (5000.0, 5000.0))

    def test_wrong_input_is_one_line(self):
        self.check_error(run("terrain", "info", "none.tif", cwd=self.folder), 2, "none.tif", "no such file")
        self.check_error(run("terrain", "info", self.site, "--plot", "no/x.png", cwd=self.folder), 2, "no such folder")
        self.check_error(run("terrain", "info", self.site, "--band", "3", cwd=self.folder), 2, "band 3")
        self.check_error(run("terrain", "inf"), 2, "'info'", "grouser terrain --help")
        (self.folder / "half.tif").write_bytes(self.site.read_bytes()[:3000])
        self.check_error(run("terrain", "info", "half.tif", cwd=self.folder), 2, "half.tif")


if __name__ == "__main__":
    unittest.main()
