#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that no code compiled for one vector level can be linked into the code of another.

Usage: check_simd_objects.py BUILD_DIR

The linker keeps one copy of an inline function that several object files bring. Were that copy compiled for AVX-512, a
processor without it would meet it in code that has nothing to do with the kernels. So whatever a translation unit of a
vector level (its name ends _<level>.cpp) brings along for sharing, no object file outside that level may bring too.
"""
import pathlib
import re
import subprocess
import sys

LEVEL = re.compile(r"_(sse42|avx2|avx512)\.cpp\.o$")


def shared_symbols(paths):
    """Pairs of an object file and the name of a symbol that it brings along for sharing."""
    # Many files a process: starting one for each takes longer than reading them.
    for first in range(0, len(paths), 100):
        command = ["nm", "--print-file-name", "--defined-only", "--portability", *paths[first:first + 100]]
        for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines():
            place, rest = line.split(": ", 1)
            symbol, kind = rest.split(" ", 2)[:2]
            if kind == "W":
                yield place, symbol


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1])
    objects = sorted(p for folder in ("src", "apps") for p in (build / folder).rglob("*.o"))
    owners, level_of = {}, {}
    for path in objects:
        match = LEVEL.search(path.name)
        level_of[str(path)] = match.group(1) if match else "common"
    levels = set(level_of.values())
    for place, symbol in shared_symbols(list(level_of)):
        owners.setdefault(symbol, {}).setdefault(level_of[place], pathlib.Path(place).relative_to(build))
    if len(levels) < 2:
        sys.exit(f"found no object of a vector level among {len(objects)} in {build}")
    problems = [f"{symbol}: {', '.join(str(p) for p in found.values())}" for symbol, found in owners.items() if len(found) > 1]
    print("\n".join(problems) if problems else f"all well ({len(objects)} object files, levels: {', '.join(sorted(levels))})")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
