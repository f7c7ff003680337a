#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the four Europa landers of assets/landers, which differ in their joints' springs and the leg controller only.

    scripts/make_europa_landers.py            writes assets/landers/europa_*.toml
    scripts/make_europa_landers.py --check    exits with 1 where a file differs from what would be written
"""
import math
import sys

sys.dont_write_bytecode = True  # no cache beside the scripts
from made_files import write_or_check  # noqa: E402
from true_shapes import LAYER, TOUCHES, body_mesh  # noqa: E402

SECTION = 0.63          # m, each of the two of a leg (thesis, table 6.1)
UPPER, LOWER = 8.0, 6.0  # kg, assumed
TOTAL = 900.0           # kg
FLATS, HEIGHT = 1.5, 0.37  # m, of the hub
CORNER = FLATS / math.sqrt(3.0)
ROD = 0.03              # m, radius of a section
FOOT = 0.03             # m, radius of the ball that touches
BELLY = 0.5             # m, of the four outer points of the belly

# hip N m/rad, hip N m s/rad, knee N m/rad, knee N m s/rad
DESIGNS = {
    "stiff": ("Europa lander, stiff legs", "6.4", 84000.0, 390.0, 84000.0, 520.0),
    "shock": ("Europa lander, shock-absorbing legs", "6.3", 2100.0, 390.0, 3700.0, 390.0),
    "conforming": ("Europa lander, conforming legs", "6.2", 210.0, 50.0, 370.0, 50.0),
    "impedance": ("Europa lander, impedance-controlled legs", "6.3", 2100.0, 390.0, 3700.0, 390.0),
}

HEAD = """# Made by scripts/make_europa_landers.py: change that, not this file.
# Lander with six legs after J. T. Wachlin, M.S. thesis, Georgia Institute of Technology, 2018, chapter 6: hub and six legs of two hinged
# sections. Frame: x forward, y left, z up; origin in the middle of the hub.
units = "SI"
name = "europa_{name}"
title = "{title}"
root = "hub"
{touches}sources = ["J. T. Wachlin 2018: mass, inertia, leg sections and their angles table 6.1, springs table {table}"]
assumed = [
  "leg sections slender rods of 8 and 6 kg; the hub has the rest of the 900 kg and the whole inertia of the thesis",
  "hub 0.37 m high, which is what the inertia says; the text's 0.9 m is not",
  "hips at the hub's corners, mid height, swinging in the vertical plane through the hub's axis",
  "upper section 65 deg from the downward vertical, lower section 94 deg from the level outward direction",
  "springs at rest at these angles; no stops",
  "five points of the belly: the middle and four at 0.5 m, with the feet's ground law",
  "legs, knees and the top of the hub touch nothing (as in the thesis)",{more}
]

[[joint_set]]
name = "hips"
joints = "hip_*"
stiffness = {hip_k}        # N m/rad
damping = {hip_c}          # N m s/rad
rest_from_root_deg = 25.0  # of the upper section below level: 90 less the thesis's 65 from the vertical

[[joint_set]]
name = "knees"
joints = "knee_*"
stiffness = {knee_k}       # N m/rad
damping = {knee_c}         # N m s/rad
rest_from_root_deg = 94.0  # of the lower section below level

[contact_sphere]           # on other ground than the viscoelastic
stiffness = 22000.0        # N/m, assumed
damping = 500.0            # N s/m, assumed
friction = 0.3             # -, assumed
without = ["leg"]          # parts whose spheres touch nothing: the thesis's knees do not

[pad_contact]              # likewise
stiffness = 22000.0        # N/m, assumed
damping = 500.0            # N s/m, assumed
friction = 0.3             # -, assumed

[[body]]
name = "hub"
mass = {hub}               # kg, 900 less the legs
inertia = [151.0, 151.0, 281.0]
"""

CONTROL = """
# While some feet touch but not all, the joints of legs that touch are as soft as those of the conforming lander; their dampers stay.
[[leg_control]]
name = "soften"
when = "some"              # of the feet touch: "some" at least one but not all, "any" at least one, "all"
feet = "foot_*"
legs = "touching"          # whose joints it acts on: of feet that touch, "lifted", or "every"
joints = ["hip_*", "knee_*"]   # the leg of a foot is told by the joints above it
stiffness_factor = 0.1
"""


def rod(mass):
    return mass * SECTION**2 / 12.0, 0.5 * mass * ROD**2


def number(x):
    return repr(round(x, 6) + 0.0)


def vector(*xs):
    return "[" + ", ".join(number(x) for x in xs) + "]"


def visual(body, kind, position, size, colour, **more):
    text = f'\n[[visual]]\nbody = "{body}"\nkind = "{kind}"\nposition = {vector(*position)}\n'
    for key, value in more.items():
        text += f"{key} = {vector(*value)}\n"
    return text + f"size = {vector(*size)}\ncolour = {vector(*colour)}\n"


def leg(i):
    turn = math.radians(60.0 * i)
    across, along = rod(UPPER)
    text = f"""
[[body]]
name = "upper_{i + 1}"
mass = {UPPER}
com = {vector(SECTION / 2, 0, 0)}
inertia = {vector(along, across, across)}

