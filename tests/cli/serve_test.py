#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""grouser run --serve: what it prints, refuses and leaves as it is. What goes over the line: tests/link."""
import json
import os
import re
import signal
import socket
import subprocess
import time
import unittest

from grouser_cli import PROGRAM, CliTest

RUN = ["run", "free_fall", "--json"]
SERVE = ["--serve", "127.0.0.1:0"]
TOKEN = "0123456789abcdef0123456789abcdef"


class Serve(CliTest):
    def call(self, *arguments, **environment):
        result = subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, env={**os.environ, **environment}, timeout=300,
                                capture_output=True, text=True)
        return result.returncode, result.stdout, result.stderr

    def test_what_a_served_run_reports_is_what_any_run_reports(self):
        def report(*more):
            code, out, err = self.call(*RUN, *more)
            self.assertEqual(code, 0, err)
            numbers = json.loads(out)
            del numbers["wall_s"], numbers["real_time_factor"]
            return numbers, err

        served, err = report(*SERVE)
        self.assertEqual(served, report()[0])
        self.assertRegex(err.splitlines()[0], r"^grouser: serving on 127\.0\.0\.1:[1-9]\d*$")

    def test_real_time_is_no_faster_than_the_clock(self):
        begun = time.monotonic()
        code, out, _ = self.call(*RUN, *SERVE, "--real-time", "--set", "duration=1")
        self.assertEqual(code, 0)
        self.assertGreater(time.monotonic() - begun, 0.99)
        self.assertGreater(json.loads(out)["wall_s"], 0.99)

    def test_what_waits_for_a_viewer_is_stopped_by_a_signal(self):
        process = subprocess.Popen([PROGRAM, *RUN, *SERVE, "--wait-for-viewer"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        port = int(re.search(r":(\d+)$", process.stderr.readline()).group(1))
        with socket.create_connection(("127.0.0.1", port)) as line:  # no viewer
            line.sendall(b"GET / HTTP/1.1\r\n\r\n")
            time.sleep(0.5)
            self.assertIsNone(process.poll())
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=100)
        self.assertEqual(process.returncode, 130)

    def refused(self, wanted, *arguments, **environment):
        with self.subTest(arguments):
            code, out, err = self.call(*RUN, *arguments, **environment)
            self.assertEqual((code, out), (2, ""), err)
            self.assertIn(wanted, err)
            self.assertEqual(err.count("\n"), 1, err)

    def test_addresses_and_tokens_that_are_refused(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            self.refused("a port that is free", "--serve", f"127.0.0.1:{taken.getsockname()[1]}")
        self.refused("HOST:PORT", "--serve", "7788")
        self.refused("HOST:PORT", "--serve", "127.0.0.1:99999")
        self.refused("without a token", "--serve", "0.0.0.0:0", GROUSER_LINK_TOKEN="")
        self.refused("no --serve", "--real-time")
        self.refused("no --serve", "--wait-for-viewer")
        token = self.folder / "token"
        token.write_text(TOKEN)
        token.chmod(0o644)
        self.refused("other users", *SERVE, "--token-file", token)
        self.refused("5 letters", *SERVE, GROUSER_LINK_TOKEN="short")
        token.chmod(0o600)
        code, _, err = self.call(*RUN, "--serve", "0.0.0.0:0", "--token-file", token)
        self.assertEqual(code, 0, err)
        self.assertNotIn(TOKEN, err)


if __name__ == "__main__":
    unittest.main()
