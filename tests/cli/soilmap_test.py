# SPDX-License-Identifier: BSD-3-Clause
"""grouser soilmap: maps made, painted, undone, drawn, driven on, and what is refused."""
import math
import shutil
import subprocess
import unittest

import geotiff
from grouser_cli import PROGRAM, SOURCE, CliTest, run

CLASSES = ["--class", "sand=wong_LETE_sand", "--class", "rock=hard_plate"]


class SoilMap(CliTest):
    def setUp(self):
        super().setUp()
        self.site = self.folder / "site.tif"
        self.site.write_bytes(geotiff.geotiff(radius=geotiff.MARS))  # 64 x 64 cells of 1 m
        self.map = self.folder / "soils.tif"
        self.run_ok("soilmap", "new", self.site, *CLASSES, "--out", self.map)

    def cells(self, name="rock"):
        return {c["name"]: c["cells"] for c in self.info()["classes"]}[name]

    def info(self):
        return self.run_json("soilmap", "info", self.map)

    def files(self):
        return self.map.read_bytes(), (self.folder / "soils.legend.toml").read_bytes()

    def refused(self, *arguments, words):
        self.check_error(run("soilmap", *arguments, cwd=self.folder), 2, *words)


class Pairs(SoilMap):
    """The map and its edits, the map and its legend: two files that get their names one after the other."""

    def paint(self, *edit):
        self.run_ok("soilmap", "paint", self.map, *edit)

    def test_a_kill_between_the_edits_and_the_map_leaves_the_older_pair(self):
        first = self.map.read_bytes()
        self.paint("--class", "rock", "--brush", "-10,0 10,5", "--radius", "2.5")
        second = self.map.read_bytes()
        self.map.write_bytes(first)  # the edits have their name, the map has not
        self.assertEqual((self.info()["edits"], self.info()["edits_done"]), (1, 0))
        self.paint("--redo")
        self.assertEqual(self.map.read_bytes(), second)
        self.paint("--undo")
        self.map.write_bytes(second)  # likewise of a step back
        self.assertEqual(self.info()["edits_done"], 1)
        self.paint("--class", "rock", "--polygon", "0,0 12,0 12,9")
        self.map.write_bytes(second)
        self.paint("--class", "rock", "--flood", "-30,30")  # goes on from the older one
        self.assertEqual(self.info()["edits"], 2)
        self.paint("--undo=2")
        self.assertEqual(self.map.read_bytes(), first)

    def test_strokes_of_four_programs_at_once_are_all_there(self):
        before = self.map.read_bytes()
        for _ in range(3):
            at_once = [subprocess.Popen([PROGRAM, "soilmap", "paint", self.map, "--class", "rock", "--brush", f"{x},-9 {x},9",
                                         "--radius", "1"], stdout=subprocess.DEVNULL) for x in (-20, -8, 8, 20)]
            self.assertEqual([process.wait(60) for process in at_once], [0, 0, 0, 0])
            self.assertEqual((self.info()["edits"], self.info()["edits_done"]), (4, 4))
            self.paint("--undo=4")
            self.assertEqual(self.map.read_bytes(), before)
            (self.folder / "soils.edits").unlink()

    def test_a_map_and_the_legend_of_another_are_no_pair(self):
        legend = self.folder / "soils.legend.toml"
        older = legend.read_bytes()
        self.run_ok("soilmap", "new", self.site, "--class", "dust=wong_LETE_sand", "--class", "rock=hard_plate", "--out", self.map, "--force")
        newer = legend.read_bytes()
        legend.write_bytes(older)  # the map has its name, the legend has not
        self.refused("info", self.map, words=["soils.legend.toml: found not written together", "grouser soilmap"])
        (self.folder / "by.toml").write_text((SOURCE / "assets/scenarios/drive_flat_soft.toml").read_text().replace(
            'kind = "flat"', f'file = "{self.site}"\nsoil_map = "{self.map}"'))
        self.check_error(run("run", "by.toml", cwd=self.folder), 2, "not written together")
        legend.write_bytes(newer)
        self.info()
        legend.write_bytes(b"".join(line for line in older.splitlines(True) if not line.startswith(b"pair")))
        self.info()  # of an older version, or of one's own hand


