#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs every shipped scenario and compares the hash of its last state and its metrics with those on record.

The record, golden_runs.json beside this file, has a hash for each vector level of the processor. The same program gives the
same bits on every machine at one level, so another hash means that the program computes something else. What it says then
tells the two kinds of change apart: metrics that agree within 1e-6 of themselves (the order of a sum has changed), or not
(the physics has). Either way the test fails; where the change is meant, the record is written anew and the commit says why.
An energy book that is 1 % off fails too.

Example: tests/golden/golden_runs.py --program build/release/bin/grouser             the best level that this machine has
         tests/golden/golden_runs.py --program build/release/bin/grouser --level all
         tests/golden/golden_runs.py --program build/release/bin/grouser --level all --record
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import sys

RECORD = pathlib.Path(__file__).with_suffix(".json")
ROOT = pathlib.Path(__file__).resolve().parents[2]
LEVELS = ["avx512", "avx2", "sse4.2", "neon", "scalar"]  # the best first
BOOK = 0.01  # of the sum of all works: what an energy book may leave open
SAME = 1e-6  # relative; absolute in the metric's unit where a value is below one

# The longest are cut where what they show has begun.
SHORTENED = {
    "traverse_mars": ["duration=150"],
    "waypoints": ["duration=120"],
    "docking_smart_olev": ["duration=50"],
    "free_boulder": ["duration=25"],
    "tumbling": ["duration=0.8"],
    "walker_crawl_flat": ["duration=6"],
    "walker_trot_flat": ["duration=4"],
    "walker_crawl_slope": ["duration=5"],
    "walker_crawl_plates": ["duration=5"],
    "walker_crawl_rocks": ["duration=8"],
    "limb_rover_walk": ["duration=8"],
    "limb_rover_roll": ["duration=8"],
}
# What no shipped scenario uses: the other integrators and steps of the same vehicles, and the other soil laws.
VARIATIONS = {
    "drive_flat_soft, adaptive": ("drive_flat_soft", ["integration.adaptive=true"]),
    "drive_flat_soft, rk4": ("drive_flat_soft", ["integration.method=rk4", "integration.step=0.001", "duration=10"]),
    "drive_flat_soft, euler": ("drive_flat_soft", ["integration.method=euler", "integration.step=0.001", "duration=10"]),
    "wheel_drop_200, rk4": ("wheel_drop_200", ["integration.method=rk4", "integration.step=0.0005", "duration=5"]),
    "skycrane_soft, adaptive": ("skycrane_soft", ["integration.adaptive=true"]),
    "drive_flat_soft, rft": ("drive_flat_soft", ["terrain.soil_law=rft", "duration=10"]),
    "europa_landing, impedance on sand": ("europa_landing", ["lander=europa_impedance", "terrain.soil=europa_sand", "initial_lander.roll_deg=10", "duration=3"]),
    "europa_landing, rk4 as printed": ("europa_landing", ["integration.method=rk4", "integration.step=0.0002", "soil.friction_reading=as_printed", "duration=2"]),
    "drive_flat_soft, scm": ("drive_flat_soft", ["terrain.soil_law=scm", "terrain.soil=krenn_SCM_exomars", "gravity=3.71", "duration=3"]),
}
# What has no state: reports of the studies.
REPORTS = {
    "traverse, quasi-static": ["traverse", "traverse_mars", "--mode", "quasi-static", "--path=-15,0:-5,4"],
    "gradeability": ["gradeability", "--rover", "viper", "--soil", "GRC1_SCM_fit", "--tilt=-10:10:10"],
    "placement": ["placement", "--terrain", str(ROOT / "terrains" / "mars_made.tif"), "--samples", "50", "--check", "1"],
    "wheel": ["wheel", "--soil", "wong_LETE_sand", "--load", "200", "--slip", "0:1:0.1", "--slip-angle", "10"],
    "wheel, rft": ["wheel", "--soil", "wong_LETE_sand", "--law", "rft", "--load", "200", "--slip", "0:1:0.1", "--slip-angle", "10"],
}


def commands():
    """What is called, by the name that it has in the record."""
    shipped = {path.stem: (path.stem, SHORTENED.get(path.stem, [])) for path in (ROOT / "assets" / "scenarios").glob("*.toml")}
    called = dict(REPORTS)
    for name, (scenario, settings) in {**shipped, **VARIATIONS}.items():
        called[name] = ["run", scenario] + [word for setting in settings for word in ("--set", setting)]
    return called


