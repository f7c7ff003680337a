#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes assets/rovers/four_bar_rover.toml: every number of the rover stands here once.

    scripts/make_four_bar_rover.py            writes it
    scripts/make_four_bar_rover.py --check    exits with 1 where it differs from what would be written
"""
import sys

sys.dont_write_bytecode = True  # no cache beside the scripts
from made_files import write_or_check  # noqa: E402
from true_shapes import ROVER_LAYER, TOUCHES, body_mesh  # noqa: E402


RADIUS, WIDTH, TRACK = 0.15, 0.12, 0.5  # m: wheels, and their middles from the chassis' middle
PIVOT, HALF = 0.30, 0.28  # m: x of the bars' pivots; from there to the carriers' pins
TOP, LOW = 0.46, 0.34  # m: height of the upper bar and of the lower arms
FRONT, MIDDLE, REAR = 0.66, -0.02, -0.50  # m: x of the hubs; the front one stands farther from its carrier than the middle one
AXLE = 0.30  # m: height of the rear axle's roll pivot
CHASSIS, BAR, ARM, CARRIER, WHEEL, BEAM = 80.0, 1.6, 0.8, 2.0, 3.0, 4.0  # kg
COM = (0.02, 0.0, 0.45)  # of the chassis' own mass


def number(x):
    text = f"{x:.9g}"
    return text if any(c in text for c in ".e") else text + ".0"


def vector(*v):
    return "[" + ", ".join(number(x) for x in v) + "]"


def box(mass, x, y, z):
    return vector(mass / 12 * (y * y + z * z), mass / 12 * (x * x + z * z), mass / 12 * (x * x + y * y))


LINES = []


def table(kind_, **keys):
    LINES.extend(["", f"[[{kind_}]]"] + [f"{key} = {value}" for key, value in keys.items()])


def body(name, mass, com, inertia):
    table("body", name=f'"{name}"', mass=number(mass), com=vector(*com), inertia=inertia)


def joint(name, parent, child, at, axis="[0.0, 1.0, 0.0]", **keys):
    table("joint", name=f'"{name}"', type='"revolute"', parent=f'"{parent}"', child=f'"{child}"', position=vector(*at), axis=axis, **keys)


def show(body, kind, at, size, colour, end=None):
    keys = dict(body=f'"{body}"', kind=f'"{kind}"', position=vector(*at))
    if end:
        keys["end"] = vector(*end)
    table("visual", **keys, size=vector(*size), colour=colour)


METAL, DARK, GOLD = "[0.72, 0.73, 0.75]", "[0.25, 0.26, 0.28]", "[0.78, 0.62, 0.28]"


def wheel(name, parent, at):
    body(f"wheel_{name}", WHEEL, (0, 0, 0), vector(0.5 * (0.5 * WHEEL * RADIUS**2 + WHEEL * WIDTH**2 / 6), 0.5 * WHEEL * RADIUS**2,
                                                   0.5 * (0.5 * WHEEL * RADIUS**2 + WHEEL * WIDTH**2 / 6)))
    joint(f"drive_{name}", parent, f"wheel_{name}", at, mode='"prescribed"')
    table("visual", body=f'"wheel_{name}"', kind='"wheel"', position=vector(0, 0, 0), size=vector(RADIUS, WIDTH, 0.006), colour="[0.32, 0.33, 0.35]", count="24")
    table("wheels", name=f'"{name}"', body=f'"wheel_{name}"', drive=f'"drive_{name}"')


def linkage(side, left):
    y = TRACK * (1 if left else -1) * 0.72
    out = TRACK * (1 if left else -1) - y
    bar = f"{side}_bar"
    body(bar, BAR, (0, 0, 0), box(BAR, 2 * HALF, 0.03, 0.03))
    joint(bar, "chassis", bar, (PIVOT, y, TOP), damping="2.0", lower_deg="-25.0", upper_deg="25.0", limit_stiffness="4000.0", limit_damping="80.0")
    show(bar, "tube", (-HALF, 0, 0), (0.016, 0, 0), METAL, (HALF, 0, 0))
    for end, way, hub in (("front", 1, FRONT), ("middle", -1, MIDDLE)):
        carrier, arm = f"{side}_{end}_carrier", f"{side}_{end}_arm"
        at = PIVOT + way * HALF  # x of the carrier's pins
        body(carrier, CARRIER, (0, 0, 0.5 * (LOW - TOP)), box(CARRIER, 0.05, 0.05, TOP - LOW))
        joint(carrier, bar, carrier, (way * HALF, 0, 0))
        body(arm, ARM, (0.5 * way * HALF, 0, 0), box(ARM, HALF, 0.03, 0.03))
        joint(arm, "chassis", arm, (PIVOT, y, LOW))
        table("loop_joint", name=f'"{side}_{end}_pin"', type='"inline"', body_a=f'"{carrier}"', body_b=f'"{arm}"', point_a=vector(0, 0, LOW - TOP),
              point_b=vector(way * HALF, 0, 0), axis="[0.0, 1.0, 0.0]")
        wheel(f"{end}_{side}", carrier, (hub - at, out, RADIUS - TOP))
        show(arm, "tube", (0, 0, 0), (0.014, 0, 0), METAL, (way * HALF, 0, 0))
        show(carrier, "tube", (0, 0, 0), (0.02, 0, 0), DARK, (0, 0, LOW - TOP))
        show(carrier, "tube", (0, 0, LOW - TOP), (0.016, 0, 0), DARK, (hub - at, 0.4 * out, RADIUS - TOP))


def text():
    LINES[:] = [f"""# Made by scripts/make_four_bar_rover.py: change that, not this file.
