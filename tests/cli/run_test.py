#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs, reruns, exports and repairs from the command line, and what happens when a person or the system stops them."""
import csv
import json
import os
import signal
import subprocess
import time
import unittest

import h5py

from geotiff import MARS, geotiff
from grouser_cli import PROGRAM, SOURCE, CliTest, run

METRICS = ["peak_wheel_force", "settled_load_sum", "weight", "energy_ledger_error", "max_sinkage", "mean_slip", "distance",
           "climb"]


class Run(CliTest):
    def short_run(self, *arguments):
        return self.run_json("run", "drive_flat_soft", "--set", "duration=2", *arguments)

    def test_metrics_and_summary(self):
        summary = self.short_run()
        for name in METRICS:
            self.assertIn(name, summary["metrics"])
            self.assertIsInstance(summary["metrics"][name]["value"], float)
            self.assertTrue(summary["metrics"][name]["unit"])
        # 310 kg at the 9.81 m/s2 the scenario states.
        self.assertAlmostEqual(summary["metrics"]["weight"]["value"], 310 * 9.81, delta=1e-6)
        self.assertEqual(summary["status"], "completed")
        text = self.run_ok("run", "drive_flat_soft", "--set", "duration=2")
        for name in METRICS:
            self.assertIn(name, text)
        self.assertEqual(list(self.folder.iterdir()), [], "a run writes only where it is told to")

    def test_the_same_scenario_twice_has_the_same_state(self):
        self.assertEqual(self.short_run()["state_hash"], self.short_run("--out", "x.h5")["state_hash"])

    def test_a_suspension_on_its_stops_is_said_at_once_and_in_every_report(self):
        wrong = ["drive_flat_soft", "--set", "rover=rocker_bogie", "--set", "rover.coupling.differential.ratio=1", "--set",
                 "terrain.soil=bedrock", "--set", "duration=0.05"]
        words = "joint 'left_rocker' stands on its stop at rest"
        result = run("run", *wrong, "--json", "--out", "x.h5", cwd=self.folder)
        self.assertIn("grouser: note: rocker_bogie: " + words, result.stderr)
        self.assertTrue(any(words in note for note in json.loads(result.stdout)["notes"]))
        self.assertTrue(any(words in note for note in self.run_json("info", "x.h5")["notes"]))
        with h5py.File(self.folder / "x.h5") as file:
            self.assertIn(words.encode(), bytes(file["summary"][:]))
        rover = (SOURCE / "assets/rovers/rocker_bogie.toml").read_text()
        self.assertNotIn("stop", " ".join(self.run_json("info", "rocker_bogie")["notes"]))
        (self.folder / "wrong.toml").write_text(rover.replace("ratio = -1.0", "ratio = 1.0"))
        self.assertTrue(any(words in note for note in self.run_json("info", "wrong.toml")["notes"]))

    def test_a_rover_without_spheres_and_visuals_is_no_ghost(self):
        """What was made for it is said, written into its run file, and can be turned off."""
        def without(text, *tables):
            parts = ("\n" + text).split("\n[")
            return "\n[".join(part for part in parts if not part.startswith(tables)).lstrip()
        rover = (SOURCE / "assets/rovers/four_wheel_fast.toml").read_text()
        bare = without(rover, "[sphere]", "[visual]", "[body_mesh]")
        (self.folder / "bare.toml").write_text(bare)
        over = ["drive_flat_soft", "--set", "rover=bare.toml", "--set", "terrain.soil=bedrock", "--set", "duration=0.2"]
        summary = self.run_json("run", *over, "--out", "x.h5")
        notes = " ".join(summary["notes"])
        self.assertIn("touch = \"none\"", notes)
        self.assertIn("no [[visual]]", notes)
        self.assertIn("identical", self.run_ok("rerun", "x.h5"))
        with h5py.File(self.folder / "x.h5") as file:
            self.assertIn(b'rover.touch="shapes"', list(file["header/overrides"][:]))
        off = self.run_json("run", *over, "--set", "rover.touch=none")
        self.assertIn("nothing can touch chassis", " ".join(off["notes"]))
        report = self.run_json("info", "bare.toml")
        self.assertEqual(report["touched_by_nothing"], [])
        (self.folder / "ghost.toml").write_text('touch = "none"\n' + bare)
        self.assertIn("chassis", self.run_json("info", "ghost.toml")["touched_by_nothing"])

    def test_a_mesh_on_flush_shapes_is_said_to_feel_their_joints(self):
        slider = ('units = "SI"\nname = "slider"\nroot = "b"\n[[body]]\nname = "b"\nmass = 5.0\ncom = [0, 0, 0]\ninertia = [0.03, 0.03, 0.03]\n'
                  '[[mesh]]\nname = "m"\nbody = "b"\nshape = "capsule"\nradius = 0.05\nlength = 0.2\nedge = 0.03\n')
        (self.folder / "slider.toml").write_text(slider)
        tile = '[[terrain.shape]]\ntype = "box"\nposition = [{}, 0, 0.1]\nsize = [{}, 1, 0.2]\nsoil = "bedrock"\n'
        head = ('units = "SI"\nname = "tiles"\nduration = 0.001\ngravity = 9.81\nrover = "slider.toml"\n[integration]\nstep = 0.0001\n'
                '[initial]\nposition = [0, 0, 0.4]\non_ground = false\nsettle = false\n[terrain]\nkind = "flat"\nsoil = "bedrock"\n')
        for tiles, said in (([(0, 2)], False), ([(-0.5, 1), (0.5, 1)], True)):
            (self.folder / "tiles.toml").write_text(head + "".join(tile.format(*t) for t in tiles))
            notes = " ".join(self.run_json("run", "tiles.toml").get("notes", []))
            self.assertEqual("2 shapes lie flush" in notes, said)

    def test_a_rerun_takes_the_vector_level_of_its_run(self):
        """Levels round otherwise: each repeats its own bits, and metrics agree to rounding."""
        sinkages = []
        for level in ["scalar", ""]:  # the plain one, and the processor's best
            command = ["run", "drive_flat_soft", "--set", "duration=0.3", "--out", f"run_{level}.h5"]
            summary = self.run_json(*command, env={"GROUSER_SIMD_LEVEL": level})
            sinkages.append(summary["metrics"]["max_sinkage"]["value"])
            self.assertIn("identical", self.run_ok("rerun", f"run_{level}.h5"))
        self.assertAlmostEqual(sinkages[0], sinkages[1], delta=1e-6 * sinkages[0])
        self.check_error(run("run", "drive_flat_soft", env={"GROUSER_SIMD_LEVEL": "mmx"}), 2, "GROUSER_SIMD_LEVEL", "mmx", "scalar")

    def test_info_knows_a_scenario_whose_vehicles_are_listed(self):
        (self.folder / "listed.toml").write_text("""name = "listed"
duration = 0.1
gravity = 3.71
[terrain]
kind = "flat"
soil = "hard_plate"
[[vehicle]]
name = "scout"
file = "exomars_lvm"
[vehicle.initial]
position = [0.0, 3.0]
""")
        info = self.run_json("info", "listed.toml")
        self.assertEqual((info["kind"], info["wheels"]), ("scenario", 6))

    def test_recording_opens_reruns_and_exports(self):
        self.short_run("--out", "x.h5")
        info = self.run_json("info", "x.h5")
        self.assertEqual((info["kind"], info["closed_cleanly"], info["scenario"]), ("run", True, "drive_flat_soft"))
        # 2 s at a frame every 0.03 s: one at the start, and the end.
        self.assertGreater(info["frames"], 60)
        self.assertIn("closed cleanly", self.run_ok("info", "x.h5"))
        self.assertEqual(self.run_ok("rerun", "x.h5"), f"identical, {info['frames']} frames\n")
        self.assertTrue(self.run_json("rerun", "x.h5")["identical"])
        self.run_ok("export", "x.h5", "--csv", "csv")
        with open(self.folder / "csv" / "frames.csv", newline="") as file:
            rows = list(csv.reader(file))
        self.assertEqual(len(rows), info["frames"] + 1)
        self.assertEqual(len(rows[0]), len(info["channels"]) + 2)
        with h5py.File(self.folder / "x.h5") as file:
            self.assertGreater(len(file.keys()), 0)

    def test_overrides_reach_the_rover_and_the_soil(self):
        heavy = self.short_run("--set", "rover.body.0.mass=343.0")
        self.assertAlmostEqual(heavy["metrics"]["weight"]["value"], 410 * 9.81, delta=1e-6)
        firm, soft = self.short_run(), self.short_run("--set", "soil.k_phi=1000000")
        self.assertGreater(soft["metrics"]["max_sinkage"]["value"], firm["metrics"]["max_sinkage"]["value"])

    def test_wrong_settings(self):
        for setting in ["duration", "=3", "duration=-1", "duration=nan", "nothing_of_the_kind=1", "rover.paint=1",
                        "soil.smell=1", "integration.method=guess", "terrain.file=no.tif", "rover=no_such_rover"]:
            with self.subTest(setting):
                result = run("run", "drive_flat_soft", "--set", setting, "--out", "x.h5", "--json", cwd=self.folder)
                self.check_error(result, 2, "found ", "expected ")
                self.assertEqual(list(self.folder.iterdir()), [])

    def test_an_output_that_cannot_be_written(self):
        result = run("run", "drive_flat_soft", "--out", self.folder / "no" / "x.h5", "--json")
        self.assertIn(result.returncode, (1, 2))
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_stand_in_soil_is_said(self):
        soil = SOURCE / "assets" / "soils" / "es3.toml"
        self.assertTrue(soil.exists())
        text = (SOURCE / "assets" / "scenarios" / "drive_flat_soft.toml").read_text()
        (self.folder / "es3.toml").write_text(text.replace("wong_LETE_sand", "es3"))
        summary = self.run_json("run", "es3.toml", "--set", "duration=0.3")
        self.assertTrue(any("es3 is provisional" in note for note in summary["notes"]), summary["notes"])


