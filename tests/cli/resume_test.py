#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Going on from a recorded run: the bits of the run without a break, branches that name their parent, and refusals."""
import json
import os
import signal
import subprocess
import time
import unittest

import h5py

from grouser_cli import PROGRAM, CliTest, run

SCENARIO = ["drive_flat_soft", "--set", "duration=5"]
LONG = ["drive_flat_soft", "--set", "duration=60"]
PATIENCE = 100  # s


def frames(path):
    with h5py.File(path) as file:
        return list(zip(file["time"][:], file["step"][:], file["state_hash"][:]))


def channels(path):
    """Every channel of all frames."""
    found = {}
    with h5py.File(path) as file:
        file["channels"].visititems(lambda name, item: found.update({name: item[:]}) if isinstance(item, h5py.Dataset) else None)
    return found


def events(path):
    with h5py.File(path) as file:
        return [(t, k.decode(), x.decode()) for t, k, x in
                zip(file["events/time"][:], file["events/kind"][:], file["events/text"][:])]


class Resume(CliTest):
    def whole(self, *arguments, **options):
        return self.run_json("run", *SCENARIO, *arguments, "--out", "whole.h5", **options)

    def resume(self, *arguments, **options):
        return self.run_json("resume", "whole.h5", *arguments, "--out", "rest.h5", **options)

    def check_continues(self):
        whole, rest = frames(self.folder / "whole.h5"), frames(self.folder / "rest.h5")
        self.assertGreater(len(rest), 1)
        self.assertEqual(whole[-len(rest):], rest)
        recorded = channels(self.folder / "whole.h5")
        for name, values in channels(self.folder / "rest.h5").items():  # forces of the first frame are those of one moment
            self.assertEqual(values[1:].tobytes(), recorded[name][1 - len(rest):].tobytes(), name)

    def test_the_bits_are_those_of_the_run_without_a_break(self):
        for settings in [[], ["--set", "integration.adaptive=true"]]:
            with self.subTest(settings):
                whole = self.whole(*settings)
                rest = self.resume("--at", "3.5")
                self.assertEqual(rest["state_hash"], whole["state_hash"])
                self.assertEqual(set(rest["parent"]), {"file", "program_version", "frame", "time_s", "state_hash"})
                self.assertEqual(rest["parent"]["file"], "whole.h5")
                self.assertAlmostEqual(rest["parent"]["time_s"], 3.0, delta=0.03)
                self.assertAlmostEqual(rest["simulated_s"], whole["simulated_s"] - rest["parent"]["time_s"])
                self.assertLess(rest["metrics"]["distance"]["value"], whole["metrics"]["distance"]["value"])
                self.assertIn("metrics are of the part since then", "".join(rest["notes"]))
                self.check_continues()
                self.assertIn("identical", self.run_ok("rerun", "rest.h5"))

    def test_a_keyframe_is_found_by_its_round_time(self):
        """Times are sums of steps: 2.4 s is 2.3999999999999 s in the file."""
        self.whole("--set", "recording.keyframe_interval=0.6")
        for at, expected in [("2.4", 2.4), ("2.99", 2.4), ("3", 3.0), ("0.5", 0.0)]:
            found = self.resume("--at", at)["parent"]
            self.assertAlmostEqual(found["time_s"], expected)
            self.check_continues()

    def test_the_report_for_people_and_info_name_the_parent(self):
        self.whole()
        text = self.run_ok("resume", "whole.h5", "--at", "2", "--out", "rest.h5")
        for words in ["drive_flat_soft: completed", "s from whole.h5, state ", "state_hash", "recorded in rest.h5"]:
            self.assertIn(words, text)
        self.assertIn("s from whole.h5, state ", self.run_ok("info", "rest.h5"))
        info = self.run_json("info", "rest.h5")
        self.assertEqual(info["parent"], info["summary"]["parent"])
        self.assertIsNone(self.run_json("info", "whole.h5")["parent"])
        with h5py.File(self.folder / "rest.h5") as file:
            self.assertEqual(file.attrs["parent_file"].decode(), "whole.h5")
            self.assertEqual(file.attrs["format_version"], 1)
            self.assertEqual(f"{file.attrs['parent_state_hash']:016x}", info["parent"]["state_hash"])
            self.assertEqual(file["state_hash"][0], file.attrs["parent_state_hash"])
        first = events(self.folder / "rest.h5")[0]
        self.assertEqual(first[1], "resumed")
        self.assertIn("whole.h5", first[2])
        self.run_ok("repair", "rest.h5", "--out", "copy.h5")
        self.assertEqual(self.run_json("info", "copy.h5")["parent"], info["parent"])

    def test_a_branch(self):
        whole = self.whole("--set", "soil.phi_deg=30")
        same = self.resume("--at", "2")
        self.assertEqual(same["state_hash"], whole["state_hash"])  # the parent's settings stay in force
        branch = self.resume("--at", "2", "--set", "soil.phi_deg=24", "--set", "duration=6")
        self.assertNotEqual(branch["state_hash"], whole["state_hash"])
        self.assertEqual(branch["parent"], same["parent"])
        self.assertAlmostEqual(branch["parent"]["time_s"] + branch["simulated_s"], 6.0, delta=0.01)
        self.assertEqual(self.run_json("info", "rest.h5")["overrides"],
                         ["duration=5", "soil.phi_deg=30", "soil.phi_deg=24", "duration=6"])
        os.remove(self.folder / "whole.h5")
        self.assertIn("identical", self.run_ok("rerun", "rest.h5"))
        again = self.run_json("resume", "rest.h5", "--at", "4", "--out", "again.h5")
        self.assertEqual((again["state_hash"], again["parent"]["file"]), (branch["state_hash"], "rest.h5"))

    def test_the_vector_level_is_that_of_the_run(self):
        hashes = set()
        for level in ["scalar", None]:
            env = {"GROUSER_SIMD_LEVEL": level} if level else {}
            whole = self.whole(env=env)
            self.assertEqual(self.resume("--at", "2")["state_hash"], whole["state_hash"])
            hashes.add(whole["state_hash"])
        self.assertEqual(len(hashes), 2)

    def refused(self, *arguments, words):
        before = {p.name: p.read_bytes() for p in self.folder.iterdir()}
        self.check_error(run("resume", *arguments, cwd=self.folder), 2, *words)
        self.assertEqual({p.name: p.read_bytes() for p in self.folder.iterdir()}, before)

    def test_refusals(self):
        self.whole()
        to = ["--out", "rest.h5"]
        self.refused("whole.h5", "--at", "-1", *to, words=["--at: found -1 s", "first keyframe", "last frame"])
        self.refused("whole.h5", "--at", "99", *to, words=["--at: found 99 s", "last frame"])
        self.refused("whole.h5", "--at", "nan", *to, words=["--at: found nan s"])
        self.refused("whole.h5", "--at", "soon", *to, words=["expected a number"])
        self.refused("whole.h5", "--at", "3", "--set", "duration=2", *to, words=["has ended", "a longer duration"])
        self.refused("whole.h5", "--set", "rover.wheel.slices=2", *to,
                     words=["whole.h5: keyframe ", "found a state with ", "slots 54 x 25", "slots 36 x 25"])
        self.refused("whole.h5", "--set", "rover=viper", *to, words=["--set rover=viper", "no rover 'viper' in"])
        self.refused("whole.h5", "--set", "initial.heading_deg=3", *to, words=["--set initial.heading_deg=3", "another start"])
        self.refused("whole.h5", "--set", "soil.phi_dge=3", *to, words=["phi_dge", "phi_deg"])
        self.refused("whole.h5", "--set", "phi", *to, words=["--set"])
        self.refused("whole.h5", words=["--out is required"])
        self.refused("none.h5", *to, words=["none.h5", "no such file"])
        for force in ([], ["--force"]):
            self.refused("whole.h5", "--out", "whole.h5", *force, words=["the input itself"])
        os.link(self.folder / "whole.h5", self.folder / "other.h5")
        self.refused("whole.h5", "--out", "other.h5", "--force", words=["the input itself"])
        (self.folder / "mine.h5").write_text("my notes\n")
        self.refused("whole.h5", "--out", "mine.h5", words=["mine.h5", "--force"])
        self.run_ok("resume", "whole.h5", "--at", "4", "--out", "mine.h5", "--force")

    def test_states_of_another_layout_are_refused_with_both_versions(self):
        self.whole()
        with h5py.File(self.folder / "whole.h5", "r+") as file:
            layout = file.attrs["state_layout"]
            layout = layout.decode() if isinstance(layout, bytes) else layout
            self.assertTrue(layout.startswith("version 3, step 1, history 1, time 1, q "), layout)
            del file.attrs["state_layout"]
        result = run("resume", "whole.h5", "--out", "rest.h5", cwd=self.folder)
        self.check_error(result, 2, "layout version 1", "layout version 3", "rerun")
        self.assertIn("layout version 1", self.run_json("rerun", "whole.h5")["note"])
        with h5py.File(self.folder / "whole.h5", "r+") as file:
            later = layout.replace("version 3", "version 4").encode()
            file.attrs.create("state_layout", later, dtype=h5py.string_dtype("utf-8", len(later)))
        result = run("resume", "whole.h5", "--out", "rest.h5", cwd=self.folder)
        self.check_error(result, 2, "version 4", "version 3")
        self.assertFalse((self.folder / "rest.h5").exists())

    def test_a_parent_that_was_tampered_with_is_seen(self):
        self.whole()
        self.resume("--at", "4")
        with h5py.File(self.folder / "rest.h5", "r+", libver="v110") as file:
            file.attrs.modify("parent_time", 2.0)
        self.check_error(run("info", "rest.h5", cwd=self.folder), 2, "rest.h5", "a parent that differs from its hash")


