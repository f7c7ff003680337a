# SPDX-License-Identifier: BSD-3-Clause
"""Hours in the window: rounds of the same work under Xvfb, and what each cost.

A round runs a scenario to its end (130 s), takes it back to its start, turns the view and walks through tabs.
As all rounds are alike, memory at their ends may not grow by more than 1 MB an hour (least squares, each round taken as the least of
itself and two on either side, because some are looked at before they have given back what they left; the first third of the time
is warm-up, in which the allocator's heaps grow by steps), and processor time a picture and a step of the last third of what follows by no more
than a tenth of that of its first (each taken as the mean of its quickest tenth: what else the machine does makes rounds dearer, never quicker).
"""
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time

SCENARIO = "climb_rocks"
MOST_GROWTH = 1.0  # MB an hour
MOST_DECAY = 1.10
PATIENCE = 300.0  # s
TABS = ["tab_log", "tab_measured", "tab_study", "tab_runs", "tab_soils", "tab_plots"]
TICKS = os.sysconf("SC_CLK_TCK")


class Window:
    def __init__(self, program, arguments, folder):
        self.map = folder / "map.json"
        self.map.unlink(missing_ok=True)
        self.process = subprocess.Popen([program, *arguments, "--size", "1280x720", "--ui-map", self.map], cwd=folder,
                                        stderr=subprocess.DEVNULL)

    def shown(self):
        """Names of widgets with their rectangles, and the report."""
        try:
            return json.loads(self.map.read_text())
        except (OSError, ValueError):
            return {"report": {}}

    def wait(self, done, what):
        end = time.monotonic() + PATIENCE
        while not done(self.shown()["report"]):
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"{what}: {self.shown()['report']}")
            time.sleep(0.1)

    def wait_for(self, name, value):
        self.wait(lambda report: report.get(name) == value, f"waited for {name} {value}")

    def key(self, name):
        subprocess.run(["xdotool", "keydown", name], check=True)
        time.sleep(0.15)
        subprocess.run(["xdotool", "keyup", name], check=True)
        time.sleep(0.15)

    def click(self, name):
        if name not in (shown := self.shown()):
            return
        x0, y0, x1, y1 = shown[name]
        subprocess.run(["xdotool", "mousemove", str(int((x0 + x1) / 2)), str(int((y0 + y1) / 2))], check=True)
        time.sleep(0.1)
        subprocess.run(["xdotool", "click", "1"], check=True)
        time.sleep(0.4)

    def turn_view(self):
        x0, y0, x1, y1 = self.shown()["view"]
        x, y = int((x0 + x1) / 2), int((y0 + y1) / 2)
        subprocess.run(["xdotool", "mousemove", str(x), str(y), "mousedown", "1"], check=True)
        for k in range(40):
            subprocess.run(["xdotool", "mousemove", str(x + 4 * k), str(y + k)], check=True)
            time.sleep(0.03)
        subprocess.run(["xdotool", "mouseup", "1"], check=True)

    def memory(self):
        """Resident and its own, MB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("RssAnon:")[1].split()[0]) / 1024.0

    def processor(self):
        """s, of all its threads."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def number(self, name):
        return float(self.shown()["report"][name] or 0)


def one_round(window):
    """Processor time a picture and a step, in seconds."""
    before, pictures = window.processor(), window.number("pictures")
    window.key("space")
    window.wait_for("state", "finished")
    cost, steps = window.processor() - before, window.number("step")
    shown = window.number("pictures") - pictures
    window.turn_view()
    for tab in TABS:
        window.click(tab)
    window.key("BackSpace")
    window.wait_for("step", "0")
    time.sleep(4.0)  # what the round leaves behind is given back
    return cost / max(1.0, shown), cost / max(1.0, steps)


def growth(times, values):
    """Slope by least squares, in a unit of the values an hour."""
    mean_time, mean = statistics.fmean(times), statistics.fmean(values)
    slope = sum((t - mean_time) * (v - mean) for t, v in zip(times, values)) / sum((t - mean_time) ** 2 for t in times)
    return 3600.0 * slope


def judge(rows):
    """Prints what was found; whether it is what it should be."""
    later = [row for row in rows if row["time"] > rows[-1]["time"] / 3.0]
    kept = [min(row["memory"] for row in later[max(0, k - 2):k + 3]) for k in range(len(later))]
    if len(later) < 6:
        print(f"soak window: {len(rows)} rounds are too few to judge: give it more hours")
        return False
    slope = growth([row["time"] for row in later], kept)
    third = len(later) // 3
    def ratio(name):
        def quickest(part):
            return statistics.fmean(sorted(row[name] for row in part)[:max(1, third // 10)])
        return quickest(later[-third:]) / quickest(later[:third])
    picture, step = ratio("picture"), ratio("step")
    print(f"soak window: {len(rows)} rounds in {rows[-1]['time'] / 3600.0:.2f} h; memory {kept[0]:.1f} to {kept[-1]:.1f} MB behind the warm-up, "
          f"{slope:+.2f} MB an hour; processor time a picture {picture:.3f} and a step {step:.3f} times that of the start")
    return slope < MOST_GROWTH and picture < MOST_DECAY and step < MOST_DECAY


def soak_window(desktop, _command, hours):
    if missing := [tool for tool in ("Xvfb", "xdotool") if not shutil.which(tool)]:
        print(f"soak window: skipped, no {' and no '.join(missing)}")
        return True
    with tempfile.TemporaryDirectory(prefix="grouser soak ") as name:
        folder = pathlib.Path(name)
        number = 1280 + os.getpid() % 400
        screen = subprocess.Popen(["Xvfb", f":{number}", "-screen", "0", "1280x800x24", "-noreset"], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL)
        os.environ.update(DISPLAY=f":{number}", XDG_STATE_HOME=str(folder / "state"))
        time.sleep(1.0)
        try:
            window = Window(desktop, [SCENARIO], folder)
            window.wait_for("state", "paused")
            for _ in range(6):
                window.key("plus")  # as fast as it goes
            rows, start = [], time.monotonic()
            while time.monotonic() - start < 3600.0 * hours:
                picture, step = one_round(window)
                rows.append({"time": time.monotonic() - start, "memory": window.memory(), "picture": picture, "step": step})
                print(f"round {len(rows)}, {rows[-1]['time'] / 60.0:.1f} of {60.0 * hours:.0f} min: {rows[-1]['memory']:.1f} MB, "
                      f"{1e3 * picture:.1f} ms a picture, {1e6 * step:.1f} us a step", flush=True)
            window.process.terminate()
            if window.process.wait(PATIENCE) not in (0, 130, -15):
                print(f"soak window: it ended with {window.process.returncode}")
                return False
            return judge(rows)
        finally:
            screen.terminate()
