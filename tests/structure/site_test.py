#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes the site of the pages as scripts/docs does: no warning, every page listed, and a search that finds words.

Usage: site_test.py ROOT; exit code 4: Sphinx, MyST or Furo is missing.
"""
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile


def main():
    root = pathlib.Path(sys.argv[1])
    missing = [name for name in ("sphinx", "myst_parser", "furo") if importlib.util.find_spec(name) is None]
    if missing:
        print(f"SKIPPED: {', '.join(missing)} not installed (Debian: python3-sphinx, python3-myst-parser, furo)")
        return 4
    with tempfile.TemporaryDirectory() as folder:
        made = subprocess.run([sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", root / "docs", folder],
                              capture_output=True, text=True)
        if made.returncode != 0:
            print(made.stdout + made.stderr)
            return 1
        pages = {path.stem for path in (root / "docs").glob("*.md")}
        index = (pathlib.Path(folder) / "searchindex.js").read_text(encoding="utf-8")
        found = json.loads(index.strip().removeprefix("Search.setIndex(").rstrip(";").removesuffix(")"))
        names = set(found["docnames"])
        lost = pages - names
        if lost:
            print(f"not in the site: {sorted(lost)}")
            return 1
        for word in ("sinkag", "slip", "urdf"):  # as the search stems them
            if word not in found["terms"] and word not in found["titleterms"]:
                print(f"a search for '{word}' finds nothing")
                return 1
    print(f"{len(names)} pages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