# Six wheels on parallelograms: on each side an upper bar and two lower arms carry the carriers of the front and the middle wheel, which stay
# upright and share their load evenly, wherever on its carrier a wheel stands (as the pans of Roberval's balance); the rear axle rolls about
# its middle. Chassis frame: x forward, y left, z up, origin on the ground. A layout of ours: all values are assumed.
units = "SI"
name = "four_bar_rover"
title = "Rover on four-bar linkages"
root = "chassis"
{TOUCHES}sources = ["G. P. de Roberval 1669: loads on a parallelogram's upright links"]
assumed = ["all lengths, masses and stiffnesses: a rover of the 120 kg class; wheels stand at unequal distances from their carriers on purpose"]

[wheel]
radius = {RADIUS}              # m
width = {WIDTH}               # m
stiffness = 30000.0        # N/m
damping = 300.0            # N s/m
tangential_stiffness = 21000.0  # N/m
grouser_height = 0.006     # m
grouser_count = 24
slices = 3

[contact_sphere]
stiffness = 30000.0        # N/m
damping = 600.0            # N s/m
friction = 0.5             # -"""]
    body("chassis", CHASSIS, COM, box(CHASSIS, 0.9, 0.6, 0.3))
    for x in (-0.42, 0.5):
        for y in (-0.25, 0.25):
            table("sphere", body='"chassis"', position=vector(x, y, 0.36), radius="0.04")
    LINES.append((ROVER_LAYER + body_mesh("belly", "chassis", "box", ["size = [0.96, 0.52, 0.2]", "position = [0.04, 0.0, 0.48]"], 0.06)).rstrip("\n"))
    show("chassis", "box", (0.04, 0, 0.48), (0.96, 0.52, 0.2), GOLD)
    show("chassis", "box", (0.0, 0, 0.6), (1.0, 0.66, 0.025), "[0.16, 0.2, 0.34]")
    show("chassis", "tube", (0.4, 0, 0.6), (0.02, 0, 0), METAL, (0.4, 0, 0.95))
    show("chassis", "box", (0.42, 0, 0.98), (0.08, 0.2, 0.07), DARK)
    for side, left in (("left", True), ("right", False)):
        linkage(side, left)
    body("rear_axle", BEAM, (0, 0, 0), box(BEAM, 0.06, 2 * TRACK * 0.8, 0.06))
    joint("rear_axle", "chassis", "rear_axle", (REAR, 0, AXLE), axis="[1.0, 0.0, 0.0]", damping="2.0", lower_deg="-20.0", upper_deg="20.0",
          limit_stiffness="4000.0", limit_damping="80.0")
    show("rear_axle", "tube", (0, -0.8 * TRACK, 0), (0.02, 0, 0), DARK, (0, 0.8 * TRACK, 0))
    for side, left in (("left", True), ("right", False)):
        y = TRACK * (1 if left else -1)
        show("rear_axle", "tube", (0, 0.8 * y, 0), (0.016, 0, 0), DARK, (0, 0.8 * y, RADIUS - AXLE))
        wheel(f"rear_{side}", "rear_axle", (0, y, RADIUS - AXLE))
    return "\n".join(LINES) + "\n"


if __name__ == "__main__":
    write_or_check(__doc__, {"assets/rovers/four_bar_rover.toml": text()})
