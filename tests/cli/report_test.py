#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""grouser report: one page that needs nothing beside itself, whatever the run file holds and however the run ended."""
import base64
import html.parser
import json
import re
import shutil
import signal
import subprocess
import time
import unittest

from grouser_cli import PROGRAM, SOURCE, CliTest, run

HOSTILE = '<script>alert("x")</script> & \'quoted\' \u202e http://example.org/x.png'
VOID = {"meta", "img", "br", "link", "input", "hr"}


class Page(html.parser.HTMLParser):
    """Checks that every tag is closed in order, and keeps tags, attributes and text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.sources, self.text, self.headings, self.wrong = [], [], [], "", [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        for name, value in attributes:
            if name in ("src", "href", "srcset", "action", "data", "poster") or name.startswith("on"):
                self.sources.append((tag, name, value))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data):
        if self.open[-1:] == ["h2"]:
            self.headings.append(data)
        if self.open[-1:] != ["style"]:
            self.text += data


class Report(CliTest):
    def page(self, name):
        text = (self.folder / name).read_text(encoding="utf-8")
        page = Page(text)
        self.assertEqual((page.open, page.wrong), ([], []))
        for tag, name, value in page.sources:  # pictures inside the page, and nothing else
            self.assertEqual((tag, name), ("img", "src"))
            self.assertRegex(value, r"^data:image/(svg\+xml|png|jpeg);base64,[A-Za-z0-9+/]+=*$")
        self.assertNotIn("script", page.tags)
        self.assertNotIn("link", page.tags)
        self.assertNotRegex(re.sub(r'src="data:[^"]*"', "", text).split("</style>")[0], r"@import|url\(")
        return page

    def test_what_a_page_holds(self):
        self.run_ok("run", "wheel_drop_200", "--set", "duration=2", "--out", "x.h5")
        (self.folder / "my.png").write_bytes(base64.b64decode(
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="))
        report = self.run_json("report", "x.h5", "--picture", "my.png")
        self.assertEqual(report["report"], "x_report.html")
        self.assertEqual(report["pictures"], 1)
        page = self.page("x_report.html")
        self.assertEqual(len(page.sources), report["plots"] + 1)
        self.assertEqual(page.headings, ["Headline numbers", *(["Notes and warnings"] if report["notes"] else []), "Pictures", "Plots", "Events",
                                         "Energy book", "Versions and repetition", "Input", "All metrics", "The input, word for word"])
        info = self.run_json("info", "x.h5")
        for document in info["documents"]:
            self.assertIn(document["name"], page.text)
        for note in info["notes"]:
            self.assertIn(note, page.text)
        self.assertIn(info["summary"]["state_hash"], page.text)
        self.assertIn(info["program_version"], page.text)
        self.assertIn("duration=2", page.text)
        self.assertIn("my.png", page.text)
        self.assertIn('purpose = "', page.text)  # the scenario word for word
        svg = base64.b64decode(page.sources[1][2].split(",")[1]).decode()
        self.assertIn("<svg", svg)
        self.assertEqual(report["channels"], [c for c in report["channels"] if c in {k["name"] for k in info["channels"]}])
        # the same run gives the same bytes, and a page of ours is replaced without being asked
        before = (self.folder / "x_report.html").read_bytes()
        self.run_ok("report", "x.h5", "--picture", "my.png")
        self.assertEqual((self.folder / "x_report.html").read_bytes(), before)
        self.assertEqual(len(before), report["bytes"])

    def test_its_charts_are_those_of_grouser_plot(self):
        self.run_ok("run", "drive_flat_soft", "--set", "duration=2", "--out", "x.h5")
        channels = ["wheel/*/load", "wheel/*/slip", "chassis/pitch"]
        plotted = self.run_json("plot", "x.h5", "--y", *channels, "--png", "x.png")["charts"]
        self.run_ok("report", "x.h5", "--y", *channels, "--out", "y.html")
        drawn = [base64.b64decode(value.split(",")[1]).decode() for _, _, value in self.page("y.html").sources]
        self.assertEqual([chart["y"]["unit"] for chart in plotted], ["N", "%", "\u00b0"])
        for chart, svg in zip(plotted, drawn, strict=True):
            self.assertIn(f">{chart['y']['label']} [{chart['y']['unit']}]</text>", svg)
            for curve in chart["curves"]:
                self.assertIn(f'stroke="{curve["colour"]}"', svg)
            # numbers at an axis and their places say what its ends are
            frame = re.search(r'points="([\d.]+),([\d.]+) [\d.]+,([\d.]+) ([\d.]+),[\d.]+" fill="none" stroke-width="1"', svg)
            _, top, bottom, _ = map(float, frame.groups())
            numbers = [(float(text.replace("\u2212", "-")), float(y) - 0.36 * 13) for y, text in
                       re.findall(r'<text x="[\d.]+" y="([\d.]+)" font-size="13"[^>]*text-anchor="end">(\u2212?[\d.]+)</text>', svg)]
            (a, at_a), (b, at_b) = numbers[0], numbers[-1]
            low, high = chart["y"]["range"]
            for end, place in zip((low, high), (bottom, top)):
                self.assertAlmostEqual(a + (b - a) * (place - at_a) / (at_b - at_a), end, delta=0.02 * (high - low))

    def test_channels_asked_for_and_seeds(self):
        self.run_ok("run", "hopper", "--set", "duration=1", "--out", "x.h5")
        report = self.run_json("report", "x.h5", "--y", "energy/*", "chassis/position_z", "--out", "y.html")
        self.assertIn("energy/residual", report["channels"])
        self.assertIn("chassis/position_z", report["channels"])
        self.assertRegex(self.page("y.html").text, r"hopper\.toml: [a-z_.]*seed = 7")
        self.check_error(run("report", "x.h5", "--y", "energy/kinetik", "--out", "z.html", cwd=self.folder), 2, "energy/kinetic")

    def test_hostile_text_stays_text(self):
        scenario = (SOURCE / "assets/scenarios/drive_flat_soft.toml").read_text(encoding="utf-8")
        purpose = json.dumps(HOSTILE, ensure_ascii=False)
        scenario = re.sub(r"(?m)^purpose = .*$", lambda _: f"purpose = {purpose}", scenario) + f"\n# </pre>{HOSTILE}\n"
        name = "<b onclick=x>&amp; ' \".toml"
        (self.folder / name).write_text(scenario, encoding="utf-8")
        self.run_ok("run", name, "--set", "duration=0.5", "--out", "<u>.h5")
        self.run_ok("report", "<u>.h5", "--out", "x.html")
        page = self.page("x.html")
        self.assertEqual({tag for tag in page.tags if tag in ("b", "i", "u", "script")}, {"b"})  # the cards' own
        self.assertEqual(page.text.count('<script>alert("x")</script>'), 2)  # the purpose, and the comment in the document
        self.assertIn(name, page.text)
        self.assertIn("grouser rerun <u>.h5", page.text)
        self.assertIn("\\u202e", page.text)
        self.assertNotIn("\u202e", page.text)

    def test_runs_that_were_stopped_or_killed(self):
        for name, blow in [("stopped", signal.SIGINT), ("killed", signal.SIGKILL)]:
            running = subprocess.Popen([PROGRAM, "run", "traverse_mars", "--out", f"{name}.h5"], cwd=self.folder,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            while not (self.folder / f"{name}.h5").exists() and running.poll() is None:
                time.sleep(0.05)  # a program with sanitizers takes seconds to begin
            time.sleep(2.0)
            running.send_signal(blow)
            running.communicate()
            report = self.run_json("report", f"{name}.h5", "--out", f"{name}.html")
            page = self.page(f"{name}.html")
            self.assertEqual(report["status"], "interrupted" if blow == signal.SIGINT else "not closed")
            self.assertIn("A person stopped the run at" if blow == signal.SIGINT else "The run was killed or failed", page.text)
            self.assertEqual("All metrics" in page.headings, blow == signal.SIGINT)

    def test_what_is_refused(self):
        self.run_ok("run", "drive_flat_soft", "--set", "duration=0.5", "--out", "x.h5")
        (self.folder / "mine.html").write_text("<p>mine</p>")
        self.check_error(run("report", "x.h5", "--out", "mine.html", cwd=self.folder), 2, "mine.html", "--force")
        self.assertEqual((self.folder / "mine.html").read_text(), "<p>mine</p>")
        self.check_error(run("report", "x.h5", "--out", "x.h5", cwd=self.folder), 2, "--out")
        self.check_error(run("report", "x.h5", "--picture", "mine.html", "--out", "r.html", cwd=self.folder), 2, "mine.html", "PNG or JPEG")
        self.check_error(run("report", "nothing.h5", cwd=self.folder), 2, "nothing.h5")
        shutil.copy(self.folder / "x.h5", self.folder / "half.h5")
        with open(self.folder / "half.h5", "r+b") as file:
            file.truncate((self.folder / "x.h5").stat().st_size // 2)
        self.check_error(run("report", "half.h5", cwd=self.folder), 2, "half.h5")
        self.assertFalse((self.folder / "r.html").exists())
        self.assertFalse((self.folder / "half_report.html").exists())


if __name__ == "__main__":
    unittest.main()
