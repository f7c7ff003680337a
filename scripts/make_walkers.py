#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes assets/walkers/quad_fourbar.toml, quad_serial.toml, quad_plates.toml, atlas_like.toml and limb_rover.toml: every number of these robots
stands here, in atlas_like.py or in limb_rover.py once.

    scripts/make_walkers.py            writes them
    scripts/make_walkers.py --check    exits with 1 where one differs from what would be written
"""
import math
import sys

sys.dont_write_bytecode = True  # no cache beside the scripts
import atlas_like  # noqa: E402
import limb_rover  # noqa: E402
from made_files import write_or_check  # noqa: E402


# Seed 002's a0 to a10, m.
SIDE, DROP, AHEAD, ARM, BACK, CRANK = 0.010, 0.04622, 0.020, 0.044, 0.020, 0.027
THIGH, COUPLER, OFFSET, LEVER, SHANK = 0.087, 0.107, 0.01262, 0.0245, 0.110
LIMITS = ("roll", 0.0, 22.5), ("hip", -90.0, 0.0), ("knee", -45.0, 45.0)
SERIAL_KNEE = ("knee", -51.0, 51.4)  # what the linkage makes of the motor's +-45

# Assumed: the seed has no masses but a body of 2 kg with its servos, and no body.
HALF_LENGTH, HALF_WIDTH, TALL, LONG = 0.15, 0.08, 0.06, 0.34
FOOT_RADIUS, PLATE_RADIUS = 0.012, 0.025
MASS_AHEAD = 0.037  # of the body, so that the whole has its mass over the middle of the feet: the batteries are in front
STANCE = (0.09, 0.05, 0.215)  # leg frame: x forward, y outward, z down
TOTAL, BRACKET, THIGH_MASS, CRANK_MASS, COUPLER_MASS, SHANK_MASS = 2.0, 0.080, 0.085, 0.004, 0.008, 0.020
ROTOR = 1.5e-3


def four_bar_at_zero():
    """Angles of shank and coupler against the thigh with the knee's motor at zero (reference A4)."""
    length = BACK + THIGH
    d2 = CRANK ** 2 + length ** 2
    share = (d2 + LEVER ** 2 - COUPLER ** 2) / (2 * math.sqrt(d2) * LEVER)
    knee = math.pi - math.atan2(CRANK, length) - math.acos(share)
    x, y = length + LEVER * math.cos(knee), LEVER * math.sin(knee) - CRANK
    return knee, math.atan2(y, x)


def number(x):
    return f"{x:.9g}" if x else "0.0"


def vector(*v):
    return "[" + ", ".join(number(x) if "." in number(x) or "e" in number(x) else number(x) + ".0" for x in v) + "]"


def rod(mass, length):
    """Moments about the middle of a rod along z, with a little thickness."""
    across = mass * length ** 2 / 12 + 1e-7
    return vector(across, across, 0.5 * mass * 0.008 ** 2 + 1e-7)


def box(mass, x, y, z):
    return vector(mass / 12 * (y * y + z * z), mass / 12 * (x * x + z * z), mass / 12 * (x * x + y * y))


class Writer:
    def __init__(self):
        self.lines = []

    def table(self, kind_, **keys):
        self.lines += ["", f"[[{kind_}]]"] + [f"{key} = {value}" for key, value in keys.items()]

    def tube(self, body, a, b, width, colour):
        self.table("visual", body=f'"{body}"', kind='"tube"', position=vector(*a), end=vector(*b), size=vector(width, 0, 0),
                   colour=colour)

    def ball(self, body, at, width, colour):
        self.table("visual", body=f'"{body}"', kind='"sphere"', position=vector(*at), size=vector(width, 0, 0), colour=colour)

    def box(self, body, at, size, colour):
        self.table("visual", body=f'"{body}"', kind='"box"', position=vector(*at), size=vector(*size), colour=colour)


SERVO, METAL, DARK, GOLD, RUBBER = "[0.16, 0.17, 0.19]", "[0.72, 0.73, 0.75]", "[0.25, 0.26, 0.28]", "[0.75, 0.6, 0.3]", "[0.12, 0.12, 0.13]"


