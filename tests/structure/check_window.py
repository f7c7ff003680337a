#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that the window's sources keep to its floors (docs/desktop.md, "How it is built").

Usage: check_window.py ROOT | check_window.py --self-test

1. A file includes files of its own floor and of those below it: hal < widgets < session < view < desks < app.
2. A desk (a folder of desks) includes no other desk, only desks/desk.hpp. The program includes desks in app/desk_list.cpp
   alone, and elsewhere the requests that its commands make.
3. GLFW is named in hal only, and session knows no ImGui.
4. Threads are made in the files of MAKE_THREADS only.
5. A folder holds at most 25 sources and as many headers.
"""
import pathlib
import re
import sys
import tempfile

FLOORS = ["hal", "widgets", "session", "view", "desks", "app"]
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
THREAD = re.compile(r"\bstd::(j?thread\b(?!::)|async\b)")
# Files that may make a thread, each with its reason.
MAKE_THREADS = {
    "session/jobs/latest_job.hpp": "answers questions of which the newest counts",
    "session/jobs/job.hpp": "one piece of work with progress and cancel",
    "session/jobs/job.cpp": "one piece of work with progress and cancel",
    "session/run/simulation_worker.hpp": "steps the live run",
    "session/run/simulation_worker.cpp": "steps the live run",
    "session/study/study.hpp": "rows of a study in turn",
    "session/study/study.cpp": "rows of a study in turn",
}
MOST_FILES = 50


def check_file(name, text, problems):
    """Rules 1 to 4 for the file `name`, a path below apps/grouser-desktop."""
    floor = name.split("/")[0]
    desk = name.split("/")[1] if floor == "desks" and name.count("/") > 1 else ""
    code = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
    for kind, target in INCLUDE.findall(text):
        other = target.split("/")[0]
        if kind == "<":
            if target.startswith("GLFW/") and floor != "hal":
                problems.append(f"{name}: includes {target}: GLFW is named in hal only")
            if "imgui" in target and floor == "session":
                problems.append(f"{name}: includes {target}: session knows no ImGui")
        elif other in FLOORS and floor in FLOORS:
            if FLOORS.index(other) > FLOORS.index(floor):
                problems.append(f"{name}: includes {target}, which is of a floor above it")
            if other == "desks" and target != "desks/desk.hpp":
                if floor == "desks" and target.split("/")[1] != desk:
                    problems.append(f"{name}: includes {target}: a desk reaches another one through Shared and requests only")
                if floor == "app" and name != "app/desk_list.cpp" and not target.endswith("_request.hpp"):
                    problems.append(f"{name}: includes {target}: the program knows desks in app/desk_list.cpp only")
    if THREAD.search(code) and name not in MAKE_THREADS:
        problems.append(f"{name}: makes a thread: use LatestJob or Job (session/jobs)")


def check(root):
    """All problems found under root, one line each, and the number of files looked at."""
    problems, count = [], 0
    window = root / "apps/grouser-desktop"
    folders = {}
    for path in sorted(window.rglob("*")):
        if path.suffix not in (".cpp", ".hpp"):
            continue
        count += 1
        name = path.relative_to(window).as_posix()
        folders[path.parent] = folders.get(path.parent, 0) + 1
        if name.split("/")[0] not in FLOORS and name != "main.cpp":
            problems.append(f"{name}: lies on no floor")
        check_file(name, path.read_text(encoding="utf-8"), problems)
    for folder, files in folders.items():
        if files > MOST_FILES:
            problems.append(f"{folder.relative_to(window).as_posix()}: {files} sources and headers, at most {MOST_FILES}")
    return problems, count


def self_test():
    """Every rule must fire on a tree that breaks it, and none on one that does not."""
    bad = {
        "hal/a.cpp": ('#include "widgets/ui.hpp"', "of a floor above"),
        "session/b.cpp": ('#include "view/camera.hpp"', "of a floor above"),
        "view/c.cpp": ('#include "desks/desk.hpp"', "of a floor above"),
        "desks/paint/d.cpp": ('#include "desks/path/path_panel.hpp"', "through Shared"),
        "desks/paint/e.cpp": ('#include "desks/path/path_request.hpp"', "through Shared"),
        "app/f.cpp": ('#include "desks/path/path_panel.hpp"', "in app/desk_list.cpp only"),
        "desks/g.cpp": ("#include <GLFW/glfw3.h>", "hal only"),
        "session/h.cpp": ("#include <imgui.h>", "no ImGui"),
        "desks/path/i.hpp": ("std::thread thread_;", "makes a thread"),
        "app/j.cpp": ("auto f = std::async(std::launch::async, g);", "makes a thread"),
        "panels/k.cpp": ("", "lies on no floor"),
    }
    good = {
        "hal/a.cpp": "#include <GLFW/glfw3.h>\n",
        "widgets/b.cpp": '#include "hal/keys.hpp"\n#include <imgui.h>\n',
        "session/c.cpp": '#include "widgets/units.hpp"\n// std::thread is not used here\n',
        "view/d.cpp": '#include "session/session.hpp"\n',
        "desks/paint/e.cpp": '#include "desks/desk.hpp"\n#include "desks/paint/paint_panel.hpp"\nstd::thread::id here;\n',
        "app/desk_list.cpp": '#include "desks/paint/paint_desk.hpp"\n',
        "app/f.cpp": '#include "desks/paint/paint_request.hpp"\n#include "app/desk_list.hpp"\n',
        "session/jobs/job.hpp": "std::thread thread_;\n",
        "main.cpp": '#include "app/app.hpp"\n',
    }
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)

        def write(tree, texts):
            for name, text in texts.items():
                path = root / tree / "apps/grouser-desktop" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text + "\n")

        write("bad", {name: text for name, (text, _) in bad.items()})
        write("good", good)
        write("full", {f"view/{k}.cpp": "" for k in range(MOST_FILES + 1)})
        found = check(root / "bad")[0]
        for name, (_, words) in bad.items():
            if sum(name in line and words in line for line in found) != 1:
                sys.exit(f"self-test: {name} should be reported once with '{words}': {found}")
        if len(found) != len(bad):
            sys.exit(f"self-test: {len(found)} problems instead of {len(bad)}: {found}")
        if check(root / "good")[0]:
            sys.exit(f"self-test: a good tree is reported: {check(root / 'good')[0]}")
        if not any("at most" in line for line in check(root / "full")[0]):
            sys.exit("self-test: a folder with too many files is not reported")
    print("every rule of the window's floors fires")


def main():
    if sys.argv[1] == "--self-test":
        return self_test()
    problems, count = check(pathlib.Path(sys.argv[1]))
    if problems:
        sys.exit("\n".join(problems))
    print(f"all well ({count} files)")


main()
