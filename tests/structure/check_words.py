#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks the English of comments and pages (docs/CONVENTIONS.md, "Words").

Usage: check_words.py ROOT | check_words.py --self-test | check_words.py ROOT --count

1. No comment of the library, the programs, their Python and the benchmarks, and no page, uses a word of HABITS.
2. No comment opens with a word of OPENINGS: it is a sentence with a subject and a verb, or a noun phrase that names the thing.
3. Lines of prose in pages have at most 160 characters, and cells of tables at most 200.
"""
import collections
import pathlib
import re
import sys
import tempfile

# A word that needs a second reading, and the words that take its place.
HABITS = [
    (r"\btold\b", "given, commanded, distinguished"),
    (r"\bways?\b", "path, displacement, slip, direction, method"),
    (r"\b(?:go|goes|going|went) by\b", "follows, uses"),
    (r"\bshall\b", "should, will, must"),
    (r"\bno number\b", "NaN, not a number"),
    (r"\bone an? \w+", "one per ..."),
    (r"\blikewise\b", "the same, also"),
    (r"\bas ever\b", "as before, always"),
    (r"\bwithout a word\b", "silently, without a note"),
]
OPENINGS = re.compile(r"^(Of|What|Where|Who|Whose|How)\b")
FOLDERS = ("src", "include", "apps", "python", "fmu", "bench", "examples")
MOST_PROSE, MOST_CELL = 160, 200
# Cells that are wider today, by page. The numbers may fall and not rise.
WIDE_CELLS = {
    "choosing_a_soil_law": 1, "compatibility": 1, "desktop": 9, "external_drive": 1, "meshes": 1, "run_file": 1, "security": 1, "theory_campaign_statistics": 1,
    "theory_contact": 2, "theory_legs": 3, "theory_rft": 1, "theory_scm": 2, "user_guide": 5, "validation_landing": 1,
}
# Pages that a program writes, and the list of all changes, whose lines are entries.
MADE_PAGES = ("docs/reference/",)


def comments(text):
    """(line, text, opens a block) of the // comments of a source; those of a Python source begin with #."""
    before = False
    for number, line in enumerate(text.splitlines(), 1):
        match = re.search(r"(?<![:\"'\w])//[/!]?<?\s*(.*)$", line)
        if not match:
            before = False
            continue
        alone = line.lstrip().startswith("//")
        licence = line.startswith("// SPDX")
        if not licence:
            yield number, match.group(1), not (alone and before)
        before = alone and not licence


def python_comments(text):
    before = False
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r"\s*#(?!!)\s?(.*)$", line)
        licence = bool(match) and match.group(1).startswith("SPDX")
        if match and not licence:
            yield number, match.group(1), not before
        before = bool(match) and not licence


def faults_of_comments(found):
    for number, text, opens in found:
        for pattern, instead in HABITS:
            if match := re.search(pattern, text, re.IGNORECASE):
                yield number, f"'{match.group(0)}': write {instead}"
        if opens and OPENINGS.match(text):
            yield number, f"opens with '{text.split()[0]}': name the subject"


def faults_of_page(text):
    code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            code = not code
            continue
        if code or line.startswith("    "):
            continue
        words = re.sub(r"`[^`]*`|\]\([^)]*\)", "", line)
        for pattern, instead in HABITS:
            if match := re.search(pattern, words, re.IGNORECASE):
                yield number, f"'{match.group(0)}': write {instead}"
        # code and the targets of links are not read as prose
        if line.startswith("|"):
            if (longest := max(map(len, words.split("|")))) > MOST_CELL:
                yield number, f"a cell of {longest} characters, at most {MOST_CELL}"
        elif len(words) > MOST_PROSE:
            yield number, f"{len(words)} characters, at most {MOST_PROSE}"


def check(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".hpp", ".cpp"):
                found = comments(path.read_text())
            elif path.suffix in (".py", ".pyi"):
                found = python_comments(path.read_text())
            else:
                continue
            for number, fault in faults_of_comments(found):
                yield f"{path.relative_to(root)}:{number}", fault
    for path in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        name = str(path.relative_to(root))
        if not path.exists() or name.startswith(MADE_PAGES):
            continue
        faults = list(faults_of_page(path.read_text()))
        wide = [fault for fault in faults if fault[1].startswith("a cell of")]
        allowed = WIDE_CELLS.get(path.stem, 0)
        for number, fault in faults:
            if len(wide) > allowed or (number, fault) not in wide:
                yield f"{name}:{number}", fault
        if len(wide) < allowed:
            yield name, f"{len(wide)} wide cells, and WIDE_CELLS still allows {allowed}"


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "src").mkdir()
        (root / "docs").mkdir()
        (root / "src/a.cpp").write_text(
            "// SPDX-License-Identifier: BSD-3-Clause\n// What a wheel does.\nint a;  ///< of the way, m\n"
            "// What it does.\nint b;\n// A sentence\n// Where the line goes on is no opening.\n"
            'const char* c = "he was told";\nint d;  // one a wheel\nconst char* e = "http://way.org";\n')
        (root / "docs/a.md").write_text("A page.\n\n```\nthe way\n```\nIt `shall` be read.\nIt shall be read.\n" + "word " * 40 + "\n"
                                        "| a | " + "x" * 201 + " |\n")
        found = [place for place, _ in check(root)]
        wanted = ["src/a.cpp:2", "src/a.cpp:3", "src/a.cpp:4", "src/a.cpp:9", "docs/a.md:7", "docs/a.md:8", "docs/a.md:9"]
        assert found == wanted, found
        (root / "src/a.cpp").write_text("// The slip of a wheel, NaN where it stands.\n")
        (root / "docs/a.md").write_text("A page.\n")
        assert not list(check(root))
    print("self-test passed")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    root = pathlib.Path(sys.argv[1])
    faults = list(check(root))
    if "--count" in sys.argv:
        counts = collections.Counter(re.sub(r"\d+ characters", "characters", fault) for _, fault in faults)
        for fault, count in counts.most_common():
            print(f"{count:6} {fault}")
    else:
        for place, fault in faults:
            print(f"{place}: {fault}")
    print(f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
