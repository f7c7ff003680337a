#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Lands the four Europa landers on the three grounds with drawn inputs, and prints what came out beside J. T. Wachlin's thesis (2018,
tables 6.6, 6.8, 6.10 and section 6.3): peak acceleration of the hub, mean and deviation, and the share that rolled over.

    scripts/europa_cells.py --program build/release/bin/grouser --samples 100 --jobs 2 --out cells.json

A sample is drawn from its index alone, so all designs, grounds and readings of the friction see the same samples. What is drawn, and on
which keys it is put: docs/validation_landing.md.
"""
import argparse
import concurrent.futures
import json
import math
import pathlib
import random
import statistics
import subprocess
import time
import tomllib

LANDERS = pathlib.Path(__file__).resolve().parents[1] / "assets" / "landers"
GROUNDS = ("ice", "snow", "sand")
DESIGNS = ("stiff", "shock", "conforming", "impedance")
READINGS = ("consistent", "as_printed")
LEGS = 84.0  # kg, of the files
# hip stiffness, hip damping, knee stiffness, knee damping: tables 6.2 to 6.4
SPRINGS = {
    "stiff": (84000.0, 390.0, 84000.0, 520.0),
    "shock": (2100.0, 390.0, 3700.0, 390.0),
    "conforming": (210.0, 50.0, 370.0, 50.0),
    "impedance": (2100.0, 390.0, 3700.0, 390.0),
}
# mean, deviation, rollovers of 400
THESIS = {
    ("ice", "stiff"): (23.8, 12.0, 124), ("ice", "shock"): (13.7, 8.0, 0),
    ("ice", "conforming"): (17.7, 7.1, 3), ("ice", "impedance"): (17.3, 6.8, 10),
    ("snow", "stiff"): (19.8, 10.2, 54), ("snow", "shock"): (11.8, 6.6, 0),
    ("snow", "conforming"): (13.9, 5.7, 4), ("snow", "impedance"): (12.3, 5.7, 3),
    ("sand", "stiff"): (19.0, 8.2, 140), ("sand", "shock"): (16.9, 7.2, 96),
    ("sand", "conforming"): (13.1, 6.8, 62), ("sand", "impedance"): (14.0, 6.2, 63),
}


def draw(index):
    """One landing of table 6.1; the thesis's axes: x forward, y right, z down."""
    r = random.Random(f"europa {index}")
    d = {"again": 0}
    d["mass"] = r.gauss(900.0, 9.0)
    while True:  # no body has Izz > Ixx + Iyy
        ixx, iyy, izz = r.gauss(151.0, 7.5), r.gauss(151.0, 7.5), r.gauss(281.0, 14.0)
        if izz < 0.999 * (ixx + iyy):
            break
        d["again_inertia"] = d.get("again_inertia", 0) + 1
    d["inertia"] = (ixx, iyy, izz)
    d["upper"], d["lower"] = r.gauss(65.0, 3.0), r.gauss(94.0, 5.0)
    d["vx"], d["vy"] = r.gauss(1.5, 1.5), r.gauss(1.5, 1.5)
    while True:  # upward is no landing
        d["vz"] = r.gauss(3.0, 1.5)
        if d["vz"] > 0.1:
            break
        d["again"] += 1
    d["roll"], d["pitch"], d["yaw"] = r.gauss(0.0, 11.5), r.gauss(0.0, 11.5), r.gauss(0.0, 5.7)
    d["springs"] = [1.0 + 0.05 * r.gauss(0.0, 1.0) for _ in range(4)]
    return d


def keys(d, ground, design, reading):
    """The draw as the program's keys; its axes: y left, z up."""
    s = [k * f for k, f in zip(SPRINGS[design], d["springs"])]
    return {
        "lander": f"europa_{design}",
        "terrain.soil": f"europa_{ground}",
        "soil.friction_reading": reading,
        "lander.body.hub.mass": d["mass"] - LEGS,
        **{f"lander.body.hub.inertia.{i}": d["inertia"][i] for i in range(3)},
        "lander.joint_set.hips.rest_from_root_deg": 90.0 - d["upper"],
        "lander.joint_set.knees.rest_from_root_deg": d["lower"],
        "lander.joint_set.hips.stiffness": s[0], "lander.joint_set.hips.damping": s[1],
        "lander.joint_set.knees.stiffness": s[2], "lander.joint_set.knees.damping": s[3],
        "initial_lander.velocity.0": d["vx"], "initial_lander.velocity.1": -d["vy"], "initial_lander.velocity.2": -d["vz"],
        "initial_lander.roll_deg": d["roll"], "initial_lander.pitch_deg": -d["pitch"], "initial_lander.heading_deg": -d["yaw"],
    }


