#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""grouser campaign: the same table however it is run, rows that can be repeated, what is refused."""
import hashlib
import json
import math
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import h5py

from grouser_cli import alone, PROGRAM, SOURCE, CliTest, run

FALL = """
scenario = "free_fall"
samples = 30
seed = 7
keep = ["worst 2 peak_wheel_force", "first 1 status=failed"]
cross.gravity = [3.71, 9.81]
[set]
duration = 0.15
[draw]
"initial.position.2" = { normal = [0.01, 0.02], above = 0.001 }
"initial.roll_deg" = { uniform = [-5, 5] }
"rover.body.chassis.mass" = { normal_relative = 0.05 }
"rover.wheel*.radius" = { normal_relative = 0.01, shared = true }
"terrain.soil" = { discrete = ["hard_plate", "bedrock"], weights = [3, 1] }
"""
FEW = FALL.replace("samples = 30", "samples = 8")
SLOW = FALL.replace("duration = 0.15", "duration = 3.0")


class CampaignTest(CliTest):
    def write(self, text, name="fall.toml"):
        (self.folder / name).write_text(text)
        return name

    def sha(self, out):
        return hashlib.sha256((self.folder / out / "table.h5").read_bytes()).hexdigest()

    def column(self, out, name):
        with h5py.File(self.folder / out / "table.h5") as file:
            cells = file["table"][name][:]
        return [c.decode() for c in cells] if cells.dtype.kind == "S" else list(cells)

    def start(self, *arguments):
        process = subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True)
        self.addCleanup(process.kill)
        return process

    def wait_for_rows(self, process, out):
        rows = self.folder / out / "shards/000000.rows"
        deadline = time.monotonic() + 60
        while not rows.exists() or rows.stat().st_size == 0:
            self.assertLess(time.monotonic(), deadline)
            self.assertIsNone(process.poll(), "ended before its first row")
            time.sleep(0.005)

    def test_what_a_kill_before_the_first_row_leaves_is_no_hindrance(self):
        self.write(FALL)
        left = self.folder / "begun" / ".grouser-campaign-0123456789abcdef.json"
        left.parent.mkdir()
        left.write_text("{")
        self.assertEqual(self.run_json("campaign", "run", "fall.toml", "--out", "begun")["done"], 60)
        self.assertFalse(left.exists())

    def test_the_same_table_from_any_threads_and_kills(self):
        self.write(FALL)
        one = self.run_json("campaign", "run", "fall.toml", "--out", "one", "--threads", 1)
        self.assertEqual((one["rows"], one["done"], one["missing"], one["completed"]), (60, 60, 0, 60))
        self.run_json("campaign", "run", "fall.toml", "--out", "two", "--threads", 2)
        self.assertEqual(self.sha("one"), self.sha("two"))
        chance = random.Random(5)
        for kill in range(5):
            process = self.start("campaign", "run", "fall.toml", "--out", "killed", "--threads", 2)
            time.sleep(chance.uniform(0.05, 0.3))
            process.kill()
            process.communicate()
        self.run_json("campaign", "run", "fall.toml", "--out", "killed")
        self.assertEqual(self.sha("one"), self.sha("killed"))
        before = (self.folder / "killed/table.h5").read_bytes()
        again = self.run_json("campaign", "run", "fall.toml", "--out", "killed", "--csv")
        self.assertEqual(again["resumed"], 60)
        self.assertEqual((self.folder / "killed/table.h5").read_bytes(), before)
        self.assertEqual((self.folder / "killed/table.csv").read_text().count("\n"), 61)
        for first, second in [("one", "killed")]:  # the same draws for both gravities
            roll = self.column(first, "initial.roll_deg")
            self.assertEqual(roll[0::2], roll[1::2])
            self.assertEqual(self.column(first, "gravity")[:2], ["3.71", "9.81"])
            self.assertEqual(roll, self.column(second, "initial.roll_deg"))
        self.assertEqual(set(self.column("one", "terrain.soil")), {"hard_plate", "bedrock"})

    def test_a_row_alone_is_the_row_of_the_table(self):
        self.write(FALL)
        kept = self.run_json("campaign", "run", "fall.toml", "--out", "out")["kept"]
        hashes, peaks = self.column("out", "state_hash"), self.column("out", "peak_wheel_force")
        worst = sorted(range(60), key=lambda row: -peaks[row])[:2]
        self.assertEqual(sorted(kept), [f"out/kept/row_{row:06}.h5" for row in sorted(worst)])
        row = self.run_json("campaign", "row", "out", 17, "--out", "row.h5")
        self.assertEqual((row["state_hash"], row["same"]), (hashes[17], True))
        settings = [argument for text in row["set"] for argument in ("--set", text)]
        self.assertEqual(self.run_json("run", row["scenario"], *settings)["state_hash"], hashes[17])
        self.assertIn("identical", self.run_ok("rerun", "row.h5"))
        self.assertIn("identical", self.run_ok("rerun", kept[0]))

    def test_failures_are_rows(self):
        text = FALL.replace('"rover.body.chassis.mass" = { normal_relative = 0.05 }',
                            '"rover.body.chassis.mass" = { discrete = [-1, 200] }').replace("samples = 30", "samples = 10")
        self.write("budget_steps = 100\n" + text)
        out = self.run_json("campaign", "run", "fall.toml", "--out", "out", code=1)
        self.assertEqual(out["bad_input"] + out["over_budget"], 20)
        for status, reason, steps in zip(self.column("out", "status"), self.column("out", "reason"), self.column("out", "steps")):
            if status == "bad_input":
                self.assertIn("mass", reason)
            else:
                self.assertEqual((status, steps), ("over_budget", 100))
                self.assertIn("budget of 100 steps", reason)
        self.assertEqual(self.run_json("campaign", "status", "out")["over_budget"], out["over_budget"])
        report = self.run_json("campaign", "report", "out")
        shares = report["groups"][0]["shares"]["status"]
        self.assertEqual(sum(s["count"] for s in shares.values()), 10)

    def test_a_draw_that_changes_nothing_is_refused_with_its_line(self):
        text = """
scenario = "torque_limited"
samples = 4
set.duration = 0.1
draw."rover.motor.stall_torque" = { uniform = [10, 20] }
draw.gravity = { uniform = [3, 4] }
"""
        self.write(text, "dead.toml")
        self.check_error(run("campaign", "run", "dead.toml", "--out", "out", cwd=self.folder), 2, "dead.toml:5",
                         "rover.motor.stall_torque", "changes nothing", "allow_dead_keys")
        self.assertFalse((self.folder / "out").exists())
        self.write("allow_dead_keys = true" + text, "dead.toml")
        self.assertEqual(self.run_json("campaign", "run", "dead.toml", "--out", "out")["completed"], 4)
        self.write(text, "dead.toml")  # rows that are there go on
        self.assertEqual(self.run_json("campaign", "run", "dead.toml", "--out", "out")["resumed"], 4)

    def test_the_first_campaign_of_the_manual_runs(self):
        page = (SOURCE / "docs" / "campaigns.md").read_text()
        plan = re.search(r"```toml\n# landings\.toml\n(.*?)```", page, re.DOTALL).group(1)
        self.assertIn("samples = 10\n", plan)
        self.write(plan.replace("samples = 10\n", "samples = 3\n"), "landings.toml")
        for line in re.findall(r"^    (grouser campaign (?:run|status|report) landings\S*(?: --out landings)?)", page, re.MULTILINE)[:3]:
            command = line.split()[1:]
            done = run(*command, cwd=self.folder)
            self.assertEqual(done.returncode, 0, line + "\n" + done.stderr)
        self.assertEqual(self.column("landings", "status"), ["completed"] * 3)
        # The rate of descent that a row draws is the stage's, so no two rows come down alike.
        self.assertEqual(len(set(self.column("landings", "peak_wheel_force"))), 3)

    def test_the_report_has_the_share_of_success(self):
        """On rock a rover at speed v has driven v t: 0.15 m or more in the 3 s of driving at 0.05 m/s and above, but for the ramp."""
        self.write("""
scenario = "drive_flat_soft"
plan = "grid"
set.duration = 4.0
set."terrain.soil" = "bedrock"
set."drive.start" = 0.5
set."verdict.success.distance.above" = 0.15
draw."drive.speed" = { grid = [0.02, 0.03, 0.08, 0.1, 0.12] }
""", "goal.toml")
        self.run_json("campaign", "run", "goal.toml", "--out", "out")
        self.assertEqual(self.column("out", "verdict"), ["timed_out", "timed_out", "success", "success", "success"])
        shares = self.run_json("campaign", "report", "out")["groups"][0]["shares"]["verdict"]
        self.assertEqual((shares["success"]["count"], shares["success"]["share"]), (3, 0.6))
        self.assertLess(shares["success"]["low"], 0.6)
        self.assertIn("success", self.run_ok("campaign", "report", "out"))

    def test_a_campaign_of_landings_has_verdicts_and_a_page(self):
        self.write("""
scenario = "europa_landing"
samples = 6
seed = 7
cross.lander = ["europa_stiff", "europa_shock"]
set.duration = 1.0
draw."initial_lander.velocity.2" = { normal = [-3.0, 1.0], below = -0.5, outside = "redraw" }
""", "land.toml")
        self.run_json("campaign", "run", "land.toml", "--out", "out")
        self.assertEqual(set(self.column("out", "verdict")), {"timed_out"})
        report = self.run_json("campaign", "report", "out", "--show", "landing_peak_acceleration", "--wilson")
        units = {name: m["unit"] for name, m in report["groups"][0]["metrics"].items()}
        self.assertEqual([units[name] for name in ("foot_1_first_touch", "foot_1_touch_order", "least_hull_clearance", "hip_1_peak_moment_x")],
                         ["s", "-", "m", "N m"])
        self.assertEqual([group["group"] for group in report["groups"]], ["europa_shock", "europa_stiff"])
        # sample by sample: shock-absorbing less stiff, of the same draws
        peaks, landers = self.column("out", "landing_peak_acceleration"), self.column("out", "lander")
        of = {name: [p for p, lander in zip(peaks, landers) if lander == name] for name in set(landers)}
        differences = [a - b for a, b in zip(of["europa_shock"], of["europa_stiff"])]
        found = report["differences"][0]["metrics"]["landing_peak_acceleration"]
        self.assertEqual(found["count"], 6)
        self.assertAlmostEqual(found["mean"], sum(differences) / 6, delta=1e-12 * max(peaks))
        self.assertTrue(found["low"] < found["mean"] < found["high"])
        page = (self.folder / "out" / "report.html").read_text()
        self.assertIn("<svg", page)
        self.assertIn("europa_shock less europa_stiff", page)
        self.assertNotIn("http://", page.replace("http://www.w3.org", ""))
        self.check_error(run("campaign", "report", "out", "--show", "peak_colour", cwd=self.folder), 2, "a metric of the campaign")

    def run_json(self, *arguments, code=0, **options):
        result = run(*arguments, "--json", cwd=self.folder, **options)
        self.assertEqual(result.returncode, code, f"{arguments}: {result.stderr}")
        return json.loads(result.stdout)

    def test_a_grown_campaign_is_one_begun_with_as_many(self):
        self.write(FEW)
        self.write(FEW.replace("samples = 8", "samples = 12"), "more.toml")
        self.run_json("campaign", "run", "fall.toml", "--out", "grown")
        grown = self.run_json("campaign", "grow", "grown", "--samples", 12)
        self.assertEqual((grown["resumed"], grown["done"]), (16, 24))
        self.run_json("campaign", "run", "more.toml", "--out", "more")
        self.assertEqual(self.sha("grown"), self.sha("more"))
        report = self.run_json("campaign", "report", "grown")
        self.assertEqual([group["group"] for group in report["groups"]], ["3.71", "9.81"])
        peaks = self.column("grown", "peak_wheel_force")[0::2]
        found = report["groups"][0]["metrics"]["peak_wheel_force"]
        self.assertAlmostEqual(found["mean"], sum(peaks) / 12, delta=1e-9 * max(peaks))
        self.assertEqual(found["count"], 12)
        half = 2.200985 * found["deviation"] / math.sqrt(12)  # 97.5 % of Student's t with 11 degrees (Abramowitz & Stegun, table 26.10)
        self.assertAlmostEqual((found["mean_high"] - found["mean_low"]) / (2 * half), 1.0, delta=1e-6)
        self.check_error(run("campaign", "grow", "grown", "--samples", 3, cwd=self.folder), 2, "only grows")

    def test_stopped_or_robbed_of_a_worker_it_goes_on(self):
        self.write(SLOW.replace("duration = 3.0", "duration = 12.0"))  # long enough to be stopped on a quick machine
        process = self.start("campaign", "run", "fall.toml", "--out", "out", "--threads", 2)
        self.wait_for_rows(process, "out")
        self.check_error(run("campaign", "run", "fall.toml", "--out", "out", cwd=self.folder), 2, "another campaign at work")
        children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        os.kill(int(children[0]), signal.SIGKILL)  # as the kernel does where there is no memory
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        stderr = process.communicate(timeout=60)[1]
        self.assertIn("drawn again", stderr)
        self.assertEqual(process.returncode, 130, stderr)
        self.assertIn("goes on from here", stderr)
        done = self.run_json("campaign", "status", "out")["done"]
        self.assertGreater(done, 0)
        self.assertLess(done, 60)
        self.assertEqual(self.run_json("campaign", "merge", "out")["done"], done)
        self.assertEqual(len(self.column("out", "row")), done)

    def test_rows_that_are_taken_away_end_it(self):
        self.write(SLOW.replace("duration = 3.0", "duration = 12.0"))
        for gone in ("out/shards/000000.rows", "out/shards", "out"):
            with self.subTest(gone):
                process = self.start("campaign", "run", "fall.toml", "--out", "out")
                self.wait_for_rows(process, "out")
                (self.folder / gone).unlink() if gone.endswith(".rows") else shutil.rmtree(self.folder / gone)
                stdout, stderr = process.communicate(timeout=120)
                self.assertEqual((process.returncode, stdout), (1, ""), stderr)
                self.assertIn(f"grouser: error: {gone}: no longer there", stderr)
                shutil.rmtree(self.folder / "out", ignore_errors=True)

    def test_a_row_that_does_not_end_is_not_compared(self):
        self.write(FEW)
        self.run_json("campaign", "run", "fall.toml", "--out", "out")

        def limits():
            resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
        result = subprocess.run([PROGRAM, "campaign", "row", "out", "3", "--out", "row.h5"], cwd=self.folder, capture_output=True, text=True,
                                preexec_fn=limits, timeout=120)
        self.assertEqual(result.returncode, 1, result.stderr)
        for words in ("row 3: failed, row.h5: cannot be written", "not compared with the table, where it is completed"):
            self.assertIn(words, result.stderr)
        self.assertNotIn("has state hash", result.stderr)
        self.assertIn("in the table completed", result.stdout)

    def test_its_tables_are_named_where_a_run_is_expected(self):
        self.write(FEW.replace("samples = 8", "samples = 1"))
        self.run_json("campaign", "run", "fall.toml", "--out", "out")
        for command in ("info", "rerun"):
            self.check_error(run(command, "out/table.h5", cwd=self.folder), 2, "a campaign's table", "grouser campaign report")

    def test_many_crossed_values(self):
        values = [round(0.001 * k, 3) for k in range(1, 5001)]
        self.write(f"scenario = \"free_fall\"\nsamples = 2\ncross.gravity = {values}\n[draw]\n\"initial.roll_deg\" = {{ uniform = [0, 1] }}\n")
        self.check_error(run("campaign", "run", "fall.toml", "--out", "out", cwd=self.folder), 2, "fall.toml:3", "5000 values", "4096", "grid")
        # within the bound: Ctrl+C is obeyed while the scenario is read for each
        self.write(f"scenario = \"free_fall\"\nsamples = 2\ncross.gravity = {values[:4000]}\n[draw]\n\"initial.roll_deg\" = {{ uniform = [0, 1] }}\n")
        process = self.start("campaign", "run", "fall.toml", "--out", "out")
        self.wait_for_interrupts(process)
        process.send_signal(signal.SIGINT)
        stderr = process.communicate(timeout=30)[1]
        self.assertEqual(process.returncode, 130, stderr)
        self.assertIn("before the first row: nothing was written", stderr)
        self.assertFalse((self.folder / "out/campaign.json").exists())

    def wait_for_interrupts(self, process):
        """Until the program catches SIGINT."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and process.poll() is None:
            caught = next(line for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines() if line.startswith("SigCgt:"))
            if int(caught.split()[1], 16) >> (signal.SIGINT - 1) & 1:
                return
            time.sleep(0.01)
        self.fail("it ended, or never caught SIGINT")

    def test_workers_are_as_many_as_allowed(self):
        self.write(FALL)
        allowed = os.sched_getaffinity(0)
        for count in {1, len(allowed)}:
            mask = lambda: os.sched_setaffinity(0, sorted(allowed)[:count])
            found = subprocess.run([PROGRAM, "campaign", "run", "fall.toml", "--engine", "slurm", "--print"], cwd=self.folder, capture_output=True, text=True,
                                   preexec_fn=mask, timeout=120)
            self.assertEqual(found.returncode, 0, found.stderr)
            threads = int(re.search(r"--threads (\d+)", found.stdout)[1])
            self.assertLessEqual(threads, count)  # fewer under a quota
            if count == 1:
                self.assertEqual(threads, 1)

    @alone
    @unittest.skipUnless(shutil.which("mpirun") and pathlib.Path(PROGRAM).with_name("grouser-mpi").exists(), "no Open MPI")
    def test_ranks_make_the_same_table(self):
        self.write(FALL)
        self.run_json("campaign", "run", "fall.toml", "--out", "here")
        process = self.start("campaign", "run", "fall.toml", "--out", "ranks", "--engine", "mpi", "--tasks", 2)
        deadline = time.monotonic() + 60
        while not list(self.folder.glob("ranks/shards/*.rows")):  # a rank is killed once rows are there
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.005)
        mpirun = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()[0]
        for rank in pathlib.Path(f"/proc/{mpirun}/task/{mpirun}/children").read_text().split()[1:2]:
            os.kill(int(rank), signal.SIGKILL)
        stderr = process.communicate(timeout=60)[1]
        self.assertIn(process.returncode, (0, 1), stderr)  # 0: it was over before
        if process.returncode == 1:
            self.assertIn("goes on from here", stderr)
        end = self.run_json("campaign", "run", "fall.toml", "--out", "ranks", "--engine", "mpi", "--tasks", 2)
        self.assertEqual((end["done"], end["missing"]), (60, 0))
        self.assertEqual(self.sha("here"), self.sha("ranks"))

    @alone
    @unittest.skipUnless(all(map(shutil.which, ["sbatch", "slurmctld", "slurmd", "munged"])), "no Slurm (scripts/packages.txt)")
    @unittest.skipUnless(os.geteuid() == 0, "only root can start Slurm's daemons")
    def test_an_array_of_slurm_makes_the_same_table(self):
        self.write(FALL)
        self.run_json("campaign", "run", "fall.toml", "--out", "here")
        place = pathlib.Path(tempfile.mkdtemp(prefix="grouser_slurm_"))  # its sockets want a short name
        script = SOURCE / "scripts/slurm_one_machine"
        self.addCleanup(shutil.rmtree, place, ignore_errors=True)
        self.addCleanup(subprocess.run, [script, "stop", place], capture_output=True)
        started = subprocess.run([script, "start", place], capture_output=True, text=True)
        self.assertEqual(started.returncode, 0, "Slurm is installed and does not start: " + started.stderr)
        end = self.run_json("campaign", "run", "fall.toml", "--out", "queue", "--engine", "slurm", "--tasks", 3, "--threads", 1,
                            env={"SLURM_CONF": str(place / "slurm.conf")})
        self.assertEqual((end["done"], end["missing"]), (60, 0))
        self.assertEqual(self.sha("here"), self.sha("queue"))

    def test_engines_that_are_not_there(self):
        self.write(FALL)
        nothing = {"PATH": str(self.folder)}
        self.check_error(run("campaign", "run", "fall.toml", "--engine", "slurm", cwd=self.folder, env=nothing), 2, "slurm-client")
        self.check_error(run("campaign", "run", "fall.toml", "--engine", "mpi", cwd=self.folder, env=nothing), 2, "openmpi-bin")
        script = self.run_ok("campaign", "run", "fall.toml", "--engine", "slurm", "--print", "--tasks", 4, env=nothing)
        self.assertIn("#SBATCH --array=0-3\n", script)

    def sensitivities(self, plan):
        """Report of how the weight, total mass times gravity, and a radius that it does not know move it."""
        self.write(plan + """
