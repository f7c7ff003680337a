#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What a person gets wrong on the command line, and what they are told: one line of a length that can be read, the word they
may have meant, and where the wrong value came from."""
import re
import shutil
import unittest

from grouser_cli import SOURCE, CliTest, run

LONGEST = 1500  # bytes of a line of error


class Mistakes(CliTest):
    def refused(self, *arguments, words=(), without=()):
        result = run(*arguments, cwd=self.folder)
        self.check_error(result, 2, *words)
        self.assertLess(len(result.stderr.encode()), LONGEST, arguments)
        for word in without:
            self.assertNotIn(word, result.stderr, arguments)

    def test_an_unknown_id_gets_the_nearest_not_a_list(self):
        for arguments, near in [(["run", "wheel_drop_20"], "wheel_drop_200"), (["info", "wheel_drop_20"], "wheel_drop_200"),
                                (["wheel", "--soil", "wong_LETE_snd"], "wong_LETE_sand"),
                                (["gradeability", "--rover", "vipr", "--tilt", "0"], "viper"),
                                (["placement", "--lander", "exomars", "--terrain", "drive_flat_soft"], "exomars_platform"),
                                (["placement", "--terrain", "drive_flat_sof"], "drive_flat_soft"),
                                (["traverse", "traverse_mar"], "traverse_mars"),
                                (["sweep", "drive_flt_soft", "--vary", "gravity=1,2"], "drive_flat_soft"),
                                (["run", "wheel_drop_200", "--set", "rover=vipr"], "viper"),
                                (["run", "drive_flat_soft", "--set", "terrain.soil=DLR_sim_C"], "DLR_sim_A"),
                                (["soilmap", "new", SOURCE / "terrains" / "mars_made.toml", "--class", "a=bedrok", "--out", "m.tif"],
                                 "bedrock")]:
            with self.subTest(arguments=arguments):
                self.refused(*arguments, words=["did you mean", f"'{near}'"], without=["CMU_sand_smooth", "accelerate_brake"])

    def test_an_id_of_another_kind_is_told(self):
        self.refused("run", "viper", words=["one of the rovers"])
        self.refused("wheel", "--soil", "viper", words=["one of the rovers"])
        self.refused("placement", "--lander", "viper", "--terrain", "drive_flat_soft", words=["one of the rovers"])

    def test_a_file_of_another_kind_is_named_as_what_it_is(self):
        rover, soil = SOURCE / "assets/rovers/viper.toml", SOURCE / "assets/soils/wong_LETE_sand.toml"
        scenario = SOURCE / "assets/scenarios/drive_flat_soft.toml"
        self.refused("run", rover, words=["found a rover", "expected a scenario"])
        self.refused("run", soil, words=["found a soil", "expected a scenario"])
        self.refused("wheel", "--soil", scenario, words=["found a scenario", "expected a soil"])
        self.refused("placement", "--terrain", "drive_flat_soft", "--lander", soil, words=["found a soil"])
        self.refused("placement", "--terrain", rover, words=["found a rover"])
        self.refused("campaign", "run", scenario, "--out", "c", words=["found a scenario", "expected a campaign"])

    def test_the_file_in_the_folder_is_meant_by_a_name_without_its_ending(self):
        shutil.copy(SOURCE / "assets/scenarios/drive_flat_soft.toml", self.folder / "flat.toml")
        self.refused("run", "flat", words=["'flat'", "did you mean './flat.toml'"])
        self.refused("run", "flatt", words=["did you mean './flat.toml'"])

    def test_a_name_with_an_ending_gets_the_nearest_file(self):
        shutil.copy(SOURCE / "assets/scenarios/drive_flat_soft.toml", self.folder / "s_base.toml")
        shutil.copy(SOURCE / "assets/rovers/viper.toml", self.folder / "scout.toml")
        self.refused("run", "s_bse.toml", words=["no such file, did you mean 's_base.toml'?"])
        self.refused("run", self.folder / "s_bse.toml", words=["did you mean", "s_base.toml'?"])
        self.refused("info", "scuot.toml", words=["did you mean 'scout.toml'"])
        self.refused("info", "scuot", words=["did you mean 'scout.toml'"])
        self.refused("run", "s_base.toml", "--set", "rover=scot.toml", words=["did you mean 'scout.toml'"])
        self.refused("campaign", "run", "s_bse.toml", "--out", "c", words=["did you mean 's_base.toml'"])
        # only files that the command takes
        self.refused("run", "scout", words=["'scout'"], without=["scout.toml"])
        self.refused("run", "scot.toml", words=["scot.toml: found no such file"], without=["'scout.toml'"])
        self.refused("stepup", "scout.toml", words=["found a rover", "expected a step up"])

    def test_unknown_arguments_stand_as_they_were_typed(self):
        self.refused("run", "drive_flat_soft", "--csv", "x.csv", words=["--csv x.csv"], without=["x.csv --csv"])

    def test_what_a_rover_file_gets_wrong(self):
        whole = (SOURCE / "assets/rovers/viper.toml").read_text()

        def rover(name, text):
            (self.folder / name).write_text(text)
            return name
        twice = whole.replace('name = "wheel_front_right"', 'name = "wheel_front_left"', 1)
        self.refused("info", rover("twice.toml", twice), words=["two [[body]] with the name 'wheel_front_left'"])
        self.refused("info", rover("comma.toml", re.sub(r"^radius = .*", "radius = 0,15", whole, count=1, flags=re.M)),
                     words=["'0,15'", "0.15"])
        self.refused("info", rover("one.toml", whole.replace("[[body]]", "[body]")), words=["[[body]]"])
        bare = re.sub(r"\[\[wheels\]\]\n(\w+ = .*\n)+", "", whole)
        self.refused("info", rover("bare.toml", bare), words=["[wheel] without a [[wheels]]"], without=["one of: \n"])
        masses = re.sub(r"^mass = .*\n", "", whole, flags=re.M)
        self.refused("info", rover("light.toml", masses), words=["keys missing", "body.chassis.mass", "kg"])
        for one, several in (("body", "bodies"), ("joint", "joints")):
            text = whole.replace(f"[[{one}]]", f"[[{several}]]")
            self.refused("info", rover("many.toml", text), words=[f"[[{several}]]", f"expected [[{one}]] for each"])
        self.refused("info", rover("list.toml", whole.replace("[[wheels]]", "[[wheel]]")),
                     words=["[[wheel]] beside a table [wheel]", "such as [[wheels]]"], without=["not TOML"])

    def test_all_missing_keys_of_a_file_are_named_at_once(self):
        def file(name, text):
            (self.folder / name).write_text(text)
            return name
        self.refused("run", file("scenario.toml", 'units = "SI"\nrover = "viper"\n[terrain]\n'),
                     words=["4 keys missing (name, duration, gravity, initial)", "m/s2", "where the rover starts"], without=["not_given"])
        self.refused("campaign", "run", file("plan.toml", 'plan = "random"\n'), "--out", "c",
                     words=["2 keys missing (scenario, samples)"])
        self.refused("terrain", "make", file("recipe.toml", 'title = "a"\n'), "--out", "x.tif",
                     words=["keys missing (", "cell", "size"])

    def test_a_friction_angle_in_radians_is_refused(self):
        soil = (SOURCE / "assets/soils/wong_LETE_sand.toml").read_text()
        (self.folder / "s.toml").write_text(re.sub(r"^phi_deg = .*", "phi_deg = 0.54", soil, flags=re.M))
        self.refused("wheel", "--soil", "./s.toml", words=["phi_deg", "0.54 deg", "30.9"])

    def test_a_setting_is_named_as_it_was_given_not_the_file_it_changes(self):
        for key, value in [("rover.wheel.radius", "-1"), ("rover.body.0.mass", "-1"), ("rover.body.chassis.mass", "-1"),
                           ("gravity", "1e300"), ("gravity", "fast"), ("nonsense", "1"), ("rover.wheel.raduis", "1"),
                           ("terrain.soil", "none_such"), ("rover", "vipr"), ("integration.method", "rk5")]:
            with self.subTest(key=key):
                self.refused("run", "wheel_drop_200", "--set", f"{key}={value}", words=[f"--set {key}={value}"],
                             without=[".toml", "00000000"])
        self.refused("sweep", "wheel_drop_200", "--vary", "rover.body.chassis.mass=-1,-2",
                     words=["varied rover.body.chassis.mass=-1"], without=[".toml"])
        self.refused("run", "wheel_drop_200", "--set", "rover.body.chasis.mass=1",
                     words=["--set rover.body.chasis.mass=1: found no table 'chasis'", "did you mean 'chassis'"])
        self.refused("sweep", "wheel_drop_200", "--vary", "gravity", words=["--vary: found 'gravity'"])
        self.refused("terrain", "make", SOURCE / "terrains" / "mars_made.toml", "--seed", "x", "--out", "x.tif", words=["--seed x"],
                     without=[".toml"])

    def test_loops_that_do_not_close_and_solvers_without_rows_are_refused(self):
        self.refused("run", "differential_bar", "--set", "rover=rocker_bogie_bar", "--set", "rover.loop_joint.left_rod.length=3",
                     words=["loop joint 'left_rod'", "does not close", "m is left"])
        for key, value in (("solver", "plu"), ("product", "dense"), ("numbering", "rcm")):
            self.refused("run", "europa_landing", "--set", f"integration.{key}={value}",
                         words=[f"--set integration.{key}={value}", "formulation = \"constrained\""])
        self.refused("run", "europa_landing", "--set", "integration.formulation=constrained", "--set", "integration.solver=cholesky",
                     words=["--set integration.solver=cholesky", "banded_cholesky"])

    def test_what_rests_in_orbit_does_not_fail_for_rounding(self):
        result = run("run", "docking_smart_olev", "--set", "duration=0.01", "--json", cwd=self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_a_table_of_a_list_is_named_by_its_name(self):
        rover = (SOURCE / "assets" / "rovers" / "exomars_lvm.toml").read_text()
        at = rover.index("mass = ", rover.index("[[body]]", rover.index("[[body]]") + 1))
        (self.folder / "r.toml").write_text(rover[:at] + "mass = -" + rover[at + 7:])
        self.refused("run", "wheel_drop_200", "--set", "rover=r.toml", words=["r.toml:", "body.", ".mass: found -"],
                     without=["body.1.mass"])

    def test_the_list_of_wheel_keys_has_every_key(self):
        self.refused("run", "wheel_drop_200", "--set", "rover.wheel.slip_raduis=1",
                     words=["did you mean 'slip_radius'", "slices, slip_radius"])

    def test_a_run_file_in_the_place_of_a_scenario_and_the_reverse(self):
        self.run_ok("run", "wheel_drop_200", "--set", "duration=0.1", "--out", "drop.h5")
        shutil.copy(SOURCE / "assets" / "scenarios" / "wheel_drop_200.toml", self.folder / "drop.toml")
        for command in [["run", "drop.h5"], ["sweep", "drop.h5", "--vary", "gravity=1,2"], ["traverse", "drop.h5"]]:
            self.refused(*command, words=["a run file", "grouser rerun"], without=["utf-8"])
        self.refused("gradeability", "--rover", "drop.h5", "--tilt", "0", words=["a run file"], without=["utf-8"])
        self.refused("wheel", "--soil", "drop.h5", words=["a run file"], without=["utf-8"])
        self.refused("gradeability", "--tilt", "0", "--measured", "drop.h5", words=["a run file"])
        self.refused("traverse", "traverse_mars", "--path", "./drop.h5", words=["drop.h5"])
        for command in [["rerun"], ["plot", "--y", "x", "--png", "p.png"], ["export", "--csv", "d"], ["repair"]]:
            self.refused(command[0], "drop.toml", *command[1:], words=["a TOML file", "grouser run"])
        self.refused("compare", "drop.h5", "drop.toml", words=["a TOML file", "grouser run"])
        for command in [["terrain", "info"], ["terrain", "clean", "--out", "c.tif"],
                        ["terrain", "import", "--window", "0,0,9,9", "--out", "c.tif"], ["soilmap", "info"],
                        ["placement", "--terrain"]]:
            words = command[:2] if command[0] != "placement" else command
            rest = command[2:]
            self.refused(*words, "drop.h5", *rest, words=["a run file", "grouser info"], without=["band"])
        self.refused("terrain", "info", "drop.toml", words=["a TOML file"])

    def test_names_of_channels(self):
        self.run_ok("run", "wheel_drop_200", "--set", "duration=0.1", "--out", "drop.h5")
        self.refused("plot", "drop.h5", "--y", "wheel/front_left/lod", "--png", "p.png", words=["'wheel/front_left/load'"])
        self.refused("plot", "drop.h5", "--y", "wheel/*/lod", "--png", "p.png", words=["'wheel/*/load'"])
        self.refused("plot", "drop.h5", "--y", "chassis/pitch", "--from", "nan", "--png", "p.png", words=["nan"])
        self.refused("compare", "drop.h5", "drop.h5", "--channel", "chassis/pich", words=["'chassis/pitch'"])

    def test_no_line_of_error_is_longer_than_a_person_reads(self):
        long_word = "x" * 60000
        for arguments in [["run", long_word], ["info", long_word], ["run", "wheel_drop_200", "--set", f"{long_word}=1"],
                          ["run", "wheel_drop_200", "--set", f"rover.wheel.{long_word}=1"],
                          ["run", "wheel_drop_200", "--set", f"gravity={long_word}"], [long_word], ["--" + long_word],
                          ["run", "wheel_drop_200", "--set", f"rover={long_word}"],
                          ["wheel", "--slip", long_word], ["traverse", "traverse_mars", "--path", long_word],
                          ["placement", "--terrain", "drive_flat_soft", "--envelope", long_word],
                          ["wheel", "--grouser-count", "1.5"], ["gradeability", "--tilt", "9" * 5000]]:
            with self.subTest(arguments=[a[:40] for a in arguments]):
                self.refused(*arguments)
        many = "".join(f"key_{i} = {i}\n" for i in range(5000))
        (self.folder / "many.toml").write_text(many)
        self.refused("run", "many.toml")
        (self.folder / "deep.toml").write_text(f'rover = "{long_word}"\n')
        self.refused("run", "deep.toml")


class Info(CliTest):
    def test_info_takes_ids_as_run_does(self):
        for name, kind in [("wheel_drop_200", "scenario"), ("viper", "rover"), ("exomars_platform", "rover"), ("es1", "soil"),
                           ("terrains/mars_made.toml", "recipe")]:
            self.assertEqual(self.run_json("info", name)["kind"], kind)  # from a folder that is no checkout

    def test_the_hint_of_soils_works_anywhere(self):
        hint = self.run_ok("soils").strip().splitlines()[-1]
        self.assertIn("grouser info ID", hint)
        self.assertIn("es1", self.run_ok("info", "es1"))

    def test_info_of_a_run_is_a_page(self):
        self.run_ok("run", "wheel_drop_200", "--set", "duration=0.1", "--out", "drop.h5")
        page = self.run_ok("info", "drop.h5")
        self.assertLessEqual(page.count("\n"), 40)
        for word in ["peak_wheel_force", "314 channels", "--channels", "rover exomars_lvm"]:
            self.assertIn(word, page)
        self.assertNotIn("wheel/front_left/slip ", page)
        channels = self.run_ok("info", "drop.h5", "--channels")
        self.assertIn("wheel/front_left/slip ", channels)
        everything = self.run_ok("info", "drop.h5", "--all")
        self.assertIn("wheel/front_left/slip ", everything)
        self.assertIn("smallest_step", everything)
        self.assertEqual(len(self.run_json("info", "drop.h5")["channels"]), 314)  # JSON has all as ever

    def test_headline_metrics_come_first_and_peaks_say_of_what(self):
        lines = self.run_ok("run", "drive_flat_soft", "--set", "duration=0.2").splitlines()
        names = [line.split()[0] if line.split() else "" for line in lines[1:]]
        headline = ["distance", "mean_slip", "max_sinkage", "peak_wheel_force", "motor_work", "energy_ledger_error"]
        last = max(names.index(name) for name in headline)
        for name in ["force_evaluations", "smallest_step", "simulated", "state_hash"]:
            self.assertGreater(names.index(name), last)
        peak = lines[1 + names.index("peak_wheel_force")]
        self.assertIn("any step", peak)
        self.assertIn("at frames", peak)
        report = self.run_json("run", "drive_flat_soft", "--set", "duration=0.2")
        self.assertEqual(list(report["metrics"]), sorted(report["metrics"]))  # for programs as ever


class Shown(CliTest):
    """Text of files and arguments does not act on the terminal."""
    ESCAPES = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202egnp\u2066"

    def clean(self, result):
        for text in (result.stdout, result.stderr):
            for c in text:
                self.assertTrue(c in "\n\t" or (ord(c) >= 0x20 and not 0x7f <= ord(c) < 0xa0 and c not in "\u202e\u2066"), repr(c))

    def test_arguments(self):
        for arguments in [["run", self.ESCAPES], [self.ESCAPES], ["--" + self.ESCAPES], ["wheel", "--soil", self.ESCAPES],
                          ["run", "wheel_drop_200", "--set", self.ESCAPES], ["info", self.ESCAPES, "--json"]]:
            result = run(*arguments, cwd=self.folder)
            self.assertEqual(result.returncode, 2)
            self.clean(result)
            self.assertEqual(result.stderr.count("\n"), 1)

    def test_files(self):
        escaped = self.ESCAPES.encode("unicode-escape").decode().replace("\\x", "\\u00")
        soil = (SOURCE / "assets" / "soils" / "es1.toml").read_text()
        (self.folder / "s.toml").write_text(soil.replace('name = "', f'name = "{escaped}\\nnote: forged', 1))
        (self.folder / "key.toml").write_text(f'units = "SI"\n"{escaped}" = 1\n')
        for arguments in [["info", "s.toml"], ["info", "s.toml", "--json"], ["wheel", "--soil", "s.toml", "--slip", "0.1"],
                          ["run", "key.toml"], ["info", "key.toml"]]:
            result = run(*arguments, cwd=self.folder)
            self.clean(result)
            self.assertNotIn("\nnote: forged", result.stdout)

    def test_bytes_that_are_no_text(self):
        import os
        import subprocess
        from grouser_cli import PROGRAM
        result = subprocess.run([PROGRAM.encode(), b"run", b"a\x9b\xff\x1b[0m"], capture_output=True)
        self.assertEqual(result.returncode, 2)
        self.clean(subprocess.CompletedProcess([], 2, result.stdout.decode(), result.stderr.decode()))


if __name__ == "__main__":
    unittest.main()
