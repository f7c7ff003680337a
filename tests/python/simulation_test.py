#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Stepping: bits, states, threads, and objects that outlive each other."""
import gc
import threading
import unittest

import numpy as np

from python_case import PythonTest, g


def start(scenario="wheel_drop_200", **settings):
    return g.Scenario(scenario, {"duration": 1.0, **settings}).start()


class Steps(PythonTest):
    def test_steps_have_the_bits_of_a_run(self):
        sim = start()
        while not sim.finished:
            sim.step(7)
        self.assertEqual(sim.state_hash, g.Scenario("wheel_drop_200", {"duration": 1.0}).run().state_hash)
        self.assertEqual(sim.step(), 0)

    def test_one_step_or_many_have_the_same_bits(self):
        one, many = start(), start()
        for _ in range(200):
            self.assertEqual(one.step(), 1)
        self.assertEqual(many.step(200), 200)
        self.assertEqual((one.state_hash, one.time, one.steps), (many.state_hash, many.time, 200))
        self.assertEqual(start().step(10**9), round(1.0 / (many.time / 200)))

    def test_a_state_is_restored_to_the_bit(self):
        sim = start("drive_flat_soft")
        sim.step(100)
        kept = sim.state()
        self.assertEqual((kept.hash, kept.step), (sim.state_hash, 100))
        sim.step(60)
        later, values = sim.state_hash, sim.values()
        self.assertNotEqual(later, kept.hash)
        sim.restore(kept)
        self.assertEqual(sim.state_hash, kept.hash)
        sim.step(60)
        self.assertEqual(sim.state_hash, later)
        np.testing.assert_array_equal(sim.values(), values)
        sim.reset()
        self.assertEqual((sim.time, sim.steps), (0.0, 0))

    def test_a_branch_goes_its_own_course(self):
        sim = start("drive_flat_soft")
        sim.step(50)
        branch, kept = sim.branch(), sim.state()
        self.assertEqual(branch.state_hash, sim.state_hash)
        branch.step(30)
        self.assertEqual(sim.state_hash, kept.hash)
        sim.step(30)
        self.assertEqual(sim.state_hash, branch.state_hash)
        branch.restore(kept)
        self.assertEqual(branch.state_hash, kept.hash)

    def test_channels_and_poses_are_those_of_now(self):
        sim = start()
        first = sim["wheel/rear_left/load"]
        self.assertEqual((first.unit, sim.channels["wheel/rear_left/load"]), ("N", "N"))
        self.assertEqual(len(sim.values()), len(sim.channels))
        at = list(sim.channels).index("wheel/rear_left/load")
        self.assertEqual(sim.values()[at], first)
        sim.step(300)
        self.assertNotEqual(sim["wheel/rear_left/load"], first)
        poses = sim.poses()
        self.assertEqual(poses.shape, (len(sim.bodies), 7))
        np.testing.assert_allclose(np.linalg.norm(poses[:, 3:], axis=1), 1.0, rtol=1e-12)

    def test_it_is_driven_by_hand(self):
        parked, driven = start("drive_flat_soft", duration=5.0), start("drive_flat_soft", duration=5.0)
        driven.drive(0.03, curvature=0.2)
        for sim in (parked, driven):
            sim.run_until(2.0)
        self.assertNotEqual(parked.state_hash, driven.state_hash)
        driven.release_drive()
        self.assertGreater(driven.step(10), 0)
        self.refused(lambda: driven.drive(500.0))
        self.refused(lambda: driven.drive(float("nan")), "speed")
        self.refused(lambda: driven.drive(0.1, crab=0.1, turn_rate=0.1), "one of them")

    def test_it_is_commanded_from_outside(self):
        sim = start("drive_flat_soft", **{"drive.mode": "external", "duration": 2.0})
        self.assertEqual(sim.commands["steering/front_left"][0], "rad")
        self.assertEqual(len(sim.commands), 18)
        sim.command(wheel_speed=0.2, steering={"front_left": 0.1, "rear_left": -0.1})
        sim.run_until(1.5)
        self.assertAlmostEqual(sim["wheel/front_left/spin_rate"], 0.2)
        same = start("drive_flat_soft", **{"drive.mode": "external", "duration": 2.0})
        same.command(wheel_speed=np.full(6, 0.2), steering=[0.1, 0, 0, 0, 0, 0])
        same.command(steering={"front_left": 0.1})
        held = sim.state_hash
        for wrong, word in ((dict(wheel_speed=float("nan")), "wheel_speed"), (dict(wheel_speed=[0.1] * 5), "5 values"), (dict(steering=9.0), "steering/"),
                            (dict(wheel_speed={"front": 0.1}), "front_left"), (dict(wheel_torque=1.0), "wheel_speed"), (dict(joint="x"), "joint"),
                            (dict(steering=True), "steering")):
            self.refused(lambda: sim.command(**wrong), word)
        self.assertEqual(sim.state_hash, held)
        self.refused(lambda: start("drive_flat_soft").command(wheel_speed=0.1), "drive.mode")
        self.refused(lambda: sim.drive(0.02), "commanded from outside")

    def test_live_frames_are_those_that_viewers_are_shown(self):
        """5,000 to the run: of one of a second with steps of some milliseconds, each step; and the same state at the end."""
        sim = start()
        frames = list(sim.live())
        self.assertEqual([f.step for f in frames], list(range(frames[-1].step + 1)))
        self.assertEqual(frames[-1].state_hash, g.Scenario("wheel_drop_200", {"duration": 1.0}).run().state_hash)
        self.assertEqual(list(sim.live()), [])
        sim.reset()
        self.assertEqual(next(sim.live()).step, 0)
        self.assertEqual(len(frames[-1].values), len(sim.channels))
        long = start("drive_flat_soft", duration=30.0, **{"integration.step": 0.001})
        times = [f.time for f, _ in zip(long.live(), range(5))]
        np.testing.assert_allclose(np.diff(times), 0.006, atol=1e-9)

    def test_a_simulation_of_another_world_has_other_states(self):
        one, other = start(), start()
        self.refused(lambda: one.restore(other.state()), "another world")
        self.refused(lambda: one.restore(None), "state")

    def test_arrays_and_states_outlive_the_simulation(self):
        sim = start()
        sim.step(20)
        values, poses, kept, time = sim.values(), sim.poses(), sim.state(), sim.time
        copies = np.array(values), np.array(poses)
        del sim
        gc.collect()
        np.testing.assert_array_equal(values, copies[0])
        np.testing.assert_array_equal(poses, copies[1])
        self.assertEqual(kept.time, time)
        with self.assertRaises(ValueError):
            values[0] = 1.0


class Threads(PythonTest):
    def test_two_threads_have_the_bits_of_one(self):
        hashes = {}

        def drive(name):
            sim = start("drive_flat_soft", duration=6.0)
            while not sim.finished:
                sim.step(100)
            hashes[name] = sim.state_hash
        threads = [threading.Thread(target=drive, args=(k,)) for k in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        drive("alone")
        self.assertEqual({hashes[0], hashes[1]}, {hashes["alone"]})

    def test_the_interpreter_goes_on_while_something_runs(self):
        sim, counted = start("drive_flat_soft", duration=60.0), 0
        thread = threading.Thread(target=sim.step, args=(10**9,))
        thread.start()
        while thread.is_alive():
            counted += 1
        self.assertGreater(counted, 1000)

    def test_one_simulation_is_used_by_one_thread_at_a_time(self):
        sim, met = start("drive_flat_soft", duration=60.0), []
        thread = threading.Thread(target=sim.step, args=(10**9,))
        thread.start()
        while thread.is_alive():
            try:
                sim.time
            except RuntimeError as error:
                met.append(str(error))
        self.assertTrue(met and "another thread" in met[0])
        self.assertTrue(sim.finished)


if __name__ == "__main__":
    unittest.main()
