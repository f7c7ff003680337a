#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Step-ups from the command line. Optima are tested in tests/mission; here: the report, the picture, sweeps, what is refused."""
import json
import tomllib
import unittest

from grouser_cli import CliTest, run

FEW = ["stepup", "stepup_31cm", "--set", "instants=15"]


class Stepup(CliTest):
    def test_a_plan_its_numbers_and_its_picture(self):
        plan = self.run_json("stepup", "stepup_31cm", "--set", 'costs="published"', "--plot", "step.png")
        self.assertEqual(plan["status"], "feasible")
        self.assertAlmostEqual(plan["objective"], 41.8047, delta=4e-4)
        self.assertEqual(len(plan["instants"]), 151)
        first, last = plan["instants"][0], plan["instants"][-1]
        self.assertEqual((first["time"], first["position"]), (0, [0, 0, 1.1]))
        self.assertAlmostEqual(last["time"], sum(plan["durations_s"]), delta=1e-9)
        self.assertAlmostEqual(last["position"][0], 0.55, delta=0.02)
        self.assertIsNone(plan["instants"][45]["left"])  # lifted
        self.assertEqual((self.folder / "step.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        text = self.run_ok(*FEW)
        for words in ("feasible in", "duration of phase 4", "largest |tau|, left", "gap to the exact motion"):
            self.assertIn(words, text)

    def test_a_plan_as_the_course_of_a_scenario(self):
        plan = self.run_json(*FEW, "--course", "course.toml")
        course = tomllib.loads((self.folder / "course.toml").read_text())["stepup"]
        self.assertEqual(course["durations"], plan["durations_s"])
        self.assertEqual(course["path"], [[i["time"], *i["position"], *i["velocity"]] for i in plan["instants"]])

    def test_an_infeasible_step_names_limits_and_what_helps(self):
        told = ["--set", "height=0.56", "--set", 'costs="published"']
        result = run(*FEW, *told, "--json", cwd=self.folder)
        self.assertEqual(result.returncode, 1)
        plan = json.loads(result.stdout)
        self.assertEqual(plan["status"], "infeasible")
        self.assertTrue(plan["shortfalls"])
        for limit in plan["shortfalls"]:
            self.assertIn(limit["family"], ("leg_length", "friction", "torsion", "foot"))
            self.assertGreater(limit["shortfall"], 0)
        helps = {r["setting"]: r for r in plan["remedies"]}
        self.assertTrue(helps["longest_leg"]["helps"])
        again = self.run_json(*FEW, *told, "--set", f"leg.longest={helps['longest_leg']['to']}")
        self.assertEqual(again["status"], "feasible")
        result = run(*FEW, *told, cwd=self.folder)
        self.assertEqual(result.returncode, 1)
        self.assertIn("any one of these", result.stdout)
        self.assertTrue(result.stderr.endswith("grouser: error: the step is infeasible\n"), result.stderr)

    def test_a_change_that_makes_no_sense_does_not_help(self):
        # the longest leg is tried down to 1.5 m, which is shorter than the shortest one
        result = run("stepup", "stepup_31cm", "--set", "instants=5", "--set", "leg.shortest=1.6", "--set", "leg.longest=1.8", "--json",
                     cwd=self.folder)
        self.assertEqual(result.returncode, 1, result.stderr)
        helps = {r["setting"]: r["helps"] for r in json.loads(result.stdout)["remedies"]}
        self.assertFalse(helps["longest_leg"])
        self.assertTrue(helps["shortest_leg"])

    def test_a_sweep_over_heights(self):
        sweep = self.run_json(*FEW, "--sweep", "height=0.1:0.4:0.1", "--plot", "sweep.png")
        self.assertEqual([row["height"] for row in sweep["rows"]], [0.1, 0.2, 0.3, 0.4])
        torques = [row["most_torque_left"] for row in sweep["rows"]]
        self.assertEqual(torques, sorted(torques))
        self.assertTrue((self.folder / "sweep.png").exists())
        self.assertIn("largest lambda", self.run_ok(*FEW, "--sweep", "step=0.4,0.5"))

    def test_what_is_refused(self):
        for arguments, words in [
            (["--set", "weights.torque=-1"], ["torque", "-1"]),
            (["--set", "weights.torque=nan"], ["torque", "nan"]),
            (["--set", "phases.shortest=[1.8, 2.5, 1.8, 1.8, 1.4]"], ["phase 2", "shortest < longest"]),
            (["--set", 'phases.feet=["both", "right", "both"]'], ["feet", "5 of both"]),
            (["--set", 'phases.feet=["both", "right", "both", "right", "both"]'], ["left foot", "lifted once"]),
            (["--set", "leg.shortest=1.3"], ["legs", "shortest < longest"]),
            (["--set", "instants=3"], ["instants", "3"]),
            (["--set", "hieght=0.3"], ["hieght", "height"]),
            (["--set", "start.velocity=[1, 2]"], ["velocity"]),
            (["--sweep", "height=0.1:0.5:-0.1"], ["--sweep"]),
            (["--sweep", "height=0.1:0.5:0.1", "--course", "c.toml"], ["--course", "--sweep"]),
            (["--plot", "stepup_31cm.txt"], ["stepup_31cm.txt"]),
        ]:
            result = run("stepup", "stepup_31cm", *arguments, cwd=self.folder)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
            for word in words:
                self.assertIn(word, result.stderr)
        result = run("stepup", "stepup_13cm", cwd=self.folder)
        self.assertEqual(result.returncode, 2)
        self.assertIn("stepup_31cm", result.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
