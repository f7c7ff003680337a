#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A rover commanded from outside by a process of its own: `grouser run --external`, and the client of examples/heading.py."""
import json
import re
import signal
import subprocess
import sys
import unittest

from grouser_cli import PROGRAM, SOURCE, CliTest, run

sys.path.insert(0, str(SOURCE / "examples"))
import heading  # noqa: E402
import ros2_bridge  # noqa: E402

DRIVE = ["run", "drive_flat_soft", "--set", "drive.mode=external", "--set", "duration=6"]


class External(CliTest):
    def started(self, *options, words=DRIVE):
        """A run that waits for a controller, and where it listens."""
        program = subprocess.Popen([PROGRAM, *words, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder)
        self.addCleanup(program.stdout.close)
        self.addCleanup(program.stderr.close)
        self.addCleanup(program.kill)
        said = program.stderr.readline()
        self.assertRegex(said, "a controller may come to ")
        return program, said.split()[-1]

    def test_a_heading_is_held_and_the_run_repeats_without_the_controller(self):
        hashes = []
        for address in ("127.0.0.1:0", "unix:line"):
            file = self.folder / f"{len(hashes)}.h5"
            program, where = self.started("--external", address, "--out", str(file), "--json")
            client = subprocess.run([sys.executable, SOURCE / "examples/heading.py", where], capture_output=True, text=True, cwd=self.folder)
            self.assertEqual(client.returncode, 0, client.stderr)
            report = json.loads(program.stdout.read())
            self.assertEqual((program.wait(), report["status"]), (0, "completed"))
            hashes += [report["state_hash"], re.search("state_hash ([0-9a-f]{16})", client.stdout).group(1)]
            self.assertIn("identical", self.run_ok("rerun", file))
        self.assertEqual(len(set(hashes)), 1, hashes)
        self.assertFalse((self.folder / "line").exists())
        self.run_ok("export", file, "--csv", "csv")
        rows = (self.folder / "csv/commands.csv").read_text().splitlines()
        self.assertTrue(rows[0].startswith("time_s,step,wheel_speed/front_left [rad/s],"), rows[0])
        self.assertGreater(len(rows), 40)

    def test_ctrl_c_ends_a_run_that_waits_and_its_file_is_whole(self):
        program, where = self.started("--external", "unix:line", "--out", "run.h5")
        line = heading.Line(f"unix:{self.folder / 'line'}")
        self.addCleanup(line.socket.close)
        self.assertEqual(line.command({"wheel_speed/front_left": 0.2}, 0.3)[1], 100)
        with self.assertRaisesRegex(RuntimeError, "wheel_speed/front_left, 7.0 rad/s|wheel_speed/front_left, 7 rad/s"):
            line.command({"wheel_speed/front_left": 7.0}, 0.3)
        program.send_signal(signal.SIGINT)
        self.assertEqual(program.wait(20), 130)
        self.assertFalse((self.folder / "line").exists())
        self.assertIn("identical", self.run_ok("rerun", "run.h5"))
        # another controller takes over from there
        program, _ = self.started("--external", "unix:line", "--out", "rest.h5", words=["resume", "run.h5", "--exactly"])
        line = heading.Line(f"unix:{self.folder / 'line'}")
        self.addCleanup(line.socket.close)
        self.assertAlmostEqual(line.state[0], 0.3)
        while not line.state[3]:
            line.state = line.command({"wheel_speed/front_left": 0.1}, 1.0)
        self.assertEqual(program.wait(20), 0)
        self.assertIn("identical", self.run_ok("rerun", "rest.h5"))

    def test_a_run_that_does_not_wait_goes_on(self):
        program, _ = self.started("--external", "unix:line", "--run-on", "--json")
        self.assertEqual(json.loads(program.communicate(timeout=120)[0])["status"], "completed")

    def test_the_bridge_to_ros_steps_and_resets(self):
        """As far as it goes without ROS: the same steps after a reset end in the same state."""
        bridged = ros2_bridge.BridgedRun("drive_flat_soft", ["duration=6"], PROGRAM)
        self.addCleanup(bridged.quit)
        hashes = []
        for _ in range(2):
            self.assertEqual(bridged.command({"wheel_speed/front_left": 0.2, "nothing": 1.0}), ["nothing"])
            self.assertEqual(bridged.step(100), (ros2_bridge.OK, ""))
            self.assertAlmostEqual(bridged.time, 100 * bridged.line.step)
            hashes.append(bridged.state_hash)
            self.assertNotEqual(bridged.pose["chassis/position_x"], 0.0)
            self.assertEqual(bridged.go_to(ros2_bridge.PLAYING)[0], ros2_bridge.OK)
            self.assertEqual(bridged.step(1)[0], ros2_bridge.INCORRECT_STATE)
            self.assertEqual(bridged.go_to(ros2_bridge.STOPPED)[0], ros2_bridge.OK)
            self.assertEqual(bridged.time, 0.0)
        self.assertEqual(hashes[0], hashes[1])
        self.assertEqual(bridged.go_to(9)[0], ros2_bridge.INCORRECT_TRANSITION)
        bridged.step(10_000)
        self.assertTrue(bridged.ended)
        self.assertEqual(bridged.step(1)[0], ros2_bridge.OPERATION_FAILED)

    def test_what_is_refused(self):
        for words, said in ((["--run-on"], "no --external"), (["--external", "7790"], "HOST:PORT"), (["--external", "10.0.0.1:1"], "other machines")):
            self.check_error(run(*DRIVE, *words), 2, said)
        self.check_error(run("run", "drive_flat_soft", "--external", "127.0.0.1:0"), 2, "drive.mode=external")


if __name__ == "__main__":
    unittest.main()
