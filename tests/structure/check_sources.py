#!/usr/bin/env python3
"""Checks that the sources keep to the architecture (docs/ARCHITECTURE.md).

Usage: check_sources.py ROOT | check_sources.py --self-test

1. A file of a module includes only its own module and those above it in the order; apps include modules and themselves.
2. The modules know no window, no thread, no clock, and do not print or exit. One file spreads jobs over threads.
3. Modules that run inside a step use no libm function whose last bits depend on the processor, and no hash map.
"""
import pathlib
import re
import sys
import tempfile

ORDER = ["base", "math", "recording", "terrain", "multibody", "soil", "vehicle", "simulation", "mission"]
APPS = ["grouser", "grouser-desktop"]

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# Headers no module may use: the window, threads and clocks.
FOREIGN = re.compile(
    r"^(imgui|GLFW/|GL/|epoxy/|EGL/|glm/|CLI/|thread$|future$|chrono$|ctime$|iostream$|condition_variable$|pthread\.h$|(oneapi/)?tbb/)")
# The file that may use oneTBB: all that runs many worlds goes through it (docs/ARCHITECTURE.md, "Many worlds").
THREADS_EXCEPT = {"src/mission/parallel_jobs.cpp"}
# Words no module may use, and the files that may all the same, each with its reason.
SPEECH = re.compile(r"\b(std::exit|std::abort|abort|exit|printf|fprintf|puts|fputs|std::cout|std::cerr)\s*(\(|<<)")
SPEECH_EXCEPT = {"src/base/error.cpp"}  # the default assertion handler prints and aborts: a mistake of ours, not an input
# Modules whose code runs inside a step, and what would make its bits depend on the machine.
STEPPED = ["multibody", "soil", "vehicle", "simulation", "terrain"]
PROCESSOR_BITS = re.compile(
    r"\bstd::(exp|exp2|expm1|log|log10|log2|log1p|pow|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|hypot|cbrt)\s*\("
    r"|\b(AngleAxis\w*|unordered_(map|set|multimap|multiset))\b")
PROCESSOR_BITS_EXCEPT = set()


def code_of(text):
    """The text with comments and string literals blanked, lines kept."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match.group(0))
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', blank, text, flags=re.S)


def sources(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in (".hpp", ".cpp")) if folder.is_dir() else []


def included(text):
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1), match.group(2)


def check_include(owner, name):
    """Why a file of `owner` (a module, or None for an app) may not include `name`, or None."""
    parts = name.split("/")
    if parts[0] != "grouser":
        return "goes up out of its folder" if ".." in parts else None
    if len(parts) < 3 or parts[1] not in ORDER:
        return "names no module"
    if owner is not None and ORDER.index(parts[1]) > ORDER.index(owner):
        return f"'{owner}' may use only modules above it: {', '.join(ORDER[:ORDER.index(owner) + 1])}"
    return None


def check_module(root, module, problems):
    for path in sources(root / "include/grouser" / module) + sources(root / "src" / module):
        text = path.read_text(encoding="utf-8")
        name = path.relative_to(root).as_posix()
        for number, _, target in included(text):
            reason = check_include(module, target)
            spreads_jobs = name in THREADS_EXCEPT and target.startswith("oneapi/tbb/")
            if reason is None and FOREIGN.match(target) and not spreads_jobs:
                reason = "modules know no window, thread, clock or console"
            if reason:
                problems.append(f"{name}:{number}: includes {target}: {reason}")
        for number, line in enumerate(code_of(text).splitlines(), 1):
            if name not in SPEECH_EXCEPT and SPEECH.search(line):
                problems.append(f"{name}:{number}: a library never prints, exits or aborts: {line.strip()}")
            if module in STEPPED and name not in PROCESSOR_BITS_EXCEPT and PROCESSOR_BITS.search(line):
                problems.append(f"{name}:{number}: bits may depend on the processor or library: {line.strip()}")


def check(root):
    """All problems found under root, one line each, and the number of files looked at."""
    problems = []
    for folder in (root / "include/grouser", root / "src"):
        for entry in sorted(folder.iterdir()) if folder.is_dir() else []:
            if entry.is_dir() and entry.name not in ORDER:
                problems.append(f"{entry.relative_to(root)}: a folder that is no module")
    for module in ORDER:
        check_module(root, module, problems)
    for app in APPS:
        for path in sources(root / "apps" / app):
            for number, _, target in included(path.read_text(encoding="utf-8")):
                reason = check_include(None, target)
                if reason:
                    problems.append(f"{path.relative_to(root)}:{number}: includes {target}: {reason}")
    count = sum(len(sources(root / part)) for part in ("include", "src", "apps"))
    return problems, count


def self_test():
    """Every rule must fire on a tree that breaks it, and none on one that does not."""
    bad = {
        "include/grouser/math/a.hpp": ('#include "grouser/soil/law.hpp"', "may use only modules above"),
        "src/soil/b.cpp": ('#include "../terrain/private.hpp"', "goes up"),
        "src/terrain/c.cpp": ("#include <imgui.h>", "no window"),
        "src/simulation/d.cpp": ("#include <thread>", "no window, thread"),
        "src/mission/study.cpp": ("#include <oneapi/tbb/task_arena.h>", "no window, thread"),
        "src/mission/parallel_jobs.cpp": ("#include <thread>", "no window, thread"),
        "src/soil/e.cpp": ("double f(double x) { return std::pow(x, 2.5); }", "bits may depend"),
        "src/vehicle/f.cpp": ("std::unordered_map<int, int> m;", "bits may depend"),
        "src/recording/g.cpp": ('void f() { std::exit(1); }', "never prints"),
        "src/extra/h.cpp": ("", "no module"),
        "apps/grouser/i.cpp": ('#include "../grouser-desktop/x.hpp"', "goes up"),
    }
    good = {
        "include/grouser/soil/a.hpp": '#include "grouser/terrain/x.hpp"\n#include <vector>\n',
        "src/soil/b.cpp": '#include "grouser/soil/a.hpp"\n#include "private.hpp"\n// std::pow(x, y) in words\nauto s = "printf(";\n',
        "src/mission/parallel_jobs.cpp": "#include <oneapi/tbb/task_arena.h>\n",
        "apps/grouser/c.cpp": '#include "grouser/simulation/run.hpp"\n#include <iostream>\n',
    }
    failures = []

    def problems_of(files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = pathlib.Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return check(pathlib.Path(folder))[0]

    for name, (text, expected) in bad.items():
        found = problems_of({name: text})
        if len(found) != 1 or expected not in found[0]:
            failures.append(f"{name} '{text}': found {found}, expected one problem with '{expected}'")
    if found := problems_of(good):
        failures.append(f"a tree that keeps to the rules: found {found}")
    return failures


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--self-test":
        problems, count = self_test(), None
    else:
        problems, count = check(pathlib.Path(sys.argv[1]))
        if not count:
            problems.append("found no source at all: is the path right?")
    print("\n".join(problems) if problems else f"all well ({count} files)")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
