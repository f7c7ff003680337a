#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""grouser servo: a robot behind a pseudo-terminal and its clients; what moves it, what is refused, and how it ends."""
import json
import os
import pty
import select
import signal
import statistics
import struct
import subprocess
import threading
import time
import tty
import unittest

from grouser_cli import PROGRAM, CliTest, run
from servo_walk import Robot, walk

IDENTIFY, STATE, STOP, ANGLES, ADVANCE, LEG, BYE = 200, 201, 207, 208, 209, 210, 211


class FakeRobot:
    """The other end of a port: says who it is, keeps the bytes that come, and answers each with a line of its own."""

    def __init__(self, test, replies, end=b"\r\n"):
        self.master, self.slave = pty.openpty()
        tty.setraw(self.slave)
        self.path, self.got, self.replies = os.ttyname(self.slave), b"", list(replies)
        os.write(self.master, b'{"left": "by another"}' + end + b'{"device_id":"fake"}' + end)
        self.thread = threading.Thread(target=self.serve, args=(end,), daemon=True)
        self.done = threading.Event()
        self.thread.start()
        test.addCleanup(self.close)

    def serve(self, end):
        while not self.done.is_set():
            if select.select([self.master], [], [], 0.05)[0]:
                self.got += os.read(self.master, 4096)
                if self.replies:
                    os.write(self.master, self.replies.pop(0).encode() + end)

    def close(self):
        self.done.set()
        self.thread.join()
        os.close(self.master)
        os.close(self.slave)


