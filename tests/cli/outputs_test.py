#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""One rule for every file that a command writes: never an input, by whatever name; its ending fits; what Grouser did not
write is kept unless --force; what it did write is replaced without a word."""
import os
import shutil
import unittest

from geotiff import geotiff
from grouser_cli import SOURCE, CliTest, run

MADE = SOURCE / "terrains" / "mars_made.toml"
SHORT = ["--set", "duration=0.3"]
SCENARIO = """units = "SI"
name = "own"
rover = "rover.toml"
duration = 0.3
gravity = 3.71
[terrain]
kind = "flat"
soil = "soil.toml"
[initial]
position = [0.0, 0.0]
[drive]
speed = 0.05
"""


class Outputs(CliTest):
    def setUp(self):
        super().setUp()
        shutil.copy(SOURCE / "assets" / "rovers" / "exomars_lvm.toml", self.folder / "rover.toml")
        shutil.copy(SOURCE / "assets" / "soils" / "wong_LETE_sand.toml", self.folder / "soil.toml")
        (self.folder / "own.toml").write_text(SCENARIO)

    def run_file(self, name="r.h5"):
        self.run_ok("run", "own.toml", "--out", name)
        return name

    def snapshot(self):
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}

    def check_kept(self, *arguments, words):
        """Refused as wrong input, with --force too where the words name an input, and not a byte has changed."""
        before = self.snapshot()
        self.check_error(run(*arguments, cwd=self.folder), 2, *words)
        self.assertEqual(self.snapshot(), before, arguments)

    def check_input_kept(self, *arguments):
        for force in ([], ["--force"]):
            self.check_kept(*arguments, *force, words=["the input itself"])

    def test_no_command_replaces_its_input(self):
        self.run_file("r.h5")
        self.run_file("s.h5")
        # the endings alone would refuse most of these; the input is told first
        self.check_input_kept("plot", "r.h5", "--y", "chassis/pitch", "--png", "r.h5")
        self.check_input_kept("compare", "s.h5", "r.h5", "--channel", "chassis/pitch", "--plot", "r.h5")
        self.check_input_kept("run", "own.toml", "--out", "own.toml")
        self.check_input_kept("run", "own.toml", "--out", "rover.toml")
        self.check_input_kept("run", "own.toml", "--out", "soil.toml")
        self.check_input_kept("wheel", "--soil", "soil.toml", "--slip", "0.1", "--plot", "soil.toml")
        grade = ["gradeability", "--rover", "rover.toml", "--soil", "soil.toml", "--tilt", "0"]
        self.check_input_kept(*grade, "--plot", "soil.toml")
        self.check_input_kept(*grade, "--csv", "rover.toml")
        (self.folder / "bed.csv").write_text("slope_deg,slip_percent\n5,3\n")
        self.check_input_kept(*grade, "--measured", "bed.csv", "--csv", "bed.csv")
        self.check_input_kept("traverse", "own.toml", "--path", "0,0:0.2,0", "--csv", "own.toml")
        self.check_input_kept("traverse", "own.toml", "--path", "0,0:0.2,0", "--plot", "rover.toml")
        (self.folder / "way.csv").write_text("0,0\n0.2,0\n")
        self.check_input_kept("traverse", "own.toml", "--path", "way.csv", "--csv", "way.csv")
        self.check_input_kept("repair", "r.h5", "--out", "r.h5")
        self.check_input_kept("resume", "r.h5", "--out", "r.h5")

    def test_links_and_other_names_of_an_input_are_seen(self):
        self.run_file("r.h5")
        os.symlink("r.h5", self.folder / "soft.h5")
        os.link(self.folder / "r.h5", self.folder / "hard.h5")
        os.link(self.folder / "soil.toml", self.folder / "soil.h5")
        (self.folder / "deep").mkdir()
        for name in ["soft.h5", "hard.h5", "deep/../r.h5", self.folder / "r.h5"]:
            self.check_input_kept("repair", "r.h5", "--out", name)
            self.check_input_kept("repair", name, "--out", "r.h5")
        self.check_input_kept("run", "own.toml", "--out", "soil.h5")

    def test_rasters_maps_and_recipes_are_kept_too(self):
        shutil.copy(MADE, self.folder / "made.toml")
        self.run_ok("terrain", "make", "made.toml", "--out", "site.tif")
        os.link(self.folder / "site.tif", self.folder / "site.h5")
        self.run_ok("soilmap", "new", "site.tif", "--class", "sand=soil.toml", "--out", "map.tif")
        os.link(self.folder / "map.tif", self.folder / "map.h5")
        os.link(self.folder / "map.legend.toml", self.folder / "legend.h5")
        ground = '[terrain]\nfile = "site.tif"\nsoil_map = "map.tif"\nany_gravity = true\n'
        text = SCENARIO.replace('[terrain]\nkind = "flat"\n', ground)
        (self.folder / "on_map.toml").write_text(text)
        self.run_ok("run", "on_map.toml", "--out", "whole.h5")
        for name in ["site.h5", "map.h5", "legend.h5"]:
            self.check_input_kept("run", "on_map.toml", "--out", name)
        self.check_input_kept("terrain", "make", "made.toml", "--out", "made.toml")
        self.check_input_kept("soilmap", "new", "site.tif", "--class", "sand=soil.toml", "--out", "site.tif")
        self.check_input_kept("soilmap", "info", "map.tif", "--plot", "map.legend.toml")

    def test_two_outputs_are_two_files_and_endings_fit(self):
        traverse = ["traverse", "own.toml", "--path", "0,0:0.2,0"]
        self.check_kept("terrain", "clean", self.raster(), "--out", "a.tif", "--mask", "./a.tif", words=["two outputs"])
        for arguments, option in [(["run", "own.toml", "--out", "a.png"], "--out"),
                                  (["run", "own.toml", "--out", "a"], "--out"),
                                  ([*traverse, "--csv", "a.tif"], "--csv"),
                                  ([*traverse, "--plot", "a.csv"], "--plot"),
                                  (["wheel", "--slip", "0.1", "--plot", "a.csv"], "--plot"),
                                  (["gradeability", "--tilt", "0", "--csv", "a.h5"], "--csv"),
                                  (["gradeability", "--tilt", "0", "--plot", "a.csv"], "--plot")]:
            self.check_kept(*arguments, words=[option, "a name"])

    def raster(self):
        (self.folder / "theirs.tif").write_bytes(geotiff())
        return "theirs.tif"

    def test_what_grouser_did_not_write_is_kept_unless_forced(self):
        self.run_file("r.h5")
        for name in ["x.png", "x.csv", "x.h5", "x.tif"]:
            (self.folder / name).write_text("my notes\n")
        short = ["traverse", "own.toml", "--path", "0,0:0.1,0", "--spacing", "0.05"]
        commands = [["run", "own.toml", "--out", "x.h5"],
                    ["repair", "r.h5", "--out", "x.h5"],
                    ["resume", "r.h5", "--out", "x.h5"],
                    ["plot", "r.h5", "--y", "chassis/pitch", "--png", "x.png"],
                    ["compare", "r.h5", "r.h5", "--channel", "chassis/pitch", "--plot", "x.png"],
                    ["wheel", "--slip", "0.1", "--plot", "x.png"],
                    [*short, "--csv", "x.csv"],
                    [*short, "--plot", "x.png"],
                    ["gradeability", "--soil", "hard_plate", "--speed", "0.2", "--tilt", "0", "--csv", "x.csv"],
                    ["gradeability", "--soil", "hard_plate", "--speed", "0.2", "--tilt", "0", "--plot", "x.png"],
                    ["terrain", "make", MADE, "--out", "x.tif"],
                    ["terrain", "make", MADE, "--preview", "x.png"],
                    ["terrain", "clean", self.raster(), "--out", "x.tif"],
                    ["terrain", "import", self.raster(), "--window", "0,0,20,20", "--out", "x.tif"],
                    ["terrain", "info", self.raster(), "--plot", "x.png"],
                    ["soilmap", "new", MADE, "--class", "sand=bedrock", "--out", "x.tif"]]
        for command in commands:
            with self.subTest(command=command):
                output = self.folder / command[-1]
                output.write_text("my notes\n")
                self.check_kept(*command, words=[output.name, "--force"])
                self.run_ok(*command, "--force")
                written = output.read_bytes()
                self.assertNotEqual(written, b"my notes\n")
                self.run_ok(*command)  # its own output is replaced without a word

    def test_files_written_together_are_known_by_one_of_them(self):
        self.run_file("r.h5")
        (self.folder / "out" / "input").mkdir(parents=True)
        for name in ["frames.csv", "events.csv", "summary.json"]:
            (self.folder / "out" / name).write_text("mine")
            self.check_kept("export", "r.h5", "--csv", "out", words=[name, "--force"])
            (self.folder / "out" / name).unlink()
        self.run_ok("export", "r.h5", "--csv", "out")
        self.run_ok("export", "r.h5", "--csv", "out")
        sweep = ["sweep", "own.toml", "--vary", "gravity=3.7,3.8", "--jobs", "1", "--out"]
        self.run_ok(*sweep, "study")
        self.run_ok(*sweep, "study")
        (self.folder / "mine").mkdir()
        (self.folder / "mine" / "table.csv").write_text("mine")
        self.check_kept(*sweep, "mine", words=["table.csv", "--force"])
        self.run_ok(*sweep, "mine", "--force")

    def test_placement_keeps_what_is_in_its_folder(self):
        place = ["placement", "--terrain", MADE, "--samples", "5", "--out", "landings"]
        (self.folder / "landings").mkdir()
        (self.folder / "landings" / "statistics.csv").write_text("mine")
        self.check_kept(*place, words=["statistics.csv", "--force"])
        (self.folder / "landings" / "statistics.csv").unlink()
        self.run_ok(*place)
        self.run_ok(*place)

    def test_an_empty_file_has_nothing_to_lose(self):
        (self.folder / "x.h5").touch()
        self.run_ok("run", "own.toml", "--out", "x.h5")


if __name__ == "__main__":
    unittest.main()
