# SPDX-License-Identifier: BSD-3-Clause
"""grouser terrain: info, import, make and what they refuse."""
import signal
import subprocess
import time
import unittest

import geotiff
from grouser_cli import PROGRAM, SOURCE, CliTest, run
from recipes import fractal, ramp, rocks


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
        self.check_error(run("terrain", "info", self.site, "--plot", "x.jpg", cwd=self.folder), 2, "--plot x.jpg", ".png")
        self.check_error(run("terrain", "info", self.folder), 2, "a folder")
        self.check_error(run("terrain", "info", self.site, "--band", "3", cwd=self.folder), 2, "band 3")
        self.check_error(run("terrain", "info", self.site, "--band", "x"), 2, "--band: found 'x', expected a whole number",
                         "grouser terrain info --help")
        self.check_error(run("terrain", "info", self.site, "--nodata", "x"), 2, "--nodata: found 'x', expected a number\n")
        self.check_error(run("terrain", "inf"), 2, "'info'", "grouser terrain --help")
        (self.folder / "half.tif").write_bytes(self.site.read_bytes()[:3000])
        self.check_error(run("terrain", "info", "half.tif", cwd=self.folder), 2, "half.tif")


class Import(CliTest):
    def setUp(self):
        super().setUp()
        self.site = self.folder / "hills.tif"
        self.site.write_bytes(geotiff.geotiff())  # 64 x 64 m from 500000, 4000000 of UTM zone 31
        self.before = self.site.read_bytes()

    def tearDown(self):
        self.assertEqual(self.site.read_bytes(), self.before)

    def test_pixels_degrees_and_back(self):
        found = self.run_json("terrain", "import", self.site, "--window", "10,20,30,16", "--out", "a.tif")
        self.assertEqual((found["columns"], found["rows"], found["cell"], found["resampled"]), (30, 16, 1.0, False))
        place = f"{found['longitude_deg']},{found['latitude_deg']}"
        again = self.run_json("terrain", "import", self.site, "--center", place, "--size", "30,16", "--out", "b.tif")
        self.assertEqual((again["columns"], again["rows"]), (30, 16))
        self.assertEqual((again["lowest"], again["highest"]), (found["lowest"], found["highest"]))
        described = self.run_json("terrain", "info", "b.tif")
        self.assertEqual(described["site"]["WINDOW"], "10,20,30,16")
        self.assertAlmostEqual(described["longitude_deg"], found["longitude_deg"], places=9)
        self.assertEqual(described["latitude_type"], "planetographic")  # on Earth, as --center takes it

    def test_resampled_into_a_local_frame(self):
        found = self.run_json("terrain", "import", self.site, "--map-center", "500032,3999968", "--size", "20,20",
                              "--cell", "0.1", "--frame", "local", "--out", "a.tif")
        self.assertEqual((found["columns"], found["rows"], found["frame"]), (200, 200, "local"))
        self.assertAlmostEqual(self.run_json("terrain", "info", "a.tif")["latitude_deg"], found["latitude_deg"], places=9)

    def test_wrong_input_leaves_no_file(self):
        for options, words in [(["--center", "3.1,36.1", "--size", "10,10"], "beyond the raster"),
                               (["--window", "60,0,10,10"], "within 64 x 64"), ([], "--center or --map-center with --size"),
                               (["--center", "3,36"], "without a size"), (["--center", "3E,36", "--size", "9,9"], "LON,LAT in degrees"),
                               (["--center", "-3,36", "--size", "5km,5"], "W,H in m"), (["--window", "0,0,9.5,9"], "whole cells"),
                               (["--window", "0,0,9,9", "--cell", "10cm"], "'10cm'"),
                               (["--bounds", "1,2,0,5"], "west < east"), (["--center", "3,95", "--size", "9,9"], "latitude")]:
            self.check_error(run("terrain", "import", self.site, *options, "--out", "x.tif", cwd=self.folder), 2, words)
        self.check_error(run("terrain", "import", self.site, "--window", "0,0,9,9", "--out", self.site, cwd=self.folder), 2,
                         "the input itself")
        self.assertEqual([p.name for p in self.folder.iterdir()], ["hills.tif"])


