#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs and tables for pandas, xarray, matplotlib and notebooks, where these are installed, and what is said where they are not."""
import importlib.util
import pathlib
import re
import subprocess
import sys
import unittest

import numpy as np

from grouser_cli import alone
from python_case import PythonTest, g

LOAD = "wheel/rear_left/load"


def has(module):
    return importlib.util.find_spec(module) is not None


def drop():
    return g.Scenario("wheel_drop_200", {"duration": 0.3}).run()


class Conversions(PythonTest):
    @alone
    @unittest.skipUnless(has("xarray"), "xarray is not installed (Debian: python3-xarray)")
    def test_xarray(self):
        run = drop()
        data = run.to_xarray("wheel/*/load")
        self.assertEqual(data["wheel.rear_left.load"].attrs["units"], "N")
        np.testing.assert_array_equal(data["wheel.rear_left.load"], run[LOAD])
        np.testing.assert_array_equal(data["time"], run.time)
        self.assertEqual(data["time"].attrs["units"], "s")
        self.assertEqual(len(run.to_xarray()), len(run))
        self.assertEqual(g.wheel(slip=[0, 0.2]).to_xarray()["torque"].attrs["units"], "N m")
        self.assertEqual(g.Scenario("traverse_mars").heights().to_xarray().dims, ("y", "x"))

    @alone
    @unittest.skipUnless(has("pandas"), "pandas is not installed (Debian: python3-pandas)")
    def test_pandas(self):
        run = drop()
        frame = run.to_dataframe([LOAD, "wheel/front_*/load"])
        self.assertEqual((list(frame.columns)[0], frame.index.name, frame.attrs["units"][LOAD]), (LOAD, "time", "N"))
        np.testing.assert_array_equal(frame[LOAD], run[LOAD])
        table = g.wheel(laws=["bekker", "rft"], slip=[0, 0.2]).to_dataframe()
        self.assertEqual((list(table["law"]), table.attrs["units"]["torque"]), (["bekker", "bekker", "rft", "rft"], "N m"))

    @alone
    @unittest.skipUnless(has("matplotlib"), "matplotlib is not installed (Debian: python3-matplotlib)")
    def test_matplotlib(self):
        import matplotlib
        matplotlib.use("Agg")
        axes = drop().plot("wheel/*/load")
        self.assertEqual((axes.get_xlabel(), axes.get_ylabel(), len(axes.get_lines())), ("time [s]", "load [N]", 6))
        axes.figure.savefig(self.folder / "load.png")
        self.refused(lambda: drop().plot("wheel/rear_left/*"), "one unit")

    def test_where_they_are_missing_the_error_names_the_package(self):
        code = ("import sys\nfor m in ('pandas', 'xarray', 'matplotlib', 'matplotlib.pyplot'): sys.modules[m] = None\n"
                "import grouser as g\nr = g.Scenario('wheel_drop_200', {'duration': 0.1}).run()\n"
                "for call in (r.to_xarray, r.to_dataframe, lambda: r.plot('wheel/rear_left/load')):\n"
                "    try: call()\n    except ImportError as error: print(error)\n")
        said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.splitlines()
        self.assertEqual(len(said), 3)
        for line, package in zip(said, ("python3-xarray", "python3-pandas", "python3-matplotlib")):
            self.assertIn(package, line)

    def test_patterns_that_name_nothing(self):
        self.refused(lambda: drop().select("wheel/*/lod"), "lod")
        self.refused(lambda: drop().select([3]), "a text")

    def test_html_has_no_markup_of_a_file(self):
        shipped = pathlib.Path(g.home(), "assets", "scenarios", "wheel_drop_200.toml").read_text()
        (self.folder / "a.toml").write_text(re.sub(r"(?m)^title = .*$", 'title = "<b>bold</b>"', shipped))
        shown = g.Scenario(self.folder / "a.toml")._repr_html_()
        self.assertIn("&lt;b&gt;bold", shown)
        run = drop()
        for made in (run, g.wheel(slip=[0, 0.2]), g.scenarios()):
            self.assertIn("<t", made._repr_html_())
        for made in (run, g.Scenario("wheel_drop_200"), g.wheel(), run[LOAD], run.metrics["weight"], g.Scenario("wheel_drop_200").start()):
            self.assertTrue(repr(made))


if __name__ == "__main__":
    unittest.main()
