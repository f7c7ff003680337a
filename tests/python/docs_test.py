#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs what docs/python.md and README.md show of Python, block after block, in a folder of its own."""
import importlib.util
import os
import re
import unittest

from grouser_cli import SOURCE
from python_case import PythonTest


class Docs(PythonTest):
    def blocks(self, page):
        found = re.findall(r"^```python\n(.*?)^```", (SOURCE / page).read_text(encoding="utf-8"), flags=re.M | re.S)
        self.assertTrue(found)
        if importlib.util.find_spec("matplotlib") is None:
            return [re.sub(r"(?m)^run\.plot.*$", "", block) for block in found]
        import matplotlib
        matplotlib.use("Agg")
        return found

    def test_blocks_of_the_pages_run(self):
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        os.chdir(self.folder)
        for page in ("docs/python.md", "README.md"):
            names = {}
            for block in self.blocks(page):
                with self.subTest(page=page, block=block.splitlines()[0]):
                    exec(compile(block, page, "exec"), names)

    def test_calls_in_the_tables_run(self):
        """The studies of the table, with small numbers."""
        table = (SOURCE / "docs" / "python.md").read_text(encoding="utf-8").split("## Studies")[1].split("## Ground")[0]
        calls = re.findall(r"^\| `(g\.\w+\(.*?\))`", table, flags=re.M)
        self.assertGreater(len(calls), 4)
        import numpy as np
        import grouser as g
        os.chdir(self.folder)
        self.addCleanup(os.chdir, SOURCE)
        bed = g.wheel("wong_LETE_sand", slip=[0.1, 0.2, 0.3, 0.4, 0.5, 0.6], load=100.0, radius=0.15, width=0.1)
        (self.folder / "bed.csv").write_text("slip,load,width,pull,sinkage\n" + "".join(
            f"{s},100,0.1,{p},{z}\n" for s, p, z in zip(bed["slip"], bed["drawbar_pull"], bed["sinkage"])))
        for call in calls:
            small = call.replace("samples=1000", "samples=10").replace("40, 16)", "40, 2)").replace("41)", "3)").replace("[0, 5, 10]", "[0]")
            with self.subTest(call=call):
                result = eval(small, {"g": g, "np": np, "s": g.Scenario("drive_flat_soft", {"duration": 0.3})})
                self.assertGreater(getattr(result, "table", result).rows, 0)


if __name__ == "__main__":
    unittest.main()