class Clean(CliTest):
    def setUp(self):
        super().setUp()
        self.site = self.folder / "site.tif"
        heights = geotiff.gentle_hills()
        for k in (0, 1, 64, 2080, 2081, 2144, 2145, 2146):  # three at the corner, a hole of five
            heights[k] = -9999.0
        heights[1000] += 5.0
        self.site.write_bytes(geotiff.geotiff(heights=heights, nodata="-9999"))

    def test_all_outputs(self):
        before = self.site.read_bytes()
        found = self.run_json("terrain", "clean", self.site, "--out", "clean.tif", "--mask", "mask.tif", "--deviation",
                              "dev.tif", "--report", "report.png", "--samples-csv", "samples.csv")
        self.assertEqual((found["filled_void"], found["filled_spike"], found["filled_box"]), (5, 1, 0))
        self.assertEqual((found["left_margin"], found["kept"]), (3, 4096 - 9))
        self.assertGreater(found["largest_deviation"], 0.0)
        self.assertEqual((self.folder / "report.png").read_bytes()[:4], b"\x89PNG")
        self.assertEqual((self.folder / "samples.csv").read_text().splitlines()[0], "column,row,height")
        self.assertEqual(self.site.read_bytes(), before)
        self.assertEqual(self.run_json("terrain", "info", "clean.tif")["holes"], 0)
        self.assertTrue((self.folder / "mask.tif").exists())
        text = self.run_ok("terrain", "clean", self.site, "--out", "again.tif")
        for words in ("filled spike", "Matern 3/2", "note: voids that join the border were left"):
            self.assertIn(words, text)

    def test_lengths_on_a_raster_in_degrees_are_in_metres(self):
        heights = geotiff.gentle_hills()
        heights[2080] = -9999.0
        # 1e-5 deg of the equator of WGS 84 are 1.113 m; along a parallel at 60 deg half of it.
        for north, words in ((0.0, "10 cells (11.1 m)"), (60.0, "10 cells (5.57 m along rows, 11.1 m along columns)")):
            (self.folder / "deg.tif").write_bytes(geotiff.geotiff(
                heights=heights, keys=geotiff.DEGREES, nodata="-9999",
                transform=[1e-5, 0, 0, 10, 0, -1e-5, 0, north, 0, 0, 0, 0, 0, 0, 0, 1]))
            text = self.run_ok("terrain", "clean", "deg.tif", "--out", "clean.tif", "--length", "10", "--noise", "0.001", "--force")
            self.assertIn(words, text)

    def test_a_dry_run_says_what_the_cleaning_does_and_writes_nothing(self):
        before = sorted(p.name for p in self.folder.iterdir())
        found = self.run_json("terrain", "clean", self.site, "--dry-run")
        self.assertEqual((found["spikes"], found["boxes"], found["voids"], found["seams"]), (1, 0, 8, []))
        self.assertAlmostEqual(found["greatest_spike_m"], 5.0, delta=0.5)
        self.assertLess(found["threshold_m"], 0.7)  # smooth hills propose less than the paper's T
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), before)
        text = self.run_ok("terrain", "clean", self.site, "--dry-run", "--threshold", "6")
        self.assertIn("spikes differ by more than 6 m", text)
        found = self.run_json("terrain", "clean", self.site, "--out", "clean.tif", "--threshold", "6", "--box-step", "0.3")
        self.assertEqual((found["filled_spike"], found["threshold_m"], found["box_step_m"]), (0, 6.0, 0.3))
        self.check_error(run("terrain", "clean", self.site, cwd=self.folder), 2, "--out: found no file", "--dry-run")
        self.check_error(run("terrain", "clean", self.site, "--dry-run", "--threshold", "0", cwd=self.folder), 2, "--threshold")
        self.check_error(run("terrain", "clean", self.site, "--dry-run", "--threshold", "much", cwd=self.folder), 2, "much")

    def test_a_window(self):
        found = self.run_json("terrain", "clean", self.site, "--out", "part.tif", "--window", "10,20,30,25")
        self.assertEqual((found["columns"], found["rows"]), (30, 25))
        found = self.run_json("terrain", "clean", self.site, "--out", "small.tif", "--preview")
        self.assertEqual(found["cells"], 4096)

    def test_wrong_input_is_one_line_and_writes_nothing(self):
        for options, words in (
            (("--window", "1,2,3"), ("--window", "X,Y,W,H")),
            (("--window", "1,2,0,5"), ("--window", "at least one cell in each direction")),
            (("--threshold", "high"), ("--threshold: found 'high', expected a number",)),
            (("--mask", "mask.png"), ("--mask mask.png", ".tif or .tiff")),
            (("--kernel-width", "70"), ("kernel width", "odd")),
            (("--deviation-samples", "500"), ("16 to 200",)),
            (("--threshold", "-1"), ("--threshold",)),
            (("--mask", "clean.tif"), ("two outputs",)),
            (("--report", "no/x.png"), ("no such folder",)),
            (("--noise", "-3"), ("noise",)),
        ):
            self.check_error(run("terrain", "clean", self.site, "--out", "clean.tif", *options, cwd=self.folder), 2, *words)
            self.assertFalse((self.folder / "clean.tif").exists())
        self.check_error(run("terrain", "clean", self.site, "--out", self.site, cwd=self.folder), 2, "the input stays as it is")
        self.site.write_bytes(self.site.read_bytes()[:3000])
        self.check_error(run("terrain", "clean", self.site, "--out", "clean.tif", cwd=self.folder), 2, "site.tif")
        self.assertEqual([p.name for p in self.folder.iterdir()], ["site.tif"])


