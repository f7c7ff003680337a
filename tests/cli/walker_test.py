#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A walker from the command line: its run is recorded, reruns bit for bit and goes on after a kill; a fall and bad input are told."""
import subprocess
import sys
import unittest

from grouser_cli import SOURCE, CliTest, run


class Walker(CliTest):
    def test_a_crawl_reruns_bit_for_bit(self):
        told = self.run_json("run", "walker_crawl_flat", "--set", "gait.distance=0.05", "--out", "w.h5")
        self.assertEqual(told["status"], "completed")
        self.assertEqual(told["verdict"]["name"], "arrived")
        self.assertGreater(told["metrics"]["least_static_margin"]["value"], 0.01)
        again = self.run_json("rerun", "w.h5")
        self.assertTrue(again["identical"], again)

    def test_a_fall_is_a_verdict(self):
        told = self.run_json("run", "walker_stand", "--set", "initial.velocity=[0.0, 2.0, 0.0]")
        self.assertEqual(told["verdict"]["name"], "fallen")

    def test_what_is_refused(self):
        for setting, word in [("gait.kind=gallop", "crawl"), ("gait.margin=-1", "margin"), ("rover=exomars_lvm", "no legs"),
                              ("rover.leg.2.stance=[0.0, 0.05, 0.4]", "rear_left")]:
            result = run("run", "walker_crawl_flat", "--set", setting, cwd=self.folder)
            self.assertEqual(result.returncode, 2, setting)
            self.assertIn(word, result.stderr)
            self.assertEqual(result.stderr.count("\n"), 1, result.stderr)

    def test_made_vehicles_are_what_their_scripts_write(self):
        for made in ("walkers", "four_bar_rover", "europa_landers", "strut_lander"):
            with self.subTest(made=made):
                subprocess.run([sys.executable, SOURCE / f"scripts/make_{made}.py", "--check"], check=True)


if __name__ == "__main__":
    unittest.main()
