#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Soil laws from the command line: the key of a soil and of a scenario, refusals, and the energy book of shipped scenarios by resistive force theory."""
import json
import re
import unittest

from grouser_cli import CliTest, run

# Every kind of motion on soft ground, each as short as it takes; all of them: scripts/soil_laws.
# climb_rocks: wheels that hang over their ruts beside rocks; a tenth of its energy was once booked by their touching and leaving
SCENARIOS = {"climb_rocks": 60, "drive_flat_soft": 10, "side_slope": 10, "park_on_slope": 5, "skycrane_soft": 8}


class SoilLaw(CliTest):
    def test_scenarios_close_their_energy_book(self):
        for name, duration in SCENARIOS.items():
            summary = self.run_json("run", name, "--set", "terrain.soil_law=rft", "--set", f"duration={duration}")
            self.assertEqual(summary["status"], "completed", name)
            self.assertLess(summary["metrics"]["energy_ledger_error"]["value"], 0.01, name)

    def test_a_run_file_repeats_the_law(self):
        self.run_ok("run", "drive_flat_soft", "--set", "terrain.soil_law=rft", "--set", "duration=2", "--out", "a.h5")
        said = self.run_ok("rerun", "a.h5")
        self.assertIn("identical", said)

    def test_ground_that_deforms(self):
        law = ["--set", "terrain.soil_law=scm", "--set", "terrain.soil=krenn_SCM_exomars", "--set", "gravity=3.71"]
        self.run_ok("run", "drive_flat_soft", *law, "--set", "duration=4", "--out", "s.h5")
        self.assertIn("identical", self.run_ok("rerun", "s.h5"))
        self.run_ok("resume", "s.h5", "--at", "2", "--out", "on.h5")
        ends = [re.findall(r'\n    "state_hash": "(\w+)"', self.run_ok("info", name, "--json")) for name in ("s.h5", "on.h5")]
        self.assertIn(ends[0][0], ends[1])  # beside that of the state that it went on from
        self.run_ok("export", "s.h5", "--terrain", "ground.tif")
        ground = json.loads(self.run_ok("info", "ground.tif", "--json"))
        self.assertIn("0.02", json.dumps(ground))
        for refused, word in ((["--set", "terrain.scm_cell=0.0002"], "GB"), (["--set", "rover.wheel.grouser_height=0.2"], "radius")):
            self.check_error(run("run", "drive_flat_soft", *law, *refused), 2, word)
        self.check_error(run("traverse", "drive_flat_soft", *law, "--path", "0,0:2,0", "--csv", "t.csv"), 2, "scm")

    def test_a_wheel_that_is_driven_over_a_grid(self):
        report = self.run_json("wheel", "--law", "scm", "--scm-shear", "janosi", "--slip", "0,0.2,1")
        self.assertEqual([row["slip"] for row in report["rows"]], [0, 0.2])
        self.assertIn("at slip 1", " ".join(report["notes"]))  # it digs without end
        for row in report["rows"]:
            self.assertTrue(row["settled"])
            self.assertAlmostEqual(row["load"], 191.7, delta=1e-3)
            self.assertGreater(row["spread"]["drawbar_pull"], 0.0)
        self.assertLess(report["rows"][0]["drawbar_pull"], 0.0)
        self.assertGreater(report["rows"][1]["drawbar_pull"], 0.0)
        self.assertIn("+- pull N", self.run_ok("wheel", "--law", "scm", "--slip", "0.2"))
        self.check_error(run("wheel", "--law", "scm", "--scm-cell", "0.1"), 2, "cell")
        self.check_error(run("wheel", "--law", "scm", "--scm-shear", "all"), 2, "--scm-shear", "janosi")

    def test_a_law_that_is_not_there(self):
        self.check_error(run("run", "drive_flat_soft", "--set", "terrain.soil_law=mud"), 2, "soil_law", "rft", "bekker")
        self.check_error(run("wheel", "--law", "mud"), 2, "--law", "rft", "bekker")

    def test_numbers_that_a_law_needs_are_named(self):
        soil = self.folder / "grains.toml"
        soil.write_text('units = "SI"\nname = "grains"\nlaw = "rft"\nphi_deg = 30\n')
        self.check_error(run("wheel", "--soil", soil), 2, "density")
        soil.write_text('units = "SI"\nname = "grains"\nlaw = "rft"\nphi_deg = 50\ndensity = 1600\ncohesion = 1000\n')
        notes = " ".join(self.run_json("wheel", "--soil", soil)["notes"])
        self.assertIn("friction angle", notes)
        self.assertIn("cohesion", notes)

    def test_moduli_scale_where_the_file_says_so_and_it_is_said_where_not(self):
        text = ('units = "SI"\nname = "sand"\nk_c = 0\nk_phi = 820e3\nn = 1\ncohesion = 0\nphi_deg = 35\njanosi_k = 0.0178\n'
                'density = 1660\ntheta_m_c1 = 0.4\ntheta_m_c2 = 0.15\nsoil_damping_per_area = 3e4\n')
        soil = self.folder / "sand.toml"
        on_the_moon = ("--gravity", 1.635, "--load", 25, "--slip", "0.3")
        soil.write_text(text)
        earth = self.run_json("wheel", "--soil", soil, "--load", 150, "--slip", "0.3")
        kept = self.run_json("wheel", "--soil", soil, *on_the_moon)
        self.assertEqual(earth["notes"], [])
        self.assertIn("moduli_gravity", " ".join(kept["notes"]))
        self.assertLess(kept["rows"][0]["sinkage"], 0.5 * earth["rows"][0]["sinkage"])
        soil.write_text(text + "moduli_gravity = 9.81\n")
        scaled = self.run_json("wheel", "--soil", soil, *on_the_moon)
        self.assertIn("k_phi is taken 0.167 times", " ".join(scaled["notes"]))
        self.assertAlmostEqual(scaled["rows"][0]["sinkage"], earth["rows"][0]["sinkage"], delta=1e-9)
        self.assertAlmostEqual(6 * scaled["rows"][0]["drawbar_pull"], earth["rows"][0]["drawbar_pull"], delta=1e-6)

    def test_moduli_scale_in_runs_by_both_laws_that_have_them(self):
        for law in ("bekker", "scm"):
            moon = ("--set", "gravity=1.62", "--set", "duration=2", "--set", f"terrain.soil_law={law}")
            runs = [self.run_json("run", "drive_flat_soft", *moon, *more)
                    for more in ((), ("--set", "soil.moduli_gravity=9.81"), ("--set", "soil.moduli_gravity=9.81", "--set", "soil.moduli_split=bearing"))]
            kept, scaled, between = (r["metrics"]["max_sinkage"]["value"] for r in runs)
            for r, said in zip(runs, ("the moduli stay as in the file", "k_phi is taken 0.165 times", "bearing capacity is taken 0.165 times")):
                self.assertIn(said, " ".join(r["notes"]))
            # Bekker's wheel sinks as k^(-2/(2 n + 1)): the modulus falls to 1/3.57 (k_c stays), the sinkage grows 2.7 times
            self.assertGreater(scaled, 2.0 * kept)
            self.assertLess(scaled, 3.2 * kept)
            # LETE sand's 1.3 kPa hold three quarters of what a plate of its wheel's width can bear
            self.assertGreater(between, kept)
            self.assertLess(between, scaled)
        self.check_error(run("run", "drive_flat_soft", "--set", "gravity=0", "--set", "soil.moduli_gravity=9.81"), 2, "moduli_gravity")

    def test_a_run_by_grains_is_refused_before_it_begins(self):
        by_grains = ["run", "drive_flat_soft", "--set", "terrain.soil_law=rft"]
        tall = run(*by_grains, "--set", "rover.wheel.grouser_height=0.2")  # deeper than the rim's radius
        self.check_error(tall, 2, "grouser_height", "radius")
        soil = self.folder / "bare.toml"
        for given, lacking in (("density = 1600", "phi_deg"), ("phi_deg = 30", "density")):
            soil.write_text(f'units = "SI"\nname = "bare"\nlaw = "rft"\n{given}\n')
            self.check_error(run("run", "drive_flat_soft", "--set", f"terrain.soil={soil}"), 2, lacking)
        # with a plate test neither density nor anything of Bekker's is asked for
        soil.write_text('units = "SI"\nname = "bare"\nlaw = "rft"\nphi_deg = 30\nxi_n = 2e6\n')
        summary = self.run_json("run", "drive_flat_soft", "--set", f"terrain.soil={soil}", "--set", "duration=1")
        self.assertEqual(summary["status"], "completed")

    def test_the_rig_is_free_of_gravity_but_for_the_load(self):
        rows = []
        for gravity in (9.81, 1.635):
            report = self.run_json("wheel", "--law", "rft", "--gravity", gravity, "--load", 150.0 * gravity / 9.81, "--slip", "0.3")
            rows.append(report["rows"][0])
        self.assertAlmostEqual(rows[0]["sinkage"], rows[1]["sinkage"], delta=1e-6)
        self.assertAlmostEqual(rows[0]["drawbar_pull"] / 6.0, rows[1]["drawbar_pull"], delta=1e-4 * 150.0)


if __name__ == "__main__":
    unittest.main()
