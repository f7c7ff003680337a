#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes assets/landers/strut_lander.toml and oleo_lander.toml: four tripod legs of struts whose three lines meet in the foot; the
primary ones crush, or spring back on gas and oil. Run from anywhere; --check only compares."""
import math
import sys

sys.dont_write_bytecode = True  # no cache beside the scripts
from made_files import write_or_check  # noqa: E402
from true_shapes import LAYER, TOUCHES, body_mesh  # noqa: E402

HEAD = """# Made by scripts/make_strut_lander.py: change that, not this file.
# Lander of 600 kg on four tripod legs: a primary strut that telescopes and two secondary struts to the hull, which meet in the foot.
# Frame: x forward, y left, z up; origin in the hull's centre of mass.
units = "SI"
name = "{name}"
title = "{title}"
root = "hull"
{touches}sources = [{source}]
assumed = [
  "all numbers: a lander of this class, sized by hand for a flat touchdown at 2.5 m/s on the Moon",
  "{struts} without play; the pads' ball joints do not hold",
]

[contact_sphere]
stiffness = 200000.0       # N/m
damping = 2000.0           # N s/m
friction = 0.4             # -

[pad_contact]              # on rigid ground
stiffness = 400000.0       # N/m
damping = 4000.0           # N s/m
friction = 0.4             # -

