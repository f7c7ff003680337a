#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Ten malformed files of each kind: exit code 2, one line that names the file, what was found and what was expected, and
no output file. Each is made from a shipped file by one change, so that nothing else is wrong with it."""
import os
import re
import unittest

import h5py

from geotiff import DEGREES, MARS, geotiff, gentle_hills
from grouser_cli import SOURCE, CliTest, run

ASSETS = SOURCE / "assets"
SCENARIO = "drive_flat_soft"
ROVER = "exomars_lvm"
SOIL = "wong_LETE_sand"


def replaced(text, pattern, replacement):
    """The text with the first match of the pattern replaced; a pattern that is not there is a mistake of this test."""
    changed, count = re.subn(pattern, replacement, text, count=1, flags=re.M)
    assert count == 1 and changed != text, f"'{pattern}' not found or without effect"
    return changed


def value(key, new):
    """Replaces the first value of `key`."""
    return lambda text: replaced(text, rf"^{key}\s*=\s*.*$", f"{key} = {new}")


def with_units(word):
    def change(text):
        return f'units = "{word}"\n' + re.sub(r"^units\s*=.*\n", "", text, flags=re.M)
    return change


def with_method(word):
    def change(text):
        if re.search(r"^\[integration\]$", text, flags=re.M):
            return replaced(text, r"^\[integration\]$", f'[integration]\nmethod = "{word}"')
        return text + f'\n[integration]\nmethod = "{word}"\n'
    return change


def truncated(text):
    """Ends inside the last string of the file."""
    return text[:text.rfind('"')]


class Malformed(CliTest):
    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def check_refused(self, bad, *commands):
        """Each command exits with 2, names the bad file, found and expected, and leaves no file behind."""
        before = sorted(self.folder.rglob("*"))
        for command in commands:
            self.check_error(run(*command, cwd=self.folder, timeout=120), 2, bad.name, "found ", "expected ")
            self.assertEqual(sorted(self.folder.rglob("*")), before, f"{command} left a file behind")

    def check_all(self, cases, commands, minimum=10):
        self.assertGreaterEqual(len(cases), minimum)
        for name, make in cases.items():
            with self.subTest(name):
                bad = make(name)
                self.check_refused(bad, *commands(bad))
                if bad.is_dir():
                    bad.rmdir()
                elif bad.exists():
                    bad.unlink()

    def text_cases(self, shipped, changes):
        """Cases of a TOML file: name -> function that writes it; `missing` writes nothing."""
        text = shipped.read_text()
        cases = {name: (lambda n, change=change: self.write(f"{n}.toml", change(text))) for name, change in changes.items()}
        cases["missing_file"] = lambda n: self.folder / f"{n}.toml"
        cases["a_folder"] = self.make_folder
        cases["empty"] = lambda n: self.write(f"{n}.toml", "")
        cases["absurd_size"] = lambda n: self.write(f"{n}.toml", text + "\n#" + "x" * (9 << 20))
        cases["no_text"] = lambda n: self.write(f"{n}.toml", os.urandom(64) + b"\xff\x00" * 32)
        return cases

    def make_folder(self, name):
        path = self.folder / f"{name}.toml"
        path.mkdir()
        return path

    def test_the_unchanged_files_are_accepted(self):
        """Otherwise the refusals below might have another reason."""
        for kind, name in [("scenarios", SCENARIO), ("rovers", ROVER), ("soils", SOIL)]:
            copy = self.write(f"{name}.toml", (ASSETS / kind / f"{name}.toml").read_text())
            self.run_ok("info", copy)

    def test_scenarios(self):
        changes = {
            "truncated": truncated,
            "wrong_type": value("duration", '"long"'),
            "unknown_key": lambda text: "colour_of_the_sky = 1\n" + text,
            "negative_duration": value("duration", "-1.0"),
            "not_a_number": value("gravity", "nan"),
            "infinite": value("gravity", "inf"),
            "wrong_units": with_units("imperial"),
            "unknown_rover": value("rover", '"wheelbarrow"'),
            "unknown_method": with_method("guess"),
            "too_many_steps": value("duration", "1e9"),
        }
        self.check_all(self.text_cases(ASSETS / "scenarios" / f"{SCENARIO}.toml", changes),
                       lambda bad: [("run", bad, "--out", self.folder / "x.h5", "--json"), ("info", bad)])

    def test_rovers(self):
        changes = {
            "truncated": truncated,
            "wrong_type": value("mass", '"heavy"'),
            "unknown_key": lambda text: replaced(text, r"^mass", "paint = 1\nmass"),
            "negative_mass": value("mass", "-3.0"),
            "impossible_inertia": value("inertia", "[1.0, 1.0, 5.0]"),
            "not_a_number": value("mass", "nan"),
            "wrong_units": with_units("imperial"),
            "cyclic_tree": lambda text: replaced(text, r'^parent = "chassis"\nchild = "left_bogie"$',
                                                 'parent = "leg_front_left"\nchild = "left_bogie"'),
            "two_parents": lambda text: text + '\n[[joint]]\nname = "again"\ntype = "fixed"\nparent = "chassis"\n'
                                               'child = "leg_front_left"\n',
            "unknown_body": value("child", '"nobody"'),
            "axis_not_unit": value("axis", "[0.0, 2.0, 0.0]"),
            "absurd_wheel": value("radius", "1e6"),
        }
        scenario = (ASSETS / "scenarios" / f"{SCENARIO}.toml").read_text()

        def commands(bad):
            caller = self.folder / "caller.scenario"
            caller.write_text(value("rover", f'"{bad.name}"')(scenario))
            return [("info", bad), ("run", caller, "--out", self.folder / "x.h5", "--json")]

        (self.folder / "caller.scenario").write_text("")
        self.check_all(self.text_cases(ASSETS / "rovers" / f"{ROVER}.toml", changes), commands)

    def test_soils(self):
        changes = {
            "truncated": truncated,
            "wrong_type": value("n", '"one"'),
            "unknown_key": lambda text: replaced(text, r"^n\s*=", "smell = 1\nn ="),
            "negative_density": value("density", "-1500.0"),
            "friction_angle_beyond_90": value("phi_deg", "95.0"),
            "not_a_number": value("cohesion", "nan"),
            "negative_cohesion": value("cohesion", "-1300.0"),
            "wrong_units": with_units("kPa"),
            "unknown_kind": value("kind", '"liquid"'),
            "absurd_exponent": value("n", "1e6"),
        }
        self.check_all(self.text_cases(ASSETS / "soils" / f"{SOIL}.toml", changes),
                       lambda bad: [("info", bad), ("wheel", "--soil", bad, "--plot", self.folder / "x.png", "--json")])


    def test_rasters(self):
        whole = geotiff()
        void = gentle_hills()
        void[2080] = float("nan")
        cases = {
            "empty": b"",
            "text": b"these are not heights\n" * 100,
            "truncated_heights": geotiff(shape=(64, 4096)),
            "truncated_header": whole[:6],
            "degrees": geotiff(keys=DEGREES, cell=(1e-5, 1e-5)),
            "no_place": geotiff(cell=None, keys=None),
            "oblong_cells": geotiff(cell=(1.0, 2.0)),
            "rotated": geotiff(transform=[0.8, -0.6, 0, 5e5, -0.6, -0.8, 0, 4e6, 0, 0, 0, 0, 0, 0, 0, 1]),
            "not_a_number": geotiff(heights=void),
            "voids": geotiff(heights=[-32767.0 if i == 2080 else z for i, z in enumerate(gentle_hills())], nodata="-32767"),
            "too_small": geotiff(columns=3, rows=3),
            "absurd_size": geotiff(shape=(2_000_000_000, 2_000_000_000)),
            "infinite_cell": geotiff(cell=(float("inf"), float("inf"))),
        }
        makers = {name: (lambda n, data=data: self.write(f"{n}.tif", data)) for name, data in cases.items()}
        makers["missing_file"] = lambda n: self.folder / f"{n}.tif"
        makers["a_folder"] = self.make_folder
        self.check_all(makers, lambda bad: [("run", "traverse_mars", "--set", f"terrain.file={bad}", "--set", "duration=0.1",
                                             "--out", self.folder / "x.h5", "--json")])

    def test_a_whole_raster_is_accepted(self):
        good = self.write("good.tif", geotiff(radius=MARS))
        self.run_ok("run", "traverse_mars", "--set", f"terrain.file={good}", "--set", "initial.position=[0, 0]", "--set",
                    "duration=0.1")
        info = self.run_json("info", good)
        # The corner is at (500000, 1000), the middle 32 cells of 1 m east and south of it.
        self.assertEqual((info["columns"], info["rows"], info["cell_x"]), (64, 64, 1.0))
        self.assertEqual((info["map_x"], info["map_y"]), (500032.0, 968.0))

    def test_recipes(self):
        changes = {
            "truncated": truncated,
            "wrong_type": value("cell", '"small"'),
            "unknown_key": lambda text: "colour = 1\n" + text,
            "negative_cell": value("cell", "-0.25"),
            "not_a_number": value("hurst", "nan"),
            "outside_its_range": value("hurst", "1.5"),
            "wrong_units": with_units("feet"),
            "unknown_kind": value("kind", '"mountains"'),
            "too_many_cells": value("size", "[1e6, 1e6]"),
            "one_side_only": value("size", "[64.0]"),
        }
        scenario = (ASSETS / "scenarios" / "traverse_mars.toml").read_text()
        caller = self.folder / "caller.scenario"

        def commands(bad):
            caller.write_text(replaced(scenario, r"^file\s*=.*$", f'recipe = "{bad.name}"'))
            return [("info", bad), ("run", caller, "--out", self.folder / "x.h5", "--json")]

        caller.write_text("")
        self.check_all(self.text_cases(SOURCE / "terrains" / "mars_made.toml", changes), commands)

    def run_file_cases(self):
        self.run_ok("run", SCENARIO, "--set", "duration=1", "--out", "good.h5")
        good = (self.folder / "good.h5").read_bytes()

        def edited(change):
            def make(name):
                path = self.write(f"{name}.h5", good)
                with h5py.File(path, "r+") as file:
                    change(file)
                return path
            return make

        def foreign(name):
            path = self.folder / f"{name}.h5"
            with h5py.File(path, "w") as file:
                file["numbers"] = [1.0, 2.0]
            return path

        def sparse(name):
            path = self.write(f"{name}.h5", b"")
            os.truncate(path, 1 << 40)
            return path

        def set_attribute(key, new):
            def change(file):
                file.attrs[key] = new
            return change

        def remove(name):
            def change(file):
                del file[name]
            return change

        return {
            "empty": lambda n: self.write(f"{n}.h5", b""),
            "text": lambda n: self.write(f"{n}.h5", b"no run at all\n" * 500),
            "half": lambda n: self.write(f"{n}.h5", good[:len(good) // 2]),
            "first_bytes": lambda n: self.write(f"{n}.h5", good[:8]),
            "of_another_program": foreign,
            "absurd_size": sparse,
            "missing_file": lambda n: self.folder / f"{n}.h5",
            "a_folder": self.make_folder,
            "newer_version": edited(set_attribute("format_version", 99)),
            "no_time": edited(remove("time")),
            "no_channels": edited(remove("channels")),
            "changed_header": edited(set_attribute("dt", float("nan"))),
        }

    def test_run_files(self):
        cases = self.run_file_cases()
        self.check_all(cases, lambda bad: [("info", bad), ("rerun", bad), ("export", bad, "--csv", self.folder / "csv"),
                                           ("repair", bad, "--out", self.folder / "whole.h5")])

    def test_pipes_are_refused_at_once(self):
        """A program that opens a pipe waits for ever."""
        self.run_ok("run", "drive_flat_soft", "--set", "duration=1", "--out", "good.h5")
        for end in ("toml", "h5", "tif", "csv", "mcap", "urdf", "stl", "txt"):
            os.mkfifo(self.folder / f"pipe.{end}")
        os.mkfifo(self.folder / "pipe")
        for command in ("run pipe.toml", "run pipe", "info pipe", "info pipe.toml", "info pipe.h5", "info pipe.tif",
                        "log pipe.mcap", "log pipe", "compare good.h5 pipe.csv", "compare good.h5 pipe.mcap",
                        "compare good.h5 pipe.h5", "compare pipe.h5 good.h5", "traverse drive_flat_soft --path pipe.csv",
                        "traverse drive_flat_soft --path pipe.mcap", "traverse pipe.toml", "stepup pipe.toml",
                        "fit pipe.csv --vary n=0.5:1.5", "wheel --soil pipe.toml", "upgrade pipe.toml --out new.toml",
                        "upgrade pipe.h5 --out new.h5", "rerun pipe.h5", "resume pipe.h5 --out new.h5", "repair pipe.h5",
                        "repair pipe.tif", "terrain info pipe.tif", "terrain make pipe.toml --out new.tif",
                        "soilmap info pipe.tif", "convert pipe.urdf --out new.toml", "mesh pipe.stl",
                        "campaign run pipe.toml --out new", "run drive_flat_soft --serve 127.0.0.1:7099 --token-file pipe.txt"):
            with self.subTest(command):
                self.check_error(run(*command.split(), cwd=self.folder, timeout=10), 2, "a device, pipe or socket")

    def test_a_device_or_a_broken_link_is_not_called_missing(self):
        (self.folder / "loop.toml").symlink_to("loop.toml")
        (self.folder / "astray.toml").symlink_to("nowhere.toml")
        for name, found in (("/dev/zero", "a device, pipe or socket"), ("loop.toml", "a symbolic link that leads to itself"),
                            ("astray.toml", "a symbolic link that leads nowhere")):
            for command in (("run", name), ("info", name), ("upgrade", name, "--out", "new.toml"), ("log", name)):
                with self.subTest(command):
                    self.check_error(run(*command, cwd=self.folder, timeout=10), 2, f"{name}: found {found}")


if __name__ == "__main__":
    unittest.main()
