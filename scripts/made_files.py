# SPDX-License-Identifier: BSD-3-Clause
"""For scripts that make files of the repository: writes them, or with --check says which is not what the script makes."""
import argparse
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def write_or_check(description, files):
    """`files`: text by path from the repository's root. Ends the program with 1 where --check finds a difference."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if a file differs")
    check = parser.parse_args().check
    differ = False
    for name, text in files.items():
        path = ROOT / name
        if not check:
            path.write_text(text)
            print(name)
        elif not path.exists() or path.read_text() != text:
            print(f"{name} is not what {pathlib.Path(sys.argv[0]).name} writes", file=sys.stderr)
            differ = True
    sys.exit(differ)
