#!/usr/bin/env python3
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


def shared_symbols(path):
    lines = subprocess.run(["nm", "--defined-only", path], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1] for line in lines.splitlines() if line.split()[-2] == "W"}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1])
    objects = sorted(p for folder in ("src", "apps") for p in (build / folder).rglob("*.o"))
    owners, levels = {}, set()
    for path in objects:
        match = LEVEL.search(path.name)
        levels.add(level := match.group(1) if match else "common")
        for symbol in shared_symbols(path):
            owners.setdefault(symbol, {}).setdefault(level, path.relative_to(build))
    if len(levels) < 2:
        sys.exit(f"found no object of a vector level among {len(objects)} in {build}")
    problems = [f"{symbol}: {', '.join(str(p) for p in found.values())}" for symbol, found in owners.items() if len(found) > 1]
    print("\n".join(problems) if problems else f"all well ({len(objects)} object files, levels: {', '.join(sorted(levels))})")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
