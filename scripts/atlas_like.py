# SPDX-License-Identifier: BSD-3-Clause
"""The numbers of assets/walkers/atlas_like.toml, written by make_walkers.py: a robot with the links, joints and limits of the public
description of Atlas v5 without hands and head. Its arms hang and are parts of the chest."""
import math

# Of each leg, the left one: joint, offset in the parent (y outward), axis, range (rad), torque (N m), link, mass, centre of mass, inertia.
LEG = [
    ("hip_z", (0.0, 0.089, 0.0), "z", (-0.174, 0.787), 275, "uglut", 1.959, (0, 0, 0), (0.002, 0.002, 0.002)),
    ("hip_x", (0.0, 0.0, 0.0), "x", (-0.524, 0.524), 530, "lglut", 0.898, (0.02, 0, -0.03), (0.001, 0.001, 0.001)),
    ("hip_y", (0.05, 0.0225, -0.066), "y", (-1.612, 0.658), 840, "uleg", 8.204, (0, 0, -0.21), (0.09, 0.09, 0.02)),
    ("knee", (-0.05, 0.0, -0.374), "y", (0.0, 2.356), 890, "lleg", 4.515, (0.001, 0, -0.187), (0.077, 0.076, 0.010)),
    ("ankle_y", (0.0, 0.0, -0.422), "y", (-1.0, 0.7), 740, "talus", 0.125, (0, 0, 0), (1.0e-4, 1.0e-4, 1.0e-4)),
    ("ankle_x", (0.0, 0.0, 0.0), "x", (-0.8, 0.8), 360, "foot", 2.410, (0.027, 0, -0.067), (0.002, 0.007, 0.008)),
]
BACK = [
    ("back_z", (-0.0125, 0.0, 0.0), "z", (-0.663, 0.663), 106, "ltorso", 2.270, (0, 0, 0.08), (0.004, 0.004, 0.004)),
    ("back_y", (0.0, 0.0, 0.162), "y", (-0.219, 0.539), 445, "mtorso", 0.799, (0, 0, 0.02), (0.001, 0.001, 0.001)),
    ("back_x", (0.0, 0.0, 0.05), "x", (-0.524, 0.524), 300, "utorso", 84.409, (-0.062, 0.002, 0.316), (1.577, 1.602, 0.565)),
]
# Offsets from the joint before and masses of the left arm's links, and where the shoulder turns.
ARM = [((0.1406, 0.2256, 0.4776), 4.466), ((0.0, 0.11, -0.245), 3.899), ((0.0, 0.187, -0.016), 4.386), ((0.0, 0.119, 0.0092), 3.248),
       ((0.0, 0.29955, -0.00921), 2.480), ((0.0, 0.0, 0.0), 0.648), ((0.0, 0.0, 0.0), 0.584)]
SHOULDER = 1.3  # rad, about x, that the arm hangs from stretched out sideways
HAND = 0.1      # m from the wrist to the end
PELVIS, PELVIS_COM, PELVIS_INERTIA = 9.509, (0.011, 0.0, 0.027), (0.124, 0.096, 0.117)
SOLE, AHEAD, LONG, WIDE = 0.084, 0.025, 0.26, 0.138  # m: sole below the ankle, its middle ahead, its size
HEIGHT = 1.10  # m, of the centre of mass above the soles where it stands
PITCH, CHEST = math.radians(12.0), math.radians(12.0)  # of pelvis and chest there, nose down
PAD = 0.005


def arm_points():
    """Joints of the left arm in the chest's axes, and the end."""
    c, s = math.cos(-SHOULDER), math.sin(-SHOULDER)
    at, points = ARM[0][0], [ARM[0][0]]
    for i, (offset, _) in enumerate(ARM[1:] + [((0.0, HAND, 0.0), 0.0)]):
        y, z = offset[1], offset[2]
        if i > 0:  # beyond the joint that turns
            y, z = c * y - s * z, s * y + c * z
        at = (at[0] + offset[0], at[1] + y, at[2] + z)
        points.append(at)
    return points


def chest():
    """Mass, centre and inertia (xx, yy, zz, xy, xz, yz) of the chest with both arms: links as rods."""
    _, _, _, _, _, _, mass, com, inertia = BACK[2]
    parts = [(mass, com, [[inertia[0], 0, 0], [0, inertia[1], 0], [0, 0, inertia[2]]])]
    points = arm_points()
    for side in (1, -1):
        for (_, m), a, b in zip(ARM, points, points[1:]):
            a, b = (a[0], side * a[1], a[2]), (b[0], side * b[1], b[2])
            d = [b[k] - a[k] for k in range(3)]
            square = sum(x * x for x in d)
            rod = [[m / 12 * ((square if i == j else 0) - d[i] * d[j]) + (1e-3 if i == j else 0) for j in range(3)] for i in range(3)]
            parts.append((m, tuple(0.5 * (a[k] + b[k]) for k in range(3)), rod))
    total = sum(p[0] for p in parts)
    center = [sum(p[0] * p[1][k] for p in parts) / total for k in range(3)]
    whole = [[0.0] * 3 for _ in range(3)]
    for m, c, own in parts:
        r = [c[k] - center[k] for k in range(3)]
        square = sum(x * x for x in r)
        for i in range(3):
            for j in range(3):
                whole[i][j] += own[i][j] + m * ((square if i == j else 0) - r[i] * r[j])
    return total, center, [whole[0][0], whole[1][1], whole[2][2], whole[0][1], whole[0][2], whole[1][2]]