def outwards(k, d):
    k["lander.joint_set.knees.rest_from_root_deg"] = 180.0 - d["lower"]


def both_from_vertical(k, d):
    k["lander.joint_set.knees.rest_from_root_deg"] = 90.0 - d["lower"]


def both_from_level(k, d):
    k["lander.joint_set.hips.rest_from_root_deg"] = d["upper"]


def inner_knee_angle(k, d):
    k["lander.joint_set.knees.rest_from_root_deg"] = 90.0 - d["upper"] + 180.0 - d["lower"]


def high_hub(k, d):
    spheres = tomllib.loads((LANDERS / f"{k['lander']}.toml").read_text())["sphere"]
    belly = [i for i, sphere in enumerate(spheres) if sphere["body"] == "hub"]
    assert len(belly) == 5, f"{k['lander']}: {len(belly)} spheres under the hub, expected 5"
    for i in belly:  # of a hub of 0.9 m, its hips at mid height
        k[f"lander.sphere.{i}.position.2"] = -0.43


def hips_on_flats(k, d):
    for i in range(6):
        k[f"lander.joint.hip_{i + 1}.position.0"] = 0.75 * math.cos(math.radians(60.0 * i))
        k[f"lander.joint.hip_{i + 1}.position.1"] = 0.75 * math.sin(math.radians(60.0 * i))


def legs_weigh(factor):
    def change(k, d):
        for i in range(1, 7):
            k[f"lander.body.upper_{i}.mass"], k[f"lander.body.lower_{i}.mass"] = 8.0 * factor, 6.0 * factor
        k["lander.body.hub.mass"] = d["mass"] - LEGS * factor
    return change


def softening(factor):
    def change(k, d):
        if k["lander"] == "europa_impedance":
            k["lander.leg_control.soften.stiffness_factor"] = factor
    return change


def hold_sand(k, d):
    if k["terrain.soil"] == "europa_sand":  # friction of the snow set
        k["soil.static_friction"], k["soil.kinetic_friction"] = 0.2, 0.1


# What the thesis leaves open, taken otherwise
VARIANTS = {
    "as_shipped": lambda k, d: None,
    "lower_section_outwards": outwards,
    "both_angles_from_vertical": both_from_vertical,
    "both_angles_from_level": both_from_level,
    "inner_knee_angle": inner_knee_angle,
    "hub_0.9_m_high": high_hub,
    "hips_on_flats": hips_on_flats,
    "legs_of_half_mass": legs_weigh(0.5),
    "legs_of_twice_the_mass": legs_weigh(2.0),
    "softened_to_0.03": softening(0.03),
    "softened_to_0.3": softening(0.3),
    "sand_as_slippery_as_snow": hold_sand,
}


def land(job):
    program, index, ground, design, reading, more, variant = job
    command = [program, "run", "europa_landing", "--json"]
    drawn = draw(index)
    settings = keys(drawn, ground, design, reading)
    VARIANTS[variant](settings, drawn)
    for key, value in {**settings, **more}.items():
        command += ["--set", f"{key}={value}"]
    done = subprocess.run(command, capture_output=True, text=True)
    row = {"index": index, "ground": ground, "design": design, "reading": reading, "variant": variant}
    try:
        report = json.loads(done.stdout)
        m = report["metrics"]
        row.update(verdict=(report.get("verdict") or {}).get("name", "none"), status=report["status"],
                   peak=m["landing_peak_acceleration"]["value"], filtered=m["landing_peak_acceleration_100hz"]["value"],
                   tilt=m["lander_max_tilt"]["value"], book=m["energy_ledger_error"]["value"],
                   speed=report["real_time_factor"], clearance=m["least_hull_clearance"]["value"],
                   axis_speed=m.get("impact_axis_speed", {}).get("value"),
                   joint_load=max(m[f"{joint}_{i}_peak_load"]["value"] for joint in ("hip", "knee") for i in range(1, 7)) / (1.315 * drawn["mass"]))
    except (json.JSONDecodeError, KeyError):
        row.update(status="refused", why=done.stderr.strip()[:300] or done.stdout[:300])
    return row


def t_quantile(n):
    """97.5 % of Student's t with n - 1 degrees of freedom (Cornish and Fisher's expansion)."""
    z, f = 1.959964, n - 1.0
    return z + (z**3 + z) / (4 * f) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * f * f)


