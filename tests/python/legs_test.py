#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Kinematics of legs and plans of step-ups from Python."""
import unittest

import numpy as np

from python_case import PythonTest, g


class Legs(PythonTest):
    def test_reach_is_the_inverse_of_foot(self):
        random = np.random.default_rng(1)
        for walker in ("quad_fourbar", "quad_serial", "limb_rover"):
            for name, leg in g.legs(walker).items():
                with self.subTest(walker=walker, leg=name):
                    stand = leg.reach(leg.stance)
                    self.assertTrue(stand.reached)
                    np.testing.assert_allclose(stand.foot, leg.stance, atol=1e-6)
                    for _ in range(20):
                        point = leg.stance + random.uniform(-0.01, 0.01, 3)
                        found = leg.reach(point)
                        if found.reached:
                            np.testing.assert_allclose(leg.foot(found.angles), point, atol=1e-6)
                            self.assertTrue(np.all(found.angles >= leg.limits[:, 0] - 1e-9))
                            self.assertTrue(np.all(found.angles <= leg.limits[:, 1] + 1e-9))

    def test_the_jacobian_is_the_slope_of_foot(self):
        for walker in ("quad_fourbar", "quad_serial", "limb_rover"):
            for name, leg in g.legs(walker).items():
                with self.subTest(walker=walker, leg=name):
                    angles = leg.reach(leg.stance).angles
                    step = 1e-5  # rad; the error of central differences is of its square
                    slopes = [(leg.foot(angles + step * row) - leg.foot(angles - step * row)) / (2 * step) for row in np.eye(len(angles))]
                    np.testing.assert_allclose(leg.jacobian(angles), np.column_stack(slopes), atol=1e-8)

    def test_the_command_line_says_the_same(self):
        leg = next(iter(g.legs("quad_fourbar").values()))
        said = self.run_json("leg", "quad_fourbar", "--ik", "0.05", "0.03", "0.2")
        found = leg.reach([0.05, 0.03, 0.2])
        self.assertEqual(found.reached, said["reached"])
        np.testing.assert_array_equal(np.degrees(found.angles), said["angles_deg"])

    def test_out_of_reach(self):
        leg = next(iter(g.legs("quad_serial").values()))
        found = leg.reach([2, 0, 0])
        self.assertFalse(found.reached)
        self.assertAlmostEqual(found.distance, np.linalg.norm(found.foot - [2, 0, 0]))
        self.assertGreater(found.distance, 1.0)

    def test_wrong_input(self):
        leg = next(iter(g.legs("quad_serial").values()))
        self.refused(lambda: leg.foot([0, 0]), "one for each joint")
        self.refused(lambda: leg.reach([0, 0]), "x, y and z")
        self.refused(lambda: leg.reach([0, 0, float("nan")]), "a number")
        self.refused(lambda: g.legs("viper"), "[[leg]]")


class Stepups(PythonTest):
    def test_a_plan_is_that_of_the_command_line(self):
        plan = g.stepup("stepup_31cm")
        said = self.run_json("stepup", "stepup_31cm")
        self.assertTrue(plan.feasible)
        self.assertEqual(plan.durations, said["durations_s"])
        self.assertEqual(plan.table.rows, len(said["instants"]))
        np.testing.assert_array_equal(plan.table["z"], [i["position"][2] for i in said["instants"]])
        lifted = [i["left"] is None for i in said["instants"]]
        np.testing.assert_array_equal(np.isnan(plan.table["left/leg_length"]), lifted)

    def test_an_infeasible_step_says_what_stands_in_its_way(self):
        plan = g.stepup("stepup_31cm", {"height": 0.9})
        self.assertFalse(plan.feasible)
        self.assertEqual(plan.settings, {})
        self.assertTrue(plan.shortfalls)
        self.refused(lambda: g.stepup("stepup_31cm", {"hight": 0.9}), "height")
        self.refused(lambda: g.stepup("no_such_step"), "no_such_step")

    def test_a_scenario_follows_the_plan(self):
        plan = g.stepup("stepup_31cm")
        scenario = g.Scenario("stepup_31cm", plan.settings)
        self.assertEqual(set(scenario.settings), set(plan.settings))


if __name__ == "__main__":
    unittest.main()