[[joint]]
name = "hip_{i + 1}"
type = "revolute"
parent = "hub"
child = "upper_{i + 1}"
position = {vector(CORNER * math.cos(turn), CORNER * math.sin(turn), 0)}
rpy_deg = {vector(0, 0, 60.0 * i)}
axis = [0.0, 1.0, 0.0]     # positive downwards from level
"""
    across, along = rod(LOWER)
    text += f"""
[[body]]
name = "lower_{i + 1}"
mass = {LOWER}
com = {vector(0, 0, -SECTION / 2)}
inertia = {vector(across, across, along)}

[[joint]]
name = "knee_{i + 1}"
type = "revolute"
parent = "upper_{i + 1}"
child = "lower_{i + 1}"
position = {vector(SECTION, 0, 0)}
rpy_deg = [0.0, -90.0, 0.0]    # the lower section lies along its -z axis
axis = [0.0, 1.0, 0.0]

[[pad]]
name = "foot_{i + 1}"
body = "lower_{i + 1}"
position = {vector(0, 0, -SECTION)}
radius = {FOOT}

[[sphere]]                 # the knee
body = "lower_{i + 1}"
part = "leg"
position = [0.0, 0.0, 0.0]
radius = 0.065
"""
    dark, light, gold = (0.25, 0.26, 0.28), (0.72, 0.73, 0.75), (0.75, 0.6, 0.3)
    text += visual(f"upper_{i + 1}", "sphere", (0, 0, 0), (0.075, 0, 0), dark)
    text += visual(f"upper_{i + 1}", "tube", (0, 0, 0), (0.045, 0, 0), light, end=(SECTION, 0, 0))
    text += visual(f"lower_{i + 1}", "sphere", (0, 0, 0), (0.065, 0, 0), dark)
    text += visual(f"lower_{i + 1}", "tube", (0, 0, 0), (0.035, 0, 0), light, end=(0, 0, -SECTION + 0.06))
    text += visual(f"lower_{i + 1}", "tube", (0, 0, -SECTION), (0.12, 0, 0), gold, end=(0, 0, -SECTION + 0.03))
    text += visual(f"lower_{i + 1}", "tube", (0, 0, -SECTION + 0.03), (0.07, 0, 0), dark, end=(0, 0, -SECTION + 0.09))
    return text


def belly():
    text, lowest = "", -HEIGHT / 2
    radius = 0.02
    places = [(0.0, 0.0)] + [(BELLY * math.cos(math.radians(a)), BELLY * math.sin(math.radians(a))) for a in (45, 135, 225, 315)]
    for x, y in places:
        text += f'\n[[sphere]]\nbody = "hub"\nposition = {vector(x, y, lowest + radius)}\nradius = {radius}\n'
    return text


def true_hub():
    """The hexagonal prism."""
    corners = [(CORNER * math.cos(math.radians(60.0 * k)), CORNER * math.sin(math.radians(60.0 * k))) for k in range(6)]
    points = ", ".join(vector(x, y, z) for z in (-HEIGHT / 2, HEIGHT / 2) for x, y in corners)
    return LAYER + body_mesh("belly", "hub", "hull", [f"points = [{points}]"], 0.2)


def hub_visuals():
    gold, dark, light, white = (0.78, 0.62, 0.28), (0.18, 0.19, 0.21), (0.6, 0.61, 0.63), (0.86, 0.86, 0.84)
    text = ""
    side = FLATS / math.sqrt(3.0)
    for k in range(3):  # three boxes make the hexagonal prism
        text += visual("hub", "box", (0, 0, 0), (side, FLATS, HEIGHT), gold, rpy_deg=(0, 0, 60.0 * k))
    for k in range(3):
        text += visual("hub", "box", (0, 0, HEIGHT / 2 + 0.02), (side - 0.1, FLATS - 0.17, 0.04), dark, rpy_deg=(0, 0, 60.0 * k))
    text += visual("hub", "tube", (0, 0, HEIGHT / 2), (0.26, 0, 0), white, end=(0, 0, HEIGHT / 2 + 0.16))
    text += visual("hub", "tube", (0.3, 0.2, HEIGHT / 2), (0.025, 0, 0), light, end=(0.3, 0.2, HEIGHT / 2 + 0.5))
    text += visual("hub", "sphere", (0.3, 0.2, HEIGHT / 2 + 0.5), (0.07, 0, 0), white)
    for k in range(3):
        a = math.radians(120.0 * k + 90.0)
        text += visual("hub", "sphere", (0.45 * math.cos(a), 0.45 * math.sin(a), HEIGHT / 2 + 0.05), (0.15, 0, 0), light)
    text += visual("hub", "tube", (0, 0, -HEIGHT / 2), (0.3, 0, 0), dark, end=(0, 0, -HEIGHT / 2 + 0.03))
    return text


def lander(name):
    title, table, hip_k, hip_c, knee_k, knee_c = DESIGNS[name]
    more = ""
    if name == "impedance":
        more = '\n  "the controller\'s logic: the thesis shows it in a figure only",'
    text = HEAD.format(name=name, title=title, table=table, hip_k=hip_k, hip_c=hip_c, knee_k=knee_k, knee_c=knee_c,
                       hub=TOTAL - 6 * (UPPER + LOWER), more=more, touches=TOUCHES)
    if name == "impedance":
        text += CONTROL
    for i in range(6):
        text += leg(i)
    return text + belly() + true_hub() + hub_visuals()


if __name__ == "__main__":
    write_or_check(__doc__, {f"assets/landers/europa_{name}.toml": lander(name) for name in DESIGNS})