[[body]]
name = "hull"
mass = 562.0               # kg
inertia = [157.8, 157.8, 239.8]
"""
TOP, FOOT = (0.7, 0.0, 0.25), (1.5, 0.0, -0.9)  # m, of the primary strut in its leg's frame (x outwards)
SIDE = (0.55, 0.45, -0.35)                      # of the left secondary strut on the hull
LENGTH = math.dist(TOP, FOOT)
LEAN = -math.degrees(math.atan2(FOOT[0] - TOP[0], TOP[2] - FOOT[2]))  # of the primary strut's axis about y
PRIMARY = "radius = 0.0             # its cylinder and piston show it\ncompression = [[2000.0, 0.08], [4500.0, 0.25]]    # N, up to m of crushed length"
SECONDARY = "compression = [[1000.0, 0.08], [2000.0, 0.15]]\ntension = [[1000.0, 0.06], [2000.0, 0.12]]"
# Gas spring of 1,500 N, 0.25 m long and polytropic with 1.3; oil through an orifice, narrower when the strut extends, with valves that
# open at 1 m/s (compression) and 0.5 m/s (extension). (N over m/s)
GAS_FORCE, GAS_LENGTH, POLYTROPE, STROKE = 1500.0, 0.25, 1.3, 0.2
OIL = [(-3.0, -4750.0)] + [(-v, -4000.0 * v * v) for v in (0.5, 0.25)] + [(v, 2500.0 * v * v) for v in (0.0, 0.25, 0.5, 0.75, 1.0)] + [(3.0, 4500.0)]


def gas_force(x):
    return GAS_FORCE * (1.0 - x / GAS_LENGTH) ** -POLYTROPE


def rows(points):
    return "[\n" + "".join(f"  [{x:g}, {f:.9g}],\n" for x, f in points) + "]"


OLEO = ("radius = 0.0             # its cylinder and piston show it\n"
        "spring = " + rows((k * STROKE / 25, gas_force(k * STROKE / 25)) for k in range(26)) + "    # m, N: beyond it, stops\n"
        "damper = " + rows(OIL) + "    # m/s, N\n"
        "friction = 40.0          # N, of the seals")
GREY, DARK, GOLD = "[0.72, 0.73, 0.75]", "[0.25, 0.26, 0.28]", "[0.78, 0.62, 0.28]"


def vec(v):
    return "[" + ", ".join(f"{round(x, 6) + 0.0:g}" if abs(round(x, 6)) > 0 else "0.0" for x in v) + "]"


def turned(p, angle):
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return (c * p[0] - s * p[1], s * p[0] + c * p[1], p[2])


def body(name, mass, com, inertia):
    return f'\n[[body]]\nname = "{name}"\nmass = {mass}\ncom = {vec(com)}\ninertia = {inertia}\n'


def joint(name, kind, parent, child, position, rpy, axis):
    return (f'\n[[joint]]\nname = "{name}"\ntype = "{kind}"\nparent = "{parent}"\nchild = "{child}"\nposition = {vec(position)}\n'
            f"rpy_deg = {vec(rpy)}\naxis = {axis}\n")


def strut(name, point_a, foot, length, inside):
    damping = "damping = 400.0          # N s/m\n" if "spring" not in inside else ""
    what = "the stops and seals" if "spring" in inside else "the core's flank"
    return (f'\n[[strut]]\nname = "{name}"\nbody_a = "hull"\nbody_b = "{foot}"\npoint_a = {vec(point_a)}\npoint_b = [0.0, 0.0, 0.0]\n'
            f"free_length = {length:.9f}\nstiffness = 400000.0     # N/m, of {what}\n{damping}{inside}\n")


def tube(owner, start, end, radius, colour):
    return (f'\n[[visual]]\nbody = "{owner}"\nkind = "tube"\nposition = {vec(start)}\nend = {vec(end)}\nsize = [{radius}, 0.0, 0.0]\n'
            f"colour = {colour}\n")


def leg(n, angle, primary):
    cross, cylinder, piston = f"cross_{n}", f"cylinder_{n}", f"piston_{n}"
    text = body(cross, 0.5, (0, 0, 0), "[0.002, 0.002, 0.002]")
    text += joint(f"swing_{n}", "revolute", "hull", cross, turned(TOP, angle), (0, LEAN, angle), "[0.0, 1.0, 0.0]")
    text += body(cylinder, 4.0, (0, 0, -0.35), "[0.16, 0.16, 0.01]")
    text += joint(f"sway_{n}", "revolute", cross, cylinder, (0, 0, 0), (0, 0, 0), "[1.0, 0.0, 0.0]")
    text += body(piston, 5.0, (0, 0, 0.3), "[0.15, 0.15, 0.01]")
    text += joint(f"slide_{n}", "prismatic", cylinder, piston, (0, 0, -LENGTH), (0, 0, 0), "[0.0, 0.0, 1.0]")
    text += strut(f"primary_{n}", turned(TOP, angle), piston, LENGTH, primary)
    for side, sign in (("left", 1), ("right", -1)):
        at = (SIDE[0], sign * SIDE[1], SIDE[2])
        text += strut(f"{side}_{n}", turned(at, angle), piston, math.dist(at, FOOT), SECONDARY)
    text += f'\n[[pad]]\nname = "foot_{n}"\nbody = "{piston}"\nposition = [0.0, 0.0, 0.0]\nradius = 0.15\n'
    text += tube(cylinder, (0, 0, 0), (0, 0, -0.8), 0.06, GREY) + tube(piston, (0, 0, 0), (0, 0, 0.9), 0.04, DARK)
    return text + tube(piston, (0, 0, 0.0), (0, 0, 0.05), 0.15, GOLD)


def text(head, primary):
    out = HEAD.format(touches=TOUCHES, **head)
    for n in range(4):
        out += leg(n + 1, 90.0 * n, primary)
    out += LAYER + body_mesh("belly", "hull", "box", ["size = [1.3, 1.3, 0.7]"], 0.08)
    out += body_mesh("nozzle", "hull", "cylinder", ["radius = 0.2", "length = 0.3", "position = [0.0, 0.0, -0.5]"], 0.04)
    for x, y in ((0.6, 0.6), (-0.6, 0.6), (-0.6, -0.6), (0.6, -0.6)):
        out += f'\n[[sphere]]\nbody = "hull"\nposition = {vec((x, y, -0.35))}\nradius = 0.05\n'
    out += '\n[[sphere]]               # the nozzle\nbody = "hull"\npart = "nozzle"\nposition = [0.0, 0.0, -0.55]\nradius = 0.1\n'
    out += f'\n[[visual]]\nbody = "hull"\nkind = "box"\nposition = [0.0, 0.0, 0.0]\nsize = [1.3, 1.3, 0.7]\ncolour = {GOLD}\n'
    return out + tube("hull", (0, 0, -0.35), (0, 0, -0.62), 0.2, DARK)


CRUSH_HEAD = {"name": "strut_lander", "title": "Lander on crushable struts", "struts": "struts without friction and",
              "source": '"W. F. Rogers, NASA TN D-6850, 1972: two-stage honeycomb in primary, compression and tension cores in secondary struts"'}
OLEO_HEAD = {"name": "oleo_lander", "title": "Lander on oleo struts", "struts": "secondary struts without friction, all",
             "source": '"N. S. Currey, Aircraft Landing Gear Design, AIAA, 1988, chapters 4 and 5: gas spring and orifice of the primary struts"'}


if __name__ == "__main__":
    write_or_check(__doc__, {f"assets/landers/{head['name']}.toml": text(head, primary)
                             for head, primary in ((CRUSH_HEAD, PRIMARY), (OLEO_HEAD, OLEO))})