RECIPE = fractal([40.1, 60.2], 0.1, rocks(0.1, 1.5), ramp("ramp"))


class Make(CliTest):
    def setUp(self):
        super().setUp()
        (self.folder / "field.toml").write_text(RECIPE)

    def make(self, out, *arguments):
        return self.run_json("terrain", "make", "field.toml", "--out", out, *arguments)

    def test_the_same_seed_gives_the_same_bytes(self):
        first = self.make("a.tif")
        self.assertEqual((first["columns"], first["rows"], first["seed"]), (401, 602, 3))
        self.assertGreater(first["rocks"], 100)
        self.make("b.tif", "--jobs", "3")
        read = lambda name: (self.folder / name).read_bytes()
        self.assertEqual(read("a.tif"), read("b.tif"))
        self.assertEqual(read("a.solids.toml"), read("b.solids.toml"))
        other = self.make("c.tif", "--seed", "4")
        self.assertNotEqual(other["hash"], first["hash"])
        self.assertNotEqual(read("c.solids.toml"), read("a.solids.toml"))
        rows = self.make("d.tif", "--untiled", "--packing", "none", "--overviews")
        self.assertEqual(rows["hash"], first["hash"])
        found = self.run_json("terrain", "info", "d.tif")
        self.assertEqual((found["columns"], found["void_share"]), (401, 0.0))
        self.assertAlmostEqual(found["lowest"], first["lowest"], places=5)

    def test_a_scenario_takes_the_recipe_or_what_was_made_of_it(self):
        self.make("field.tif")
        text = (SOURCE / "assets" / "scenarios" / "drive_flat_soft.toml").read_text()
        head, tail = text.split("[terrain]")
        tail = tail[tail.index("\n[") :]
        for name, keys in [("recipe", 'recipe = "field.toml"'), ("file", 'file = "field.tif"\nsolids = "field.solids.toml"')]:
            (self.folder / f"by_{name}.toml").write_text(f'{head}[terrain]\nsoil = "wong_LETE_sand"\n{keys}\n{tail}')
        shapes = {name: self.run_json("info", f"by_{name}.toml")["shapes"] for name in ("recipe", "file")}
        self.assertEqual(shapes["recipe"], shapes["file"])
        self.assertGreater(shapes["file"], 100)
        for name in shapes:
            with self.subTest(name):
                self.run_ok("run", f"by_{name}.toml", "--set", "duration=0.3", "--out", f"{name}.h5", timeout=300)
                for made in ("field.toml", "field.tif", "field.solids.toml"):  # the run holds all of it
                    (self.folder / made).rename(self.folder / f"hidden_{made}")
                self.assertIn("identical", self.run_ok("rerun", f"{name}.h5", timeout=300))
                for made in ("field.toml", "field.tif", "field.solids.toml"):
                    (self.folder / f"hidden_{made}").rename(self.folder / made)

    def test_heights_and_rocks_of_two_makings_are_no_pair(self):
        small = ["--set", "size=[24,20]", "--set", "cell=0.5"]
        self.make("x.tif", "--seed", "1", *small)
        self.make("other.tif", "--seed", "2", *small)
        head, tail = (SOURCE / "assets" / "scenarios" / "drive_flat_soft.toml").read_text().split("[terrain]")
        tail = tail[tail.index("\n["):]
        (self.folder / "by.toml").write_text(f'{head}[terrain]\nsoil = "wong_LETE_sand"\nfile = "x.tif"\nsolids = "x.solids.toml"\n{tail}')
        self.run_ok("info", "by.toml")
        (self.folder / "other.tif").rename(self.folder / "x.tif")  # the heights have their name, the rocks have not
        for command in ("info", "run"):
            self.check_error(run(command, "by.toml", cwd=self.folder), 2, "x.solids.toml: found not written together",
                             "grouser terrain make")
        # what the killed command left is what the heights lack
        self.check_error(run("repair", "x.tif", cwd=self.folder), 2, "nothing that a killed command left", "--accept")
        older = (self.folder / "x.solids.toml").read_bytes()
        newer = (self.folder / "other.solids.toml").read_bytes()
        (self.folder / ".grouser-a.solids-0123456789abcdef.toml").write_bytes(older)
        (self.folder / ".grouser-b.solids-0123456789abcdef.toml").write_bytes(newer[:100])
        (self.folder / ".grouser-x.solids-0123456789abcdef.toml").write_bytes(newer)
        self.run_ok("repair", "x.tif")
        self.assertEqual((self.folder / "x.solids.toml").read_bytes(), newer)
        self.assertEqual(list(self.folder.glob(".grouser*")), [])
        self.run_ok("info", "by.toml")
        # and what somebody knows to be right is taken as it is
        (self.folder / "x.solids.toml").write_bytes(older)
        self.check_error(run("info", "by.toml", cwd=self.folder), 2, "grouser repair")
        self.run_ok("repair", "x.tif", "--accept")
        self.run_ok("info", "by.toml")
        taken = (self.folder / "x.solids.toml").read_bytes()
        self.assertEqual(taken.splitlines()[3:], older.splitlines()[3:])
        self.check_error(run("repair", "x.tif", "--out", "y.tif", cwd=self.folder), 2, "--out")
        self.make("x.tif", "--seed", "2", *small)
        self.run_ok("info", "by.toml")

    def test_preview_alone_is_a_picture_and_no_raster(self):
        self.run_ok("terrain", "make", "field.toml", "--preview", "field.png")
        self.assertEqual((self.folder / "field.png").read_bytes()[:4], b"\x89PNG")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["field.png", "field.toml"])

    def test_interrupted_it_leaves_nothing(self):
        process = subprocess.Popen([PROGRAM, "terrain", "make", "field.toml", "--set", "size=[2000, 2000]", "--set",
                                    "rocks.max_diameter=0.31", "--set", "rocks.abundance=0.001", "--out", "big.tif"],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        deadline = time.monotonic() + 300
        while not [p for p in self.folder.iterdir() if p.name != "field.toml"]:
            self.assertLess(time.monotonic(), deadline, "no file begun within five minutes")
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
        self.assertEqual((process.returncode, out), (130, ""), err)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["field.toml"])

    def test_wrong_input_is_one_line(self):
        def fails(words, *arguments):
            self.check_error(run("terrain", "make", *arguments, cwd=self.folder), 2, *words)
        fails(["--out"], "field.toml")
        fails(["no such folder"], "field.toml", "--out", "no/x.tif")
        fails(["rocks.abundance", "0.4"], "field.toml", "--out", "x.tif", "--set", "rocks.abundance=2")
        fails(["colour"], "field.toml", "--out", "x.tif", "--set", "colour=2")
        fails(["seed"], "field.toml", "--out", "x.tif", "--seed", "x")
        fails(["a scenario", "a terrain recipe"], SOURCE / "assets" / "scenarios" / "traverse_mars.toml", "--out", "x.tif")
        fails(["--out x.dem", ".tif"], "field.toml", "--out", "x.dem")
        fails(["--preview x.tif", ".png"], "field.toml", "--preview", "x.tif")
        self.assertEqual([p.name for p in self.folder.iterdir()], ["field.toml"])


if __name__ == "__main__":
    unittest.main()
