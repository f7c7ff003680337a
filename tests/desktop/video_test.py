#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""grouser-desktop --video: length to a picture, stopping, no ffmpeg, wrong input. Exit code 4: skipped (no EGL, or no ffmpeg).
usage: video_test.py GROUSER_DESKTOP GROUSER"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

program, grouser = sys.argv[1:3]
folder = pathlib.Path(tempfile.mkdtemp(prefix="grouser video "))
environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
failures = 0
SMALL = ["--size", "160x90", "--no-ui"]


def check(good, what):
    global failures
    if not good:
        failures += 1
        print("FAILED:", what)


def video(*arguments, **options):
    return subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, timeout=300, **{"env": environment, **options})


def frames_of(name):
    said = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries",
                           "stream=nb_read_frames,r_frame_rate,duration,width,height", "-of", "default=nw=1", name],
                          cwd=folder, capture_output=True, text=True, check=True).stdout
    return dict(line.split("=") for line in said.split())


def main():
    subprocess.run([grouser, "run", "wheel_drop_200", "--set", "duration=3", "--out", "run.h5"], cwd=folder, check=True, capture_output=True)
    done = video("run.h5", "--video", "none.mp4", "--to", "0.2", *SMALL, env={**environment, "PATH": str(folder)})
    if "EGL" in done.stderr:
        return print("SKIPPED:", done.stderr) or 4
    check(done.returncode == 0 and "ffmpeg is not installed" in done.stderr, f"no ffmpeg: {done.returncode} {done.stderr}")
    check(len(list((folder / "none_frames").glob("frame_0000?.png"))) == 6, "no ffmpeg: not 6 pictures")
    again = video("run.h5", "--video", "none.mp4", "--to", "0.2", *SMALL, env={**environment, "PATH": str(folder)})
    check(again.returncode == 2 and "not empty" in again.stderr, f"pictures were overwritten: {again.stderr}")

    (folder / "mine.mp4").write_text("mine")
    for words, arguments in [("run file", ["free_fall", "--video", "x.mp4"]), ("--from", ["run.h5", "--video", "x.mp4", "--from", "2", "--to", "1"]),
                             ("even", ["run.h5", "--video", "x.mp4", "--size", "101x100"]), ("mp4", ["run.h5", "--video", "x.avi"]),
                             ("--video", ["run.h5", "--fps", "3"]), ("FILE", ["--video", "x.mp4"]), ("--view", ["run.h5", "--video", "x.mp4", "--view", "far"]),
                             ("--force", ["run.h5", "--video", "mine.mp4"]), ("1 to 240", ["run.h5", "--video", "x.mp4", "--fps", "0"])]:
        refused = video(*arguments)
        check(refused.returncode == 2 and words in refused.stderr and refused.stderr.count("\n") == 1, f"{arguments}: {refused.returncode} {refused.stderr}")
    check((folder / "mine.mp4").read_text() == "mine", "a file that is not ours was replaced")
    check(not list(folder.glob("x.*")), "something was written for wrong input")
    if not shutil.which("ffmpeg") or not shutil.which("ffprobe"):
        return print("SKIPPED: no ffmpeg") or (1 if failures else 4)

    for fps, speed, begin, end in [(25, 1, 0, 1), (30, 2.5, 0.4, 2.9), (10, 0.1, 1, 1.05)]:
        done = video("run.h5", "--video", "a.mp4", "--fps", str(fps), "--speed", str(speed), "--from", str(begin), "--to", str(end),
                     "--report-frames", *SMALL)  # ours is replaced
        check(done.returncode == 0, f"video: {done.stderr}")
        found = frames_of("a.mp4")
        wanted = round((end - begin) / speed * fps)
        check(found["r_frame_rate"] == f"{fps}/1" and int(found["nb_read_frames"]) == wanted, f"{wanted} frames at {fps}: {found}")
        check(abs(float(found["duration"]) - (end - begin) / speed) <= 1.0 / fps, f"duration: {found}")
        check(done.stdout.splitlines()[-1] == f"{wanted} {wanted}", f"report: {done.stdout[-100:]}")

    before = sorted(p.name for p in folder.iterdir())
    running = subprocess.Popen([program, "run.h5", "--video", "stopped.mp4", "--report-frames"], cwd=folder, env=environment,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    running.stdout.readline()  # the first picture is done
    running.send_signal(signal.SIGINT)
    said = running.communicate(timeout=60)[1]
    check(running.returncode == 130 and "no video was written" in said, f"Ctrl+C: {running.returncode} {said}")
    time.sleep(0.2)
    check(sorted(p.name for p in folder.iterdir()) == before, f"left behind: {sorted(p.name for p in folder.iterdir())}")
    return 1 if failures else print("all passed") or 0


try:
    code = main()
finally:
    shutil.rmtree(folder)
sys.exit(code)