scenario = "free_fall"
seed = 5
set.duration = 0.002
draw.gravity = { uniform = [3.0, 5.0] }
draw."rover.body.chassis.mass" = { uniform = [100.0, 300.0] }
draw."initial.heading_deg" = { normal = [0.0, 10.0] }
""", "moves.toml")
        self.run_json("campaign", "run", "moves.toml", "--out", "moves")
        weight, gravity, chassis = (self.column("moves", name) for name in ("weight", "gravity", "rover.body.chassis.mass"))
        self.others = weight[0] / gravity[0] - chassis[0]  # kg: all that is not chassis
        found = self.run_json("campaign", "report", "moves", "--show", "weight")["groups"][0]["sensitivity"]["weight"]
        self.assertNotIn("refused", found)
        page = (self.folder / "moves/report.html").read_text()
        self.assertIn("What moves the metrics", page)
        return found, {entry["key"]: entry for entry in found["inputs"]}

    def test_elementary_effects_of_a_product(self):
        found, inputs = self.sensitivities('plan = "morris"\npaths = 10')
        self.assertEqual((found["method"], found["runs"]), ("morris", 40))
        # Levels are 100 + 200 (k + 1/2)/4 kg; an effect is that of the whole range, 200 kg, times gravity, which lies at one of the four
        # levels of its own.
        self.assertTrue(200 * 3.25 - 1e-9 <= inputs["rover.body.chassis.mass"]["mean"] <= 200 * 4.75 + 1e-9)
        self.assertGreater(inputs["rover.body.chassis.mass"]["mean"], 0.75 * 200 * 4.75)
        least, most = (2.0 * (self.others + 100 + 200 * share) for share in (0.125, 0.875))
        self.assertTrue(least - 1e-9 <= inputs["gravity"]["mean_absolute"] <= most + 1e-9)
        self.assertGreater(inputs["gravity"]["deviation"], 0.0)
        self.assertEqual(inputs["initial.heading_deg"]["mean_absolute"], 0.0)
        self.assertEqual(found["inputs"][-1]["key"], "initial.heading_deg")
        self.assertIn("deviation", self.run_ok("campaign", "report", "moves", "--show", "weight"))

    def test_shares_of_the_variance_of_a_product(self):
        found, inputs = self.sensitivities('plan = "saltelli"\nbase_rows = 128')
        self.assertEqual((found["method"], found["runs"]), ("saltelli", 5 * 128))
        mean_m, var_m, mean_g, var_g = self.others + 200.0, 200.0**2 / 12, 4.0, 2.0**2 / 12
        alone_m, alone_g, both = mean_g**2 * var_m, mean_m**2 * var_g, var_m * var_g
        total = alone_m + alone_g + both
        for key, first, whole in (("rover.body.chassis.mass", alone_m, alone_m + both), ("gravity", alone_g, alone_g + both)):
            # 128 base rows of Sobol's points: errors of these estimators are some 1/128 of a share, the tolerance is five of them
            self.assertAlmostEqual(inputs[key]["first"], first / total, delta=0.04)
            self.assertAlmostEqual(inputs[key]["total"], whole / total, delta=0.04)
            self.assertTrue(inputs[key]["total_low"] < whole / total < inputs[key]["total_high"])
        self.assertEqual(inputs["initial.heading_deg"]["total"], 0.0)

    def test_how_rare_by_three_methods(self):
        # The weight is (others + drawn mass) 9.81 m/s2, the mass normal: a limit at beta deviations has the probability P(Z >= beta).
        rare = """
