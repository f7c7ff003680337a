#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Parameter studies from the command line: the table, its order, stopping and going on, and what is refused."""
import csv
import json
import random
import resource
import signal
import struct
import subprocess
import time
import unittest

import h5py

from geotiff import MARS, geotiff
from grouser_cli import PROGRAM, SOURCE, CliTest, run

SHORT = ["drive_flat_soft", "--set", "duration=0.6"]
GRID = ["--vary", "soil.phi_deg=25:35:10", "--vary", "rover.wheel.radius=0.1425,0.12"]
METRICS = ["--metric", "max_sinkage", "--metric", "peak_wheel_force"]


def rows_kept(records):
    """How many whole records a file of an open shard has: length, hash, content."""
    content = records.read_bytes() if records.exists() else b""
    count = at = 0
    while at + 16 <= len(content) and (end := at + 16 + struct.unpack_from("<Q", content, at)[0]) <= len(content):
        count, at = count + 1, end
    return count


class Sweep(CliTest):
    def rows(self, name="out/table.csv"):
        with open(self.folder / name, newline="") as file:
            return list(csv.DictReader(file))

    def test_two_by_two_in_the_order_of_the_grid(self):
        summary = self.run_json("sweep", *SHORT, *GRID, *METRICS, "--out", "out")
        self.assertEqual([summary[k] for k in ("total", "done", "failed", "resumed", "missing")], [4, 4, 0, 0, 0])
        rows = self.rows()
        self.assertEqual([(r["soil.phi_deg [deg]"], r["rover.wheel.radius [SI]"]) for r in rows],
                         [("25", "0.1425"), ("25", "0.12"), ("35", "0.1425"), ("35", "0.12")])
        # Each row is what `grouser run` says of the same settings.
        for row in rows:
            alone = self.run_json("run", *SHORT, "--set", f"soil.phi_deg={row['soil.phi_deg [deg]']}",
                                  "--set", f"rover.wheel.radius={row['rover.wheel.radius [SI]']}")
            self.assertEqual(float(row["max_sinkage [m]"]), alone["metrics"]["max_sinkage"]["value"])
            self.assertEqual(row["state_hash"], alone["state_hash"])
        with h5py.File(self.folder / summary["table"]) as file:
            self.assertEqual(list(file["table/soil.phi_deg"][:]), [25, 25, 35, 35])
            self.assertEqual(file["table/max_sinkage"].attrs["unit"], b"m")
            self.assertEqual(list(file["table/max_sinkage"][:]), [float(r["max_sinkage [m]"]) for r in rows])
            self.assertEqual(list(file["axes/rover.wheel.radius"][:]), [0.1425, 0.12])
            self.assertIn("hash of rover exomars_lvm", file.attrs)
        self.assertEqual((self.folder / summary["plot"]).read_bytes()[:8], b"\x89PNG\r\n\x1a\n")

    def test_the_plot_has_the_size_of_a_paper(self):
        summary = self.run_json("sweep", *SHORT, *GRID, *METRICS, "--out", "s.svg", "--size", "90mm,120mm")
        self.assertEqual(summary["plot"], "s.svg")
        self.assertIn('width="90.', (self.folder / "s.svg").read_text()[:200])
        wrong = run("sweep", *SHORT, *GRID, *METRICS, "--out", "never", "--size", "90mm", cwd=self.folder)
        self.check_error(wrong, 2, "--size", "two lengths")
        # Fields of six by six values have no room in a flat picture, which is said before the first run.
        six = ["--vary", "soil.phi_deg=25:35:2", "--vary", "rover.wheel.radius=0.12:0.145:0.005", "--out", "never"]
        flat = run("sweep", *SHORT, *six, *METRICS, "--size", "90mm,45mm", cwd=self.folder)
        self.check_error(flat, 2, "a picture of 90 x 45 mm", "rows of fields")
        self.assertFalse((self.folder / "never").exists())

    def test_a_key_that_changes_nothing_is_refused_before_anything_is_written(self):
        """The scenario has a motor of its own, so the rover's is never used."""
        dead = ["sweep", "torque_limited", "--set", "duration=1.2", "--vary", "rover.motor.stall_torque=10,20", "--vary",
                "gravity=3.7,3.8", "--out", "out"]
        self.check_error(run(*dead, cwd=self.folder), 2, "--vary rover.motor.stall_torque", "changes nothing", "motor.stall_torque",
                         "--allow-dead-keys")
        self.assertEqual(list(self.folder.iterdir()), [])
        summary = self.run_json(*dead, "--allow-dead-keys")
        self.assertEqual(summary["done"], 4)
        hashes = [row["state_hash"] for row in self.rows()]
        self.assertEqual(hashes[:2], hashes[2:])
        self.assertNotEqual(hashes[0], hashes[1])

    def test_numbers_of_the_settled_part_and_the_folder_by_default(self):
        """`drawbar_pull` exists only once a run has settled; the sweep knows it beforehand."""
        summary = self.run_json("sweep", "drawbar_pull", "--set", "duration=0.6", "--vary", "soil.phi_deg=25,35",
                                "--metric", "drawbar_pull")
        self.assertEqual(summary["csv"], "drawbar_pull_sweep/table.csv")
        rows = self.rows("drawbar_pull_sweep/table.csv")
        alone = self.run_json("run", "drawbar_pull", "--set", "duration=0.6", "--set", "soil.phi_deg=35")
        self.assertEqual(float(rows[1]["drawbar_pull [N]"]), alone["metrics"]["drawbar_pull"]["value"])

    def test_a_judged_scenario_has_the_verdict_of_the_run_in_every_row(self):
        """A rover let go leaning: at 5 degrees it falls back on its wheels, at 54 it is past its tipping angle of 51."""
        judged = ["free_fall", "--set", "terrain.soil=hard_plate", "--set", "gravity=9.81", "--set", "duration=4", "--set",
                  "initial.settle=false", "--set", "initial.position=[0,0,0.001]", "--set", "verdict.tilt_limit_deg=75"]
        command = ["sweep", *judged, "--vary", "initial.roll_deg=5,54", "--metric", "max_tilt", "--out", "out"]
        printed = self.run_ok(*command)
        rows = self.rows()
        self.assertEqual([r["verdict"] for r in rows], ["timed_out", "tipped"])
        for row in rows:
            alone = self.run_json("run", *judged, "--set", f"initial.roll_deg={row['initial.roll_deg [deg]']}")["verdict"]
            self.assertEqual([row["verdict"], float(row["verdict_time_s [s]"]), row["verdict_reason"]],
                             [alone["name"], alone["time_s"], alone["reason"]])
            self.assertRegex(printed, rf"\b{alone['name']}\b")
        with h5py.File(self.folder / "out/table.h5") as file:
            self.assertEqual([v.decode() for v in file["table/verdict"][:]], ["timed_out", "tipped"])
            self.assertEqual(list(file["table/verdict_time_s"][:]), [float(r["verdict_time_s [s]"]) for r in rows])
        before = (self.folder / "out/table.csv").read_bytes()
        self.assertEqual(self.run_json(*command)["resumed"], 2)
        self.assertEqual((self.folder / "out/table.csv").read_bytes(), before)
        self.run_json("sweep", *SHORT, "--vary", "soil.phi_deg=25", *METRICS, "--out", "plain")
        self.assertNotIn("verdict", self.rows("plain/table.csv")[0])

    def test_the_same_bytes_on_any_number_of_jobs(self):
        for jobs in "12":
            self.run_json("sweep", *SHORT, *GRID, *METRICS, "--out", f"x{jobs}.csv", "--jobs", jobs)
        for suffix in ["csv", "h5", "png"]:
            self.assertEqual((self.folder / f"x1.{suffix}").read_bytes(), (self.folder / f"x2.{suffix}").read_bytes())

    def test_stopped_or_killed_it_goes_on(self):
        """Long rows; what is done when the program ends stays done, and the table is that of one go."""
        command = ["sweep", "drive_flat_soft", "--set", "duration=4", "--vary", "soil.phi_deg=25:32:1", *METRICS, "--jobs", "1"]
        for wanted in [signal.SIGINT, signal.SIGKILL]:
            with self.subTest(wanted.name):
                out = f"{wanted.name}.csv"
                records = self.folder / f"{wanted.name}.rows/shards/000000.rows"
                process = subprocess.Popen([PROGRAM, *command, "--out", out, "--json"], cwd=self.folder,
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                self.addCleanup(process.kill)
                deadline = time.monotonic() + 300
                while rows_kept(records) < 2:
                    self.assertLess(time.monotonic(), deadline)
                    self.assertIsNone(process.poll())
                    time.sleep(0.01)
                process.send_signal(wanted)
                stdout, stderr = process.communicate(timeout=300)
                if wanted == signal.SIGINT:
                    self.assertEqual(process.returncode, 130, stderr)
                    self.assertIn("goes on from here", stderr)
                with open(records, "ab") as file:
                    file.write(struct.pack("<QQ", 300, 12345) + b"cut short")
                summary = self.run_json(*command, "--out", out)
                self.assertEqual((summary["done"], summary["missing"]), (8, 0))
                self.assertGreaterEqual(summary["resumed"], 2)
                self.assertLess(summary["resumed"], 8)
        self.assertEqual((self.folder / "SIGINT.csv").read_bytes(), (self.folder / "SIGKILL.csv").read_bytes())
        self.run_json(*command, "--out", "one_go.csv")
        self.assertEqual((self.folder / "SIGINT.csv").read_bytes(), (self.folder / "one_go.csv").read_bytes())

    def test_killed_at_any_moments_it_ends_in_the_same_table(self):
        command = ["sweep", "drive_flat_soft", "--set", "duration=0.3", "--vary", "soil.phi_deg=20:34:1", "--vary",
                   "rover.wheel.radius=0.12,0.1425", *METRICS, "--jobs", "2"]
        self.run_json(*command, "--out", "one_go")
        chance, resumed = random.Random(20261126), []
        for kill in range(8):
            process = subprocess.Popen([PROGRAM, *command, "--out", "killed", "--json"], cwd=self.folder, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            self.addCleanup(process.kill)
            time.sleep(chance.uniform(0.02, 0.4))
            process.kill()
            process.wait()
            resumed.append(rows_kept(self.folder / "killed/rows/shards/000000.rows"))
        self.assertEqual(resumed, sorted(resumed))
        self.assertGreater(resumed[-1], 0)
        summary = self.run_json(*command, "--out", "killed")
        self.assertEqual((summary["done"], summary["missing"], summary["resumed"]), (30, 0, resumed[-1]))
        for name in ["table.csv", "table.h5", "plot.png"]:
            self.assertEqual((self.folder / "killed" / name).read_bytes(), (self.folder / "one_go" / name).read_bytes(), name)

    def test_a_spoiled_shard_is_run_again(self):
        command = ["sweep", "free_fall", "--set", "duration=0.002", "--vary", "gravity=1:6.129:0.005", "--metric", "climb", "--out", "out"]
        self.assertEqual(self.run_json(*command)["done"], 1026)
        folder = self.folder / "out"
        before = [(folder / name).read_bytes() for name in ["table.csv", "table.h5", "plot.png"]]
        shard = bytearray((folder / "rows/shards/000000.h5").read_bytes())
        shard[len(shard) // 2] ^= 1
        (folder / "rows/shards/000000.h5").write_bytes(shard)
        result = run(*command, "--json", cwd=self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn('"resumed":2,', result.stdout.replace(" ", ""))
        self.assertIn("000000.h5", result.stderr)
        self.assertEqual([(folder / name).read_bytes() for name in ["table.csv", "table.h5", "plot.png"]], before)

    def test_a_row_that_ends_its_process_is_a_row(self):
        """A limit on a process's time of the processor: no row but the long one reaches it."""
        def limit():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_CPU, (3, 3))
        result = subprocess.run([PROGRAM, "sweep", "drive_flat_soft", "--vary", "duration=0.3,100000,0.6", *METRICS, "--jobs", "1", "--out",
                                 "out", "--json"], cwd=self.folder, capture_output=True, text=True, preexec_fn=limit, timeout=300)
        self.assertEqual(result.returncode, 0, result.stderr)
        summary = json.loads(result.stdout)
        self.assertEqual([summary[k] for k in ("done", "failed", "crashed", "bad_input", "missing")], [2, 1, 1, 0, 0])
        self.assertEqual([r["status"] for r in self.rows()], ["completed", "crashed", "completed"])
        self.assertRegex(self.rows()[1]["message"], "ended by signal .*, twice")

    def test_the_rows_of_an_older_version_stay(self):
        journal = b'{"format":"grouser study journal 3","version":"0.1.0"}\n{"values":[25.0]}\n'
        for out, name in [("out", "out/sweep.journal"), ("t.csv", "t.journal")]:
            with self.subTest(out):
                (self.folder / name).parent.mkdir(exist_ok=True)
                (self.folder / name).write_bytes(journal)
                table = (self.folder / name).parent / ("table.csv" if out == "out" else "t.csv")
                table.write_text("of then")
                command = ["sweep", *SHORT, "--vary", "soil.phi_deg=25", *METRICS, "--out", out]
                self.check_error(run(*command, cwd=self.folder), 2, name, "older version", "--fresh")
                self.assertEqual(table.read_text(), "of then")
                self.run_json(*command, "--fresh")
                self.assertEqual(self.run_json(*command)["resumed"], 1)
                self.assertEqual((self.folder / name).read_bytes(), journal)

    def test_its_rows_are_those_of_a_campaign(self):
        summary = self.run_json("sweep", *SHORT, *GRID, *METRICS, "--out", "out")
        self.assertEqual(summary["journal"], "out/rows")
        self.assertEqual(self.run_json("campaign", "status", "out/rows")["completed"], 4)
        self.assertEqual(self.run_json("campaign", "row", "out/rows", "2")["state_hash"], self.rows()[2]["state_hash"])
        with subprocess.Popen([PROGRAM, "sweep", "drive_flat_soft", "--set", "duration=100000", *GRID, "--out", "long"], cwd=self.folder,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            self.addCleanup(process.kill)
            while not (self.folder / "long/rows/campaign.json").exists():
                self.assertIsNone(process.poll())
                time.sleep(0.01)
            self.check_error(run("sweep", "drive_flat_soft", "--set", "duration=100000", *GRID, "--out", "long", cwd=self.folder), 2,
                             "long/rows/lock", "at work")
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(timeout=300), 130)

    def test_a_full_disk_is_told_in_one_line(self):
        """A limit on file sizes stands for it; it spares what is done."""
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        command = ["sweep", "free_fall", "--set", "duration=0.02", "--vary", "gravity=1:9:0.1", "--out", "out", "--json"]
        full = subprocess.run([PROGRAM, *command], cwd=self.folder, capture_output=True, text=True, preexec_fn=limit, timeout=300)
        self.assertEqual((full.returncode, full.stdout), (2, ""), full.stderr)
        self.assertEqual(full.stderr.count("grouser: error: "), 1, full.stderr)
        self.assertIn("room on the disk", full.stderr)
        summary = self.run_json(*command[:-1])
        self.assertEqual((summary["done"], summary["missing"]), (81, 0))
        self.assertGreater(summary["resumed"], 0)

    def test_rows_that_cannot_be_run_keep_their_reason(self):
        """A mass below zero is bad input; a rover that drives off the edge of the terrain fails while running."""
        summary = self.run_json("sweep", *SHORT, "--vary", "rover.body.0.mass=-1,243", *METRICS, "--out", "out")
        self.assertEqual((summary["done"], summary["failed"], summary["bad_input"]), (1, 1, 1))
        bad, good = self.rows()
        self.assertEqual((bad["status"], good["status"]), ("bad_input", "completed"))
        self.assertIn("mass", bad["message"])
        self.assertEqual(bad["max_sinkage [m]"], "")
        (self.folder / "small.tif").write_bytes(geotiff(radius=MARS))  # 64 m: the edge is 32 m from the middle
        summary = self.run_json("sweep", "traverse_mars", "--set", "terrain.file=small.tif", "--set",
                                "initial.position=[29.6, 0]", "--set", "duration=3", "--vary", "drive.speed=0.01,1", *METRICS,
                                "--out", "edge")
        self.assertEqual((summary["done"], summary["failed"], summary["bad_input"]), (1, 1, 0))
        failed = self.rows("edge/table.csv")[1]
        self.assertEqual(failed["status"], "failed")
        self.assertRegex(failed["message"], "front_(left|right)")

    def test_refused_before_any_run(self):
        def refused(*arguments, words):
            result = run("sweep", *arguments, "--out", "out", "--json", cwd=self.folder)
            self.check_error(result, 2, "found", "expected", *words)
            self.assertEqual(list(self.folder.iterdir()), [])
        refused(*SHORT, "--vary", "soil.fi_deg=20,30", words=["fi_deg", "phi_deg"])
        refused(*SHORT, *GRID, "--metric", "max_sinkge", words=["did you mean 'max_sinkage'", "mean_slip"])
        refused(*SHORT, "--vary", "soil.phi_deg=20:30:-1", words=["--vary soil.phi_deg"])
        refused(*SHORT, "--vary", "soil.phi_deg=20,20", words=["twice"])
        refused(*SHORT, "--vary", "soil.phi_deg", words=["soil.phi_deg"])
        refused(*SHORT, "--vary", "rover.body.0.mass=-1,-2", words=["mass"])
        refused("no_such_scenario", *GRID, words=["no_such_scenario"])

    def test_a_changed_input_is_noticed(self):
        soil = (SOURCE / "assets" / "soils" / "wong_LETE_sand.toml").read_text()
        (self.folder / "sand.toml").write_text(soil)
        command = ["sweep", *SHORT, "--set", "terrain.soil=sand.toml", "--vary", "soil.phi_deg=25,30", *METRICS, "--out", "out"]
        scenario = (SOURCE / "assets" / "scenarios" / "drive_flat_soft.toml").read_text()
        (self.folder / "flat.toml").write_text(scenario)
        command[1] = "flat.toml"
        self.run_json(*command)
        self.assertEqual(self.run_json(*command)["resumed"], 2)
        (self.folder / "sand.toml").write_text(soil.replace("cohesion = 1300", "cohesion = 1400"))
        self.check_error(run(*command, cwd=self.folder), 2, "sand.toml has changed", "--fresh")
        self.assertEqual(self.run_json(*command, "--fresh")["resumed"], 0)
        other = [a.replace("soil.phi_deg", "soil.cohesion") for a in command]
        self.check_error(run(*other, cwd=self.folder), 2, "keys", "--fresh")
        more = [a.replace("=25,30", "=30,27.5,25") for a in command]
        self.assertEqual(self.run_json(*more)["resumed"], 2, "a finer grid keeps the rows that are done")
        self.assertEqual([r["soil.phi_deg [deg]"] for r in self.rows()], ["30", "27.5", "25"])
        self.check_error(run(*command, cwd=self.folder), 2, "1 row that this grid has no place for", "--fresh")


if __name__ == "__main__":
    unittest.main()
