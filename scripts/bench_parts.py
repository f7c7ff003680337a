#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Reads callgrind's files for scripts/bench: instructions of a step by module, and how they change over a drive.

bench_parts.py modules BUILD COUNT FILE    instructions a step by module, of COUNT counted steps; BUILD: the build folder,
                                           whose libraries tell which function belongs to which module
bench_parts.py total COUNT FILE            instructions a step
bench_parts.py memory COUNT FILE           instructions, reads and writes, first-level misses a step (--cache-sim=yes)
"""
import collections
import pathlib
import re
import subprocess
import sys

MODULES = ["terrain", "soil", "multibody", "vehicle", "simulation", "math"]
CLONE = re.compile(r"( \[clone [^]]*\]|\.(constprop|isra|part)\.\d+)")


def counted(path):
    """Event names, their totals, and self cost (first event) by function."""
    names, events, totals = {}, [], []
    costs = collections.Counter()
    function, after_call = None, False
    for line in open(path, encoding="utf-8"):
        line = line.rstrip("\n")
        if line.startswith("fn="):
            number, _, name = line[3:].partition(" ")
            if name:
                names[number] = CLONE.sub("", name)
            function = names[number]
        elif line.startswith("cfn="):
            number, _, name = line[4:].partition(" ")
            if name:
                names[number] = CLONE.sub("", name)
        elif line.startswith("calls="):
            after_call = True  # the next line is the callee's cost
        elif line.startswith("events:"):
            events = line.split()[1:]
        elif line.startswith(("summary:", "totals:")):
            totals = [int(x) for x in line.split()[1:]]
        elif line[:1].isdigit() or line[:1] in "+-*":
            fields = line.split()
            if not after_call and len(fields) > 1:
                costs[function] += int(fields[1])
            after_call = False
    return events, totals, costs


def module_of_functions(build):
    """Which of our libraries defines a function."""
    found = {}
    for module in MODULES:
        for library in pathlib.Path(build, "src", module).glob("libgrouser_*.a"):
            text = subprocess.run(["nm", "-C", "--defined-only", library], capture_output=True, text=True, check=True).stdout
            for line in text.splitlines():
                fields = line.split(" ", 2)
                if len(fields) == 3 and fields[1] in "tTwW":
                    found.setdefault(CLONE.sub("", fields[2]), module)
    return found


def print_modules(build, count, path):
    _, totals, costs = counted(path)
    home = module_of_functions(build)
    parts, largest = collections.Counter(), {}
    for function, cost in costs.items():
        # callgrind marks recursion by '2
        name = re.sub(r"'\d+$", "", function or "")
        module = home.get(name, "other (C library)")
        parts[module] += cost
        if cost > largest.get(module, ("", 0))[1]:
            largest[module] = (name, cost)
    print(f"\n{'where the instructions of a step go':<40}{'a step':>10}{'share':>9}   the most in one function")
    for module, cost in parts.most_common():
        name, most = largest[module]
        short = re.sub(r"\(anonymous namespace\)::|grouser::|^void |<.*>", "", name.split("(")[0] if "(anon" not in name else name)
        print(f"{module:<40}{cost / count:>10.0f}{100 * cost / totals[0]:>8.1f}%   {short.split('(')[0][:40]} {100 * most / totals[0]:.1f}%")
    print(f"{'sum':<40}{totals[0] / count:>10.0f}")


def print_memory(count, path):
    events, totals, _ = counted(path)
    a_step = {name: total / count for name, total in zip(events, totals)}
    misses = a_step["D1mr"] + a_step["D1mw"]
    print(f"{a_step['Ir']:.0f} {a_step['Dr']:.0f} {a_step['Dw']:.0f} {misses:.0f} {a_step['I1mr']:.0f} "
          f"{a_step['ILmr'] + a_step['DLmr'] + a_step['DLmw']:.1f}")


def main():
    if len(sys.argv) < 4 or sys.argv[1] not in ("modules", "total", "memory"):
        sys.exit(__doc__)
    if sys.argv[1] == "modules":
        print_modules(sys.argv[2], int(sys.argv[3]), sys.argv[4])
    elif sys.argv[1] == "total":
        print(f"{counted(sys.argv[3])[1][0] / int(sys.argv[2]):.0f}")
    else:
        print_memory(int(sys.argv[2]), sys.argv[3])


if __name__ == "__main__":
    main()
