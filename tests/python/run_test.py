#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Recorded runs: what they say, arrays that outlive them, files that are wrong."""
import copy
import gc
import pathlib
import pickle
import unittest

import h5py
import numpy as np

from grouser_cli import run as command_line
from python_case import PythonTest, g

LOAD = "wheel/rear_left/load"


def drop(**more):
    return g.Scenario("wheel_drop_200", {"duration": 0.3}).run(**more)


class Runs(PythonTest):
    def test_it_says_what_the_command_line_says(self):
        told = self.run_json("run", "wheel_drop_200", "--set", "duration=0.3")
        run = drop(out=self.folder / "drop.h5")
        report = run.report
        for key in ("wall_s", "real_time_factor"):
            report.pop(key), told.pop(key)
        self.assertEqual(report, told)
        again = g.Run.open(self.folder / "drop.h5")
        self.assertEqual((again.status, again.state_hash, dict(again.metrics)), ("completed", run.state_hash, dict(run.metrics)))
        self.assertEqual(again.settings, {"duration": "0.3"})
        self.assertEqual(run.metrics["weight"].unit, "N")
        self.assertEqual(float(run.metrics["weight"]), told["metrics"]["weight"]["value"])
        self.assertIsNone(run.verdict)
        self.assertIn("scenario", [document.kind for document in again.documents])

    def test_channels_are_the_numbers_of_the_file(self):
        run = drop(out=self.folder / "drop.h5")
        with h5py.File(self.folder / "drop.h5", locking=False) as file:  # the run has it open, without a lock
            recorded = {}
            file.visititems(lambda name, item: recorded.update({name: item[:]}) if name.endswith(LOAD) else None)
        self.assertTrue(any(np.array_equal(values, run[LOAD]) for values in recorded.values()), list(recorded))
        self.assertEqual((run[LOAD].unit, run[LOAD].dtype, len(run[LOAD])), ("N", float, len(run.time)))
        self.assertEqual(run.time.unit, "s")
        self.assertEqual((run.time[0], round(float(run.time[-1]), 6)), (0.0, 0.3))
        self.assertEqual(run.channels[LOAD].unit, "N")
        self.assertTrue(run.channels[LOAD].description)
        self.assertIn(LOAD, run)

    def test_arrays_are_read_only_and_outlive_the_run(self):
        run = drop()
        file = pathlib.Path(run.file)
        load, time = run[LOAD], run.time
        before = np.array(load)
        for array in (load, time):
            with self.assertRaises(ValueError):
                array[0] = 1.0
            with self.assertRaises(ValueError):
                array.setflags(write=True)
        self.assertTrue(file.exists())
        del run
        gc.collect()
        self.assertFalse(file.exists(), "the temporary run file stays")
        np.testing.assert_array_equal(load, before)

    def test_units_stay_with_slices_and_go_with_arithmetic(self):
        load = drop()[LOAD]
        self.assertEqual((load[2:5].unit, load[2:5].name), ("N", LOAD))
        self.assertIs(type(load * 2), np.ndarray)
        self.assertIs(type(np.sqrt(load)), np.ndarray)
        self.assertAlmostEqual(float(load.mean()), float(np.mean(np.asarray(load))))
        for other in (pickle.loads(pickle.dumps(load)), copy.copy(load)):
            self.assertEqual(other.unit, "N")
            np.testing.assert_array_equal(other, load)

    def test_a_rerun_from_the_file_is_identical(self):
        found = drop(out=self.folder / "drop.h5").rerun()
        self.assertEqual((found.identical, found.difference, found.frames > 10), (True, "", True))

    def test_events_and_heights(self):
        run = g.Scenario("traverse_mars", {"duration": 0.1}).run()
        self.assertTrue(all(event.kind and event.time >= 0 for event in run.events))
        heights = run.heights()
        self.assertEqual(heights.z.shape, (len(heights.y), len(heights.x)))
        self.assertGreater(heights.y[0], heights.y[-1])
        np.testing.assert_array_equal(heights.z, g.Scenario("traverse_mars").heights().z)
        self.assertIsNone(drop().heights())

    def test_a_run_that_fails_is_an_exception_with_the_run(self):
        s = g.Scenario("free_fall", {"rover.wheel.stiffness": 4e7, "integration.step": 0.03, "integration.refuse_unstable": False, "duration": 20})
        error = self.refused(lambda: s.run(out=self.folder / "failed.h5"), error=g.RunFailed)
        self.assertEqual(error.run.status, "failed")
        self.assertEqual(error.run.message, str(error))
        self.assertGreater(len(error.run.time), 10)
        sim = s.start()
        self.refused(lambda: sim.step(10**6), "over the limit", error=g.RunFailed)
        self.assertEqual(sim.state_hash, error.run.state_hash)

    def test_files_that_are_wrong(self):
        self.refused(lambda: g.Run.open(self.folder / "no.h5"), "no.h5")
        (self.folder / "text.h5").write_text("text")
        self.refused(lambda: g.Run.open(self.folder / "text.h5"), "text.h5")
        self.refused(lambda: g.Run.open(5), "a path")
        run = drop(out=self.folder / "drop.h5")
        self.refused(lambda: run["wheel/rear_left/lod"], "wheel/rear_left/load")
        self.refused(lambda: run[0], "channel")
        self.refused(lambda: drop(out=self.folder / "text.h5"), "text.h5")
        self.refused(lambda: drop(out=self.folder / "no" / "drop.h5"))
        drop(out=self.folder / "text.h5", force=True)
        self.assertEqual(command_line("info", self.folder / "text.h5").returncode, 0)

    def test_a_run_that_was_closed_or_whose_file_is_gone(self):
        with drop() as run:
            load = run[LOAD]
        self.refused(lambda: run[LOAD], "closed")
        self.refused(lambda: run.events, "closed")
        self.assertEqual(run.status, "completed")
        self.assertGreater(load[0], 0)
        run = drop(out=self.folder / "drop.h5")
        (self.folder / "drop.h5").unlink()
        try:
            self.assertEqual(len(run[LOAD]), len(run.time))  # the open file is still there
        except g.Error:
            pass


if __name__ == "__main__":
    unittest.main()