class Servo(CliTest):
    def device(self, *arguments, scenario="walker_stand"):
        process = subprocess.Popen([PROGRAM, "servo", "device", scenario, *map(str, arguments)], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        said = (process.stderr if "--json" in arguments else process.stdout).readline()
        self.assertTrue(said.startswith("servo link: /dev/"), said)
        return process, said.split(": ")[1].strip()

    def robot(self, path):
        robot = Robot(str(path))
        self.addCleanup(robot.close)
        return robot

    def end(self, process, code=0):
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, code, err)
        return out, err

    def test_a_client_of_the_page_walks_it_and_the_rerun_needs_no_client(self):
        process, _ = self.device("--link", "robot", "--lockstep", "--out", "walk.h5", "--json", "--id", "quad")
        robot = self.robot(self.folder / "robot")
        self.assertEqual(robot.name, "quad")
        way, state = walk(robot, 60.0)
        self.assertGreater(way, 0.25)
        self.assertIsNone(state["verdict"])
        self.assertAlmostEqual(state["time"], 60.0, delta=1e-6)
        self.assertEqual(robot.request(BYE), {"code": BYE, "time": state["time"]})
        told = json.loads(self.end(process)[0])
        self.assertEqual(told["status"], "completed")
        self.assertEqual(told["servo_link"]["refused"], 0)
        self.assertEqual(told["servo_link"]["dropped"], 0)
        self.assertGreater(told["servo_link"]["frames"], 10000)
        self.assertLess(told["metrics"]["energy_ledger_error"]["value"], 0.001)
        self.assertFalse(os.path.lexists(self.folder / "robot"))
        again = self.run_json("rerun", "walk.h5")
        self.assertTrue(again["identical"], again)
        self.assertGreater(again["frames_compared"], 2900)

    def test_the_bytes_of_the_seed_go_to_a_port(self):
        real = struct.unpack("<f", bytes.fromhex("B1E23424"))[0]
        for arguments, bytes_of in [((207,), "CF00"), ((209, repr(real)), "D101B1E23424"), (("leg", 3, -0.5, "1e-3", 0), "D204" "00004040" "000000BF" "6F12833A" "00000000")]:
            fake = FakeRobot(self, [])
            told = self.run_json("servo", "push", fake.path, *arguments)
            deadline = time.monotonic() + 20
            while len(fake.got) < told["bytes"] and time.monotonic() < deadline:
                time.sleep(0.01)
            self.assertEqual(fake.got.hex().upper(), bytes_of)
            self.assertEqual(told["device_id"], "fake")

    def test_replies_end_with_lf_or_cr_lf(self):
        for end in (b"\n", b"\r\n"):
            fake = FakeRobot(self, ['{"time":1.5}'], end)
            self.assertEqual(self.run_json("servo", "request", fake.path, "state")["reply"], {"time": 1.5})
        self.assertEqual(self.run_ok("servo", "request", FakeRobot(self, ['{"time":1.5}']).path, 1), '{"time":1.5}\n')
        fake = FakeRobot(self, ["no JSON"])
        self.check_error(run("servo", "request", fake.path, "state"), 1, "expected a JSON object")
        fake = FakeRobot(self, [])
        self.check_error(run("servo", "request", fake.path, "state", "--timeout", 0.2), 1, "says nothing")

    def test_push_pull_and_request_from_the_command_line(self):
        process, path = self.device("--lockstep", "--json")
        self.assertEqual(self.run_json("servo", "pull", path), {"device_id": "quad_fourbar"})
        before = self.run_json("servo", "request", path, "state")
        self.assertEqual(before["device_id"], "quad_fourbar")
        self.assertLess(before["round_trip_s"], 5.0)
        # what a client pushed before it left is done, and is not answered to the next one
        self.assertIn("18 bytes to quad_fourbar", self.run_ok("servo", "push", path, "leg", 0, 0.1, -0.9, 0.2))
        self.assertEqual(json.loads(self.run_ok("servo", "request", path, "advance", 0.25))["steps"], 250)
        after = json.loads(self.run_ok("servo", "request", path, STATE))
        self.assertEqual(after["told"][:3], [0.1, -0.9, 0.2])
        self.assertEqual(after["told"][3:], before["reply"]["told"][3:])
        self.assertAlmostEqual(after["time"], 0.25)
        refused = run("servo", "request", path, "leg", 0, 0.1, 0.9, 0.2)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("angle 1 (leg 0, hip): 0.9 rad", json.loads(refused.stdout)["error"])
        self.run_ok("servo", "request", path, "bye")
        self.assertEqual(json.loads(self.end(process)[0])["servo_link"]["clients"], 7)

    def test_a_frame_that_stands_still_is_dropped(self):
        process, path = self.device("--lockstep", "--json")
        robot = self.robot(path)
        before = robot.request(STATE)
        os.write(robot.port, struct.pack("<BB3f", ANGLES, 12, 0.1, 0.1, 0.1))
        self.assertIn("stood still", robot.pull()["error"])
        os.write(robot.port, bytes([ANGLES]))
        time.sleep(0.1)
        self.assertIn("stood still", robot.pull()["error"])
        robot.request(ADVANCE, 0.01)
        self.assertEqual(robot.request(STATE)["told"], before["told"])
        for value in (float("nan"), float("inf"), 1e30):
            self.assertIn("error", robot.request(ANGLES, *[value] * 12))
        self.assertIn("error", robot.request(ANGLES, 0.1))
        robot.request(BYE)
        link = json.loads(self.end(process)[0])["servo_link"]
        self.assertEqual((link["dropped"], link["refused"]), (2, 4))

    def test_by_the_clock(self):
        """Generous bounds: the machine may do other things. What is measured: scripts/servo_trips."""
        process, path = self.device("--out", "clock.h5")
        robot = self.robot(path)
        self.assertIn("--lockstep", robot.request(ADVANCE, 1.0)["error"])
        begun, first = time.monotonic(), robot.request(STATE)
        told, trips = first["told"], []
        for _ in range(20):
            start = time.monotonic()
            self.assertNotIn("error", robot.request(ANGLES, *told))
            trips.append(time.monotonic() - start)
        self.assertGreater(min(trips), 0.0043)  # 50 bytes of ten bits at 115200 baud
        time.sleep(0.5)
        simulated = robot.request(STATE)["time"] - first["time"]
        passed = time.monotonic() - begun  # both requests are within it
        self.assertLess(simulated, passed + 0.5)  # what it lagged behind at first; unpaced it would be tens of seconds
        self.assertGreater(simulated, 0.0)
        process.send_signal(signal.SIGINT)
        out, err = self.end(process, 130)
        self.assertIn("the recording is whole", err)
        self.assertIn("recorded in clock.h5", out)
        self.assertTrue(self.run_json("rerun", "clock.h5")["identical"])

    def test_without_the_delay_of_the_line_replies_come_at_once(self):
        process, path = self.device("--no-serial-delay")
        robot = self.robot(path)
        trips = []
        for _ in range(100):
            start = time.monotonic()
            robot.request(STATE)
            trips.append(time.monotonic() - start)
        self.assertLess(statistics.median(trips), 0.1)
        robot.request(BYE)
        self.assertIn("101 frames", self.end(process)[0])

    def test_a_signal_ends_it_and_takes_the_link_away(self):
        for wanted in (signal.SIGINT, signal.SIGTERM):
            process, _ = self.device("--link", "robot", "--lockstep", "--out", "stopped.h5", "--force")
            robot = Robot(str(self.folder / "robot"))
            robot.request(LEG, 0, 0.1, -0.9, 0.2)
            robot.request(ADVANCE, 0.5)
            process.send_signal(wanted)
            self.end(process, 130)
            robot.close()
            self.assertFalse(os.path.lexists(self.folder / "robot"))
            self.assertTrue(self.run_json("rerun", "stopped.h5")["identical"])

    def test_four_robots_side_by_side(self):
        robots = []
        for k in range(4):
            process, _ = self.device("--link", f"robot{k}", "--id", f"number {k}", "--lockstep")
            robots.append((process, self.robot(self.folder / f"robot{k}")))
        self.assertEqual([robot.name for _, robot in robots], [f"number {k}" for k in range(4)])
        for k, (_, robot) in enumerate(robots):
            robot.request(ADVANCE, 0.1 * k)
        for k, (process, robot) in enumerate(robots):
            self.assertAlmostEqual(robot.request(BYE)["time"], 0.1 * k)
            self.end(process)

    def test_what_is_refused(self):
        def refused(code, *arguments, words):
            with self.subTest(arguments):
                self.check_error(run("servo", *arguments, cwd=self.folder), code, *words)

        (self.folder / "taken").symlink_to("nowhere")
        (self.folder / "file").write_text("")
        for name in ("taken", "file", "."):
            refused(2, "device", "walker_stand", "--link", name, words=["--link", "exists", "free"])
        refused(2, "device", "walker_stand", "--link", "no/robot", words=["--link", "no folder"])
        refused(2, "device", "walker_stand", "--id", "x" * 65, words=["--id", "at most 64"])
        refused(2, "device", "wheel_drop_200", words=["no legs", "walker_stand"])
        refused(2, "device", "limb_rover_walk", words=["limbs", "walker_stand"])
        refused(2, "device", "walker_stand", "--out", "x.txt", words=["--out"])
        refused(2, "push", "no/port", 207, words=["no/port", "a serial port"])
        refused(2, "push", "file", 207, words=["file", "no terminal"])
        refused(2, "push", "file", 256, words=["CODE", "0 to 255"])
        refused(2, "push", "file", "stat", words=["CODE", "did you mean 'state'"])
        refused(2, "push", "file", "angles", "x", words=["ARG", "x"])
        refused(2, "push", "file", "angles", "nan", words=["ARG", "nan"])
        refused(2, "push", "file", 1, *[0] * 256, words=["ARG", "256", "at most 255"])
        refused(2, "pull", "file", "--timeout", -1, words=["--timeout"])
        master, slave = pty.openpty()
        self.addCleanup(os.close, master)
        self.addCleanup(os.close, slave)
        refused(1, "push", os.ttyname(slave), 207, "--timeout", 0.1, words=["no identifier", "device_id"])

    def test_a_scenario_may_tell_servos(self):
        path = self.folder / "told.toml"
        scenario = open(os.path.join(os.environ["GROUSER_SOURCE"], "assets/scenarios/walker_stand.toml"), encoding="utf-8").read()
        angles = [0.1, -0.9, 0.2] * 4
        path.write_text(scenario + f"\n[[servo_command]]\ntime = 0.5\nangles = {angles}\n", encoding="utf-8")
        self.run_json("run", path, "--set", "duration=1", "--out", "told.h5")
        self.assertTrue(self.run_json("rerun", "told.h5")["identical"])
        path.write_text(scenario + "\n[[servo_command]]\ntime = 0.5\nangles = [0.1]\n", encoding="utf-8")
        self.check_error(run("run", path), 2, "servo_command", "12, leg by leg")
        path.write_text(scenario + "\n[[servo_command]]\ntime = 0.5\n", encoding="utf-8")
        self.check_error(run("run", path), 2, "angles", "one for each servo")


if __name__ == "__main__":
    unittest.main()
