# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of the package share. PYTHONPATH names the built package and tests/cli, whose helper runs the command line."""
import importlib.util
import sys

from grouser_cli import SKIPPED, CliTest

if importlib.util.find_spec("numpy") is None:
    print("SKIPPED: numpy is not installed (Debian: python3-numpy)")
    sys.exit(SKIPPED)

import grouser as g  # noqa: E402


class PythonTest(CliTest):
    """A test with a folder of its own, and checks of errors."""

    def refused(self, call, *words, error=None):
        """The call raises InputError, whose parts are all there, and whose message holds the words. Returns it."""
        with self.assertRaises(error or g.InputError) as caught:
            call()
        for word in words:
            self.assertIn(word, str(caught.exception))
        if error is None:
            self.assertTrue(caught.exception.place and caught.exception.found and caught.exception.expected, str(caught.exception))
        return caught.exception
