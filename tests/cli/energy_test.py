#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What a run says where its energy book does not close, and impossible wheels."""
import json
import unittest

from geotiff import geotiff
from grouser_cli import CliTest, run


class Energy(CliTest):
    def test_a_book_far_off_is_a_failed_run(self):
        """At 20 ms this contact blows up; only a person who switched the guard off gets there."""
        command = ["run", "drive_flat_soft", "--set", "integration.step=0.02", "--set", "integration.refuse_unstable=false", "--set",
                   "duration=2.5"]  # shortly before the hub meets the ground
        result = run(*command, "--json", cwd=self.folder)
        self.assertEqual(result.returncode, 1)
        summary = json.loads(result.stdout)
        self.assertEqual(summary["status"], "failed")
        self.assertGreater(summary["metrics"]["energy_ledger_error"]["value"], 0.25)
        self.assertIn("energy book", summary["message"])
        self.assertIn(summary["message"], summary["notes"])
        self.assertIn("energy book", result.stderr)
        self.assertIn("energy book", run(*command, cwd=self.folder).stdout)

    def test_a_spike_in_one_cell_is_not_driven_over_in_silence(self):
        heights = [0.0] * 4096
        heights[32 * 64 + 34] = 5000.0  # two cells ahead of the middle
        (self.folder / "spike.tif").write_bytes(geotiff(heights=heights))
        books = []
        for method in ["beeman", "euler"]:  # the rover rears up at a wall of 89 degrees: 3 and 11 % of the energy are open
            summary = self.run_json("run", "traverse_mars", "--set", "terrain.file=spike.tif", "--set", "terrain.any_gravity=true", "--set",
                                    "initial.position=[0.0, 0.0]", "--set", "duration=60", "--set", f"integration.method={method}")
            books.append(summary["metrics"]["energy_ledger_error"]["value"])
            self.assertEqual(any("energy book" in note for note in summary["notes"]), books[-1] > 0.05, summary["notes"])
            self.assertTrue(any("steeper (up to 90.0 deg)" in note for note in summary["notes"]), summary["notes"])
        self.assertGreater(max(books), 0.05)

    def test_the_guard_judges_runge_kutta_too(self):
        result = run("run", "park_on_slope", "--set", "integration.method=rk4", "--set", "integration.step=0.1")
        self.check_error(result, 2, "integration.step", "spectral radius", "at most")

    def test_impossible_wheels_are_refused_by_key_and_limits(self):
        for setting, words in [("rover.wheel.grouser_height=0.3", ["wheel.grouser_height", "0.3 m", "0.07125 m"]),
                               ("rover.wheel.width=5", ["wheel.width", "5 m", "1.425 m"]),
                               ("rover.wheel.slip_radius=3", ["wheel.slip_radius", "3 m"]),
                               ("rover.wheel.stiffness=1", ["front_left", "stiffness", "1 N/m"]),
                               ("integration.step=1e-7", ["integration.step", "1e-07 s", "at least 1e-06 s"])]:
            self.check_error(run("run", "drive_flat_soft", "--set", setting), 2, *words)


if __name__ == "__main__":
    unittest.main()
