#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Legs from the command line. Their kinematics are tested in tests/vehicle; here: the three questions, and what is refused."""
import json
import unittest

from grouser_cli import CliTest, run


class Leg(CliTest):
    def test_there_and_back(self):
        there = self.run_json("leg", "quad_fourbar", "--leg", "rear_left", "--fk", 10, -40, -20)
        back = self.run_json("leg", "quad_fourbar", "--leg", "rear_left", "--ik", *there["foot_m"])
        self.assertTrue(back["reached"])
        self.assertEqual(back["solutions"], 1)
        for told, found in zip([10, -40, -20], back["angles_deg"]):
            self.assertAlmostEqual(told, found, delta=1e-9)
        self.assertIn("knee motor -20.0000 deg", self.run_ok("leg", "quad_fourbar", "--ik", *there["foot_m"]))

    def test_a_limb_goes_there_and_back(self):
        back = self.run_json("leg", "limb_rover", "--leg", "rear_right", "--ik", -0.7, 0.5, 1.05)
        self.assertTrue(back["reached"])
        there = self.run_json("leg", "limb_rover", "--leg", "rear_right", "--fk", *back["angles_deg"])
        for told, found in zip([-0.7, 0.5, 1.05, 0, 0, 0], there["foot_m"] + there["rpy_deg"]):
            self.assertAlmostEqual(told, found, delta=1e-6)
        self.assertIn("yaw_rear_right", self.run_ok("leg", "limb_rover", "--leg", "rear_right", "--ik", -0.7, 0.5, 1.05))
        self.assertEqual(run("leg", "limb_rover", "--ik", 3, 0, 0, cwd=self.folder).returncode, 1)
        result = run("leg", "limb_rover", "--fk", 0, 0, 0, cwd=self.folder)
        self.assertEqual(result.returncode, 2)
        self.assertIn("3 numbers", result.stderr)

    def test_a_limb_reaches_what_its_section_says_and_no_more(self):
        left, right = (self.run_json("leg", "limb_rover", "--leg", f"front_{side}", "--workspace", "--plot", f"{side}.png")
                       for side in ("left", "right"))
        self.assertAlmostEqual(left["section_m2"], right["section_m2"], delta=1e-9)
        self.assertEqual((self.folder / "left.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        # 30 mm, two cells, above and below its lowest point: the inverse reaches and does not reach, wherever along the stance's way
        lowest = left["down_m"][1]
        self.assertGreater(left["section_m2"], 0.1)
        for beyond, code in ((-0.03, 0), (0.03, 1)):
            found = [run("leg", "limb_rover", "--leg", "front_left", "--ik", *at, "--json", cwd=self.folder)
                     for at in self.down_from_the_stance(lowest + beyond)]
            self.assertEqual(min(result.returncode for result in found), code)

    def down_from_the_stance(self, down):
        from grouser_cli import SOURCE
        import re
        text = (SOURCE / "assets/walkers/limb_rover.toml").read_text()
        stance = [float(x) for x in re.search(r'name = "front_left".*?stance = \[(.*?)\]', text, re.S).group(1).split(",")]
        for share in [0.05 * k for k in range(41)]:
            yield share * stance[0], share * stance[1], down

    def test_out_of_reach_tells_the_nearest_point_and_ends_with_1(self):
        result = run("leg", "quad_fourbar", "--ik", 0.0, 0.0, 0.5, "--json", cwd=self.folder)
        self.assertEqual(result.returncode, 1)
        found = json.loads(result.stdout)
        self.assertFalse(found["reached"])
        # the roll axis to the foot at full stretch is 0.278 m at most
        self.assertGreater(found["distance_m"], 0.2)
        self.assertLess(found["distance_m"], 0.3)
        self.assertIn("out of reach", result.stderr)

    def test_the_section_is_a_tenth_larger_than_with_equal_cranks(self):
        mine = self.run_json("leg", "quad_fourbar", "--workspace", "--plot", "reach.png")
        self.assertAlmostEqual(1e4 * mine["section_m2"], 273.65, delta=0.5)
        self.assertEqual((self.folder / "reach.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        from grouser_cli import SOURCE
        text = (SOURCE / "assets/walkers/quad_fourbar.toml").read_text()
        (self.folder / "equal.toml").write_text(text.replace("lever = 0.0245 ", "lever = 0.027 ").replace("shank = 0.110 ", "shank = 0.1075 "))
        equal = self.run_json("leg", "equal.toml", "--workspace")
        self.assertAlmostEqual(mine["section_m2"] / equal["section_m2"], 1.105, delta=0.005)

    def test_what_is_refused(self):
        for arguments, words in [
            ([], ["one of --ik, --fk and --workspace"]),
            (["--ik", 1, 2], ["three"]),
            (["--ik", 1, 2, "nan"], ["--ik"]),
            (["--fk", 0, 0, 80], ["80", "cannot close"]),
            (["--leg", "front_lift", "--workspace"], ["front_lift", "front_left"]),
            (["--fk", 0, 0, 0, "--plot", "x.png"], ["--workspace"]),
        ]:
            result = run("leg", "quad_fourbar", *arguments, cwd=self.folder)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
            for word in words:
                self.assertIn(word, result.stderr)
        for text, word in [("[four_bar]\nside = 0.01\n", "[[leg]]"), ("[four_bar]\nside = 0.01\n[[leg]]\nname = 'a'\n", "drop")]:
            (self.folder / "bad.toml").write_text("name = 'x'\n" + text)
            result = run("leg", "bad.toml", "--workspace", cwd=self.folder)
            self.assertEqual(result.returncode, 2)
            self.assertIn(word, result.stderr)

    def test_a_section_without_points_is_refused_before_it_is_drawn(self):
        from grouser_cli import SOURCE
        text = (SOURCE / "assets/walkers/quad_fourbar.toml").read_text()
        # The section has the roll at 0.
        (self.folder / "apart.toml").write_text(text.replace("roll_limits_deg = [0.0, 22.5]", "roll_limits_deg = [10.0, 22.5]"))
        result = run("leg", "apart.toml", "--workspace", "--plot", "reach.png", cwd=self.folder)
        self.assertEqual(result.returncode, 2)
        self.assertIn("reaches nothing", result.stderr)
        self.assertFalse((self.folder / "reach.png").exists())


if __name__ == "__main__":
    unittest.main()