def stance():
    """Hip, knee and ankle pitch with which it stands with flat soles and its centre of mass HEIGHT over the middle of the soles."""
    mass, com, _ = chest()

    def center(hip, knee):
        """Of the whole, from the middle of the soles: forward and up."""
        def turned(angle, p):
            return math.cos(angle) * p[0] + math.sin(angle) * p[2], -math.sin(angle) * p[0] + math.cos(angle) * p[2]
        sums, total = [0.0, 0.0], 0.0

        def add(m, at, angle, c):
            nonlocal total
            x, z = turned(angle, c)
            sums[0] += m * (at[0] + x)
            sums[1] += m * (at[1] + z)
            total += m
        add(PELVIS, (0.0, 0.0), PITCH, PELVIS_COM)
        at = [0.0, 0.0]
        for k, (_, offset, _, _, _, _, m, c, _) in enumerate(BACK):
            x, z = turned(PITCH if k < 2 else CHEST, offset)
            at = [at[0] + x, at[1] + z]
            if k == 2:
                m, c = mass, com
            add(m, at, PITCH if k == 0 else CHEST, c)
        at, angle = [0.0, 0.0], PITCH
        for name, offset, _, _, _, _, m, c, _ in LEG:
            x, z = turned(angle, offset)
            at = [at[0] + x, at[1] + z]
            angle += {"hip_y": hip, "knee": knee, "ankle_y": -PITCH - hip - knee}.get(name, 0.0)
            add(2 * m, at, angle, c)
        x, z = turned(angle, (AHEAD, 0.0, -SOLE))
        return sums[0] / total - at[0] - x, sums[1] / total - at[1] - z

    hip, knee = -0.9, 1.2
    for _ in range(50):  # Newton's method with differences
        f = center(hip, knee)
        f = (f[0], f[1] - HEIGHT)
        h = 1e-6
        a, b = center(hip + h, knee), center(hip, knee + h)
        J = [[(a[0] - f[0]) / h, (b[0] - f[0]) / h], [(a[1] - HEIGHT - f[1]) / h, (b[1] - HEIGHT - f[1]) / h]]
        det = J[0][0] * J[1][1] - J[0][1] * J[1][0]
        hip -= (J[1][1] * f[0] - J[0][1] * f[1]) / det
        knee -= (J[0][0] * f[1] - J[1][0] * f[0]) / det
    return {"hip_y": hip, "knee": knee, "ankle_y": -PITCH - hip - knee, "back_y": CHEST - PITCH}


def number(x):
    return f"{round(x, 9):.9g}" if abs(x) > 1e-12 else "0.0"


def vector(v):
    texts = [number(x) for x in v]
    return "[" + ", ".join(t if "." in t or "e" in t else t + ".0" for t in texts) + "]"


AXES = {"x": "[1.0, 0.0, 0.0]", "y": "[0.0, 1.0, 0.0]", "z": "[0.0, 0.0, 1.0]"}
GREY, DARK, BLUE = "[0.62, 0.64, 0.67]", "[0.2, 0.21, 0.23]", "[0.2, 0.34, 0.55]"


