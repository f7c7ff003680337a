#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Files of earlier versions (docs/compatibility.md): today's program opens each of them, and `grouser upgrade` writes them in today's
form. Folders are named by the version that wrote the files; run files of former layouts are in tests/simulation/former."""
import gzip
import pathlib
import shutil
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))
from grouser_cli import CliTest, run  # noqa: E402  (its folder is not a package)

FORMER_RUNS = HERE.parent / "simulation" / "former"


class Texts(CliTest):
    def drive(self, soil, *more):
        return self.run_json("run", HERE / "0.1/drive_flat_soft.toml", "--set", "duration=0.3", "--set", f"rover={HERE / '0.1/viper.toml'}",
                             "--set", f"terrain.soil={soil}", *more)

    def test_scenario_rover_and_soil_of_0_1_run(self):
        done = self.drive(HERE / "0.1/wong_LETE_sand.toml")
        self.assertEqual(done["status"], "completed")
        self.assertEqual(done["steps"], 100)  # of 3 ms, as the file says

    def test_an_upgraded_soil_gives_the_same_bits(self):
        report = self.run_json("upgrade", HERE / "0.1/wong_LETE_sand.toml", "--out", "sand.toml")
        self.assertEqual([change["now"] for change in report["changes"]], ["soil_damping_per_area = 30000 N s/m3"])
        text = (self.folder / "sand.toml").read_text()
        self.assertIn("density: dry sand, assumed", text)
        self.assertNotIn("soil_damping ", text)
        before = run("run", HERE / "0.1/drive_flat_soft.toml", "--set", "duration=0.03", "--set",
                     f"terrain.soil={HERE / '0.1/wong_LETE_sand.toml'}", cwd=self.folder)
        self.assertIn("soil_damping = 300", before.stdout + before.stderr)  # the note that the upgrade removes
        # the soils have different names, so the hashes of the states are compared and not the inputs
        self.assertEqual(self.drive("sand.toml")["state_hash"], self.drive(HERE / "0.1/wong_LETE_sand.toml")["state_hash"])

    def test_a_comment_and_every_digit_of_a_renamed_key_are_kept(self):
        text = (HERE / "0.1/wong_LETE_sand.toml").read_text()
        old = next(line for line in text.splitlines(True) if line.startswith("soil_damping"))
        (self.folder / "old.toml").write_text(text.replace(old, "soil_damping = 123.456789  # N s/m, of our own drop tests\n"))
        self.run_ok("upgrade", "old.toml", "--out", "new.toml")
        line = next(line for line in (self.folder / "new.toml").read_text().splitlines() if line.startswith("soil_damping_per_area = "))
        value, comment = line.removeprefix("soil_damping_per_area = ").split("  # ")
        self.assertEqual(float(value), 123.456789 / 0.01)
        self.assertEqual(comment, "N s/m3; of soil_damping = 123.456789: N s/m, of our own drop tests")

    def test_what_needs_no_upgrade_is_copied(self):
        result = run("upgrade", HERE / "0.1/viper.toml", "--out", "viper.toml", cwd=self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("copied as it is", result.stdout + result.stderr)
        self.assertEqual((self.folder / "viper.toml").read_text(), (HERE / "0.1/viper.toml").read_text())

    def test_what_cannot_be_upgraded_is_refused(self):
        (self.folder / "a.txt").write_text("no file of ours")
        (self.folder / "broken.toml").write_text("units = ")
        for name in ("a.txt", "broken.toml", "missing.h5"):
            result = run("upgrade", name, "--out", "new.toml", cwd=self.folder)
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIn(name, result.stderr)
            self.assertFalse((self.folder / "new.toml").exists())


class Runs(CliTest):
    def test_runs_of_former_layouts_open_and_are_upgraded(self):
        packed = sorted(FORMER_RUNS.glob("*.h5.gz"))
        self.assertGreaterEqual(len(packed), 3)
        for path in packed:
            old = self.folder / path.stem
            with gzip.open(path) as source, old.open("wb") as target:
                shutil.copyfileobj(source, target)
            before = self.run_json("info", old.name)
            report = self.run_json("upgrade", old.name, "--out", "new.h5")
            self.assertEqual(report["frames_lost"], 0)
            after = self.run_json("info", "new.h5")
            for key in ("frames", "scenario", "metrics"):
                self.assertEqual(before.get(key), after.get(key), key)
            same = self.run_json("compare", old.name, "new.h5")
            self.assertTrue(all(channel.get("largest", 0) == 0 for channel in same.get("channels", [])), same)
            (self.folder / "new.h5").unlink()


class FilesOf02(CliTest):
    """A scenario, a rover, a lander, a soil with its uncertainty, a recipe, a map with rocks and soils, a campaign and its folder, a run
    file and a set of measurements, as 0.2.0 has them."""

    def setUp(self):
        super().setUp()
        shutil.copytree(HERE / "0.2", self.folder, dirs_exist_ok=True)
        for path in self.folder.rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)

    def test_a_scenario_runs_on_its_own_rover_soil_and_map(self):
        done = self.run_json("run", "drive.toml")
        self.assertEqual((done["status"], done["steps"]), ("completed", 300))
        self.assertEqual(done["verdict"]["outcome"], "success")

    def test_a_run_file_opens_and_repeats(self):
        (self.folder / "drive.h5").write_bytes(gzip.decompress((self.folder / "drive.h5.gz").read_bytes()))
        self.assertEqual(self.run_json("info", "drive.h5")["scenario"], "drive")
        self.run_ok("export", "drive.h5", "--csv", "frames")
        self.run_ok("resume", "drive.h5", "--at", "0", "--set", "duration=0.02", "--out", "on.h5")

    def test_soil_lander_recipe_and_map(self):
        self.assertTrue(self.run_json("wheel", "--soil", "fitted_sand.toml", "--slip", "0.2")["rows"])
        self.assertEqual(self.run_json("run", "landing.toml")["status"], "completed")
        self.run_ok("terrain", "make", "field.toml", "--out", "again.tif")
        again, kept = (self.run_json("terrain", "info", name) for name in ("again.tif", "map.tif"))
        self.assertEqual((again["lowest"], again["highest"]), (kept["lowest"], kept["highest"]))
        self.assertIn("rock", self.run_ok("soilmap", "info", "soils.tif", "--terrain", "map.tif"))
        self.run_ok("soilmap", "paint", "soils.tif", "--undo")

    def test_a_campaign_and_the_folder_of_its_rows(self):
        counts = self.run_json("campaign", "status", "campaign")
        self.assertEqual((counts["rows"], counts["completed"]), (4, 4))
        self.run_ok("campaign", "merge", "campaign")
        self.run_ok("campaign", "run", "campaign.toml", "--out", "new")

    def test_a_set_of_measurements(self):
        self.assertEqual(self.run_json("validate", "sets")["counts"]["holds"], 1)


if __name__ == "__main__":
    unittest.main()
