#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Three keys fitted to a curve of twelve points by `grouser.fit` and by scipy's least squares over `grouser.wheel`: seconds and optima.

Usage: PYTHONPATH=BUILD/python bench/fit_against_scipy.py [--law scm]
"""
import argparse
import json
import pathlib
import tempfile
import time

import numpy as np
from scipy.optimize import least_squares

import grouser as g

SLIPS = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8]
RIG = {"radius": 0.15, "width": 0.1, "load": 100.0}
LOW, HIGH = {"phi_deg": 15.0, "janosi_k": 0.002, "n": 0.4}, {"phi_deg": 50.0, "janosi_k": 0.1, "n": 1.4}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--law", default="bekker")
    law = parser.parse_args().law
    with tempfile.TemporaryDirectory() as folder:
        data = pathlib.Path(folder) / "bed.csv"
        table = g.wheel("wong_LETE_sand", law, slip=SLIPS, **RIG)
        rows = [(s, p * (1 + 0.02 * np.sin(40 * s)), z * (1 + 0.02 * np.cos(50 * s))) for s, p, z in zip(SLIPS, table["drawbar_pull"], table["sinkage"])]
        data.write_text("slip,pull,sinkage,pull_sd,sinkage_sd\n" + "".join(f"{s},{p},{z},1,0.0002\n" for s, p, z in rows))
        measured = np.array(rows)
        began = time.perf_counter()
        fit = g.fit(f"{data},radius=0.15,width=0.1,load=100", {key: (LOW[key], HIGH[key]) for key in LOW}, law=law, posterior="none", folds=0, starts=1)
        ours = time.perf_counter() - began
        base = "\n".join(f"{key} = {json.dumps(value)}" for key, value in g.soil("wong_LETE_sand").values.items() if key not in LOW)
        trial = pathlib.Path(folder) / "trial.toml"

        def residuals(values):
            trial.write_text('units = "SI"\n' + base + "".join(f"\n{key} = {value!r}" for key, value in zip(LOW, values)) + "\n")
            found = g.wheel(trial, law, slip=SLIPS, **RIG)
            return np.concatenate([found["drawbar_pull"] - measured[:, 1], (found["sinkage"] - measured[:, 2]) / 0.0002])

        began = time.perf_counter()
        found = least_squares(residuals, [30.0, 0.02, 0.8], bounds=(list(LOW.values()), list(HIGH.values())), x_scale=[10, 0.01, 0.3],
                              xtol=1e-12, ftol=1e-12, diff_step=None if law == "bekker" else 0.02)
        theirs = time.perf_counter() - began
    print(f"grouser.fit  {ours:8.3f} s  " + "  ".join(f"{key} {fit[key]:.6g}" for key in LOW))
    print(f"scipy        {theirs:8.3f} s  " + "  ".join(f"{key} {value:.6g}" for key, value in zip(LOW, found.x)) + f"  ({found.nfev} evaluations)")
    print(f"ratio {theirs / ours:.1f}")


if __name__ == "__main__":
    main()