def call(program, level, command):
    environment = {**os.environ, "GROUSER_SIMD_LEVEL": level, "GROUSER_HOME": str(ROOT)}
    return subprocess.run([program, *command, "--json"], capture_output=True, text=True, env=environment)


def has_level(program, level):
    return call(program, level, ["wheel", "--soil", "wong_LETE_sand", "--slip", "0"]).returncode == 0


def numbers(value, place=""):
    """Every number of a report by its place in it, but for those of the clock and those that were asked for."""
    if isinstance(value, dict):
        inner = [(f"{place}.{key}" if place else key, part) for key, part in value.items() if key not in ("wall_s", "real_time_factor", "settings", "held")]
    elif isinstance(value, list):
        inner = [(f"{place}[{i}]", part) for i, part in enumerate(value)]
    else:
        return {place: value} if isinstance(value, (int, float)) else {}
    return {key: number for name, part in inner for key, number in numbers(part, name).items()}


def measure(program, level, name):
    """What a run or report tells, as the record has it."""
    result = call(program, level, commands()[name])
    if not result.stdout:
        raise SystemExit(f"golden runs: {name} at {level}: exit code {result.returncode}: {result.stderr.strip()}")
    told = json.loads(result.stdout)
    if name in REPORTS:
        metrics = numbers(told)
        state_hash = hashlib.sha256(json.dumps(metrics).encode()).hexdigest()[:16]
    else:
        metrics = {key: metric["value"] for key, metric in told["metrics"].items()}
        state_hash = told["state_hash"]
    return {"status": told.get("status", "completed"), "state_hash": state_hash, "metrics": metrics}


def differs(was, now):
    if isinstance(was, (int, float)) and isinstance(now, (int, float)):
        return abs(now - was) > SAME * max(1.0, abs(was))
    return was != now


def compare(was, now):
    """What changed, in words; empty where nothing did."""
    if was["status"] != now["status"]:
        return f"the run {now['status']}; on record it {was['status']}"
    if now["metrics"].get("energy_ledger_error", 0.0) >= BOOK:
        return f"its energy book is {now['metrics']['energy_ledger_error']:.1%} off"
    moved = [
        f"{key} {was['metrics'].get(key)} -> {now['metrics'].get(key)}"
        for key in sorted(set(was["metrics"]) | set(now["metrics"]))
        if differs(was["metrics"].get(key), now["metrics"].get(key))
    ]
    if moved:
        return "the physics changed: " + "; ".join(moved)
    if was["state_hash"] != now["state_hash"]:
        return f"the bits changed ({was['state_hash']} -> {now['state_hash']}), every metric agrees within {SAME}"
    return ""


def read_record():
    if not RECORD.exists():
        return {}
    return json.loads(RECORD.read_text())


def write_record(record):
    """A line a run and level, so that a change shows as the lines it changes."""
    levels = []
    for level in sorted(record):
        lines = [f"  {json.dumps(name)}: {json.dumps(run, sort_keys=True)}" for name, run in sorted(record[level].items())]
        levels.append(f"{json.dumps(level)}: {{\n" + ",\n".join(lines) + "\n}")
    RECORD.write_text("{\n" + ",\n".join(levels) + "\n}\n")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", required=True, help="the built grouser")
    arguments.add_argument("--level", default="best", choices=["best", "all", *LEVELS], help="of the processor's vectors")
    arguments.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="runs at a time")
    arguments.add_argument("--record", action="store_true", help="write the record anew instead of comparing")
    options = arguments.parse_args()

    had = [level for level in LEVELS if options.level in ("best", "all", level) and has_level(options.program, level)]
    levels = had[:1] if options.level == "best" else had
    if not levels:
        raise SystemExit(f"golden runs: this machine or build has no level '{options.level}'")
    record, failures = read_record(), 0
    for level in levels:
        if not options.record and level not in record:
            print(f"level {level}: nothing on record, nothing compared")
            continue
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            found = dict(zip(commands(), pool.map(lambda name: measure(options.program, level, name), commands())))
        if options.record:
            record[level] = found
            continue
        known = record[level]
        changes = {name: compare(known[name], run) if name in known else "not on record" for name, run in found.items()}
        changes |= {name: "on record, but no such run" for name in known if name not in found}
        for name, change in changes.items():
            if change:
                print(f"{level}: {name}: {change}")
        failed = sum(bool(change) for change in changes.values())
        print(f"level {level}: {len(found)} runs, {failed} differ from the record")
        failures += failed
    if options.record:
        write_record(record)
        return 0
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
