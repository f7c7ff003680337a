#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A heading that is held by the same controller in C++ (external_line_test.cpp), in Python and over the line of a run: the same last state, and a
run file that repeats the run without the controller."""
import json
import os
import subprocess
import unittest

import heading
from python_case import PythonTest, g

SETTINGS = {"drive.mode": "external", "duration": 4.0}
HEADING = 0.2  # rad, that of tests/external/heading.hpp


class Heading(PythonTest):
    def from_cpp(self):
        file = self.folder / "hash"
        subprocess.run([os.environ["GROUSER_LINE_TEST"], "a heading that is held over the line*"], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, env={**os.environ, "GROUSER_HEADING_HASH": str(file)})
        return file.read_text()

    def from_python(self):
        sim = g.Scenario("drive_flat_soft", SETTINGS).start()
        while not sim.finished:
            sent = {}
            for name, value in heading.command(sim.commands, sim["chassis/yaw"], HEADING).items():
                kind, own = name.split("/")
                sent.setdefault(kind, {})[own] = value
            sim.command(**sent)
            sim.step(10)
        return sim.state_hash, list(sim.commands)

    def over_the_line(self):
        words = [word for key, value in SETTINGS.items() for word in ("--set", f"{key}={value}")]
        program = subprocess.Popen([os.environ["GROUSER"], "run", "drive_flat_soft", *words, "--external", "unix:line", "--out", "run.h5", "--json"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder)
        self.assertIn("a controller may come", program.stderr.readline())
        line = heading.Line(f"unix:{self.folder / 'line'}", ["chassis/yaw"])
        while not line.state[3]:
            line.state = line.command(heading.command(line.columns, line.state[4][0], HEADING), 0.03)
        line.socket.close()
        return json.loads(program.communicate()[0])["state_hash"]

    def test_all_three_end_in_one_state(self):
        last, columns = self.from_python()
        self.assertEqual([self.from_cpp(), self.over_the_line()], [last, last])
        run = g.Run.open(self.folder / "run.h5")
        self.assertTrue(run.rerun().identical)
        commands = run.commands
        self.assertEqual((commands["time"][0], commands.unit("steering/front_left")), (0.0, "rad"))
        self.assertGreater(commands.rows, 100)
        self.assertEqual(list(commands), ["time", "step", *columns])
        self.assertEqual(len(g.Scenario("wheel_drop_200", {"duration": 0.05}).run().commands), 0)


if __name__ == "__main__":
    unittest.main()
