#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that the sources keep to the architecture (docs/ARCHITECTURE.md).

Usage: check_sources.py ROOT | check_sources.py --self-test

1. A file includes only files of its own room (a module's sub-folder) and of those above it in the order; fronts (apps, fmu)
   include modules and themselves.
2. The modules know no window, no thread, no clock, and do not print or exit. One file spreads jobs over threads.
3. Modules that run inside a step use no libm function whose last bits depend on the processor, and no hash map.
4. What steps a world knows no file format: neither GDAL, HDF5 nor the readers that use them. Of the rest only survey/gdal includes GDAL.
5. Files stay below 400 lines, functions below 60; no header is there for its tests alone.
6. JSON is parsed within bounds (base/json_text.hpp), and processors are counted as the machine allows them (apps/common/processors.hpp).
7. A class has one source, at most 25 data members and 600 lines (class_sizes.py).
8. No document has a place kept for a number that never came (@mean@).
9. In a tree with a LICENSE each source begins with the line that names it.
10. No name of a test holds a semicolon: CMake would make two tests of it, of which neither runs anything.
"""
import pathlib
import re
import sys
import tempfile

import class_sizes

# Every room in the order of dependency. A module without sub-folders is one room.
ROOMS = """
base
math
shape/mesh shape/distance shape/check shape/file shape/press
terrain/surface terrain/memory terrain/touch
multibody/tree multibody/constraints multibody/build multibody/constrained multibody/dense multibody/integrators
soil/laws soil/wheel soil/force
vehicle/drive vehicle/legs vehicle/spec
contact
simulation/step simulation/elements
chart
recording/run_file recording/plot
survey/raster survey/gdal survey/clean survey/soil_map survey/make
simulation/observe simulation/build simulation/run simulation/link
mission/statistics mission/campaign mission/quasi_static mission/gradeability mission/placement mission/traverse mission/stepup mission/rigs mission/fit mission/rover
exchange/markup exchange/rovers exchange/mcap exchange/gltf exchange/fmu exchange/maps
""".split()
MODULES = sorted({room.split("/")[0] for room in ROOMS})
CORE = ROOMS[:ROOMS.index("simulation/elements") + 1]
APPS = ["apps/common", "apps/grouser", "apps/grouser-desktop", "fmu"]

TEST_NAME = re.compile(r'TEST_CASE(?:_METHOD)?\(\s*(?:\w+,\s*)?(?:"[^"]*"\s*)+')
PLACE_KEPT = re.compile(r"(?<![\w.])@\w+@(?!\w)")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# Headers no module may use: the window, threads and clocks.
FOREIGN = re.compile(
    r"^(imgui|GLFW/|GL/|epoxy/|EGL/|glm/|CLI/|thread$|future$|chrono$|ctime$|iostream$|condition_variable$|pthread\.h$|(oneapi/)?tbb/)")
# The file that may use oneTBB: all that runs many worlds goes through it (docs/ARCHITECTURE.md, "Many worlds").
THREADS_EXCEPT = {"src/mission/campaign/parallel_jobs.cpp"}
# Words no module may use, and the files that may all the same, each with its reason.
SPEECH = re.compile(r"\b(std::exit|std::abort|abort|exit|printf|fprintf|puts|fputs|std::cout|std::cerr)\s*(\(|<<)")
SPEECH_EXCEPT = {"src/base/error.cpp"}  # the default assertion handler prints and aborts: a mistake of ours, not an input
# Modules whose code runs inside a step, and what would make its bits depend on the machine.
STEPPED = ["multibody", "soil", "vehicle", "contact", "simulation", "shape", "terrain", "survey"]
PROCESSOR_BITS = re.compile(
    r"\bstd::(exp|exp2|expm1|log|log10|log2|log1p|pow|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|hypot|cbrt)\s*\("
    r"|\b(AngleAxis\w*|unordered_(map|set|multimap|multiset))\b")
PROCESSOR_BITS_EXCEPT = set()
FORMATS = re.compile(r"^(gdal|ogr|cpl_|hdf5)")
# The room that is loaded with the first raster, and what only it may use.
LOADED = "survey/gdal"
LOADED_ALONE = re.compile(r"^(gdal_priv|gdal_frmts|gdal|ogr_\w+|cpl_\w+)\.h$")
# What only one file does, and its place.
ONE_PLACE = [
    (re.compile(r"(?i)json\w*::(parse|accept|sax_parse|from_\w+)\s*\("), {"src/include/grouser/base/json_text.hpp"},
     "JSON from outside is parsed within bounds, by parse_json() of base/json_text.hpp"),
    (re.compile(r"\bhardware_concurrency\s*\("), {"apps/common/processors.cpp"},
     "programs may have fewer processors than the machine: allowed_processors() of apps/common/processors.hpp"),
]
MOST_LINES, MOST_FUNCTION_LINES = 400, 60
# Lists the headers of purpose for programs outside; it lies in no room, declares nothing, and nothing here includes it. `include` has what
# it reaches, which is installed; headers that only this tree shares lie in `src/include`, in the same rooms.
FRONT_DOOR = "include/grouser/grouser.hpp"
# Lines that open a block which holds functions instead of being one.
CONTAINER = re.compile(r"\b(namespace|class|struct|enum|union|extern)\b")


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


def room_of(path):
    """The room of a source: of its public name (grouser/soil/laws/shear.hpp) or its place in src."""
    parts = pathlib.PurePath(path).parts
    return "/".join(parts[:2]) if len(parts) > 2 and parts[0] != "math" else parts[0]


def check_include(room, target):
    """Why a file of `room` (or None: an app) may not include `target`, or None."""
    parts = target.split("/")
    if ".." in parts:
        return "goes up out of its folder"
    if parts[0] == "grouser":
        wanted = room_of("/".join(parts[1:]))
        if wanted not in ROOMS:
            return "names no room"
    elif room is not None and len(parts) == 2 and f"{room.split('/')[0]}/{parts[0]}" in ROOMS:
        wanted = f"{room.split('/')[0]}/{parts[0]}"
    else:
        return None
    if room is not None and ROOMS.index(wanted) > ROOMS.index(room):
        return f"'{room}' may not use '{wanted}', which stands below it"
    return None


def long_functions(code):
    """First line and length of each function over the limit, of code without comments and strings."""
    code = re.sub(r"(?m)^\s*#.*(\\\n.*)*$", "", code)
    found, blocks, statement, line = [], [], "", 1  # blocks: what each open brace belongs to and the line after it
    for sign in re.sub(r"'(?:\\.|[^'\\\n])'", "' '", code):
        if sign == "{":
            inside_containers = all(kind == "container" for kind, _ in blocks)
            if inside_containers and CONTAINER.search(statement) and "(" not in statement:
                kind = "container"
            else:
                kind = "function" if inside_containers and ")" in statement else "other"
            blocks.append((kind, line))
        elif sign == "}" and blocks:
            kind, start = blocks.pop()
            if kind == "function" and line - start - 1 > MOST_FUNCTION_LINES:
                found.append((start, line - start - 1))
        statement = "" if sign in ";{}" else statement + sign
        line += sign == "\n"
    return found


def check_file(root, path, room, problems):
    text = path.read_text(encoding="utf-8")
    name, code = path.relative_to(root).as_posix(), code_of(text)
    for number, _, target in included(text):
        reason = check_include(room, target)
        spreads_jobs = name in THREADS_EXCEPT and target.startswith("oneapi/tbb/")
        if reason is None and FOREIGN.match(target) and not spreads_jobs:
            reason = "modules know no window, thread, clock or console"
        if reason is None and room in CORE and FORMATS.match(target):
            reason = "what steps a world knows no file format"
        if reason is None and room != LOADED and LOADED_ALONE.match(target):
            reason = f"only {LOADED} is linked to GDAL, which takes long to load"
        if reason:
            problems.append(f"{name}:{number}: includes {target}: {reason}")
    for number, line in enumerate(code.splitlines(), 1):
        if name not in SPEECH_EXCEPT and SPEECH.search(line):
            problems.append(f"{name}:{number}: a library never prints, exits or aborts: {line.strip()}")
        if room.split("/")[0] in STEPPED and name not in PROCESSOR_BITS_EXCEPT and PROCESSOR_BITS.search(line):
            problems.append(f"{name}:{number}: bits may depend on the processor or library: {line.strip()}")


def check_size(root, path, problems):
    text, name = path.read_text(encoding="utf-8"), path.relative_to(root).as_posix()
    if (lines := text.count("\n")) > MOST_LINES:
        problems.append(f"{name}: {lines} lines, at most {MOST_LINES}")
    for number, length in long_functions(code_of(text)):
        problems.append(f"{name}:{number}: a function of {length} lines, at most {MOST_FUNCTION_LINES}")


def check_one_place(root, path, problems):
    name = path.relative_to(root).as_posix()
    for number, line in enumerate(code_of(path.read_text(encoding="utf-8")).splitlines(), 1):
        for pattern, places, reason in ONE_PLACE:
            if name not in places and pattern.search(line):
                problems.append(f"{name}:{number}: {reason}")


def check_front_door(root, problems):
    path = root / FRONT_DOOR
    if not path.is_file():
        return
    code = [line for line in code_of(path.read_text(encoding="utf-8")).splitlines() if line.strip()]
    for line in code:
        if not re.match(r"#(pragma once|include)$", line.strip()):
            problems.append(f"{FRONT_DOOR}: '{line.strip()}': the front door includes and declares nothing")
    waiting, reached = ["grouser/grouser.hpp"], set()
    while waiting:
        header = waiting.pop()
        if header.startswith("grouser/") and (root / "src/include" / header).is_file():
            problems.append(f"src/include/{header}: the front door reaches it; its place is include")
        if header not in reached and (root / "include" / header).is_file():
            reached.add(header)
            waiting += [target for _, _, target in included((root / "include" / header).read_text(encoding="utf-8"))]
    for header in sources(root / "include"):
        if header.relative_to(root / "include").as_posix() not in reached:
            problems.append(f"{header.relative_to(root).as_posix()}: the front door does not reach it; its place is src/include")
    for folder in ("bench", "python"):  # elsewhere it names no room
        for source in sources(root / folder):
            if any(target == "grouser/grouser.hpp" for _, _, target in included(source.read_text(encoding="utf-8"))):
                problems.append(f"{source.relative_to(root).as_posix()}: includes the front door, which is for programs outside")


def check_clients(root, problems):
    """Every header of the library is included by some source of library, programs or benchmarks that is not its own."""
    used = set()
    for folder in ("include", "src", "apps", "fmu", "bench"):
        for path in sources(root / folder):
            if path == root / FRONT_DOOR:
                continue
            for _, _, target in included(path.read_text(encoding="utf-8")):
                if pathlib.PurePath(target).stem != path.stem:
                    used.add(pathlib.PurePath(target).name)
    for folder in ("include", "src"):
        for path in sources(root / folder):
            if path.suffix == ".hpp" and path.name not in used and path != root / FRONT_DOOR:
                problems.append(f"{path.relative_to(root).as_posix()}: no source of library, programs or benchmarks includes it")


def check_classes(root, problems):
    files = [path for folder in ("include", "src") for path in sources(root / folder)]
    problems += class_sizes.check_classes({path.relative_to(root).as_posix(): code_of(path.read_text(encoding="utf-8")) for path in files})


def check_documents(root, problems):
    """A place kept for a number that never came, as @mean@."""
    for path in sorted((root / "docs").glob("*.md")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for kept in PLACE_KEPT.findall(line):
                problems.append(f"{path.relative_to(root).as_posix()}:{number}: {kept} stands for something that is missing")


def check_licence(root, problems):
    """Sources without the line of the licence."""
    if not (root / "LICENSE").exists():
        return
    for part in ("include", "src", "apps", "fmu", "python", "bench", "examples", "tests"):
        for path in sources(root / part):
            if "SPDX-License-Identifier: " not in path.read_text(encoding="utf-8").partition("\n")[0]:
                problems.append(f"{path.relative_to(root).as_posix()}: its first line names no licence")


def check_test_names(root, problems):
    for path in sorted((root / "tests").rglob("*.cpp")):
        for name in TEST_NAME.finditer(path.read_text(encoding="utf-8")):
            if ";" in name.group(0):
                problems.append(f"{path.relative_to(root).as_posix()}: a name with ';' never runs: {' '.join(name.group(0).split())}")


def check(root):
    """All problems found under root, one line each, and the number of files looked at."""
    problems = []
    shared = root / "src/include/grouser"
    for folder in (root / "include/grouser", shared, root / "src"):
        for path in sources(folder):
            if path == root / FRONT_DOOR or (folder == root / "src" and shared in path.parents):
                continue
            room = room_of(path.relative_to(folder))
            if room not in ROOMS:
                problems.append(f"{path.relative_to(root).as_posix()}: lies in no room")
            else:
                check_file(root, path, room, problems)
    for app in APPS:
        for path in sources(root / app):
            for number, _, target in included(path.read_text(encoding="utf-8")):
                reason = check_include(None, target)
                if reason:
                    problems.append(f"{path.relative_to(root)}:{number}: includes {target}: {reason}")
    for part in ("include", "src", "apps", "fmu", "bench"):
        for path in sources(root / part):
            check_size(root, path, problems)
            if part != "bench":
                check_one_place(root, path, problems)
    check_front_door(root, problems)
    check_clients(root, problems)
    check_classes(root, problems)
    check_documents(root, problems)
    check_licence(root, problems)
    check_test_names(root, problems)
    count = sum(len(sources(root / part)) for part in ("include", "src", "apps", "fmu"))
    return problems, count


def self_test():
    """Every rule must fire on a tree that breaks it, and none on one that does not."""
    bad = {
        "src/math/a.cpp": ('#include "grouser/soil/laws/law.hpp"', "stands below it"),
        "src/soil/force/b.cpp": ('#include "../wheel/private.hpp"', "goes up"),
        "src/soil/laws/b.cpp": ('#include "wheel/private.hpp"', "stands below it"),
        "src/terrain/touch/c.cpp": ("#include <imgui.h>", "no window"),
        "src/terrain/surface/c.cpp": ("#include <gdal_priv.h>", "no file format"),
        "src/survey/raster/c.cpp": ("#include <gdal_priv.h>", "takes long to load"),
        "src/simulation/step/d.cpp": ("#include <thread>", "no window, thread"),
        "src/simulation/step/e.cpp": ('#include "grouser/recording/run_file/run_writer.hpp"', "stands below it"),
        "src/mission/campaign/sweep.cpp": ("#include <oneapi/tbb/task_arena.h>", "no window, thread"),
        "src/mission/campaign/parallel_jobs.cpp": ("#include <thread>", "no window, thread"),
        "src/soil/laws/e.cpp": ("double f(double x) { return std::pow(x, 2.5); }", "bits may depend"),
        "src/vehicle/spec/f.cpp": ("std::unordered_map<int, int> m;", "bits may depend"),
        "src/recording/run_file/g.cpp": ('void f() { std::exit(1); }', "never prints"),
        "include/grouser/grouser.hpp": ("int x;\n", "declares nothing"),
        "src/extra/h.cpp": ("", "in no room"),
        "src/soil/i.cpp": ("", "in no room"),
        "apps/grouser/i.cpp": ('#include "../grouser-desktop/x.hpp"', "goes up"),
        "src/soil/laws/j.cpp": ("int x;\n" * 401, "401 lines"),
        "src/soil/laws/k.cpp": ("namespace a {\n\nvoid f(int a,\n       int b) {\n" + "  a = b;\n" * 61 + "}\n}\n", "61 lines"),
        "include/grouser/soil/laws/l.hpp": ("int x;\n", "no source of library"),
        "src/mission/campaign/m.cpp": ("const auto j = nlohmann::json::parse(text);", "within bounds"),
        "apps/grouser/n.cpp": ("const int cores = std::thread::hardware_concurrency();", "allowed_processors"),
        "docs/m.md": ("| mean | @mean@ |\n", "@mean@ stands for"),
        "tests/o.cpp": ('TEST_CASE("one thing; another") {}\n', "never runs"),
    }
    good = {
        "include/grouser/soil/force/a.hpp": '#include "grouser/terrain/surface/x.hpp"\n#include <vector>\n',
        "include/grouser/grouser.hpp": '#pragma once\n#include "grouser/soil/force/a.hpp"\n',
        "src/include/grouser/soil/force/d.hpp": "#include <vector>\n",
        "src/soil/force/d.cpp": '#include "grouser/soil/force/d.hpp"\n',
        "src/soil/force/e.cpp": '#include "grouser/soil/force/d.hpp"\n',
        "src/soil/force/b.cpp": '#include "grouser/soil/force/a.hpp"\n#include "private.hpp"\n#include "laws/p.hpp"\n// std::pow(x, y) in words\nauto s = "printf(";\n',
        "src/mission/campaign/parallel_jobs.cpp": "#include <oneapi/tbb/task_arena.h>\n",
        "src/survey/gdal/c.cpp": "#include <gdal_priv.h>\n",
        "src/soil/laws/k.cpp": "namespace a {\nclass B {\n  void f() {\n" + "    a = b;\n" * 60 + "  }\n  void g() {\n    a = b;\n  }\n};\n}\n",
        "docs/c.md": "write to a@b.org, or a@c.org\n",
        "apps/grouser/c.cpp": '#include "grouser/simulation/run/run.hpp"\n#include <iostream>\n',
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
    header = "class Cut {\n public:\n  void a();\n  int b() const { return b_; }\n\n private:\n  struct Part {\n    int x, y;\n  };\n  int b_ = 0;\n%s};\n"
    cut = {
        "include/grouser/soil/force/cut.hpp": header % "".join(f"  int m{k}_ = 0;\n" for k in range(24)),
        "src/soil/force/cut.cpp": '#include "grouser/soil/force/cut.hpp"\nvoid Cut::a() {\n}\n',
        "src/soil/force/user.cpp": '#include "grouser/soil/force/cut.hpp"\nvoid g(Cut& c) { c.a(); }\n',
    }
    for change, expected in (
        ({}, ""),
        ({"include/grouser/soil/force/cut.hpp": header % "".join(f"  int m{k}_ = 0;\n" for k in range(25))}, "26 data members"),
        ({"src/soil/force/user.cpp": '#include "grouser/soil/force/cut.hpp"\nint Cut::b() const {\n  return b_;\n}\n'}, "2 sources"),
        ({"include/grouser/soil/force/cut.hpp": header % ("  void f(int a);\n" * 600)}, "lines; at most"),
    ):
        found = problems_of({**cut, **change})
        found = [problem for problem in found if "lines, at most 400" not in problem]
        if len(found) != bool(expected) or (found and expected not in found[0]):
            failures.append(f"a class with {list(change)}: found {found}, expected '{expected}'")
    found = problems_of({**good, "include/grouser/grouser.hpp": "#pragma once\n"})
    if len(found) != 1 or "its place is src/include" not in found[0]:
        failures.append(f"a header that the front door does not reach: found {found}")
    found = problems_of({**good, "python/core/door.cpp": '#include "grouser/grouser.hpp"\n'})
    if len(found) != 1 or "for programs outside" not in found[0]:
        failures.append(f"a source of this tree at the front door: found {found}")
    found = problems_of({**good, "include/grouser/soil/force/a.hpp": good["include/grouser/soil/force/a.hpp"] + '#include "grouser/soil/force/d.hpp"\n'})
    if len(found) != 1 or "its place is include" not in found[0]:
        failures.append(f"a header of this tree that the front door reaches: found {found}")
    found = [problem for problem in problems_of({**good, "LICENSE": "BSD\n"}) if "names no licence" in problem]
    if len(found) != sum(path.endswith((".cpp", ".hpp")) for path in good):
        failures.append(f"sources without the line of the licence: found {found}")
    if found := problems_of(good):
        failures.append(f"a tree that keeps to the rules: found {found}")
    return failures


def run(usage, check_tree, check_itself):
    """The program of a checker: both functions return problems, check_tree with the number of files that it read."""
    if len(sys.argv) != 2:
        sys.exit(usage)
    if sys.argv[1] == "--self-test":
        problems, count = check_itself(), None
    else:
        problems, count = check_tree(pathlib.Path(sys.argv[1]))
        if not count:
            problems.append("found no source at all: is the path right?")
    print("\n".join(problems) if problems else "all well" + (f" ({count} files)" if count else ""))
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    run(__doc__, check, self_test)