scenario = "free_fall"
samples = 600
seed = 11
set.duration = 0.001
[draw]
"rover.body.chassis.mass" = { normal = [200.0, 10.0] }
"initial.heading_deg" = { normal = [0.0, 10.0] }
[rare]
metric = "weight"
points = 100
repeats = 4
above = """
        self.write(rare.replace("samples = 600", "samples = 1") + "0.0", "rare.toml")
        self.run_json("campaign", "rare", "rare.toml", "--method", "plain", "--out", "all")
        weight, mass = self.column("all", "weight"), self.column("all", "rover.body.chassis.mass")
        others = weight[0] / 9.81 - mass[0]
        self.write(rare + repr(float((others + 200.0 + 2.0 * 10.0) * 9.81)), "rare.toml")
        truth = 0.5 * math.erfc(2.0 / math.sqrt(2.0))  # 2.3 %
        for method in ("importance", "subset", "plain"):
            found = self.run_json("campaign", "rare", "rare.toml", "--method", method, "--out", method, "--confidence", 0.999)
            self.assertEqual((found["method"], found["failed_runs"]), (method, 0))
            self.assertTrue(found["low"] < truth < found["high"], found)  # one in a thousand seeds would fail
            self.assertEqual(found["rows"], found["runs"])
        weights = (self.folder / "importance/weights.csv").read_text().splitlines()
        self.assertEqual(len([line for line in weights if line[0].isdigit()]), 600)

        process = self.start("campaign", "rare", "rare.toml", "--method", "subset", "--out", "killed")
        self.wait_for_rows(process, "killed")
        process.kill()
        process.communicate()
        again = self.run_json("campaign", "rare", "rare.toml", "--method", "subset", "--out", "killed", "--threads", 1)
        self.assertGreater(again["resumed"], 0)
        self.assertEqual(self.sha("killed"), self.sha("subset"))
        self.check_error(run("campaign", "rare", "rare.toml", "--method", "plain", "--out", "subset", cwd=self.folder), 2,
                         "estimate = ")
        self.check_error(run("campaign", "report", "subset", cwd=self.folder), 2, "rows that an estimate asked for")
        # a row of an estimate is repeated from the values that the table has
        status = self.run_json("campaign", "status", "subset")
        self.assertEqual((status["rows"], status["missing"]), (status["done"], 0))
        row = self.run_json("campaign", "row", "subset", 450, "--out", "row.h5")
        self.assertEqual((row["same"], row["state_hash"]), (True, self.column("subset", "state_hash")[450]))
        settings = [argument for text in row["set"] for argument in ("--set", text)]
        self.assertEqual(self.run_json("run", row["scenario"], *settings)["state_hash"], row["state_hash"])
        self.check_error(run("campaign", "row", "subset", status["done"] + 5, cwd=self.folder), 2, "not in the table")

    def test_rare_refused(self):
        self.write(FALL)
        self.check_error(run("campaign", "rare", "fall.toml", cwd=self.folder), 2, "without [rare]")
        text = FALL.replace("cross.gravity = [3.71, 9.81]\n", "").replace("samples = 30", "samples = 100") + "[rare]\n"
        def refused(more, *words, whole=text):
            self.write(whole + more, "bad.toml")
            self.check_error(run("campaign", "rare", "bad.toml", "--out", "bad", cwd=self.folder), 2, *words)
        refused('metric = "weight"', "either `above` or `below`")
        refused('metric = "weight"\nabove = 1.0\nbelow = 2.0', "both")
        refused('metric = "weihgt"\nabove = 1.0', "did you mean 'weight'")
        refused('metric = "weight"\nabove = 1.0\nmethod = "guess"', "importance")
        refused('metric = "weight"\nabove = 1.0', "[cross]", whole=FALL + "[rare]\n")
        # a limit that is never met, of a metric that nothing moves: no figure, the reason, exit code 1
        still = text.replace('"rover.body.chassis.mass"', '"initial.pitch_deg"').replace("normal_relative = 0.05", "normal = [0, 1]")
        self.write(still + 'metric = "weight"\nabove = 1e9\npoints = 100', "never.toml")
        found = self.run_json("campaign", "rare", "never.toml", "--out", "never", code=1)
        self.assertIn("share the margin", found["refused"])
        self.assertNotIn("probability", found)

    def test_an_envelope_is_that_of_the_full_grid(self):
        text = """
