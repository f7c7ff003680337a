#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""grouser convert: what it prints and writes, and bad files of URDF, xacro and SDF."""
import os
import shutil
import subprocess
import time
import unittest

from grouser_cli import PATIENCE, PROGRAM, SOURCE, CliTest, run

ROVERS = SOURCE / "tests/exchange/rovers"
LINK = "<link name='a'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>"
# one file after the other: text inside of <robot>, line that is named, words of what was found
BAD_URDF = [
    ("", 1, "no <link>"),
    (f"{LINK}\n{LINK}", 3, "second link 'a'"),
    (f"{LINK}\n<link name='b'/>", 3, "no joint connects"),
    (f"{LINK}\n<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>", 3, "link 'b'"),
    (f"{LINK}<link name='b'/>\n<joint name='j' type='hinge'><parent link='a'/><child link='b'/></joint>", 3, 'type "hinge"'),
    (f"{LINK}<link name='b'/>\n<joint name='j' type='revolute'><parent link='a'/><child link='b'/></joint>", 3, "without <limit>"),
    ("\n<link name='a'><inertial>\n<mass value='nan'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>", 4, '"nan"'),
    ("<link name='a'>\n<inertial><mass value='1'/><inertia ixx='9' iyy='1' izz='1'/></inertial></link>", 3, "moments of inertia"),
    (f"{LINK}\n<link name='b'>", 3, "tags that do not match"),
    ("<a>" * 100000 + "</a>" * 100000, 2, "nested too deep"),
    (f"{LINK}<link name='b'/>\n<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>\n"
     "<joint name='k' type='fixed'><parent link='b'/><child link='a'/></joint>", 2, "circle"),
]


def laughs(macros, calls):
    text = "<xacro:macro name='m0' params=''><link name='a'/></xacro:macro>"
    for k in range(1, macros):
        text += f"\n<xacro:macro name='m{k}' params=''>" + f"<xacro:m{k - 1}/>" * calls + "</xacro:macro>"
    return text + f"\n<xacro:m{macros - 1}/>"


BAD_XACRO = [
    ("\n<xacro:macro name='m' params=''><xacro:m/></xacro:macro>\n<xacro:m/>", 3, "nested"),
    (laughs(20, 20), 3, "without bounds"),
    ("<xacro:property name='t0' value='aaaaaaaaaa'/>" + "".join(
        f"<xacro:property name='t{k}' value='${{t{k - 1}}}${{t{k - 1}}}'/>" for k in range(1, 40)) + "\n<link name='${t39}'/>", 3, "grows"),
    ("<!DOCTYPE r [<!ENTITY a 'b'>]>", 2, "document type"),
    ("\n<xacro:include filename='gone.xacro'/>", 3, "not there"),
    ("\n<xacro:include filename='/etc/hostname'/>", 3, "out of the file's folder"),
    ("\n\n<link name='${1 / 0}'/>", 4, "division by zero"),
    ("\n<xacro:property name='a' value='${b}'/><xacro:property name='b' value='${a}'/>\n<link name='${a}'/>", 4, "made of itself"),
    ("\n<xacro:load_yaml file='x'/>", 3, "<xacro:load_yaml>"),
    ("\n<link name='${xacro.load_yaml(1)}'/>", 3, "function xacro.load_yaml"),
    ("\n<xacro:include filename='r.xacro'/>", 3, "more than 100 included files"),
]
BAD_SDF = [
    ("", 1, "no <link>"),
    ("<link name='a'/>\n<link name='a'/>", 3, "second 'a'"),
    ("<link name='a'>\n<pose>0 0 0 0 0</pose></link>", 3, "6 finite numbers"),
    ("\n<link name='a'><pose relative_to='x'/></link>", 3, "'x'"),
    ("<link name='a'/>\n<link name='b'/><joint name='j' type='screw'><parent>a</parent><child>b</child></joint>", 3, 'type "screw"'),
    ("<link name='a'/>\n<model name='n'/>", 3, "<model>"),
    ("\n<include><uri>model://x</uri></include>", 3, "<include>"),
    ("<link name='a'>\n<inertial><mass>-1</mass></inertial></link>", 3, "mass of -1"),
    ("<link name='a'/>\n<link name='b'/>", 3, "no joint connects"),
    ("\n<link name='a'><inertial>\n<mass>1e999</mass></inertial></link>", 4, "1e999"),
    ("<link name='a'><pose relative_to='b'/></link>\n<link name='b'><pose relative_to='a'/></link>"
     "<joint name='j' type='fixed'><parent>a</parent><child>b</child></joint>", 3, "circle"),
]


