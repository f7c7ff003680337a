#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Wrong arguments: every function of the package and of its compiled part raises, and the interpreter goes on."""
import copy
import inspect
import math
import pickle
import unittest

import numpy as np

import grouser._core as core
from python_case import PythonTest, g

WRONG = [None, object(), -1, 3.7, math.nan, math.inf, "", "no such thing", b"bytes", [], [None], {"a": object()}, np.zeros((2, 2)),
         np.array(["a"]), 10**30, "a\0b", type, lambda: 1 / 0, True]
RAISED = (g.Error, TypeError, ValueError, OverflowError, RuntimeError, ZeroDivisionError)
# What takes anything, or what WRONG has something right for.
TAKES = {"Table.__contains__", "Run.__contains__", "Run.__exit__", "Simulation.step", "Simulation.run_until", "Simulation.drive", "Scenario.set"}


def callables(owner, prefix=""):
    for name, member in inspect.getmembers(owner, callable):
        if not name.startswith("_") or name in ("__getitem__", "__setitem__", "__delitem__"):
            yield prefix + name, member


class Arguments(PythonTest):
    def tried(self, name, call, count):
        """Each wrong value in each place. Whatever comes of it, it is an answer or one of our kinds of exceptions."""
        raised = 0
        for value in WRONG:
            for arguments in ([value] * count, [value]):
                try:
                    call(*arguments)
                except RAISED:
                    raised += 1
                except Exception as error:
                    self.fail(f"{name}{arguments!r}: {type(error).__name__}: {error}")
        return raised

    def places(self, call):
        try:
            return max(1, len([p for p in inspect.signature(call).parameters.values() if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]))
        except ValueError:
            return 1 + (call.__doc__ or "").split("->")[0].count(",")

    def test_every_function_of_the_compiled_part(self):
        for name, function in callables(core):
            with self.subTest(function=name):
                self.assertGreater(self.tried(name, function, self.places(function)), 10)

    def test_every_method_of_the_compiled_part(self):
        scenario = core.scenario("wheel_drop_200")
        simulation = scenario.start([("duration", "0.1")])
        scenario.run([("duration", "0.1")], str(self.folder / "run.h5"), False, None)
        leg = core.legs("quad_fourbar")[0]
        for made in (scenario, simulation, simulation.state(), core.open_run_file(str(self.folder / "run.h5")), leg):
            for name, method in callables(made):
                if name == "close":
                    continue
                with self.subTest(method=f"{type(made).__name__}.{name}"):
                    self.assertGreater(self.tried(name, method, self.places(method)), 5)

    def test_objects_that_were_not_made(self):
        """A class whose __init__ was never called has nothing behind it."""
        for kind in (core.Scenario, core.Simulation, core.State, core.RunFile, core.Leg):
            for make in (kind, lambda k=kind: k.__new__(k), lambda k=kind: object.__new__(k), lambda k=kind: copy.copy(k.__new__(k))):
                with self.subTest(kind=kind.__name__), self.assertRaises(TypeError):
                    make()

    def test_objects_are_not_copied_by_python(self):
        leg = core.legs("quad_fourbar")[0]
        for how in (copy.copy, copy.deepcopy, pickle.dumps):
            with self.subTest(how=how.__name__), self.assertRaises(TypeError):
                how(leg)

    def test_every_function_of_the_package(self):
        """With one wrong argument each: what is refused is an InputError that says what was expected."""
        for function in (g.Scenario, g.Run.open, g.Campaign.open, g.Heights.open, g.sweep, g.traverse, g.placement, g.soil, g.keys, g.legs, g.stepup):
            for value in WRONG:
                if value is None and function in (g.keys,):
                    continue
                with self.subTest(function=function.__name__, value=repr(value)[:40]):
                    with self.assertRaises((g.Error, TypeError)):
                        function(value) if function is not g.sweep else g.sweep("drive_flat_soft", value)

    def test_every_argument_of_the_wheel(self):
        wrong = {"soil": 3, "laws": ["no"], "slip": 1.1, "slip_angle": 90, "radius": 0, "width": -1, "load": math.nan, "grouser_height": 2,
                 "grouser_count": 1.5, "slip_radius": "x", "gravity": 0, "speed": math.inf, "scm_cell": 2, "scm_shear": "no", "uncertain": 5,
                 "draws": 7, "threads": 0, "progress": 7}
        self.assertEqual(set(wrong), set(inspect.signature(g.wheel).parameters))
        for name, value in wrong.items():
            with self.subTest(argument=name):
                self.refused(lambda: g.wheel(**{name: value}), "expected")

    def test_every_argument_of_plate_and_drop(self):
        for function, wrong in ((g.plate, {"soil": 3, "laws": ["no"], "depth": -1, "pressure": math.nan, "radius": 0, "width": 1, "length": 1, "cone": 4,
                                           "gravity": 0, "uncertain": 5, "draws": 7}),
                                (g.drop, {"soil": 3, "laws": ["no"], "body": "cube", "radius": 0, "density": -1, "mass": 0, "speed": -1, "height": -1,
                                          "gravity": 0, "scm_cell": 2, "uncertain": 5, "draws": 7, "threads": 0, "progress": 7})):
            self.assertEqual(set(wrong), set(inspect.signature(function).parameters))
            for name, value in wrong.items():
                with self.subTest(function=function.__name__, argument=name):
                    self.refused(lambda: function(**{name: value}), "expected")
        for call in (lambda: g.plate(depth=0.1, pressure=1e3), lambda: g.plate(width=0.1, length=0.2, radius=0.1), lambda: g.drop(density=1.0, mass=1.0),
                     lambda: g.drop(speed=1.0, height=1.0), lambda: g.drop(body="disc")):
            self.refused(call, "expected")

    def test_other_ranges(self):
        for call in (lambda: g.gradeability(tilt=61), lambda: g.gradeability(speed=0), lambda: g.gradeability(settings=[1]),
                     lambda: g.gradeability(threads=0), lambda: g.traverse("traverse_mars", spacing=0), lambda: g.traverse("traverse_mars", speed=-1),
                     lambda: g.placement("x", samples=0), lambda: g.placement("x", seed=-1), lambda: g.placement("x", confidence=1.0),
                     lambda: g.wheel(slip=np.zeros((2, 2))), lambda: g.wheel(slip=[]), lambda: g.sweep("drive_flat_soft", {"soil.phi_deg": ["a"]}),
                     lambda: g.sweep("drive_flat_soft", {1: [1]}), lambda: g.Scenario("wheel_drop_200").run(out=3)):
            self.refused(call)

    def test_a_progress_function_that_raises_stops_the_work(self):
        def report(done, total):
            raise LookupError("enough")
        with self.assertRaises(LookupError):
            g.Scenario("traverse_mars").run(progress=report)


if __name__ == "__main__":
    unittest.main()
