#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The wheel that the backend makes, installed by pip without a network, and the installed component. GROUSER_BUILD names the build."""
import os
import pathlib
import subprocess
import sys
import unittest
import zipfile

from grouser_cli import SOURCE
from python_case import PythonTest, g

BUILD = pathlib.Path(os.environ["GROUSER_BUILD"])
USE = ("import grouser as g; s = g.Scenario('wheel_drop_200', {'duration': 0.3}); print(g.__file__); print(g.home()); "
       "print(s.run().state_hash); print(g.Heights.open(g.home() + '/terrains/mars_made.tif').shape)")


class Install(PythonTest):
    def used(self, python, **environment):
        """What an interpreter prints of the package that it finds, without the build on its path."""
        env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "GROUSER_HOME")}
        found = subprocess.run([python, "-c", USE], capture_output=True, text=True, env={**env, **environment}, cwd=self.folder)
        self.assertEqual(found.returncode, 0, found.stderr)
        return found.stdout.splitlines()

    def check(self, said, below):
        self.assertIn(str(below), said[0])
        self.assertEqual(said[2], g.Scenario("wheel_drop_200", {"duration": 0.3}).report()["state_hash"])
        self.assertEqual(said[3], "(256, 256)")

    def test_pip_installs_it_without_a_network(self):
        made = subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", self.folder / "env"], capture_output=True, text=True)
        if made.returncode != 0:
            self.skipTest("no virtual environment can be made (Debian: python3-venv)")
        python = self.folder / "env" / "bin" / "python"
        env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH",)}
        pip = subprocess.run([python, "-m", "pip", "install", "--no-index", "--disable-pip-version-check", "--config-settings",
                              f"build-dir={BUILD}", SOURCE], capture_output=True, text=True, env=env)
        self.assertEqual(pip.returncode, 0, pip.stdout + pip.stderr)
        said = self.used(python)
        self.check(said, self.folder / "env")
        self.assertIn(str(self.folder / "env"), said[1], "the assets of the wheel are not used")
        gone = subprocess.run([python, "-m", "pip", "uninstall", "-y", "grouser"], capture_output=True, text=True, env=env)
        self.assertEqual(gone.returncode, 0, gone.stderr)
        self.assertFalse(pathlib.Path(said[0]).parent.exists(), "something stays behind")

    def test_the_same_files_give_the_same_wheel(self):
        sys.path.insert(0, str(SOURCE / "python" / "backend"))
        import grouser_backend as backend
        wheels = []
        for name in ("one", "two"):
            (self.folder / name).mkdir()
            made = backend.build_wheel(self.folder / name, {"build-dir": str(BUILD)})
            wheels.append((self.folder / name / made).read_bytes())
        self.assertEqual(wheels[0], wheels[1])
        with zipfile.ZipFile(self.folder / "one" / made) as wheel:
            names = wheel.namelist()
            self.assertIsNone(wheel.testzip())
        record = f"grouser-{g.__version__}.dist-info/RECORD"
        self.assertEqual(names[-1], record)
        self.assertFalse([name for name in names if "__pycache__" in name])

    def test_the_component_of_the_package(self):
        for component in ("python", "programs"):
            done = subprocess.run(["cmake", "--install", BUILD, "--prefix", self.folder / "usr", "--component", component],
                                  capture_output=True, text=True)
            if component == "python":
                self.assertEqual(done.returncode, 0, done.stderr)
            elif done.returncode != 0:
                self.skipTest("not all programs are built")
        for binary in (self.folder / "usr").rglob("*.so"):
            self.assertNotIn(os.fsencode(BUILD) + b"/", binary.read_bytes(), f"{binary} names the build")
        said = self.used(sys.executable, PYTHONPATH=str(self.folder / "usr/lib/python3/dist-packages"))
        self.check(said, self.folder / "usr")
        self.assertEqual(said[1], str(self.folder / "usr/share/grouser"))


if __name__ == "__main__":
    unittest.main()
