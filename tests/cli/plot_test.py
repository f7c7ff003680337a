#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""grouser plot: which channels are drawn, and that wrong ones are told."""
import struct
import unittest

from grouser_cli import CliTest, run


class Plot(CliTest):
    def setUp(self):
        super().setUp()
        self.run_ok("run", "drive_flat_soft", "--set", "duration=2", "--out", "x.h5")

    def test_time_series_and_one_channel_against_another(self):
        report = self.run_json("plot", "x.h5", "--y", "wheel/*/sinkage", "wheel/front_left/load", "--png", "a.png", "--width", "640")
        self.assertEqual(len([c for c in report["channels"] if c.endswith("/sinkage")]), 6)
        self.assertEqual(report["panels"], 2)  # sinkages share one, the load has its own
        picture = (self.folder / "a.png").read_bytes()
        self.assertEqual(picture[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(struct.unpack(">I", picture[16:20])[0], 640)
        late = self.run_json("plot", "x.h5", "--x", "wheel/front_left/slip", "--y", "wheel/front_left/longitudinal_force",
                             "--from", "1", "--png", "b.png")
        self.assertLess(late["frames"], report["frames"])
        self.assertNotEqual((self.folder / "b.png").read_bytes(), picture)

    def test_what_is_not_there(self):
        for name in ["wheel/front_left/sinkag", "wheel/*/nothing"]:
            result = run("plot", "x.h5", "--y", name, "--png", "c.png", cwd=self.folder)
            self.check_error(result, 2, name)
        result = run("plot", "x.h5", "--y", "chassis/yaw", "--from", "50", "--png", "c.png", cwd=self.folder)
        self.check_error(result, 2, "--from")
        self.assertFalse((self.folder / "c.png").exists())


unittest.main()
