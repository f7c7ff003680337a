#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Two run files side by side."""
import unittest

from grouser_cli import CliTest, run

CHANNEL = "wheel/front_left/sinkage"


class Compare(CliTest):
    def setUp(self):
        super().setUp()
        self.a = self.run_json("run", "drive_flat_soft", "--set", "duration=0.6", "--out", "a.h5")
        self.b = self.run_json("run", "drive_flat_soft", "--set", "duration=0.9", "--set", "soil.k_phi=1000000", "--out", "b.h5")

    def test_metrics_channels_and_plot(self):
        report = self.run_json("compare", "a.h5", "b.h5", "--channel", CHANNEL, "--plot", "both.png")
        for name, pair in report["metrics"].items():
            a, b = self.a["metrics"][name]["value"], self.b["metrics"][name]["value"]
            self.assertEqual((pair["a"], pair["b"], pair["difference"]), (a, b, b - a), name)
        channel = report["channels"][0]
        # The softer soil is sunk into more at every time, about by the difference of the deepest sinkages.
        deeper = report["metrics"]["max_sinkage"]["difference"]
        self.assertGreater(channel["largest_difference"], 0.5 * deeper)
        self.assertLessEqual(channel["rms_difference"], channel["largest_difference"])
        self.assertLessEqual(channel["time_s"], 0.6)
        self.assertEqual((self.folder / "both.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        self.assertIn("max_sinkage", self.run_ok("compare", "a.h5", "b.h5"))

    def test_runs_of_different_times_are_said_to_be(self):
        said = run("compare", "a.h5", "b.h5", cwd=self.folder).stderr
        self.assertIn("A covers 0 to 0.6 s, B 0 to 0.9 s", said)
        report = self.run_json("compare", "a.h5", "b.h5")
        self.assertEqual([round(t, 6) for t in report["covered_s"]["a"] + report["covered_s"]["b"]], [0, 0.6, 0, 0.9])
        self.assertNotIn("covers", run("compare", "a.h5", "a.h5", cwd=self.folder).stderr)

    def test_a_run_with_itself(self):
        report = self.run_json("compare", "a.h5", "a.h5", "--channel", CHANNEL)
        self.assertEqual({pair["difference"] for pair in report["metrics"].values()}, {0})
        self.assertEqual(report["channels"][0]["largest_difference"], 0)

    def test_refused(self):
        self.check_error(run("compare", "a.h5", "b.h5", "--channel", "wheel/front_left/sinkag", cwd=self.folder), 2, "sinkag")
        self.check_error(run("compare", "a.h5", "b.h5", "--plot", "x.png", cwd=self.folder), 2, "found", "--channel")
        self.check_error(run("compare", "a.h5", "no.h5", cwd=self.folder), 2, "no.h5")


if __name__ == "__main__":
    unittest.main()