scenario = "europa_landing"
[set]
lander = "europa_stiff"
"terrain.soil" = "europa_snow"
duration = 4.0
[envelope]
horizontal_speed = [0.0, 4.0]
vertical_speed = [2.0, 5.0]
resolution = 10
directions_deg = [0.0, 30.0]
least_island = """
        self.write(text + "0.4", "few.toml")
        self.write(text + "0.1", "all.toml")  # a cell: every point is run
        few = self.run_json("campaign", "envelope", "few.toml", "--out", "few")
        full = self.run_json("campaign", "envelope", "all.toml", "--out", "full")
        self.assertEqual((full["runs"], full["dense_runs"]), (2 * 11 * 11, 2 * 11 * 11))
        self.assertLess(few["runs"], 0.5 * full["runs"])
        upright = lambda out: [line.split(",")[2] for line in (self.folder / out / "envelope.csv").read_text().splitlines()]
        self.assertEqual(upright("few"), upright("full"))
        self.assertTrue(0.05 < few["share_upright"] < 0.95)
        self.assertEqual(few["lines"], full["lines"])
        # six legs, the first at heading: towards it one leads, 30 degrees off two do
        for point in few["lines"][0]["points"]:
            self.assertEqual(point["mode"], {0.0: "one leg ahead", 30.0: "two legs ahead"}[point["direction_deg"]])
        self.assertGreater((self.folder / "few/envelope.png").stat().st_size, 1000)
        again = self.run_json("campaign", "envelope", "few.toml", "--out", "few")
        self.assertEqual((again["resumed"], again["lines"]), (few["rows"], few["lines"]))
        row = self.run_json("campaign", "row", "few", 7)
        self.assertEqual((row["same"], row["state_hash"]), (True, self.column("few", "state_hash")[7]))
        # on a slope the way up and the way down are told apart
        self.write(text.replace("resolution = 10", "resolution = 2").replace("30.0]", "90.0, 180.0]").replace(
            "[envelope]", '"terrain.kind" = "plane"\n"terrain.slope_deg" = 6.0\n[envelope]\nfailures = ["timed_out", "rolled_over"]') + "0.5",
            "slope.toml")
        slope = self.run_json("campaign", "envelope", "slope.toml", "--out", "slope")
        ways = {"uphill": 0.0, "across the slope": 90.0, "downhill": 180.0}
        for line in slope["lines"]:
            for point in line["points"]:
                self.assertEqual(ways[point["mode"].split(", ")[1]], point["direction_deg"])

        def refused(text, *words):
            self.write(text, "bad.toml")
            self.check_error(run("campaign", "envelope", "bad.toml", cwd=self.folder), 2, *words)
        refused(text.replace("[0.0, 4.0]", "[4.0, 0.0]") + "0.25", "a higher one")
        refused(text + "0.01", "a cell at least")
        refused(text.replace("[envelope]", "[envelope]\nheading_deg = 3.0") + "0.4", "heading_deg")
        refused(text.replace("[set]", "samples = 3\n[set]") + "0.25", "[set] alone")
        refused(FEW, "without [envelope]")
        self.check_error(run("campaign", "run", "few.toml", cwd=self.folder), 2, "grouser campaign envelope")

    def test_sensitivities_refused(self):
        bad = """
