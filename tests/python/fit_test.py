#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Fits: the numbers of the command line, and the optimum of scipy's least squares."""
import importlib.util
import json
import unittest

import numpy as np

from python_case import PythonTest, g

SLIPS = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8]
RIG = {"radius": 0.15, "width": 0.1, "load": 100.0}
RANGES = {"phi_deg": (15, 50), "janosi_k": "0.002:0.1", "n": (0.4, 1.4)}
SOIL = "wong_LETE_sand"


class Fits(PythonTest):
    def bed(self):
        """A file of a bed's twelve rows, with a ripple that no soil has."""
        table = g.wheel(SOIL, slip=SLIPS, **RIG)
        rows = [f"{s},{p * (1 + 0.02 * np.sin(40 * s)):.9g},{z * (1 + 0.02 * np.cos(50 * s)):.9g}"
                for s, p, z in zip(SLIPS, table["drawbar_pull"], table["sinkage"])]
        path = self.folder / "bed.csv"
        path.write_text("slip,pull,sinkage,pull_sd,sinkage_sd\n" + "\n".join(row + ",1.0,0.0002" for row in rows) + "\n")
        return f"{path},radius=0.15,width=0.1,load=100"

    def test_a_fit_is_that_of_the_command_line(self):
        data, out = self.bed(), self.folder / "soil.toml"
        fit = g.fit(data, RANGES, SOIL, threads=2, out=out)
        said = self.run_ok("fit", data, "--vary", "phi_deg=15:50", "--vary", "janosi_k=0.002:0.1", "--vary", "n=0.4:1.4", "--soil", SOIL, "--json")
        report = json.loads(said.stdout if hasattr(said, "stdout") else said)
        self.assertEqual([key["value"] for key in report["keys"]], [fit[key] for key in RANGES])
        self.assertEqual([key["low_95"] for key in report["keys"]], [fit.keys[key].low for key in RANGES])
        self.assertEqual(report["next_tests"], fit.report["next_tests"])
        self.assertEqual((fit.table.rows, fit.draws.shape[1], fit.correlations.shape), (24, 3, (3, 3)))
        self.assertAlmostEqual(g.soil(out).values["n"], fit["n"], places=7)
        self.assertIn("phi_deg", repr(fit))

    def test_the_optimum_is_that_of_scipy(self):
        if importlib.util.find_spec("scipy") is None:
            self.skipTest("scipy is not installed (Debian: python3-scipy)")
        from scipy.optimize import least_squares
        data = self.bed()
        fit = g.fit(data, RANGES, SOIL, posterior="none", folds=0)
        measured = np.loadtxt(data.split(",")[0], delimiter=",", skiprows=1)
        base = "\n".join(f"{key} = {json.dumps(value)}" for key, value in g.soil(SOIL).values.items() if key not in RANGES)

        def residuals(values):
            path = self.folder / "trial.toml"
            path.write_text('units = "SI"\n' + base + "".join(f"\n{key} = {value!r}" for key, value in zip(RANGES, values)) + "\n")
            table = g.wheel(path, slip=SLIPS, **RIG)
            return np.concatenate([table["drawbar_pull"] - measured[:, 1], (table["sinkage"] - measured[:, 2]) / 0.0002])

        found = least_squares(residuals, [30.0, 0.02, 0.8], bounds=([15, 0.002, 0.4], [50, 0.1, 1.4]), x_scale=[10, 0.01, 0.3], xtol=1e-12, ftol=1e-12)
        # the finite differences of both leave some five digits
        np.testing.assert_allclose([fit[key] for key in RANGES], [float(v) for v in found.x], rtol=2e-4)

    def test_wrong_arguments(self):
        data = self.bed()
        self.refused(lambda: g.fit(data, {}), "vary")
        self.refused(lambda: g.fit(data, {"n": (1, 2, 3)}), "3 numbers")
        self.refused(lambda: g.fit(data, {"spoon": (1, 2)}), "spoon")
        self.refused(lambda: g.fit(data, {"n": (2, 1)}), "range")
        self.refused(lambda: g.fit(str(self.folder / "none.csv"), {"n": (1, 2)}), "none.csv")
        self.refused(lambda: g.fit(data, {"n": (0.4, 1.4)}, posterior="guess"), "guess")
        self.refused(lambda: g.fit(data, {"n": (0.4, 1.4)})["m"], "'m'")


if __name__ == "__main__":
    unittest.main()
