#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Sweeps, campaigns, wheels, slopes, paths and landings: the numbers of the command line."""
import csv
import unittest

import numpy as np

from grouser_cli import run as command_line
from python_case import PythonTest, g

SHORT = {"duration": 0.6}
GRID = {"soil.phi_deg": [25, 35], "rover.wheel.radius": np.array([0.1425, 0.12])}


class Rows(PythonTest):
    def test_a_sweep_has_the_rows_of_the_command_line(self):
        s = g.Scenario("drive_flat_soft", SHORT)
        table = g.sweep(s, GRID, threads=2)
        self.run_ok("sweep", "drive_flat_soft", "--set", "duration=0.6", "--vary", "soil.phi_deg=25,35", "--vary",
                    "rover.wheel.radius=0.1425,0.12", "--out", "out")
        with open(self.folder / "out" / "table.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([name + (f" [{table.unit(name)}]" if table.unit(name) else "") for name in table], list(rows[0]))
        self.assertEqual(table["state_hash"], [row["state_hash"] for row in rows])
        np.testing.assert_array_equal(table["max_sinkage"], [float(row["max_sinkage [m]"]) for row in rows])
        self.assertEqual((table.rows, table.unit("max_sinkage"), list(table["soil.phi_deg"])), (4, "m", [25, 25, 35, 35]))
        self.assertEqual(table.where("soil.phi_deg", 35).rows, 2)
        self.assertEqual(table.row(-1)["status"], "completed")

    def test_a_sweep_goes_on_with_the_folder_of_the_command_line(self):
        self.run_ok("sweep", "drive_flat_soft", "--set", "duration=0.6", "--vary", "soil.phi_deg=25,35", "--out", "out")
        seen = []
        table = g.sweep(g.Scenario("drive_flat_soft", SHORT), {"soil.phi_deg": [25, 30, 35]}, threads=1, out=self.folder / "out" / "rows",
                        progress=lambda done, total: seen.append(total))
        self.assertEqual(table.rows, 3)
        self.assertTrue(all(total == 1 for total in seen), "rows that were there are run again")
        self.assertEqual(g.Campaign.open(self.folder / "out" / "rows").table.rows, 3)

    def test_a_row_that_fails_is_a_row(self):
        table = g.sweep(g.Scenario("drive_flat_soft", SHORT), {"soil.phi_deg": [30, 89.9], "rover.wheel.width": [0.12, 1e-9]}, threads=2,
                        allow_dead_keys=True)
        self.assertIn("bad_input", table["status"])
        self.assertTrue(all(message for status, message in zip(table["status"], table["message"]) if status != "completed"))

    def test_keys_that_change_nothing_or_are_wrong(self):
        s = g.Scenario("torque_limited", {"duration": 1.2})
        self.refused(lambda: g.sweep(s, {"rover.motor.stall_torque": [10, 20]}, threads=1), "rover.motor.stall_torque", error=g.InputError)
        self.refused(lambda: g.sweep(s, {"soil.phi": [1, 2]}), "soil.phi", error=g.InputError)
        self.refused(lambda: g.sweep(s, {"duration": []}), "duration")
        self.refused(lambda: g.sweep(s, {}), "vary")

    def test_a_campaign(self):
        (self.folder / "c.toml").write_text('scenario = "drive_flat_soft"\nsamples = 3\nseed = 5\n[set]\nduration = 0.6\n'
                                            '[draw]\n"soil.phi_deg" = { uniform = [25, 35] }\n')
        told = command_line("campaign", "run", "c.toml", "--out", "theirs", cwd=self.folder)
        self.assertEqual(told.returncode, 0, told.stderr)
        ours = g.Campaign.run(self.folder / "c.toml", self.folder / "ours", threads=2)
        theirs = g.Campaign.open(self.folder / "theirs")
        self.assertEqual((ours.rows, ours.table["state_hash"]), (3, theirs.table["state_hash"]))
        run = theirs.row(1, self.folder / "row.h5")
        self.assertEqual(run.state_hash, theirs.table["state_hash"][1])
        self.refused(lambda: theirs.row(3, self.folder / "no.h5"), "below 3")
        self.refused(lambda: g.Campaign.open(self.folder), error=g.InputError)


class Wheels(PythonTest):
    def test_a_wheel_has_the_numbers_of_the_command_line(self):
        told = self.run_json("wheel", "--soil", "wong_LETE_sand", "--law", "rft", "--slip", "0:0.8:0.2", "--slip-angle", "0,10", "--load", "150")["rows"]
        table = g.wheel("wong_LETE_sand", ["bekker", "rft"], np.linspace(0, 0.8, 5), slip_angle=[0, 10], load=150)
        rft = table.where("law", "rft")
        self.assertEqual((table.rows, rft.rows), (20, 10))
        for name in ("sinkage", "drawbar_pull", "side_force", "torque"):
            np.testing.assert_allclose(rft[name], [row[name] for row in told], rtol=1e-9, atol=1e-12)
        self.assertEqual((rft.unit("drawbar_pull"), set(rft["status"])), ("N", {"ok"}))

    def test_a_wheel_that_sinks_to_its_axle_has_no_numbers(self):
        table = g.wheel("wong_LETE_sand", slip=0.2, load=1e5)
        self.assertEqual(table["status"], ["soil_too_weak"])
        self.assertTrue(np.isnan(table["drawbar_pull"][0]))

    def test_the_soil_contact_model(self):
        table = g.wheel("krenn_SCM_exomars", "scm", 0.2, scm_cell=0.02)
        self.assertEqual((table["law"], table["status"]), (["scm"], ["ok"]))
        self.assertGreater(table["sinkage"][0], 0)

    def test_several_loads_and_widths_and_a_band(self):
        sure = self.folder / "sure.toml"
        sure.write_text("[uncertain]\nphi_deg = { normal = [31, 1] }\n")
        told = self.run_json("wheel", "--slip", "0.2", "--load", "100,200", "--width", "0.1,0.12", "--uncertain", sure, "--draws", "16")["rows"]
        table = g.wheel(slip=0.2, load=[100, 200], width=[0.1, 0.12], uncertain=sure, draws=16)
        self.assertEqual(list(table["load"]), [row["held"]["load"] for row in told])
        np.testing.assert_array_equal(table["drawbar_pull"], [row["drawbar_pull"] for row in told])
        np.testing.assert_array_equal(table["drawbar_pull_low"], [row["band"]["drawbar_pull"]["low"] for row in told])

    def test_plates_and_cones_have_the_numbers_of_the_command_line(self):
        told = self.run_json("plate", "--law", "bekker,rft", "--radius", "0.05,0.1", "--depth", "0.01,0.02")["rows"]
        table = g.plate("wong_LETE_sand", ["bekker", "rft"], [0.01, 0.02], radius=[0.05, 0.1])
        np.testing.assert_array_equal(table["pressure"], [row["pressure"] for row in told])
        self.assertEqual((table.unit("load"), list(table["law"][:4])), ("N", ["bekker"] * 4))
        back = g.plate(pressure=table["pressure"][0], radius=0.05)
        self.assertAlmostEqual(back["depth"][0], 0.01, places=12)
        cone = g.plate(depth=[0.05], cone=30)
        self.assertEqual(cone["pressure"][0], self.run_json("plate", "--cone", "30", "--depth", "0.05")["rows"][0]["pressure"])
        self.assertEqual(g.plate(width=0.1, length=0.3, depth=0.01)["width"][0], 0.1)

    def test_drops_have_the_numbers_of_the_command_line(self):
        told = self.run_json("drop", "--law", "bekker,rft", "--radius", "0.05", "--height", "0.1,0.3")["rows"]
        table = g.drop("wong_LETE_sand", ["bekker", "rft"], radius=0.05, height=[0.1, 0.3])
        for name in ("depth", "peak_force", "time"):
            np.testing.assert_array_equal(table[name], [row[name] for row in told])
        self.assertEqual(table.unit("peak_force"), "N")


class Missions(PythonTest):
    def test_slopes(self):
        told = self.run_json("gradeability", "--rover", "viper", "--soil", "GRC1_SCM_fit", "--tilt=0,10", "--gravity", "1.62", "--jobs", "2")["points"]
        table = g.gradeability("viper", "GRC1_SCM_fit", [0, 10], gravity=1.62, threads=2)
        np.testing.assert_array_equal(table["slip"], [np.nan if p["slip"] is None else p["slip"] for p in told])
        np.testing.assert_array_equal(table["tilt_deg"], [0, 10])

    def test_a_path(self):
        told = self.run_json("traverse", "traverse_mars", "--path=-15,0:-5,4", "--spacing", "0.1")
        table = g.traverse("traverse_mars", [(-15, 0), (-5, 4)], spacing=0.1)
        self.assertEqual((table.attributes["energy"], table.attributes["status"], table.rows), (told["energy"], "completed", told["poses"]))
        self.refused(lambda: g.traverse("traverse_mars", [(1, 2, 3), (4, 5, 6)]), "x and y")
        self.refused(lambda: g.traverse("traverse_mars", mode="fast"), "quasi_static")

    def test_landings(self):
        mars = g.home() + "/terrains/mars_made.tif"
        told = self.run_json("placement", "--terrain", mars, "--samples", "40", "--envelope", "tilt_deg=6", "--out", "landings")
        table = g.placement(mars, samples=40, envelope={"tilt_deg": 6}, threads=2)
        with open(self.folder / "landings" / "placements.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        np.testing.assert_array_equal(table["tilt_deg"], [float(row["tilt_deg [deg]"]) for row in rows])
        self.assertEqual(table.attributes["counted"], 40)
        self.assertLess(table.attributes["covered"], 40)
        self.assertTrue(told)
        self.refused(lambda: g.placement(mars, envelope={"tilt": 6}), "envelope", error=g.InputError)

    def test_heights(self):
        heights = g.Heights.open(g.home() + "/terrains/mars_made.tif")
        self.assertEqual((heights.shape, heights.cell), ((256, 256), 0.25))
        self.assertEqual((heights.x[0], heights.y[0]), (-31.875, 31.875))
        np.testing.assert_allclose(heights.z, heights.offsets + heights.datum, atol=1e-6)
        with self.assertRaises(ValueError):
            heights.offsets[0, 0] = 1.0
        (self.folder / "no.tif").write_text("no raster")
        self.refused(lambda: g.Heights.open(self.folder / "no.tif"), "no.tif")
        self.refused(lambda: g.Scenario("wheel_drop_200").heights(), "planes")


if __name__ == "__main__":
    unittest.main()
