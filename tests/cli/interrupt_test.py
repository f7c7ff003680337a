#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Ctrl+C, SIGTERM and a closed terminal at any moment: an exit code of 130, a word why, and nothing half-written."""
import os
import signal
import subprocess
import time
import unittest

import geotiff
from grouser_cli import PROGRAM, CliTest
from recipes import fractal, ramp

# So short a step that settling alone takes minutes; what is waited for here is only that it is stopped.
LONG_SETTLING = ["--set", "integration.step=1e-6", "--set", "rover.wheel.damping=0", "--set", "integration.refuse_unstable=false"]
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
PATIENCE = 100  # s: far beyond what a stop takes on any machine, far below what the work would


def catches(pid, wanted):
    """Whether the program has said what is to happen at a signal."""
    with open(f"/proc/{pid}/status") as file:
        caught = next(int(line.split()[1], 16) for line in file if line.startswith("SigCgt:"))
    return bool(caught >> (wanted - 1) & 1)


@unittest.skipUnless(os.path.exists("/proc/self/status"), "needs /proc")
class Interrupted(CliTest):
    def start(self, *arguments):
        process = subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True)
        self.addCleanup(process.kill)
        return process

    def stop(self, wanted, *arguments, after=0.5):
        process = self.start(*arguments)
        deadline = time.monotonic() + PATIENCE
        while process.poll() is None and not catches(process.pid, wanted):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        time.sleep(after)  # somewhere within its work; wherever it is, the outcome is the same
        if process.poll() is not None:
            self.fail(f"{arguments} ended by itself: {process.communicate()}")
        process.send_signal(wanted)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 130, f"{arguments}: {out} {err}")
        self.assertIn("grouser: interrupted", err)
        return out

    def left(self):
        return sorted(str(p.relative_to(self.folder)) for p in self.folder.rglob("*"))

    def test_a_long_settling_is_stopped_by_the_first_signal(self):
        commands = [["run", "drive_flat_soft", *LONG_SETTLING, "--out", "x.h5"],
                    ["run", "drive_flat_soft", *LONG_SETTLING, "--json"],
                    ["sweep", "drive_flat_soft", *LONG_SETTLING, "--vary", "soil.phi_deg=20:30:5", "--out", "study"],
                    ["gradeability", "--rover", "exomars_lvm", "--soil", "wong_LETE_sand", "--tilt", "0:4:2", *LONG_SETTLING],
                    ["traverse", "drive_flat_soft", *LONG_SETTLING, "--mode", "dynamic", "--path", "0,0:2,0", "--csv", "x.csv"]]
        for number, command in enumerate(commands):
            with self.subTest(command[0], signal=SIGNALS[number % 3].name):
                self.stop(SIGNALS[number % 3], *command)
                self.assertEqual(self.left(), [])

    def test_a_hangup_closes_a_recording_as_ctrl_c_does(self):
        process = self.start("run", "drive_flat_soft", "--set", "duration=100000", "--out", "x.h5", "--json")
        deadline = time.monotonic() + PATIENCE
        while not (self.folder / "x.h5").exists():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        process.send_signal(signal.SIGHUP)
        _, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 130, err)
        self.assertTrue(self.run_json("info", "x.h5")["closed_cleanly"])
        self.assertIn("identical", self.run_ok("rerun", "x.h5"))

    def test_under_nohup_a_hangup_stops_nothing(self):
        process = subprocess.Popen([PROGRAM, "run", "drive_flat_soft", "--set", "duration=2", "--json"], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.addCleanup(process.kill)
        while process.poll() is None and not catches(process.pid, signal.SIGINT):
            time.sleep(0.01)
        process.send_signal(signal.SIGHUP)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 0, err)

    def test_cleaning_and_making_large_terrains(self):
        """A sparse raster of 30,000 x 30,000 cells: filling up the file that is given up took seconds, and gigabytes of disk."""
        (self.folder / "sparse.tif").write_bytes(geotiff.geotiff(shape=(30000, 30000), sparse_tile=1024, heights=[]))
        (self.folder / "large.toml").write_text(fractal([15000.0, 15000.0], 1.0, ramp(), seed=2, rms_slope_deg=5.0, lag=2.0))
        before = self.left()
        for command in (["terrain", "clean", "sparse.tif", "--out", "out.tif", "--mask", "mask.tif"],
                        ["terrain", "make", "large.toml", "--out", "out.tif"]):
            with self.subTest(command[1]):
                self.stop(signal.SIGINT, *command)
                self.assertEqual(self.left(), before)


if __name__ == "__main__":
    unittest.main()