class MadeAgain(SoilMap):
    def test_a_legend_that_was_changed_and_a_painted_map_are_kept(self):
        new = ["new", self.site, *CLASSES, "--out", self.map]
        legend = self.folder / "soils.legend.toml"
        begun = self.files()
        self.run_ok("soilmap", *new)  # the same map
        self.assertEqual(self.files(), begun)
        legend.write_bytes(begun[1] + b"# mine\n")
        self.refused(*new, words=["soils.legend.toml", "changed by hand", "--force"])
        self.assertEqual(legend.read_bytes(), begun[1] + b"# mine\n")
        self.run_ok("soilmap", *new, "--force")
        self.run_ok("soilmap", "paint", self.map, "--class", "rock", "--brush", "-10,0 10,5", "--radius", "2.5")
        painted = self.files()
        self.refused(*new, words=["soils.edits", "--force"])
        self.assertEqual(self.files(), painted)
        self.run_ok("soilmap", *new, "--force")
        self.assertEqual(self.files(), begun)

    def test_a_file_of_another_kind(self):
        (self.folder / "scout.toml").write_text("root = 'chassis'\n")
        self.refused("info", "scout.toml", words=["found a TOML file", "a soil map", "grouser soilmap new"])
        self.refused("info", "soil.tif", words=["no such file", "did you mean 'soils.tif'"])


class Painting(SoilMap):
    def test_a_new_map_is_of_one_class_and_fits_its_terrain(self):
        found = self.run_json("soilmap", "info", self.map, "--terrain", self.site, "--plot", "soils.png")
        self.assertEqual((found["columns"], found["rows"], found["cell"]), (64, 64, 1.0))
        self.assertEqual([(c["name"], c["cells"], c["area"]) for c in found["classes"]],
                         [("sand", 4096, 4096.0), ("rock", 0, 0.0)])
        self.assertEqual((self.folder / "soils.png").read_bytes()[:4], b"\x89PNG")
        # the ground's shade is in it: without, all but axes and legend is one colour, which packs to nothing
        self.run_ok("soilmap", "info", self.map, "--plot", "bare.png")
        shade = (self.folder / "soils.png").stat().st_size - (self.folder / "bare.png").stat().st_size
        self.assertGreater(shade, 64 * 64)  # a byte a cell
        self.assertIn("wong_LETE_sand", self.run_ok("soilmap", "info", self.map))

    def test_every_edit_is_undone_to_the_byte_and_redone(self):
        (self.folder / "work.toml").write_text(
            "[[operation]]\ntype = 'polygon'\nclass = 'rock'\npoints = [[-20, -20], [20, -20], [20, 20], [-20, 20]]\n"
            "hole = [[-5, -5], [5, -5], [5, 5], [-5, 5]]\n"
            "[[operation]]\ntype = 'slope'\nclass = 'sand'\nonly = ['rock']\nmin_deg = 1.5\n")
        states = [self.files()]
        for edit in (["--class", "rock", "--brush", "-10,0 10,5", "--radius", "2.5"],
                     ["--class", "rock", "--polygon", "0,0 12,0 12,9"],
                     ["--class", "2", "--flood", "-30,30", "--by-corners"],
                     ["--class", "sand", "--all"]):
            self.run_ok("soilmap", "paint", self.map, *edit)
            states.append(self.files())
        self.run_ok("soilmap", "paint", self.map, "--script", self.folder / "work.toml", "--terrain", self.site)
        self.assertEqual(self.info()["edits"], 6)
        last = self.files()
        self.run_ok("soilmap", "paint", self.map, "--undo=2")
        for state in reversed(states):
            self.assertEqual(self.files(), state)
            if state is not states[0]:
                self.run_ok("soilmap", "paint", self.map, "--undo")
        self.refused("paint", self.map, "--undo", words=["--undo: found 1"])
        self.run_ok("soilmap", "paint", self.map, "--redo=6")
        self.assertEqual(self.files(), last)

    def test_wrong_paint_changes_nothing(self):
        before = self.files()
        paint = ["paint", self.map]
        self.refused(*paint, words=["0 of the options that paint", "--polygon"])
        self.refused(*paint, "--class", "mud", "--all", words=["--class", '"mud"', "sand (1), rock (2)"])
        self.refused(*paint, "--class", "rock", "--brush", "0,0", words=["--radius"])
        self.refused(*paint, "--class", "rock", "--brush", "0 0", "--radius", "1", words=["--brush", "'0'"])
        self.refused(*paint, "--class", "rock", "--flood", "99,0", words=["--flood", "seed at (99, 0)"])
        self.refused(*paint, "--class", "rock", "--polygon", "0,0 1,1", words=["--polygon", "2 points"])
        self.refused(*paint, "--class", "rock", "--brush", "0,0", "--radius", "1", "--hardness", "1.5",
                     words=["--hardness", "1.5", "1"])
        self.refused(*paint, "--class", "rock", "--all", "--hardness", "0.5", words=["--hardness", "no --brush"])
        (self.folder / "s.toml").write_text("[[operation]]\ntype = 'height'\nclass = 'rock'\nmin = 0\n")
        self.refused(*paint, "--script", "s.toml", words=["s.toml", "without a terrain"])
        (self.folder / "s.toml").write_text("[[operation]]\ntype = 'flood'\nclass = 'rock'\nat = [0, 0]\nradius = 1\n")
        self.refused(*paint, "--script", "s.toml", words=["s.toml:5", "radius"])
        self.assertEqual(self.files(), before)
        self.refused("info", self.folder / "none.tif", words=["none.tif", "no such file", "a soil map"])
        self.refused("info", self.folder, words=["a folder", "a soil map"])
        self.map.write_bytes(self.map.read_bytes()[:200])
        self.refused("info", self.map, words=["soils.tif"])


