# SPDX-License-Identifier: BSD-3-Clause
"""`cmake --install` into a scratch prefix: it names no folder of the build, and it works from where it was moved to."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
from xml.etree import ElementTree

BUILD = pathlib.Path(os.environ["GROUSER_BUILD"])
SOURCE = pathlib.Path(os.environ["GROUSER_SOURCE"])
COMPONENTS = ("programs", "library", "development")


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

    def test_the_installed_headers_are_those_that_the_front_door_reaches(self):
        def reached(folder):
            waiting, found = ["grouser/grouser.hpp"], set()
            while waiting:
                header = waiting.pop()
                if header not in found:
                    found.add(header)
                    text = (folder / header).read_text(encoding="utf-8")
                    waiting += re.findall(r'^#include "(grouser/[^"]+)"', text, flags=re.M)
            return found
        installed = {str(file.relative_to(self.prefix / "include")) for file in (self.prefix / "include").rglob("*.hpp")}
        self.assertEqual(installed, reached(SOURCE / "include"))
        self.assertEqual(installed, {str(file.relative_to(SOURCE / "include")) for file in (SOURCE / "include").rglob("*.hpp")})
        named = (SOURCE / "include/grouser/grouser.hpp").read_text(encoding="utf-8").count('#include "')
        self.assertTrue(60 <= named <= 80, f"{named} headers of purpose")

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

    def test_projects_of_ones_own_make_the_same_runs(self):
        build = pathlib.Path(self.scratch.name) / "examples"
        for words in (["-S", SOURCE / "examples", "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}"],
                      ["--build", build, "--parallel", "2"]):
            made = subprocess.run(["cmake", *words], capture_output=True, text=True)
            self.assertEqual(made.returncode, 0, made.stdout + made.stderr)
        needed = subprocess.run(["readelf", "-d", build / "drop"], capture_output=True, text=True, check=True).stdout
        self.assertIn("libgrouser.so.", needed)
        environment = {name: value for name, value in os.environ.items() if name != "GROUSER_HOME"}
        environment["XDG_DATA_DIRS"] = str(self.prefix / "share")

        def example(*words):
            done = subprocess.run([build / words[0], *words[1:]], cwd=self.scratch.name, env=environment, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            return done.stdout.splitlines()
        hash_of_drop = example("drop")[-1].split()[-1]
        self.assertIn(hash_of_drop, self.grouser("run", "wheel_drop_200").split())

        self.assertRegex("\n".join(example("record", "drop.h5")), r"^[0-9]+ frames of [0-9]+ channels\nlargest load [0-9.]+ N")
        self.assertIn("identical", self.grouser("rerun", "drop.h5"))

        hashes = {line.split()[0]: line.split()[-1] for line in example("step")}
        self.assertEqual(hashes["again"], hashes["ahead"])
        self.assertEqual(len(set(hashes.values())), 3, hashes)

        self.assertIn("its run file repeats it: identical", example("command"))
        self.assertIn("identical", self.grouser("rerun", "command.h5"))
        loads = [float(re.search(r"load +([0-9.]+) N", line).group(1)) for line in example("own_rover")[1:]]
        self.assertEqual(len(loads), 4)
        self.assertAlmostEqual(sum(loads), 38.0 * 9.81, delta=0.05 * 38.0 * 9.81)
        self.assertRegex(example("landing")[0], r"^60 of 60 places counted")

        sinkage = [float(re.search(r"sinkage ([0-9.]+) m", line).group(1)) for line in example("sweep")]
        self.assertEqual(sinkage, sorted(sinkage, reverse=True))  # firm soil carries better
        self.assertEqual(len(sinkage), 5)

        curves = [[float(word) for word in line.split()] for line in example("soil_curve")[2:]]
        for slip, _, pull, _, _ in curves[:17:4]:
            told = json.loads(self.grouser("wheel", "--soil", "wong_LETE_sand", "--slip", str(slip), "--json"))["rows"][0]
            self.assertAlmostEqual(pull, told["drawbar_pull"], delta=0.006)

    def built_alone(self, name, lines, *options):
        """A project of one file, the example drop; what it prints."""
        folder = pathlib.Path(self.scratch.name) / name
        folder.mkdir()
        shutil.copy(SOURCE / "examples/drop.cpp", folder)
        (folder / "CMakeLists.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        for words in (["-S", folder, "-B", folder / "build", *options], ["--build", folder / "build", "--parallel", "2"]):
            made = subprocess.run(["cmake", *words], capture_output=True, text=True)
            self.assertEqual(made.returncode, 0, made.stdout + made.stderr)
        environment = {name: value for name, value in os.environ.items() if name != "GROUSER_HOME"}
        environment["XDG_DATA_DIRS"] = str(self.prefix / "share")
        done = subprocess.run([folder / "build/drop"], cwd=folder, env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.split()

    def test_the_static_library_makes_the_same_run(self):
        said = self.built_alone("static", ["cmake_minimum_required(VERSION 3.25)", "project(mine LANGUAGES CXX)",
                                           "set(GROUSER_USE_STATIC_LIBS ON)", "find_package(Grouser REQUIRED)",
                                           "add_executable(drop drop.cpp)", "target_link_libraries(drop PRIVATE Grouser::simulation)"],
                                f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.assertIn(said[-1], self.grouser("run", "wheel_drop_200").split())
        needed = subprocess.run(["readelf", "-d", pathlib.Path(self.scratch.name) / "static/build/drop"],
                                capture_output=True, text=True, check=True).stdout
        self.assertNotIn("libgrouser", needed)

    def test_as_part_of_another_project_only_the_library_is_built(self):
        folder = pathlib.Path(self.scratch.name) / "part"
        folder.mkdir()
        (folder / "CMakeLists.txt").write_text(
            f"cmake_minimum_required(VERSION 3.25)\nproject(mine LANGUAGES CXX C)\nadd_subdirectory({SOURCE} grouser)\n"
            f"add_executable(drop {SOURCE}/examples/drop.cpp)\ntarget_link_libraries(drop PRIVATE Grouser::simulation)\n", encoding="utf-8")
        made = subprocess.run(["cmake", "-G", "Ninja", "-S", folder, "-B", folder / "build"], capture_output=True, text=True)
        self.assertEqual(made.returncode, 0, made.stdout + made.stderr)
        targets = subprocess.run(["ninja", "-C", folder / "build", "-t", "targets", "all"], capture_output=True, text=True, check=True).stdout
        libraries = set(re.findall(r"^(?:\S*/)?(libgrouser_\w+\.\w+): ", targets, flags=re.M))
        self.assertIn("libgrouser_simulation.a", libraries)
        self.assertRegex(targets, r"(?m)^drop: ")
        self.assertNotRegex(targets, r"(?m)^(bin/)?(grouser|grouser-desktop|test_\w+|bench_\w+): ")
        self.assertNotIn("_core", targets)


if __name__ == "__main__":
    unittest.main()
