#!/usr/bin/env python3
"""Checks that a program of the core alone is linked against no library that reads files of others.

Usage: check_core_links.py PROGRAM
"""
import re
import subprocess
import sys

FOREIGN = re.compile(r"lib(gdal|hdf5|proj|tiff|cairo|tbb|GL|glfw)\b")


def main():
    libraries = subprocess.run(["ldd", sys.argv[1]], capture_output=True, text=True, check=True).stdout
    foreign = [line.strip() for line in libraries.splitlines() if FOREIGN.search(line)]
    print("\n".join(foreign) if foreign else f"all well ({len(libraries.splitlines())} libraries)")
    return 1 if foreign else 0


if __name__ == "__main__":
    sys.exit(main())