class Stopped(CliTest):
    def start(self, *arguments):
        process = subprocess.Popen([PROGRAM, "run", "drive_flat_soft", "--set", "duration=100000", "--out", "x.h5", *arguments],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        while not (self.folder / "x.h5").exists():
            self.assertIsNone(process.poll(), "it ended without a run file")
            time.sleep(0.02)
        return process

    def wait_for_frames(self, process, count):
        """Until the file itself holds so many."""
        while self.run_json("info", "x.h5")["frames"] < count:
            self.assertIsNone(process.poll(), "it ended")
            time.sleep(0.05)

    def test_interrupt_and_terminate_finish_the_recording(self):
        for wanted in [signal.SIGINT, signal.SIGTERM]:
            with self.subTest(wanted.name):
                process = self.start("--json")
                self.wait_for_frames(process, 2)
                process.send_signal(wanted)
                out, err = process.communicate(timeout=300)
                self.assertEqual(process.returncode, 130, err)
                self.assertEqual(json.loads(out)["status"], "interrupted")
                info = self.run_json("info", "x.h5")
                self.assertTrue(info["closed_cleanly"])
                self.assertGreater(info["frames"], 1)
                self.assertIn("identical", self.run_ok("rerun", "x.h5"))
                (self.folder / "x.h5").unlink()

    def test_progress_is_plain_lines_where_there_is_no_terminal(self):
        process = self.start("--json")
        line = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
        json.loads(out)
        self.assertRegex(line, r"^drive_flat_soft: (0 %|[1-9] % .* left)\n$")
        self.assertNotIn("\r", line + err)

    def test_killed_runs_open_and_are_repaired(self):
        """Five moments here; the recording module's own test kills its writer at 25."""
        for moment in range(5):
            process = self.start("--json")
            time.sleep(0.3 + 0.27 * moment)
            process.send_signal(signal.SIGKILL)
            process.communicate()
            info = self.run_json("info", "x.h5")
            self.assertFalse(info["closed_cleanly"])
            result = run("repair", "x.h5", "--out", "whole.h5", "--json", cwd=self.folder)
            report = json.loads(result.stdout)
            self.assertEqual(result.returncode, 1 if report["frames_lost"] else 0)
            with h5py.File(self.folder / "whole.h5") as file:
                self.assertGreater(len(file.keys()), 0)
            self.assertTrue(self.run_json("info", "whole.h5")["closed_cleanly"])
            if report["frames_kept"] > 0:
                self.assertIn("identical", self.run_ok("rerun", "whole.h5"))
            os.remove(self.folder / "x.h5")

    def test_a_run_that_fails_says_why(self):
        """The rover drives off the edge of the terrain: exit code 1, one line, and the recording up to there is whole."""
        (self.folder / "small.tif").write_bytes(geotiff(radius=MARS))  # 64 m: the edge is 32 m from the middle
        result = run("run", "traverse_mars", "--set", "terrain.file=small.tif", "--set", "initial.position=[29, 0]", "--set",
                     "drive.speed=0.5", "--set", "duration=20", "--out", "x.h5", "--json", cwd=self.folder)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertEqual(json.loads(result.stdout)["status"], "failed")
        self.assertRegex(result.stderr, r"grouser: error: .*(front_left|front_right)")
        self.assertTrue(self.run_json("info", "x.h5")["closed_cleanly"])
        self.assertIn("identical", self.run_ok("rerun", "x.h5"))

    def test_a_run_that_blows_up_names_wheel_time_and_limit(self):
        """Wheels a thousand times too stiff for the step, and the guard told to let them: exit code 1, one line, and
        the recording up to the last good state is whole."""
        result = run("run", "free_fall", "--set", "rover.wheel.stiffness=4e7", "--set", "integration.step=0.03", "--set",
                     "integration.refuse_unstable=false", "--set", "duration=20", "--out", "x.h5", "--json", cwd=self.folder)
        self.assertEqual(result.returncode, 1, result.stderr)
        summary = json.loads(result.stdout)
        self.assertEqual(summary["status"], "failed")
        self.assertRegex(summary["message"], r"wheel \w+ at t = \d+\.\d+ s: .* over the limit of .*last good state")
        self.assertEqual([line for line in result.stderr.splitlines() if "error" in line][0].count("over the limit"), 1)
        info = self.run_json("info", "x.h5")
        self.assertTrue(info["closed_cleanly"])
        # it falls 0.5 m first: 0.32 s at a frame every step of 0.03 s
        self.assertGreater(info["frames"], 10)
        self.assertIn("identical", self.run_ok("rerun", "x.h5"))

    def test_a_start_inside_the_ground_or_a_shape_is_refused(self):
        inside = {"ground": ("drive_flat_soft", ["initial.on_ground=false", "initial.position=[0, 0, -0.2]"]),
                  # the step of the drop stands from x = -2.7 m to -0.7 m, 0.175 m high
                  "shape": ("wheel_drop_175", ["initial.on_ground=false", "initial.position=[-1.7, 0, 0.05]",
                                               "initial.pitch_deg=0"])}
        for name, (scenario, settings) in inside.items():
            with self.subTest(name):
                arguments = [word for setting in settings for word in ("--set", setting)]
                result = run("run", scenario, *arguments, "--out", "x.h5", "--json", cwd=self.folder)
                self.check_error(result, 2, "initial.position", "inside the ground", "expected ")
                self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_clearance_below_the_ground_and_a_path_off_the_terrain_are_refused(self):
        wrong = {"drive_flat_soft": ("initial.position=[0, 0, -0.5]", ["initial.position", "z = -0.5 m", "expected >= 0 m"]),
                 "waypoints": ("drive.follow.waypoints=[[0, 0], [1000, 1000]]", ["waypoint 2 of 2", "expected waypoints"])}
        for scenario, (setting, words) in wrong.items():
            with self.subTest(scenario):
                result = run("run", scenario, "--set", setting, "--out", "x.h5", "--json", cwd=self.folder)
                self.check_error(result, 2, *words)
                self.assertEqual(list(self.folder.iterdir()), [])


class Adaptive(CliTest):
    def test_the_metrics_tell_what_the_steps_took(self):
        fixed = self.run_json("run", "drive_flat_soft", "--set", "duration=5")["metrics"]
        metrics = self.run_json("run", "drive_flat_soft", "--set", "duration=5", "--set", "integration.adaptive=true",
                                "--out", "x.h5")["metrics"]
        self.assertLess(4 * metrics["force_evaluations"]["value"], fixed["force_evaluations"]["value"])
        self.assertEqual((fixed["smallest_step"]["value"], fixed["largest_step"]["value"]), (0.003, 0.003))
        self.assertGreater(metrics["largest_step"]["value"], metrics["smallest_step"]["value"])
        self.assertEqual(metrics["largest_step"]["unit"], "s")
        self.assertGreaterEqual(metrics["rejected_steps"]["value"], 0)
        self.assertIn("identical", self.run_ok("rerun", "x.h5"))


if __name__ == "__main__":
    unittest.main()
