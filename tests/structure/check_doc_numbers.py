#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares numbers in docs with what the program prints, as the golden record holds it.

Usage: check_doc_numbers.py [--write]     --write puts the recorded numbers into the docs

Checked are the table "Whole scenarios" of docs/validation.md (each row is one shipped scenario that the golden runs
repeat as a whole), and the number of rovers that docs/rovers.md names."""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
VALIDATION = ROOT / "docs" / "validation.md"
LEVEL = "avx512"  # the table's digits agree at every level
SHORTENED = {"traverse_mars", "waypoints"}  # the golden runs end these early
NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()


def cells_of(metrics):
    """The cells of a row, from the peak force on, by the metrics of `grouser run --json`."""
    def fixed(value, digits):
        return f"{value + 0.0:.{digits}f}".replace("-0.0", "0.0") if digits else f"{value:.0f}"
    mean_slip = 100 * metrics["mean_slip"]
    return [fixed(metrics["peak_wheel_force"], 0),
            f"{metrics['settled_load_sum']:.1f} / {metrics['weight']:.1f}",
            fixed(1000 * metrics["max_sinkage"], 1), fixed(mean_slip, 1), fixed(metrics["distance"], 2),
            f"{metrics['energy_ledger_error']:.1e}".replace("e-0", "e-")]


def same_number(said, recorded):
    """Whether two cells say the same: "0" stands for "0.0"."""
    return [float(x) for x in said.split("/")] == [float(x) for x in recorded.split("/")]


def check_validation(write):
    golden = json.loads((ROOT / "tests/golden/golden_runs.json").read_text())[LEVEL]
    lines, faults, rows = VALIDATION.read_text().split("\n"), [], 0
    for number, line in enumerate(lines):
        row = re.match(r"\| `(\w+)` \| [\d.]+ \|", line)
        if not row or row[1] not in golden or row[1] in SHORTENED or line.count("|") != 9:
            continue
        rows += 1
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        recorded = cells_of(golden[row[1]]["metrics"])
        for said, right in zip(cells[2:], recorded):
            if not same_number(said, right):
                faults.append(f"docs/validation.md:{number + 1}: {row[1]}: '{said}', the golden record has '{right}'")
        if write:
            lines[number] = "| " + " | ".join(cells[:2] + recorded) + " |"
    if rows < 5:
        faults.append(f"docs/validation.md: {rows} rows of the table 'Whole scenarios' found, expected at least 5")
    if write:
        VALIDATION.write_text("\n".join(lines))
        return []
    return faults


def check_rovers():
    shipped = len(list((ROOT / "assets/rovers").glob("*.toml")))
    first = next(line for line in (ROOT / "docs/rovers.md").read_text().split("\n") if "come with the program" in line)
    said = first.split()[0].lower()
    return [] if said == NUMBERS[shipped] else [f"docs/rovers.md: '{said}' rovers, assets/rovers has {shipped}"]


def main():
    faults = check_validation("--write" in sys.argv[1:]) + check_rovers()
    print("\n".join(faults) if faults else "docs agree with the record")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
