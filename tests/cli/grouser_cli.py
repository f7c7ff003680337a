# SPDX-License-Identifier: BSD-3-Clause
"""Runs the built command line for the tests of this folder. GROUSER names the program, GROUSER_SOURCE the checkout."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["GROUSER"]
SOURCE = pathlib.Path(os.environ["GROUSER_SOURCE"])
# s for one command; with sanitizers it takes about ten times as long
PATIENCE = 1200 if b"__asan_init" in pathlib.Path(PROGRAM).read_bytes() else 120


def run(*arguments, cwd=None, timeout=PATIENCE, env=None):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, cwd=cwd, timeout=timeout,
                          env={**os.environ, **(env or {})})


SKIPPED = 4  # exit code of a file of which a case was skipped: CTest's SKIP_RETURN_CODE


def alone(case):
    """A case that is left out of its file's run and runs when it is named, as CTest does: what may be skipped is reported by itself."""
    case.alone = True
    return case


def without_alone(suite):
    kept = unittest.TestSuite()
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            kept.addTest(without_alone(test))
        elif not hasattr(getattr(test, test.id().split(".")[-1], None), "alone"):
            kept.addTest(test)
    return kept


class SkipsAreSaid(unittest.TestProgram):
    """unittest.main() that ends with SKIPPED where a case was skipped and none failed."""

    def createTests(self, *arguments, **options):
        super().createTests(*arguments, **options)
        if not self.testNames:
            self.test = without_alone(self.test)

    def runTests(self):
        leaves, self.exit = self.exit, False
        super().runTests()
        for case, reason in self.result.skipped:
            print(f"SKIPPED: {case.id()}: {reason}")
        if leaves:
            raise SystemExit(1 if not self.result.wasSuccessful() else SKIPPED if self.result.skipped else 0)


unittest.main = SkipsAreSaid


class CliTest(unittest.TestCase):
    """A test with a folder of its own, and checks of what a program of ours may print."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="grouser cli ä "))  # a space and a non-ASCII letter on purpose
        self.addCleanup(shutil.rmtree, self.folder)

    def run_ok(self, *arguments, **options):
        result = run(*arguments, cwd=self.folder, **options)
        self.assertEqual(result.returncode, 0, f"{arguments}: {result.stderr}")
        return result.stdout

    def run_json(self, *arguments, **options):
        """Standard output must be exactly one JSON value."""
        return json.loads(self.run_ok(*arguments, "--json", **options))

    def check_error(self, result, code, *words):
        """One line on stderr that begins as our errors do and holds the words, after lines of progress where the machine is slow; nothing on stdout."""
        said = f"rc {result.returncode}, stdout {result.stdout[:300]!r}, stderr {result.stderr[:600]!r}"
        self.assertEqual(result.returncode, code, said)
        self.assertEqual(result.stdout, "", said)
        stderr = re.sub(r"^.+: \d+ % .*\n", "", result.stderr, flags=re.MULTILINE)
        self.assertTrue(stderr.startswith("grouser: error: "), said)
        self.assertEqual(stderr.count("\n"), 1, said)
        for word in words:
            self.assertIn(word, stderr, said)
