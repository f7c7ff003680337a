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
PATIENCE = 120.0  # s for what is left of it to end


def below(pid):
    """A process and all that it started."""
    found = [pid]
    for process in found:
        try:
            found += map(int, pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split())
        except OSError:
            pass  # it has ended
    return found


def engines_for(program):
    engines = {"local": ["--threads", "2"]}
    if shutil.which("mpirun") and pathlib.Path(program).with_name("grouser-mpi").exists():
        engines["mpi"] = ["--engine", "mpi", "--tasks", "4"]
    return engines


def sha(folder):
    return hashlib.sha256((folder / "table.h5").read_bytes()).hexdigest()


def kill_once(start, chance):
    """Starts the campaign and kills one of its processes; its exit code and whom it met: 'nobody' if it was over before."""
    process = start()
    try:
        process.wait(chance.uniform(0.1, LONGEST))
        return process.returncode, "nobody"
    except subprocess.TimeoutExpired:
        pass
    alive = below(process.pid)
    victim = chance.choice(alive)
    whom = "the first process" if victim == process.pid else "one below it"
    try:
        os.kill(victim, signal.SIGKILL)
    except ProcessLookupError:
        whom = "nobody"
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        for one in below(process.pid):
            os.kill(one, signal.SIGKILL)
        process.wait()
        return None, whom
    for one in alive:  # ranks whose first process is gone end by themselves; those that do not hold the folder no longer than this
        try:
            os.kill(one, signal.SIGKILL)
        except ProcessLookupError:
            pass
    return process.returncode, whom


def kill_campaigns(program, seed, count):
    """Whether tables are the same after `count` kills."""
    chance, engines = random.Random(f"{seed}/campaigns"), engines_for(program)
    with tempfile.TemporaryDirectory(prefix="grouser soak ") as made:
        folder = pathlib.Path(made)
        (folder / "fall.toml").write_text(CAMPAIGN)

        def start(out, *more):
            return subprocess.Popen([program, "campaign", "run", "fall.toml", "--out", out, *more], cwd=folder, stdin=subprocess.DEVNULL,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        if start("calm").wait() != 0:
            print("WRONG: a campaign that nobody disturbs fails")
            return False
        kills, tables, wrong, met, begin = 0, 0, 0, {}, time.monotonic()
        while kills < count or tables == 0:
            out = f"killed{tables}"
            engine = chance.choice(list(engines))
            # once there have been kills enough, it may end
            code, whom = (start(out).wait(), "nobody") if kills >= count else \
                kill_once(lambda: start(out, *engines[engine]), chance)
            if code is None:
                wrong += 1
                print(f"WRONG: kill {kills} of seed {seed}, {engine}, {whom}: what was left did not end in {PATIENCE:.0f} s", flush=True)
            if whom != "nobody":
                kills += 1
                met[f"{engine}, {whom}"] = met.get(f"{engine}, {whom}", 0) + 1
            if code == 0:
                tables += 1
                if sha(folder / out) != sha(folder / "calm"):
                    wrong += 1
                    print(f"WRONG: table {tables} of seed {seed} differs", flush=True)
            elif whom == "nobody":
                wrong += 1
                print(f"WRONG: after kill {kills} of seed {seed} the campaign does not go on: exit code {code}", flush=True)
                break
    print(f"{kills} kills of campaigns in {time.monotonic() - begin:.0f} s ({', '.join(f'{n} {who}' for who, n in sorted(met.items()))}), "
          f"{tables} tables, wrong: {wrong}")
    return wrong == 0