class Stopped(CliTest):
    def start(self, *arguments):
        process = subprocess.Popen([PROGRAM, *arguments], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        return process

    def wait_for_keyframes(self, process, name, count):
        deadline = time.monotonic() + PATIENCE
        while True:
            self.assertIsNone(process.poll(), "it ended by itself")
            self.assertLess(time.monotonic(), deadline)
            if (self.folder / name).exists() and self.run_json("info", name)["keyframes"] >= count:
                return
            time.sleep(0.02)

    def test_a_killed_run_goes_on_to_the_same_end(self):
        """So long that no machine ends it before it is killed; the end asked for afterwards is a nearer one. A repaired copy does as well."""
        process = self.start("run", "drive_flat_soft", "--set", "duration=100000", "--out", "killed.h5")
        self.wait_for_keyframes(process, "killed.h5", 3)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=PATIENCE)
        info = self.run_json("info", "killed.h5")
        self.assertFalse(info["closed_cleanly"])
        end = f"duration={info['duration'] + 3}"
        whole = self.run_json("run", "drive_flat_soft", "--set", end)
        run("repair", "killed.h5", "--out", "repaired.h5", cwd=self.folder)
        for source in ["killed.h5", "repaired.h5"]:
            rest = self.run_json("resume", source, "--set", end, "--out", f"rest of {source}")
            self.assertEqual((rest["status"], rest["state_hash"]), ("completed", whole["state_hash"]))
            self.assertGreater(rest["parent"]["time_s"], 0.0)

    def test_a_killed_run_with_its_own_settings_alone(self):
        whole = self.run_json("run", *LONG, "--set", "integration.step=0.0005")
        process = self.start("run", *LONG, "--set", "integration.step=0.0005", "--out", "killed.h5")
        self.wait_for_keyframes(process, "killed.h5", 3)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=PATIENCE)
        self.assertFalse(self.run_json("info", "killed.h5")["closed_cleanly"])
        rest = self.run_json("resume", "killed.h5", "--out", "rest.h5")
        self.assertEqual(rest["state_hash"], whole["state_hash"])

    def test_ctrl_c_stops_a_resumed_run_which_goes_on_again(self):
        self.run_ok("run", *SCENARIO, "--out", "whole.h5")
        process = self.start("resume", "whole.h5", "--at", "2", "--set", "duration=100000", "--out", "rest.h5", "--json")
        self.wait_for_keyframes(process, "rest.h5", 2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn("the recording is whole", err)
        summary = json.loads(out)
        self.assertEqual(summary["status"], "interrupted")
        self.assertTrue(self.run_json("info", "rest.h5")["closed_cleanly"])
        self.assertIn("identical", self.run_ok("rerun", "rest.h5"))
        end = f"duration={summary['parent']['time_s'] + summary['simulated_s'] + 2}"
        again = self.run_json("resume", "rest.h5", "--set", end, "--out", "again.h5")
        self.assertEqual(again["state_hash"], self.run_json("run", "drive_flat_soft", "--set", end)["state_hash"])


if __name__ == "__main__":
    unittest.main()
