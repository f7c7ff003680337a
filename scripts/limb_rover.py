# SPDX-License-Identifier: BSD-3-Clause
"""A rover on limbs as JPL's ATHLETE (reference: six limbs of six joints on a hexagon 2.75 m wide, a wheel at each end, just over 2 m high when it
stands straight, about 850 kg). What is not given there is assumed: see the file's own list."""
import math

ACROSS = 2.75            # m, from corner to corner
TOTAL = 850.0            # kg
OUT = 0.10               # m, from the yaw axis to the hip's
THIGH = SHIN = 0.80      # m
TWIST = 0.35             # m below the knee: the shin turns about itself there
FORK = 0.32              # m, from the ankle down to the wheel's axle
RADIUS, WIDTH = 0.25, 0.20                       # m, of a wheel
GROUSER, GROUSERS = 0.012, 18
STANCE_OUT, STANCE_DOWN = 0.85, 1.0              # m, of the axle from the yaw axis: a thigh that rises a little, an upright shin
ROTOR = 15.0                                     # kg m2 at a joint
# kg of one limb's links, and tubes' radii, m
YAW_MASS, THIGH_MASS, SHIN_MASS, TWIST_MASS, ANKLE_MASS, FORK_MASS, WHEEL_MASS = 10.0, 20.0, 9.0, 7.0, 4.0, 6.0, 12.0
THICK, THIN = 0.07, 0.055
PLATE, TALL = 1.20, 0.30  # radius and height of the body, m
# joint, axis, deg
JOINTS = [("yaw", "z", -60.0, 60.0), ("hip", "y", -80.0, 70.0), ("knee", "y", -100.0, 80.0), ("twist", "z", -170.0, 170.0),
          ("pitch", "y", -80.0, 80.0), ("roll", "x", -70.0, 70.0)]
LIMBS = [("front_left", 30.0), ("middle_left", 90.0), ("rear_left", 150.0), ("front_right", -30.0), ("middle_right", -90.0), ("rear_right", -150.0)]
AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
GREY, DARK, GOLD, WHITE, RUBBER = "[0.62, 0.64, 0.67]", "[0.2, 0.21, 0.23]", "[0.78, 0.62, 0.28]", "[0.86, 0.86, 0.84]", "[0.13, 0.13, 0.14]"

HEAD = f"""# Made by scripts/make_walkers.py: change that, not this file.
# A rover on six limbs of six joints on a hexagon (JPL's ATHLETE class), a wheel at each end that rolls, or is held by its drive and is a foot.
# Frame: x forward, y left, z up; origin in the middle between the hips, at the height of their first pitch axes. At angles of 0 thighs are level and
# point outwards, shins hang down, and all wheels look forward.
units = "SI"
name = "limb_rover"
title = "Rover on six limbs"
root = "body"
sources = ["JPL's ATHLETE, 2005: six limbs of six joints on a hexagon 2.75 m wide, wheels that lock as feet, about 850 kg, just over 2 m high"]
assumed = [
  "limbs of 0.8 + 0.8 m and a fork of 0.32 m: straight down they make the height; order and limits of their joints",
  "a wheel of 0.25 m by 0.20 m with {GROUSERS} grousers of {1e3 * GROUSER:.0f} mm, 100 kN/m, 2 kN s/m",
  "{YAW_MASS + THIGH_MASS + SHIN_MASS + TWIST_MASS + ANKLE_MASS + FORK_MASS + WHEEL_MASS:.0f} kg of each limb, inertias from tubes, boxes and discs; the body a disc",
  "servos: 6 kN m, 0.6 rad/s, loop of 400 kN m/rad, rotors of 15 kg m2 at the joint, 200 pulses a second",
]

[wheel]
radius = {RADIUS}              # m, rim without grousers
width = {WIDTH}                # m
stiffness = 100000.0       # N/m, assumed
damping = 2000.0           # N s/m, assumed
tangential_stiffness = 70000.0  # N/m, assumed
grouser_height = {GROUSER}     # m
grouser_count = {GROUSERS}
slices = 3

[contact_sphere]           # of the body
stiffness = 200000.0       # N/m, assumed
damping = 4000.0           # N s/m, assumed
friction = 0.5             # -, assumed

[[actuator]]
name = "joints"
kind = "servo"
joints = [{", ".join(f'"{joint[0]}_*"' for joint in JOINTS)}]
stall_torque = 6000.0      # N m, assumed
no_load_speed = 0.6        # rad/s, assumed
stiffness = 400000.0       # N m/rad of error, assumed
refresh_rate = 200.0       # Hz"""