scenario = "free_fall"
plan = "morris"
paths = 12
set.duration = 0.002
draw."rover.body.chassis.mass" = { uniform = [-100.0, 300.0] }
draw."initial.roll_deg" = { uniform = [-5, 5] }
"""
        self.write(bad, "bad.toml")
        self.run_json("campaign", "run", "bad.toml", "--out", "bad")
        found = self.run_json("campaign", "report", "bad", "--show", "weight")["groups"][0]["sensitivity"]["weight"]
        self.assertIn("have no result", found["refused"])
        def refused(text, *words):
            self.write(text, "worse.toml")
            self.check_error(run("campaign", "run", "worse.toml", cwd=self.folder), 2, *words)
        refused(bad.replace("paths = 12", "levels = 5"), "an even number")
        refused(bad.replace("morris", "saltelli").replace("paths = 12", ""), "base_rows")
        refused(bad + '[[correlate]]\nkeys = ["initial.roll_deg", "rover.body.chassis.mass"]\ncoefficient = 0.5\n', "independent draws")
        self.check_error(run("campaign", "grow", "bad", "--samples", 100, cwd=self.folder), 2, "morris")

    def test_refused(self):
        def refused(text, *words):
            self.write(text, "bad.toml")
            self.check_error(run("campaign", "run", "bad.toml", "--out", "bad", cwd=self.folder), 2, *words)
            self.assertFalse((self.folder / "bad").exists())
        refused(FALL.replace("peak_wheel_force", "peak_wheel_farce"), "did you mean 'peak_wheel_force'")
        refused(FALL.replace("status=failed", "stat=failed"), "'stat'")
        refused(FALL.replace("rover.wheel*.radius", "rover.weel*.radius"), "meets no key")
        refused(FALL.replace("uniform = [-5, 5]", "normal = [0, 0]"), "a deviation above 0", "bad.toml:11")
        refused(FALL.replace("initial.roll_deg", "initial.rol_deg"), "rol_deg")
        refused(FALL.replace('"free_fall"', '"free_fal"'), "free_fall")
        self.check_error(run("campaign", "status", "nowhere", cwd=self.folder), 2, "no campaign")
        self.check_error(run("campaign", "run", "nowhere.toml", cwd=self.folder), 2, "no such file")
        (self.folder / "full").mkdir()
        (self.folder / "full/thesis.txt").write_text("x")
        self.write(FALL)
        self.check_error(run("campaign", "run", "fall.toml", "--out", "full", cwd=self.folder), 2, "thesis.txt")

    def test_a_folder_made_to_do_harm(self):
        self.write(FEW.replace("samples = 8", "samples = 3"))
        self.run_json("campaign", "run", "fall.toml", "--out", "out")
        path = self.folder / "out/campaign.json"
        good = json.loads(path.read_text())
        looks = [["status", "out"], ["row", "out", 1], ["merge", "out"], ["report", "out"], ["work", "out", "--task", 0]]

        def refused(change, *words, commands=looks):
            made = json.loads(json.dumps(good))
            change(made)
            path.write_text(json.dumps(made))
            for command in commands:
                with self.subTest([command, words]):
                    self.check_error(run("campaign", *command, cwd=self.folder), 2, "campaign.json", *words)
        refused(lambda m: m.update(rows=5), "5 rows of 3 samples")
        refused(lambda m: m.update(rows=-1), "damaged")
        refused(lambda m: m.update(rows=1e300), "damaged")
        refused(lambda m: m.update(rows=0), "0 rows")
        refused(lambda m: m.update(samples=10**12, rows=2 * 10**12), "samples")
        refused(lambda m: m.update(rows=3), "3 rows of 3 samples, expected 6")
        refused(lambda m: m.update(columns=2 * m["columns"]), "'row' twice")
        refused(lambda m: m["columns"].pop(2), "'gravity'")
        refused(lambda m: m["columns"].insert(-1, ["more", "-", True]), "the column 'more'")
        refused(lambda m: m["columns"].reverse(), "campaign.json")
        drawn = next(k for k, column in enumerate(good["columns"]) if column[0] == "initial.roll_deg")
        refused(lambda m: m["columns"].pop(drawn), "'initial.roll_deg'")
        refused(lambda m: m.update(format=1), "no campaign that can be read")
        path.write_text("[" * 200000)
        self.check_error(run("campaign", "status", "out", cwd=self.folder), 2, "nested")
        # a shard that declares more than its bytes hold, and one of more rows than the campaign has
        for declared in (150_000_000, 1024):
            grown = json.loads(json.dumps(good))
            grown.update(samples=600, rows=1200)
            path.write_text(json.dumps(grown))
            with h5py.File(self.folder / "out/shards/000000.h5", "w", libver=("v110", "v110")) as file:
                names = [c[0] for c in good["columns"]] + ["shard_hash"]
                file["columns"] = [name.encode() for name in names]
                for name in names:
                    file.create_dataset("table/" + name, (declared,), "f8")
            shown = subprocess.run([PROGRAM, "campaign", "status", "out", "--json"], cwd=self.folder, capture_output=True, text=True,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30)), timeout=60)
            self.assertEqual(shown.returncode, 0, shown.stderr)
            self.assertIn("000000.h5", shown.stderr)
            self.assertEqual(json.loads(shown.stdout)["done"], 6)
        path.write_text(json.dumps(good))
        self.assertEqual(self.run_json("campaign", "status", "out")["done"], 6)

    @alone
    def test_a_disk_that_fills_up_keeps_what_is_done(self):
        self.write(FALL)
        room = self.folder / "room"
        room.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24k", "tmpfs", room], capture_output=True, text=True)
        if mounted.returncode != 0:
            self.skipTest("needs the right to mount a small disk: " + mounted.stderr.strip())
        self.addCleanup(subprocess.run, ["umount", "-l", room], check=True)
        full = run("campaign", "run", "fall.toml", "--out", "room/out", cwd=self.folder)
        self.assertEqual((full.returncode, full.stdout), (2, ""), full.stderr)
        said = [line for line in full.stderr.splitlines() if line.startswith("grouser: error: ")]
        self.assertEqual(len(said), 1, full.stderr)
        self.assertRegex(said[0], "No space left|room on the disk")
        subprocess.run(["mount", "-o", "remount,size=4m", room], check=True)
        again = self.run_json("campaign", "run", "fall.toml", "--out", "room/out")
        self.assertEqual((again["done"], again["missing"]), (60, 0))
        self.assertGreater(again["resumed"], 0)
        self.run_json("campaign", "run", "fall.toml", "--out", "whole")
        self.assertEqual(self.sha("room/out"), self.sha("whole"))

    def test_rows_share_a_rocky_map(self):
        self.write("""units = "SI"
