# SPDX-License-Identifier: BSD-3-Clause
"""Campaigns of which processes are killed (kill -9) at random moments: workers, ranks and what hands out their work. The table in the
end is that of a campaign that nobody disturbed, byte for byte."""
import hashlib
import os
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import time

CAMPAIGN = """
scenario = "free_fall"
samples = 300
seed = 7
cross.gravity = [3.71, 9.81]
[set]
duration = 0.6
[draw]
"initial.position.2" = { normal = [0.01, 0.02], above = 0.001 }
"rover.body.chassis.mass" = { normal_relative = 0.05 }
"""
LONGEST = 4.0  # s from the start to the kill
PATIENCE = 120.0  # s for what is left of a campaign to end, and for a whole one


def session(leader):
    """The processes of a session, whoever their parent is by now."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()  # after the name: state, parent, group, session
        except OSError:
            continue  # it has ended
        if int(fields[3]) == leader and fields[0] != "Z":
            found.append(int(path.parent.name))
    return found


def kill(process):
    """Whether it was there."""
    try:
        os.kill(process, signal.SIGKILL)
        return True
    except ProcessLookupError:
        return False


def engines_for(program):
    engines = {"local": ["--threads", "2"]}
    if shutil.which("mpirun") and pathlib.Path(program).with_name("grouser-mpi").exists():
        engines["mpi"] = ["--engine", "mpi", "--tasks", "4"]
    return engines


class Campaign:
    """One folder's campaign, gone on with until its table is there."""

    def __init__(self, program, folder, out):
        self.program, self.folder, self.out = program, folder, out

    def start(self, *more):
        return subprocess.Popen([self.program, "campaign", "run", "fall.toml", "--out", self.out, *more], cwd=self.folder,
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)

    def end(self, process, seconds):
        """Its exit code, when nobody of its session is left; None if that took longer, and then they are killed."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            process.poll()
            if process.returncode is not None and not session(process.pid):
                return process.returncode
            time.sleep(0.02)
        for one in session(process.pid):
            kill(one)
        process.wait()
        return None

    def disturb(self, chance, engine):
        """Kills one process of it at a random moment; the exit code, and whether it met anybody."""
        process = self.start(*engine)
        moment = time.monotonic() + chance.uniform(0.1, LONGEST)
        while time.monotonic() < moment and process.poll() is None:
            time.sleep(0.01)
        alive = session(process.pid) if process.poll() is None else []
        met = bool(alive) and kill(chance.choice(alive))
        return self.end(process, PATIENCE), met

    def sha(self):
        return hashlib.sha256((self.folder / self.out / "table.h5").read_bytes()).hexdigest()


def kill_campaigns(program, seed, count):
    """Whether tables are the same after `count` kills."""
    chance, engines = random.Random(f"{seed}/campaigns"), engines_for(program)
    kills, tables, met, begin, problems = 0, 0, {}, time.monotonic(), []

    def problem(text):
        problems.append(text)
        print(f"WRONG: seed {seed}, after {kills} kills: {text}", flush=True)

    with tempfile.TemporaryDirectory(prefix="grouser soak ") as made:
        folder = pathlib.Path(made)
        (folder / "fall.toml").write_text(CAMPAIGN)
        calm = Campaign(program, folder, "calm")
        if calm.end(calm.start(), PATIENCE) != 0:
            problem("a campaign that nobody disturbs fails")
        while kills < count and len(problems) < 3:
            campaign, code = Campaign(program, folder, f"killed{tables}"), 1
            while code != 0 and len(problems) < 3:
                if kills < count:
                    engine = chance.choice(list(engines))
                    code, hit = campaign.disturb(chance, engines[engine])
                    kills += hit
                    met[engine] = met.get(engine, 0) + hit
                    if code is None:
                        problem(f"{engine}: what was left did not end in {PATIENCE:.0f} s")
                else:
                    code = campaign.end(campaign.start(), PATIENCE)
                    if code != 0:
                        problem(f"the campaign does not go on: exit code {code}")
            tables += code == 0
            if code == 0 and campaign.sha() != calm.sha():
                problem(f"table {tables} differs")
    print(f"{kills} kills of campaigns in {time.monotonic() - begin:.0f} s ({', '.join(f'{n} of {who}' for who, n in sorted(met.items()))}), "
          f"{tables} tables, wrong: {len(problems)}")
    return not problems