def clopper_pearson(k, n):
    def tail(p, up_to):  # P(X <= up_to)
        return sum(math.comb(n, i) * p**i * (1 - p)**(n - i) for i in range(up_to + 1))

    def solve(condition):
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if condition(middle) else (low, middle)
        return low
    lower = 0.0 if k == 0 else solve(lambda p: 1.0 - tail(p, k - 1) < 0.025)
    upper = 1.0 if k == n else solve(lambda p: tail(p, k) > 0.025)
    return 100 * lower, 100 * upper


def cell(rows):
    peaks = [r["peak"] for r in rows]
    n, mean, deviation = len(peaks), statistics.fmean(peaks), statistics.stdev(peaks)
    half = t_quantile(n) * deviation / math.sqrt(n)
    rolled = sum(r["verdict"] == "rolled_over" for r in rows)
    return {"n": n, "mean": mean, "half": half, "deviation": deviation, "rolled": rolled, "share": clopper_pearson(rolled, n)}


def table(rows):
    print("| ground | design | thesis | rolled, % | " + " | ".join(f"{r}: m/s2 | rolled, %" for r in READINGS) + " |")
    print("|" + "---|" * (4 + 2 * len(READINGS)))
    agree = {r: [0, 0] for r in READINGS}
    for ground in GROUNDS:
        for design in DESIGNS:
            mean, deviation, rolled = THESIS[ground, design]
            half = t_quantile(400) * deviation / 20.0
            low, high = clopper_pearson(rolled, 400)
            line = f"| {ground} | {design} | {mean} ± {deviation} | {rolled / 4:.4g} |"
            for reading in READINGS:
                mine = [r for r in rows if (r["ground"], r["design"], r["reading"]) == (ground, design, reading) and "peak" in r]
                if len(mine) < 2:
                    line += " - | - |"
                    continue
                c = cell(mine)
                near = abs(c["mean"] - mean) <= c["half"] + half
                same = c["share"][0] <= high and c["share"][1] >= low
                agree[reading][0] += near
                agree[reading][1] += same
                line += (f" {c['mean']:.1f} ± {c['deviation']:.1f} ({c['mean'] - c['half']:.1f} to {c['mean'] + c['half']:.1f}){' *' if near else ''} |"
                         f" {100 * c['rolled'] / c['n']:.3g} ({c['share'][0]:.1f} to {c['share'][1]:.1f}){' *' if same else ''} |")
            print(line)
    for reading in READINGS:
        print(f"{reading}: means that overlap {agree[reading][0]} of 12, shares {agree[reading][1]} of 12")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/release/bin/grouser")
    parser.add_argument("--samples", type=int, default=40)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="for all landings")
    parser.add_argument("--read", nargs="*", default=[], help="rows of earlier calls, to add to the table")
    parser.add_argument("--variant", choices=VARIANTS, default="as_shipped", help="what the thesis leaves open, taken otherwise")
    parser.add_argument("--readings", nargs="*", choices=READINGS, default=READINGS)
    parser.add_argument("--out", help="rows as JSON")
    a = parser.parse_args()
    more = dict(text.split("=", 1) for text in a.set)
    rows = [row for path in a.read for row in json.load(open(path))]
    jobs = [(a.program, i, g, d, r, more, a.variant) for i in range(a.first, a.first + a.samples) for g in GROUNDS for d in DESIGNS for r in a.readings]
    begun = time.time()
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        rows += list(pool.map(land, jobs))
    if a.out:
        json.dump(rows, open(a.out, "w"))
    table(rows)
    good = [r for r in rows if "peak" in r]
    for r in [r for r in rows if "peak" not in r or r["status"] != "completed"][:5]:
        print("not completed:", r)
    drawn = {r["index"] for r in rows}
    print(f"{len(rows)} landings, {len(rows) - len(good)} without a result, {time.time() - begun:.0f} s; "
          f"drawn again: {sum(draw(i)['again'] for i in drawn)} upward, {sum(draw(i).get('again_inertia', 0) for i in drawn)} inertias")
    slow = {k: statistics.median(r["speed"] for r in good if (r["ground"], r["design"], r["reading"]) == k)
            for k in {(r["ground"], r["design"], r["reading"]) for r in good}}
    print("slowest cell, times real time:", min(slow.items(), key=lambda x: x[1]))
    print("worst energy book:", max(r["book"] for r in good))
    verdicts = {}
    for r in good:
        verdicts[r["verdict"]] = verdicts.get(r["verdict"], 0) + 1
    print("verdicts:", verdicts)


if __name__ == "__main__":
    main()
