#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the notebooks of examples/notebooks from top to bottom, each in a folder of its own. Their cells hold assertions of
their own; without Jupyter, because a notebook is a list of cells."""
import json
import os
import unittest

from grouser_cli import SOURCE
from python_case import PythonTest

NOTEBOOKS = SOURCE / "examples" / "notebooks"


class Notebooks(PythonTest):
    def cells(self, name):
        with open(NOTEBOOKS / f"{name}.ipynb", encoding="utf-8") as file:
            book = json.load(file)
        self.assertEqual(book["nbformat"], 4)
        return [("".join(cell["source"]), cell["id"]) for cell in book["cells"] if cell["cell_type"] == "code"]

    def run_notebook(self, name):
        try:
            import matplotlib
            import scipy  # noqa: F401
        except ImportError as missing:
            self.skipTest(f"{missing.name} is not installed (Debian: python3-{missing.name})")
        matplotlib.use("Agg")
        import matplotlib.pyplot
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        self.addCleanup(matplotlib.pyplot.close, "all")
        os.chdir(self.folder)
        names = {"__name__": "__main__"}
        for source, cell in self.cells(name):
            exec(compile(source, f"{name}.ipynb, {cell}", "exec"), names)
        return names

    def test_wheel_drop(self):
        names = self.run_notebook("wheel_drop")
        self.assertEqual(names["run"].state_hash, names["g"].Scenario("wheel_drop_200").report()["state_hash"])

    def test_own_rover(self):
        self.assertEqual(self.run_notebook("own_rover")["run"].status, "completed")

    def test_laws_and_a_fit(self):
        names = self.run_notebook("laws_and_a_fit")
        self.assertEqual(names["curves"].rows, 3 * len(names["slip"]))

    def test_site_to_egress(self):
        self.assertEqual(self.run_notebook("site_to_egress")["landings"].rows, 1000)

    def test_every_notebook_has_a_test(self):
        tested = {name.removeprefix("test_") for name in dir(self) if name.startswith("test_")}
        for file in NOTEBOOKS.glob("*.ipynb"):
            self.assertIn(file.stem, tested)

    def test_no_output_names_a_folder_of_a_machine(self):
        for file in NOTEBOOKS.glob("*.ipynb"):
            text = file.read_text(encoding="utf-8")
            for word in ("/tmp/", "/home/", "/root/", str(SOURCE)):
                self.assertNotIn(word, text, file.name)


if __name__ == "__main__":
    unittest.main()
