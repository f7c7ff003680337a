#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that every C++ source is as .clang-format says.

Example: tests/structure/check_format.py . clang-format
Exit code 4, skipped, where there is no clang-format 14: other versions lay out the same code otherwise.
"""
import pathlib
import subprocess
import sys

SKIPPED = 4


def main():
    root, program = pathlib.Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else ""
    version = subprocess.run([program, "--version"], capture_output=True, text=True).stdout if "/" in program else ""
    if " version 14." not in version:
        print(f"not checked: clang-format 14 is the version that formats; here is {version.strip() or 'none'}")
        return SKIPPED
    sources = [str(p) for folder in ("apps", "bench", "cmake", "examples", "fmu", "include", "python", "src", "tests") for p in sorted((root / folder).rglob("*.[ch]pp"))]
    # One process for all: starting one a file takes longer than the formatting.
    found = subprocess.run([program, "--dry-run", "--ferror-limit=1", *sources], capture_output=True, text=True, check=True).stderr
    wrong = [source for source in sources if f"{source}:" in found]
    for source in wrong:
        print(f"{source}: not as .clang-format says; mend it with: clang-format -i {source}")
    print(f"{len(sources)} sources, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