def leg(w, name, ahead, left, serial, plates):
    side = 1.0 if left else -1.0
    knee, coupler = four_bar_at_zero()
    back = '[0.0, -1.0, 0.0]'  # positive swings forward
    at = (ahead * HALF_LENGTH - STANCE[0], side * HALF_WIDTH, 0.0)

    def joint(kind, parent, child, position, axis, pitch=0.0, rotor=0.0, limits=None):
        keys = dict(name=f'"{kind}_{name}"', type='"revolute"', parent=f'"{parent}"', child=f'"{child}"', position=vector(*position), axis=axis)
        if pitch:
            keys["rpy_deg"] = f"[0.0, {math.degrees(pitch)!r}, 0.0]"
        if rotor:
            keys["rotor_inertia"] = number(rotor)
        if limits:  # hard ends a little beyond what is asked of it
            keys.update(lower_deg=number(limits[0] - 3.0), upper_deg=number(limits[1] + 3.0), limit_stiffness="60.0", limit_damping="0.2")
        w.table("joint", **keys)

    hip, thigh, crank, link, shank = (f"{part}_{name}" for part in ("bracket", "thigh", "crank", "coupler", "shank"))
    # the hip's servo hangs from the roll axis
    w.table("body", name=f'"{hip}"', mass=number(BRACKET), com=vector(0.5 * AHEAD, 0.0, -0.6 * DROP), inertia=box(BRACKET, 0.04, 0.02, 0.04))
    joint("roll", "body", hip, (at[0], at[1] + side * SIDE, at[2]), vector(side, 0.0, 0.0), rotor=ROTOR, limits=LIMITS[0][1:])
    # the thigh carries the knee's servo: at the arm's end, or on the knee with the mass that crank and coupler have
    mass = THIGH_MASS + (CRANK_MASS + COUPLER_MASS if serial else 0.0)
    w.table("body", name=f'"{thigh}"', mass=number(mass), com=vector(ARM, 0.0, -0.75 * THIGH if serial else 0.2 * BACK),
            inertia=box(mass, 0.04, 0.02, 0.06))
    joint("hip", hip, thigh, (AHEAD, 0.0, -DROP), back, rotor=ROTOR, limits=LIMITS[1][1:])
    if not serial:
        w.table("body", name=f'"{crank}"', mass=number(CRANK_MASS), com=vector(0.5 * CRANK, 0.0, 0.0), inertia=vector(1e-7, 4e-7, 4e-7))
        joint("knee", thigh, crank, (ARM, 0.0, BACK), back, rotor=ROTOR, limits=LIMITS[2][1:])
        w.table("body", name=f'"{link}"', mass=number(COUPLER_MASS), com=vector(0.0, 0.0, -0.5 * COUPLER), inertia=rod(COUPLER_MASS, COUPLER))
        joint("coupler", crank, link, (CRANK, 0.0, 0.0), back, pitch=-coupler)
    w.table("body", name=f'"{shank}"', mass=number(SHANK_MASS), com=vector(-0.3 * OFFSET, 0.0, -0.4 * (LEVER + SHANK)),
            inertia=rod(SHANK_MASS, LEVER + SHANK))
    if serial:
        joint("knee", thigh, shank, (ARM, 0.0, -THIGH), back, pitch=-0.5 * math.pi, rotor=ROTOR, limits=SERIAL_KNEE[1:])
    else:
        joint("shank", thigh, shank, (ARM, 0.0, -THIGH), back, pitch=-knee)
        w.table("loop_joint", name=f'"linkage_{name}"', type='"inline"', body_a=f'"{shank}"', body_b=f'"{link}"', point_a=vector(0, 0, -LEVER),
                point_b=vector(0, 0, -COUPLER), axis="[0.0, 1.0, 0.0]", driver=f'"knee_{name}"')
    foot = (-OFFSET, 0.0, -(LEVER + SHANK))
    sole = dict(name=f'"foot_{name}"', body=f'"{shank}"', position=vector(foot[0], foot[1], foot[2] - FOOT_RADIUS))
    if plates:  # their ankle is where the balls have their middle, so that the legs are the same
        w.table("foot", **sole, shape='"plate"', radius=number(PLATE_RADIUS), ankle=number(FOOT_RADIUS))
    else:
        w.table("foot", **sole, shape='"ball"', radius=number(FOOT_RADIUS))
    follow = {} if serial else dict(linkage=f'["shank_{name}", "coupler_{name}"]')
    w.table("leg", name=f'"{name}"', side='"left"' if left else '"right"', position=vector(*at), stance=vector(*STANCE),
            motors=f'["roll_{name}", "hip_{name}", "knee_{name}"]', **follow, foot=f'"foot_{name}"')
    # what it looks like
    w.box("body", (at[0] - ahead * 0.02, at[1] - side * 0.012, 0.0), (0.045, 0.02, 0.04), SERVO)
    w.box(hip, (0.5 * AHEAD, -side * 0.014, -0.6 * DROP), (0.04, 0.02, 0.045), SERVO)
    w.tube(hip, (0, 0, 0), (AHEAD, 0, -DROP), 0.008, METAL)
    w.ball(hip, (AHEAD, 0, -DROP), 0.011, METAL)
    w.tube(thigh, (0, 0, 0), (ARM, 0, 0), 0.007, METAL)
    w.tube(thigh, (ARM, 0, 0 if serial else BACK), (ARM, 0, -THIGH), 0.007, METAL)
    w.box(thigh, (ARM, -side * 0.014, -THIGH if serial else 0.3 * BACK), (0.022, 0.02, 0.045), SERVO)
    if not serial:
        w.tube(crank, (0, side * 0.006, 0), (CRANK, side * 0.006, 0), 0.005, GOLD)
        w.tube(link, (0, side * 0.006, 0), (0, side * 0.006, -COUPLER), 0.003, GOLD)
    w.ball(shank, (0, 0, 0), 0.009, METAL)
    w.tube(shank, (0, 0, 0), (0, 0, -LEVER), 0.006, DARK)
    w.tube(shank, (0, 0, -LEVER), foot, 0.006, DARK)
    w.ball(shank, foot, FOOT_RADIUS, RUBBER)
    if plates:
        sole = (foot[0], foot[1], foot[2] - FOOT_RADIUS + 0.0015)
        w.table("visual", body=f'"{shank}"', kind='"cylinder"', position=vector(*sole), rpy_deg="[90.0, 0.0, 0.0]", size=vector(PLATE_RADIUS, 0.003, 0), colour=METAL)