def tube_inertia(mass, radius, length, along):
    """Moments about the middle of a full rod of circular section along an axis."""
    across, about = mass * (length ** 2 / 12 + radius ** 2 / 4), 0.5 * mass * radius ** 2
    return tuple(about if axis == along else across for axis in "xyz")


def lines(w, number, vector):
    """Into a writer of make_walkers.py, by its functions."""
    w.lines = [HEAD]
    limb_mass = YAW_MASS + THIGH_MASS + SHIN_MASS + TWIST_MASS + ANKLE_MASS + FORK_MASS + WHEEL_MASS
    mass = TOTAL - 6 * limb_mass
    flat, tall = 0.5 * mass * PLATE ** 2, mass * (0.25 * PLATE ** 2 + TALL ** 2 / 12)
    w.table("body", name='"body"', mass=number(mass), com=vector(0, 0, 0.05), inertia=vector(tall, tall, flat))
    for name, angle in LIMBS:
        limb(w, name, math.radians(angle), number, vector)
    for corner in range(6):
        at = math.radians(60.0 * corner)
        w.table("sphere", body='"body"', position=vector(0.9 * math.cos(at), 0.9 * math.sin(at), -0.15), radius="0.1")
    w.table("sphere", body='"body"', position=vector(0, 0, -0.15), radius="0.15")
    deck(w)
    return w.lines


def limb(w, name, angle, number, vector):
    body = {kind: f"{kind}_link_{name}" for kind, *_ in JOINTS}
    radial = (math.cos(angle), math.sin(angle))
    # where each joint is in the link before it, and that link's turn about z
    places = {"yaw": ((0.5 * ACROSS * radial[0], 0.5 * ACROSS * radial[1], 0.0), angle), "hip": ((OUT, 0, 0), 0), "knee": ((THIGH, 0, 0), 0),
              "twist": ((0, 0, -TWIST), -angle), "pitch": ((0, 0, TWIST - SHIN), 0), "roll": ((0, 0, 0), 0)}
    links = {  # mass, centre of mass, moments
        "yaw": (YAW_MASS, (0.5 * OUT, 0, 0), box_of(YAW_MASS, 0.2, 0.16, 0.2)),
        "hip": (THIGH_MASS, (0.5 * THIGH, 0, 0), tube_inertia(THIGH_MASS, THICK, THIGH, "x")),
        "knee": (SHIN_MASS, (0, 0, -0.5 * TWIST), tube_inertia(SHIN_MASS, THICK, TWIST, "z")),
        "twist": (TWIST_MASS, (0, 0, 0.5 * (TWIST - SHIN)), tube_inertia(TWIST_MASS, THIN, SHIN - TWIST, "z")),
        "pitch": (ANKLE_MASS, (0, 0, 0), box_of(ANKLE_MASS, 0.12, 0.12, 0.12)),
        "roll": (FORK_MASS, (0, 0, -0.5 * FORK), box_of(FORK_MASS, 0.06, WIDTH + 0.1, FORK))}
    parent = "body"
    for kind, axis, low, high in JOINTS:
        mass, com, inertia = links[kind]
        at, turn = places[kind]
        w.table("body", name=f'"{body[kind]}"', mass=number(mass), com=vector(*com), inertia=vector(*inertia))
        keys = dict(name=f'"{kind}_{name}"', type='"revolute"', parent=f'"{parent}"', child=f'"{body[kind]}"', position=vector(*at), axis=vector(*AXES[axis]))
        if turn:
            keys["rpy_deg"] = f"[0.0, 0.0, {math.degrees(turn)!r}]"
        w.table("joint", **keys, rotor_inertia=number(ROTOR), lower_deg=number(low), upper_deg=number(high), limit_stiffness="50000.0", limit_damping="500.0")
        parent = body[kind]
    about, across = WHEEL_MASS * RADIUS ** 2 * 0.8, WHEEL_MASS * (0.4 * RADIUS ** 2 + WIDTH ** 2 / 12)  # most of its mass near the rim
    wheel = f"wheel_{name}"
    w.table("body", name=f'"{wheel}"', mass=number(WHEEL_MASS), com=vector(0, 0, 0), inertia=vector(across, about, across))
    w.table("joint", name=f'"drive_{name}"', type='"revolute"', parent=f'"{parent}"', child=f'"{wheel}"', position=vector(0, 0, -FORK),
            axis=vector(*AXES["y"]), mode='"prescribed"')
    w.table("wheels", name=f'"{name}"', body=f'"{wheel}"', drive=f'"drive_{name}"')
    left = radial[1] > 0
    w.table("leg", name=f'"{name}"', side='"left"' if left else '"right"', wheel=f'"{name}"',
            stance=vector(STANCE_OUT * radial[0], STANCE_OUT * abs(radial[1]), STANCE_DOWN),
            motors="[" + ", ".join(f'"{kind}_{name}"' for kind, *_ in JOINTS) + "]")
    looks(w, body, wheel, vector)


