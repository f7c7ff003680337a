# SPDX-License-Identifier: BSD-3-Clause
"""Every public name of the headers that the front door lists has a documentation, as doxygen sees it.

check_documented.py ROOT         lists the names that have none; exit code 0 if there are none, 4 without doxygen
check_documented.py --self-test
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 4
FRONT_DOOR = "include/grouser/grouser.hpp"


def headers_of_purpose(root):
    text = (root / FRONT_DOOR).read_text(encoding="utf-8")
    return ["include/" + name for name in re.findall(r'^#include "(grouser/[^"]+)"', text, flags=re.M)]


def undocumented(root, headers, settings):
    """Lines of doxygen about names without documentation, and about what it does not understand."""
    with tempfile.TemporaryDirectory() as folder:
        lines = [settings, "USE_MDFILE_AS_MAINPAGE =", "INPUT = " + " ".join(headers), "GENERATE_HTML = NO", "GENERATE_XML = YES",
                 "WARN_IF_UNDOCUMENTED = YES", f'OUTPUT_DIRECTORY = "{folder}"']
        said = subprocess.run(["doxygen", "-"], input="\n".join(lines), cwd=root, capture_output=True, text=True, check=True).stderr
    return sorted({line.replace(f"{root}/", "") for line in said.splitlines() if "warning:" in line or "error:" in line})


def self_test(settings):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        header = root / "include/grouser/a.hpp"
        header.parent.mkdir(parents=True)
        header.write_text("/// @file\nnamespace grouser {\n/// A wheel.\nstruct Wheel {\n  double radius = 0.0;  ///< m\n  double width = 0.0;\n};\n}\n")
        found = undocumented(root.resolve(), ["include/grouser/a.hpp"], settings)
    if len(found) != 1 or "width" not in found[0]:
        sys.exit(f"expected one line about width, found {found}")


def main(argument):
    if not shutil.which("doxygen"):
        print("SKIPPED: doxygen is not installed (Debian: doxygen)")
        sys.exit(SKIPPED)
    here = pathlib.Path(__file__).resolve().parents[2]
    settings = (here / "docs/Doxyfile").read_text(encoding="utf-8")
    if argument == "--self-test":
        return self_test(settings)
    root = pathlib.Path(argument).resolve()
    headers = headers_of_purpose(root)
    found = undocumented(root, headers, settings)
    print("\n".join(found) or f"all names of {len(headers)} headers are documented")
    sys.exit(1 if found else 0)


main(sys.argv[1])