class ConvertTest(CliTest):
    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def check_bad(self, name, text, line, words):
        self.write(name, text)
        begin = time.monotonic()
        result = run("convert", name, "--out", "out.toml", cwd=self.folder)
        self.assertLess(time.monotonic() - begin, 0.25 * PATIENCE)  # bounded work, whatever the machine
        place = f"{name}:{line}:" if f"{name}:{line}:" in result.stderr else name
        self.check_error(result, 2, place, words)
        self.assertIn(f"{name}:{line}", result.stderr)
        self.assertIn("expected", result.stderr)
        self.assertFalse((self.folder / "out.toml").exists())

    def test_bad_urdf(self):
        for inside, line, words in BAD_URDF:
            with self.subTest(words):
                self.check_bad("r.urdf", f"<robot name='r'>\n{inside}\n</robot>", line, words)

    def test_bad_xacro(self):
        for inside, line, words in BAD_XACRO:
            with self.subTest(words):
                self.check_bad("r.xacro", f"<robot name='r' xmlns:xacro='x'>\n{inside}\n</robot>", line, words)

    def test_bad_sdf(self):
        for inside, line, words in BAD_SDF:
            with self.subTest(words):
                self.check_bad("r.sdf", f"<sdf version='1.7'><model name='m'>\n{inside}\n</model></sdf>", line, words)

    def test_a_rover_comes_in_runs_and_goes_out(self):
        for name in ("six_wheels.urdf.xacro", "six_wheels_parts.xacro"):
            shutil.copy(ROVERS / name, self.folder)
        said = self.run_ok("convert", "six_wheels.urdf.xacro", "--out", "six.toml", "--differential", "left_rocker_joint,right_rocker_joint")
        for words in ("joint 'left_steer' steers wheel 'left_front'", "joint 'pan' is held", "<gazebo> in <robot>", "six.toml"):
            self.assertIn(words, said)
        report = self.run_json("convert", "six_wheels.urdf.xacro", "--out", "six.toml", "--force")
        self.assertEqual(report["kind"], "conversion")
        self.assertIn("--differential", report["warnings"][0])
        self.assertIn("6 wheels", self.run_ok("info", "six.toml"))
        self.run_ok("convert", "six.toml", "--out", "six.urdf")
        self.run_ok("convert", "six.urdf", "--out", "back.toml")
        self.assertEqual((self.folder / "six.toml").read_bytes(), (self.folder / "back.toml").read_bytes())
        self.assertIn("SDF lacks wheels as such", self.run_ok("convert", "six.toml", "--out", "six.sdf"))

    def test_a_rover_with_meshes_runs_where_they_may_be_read_and_reruns_without_them(self):
        package = self.folder / "package"
        (package / "urdf").mkdir(parents=True)
        (package / "meshes").mkdir()
        shutil.copy(ROVERS / "disc.obj", package / "meshes")
        text = (ROVERS / "fixed_arms.urdf").read_text().replace("disc.obj", "../meshes/disc.obj")
        (package / "urdf" / "rover.urdf").write_text(text)
        (package / "package.xml").write_text("<package/>")
        said = self.run_json("convert", "package/urdf/rover.urdf", "--out", "package/urdf/rover.toml")
        self.assertIn("4 meshes that are drawn", said["took"])
        drive = ["run", "drive_flat_soft", "--set", "rover=package/urdf/rover.toml", "--set", "integration.step=0.001", "--set",
                 "duration=0.1", "--set", 'view.plots=["wheel/*/load"]']
        done = self.run_json(*drive, "--out", "drive.h5")
        self.assertEqual(done["status"], "completed")
        (package / "package.xml").unlink()
        self.check_error(run(*drive, cwd=self.folder), 2, "../meshes/disc.obj", "outside the folders")
        shutil.rmtree(package)  # the run file has them
        self.assertIn("identical", self.run_ok("rerun", "drive.h5"))

    def test_info_says_what_is_in_a_file(self):
        for name in ("six_wheels.urdf.xacro", "six_wheels_parts.xacro"):
            shutil.copy(ROVERS / name, self.folder)
        said = self.run_ok("info", "six_wheels.urdf.xacro")
        for words in ("URDF 1.0 of six wheels: 16 links, 15 joints", "37 kg", "left_front (continuous left_front_drive)", "base_footprint"):
            self.assertIn(words, said)
        report = self.run_json("info", "six_wheels.urdf.xacro")
        self.assertEqual(report["links"], 16)
        self.assertAlmostEqual(report["mass"], 37.0)

    def test_wrong_options(self):
        shutil.copy(ROVERS / "differential_bar.sdf", self.folder)
        for options, words in (
                (["--out", "x.png"], ".urdf, .xacro, .sdf or .toml"), (["--out", "x.xacro"], "not written"),
                (["--out", "x.toml", "--wheel", "radius"], "NAME=VALUE"), (["--out", "x.toml", "--wheel", "colour=1"], "no key of [wheel]"),
                (["--out", "x.toml", "--differential", "a"], "LEFT,RIGHT"), (["--out", "x.toml", "--differential", "a,b"], "no joint"),
                (["--out", "x.toml", "--hold", "nothing"], "--hold nothing"), (["--out", "x.toml", "--package", "p=none"], "no such folder")):
            with self.subTest(options):
                self.check_error(run("convert", "differential_bar.sdf", *options, cwd=self.folder), 2, words)
                self.assertFalse((self.folder / "x.toml").exists())
        self.write("taken.toml", "mine = 1\n")
        self.check_error(run("convert", "differential_bar.sdf", "--out", "taken.toml", cwd=self.folder), 2, "taken.toml")

    def test_a_rover_that_was_changed_since_is_kept(self):
        for name in ("out.toml", "out.urdf", "out.sdf"):
            with self.subTest(name):
                command = ["convert", SOURCE / "assets/rovers/viper.toml", "--out", name]
                self.run_ok(*command)
                self.run_ok(*command)  # the same text
                file = self.folder / name
                begun = file.read_text()
                file.write_text(begun + "\n")
                self.check_error(run(*command, cwd=self.folder), 2, name, "changed by hand", "--force")
                self.assertEqual(file.read_text(), begun + "\n")
                self.run_ok(*command, "--force")
                self.assertEqual(file.read_text(), begun)

    def test_a_scenario_with_a_urdf_names_the_command(self):
        self.write("s.toml", "name = 's'\nrover = 'r.urdf'\nduration = 1.0\ngravity = 9.81\n[terrain]\nkind = 'flat'\nsoil = 'bedrock'\n[initial]\nposition = [0.0, 0.0]\n")
        self.write("r.urdf", "<robot name='r'/>")
        self.check_error(run("run", "s.toml", cwd=self.folder), 2, "grouser convert")

    @unittest.skipUnless(shutil.which("check_urdf"), "needs check_urdf (liburdfdom-tools)")
    def test_check_urdf_reads_what_is_written(self):
        for rover in ("exomars_lvm", "rocker_bogie", "viper", "axle_rover"):
            with self.subTest(rover):
                source = SOURCE / f"assets/rovers/{rover}.toml"
                self.run_ok("convert", source, "--out", "r.urdf", "--force")
                result = subprocess.run(["check_urdf", "r.urdf"], cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertIn("Successfully Parsed XML", result.stdout)


if __name__ == "__main__":
    unittest.main()