def box_of(mass, x, y, z):
    return mass / 12 * (y * y + z * z), mass / 12 * (x * x + z * z), mass / 12 * (x * x + y * y)


def looks(w, body, wheel, vector):
    w.tube(body["yaw"], (0, 0, -0.1), (0, 0, 0.1), 0.085, DARK)
    w.tube(body["yaw"], (0, 0, 0), (OUT, 0, 0), 0.06, GREY)
    w.tube(body["hip"], (0, -0.09, 0), (0, 0.09, 0), 0.08, DARK)
    w.tube(body["hip"], (0, 0, 0), (THIGH, 0, 0), THICK, GOLD)
    w.tube(body["knee"], (0, -0.09, 0), (0, 0.09, 0), 0.085, DARK)
    w.tube(body["knee"], (0, 0, 0), (0, 0, -TWIST), THICK, GOLD)
    w.tube(body["twist"], (0, 0, 0.03), (0, 0, -0.03), 0.08, DARK)
    w.tube(body["twist"], (0, 0, 0), (0, 0, TWIST - SHIN), THIN, GREY)
    w.tube(body["pitch"], (0, -0.08, 0), (0, 0.08, 0), 0.065, DARK)
    w.tube(body["roll"], (-0.08, 0, 0), (0.08, 0, 0), 0.055, DARK)
    half = 0.5 * WIDTH + 0.04
    for y in (-half, half):  # the fork's arms go down beside the tyre
        w.tube(body["roll"], (0, 0, 0), (0, y, -0.04), 0.025, GREY)
        w.tube(body["roll"], (0, y, -0.04), (0, y, -FORK), 0.025, GREY)
    w.tube(body["roll"], (0, -half, -FORK), (0, half, -FORK), 0.02, DARK)
    w.table("visual", body=f'"{wheel}"', kind='"wheel"', size=vector(RADIUS, WIDTH, GROUSER), count=str(GROUSERS), colour=RUBBER)


def deck(w):
    """A hexagon of tubes with a deck of three crossed boxes."""
    corners = [(0.5 * ACROSS * math.cos(math.radians(a)), 0.5 * ACROSS * math.sin(math.radians(a)), 0.0) for a in (30, 90, 150, 210, 270, 330)]
    for a, b in zip(corners, corners[1:] + corners[:1]):
        w.tube("body", a, b, 0.06, GREY)
    for corner in corners[:3]:
        w.tube("body", corner, (-corner[0], -corner[1], 0.0), 0.05, GREY)
    for turn in (0, 60, 120):  # a box as long as two sides and as wide as one covers a third of a hexagon
        w.table("visual", body='"body"', kind='"box"', position="[0.0, 0.0, 0.06]", rpy_deg=f"[0.0, 0.0, {turn}.0]", size=f"[{1.7 * 0.62:.4g}, {1.7 * 1.0739:.4g}, 0.04]", colour=WHITE)
    w.box("body", (0.35, 0.0, 0.17), (0.5, 0.5, 0.18), GOLD)
    w.box("body", (-0.35, 0.3, 0.15), (0.4, 0.4, 0.14), DARK)
    w.box("body", (-0.35, -0.3, 0.15), (0.4, 0.4, 0.14), DARK)
