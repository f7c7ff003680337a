#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Puts headers of modules into chains, each of which is compiled as one source.

Usage: header_chains.py ROOT SHARED... | header_chains.py --self-test

In a chain each header includes the one before it, itself or through others, so that what stands before a header hides nothing
that it fails to include: the chain compiles only if each of its headers compiles alone, and costs no more than its last one.
SHARED are headers that are precompiled, from low to high: a header belongs to the last of them that it includes, and a chain to one.
Prints a line for each chain: the shared header or `none`, and the headers from low to high, separated by spaces.
"""
import pathlib
import sys
import tempfile

from check_sources import included


def closures(root):
    """Of each header in include and src/include, those it includes, itself or through others."""
    direct = {}
    for folder in (root / "include", root / "src/include"):
        for path in sorted(folder.rglob("*.hpp")):
            text = path.read_text(encoding="utf-8")
            direct[path.relative_to(folder).as_posix()] = {t for _, _, t in included(text) if t.startswith("grouser/")}
    found = {}

    def reach(name):
        if name not in found:
            found[name] = set()  # a circle ends here
            found[name] = direct[name].union(*(reach(t) for t in direct[name] if t in direct))
        return found[name]

    return {name: reach(name) for name in direct}


def chains(reached, names):
    """The fewest chains that hold each of `names` once: Dilworth's theorem, by augmenting paths."""
    above = {}  # of a header, the next one in its chain
    below = {}

    def extend(low, tried):
        for high in names:
            if low in reached[high] and high not in tried:
                tried.add(high)
                if high not in below or extend(below[high], tried):
                    above[low], below[high] = high, low
                    return True
        return False

    for name in names:
        extend(name, set())
    for name in names:
        if name not in below:
            chain = [name]
            while chain[-1] in above:
                chain.append(above[chain[-1]])
            yield chain


def main(root, shared):
    reached = closures(root)
    tiers = {name: "none" for name in reached}
    for tier in shared:
        tiers.update({name: tier for name in reached if tier == name or tier in reached[name]})
    # a header of one vector level is compiled with that level's flags
    alone = [name for name in reached if "/simd/level_" in name]
    for name in alone:
        print("none", name)
    for tier in ["none", *shared]:
        for chain in chains(reached, [name for name in reached if tiers[name] == tier and name not in alone]):
            print(tier, *chain)


def self_test():
    """Whether headers of which each is included by the next make one chain, and those that only share one make two."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "include/grouser").mkdir(parents=True)
        for name, uses in {"a": "", "b": "a", "c": "b", "d": "a", "e": ""}.items():
            text = f'#include "grouser/{uses}.hpp"\n' if uses else ""
            (root / f"include/grouser/{name}.hpp").write_text(text)
        reached = closures(root)
        found = sorted("".join(pathlib.Path(name).stem for name in chain) for chain in chains(reached, sorted(reached)))
        return found in (["abc", "d", "e"], ["ad", "bc", "e"])


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--self-test":
        sys.exit(0 if self_test() else "the chains are not those that hide nothing")
    main(pathlib.Path(sys.argv[1]), sys.argv[2:])
