#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares docs/a_step.md with the code: the elements with element_list.cpp, and the order of a step with simulation.cpp and
step_loads.cpp.

Usage: check_step_page.py ROOT
"""
import pathlib
import re
import sys

# Each call of a function body, in the order in which the page must name what it does.
STEP = [("begin_step", "begin_step"), ("reserve.reserve(", "ReservedTiles"), ("adaptive_step() : fixed_step()", "StepLoads::begin()"),
        ("end_step(", "end_step")]
TRY = [("loads.begin(", "StepLoads::begin()"), ("advance(", "advance()"), ("broken_limit(", "broken_limit()")]
FINISH = [("loads.accept(", "StepLoads::accept()"), ("->book(", "book "), ("update_ledger(", "update_ledger()"),
          ("losses.observe(", "LossWatch::observe()"), ("->finish(", "finish ")]
EVALUATE = [("start_evaluation(", "apply "), ("contacts_.step(", "ContactSet"), ("implicit_.add_to(", "ImplicitContacts"), ("solve(", "solve "),
            ("read_efforts(", "read_efforts")]


def body_of(text, head):
    """The text of the function whose definition begins with `head`."""
    at = text.index(head)
    indent = at - (text.rfind("\n", 0, at) + 1)
    end = re.compile(rf"^ {{{indent}}}}}$", re.M).search(text, at)
    return text[at:end.end()]


def out_of_order(text, words):
    """The first of the words that does not stand behind the one before it, or None."""
    at = 0
    for word in words:
        found = text.find(word, at)
        if found < 0:
            return word
        at = found + len(word)
    return None


def main():
    root = pathlib.Path(sys.argv[1])
    page = (root / "docs/a_step.md").read_text()
    picture = page.split("```")[1]
    problems = []
    simulation = (root / "src/simulation/step/simulation.cpp").read_text()
    loads = (root / "src/simulation/step/step_loads.cpp").read_text()
    for head, text, pairs in [("StepStatus step()", simulation, STEP), ("StepStatus try_step(", simulation, TRY),
                              ("void finish(double", simulation, FINISH), ("StepStatus StepLoads::calc_step(", loads, EVALUATE)]:
        if word := out_of_order(body_of(text, head), [code for code, _ in pairs]):
            problems.append(f"'{word}' does not stand in its place in {head}...: docs/a_step.md and this check describe another order")
        if word := out_of_order(picture, [name for _, name in pairs]):
            problems.append(f"docs/a_step.md: '{word}' does not stand in the place that it has in {head}...")
    listed = re.search(r"for \(MakeElement\* make :\s*{(.*?)}\)", (root / "src/simulation/elements/element_list.cpp").read_text(), re.S)
    in_code = re.findall(r"make_\w+", listed.group(1))
    rows = re.findall(r"^\| `(make_\w+)` \| `(\w+\.cpp)`", page, re.M)
    if in_code != [name for name, _ in rows]:
        problems.append(f"docs/a_step.md lists the elements {[name for name, _ in rows]}, element_list.cpp {in_code}")
    for name, file in rows:
        if f" {name}(const World&" not in (root / "src/simulation/elements" / file).read_text():
            problems.append(f"docs/a_step.md: {name} is not defined in {file}")
    print("\n".join(problems) or f"all well ({len(rows)} elements)")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
