#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that a program is linked against none of some libraries.

Usage: check_links.py PROGRAM LIBRARY...    names without lib and what follows, e.g. gdal hdf5
"""
import re
import subprocess
import sys


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    libraries = subprocess.run(["ldd", sys.argv[1]], capture_output=True, text=True, check=True).stdout
    unwanted = re.compile(r"lib(" + "|".join(sys.argv[2:]) + r")\b")
    found = [line.strip() for line in libraries.splitlines() if unwanted.search(line)]
    print("\n".join(found) if found else f"all well ({len(libraries.splitlines())} libraries)")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
