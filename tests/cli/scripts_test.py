# SPDX-License-Identifier: BSD-3-Clause
"""What scripts say before they begin, and what they refuse."""
import os
import pathlib
import subprocess
import tempfile
import unittest

SCRIPTS = pathlib.Path(os.environ["GROUSER_SOURCE"]) / "scripts"


def bash(line, **environment):
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, env={**os.environ, **environment})


class Scripts(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.folder = pathlib.Path(self.scratch.name)
        (self.folder / "os-release").write_text("ID=debian\nVERSION_ID=13\n")

    def announced(self, installed, user):
        """What announce says where dpkg-query lists the packages `installed` and id tells `user`."""
        for name, text in (("dpkg-query", "".join(f"echo 'installed {package}'\n" for package in installed)),
                           ("id", f"echo {user}\n"), ("nproc", "echo 4\n")):
            program = self.folder / name
            program.write_text("#!/bin/sh\n" + text)
            program.chmod(0o755)
        done = bash(f". {SCRIPTS}/common.sh; build={self.folder}/build; announce 42 900",
                    PATH=f"{self.folder}:{os.environ['PATH']}", OS_RELEASE=str(self.folder / "os-release"))
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def wanted(self):
        return bash(f". {SCRIPTS}/common.sh; wanted_packages debian-13").stdout.split()

    def test_root_is_announced_where_packages_are_missing(self):
        wanted = self.wanted()
        self.assertIn(f"asks for root (sudo) to install {len(wanted) - 1} packages", self.announced(wanted[:1], user=1000))
        self.assertIn(f"As root, this installs {len(wanted) - 1} packages", self.announced(wanted[:1], user=0))
        self.assertIn("Root is not needed", self.announced(wanted, user=1000))

    def test_time_and_disk_are_announced(self):
        self.assertIn("about 11 minutes on 4 cores, and about 900 MB", self.announced(self.wanted(), user=0))
        (self.folder / "build").mkdir()
        (self.folder / "build/CMakeCache.txt").touch()
        self.assertIn("here is one already", self.announced(self.wanted(), user=0))

    def test_what_is_refused_is_named(self):
        for words, expected in ((["fresh_root"], "bookworm or trixie"), (["fresh_root", "sid"], "'sid'"),
                                (["fresh_root", "trixie", "--stages", "root,paint"], "'paint'"),
                                (["fresh_root", "trixie", "--folder"], "--folder needs a value"),
                                (["package", "now"], "'now'")):
            done = subprocess.run([SCRIPTS / words[0], *words[1:]], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
            self.assertIn(expected, done.stderr)


if __name__ == "__main__":
    unittest.main()