kind = "fractal"
size = [20.0, 20.0]
cell = 0.2
seed = 5
hurst = 0.8
rms_slope_deg = 2.0
lag = 2.0
longest = 40.0
[rocks]
abundance = 0.1
min_diameter = 0.2
max_diameter = 0.6
clear = [[-4.0, 0.0, 1.6]]
""", "field.toml")
        self.run_json("terrain", "make", "field.toml", "--out", "field.tif")
        self.run_json("soilmap", "new", "field.tif", "--class", "sand=wong_LETE_sand", "--class", "rock=bedrock", "--out", "soils.tif")
        rocky = (SOURCE / "assets/scenarios/rocky_craters.toml").read_text()
        self.write(re.sub(r'recipe = .*', 'file = "field.tif"\nsolids = "field.solids.toml"\nsoil_map = "soils.tif"', rocky)
                   .replace("[-9.0, 0.0]", "[-4.0, 0.0]"), "rocky.toml")
        self.write("""
scenario = "rocky.toml"
samples = 4
cross."terrain.soil_law" = ["bekker", "scm"]
set.duration = 0.6
[draw]
"initial.heading_deg" = { uniform = [-20, 20] }
"soil.phi_deg" = { uniform = [25, 35] }
""", "rocks.toml")
        self.run_json("campaign", "run", "rocks.toml", "--out", "rocks", "--threads", 2)
        hashes = self.column("rocks", "state_hash")
        self.assertEqual(len(set(hashes)), 8)
        for row in range(8):  # as a run that reads the ground by itself, from the files and from the recording
            again = self.run_json("campaign", "row", "rocks", row, "--out", f"row_{row}.h5")
            settings = [argument for text in again["set"] for argument in ("--set", text)]
            alone = self.run_json("run", "rocky.toml", *settings)
            self.assertEqual((again["same"], alone["state_hash"]), (True, hashes[row]))
        for gone in ("field.tif", "field.solids.toml", "soils.tif", "rocky.toml"):
            (self.folder / gone).unlink()
        self.assertTrue(self.run_json("rerun", "row_7.h5")["identical"])
        self.assertEqual(self.run_json("campaign", "status", "rocks")["done"], 8)
        self.assertEqual(self.run_json("campaign", "merge", "rocks")["done"], 8)

    def test_a_folder_of_another_campaign(self):
        shutil.copy(SOURCE / "assets/soils/hard_plate.toml", self.folder / "plate.toml")
        shutil.copy(SOURCE / "assets/scenarios/free_fall.toml", self.folder / "mine.toml")
        text = FEW.replace('"free_fall"', '"mine.toml"').replace('["hard_plate", "bedrock"]', '["plate.toml", "bedrock"]')
        self.write(text)
        self.run_json("campaign", "run", "fall.toml", "--out", "out")
        self.write(text.replace("keep = ", "keep = [] # ").replace("# not", "# note"))  # neither is part of it
        self.assertEqual(self.run_json("campaign", "run", "fall.toml", "--out", "out")["resumed"], 16)
        self.check_error(run("campaign", "row", "out", 16, cwd=self.folder), 2, "0 to 15")
        self.write(text.replace("seed = 7", "seed = 8"))
        self.check_error(run("campaign", "run", "fall.toml", "--out", "out", cwd=self.folder), 2, "another campaign", "its seed = 7")
        self.write(text)
        scenario = (self.folder / "mine.toml").read_text()
        (self.folder / "mine.toml").write_text(scenario + "\n# changed\n")
        self.check_error(run("campaign", "run", "fall.toml", "--out", "out", cwd=self.folder), 2, "mine.toml has changed")
        self.check_error(run("campaign", "row", "out", 1, cwd=self.folder), 2, "mine.toml has changed")
        self.check_error(run("campaign", "report", "out", cwd=self.folder), 2, "mine.toml has changed")
        # what is counted and merged needs no scenario
        whole = self.sha("out")
        for gone in ("mine.toml", "plate.toml"):
            (self.folder / gone).unlink()
        self.assertEqual(self.run_json("campaign", "status", "out")["done"], 16)
        self.assertEqual(self.run_json("campaign", "merge", "out")["done"], 16)
        self.assertEqual(self.sha("out"), whole)
        self.check_error(run("campaign", "row", "out", 1, cwd=self.folder), 2, "mine.toml")
        shutil.copy(SOURCE / "assets/soils/hard_plate.toml", self.folder / "plate.toml")
        (self.folder / "mine.toml").write_text(scenario)
        self.check_error(run("campaign", "status", "out", cwd=self.folder, env={"GROUSER_SIMD_LEVEL": "scalar"}), 2, "vector level")
        self.write(text.replace("seed = 7", 'seed = 7\nplan = "latin_hypercube"'), "lhs.toml")
        self.run_json("campaign", "run", "lhs.toml", "--out", "lhs")
        self.check_error(run("campaign", "grow", "lhs", "--samples", 10, cwd=self.folder), 2, "latin_hypercube")


if __name__ == "__main__":
    unittest.main()
