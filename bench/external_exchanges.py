#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Lock-step exchanges a second with a run that is commanded from outside, and what they add to its file: external_exchanges.py GROUSER

The controller is examples/heading.py in this process. Measured: one step of a rover on sand between two commands, over both kinds of lines; then
100 commands a second of simulated time, whose file is compared with that of the same run without commands.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SOURCE / "examples"))
import heading  # noqa: E402


def controlled(program, folder, address, settings, advance, seconds, command):
    """Exchanges a second of wall time, and how many there were."""
    words = [program, "run", "drive_flat_soft", "--set", "drive.mode=external", "--external", address]
    run = subprocess.Popen([*words, *(word for s in settings for word in ("--set", s)), "--out", str(folder / "run.h5"), "--force", "--json"],
                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=folder)
    line = heading.Line(run.stderr.readline().split()[-1], ["chassis/yaw"])
    start, count = time.perf_counter(), 0
    while not line.state[3] and time.perf_counter() - start < seconds:
        line.state = line.command(command(line, count), advance)
        count += 1
    rate = count / (time.perf_counter() - start)
    line.socket.close()
    if not line.state[3]:
        run.terminate()
    run.wait()
    run.stderr.close()
    return rate, count, line.state[0]


def held(line, _):
    return {}


def changing(line, count):
    """Every column another number each time, as a controller with noise in its measurements gives."""
    return {name: 0.25 * low + 0.5 * (0.5 + 0.4 * ((count * 0.6180339887 + at * 0.31) % 1.0)) * (high - low)
            for name, (at, _, low, high) in line.columns.items() if not name.startswith("joint/")}


def main(program):
    os.chdir(tempfile.gettempdir())
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        os.chdir(folder)
        for name, address in (("unix socket", "unix:line"), ("port of this machine", "127.0.0.1:0")):
            for what, command in (("nothing changes", held), ("all wheels and angles change", changing)):
                rate, count, _ = controlled(program, folder, address, ["duration=600"], 0.003, 8.0, command)
                print(f"{name}, one step of a six-wheeler on sand each, {what}: {rate:.0f} exchanges a second ({count})")
        quiet = ["recording.interval=1", "recording.keyframe_interval=60", "duration=60"]
        sizes = []
        for command in (held, changing):
            _, count, end = controlled(program, folder, "unix:line", quiet, 0.01, 1e9, command)
            sizes.append((folder / "run.h5").stat().st_size)
        per_hour = (sizes[1] - sizes[0]) * 3600.0 / end
        print(f"{count} commands in {end:g} s: {sizes[1] - sizes[0]} bytes, {per_hour / 1e6:.1f} MB an hour at 100 a second (18 columns, 12 of them new each time)")


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
