#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The types of the package: mypy finds no fault, and the stubs of the compiled part agree with it."""
import os
import pathlib
import shutil
import subprocess
import unittest

from python_case import PythonTest, g

PACKAGE = pathlib.Path(g.__file__).parent
PROGRAMS = all(map(shutil.which, ("mypy", "stubtest")))


@unittest.skipUnless(PROGRAMS, "mypy is not installed (Debian: mypy)")
class Types(PythonTest):
    def checked(self, *command):
        found = subprocess.run(command, capture_output=True, text=True, cwd=PACKAGE.parent,
                               env={**os.environ, "MYPY_CACHE_DIR": str(self.folder / "cache")})
        self.assertEqual(found.returncode, 0, found.stdout + found.stderr)

    def test_mypy(self):
        self.checked("mypy", "--disallow-untyped-defs", "--disallow-incomplete-defs", "--check-untyped-defs", "--warn-unreachable",
                     "--ignore-missing-imports", "grouser")

    def test_the_stubs_agree_with_the_compiled_part(self):
        allowed = self.folder / "allowed"
        # pybind11's classes have a metaclass of its own, and an __init__ and a __new__ that raise
        kinds = r"grouser\._core\.(Leg|RunFile|Scenario|Simulation|State)"
        allowed.write_text(kinds + "\n" + kinds + r"\.__(init|new)__")
        self.checked("stubtest", "grouser._core", "--allowlist", allowed, "--ignore-unused-allowlist")


if __name__ == "__main__":
    unittest.main()
