# SPDX-License-Identifier: BSD-3-Clause
"""How Sphinx makes a site of these pages (scripts/docs)."""
import pathlib

HERE = pathlib.Path(__file__).resolve().parent

project = "Grouser"
author = "the Grouser authors"
release = version = (HERE.parent / "VERSION").read_text().split()[0]
extensions = ["myst_parser"]
myst_enable_extensions = ["dollarmath", "colon_fence"]
myst_heading_anchors = 4  # links between pages name headings, as on the forges
exclude_patterns = ["Doxyfile"]
html_theme = "furo"
html_title = f"Grouser {release}"
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
# Code blocks show what a terminal prints, which is no language.
highlight_language = "none"