FOUR_BAR = f"""[four_bar]
side = {SIDE}           # a0, m: of the leg's plane from the roll axis; along the body's y (assumed)
drop = {DROP}         # a1, from the roll axis down to the hip's
ahead = {AHEAD}           # a2, from the leg frame forward to the hip's axis
arm = {ARM}            # a3, from the hip's axis, at right angles to the thigh
back = {BACK}            # a4, from the arm's end back along the thigh to the knee motor's axis
crank = {CRANK}          # a5, on the knee motor
thigh = {THIGH}          # a6, from the arm's end along the thigh to the knee
coupler = {COUPLER}        # a7
foot_offset = {OFFSET}  # a8, of the foot from the shank, at right angles
lever = {LEVER}         # a9, on the shank
shank = {SHANK:.3f}          # a10, beyond the lever"""

SERIAL_LEG = f"""[serial_leg]
side = {SIDE}           # m: of the leg's plane from the roll axis; along the body's y (assumed)
drop = {DROP}         # from the roll axis down to the hip's
ahead = {AHEAD}           # from the leg frame forward to the hip's axis
arm = {ARM}            # from the hip's axis, at right angles to the thigh
thigh = {THIGH}          # from the arm's end along the thigh to the knee
foot_offset = {OFFSET}  # of the foot from the shank, at right angles
shank = {LEVER + SHANK:.4f}         # from the knee to the foot"""

# of the walker with linkages, and of that without
NAMES = "quad_fourbar", "quad_serial", "quad_plates"
TITLES = "Quadruped with four-bar legs", "Quadruped with servos on its knees", "Quadruped with plates for feet"
FIRST = ("# A quadruped whose knees are moved through four-bar linkages (seed 002: A. A. Kolomeitsev 2020).",
         "# The quadruped of quad_fourbar.toml with its knee servos on the knees, without linkages.",
         "# The quadruped of quad_fourbar.toml on round plates that turn about their ankles (as SpaceBok's feet).")
