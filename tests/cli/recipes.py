# SPDX-License-Identifier: BSD-3-Clause
"""Terrain recipes, for the tests of this folder and for scripts/soak."""


def fractal(size, cell, *parts, seed=3, rms_slope_deg=3.0, lag=1.0):
    """A field of fractal ground, and on it the parts."""
    return f"""units = "SI"
kind = "fractal"
size = {list(size)}
cell = {cell}
seed = {seed}
hurst = 0.7
rms_slope_deg = {rms_slope_deg}
lag = {lag}
""" + "".join(parts)


def rocks(abundance, max_diameter):
    return f"[rocks]\nabundance = {abundance}\nmin_diameter = 0.3\nmax_diameter = {max_diameter}\n"


def ramp(name=None):
    return '[[shape]]\ntype = "ramp"\n' + (f'name = "{name}"\n' if name else "") + """soil = "hard_plate"
position = [2.0, 1.0, 0.1]
length = 2.0
width = 1.0
slope_deg = 10.0
"""
