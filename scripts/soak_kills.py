# SPDX-License-Identifier: BSD-3-Clause
"""Runs that are killed (kill -9) at random moments: what was recorded is read and repaired."""
import json
import pathlib
import random
import signal
import subprocess
import tempfile
import time

RUN = ["run", "drive_flat_soft", "--set", "duration=1000", "--set", "recording.interval=0.003", "--out", "run.h5"]
LONGEST = 1.5  # s from the first byte of the file to the kill
PATIENCE = 60.0  # s until a run has begun its file


def kill_one(program, folder, chance):
    """Empty where all went well, otherwise what did not."""
    path = folder / "run.h5"
    run = subprocess.Popen([program, *RUN], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
    end = time.monotonic() + PATIENCE
    while not (path.exists() and path.stat().st_size > 0):
        if run.poll() is not None or time.monotonic() > end:
            run.kill()
            run.wait()
            return f"no run file, exit code {run.returncode}"
        time.sleep(0.002)
    time.sleep(chance.uniform(0.0, LONGEST))
    run.send_signal(signal.SIGKILL)
    run.wait()

    def call(*arguments):
        return subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)

    info = call("info", "run.h5", "--json")
    if info.returncode != 0:
        # a file that holds no frame yet is refused, in words
        return "" if "no frame" in info.stderr or "before the first flush" in info.stderr else f"info: {info.stderr.strip()}"
    frames = json.loads(info.stdout)["frames"]
    repaired = call("repair", "run.h5", "--out", "whole.h5", "--json")
    if repaired.returncode != 0:
        return f"repair: {repaired.stderr.strip()}"
    kept = json.loads(call("info", "whole.h5", "--json").stdout)["frames"]
    return "" if kept >= frames else f"repair kept {kept} of {frames} frames"


def kill_runs(program, seed, count):
    """Whether nothing was lost by `count` kills."""
    wrong, start = 0, time.monotonic()
    for index in range(count):
        chance = random.Random(f"{seed}/kill/{index}")
        with tempfile.TemporaryDirectory(prefix="grouser soak ") as folder:
            try:
                why = kill_one(program, pathlib.Path(folder), chance)
            except (subprocess.TimeoutExpired, ValueError) as wrong_one:  # it hangs, or its answer is no JSON
                why = str(wrong_one)
        if why:
            wrong += 1
            print(f"WRONG: kill {index} of seed {seed}: {why}", flush=True)
    print(f"{count} kills in {time.monotonic() - start:.0f} s, wrong: {wrong}")
    return wrong == 0
