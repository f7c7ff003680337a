#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Help, version, exit codes, lists and the wheel rig of the command line."""
import math
import unittest

from grouser_cli import SOURCE, CliTest, run

COMMANDS = ["run", "info", "export", "plot", "rerun", "resume", "repair", "wheel", "soils", "rovers", "scenarios", "sweep", "gradeability",
            "compare", "traverse", "soilmap"]


class Usage(CliTest):
    def test_version_and_help_are_on_stdout(self):
        self.assertRegex(self.run_ok("--version"), r"^grouser \d+\.\d+\.\d+\n  commit: ")
        for arguments in [["--help"], ["-h"]] + [[c, "--help"] for c in COMMANDS]:
            result = run(*arguments)
            self.assertEqual((result.returncode, result.stderr), (0, ""), arguments)
            self.assertIn("Example: grouser", result.stdout, arguments)

    def test_unknown_option_has_a_hint(self):
        self.check_error(run("--frobnicate"), 2, "'--frobnicate'", "see 'grouser --help'")
        self.check_error(run("runn"), 2, "'runn'", "did you mean 'run'?")
        for command in COMMANDS:
            self.check_error(run(command, "--jsno"), 2, f"see 'grouser {command} --help'")
        self.check_error(run("soils", "--jsno"), 2, "did you mean '--json'?")

    def test_an_empty_value_is_refused(self):
        (self.folder / "x.h5").write_text("somebody's own")
        for arguments in [["run", "free_fall", "--out", ""], ["run", "free_fall", "--out="], ["run", ""], ["repair", "x.h5", "--out", ""],
                          ["run", "free_fall", "--set", ""], ["plot", "x.h5", "--png", ""], ["campaign", "run", "c.toml", "--out", ""],
                          ["terrain", "make", "r.toml", "--out", ""], ["soilmap", "info", "m.tif", "--plot", ""],
                          ["export", "x.h5", "--csv", ""], ["wheel", "--plot", ""], ["gradeability", "--rover", ""]]:
            with self.subTest(arguments):
                self.check_error(run(*arguments, cwd=self.folder), 2, "see 'grouser ")
        self.assertEqual([p.name for p in self.folder.iterdir()], ["x.h5"])
        self.assertEqual((self.folder / "x.h5").read_text(), "somebody's own")

    def test_a_path_that_is_too_long_is_named(self):
        for arguments in [["run", "x" * 5000], ["info", "x" * 5000], ["run", "free_fall", "--out", "x" * 5000 + ".h5"],
                          ["campaign", "status", "x" * 5000], ["plot", "x" * 5000, "--y", "t", "--png", "a.png"], ["terrain", "info", "x" * 5000],
                          ["soilmap", "info", "x" * 5000], ["mesh", "x" * 5000], ["compare", "x" * 5000, "y"]]:
            with self.subTest(arguments[0]):
                result = run(*arguments, cwd=self.folder)
                self.check_error(result, result.returncode, "xxx")
                self.assertIn(result.returncode, (1, 2))
                self.assertNotRegex(result.stderr, "filesystem error|basic_|std::")

    def test_nothing_or_too_little_asked_for(self):
        self.check_error(run(), 2, "see 'grouser --help'")
        for command in ["run", "info", "rerun", "resume", "repair"]:
            self.check_error(run(command), 2, "required")
        self.check_error(run("export", "x.h5"), 2, "--csv DIR, --terrain FILE.tif")

    def test_a_report_that_cannot_be_written_fails(self):
        import os
        import subprocess
        with open("/dev/full", "w") as full:
            result = subprocess.run([os.environ["GROUSER"], "soils"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(result.returncode, 1)
        self.assertIn("could not be written", result.stderr)

    def test_a_terrain_recipe_is_looked_for_as_a_scenario_looks_for_it(self):
        """As the help's example has it, from a folder without terrains/; the same heights as by the full path."""
        self.assertIn("Example: grouser terrain make terrains/mars_made.toml --out mars_made.tif", self.run_ok("terrain", "make", "--help"))
        home = self.run_json("terrain", "make", "terrains/mars_made.toml", "--out", "mars_made.tif")
        full = self.run_json("terrain", "make", SOURCE / "terrains" / "mars_made.toml", "--out", "full.tif")
        self.assertEqual(home["hash"], full["hash"])
        self.check_error(run("terrain", "make", "terrains/none.toml", "--out", "x.tif", cwd=self.folder), 2, "terrains/none.toml")

    def test_works_from_any_folder(self):
        self.assertIn("exomars_lvm", self.run_ok("rovers"))
        self.check_error(run("soils", env={"GROUSER_HOME": "/nonexistent"}), 2, "/nonexistent")


class Lists(CliTest):
    def ids(self, kind):
        return [entry["id"] for entry in self.run_json(kind)[kind]]

    def test_lists_name_what_is_shipped(self):
        for kind in ["soils", "rovers", "scenarios"]:
            shipped = sorted(path.stem for path in (SOURCE / "assets" / kind).glob("*.toml"))
            self.assertEqual(self.ids(kind), shipped)
            for entry in shipped:
                self.assertIn(entry, self.run_ok(kind))

    def test_keys_of_scenarios_are_listed_with_what_they_mean(self):
        keys = {(key["section"], key["key"]): key for key in self.run_json("scenarios", "--keys")["keys"]}
        self.assertTrue(keys["", "duration"]["required"])
        self.assertEqual(keys["[drive]", "ramp"]["default"], "0.5")
        self.assertEqual(keys["[[drive.phase]]", "crab_deg"]["when"], 'mode = "crab"')
        text = self.run_ok("scenarios", "--keys")
        for words in ["[integration.adaptive]", "max_rotation_deg", "of a body in one step of flight"]:
            self.assertIn(words, text)

    def test_stand_in_soils_are_marked(self):
        soils = {soil["id"]: soil for soil in self.run_json("soils")["soils"]}
        for name in ["es1", "es2", "es3", "es4"]:
            self.assertTrue(soils[name]["provisional"])
            self.assertTrue(soils[name]["provisional_reason"])
        self.assertFalse(soils["wong_LETE_sand"]["provisional"])
        # One number from Wong's table as the reference list has it, SI.
        self.assertEqual(soils["wong_LETE_sand"]["k_phi"], 5301000)

    def test_rovers_report_their_mass(self):
        rovers = {rover["id"]: rover for rover in self.run_json("rovers")["rovers"]}
        self.assertAlmostEqual(rovers["exomars_lvm"]["mass"], 310.0, places=9)
        self.assertEqual(len(rovers["exomars_lvm"]["wheels"]), 6)


class Wheel(CliTest):
    ROW = ["slip", "slip_angle_deg", "sinkage", "entry_angle", "drawbar_pull", "side_force", "torque", "load"]

    def rows(self, *arguments):
        return self.run_json("wheel", *arguments)["rows"]

    def test_rows_have_the_stated_names_in_si(self):
        rows = self.rows("--slip", "0:1:0.05", "--load", "191.7")
        self.assertEqual([round(row["slip"], 9) for row in rows], [round(0.05 * i, 9) for i in range(21)])
        for row in rows:
            self.assertEqual(list(row), self.ROW)
            # The rig's sinkage is solved to 1e-12 of the radius.
            self.assertAlmostEqual(row["load"], 191.7, delta=1e-6 * 191.7)
            # Geometry of a rigid wheel: sinkage = r (1 - cos(theta_1)), exact but for rounding.
            self.assertAlmostEqual(row["sinkage"], 0.1425 * (1 - math.cos(row["entry_angle"])), delta=1e-9)

    def test_regression_table_of_wong_reece(self):
        """REFERENCE 4.6: VIPER wheel on the lunar nominal soil. The table is printed to 0.01 N and 0.1 mm; its soil's
        theta_m pair is 0.4, 0.15 as in the shipped file. Half a percent covers its own quadrature."""
        row = self.rows("--soil", "lunar_nominal_chrono", "--radius", "0.25", "--width", "0.18", "--load", "171.7",
                        "--slip", "0.2")[0]
        self.assertAlmostEqual(row["sinkage"], 22.6e-3, delta=0.2e-3)
        self.assertAlmostEqual(row["drawbar_pull"], 25.38, delta=0.005 * 58.91)
        self.assertAlmostEqual(row["torque"], 15.019, delta=0.005 * 15.019)

    def test_negative_slip_and_slip_angles(self):
        rows = self.rows("--slip", "-0.2:0.2:0.2", "--slip-angle", "-10,10")
        self.assertEqual([row["slip_angle_deg"] for row in rows], [-10] * 3 + [10] * 3)
        self.assertLess(rows[0]["drawbar_pull"], 0.0)
        # Mirror: the side force changes sign with the slip angle, nothing else does.
        for left, right in zip(rows[:3], rows[3:]):
            self.assertAlmostEqual(left["side_force"], -right["side_force"], delta=1e-9)
            self.assertAlmostEqual(left["drawbar_pull"], right["drawbar_pull"], delta=1e-9)
            self.assertGreater(right["side_force"], 0.0)

    def test_grousers_pull_more(self):
        smooth = self.rows("--slip", "0.3")[0]
        bladed = self.rows("--slip", "0.3", "--grouser-height", "0.012", "--grouser-count", "12")[0]
        self.assertGreater(bladed["drawbar_pull"], smooth["drawbar_pull"])

    def test_slip_over_the_grousers_is_that_of_the_rim_seen_from_there(self):
        bladed = ("--radius", "0.2", "--grouser-height", "0.05", "--grouser-count", "24")
        over = self.rows(*bladed, "--slip-radius", "0.25", "--slip=0.2,0,-0.2")
        # v/(r w) of the rim: 0.8, 1 and 1/0.8 times 1.25
        rim = self.rows(*bladed, "--slip=0,-0.2,-0.36")
        for left, right, asked in zip(over, rim, (0.2, 0.0, -0.2)):
            self.assertEqual(left["slip"], asked)
            self.assertAlmostEqual(left["drawbar_pull"], right["drawbar_pull"], delta=1e-6)
            self.assertAlmostEqual(left["sinkage"], right["sinkage"], delta=1e-9)
        self.assertEqual(self.rows(*bladed, "--slip=-1,1", "--slip-radius", "0.25")[0]["drawbar_pull"],
                         self.rows(*bladed, "--slip=-1")[0]["drawbar_pull"])

    def test_a_stand_in_soil_is_said(self):
        self.assertIn("note: soil es1 is provisional", self.run_ok("wheel", "--soil", "es1", "--slip", "0.1"))
        self.assertIn("provisional", self.run_json("wheel", "--soil", "es1", "--slip", "0.1")["notes"][0])

    def test_plot(self):
        self.run_ok("wheel", "--slip", "0:0.8:0.1", "--plot", "wheel.png")
        self.assertEqual((self.folder / "wheel.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")

    def test_wrong_numbers(self):
        for option, value in [("--slip", "nan"), ("--slip", "0:2:0.1"), ("--slip", "0:1:0"), ("--slip-angle", "90"),
                              ("--load", "-1"), ("--load", "0"), ("--radius", "1e400"), ("--width", "wide"),
                              ("--grouser-count", "-1"), ("--gravity", "0"), ("--soil", "es9"), ("--soil", "no.toml"),
                              ("--soil", "hard_plate")]:
            with self.subTest(option=option, value=value):
                result = run("wheel", f"{option}={value}", "--plot", self.folder / "x.png", "--json")
                self.check_error(result, 2, "found", "expected")
                self.assertEqual(list(self.folder.iterdir()), [])

    def test_too_heavy_a_load_fails_and_says_so(self):
        result = run("wheel", "--load", "1e5", "--slip", "0.1", "--json")
        self.assertEqual(result.returncode, 1)
        self.assertIn("does not carry the load", result.stderr)


if __name__ == "__main__":
    unittest.main()