class Rules(SoilMap):
    @unittest.skipUnless(shutil.which("gdaldem") and shutil.which("gdal_translate"), "needs GDAL's programs")
    def test_slopes_are_gdaldem_s(self):
        limit = 1.2  # deg
        self.run_ok("soilmap", "from-slope", self.map, "--terrain", self.site, "--class", "rock", "--min", limit)
        for command in (["gdaldem", "slope", "-q", "-compute_edges", self.site, self.folder / "slope.tif"],
                        ["gdal_translate", "-q", "-of", "XYZ", self.folder / "slope.tif", self.folder / "slope.xyz"],
                        ["gdal_translate", "-q", "-of", "XYZ", self.map, self.folder / "soils.xyz"]):
            subprocess.run(list(map(str, command)), check=True)

        def values(name):
            return [float(line.split()[2]) for line in (self.folder / name).read_text().splitlines()]
        slopes, classes = values("slope.xyz"), values("soils.xyz")
        steep = 0
        for slope, found in zip(slopes, classes):
            if abs(slope - limit) < 1e-4:  # gdaldem's floats
                continue
            steep += slope > limit
            self.assertEqual(found, 2 if slope > limit else 1, slope)
        self.assertGreater(steep, 200)
        self.assertLess(steep, 4000)

    def test_height_and_roughness(self):
        self.run_ok("soilmap", "from-slope", self.map, "--terrain", self.site, "--class", "rock", "--by", "height", "--max", "0")
        self.assertEqual(self.cells(), sum(h <= 0 for h in geotiff.gentle_hills()))
        self.run_ok("soilmap", "from-slope", self.map, "--terrain", self.site, "--class", "sand", "--by", "roughness",
                    "--min", "0", "--window", "5")
        self.assertEqual(self.cells(), 0)
        self.refused("from-slope", self.map, "--terrain", self.site, "--class", "rock", words=["--min"])
        other = self.folder / "other.tif"
        other.write_bytes(geotiff.geotiff(columns=32, rows=32))
        self.refused("from-slope", self.map, "--terrain", other, "--class", "rock", "--min", "3", words=["other.tif"])

    def test_from_a_raster_of_numbers(self):
        numbers = [(i % 64) // 16 + 10.0 for i in range(4096)]
        (self.folder / "geology.tif").write_bytes(geotiff.geotiff(heights=numbers, radius=geotiff.MARS))
        common = ["from-raster", "geology.tif", "--terrain", "site.tif", *CLASSES, "--out", "soils.tif"]
        self.run_ok("soilmap", *common, "--value", "10=rock", "--value", "12=rock", "--rest", "sand")
        self.assertEqual(self.cells(), 2048)
        self.refused(*common, "--value", "10=rock", words=["geology.tif", "11 in column 16, row 0", "--rest"])
        self.refused(*common, "--value", "rock", words=["--value", "3=sand"])
        self.refused(*common, "--value", "10=rock", "--value", "10=sand", words=["--value", "10=sand", "another class"])

    def test_voids_and_fractions_of_a_raster_of_numbers(self):
        numbers = [-9999.0] + [0.1 if i % 64 < 32 else 12.0 for i in range(1, 4096)]
        (self.folder / "geology.tif").write_bytes(geotiff.geotiff(heights=numbers, radius=geotiff.MARS, nodata="-9999"))
        common = ["from-raster", "geology.tif", "--terrain", "site.tif", *CLASSES, "--out", "soils.tif", "--value", "0.1=rock", "--value", "12=sand"]
        self.refused(*common, words=["geology.tif", "no value in column 0, row 0", "--rest"])
        self.run_ok("soilmap", *common, "--rest", "sand")
        self.assertEqual(self.cells(), 2047)  # the void is none of them


class Refused(SoilMap):
    def test_rasters_that_are_no_soil_maps(self):
        self.refused("info", self.site, words=["site.tif", "Float32", "8-bit"])
        words = [int(h * 10) % 5 for h in geotiff.gentle_hills()]
        self.assertEqual(len(words), 4096)
        if shutil.which("gdal_translate"):
            for kind, said in (("UInt16", "UInt16"), ("Byte", "no colour table")):
                target = self.folder / f"{kind}.tif"
                subprocess.run(["gdal_translate", "-q", "-ot", kind, "-a_nodata", "none", str(self.site), str(target)],
                               check=True)
                self.refused("info", target, words=[f"{kind}.tif", said])
        (self.folder / "soils.legend.toml").unlink()
        self.refused("info", self.map, words=["soils.tif", "no legend soils.legend.toml"])

    def test_a_soft_brush_lays_its_core_and_ever_fewer_cells_towards_the_rim(self):
        radius, found = 20.0, {}
        for hardness in (1.0, 0.5, 0.0):
            paint = ["paint", self.map, "--class", "rock", "--brush", "0,0", "--radius", str(radius), "--hardness",
                     str(hardness)]
            self.run_ok("soilmap", *paint, "--seed", "7")
            found[hardness], files = self.cells(), self.files()
            self.run_ok("soilmap", "paint", self.map, "--undo")
            core = hardness * radius
            # cells of 1 m2, laid beyond the core c with the probability (R - r) / (R - c): the mean of their number, and
            # the greatest variance that it can have, 1/4 a cell
            mean = math.pi * radius ** 2
            if core < radius:
                mean = math.pi * (core ** 2 + 2 / (radius - core) * (
                    radius * (radius ** 2 - core ** 2) / 2 - (radius ** 3 - core ** 3) / 3))
            deviation = 0.5 * math.sqrt(math.pi * (radius ** 2 - core ** 2))
            border = 2 * math.pi * radius * 0.25  # of a disc on cells, where no cell is left to chance
            self.assertLess(abs(found[hardness] - mean), 4 * deviation + border, hardness)
            # what a script says in words is the same to the byte, another seed is not
            (self.folder / "soft.toml").write_text(
                "[[operation]]\ntype = 'brush'\nclass = 'rock'\npoints = [[0, 0]]\n"
                f"radius = {radius}\nhardness = {hardness}\nseed = 7\n")
            self.run_ok("soilmap", "paint", self.map, "--script", "soft.toml")
            self.assertEqual(self.files()[0], files[0])
            self.run_ok("soilmap", "paint", self.map, "--undo")
            self.run_ok("soilmap", *paint, "--seed", "8")
            (self.assertEqual if hardness == 1.0 else self.assertNotEqual)(self.files()[0], files[0])
            self.run_ok("soilmap", "paint", self.map, "--undo")
        self.assertGreater(found[1.0], found[0.5])
        self.assertGreater(found[0.5], found[0.0])

    def test_strokes_of_a_run_are_refused_where_there_is_no_time(self):
        (self.folder / "strokes.toml").write_text("""
name = "strokes"
rover = "exomars_lvm"
duration = 1.0
gravity = 3.71
[terrain]
file = "site.tif"
soil = "wong_LETE_sand"
soil_map = "soils.tif"
center = [8.0, 8.0]
size = [32.0, 32.0]
[initial]
position = [0.0, 0.0]
[[soil_stroke]]
time = 0.5
class = "rock"
type = "all"
""")
        traverse = ["traverse", "strokes.toml", "--path", "0,0:2,0", "--speed", "0.05"]
        self.check_error(run(*traverse, cwd=self.folder), 2, "soil_stroke", "1 soil stroke", "no time", "soilmap paint")
        self.run_ok(*traverse, "--mode", "dynamic")  # which lays them
        placement = ["placement", "--terrain", "strokes.toml", "--samples", "3"]
        self.check_error(run(*placement, cwd=self.folder), 2, "soil_stroke", "no time", "soilmap paint")
        self.run_ok(*placement, "--soil", "hard_plate")  # one soil, on which no stroke counts

    def test_what_is_wrong_with_the_terrain_is_said_first(self):
        scenario = SOURCE / "assets" / "scenarios" / "traverse_mars.toml"
        for command in (["new"], ["from-raster", self.site, "--value", "3=sand", "--terrain"]):
            self.refused(*command, scenario, words=["traverse_mars.toml: found a scenario", "a raster of heights"])
            self.refused(*command, "none.tif", words=["none.tif: found no such file"])
            self.refused(*command, self.site, words=["--class: found none", "NAME=SOIL"])
            self.refused(*command, self.site, *CLASSES, words=["--out: found none", "soils.tif"])

    def test_soils_that_are_not_there(self):
        self.refused("new", self.site, "--class", "mud=quicksand", "--out", "x.tif", words=["'quicksand'"])
        self.refused("new", self.site, "--class", "mud", "--out", "x.tif", words=["NAME=SOIL"])
        self.refused("new", self.site, *CLASSES, "--fill", "mud", "--out", "x.tif", words=["--fill"])
        self.assertFalse((self.folder / "x.tif").exists())

    def test_a_run_on_a_map(self):
        scenario = """
name = "mapped"
rover = "exomars_lvm"
duration = 0.05
gravity = 3.71
[terrain]
file = "site.tif"
soil = "hard_plate"
soil_map = "soils.tif"
center = [8.0, 8.0]
size = [32.0, 32.0]
[initial]
position = [0.0, 0.0]
"""
        (self.folder / "mapped.toml").write_text(scenario)
        self.run_ok("soilmap", "paint", self.map, "--class", "rock", "--brush", "8.0,8.6", "--radius", "0.3")
        self.run_ok("run", "mapped.toml", "--out", "run.h5")
        self.map.unlink()
        self.run_ok("rerun", "run.h5")
        self.check_error(run("run", "mapped.toml", cwd=self.folder), 2, "mapped.toml:9", "soil_map", "soils.tif")


if __name__ == "__main__":
    unittest.main()