def lines(w):
    angles = stance()
    mass, com, inertia = chest()
    w.lines = [f"""# Made by scripts/make_walkers.py: change scripts/atlas_like.py, not this file.
# A humanoid of 172.6 kg with the legs and the back of Atlas v5, moved by torques. Frame: x forward, y left, z up; origin in the pelvis.
# rest_deg of a joint is its angle where the robot stands.
units = "SI"
name = "atlas_like"
title = "Humanoid like Atlas"
root = "pelvis"
chest = "utorso"
sources = ["public description of Atlas v5, without hands and head: masses, joints, ranges and torques of legs and back"]
assumed = [
  "arms hang beside the chest and are parts of it: links as rods",
  "centres of mass and inertias of hips, talus and lower back",
  "stands with its centre of mass {HEIGHT} m above the soles, pelvis and chest pitched by 12 degrees",
  "soles: a pad at each corner, 2e5 N/m, 300 N s/m; rotors of 0.02 kg m2 at the ankles",
  "torques without lag; hard ends of 5e3 N m/rad",
]

[pad_contact]
stiffness = 200000.0       # N/m, assumed
damping = 300.0            # N s/m, assumed
friction = 0.7             # -

[contact_sphere]           # of knees, pelvis and chest
stiffness = 50000.0        # N/m, assumed
damping = 200.0            # N s/m, assumed
friction = 0.5             # -, assumed"""]
    for name, most in [("hip_z", 275), ("hip_x", 530), ("hip_y", 840), ("knee", 890), ("ankle_y", 740), ("ankle_x", 360)]:
        w.table("actuator", name=f'"{name}"', kind='"torque"', joints=f'["left_{name}", "right_{name}"]', most_torque=f"{most}.0")
    for name, _, _, _, most, *_ in BACK:
        w.table("actuator", name=f'"{name}"', kind='"torque"', joints=f'["{name}"]', most_torque=f"{most}.0")

    def body(name, m, c, i):
        w.table("body", name=f'"{name}"', mass=number(m), com=vector(c), inertia=vector(i))

    def joint(name, parent, child, at, axis, limits, rest, rotor=0.0):
        keys = dict(name=f'"{name}"', type='"revolute"', parent=f'"{parent}"', child=f'"{child}"', position=vector(at), axis=AXES[axis],
                    lower_deg=number(math.degrees(limits[0])), upper_deg=number(math.degrees(limits[1])), limit_stiffness="5000.0",
                    limit_damping="50.0")
        if rest:
            keys["rest_deg"] = number(math.degrees(rest))
        if rotor:
            keys["rotor_inertia"] = number(rotor)
        w.table("joint", **keys)

    body("pelvis", PELVIS, PELVIS_COM, PELVIS_INERTIA)
    parent = "pelvis"
    for name, at, axis, limits, _, link, m, c, i in BACK:
        body(link, *((mass, com, inertia) if link == "utorso" else (m, c, i)))
        joint(name, parent, link, at, axis, limits, angles.get(name, 0.0))
        parent = link
    for side, sign in ("left", 1), ("right", -1):
        parent = "pelvis"
        for name, at, axis, limits, _, link, m, c, i in LEG:
            body(f"{side}_{link}", m, c, i)
            ranges = limits if sign > 0 or axis == "y" else (-limits[1], -limits[0])
            joint(f"{side}_{name}", parent, f"{side}_{link}", (at[0], sign * at[1], at[2]), axis, ranges, angles.get(name, 0.0),
                  0.02 if name.startswith("ankle") else 0.0)
            parent = f"{side}_{link}"
        pads = []
        for end, x in ("front", 0.5), ("rear", -0.5):
            for edge, y in ("left", 0.5), ("right", -0.5):
                pads.append(f"{side}_{end}_{edge}")
                w.table("pad", name=f'"{pads[-1]}"', body=f'"{parent}"', position=vector((AHEAD + x * LONG, y * WIDE, -SOLE)), radius=number(PAD))
        w.table("sole", name=f'"{side}"', body=f'"{parent}"', pads="[" + ", ".join(f'"{pad}"' for pad in pads) + "]")
        # what it looks like
        w.tube(f"{side}_uleg", (0, 0, 0), (-0.05, 0, -0.374), 0.075, GREY)
        w.ball(f"{side}_uleg", (0, 0, 0), 0.085, DARK)
        w.ball(f"{side}_lleg", (0, 0, 0), 0.075, DARK)
        w.tube(f"{side}_lleg", (0, 0, 0), (0, 0, -0.422), 0.055, GREY)
        w.ball(f"{side}_talus", (0, 0, 0), 0.05, DARK)
        w.box(f"{side}_foot", (AHEAD, 0, -SOLE + 0.02), (LONG, WIDE, 0.04), DARK)
        w.box(f"{side}_foot", (0, 0, -0.04), (0.1, 0.08, 0.06), GREY)
        for a, b in zip(arm_points(), arm_points()[1:]):
            if a != b:
                w.tube("utorso", (a[0], sign * a[1], a[2]), (b[0], sign * b[1], b[2]), 0.05, GREY)
        w.table("sphere", body=f'"{side}_lleg"', position=vector((0, 0, 0.0)), radius="0.045")
    w.table("sphere", body='"pelvis"', position=vector((0, 0, 0)), radius="0.1")
    w.table("sphere", body='"utorso"', position=vector((0, 0, 0.4)), radius="0.2")
    w.box("pelvis", (0, 0, 0.03), (0.22, 0.3, 0.14), GREY)
    w.tube("ltorso", (0, 0, 0), (0, 0, 0.162), 0.08, DARK)
    w.box("utorso", (-0.04, 0, 0.3), (0.34, 0.42, 0.44), GREY)
    w.box("utorso", (0.13, 0, 0.36), (0.03, 0.26, 0.2), BLUE)
    w.ball("utorso", (0.04, 0, 0.6), 0.09, DARK)
    return w.lines
