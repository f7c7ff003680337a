#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every shipped scenario ends in the state of the command line's run, to the bit. Each is cut after 0.1 s."""
import concurrent.futures
import unittest

from python_case import PythonTest, g


class Bits(PythonTest):
    def test_every_shipped_scenario(self):
        names = list(g.scenarios())
        self.assertGreater(len(names), 40)

        def both(name):
            told = self.run_json("run", name, "--set", "duration=0.1")
            ours = g.Scenario(name, {"duration": 0.1}).report()
            return name, told["state_hash"], ours["state_hash"], told["metrics"] == ours["metrics"]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for name, told, ours, same in pool.map(both, names):
                with self.subTest(scenario=name):
                    self.assertEqual(ours, told)
                    self.assertTrue(same)


if __name__ == "__main__":
    unittest.main()