FEET = "balls of 12 mm", "balls of 12 mm", "plates of 25 mm on ankles 12 mm above their soles"


def walker(kind):
    """The lines of a quadruped's file."""
    w = Writer()
    serial, plates = kind == 1, kind == 2
    root_mass = TOTAL - 4 * (BRACKET + THIGH_MASS + CRANK_MASS + COUPLER_MASS + SHANK_MASS)
    w.lines = [f"""# Made by scripts/make_walkers.py: change that, not this file.
{FIRST[kind]} Frame: x forward, y left, z up; origin in the
# middle between the legs, at the height of their roll axes. Lengths are the thesis' a0 to a10.
units = "SI"
name = "{NAMES[kind]}"
title = "{TITLES[kind]}"
root = "body"
sources = ["A. A. Kolomeitsev 2020: lengths and angles of the legs, stall torque 25 kg cm of the servos, 2 kg in all"]
assumed = [
  "hips 0.30 x 0.16 m apart, masses and inertias from shapes, links as rods; batteries in front, so that the mass is over the middle of the feet",
  "side (a0) along the body's y, whatever the roll",
  "servos: no-load speed 7.48 rad/s (0.14 s for 60 deg), loop of 35 N m/rad, rotor 1.5e-3 kg m2 at the joint, 100 pulses a second of 0.1 deg",
  "feet: {FEET[kind]}, friction 0.6, 2e4 N/m on rock",
  "hard ends 3 deg beyond the limits",
]

{(FOUR_BAR, SERIAL_LEG)[serial]}"""]
    limits = LIMITS[:2] + (SERIAL_KNEE if serial else LIMITS[2],)
    w.lines += [f"{name}_limits_deg = [{low}, {high}]" for name, low, high in limits]
    w.lines += ["""
[pad_contact]
stiffness = 20000.0        # N/m, assumed
damping = 20.0             # N s/m, assumed
friction = 0.6             # -, assumed

[contact_sphere]           # of the body
stiffness = 20000.0        # N/m, assumed
damping = 40.0             # N s/m, assumed
friction = 0.5             # -, assumed

[[actuator]]
name = "servos"            # DSSERVO RDS3225
kind = "servo"
joints = ["roll_*", "hip_*", "knee_*"]
stall_torque = 2.45        # N m
no_load_speed = 7.48       # rad/s, assumed
stiffness = 35.0           # N m/rad of error, assumed
dead_band_deg = 0.1        # assumed
resolution_deg = 0.1       # assumed
refresh_rate = 100.0       # Hz"""]
    w.table("body", name='"body"', mass=number(root_mass), com=vector(MASS_AHEAD, 0, 0), inertia=box(root_mass, LONG, 0.12, TALL))
    for name, ahead, left in [("front_left", 1, True), ("front_right", 1, False), ("rear_left", -1, True), ("rear_right", -1, False)]:
        leg(w, name, ahead, left, serial, plates)
    middle = -0.075  # of the body, which reaches from the rear hips to ahead of the front ones
    for x in (-1, 1):
        for y in (-1, 1):
            w.table("sphere", body='"body"', position=vector(middle + x * 0.5 * LONG, y * 0.05, -0.01), radius="0.015")
    w.box("body", (middle, 0, 0.005), (LONG, 0.11, 0.035), "[0.78, 0.62, 0.28]")
    w.box("body", (middle - 0.03, 0, 0.032), (0.2, 0.09, 0.02), "[0.86, 0.86, 0.84]")
    w.box("body", (0.065, 0, 0.035), (0.055, 0.1, 0.03), SERVO)  # batteries
    w.tube("body", (0.08, 0, 0.04), (0.08, 0, 0.12), 0.006, METAL)
    w.box("body", (0.085, 0, 0.13), (0.03, 0.06, 0.022), DARK)
    return w.lines


if __name__ == "__main__":
    WALKERS = {name: walker(kind) for kind, name in enumerate(NAMES)} | {"atlas_like": atlas_like.lines(Writer()), "limb_rover": limb_rover.lines(Writer(), number, vector)}
    write_or_check(__doc__, {f"assets/walkers/{name}.toml": "\n".join(lines) + "\n" for name, lines in WALKERS.items()})
