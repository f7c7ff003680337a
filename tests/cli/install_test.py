# SPDX-License-Identifier: BSD-3-Clause
"""`cmake --install` into a scratch prefix: it names no folder of the build, and it works from where it was moved to."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest
from xml.etree import ElementTree

BUILD = pathlib.Path(os.environ["GROUSER_BUILD"])
SOURCE = pathlib.Path(os.environ["GROUSER_SOURCE"])
COMPONENTS = ("programs", "development")


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        first = pathlib.Path(cls.scratch.name) / "first"
        for component in COMPONENTS:
            subprocess.run(["cmake", "--install", BUILD, "--prefix", first, "--component", component],
                           check=True, capture_output=True)
        cls.prefix = pathlib.Path(cls.scratch.name) / "moved"
        first.rename(cls.prefix)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def grouser(self, *words):
        environment = {name: value for name, value in os.environ.items() if name != "GROUSER_HOME"}
        done = subprocess.run([self.prefix / "bin/grouser", *words], cwd=self.scratch.name, env=environment,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_no_installed_binary_names_the_build(self):
        files = [file for folder in ("bin", "lib") for file in (self.prefix / folder).rglob("*") if file.is_file()]
        self.assertTrue(any(file.suffix == ".so" for file in files), "the raster library is not installed")
        for file in files:
            for folder in (SOURCE, BUILD):
                self.assertNotIn(os.fsencode(folder) + b"/", file.read_bytes(), file)

    def test_a_moved_prefix_lists_and_reads_rasters(self):
        self.assertIn("exomars_lvm", self.grouser("rovers"))
        self.grouser("terrain", "info", str(self.prefix / "share/grouser/terrains/mars_made.tif"))

    def test_the_desktop_finds_the_window_its_icon_and_its_files(self):
        share = self.prefix / "share"
        (entry,) = (share / "applications").iterdir()
        keys = dict(line.split("=", 1) for line in entry.read_text().splitlines() if "=" in line)
        self.assertEqual((keys["Icon"], keys["StartupWMClass"]), (entry.stem, entry.stem))
        self.assertTrue((self.prefix / "bin" / keys["Exec"].split()[0]).is_file(), keys["Exec"])
        self.assertTrue((share / f"icons/hicolor/scalable/apps/{entry.stem}.svg").is_file())
        ElementTree.parse(share / f"icons/hicolor/scalable/apps/{entry.stem}.svg")

        types = ElementTree.parse(share / f"mime/packages/{entry.stem}.xml").getroot()
        (run,) = [kind.get("type") for kind in types]
        data = ElementTree.parse(share / f"metainfo/{entry.stem}.metainfo.xml")
        self.assertIn(run, keys["MimeType"].split(";"))
        self.assertEqual([data.findtext("provides/mediatype"), data.findtext("id"), data.findtext("launchable")],
                         [run, entry.stem, entry.name])
        release = data.find("releases/release").attrib
        self.assertEqual(release["version"], (SOURCE / "VERSION").read_text().strip())
        self.assertRegex(release["date"], r"^\d{4}-\d{2}-\d{2}$")
        for words in (["desktop-file-validate", entry],
                      ["appstreamcli", "validate", "--no-net", share / f"metainfo/{entry.stem}.metainfo.xml"]):
            if shutil.which(words[0]):
                found = subprocess.run(words, capture_output=True, text=True)
                self.assertNotRegex(found.stdout + found.stderr, r"(?m)^E: |error: ", found.stdout)

    def test_a_moved_prefix_runs(self):
        self.assertIn("settled_load_sum", self.grouser("run", "wheel_drop_200", "--json"))

    def test_a_project_of_ones_own_makes_the_same_run(self):
        build = pathlib.Path(self.scratch.name) / "drop"
        for words in (["-S", SOURCE / "examples/drop", "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}"],
                      ["--build", build]):
            made = subprocess.run(["cmake", *words], capture_output=True, text=True)
            self.assertEqual(made.returncode, 0, made.stdout + made.stderr)
        environment = {name: value for name, value in os.environ.items() if name != "GROUSER_HOME"}
        environment["XDG_DATA_DIRS"] = str(self.prefix / "share")
        told = subprocess.run([build / "drop"], cwd=self.scratch.name, env=environment, check=True, capture_output=True,
                              text=True).stdout.split()
        hash_of_drop = told[told.index("state_hash") + 1]
        self.assertIn(hash_of_drop, self.grouser("run", "wheel_drop_200").split())


if __name__ == "__main__":
    unittest.main()
