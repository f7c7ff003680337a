#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that any files of one module, program or folder of tests can be compiled as one (docs/testing.md, "Builds in batches").

Usage: check_batches.py ROOT | check_batches.py --self-test

Constants, types and functions that can be called with the same arguments in unnamed namespaces have names of their own within a module.
An alias may be repeated where it means the same. So have files of several modules that one target compiles (MIXED).
No two headers of a module or program define a type of one name.
"""
import collections
import re

import check_sources

APART = "src/simulation/link/"  # file by file, but for what is mixed
PROGRAMS = ["apps/grouser", "apps/common", "apps/grouser-desktop"]
# Targets of files of several modules, by what their paths begin with.
MIXED = {
    "test_link_sanitized": ["src/simulation/link/", "apps/common/link/link_inbox", "tests/link/link_mutation"],
    "test_servo_sanitized": ["src/vehicle/legs/servo_", "apps/grouser/servo/servo_", "tests/servo/servo_mutation"],
    "grouser_gdal": ["src/survey/gdal/", "src/survey/raster/geo_transform", "src/base/error", "src/base/shown_text", "src/math/elementary"],
}

UNNAMED = re.compile(r"^namespace \{\n(.*?)^\}  // namespace$", re.M | re.S)
CONSTANT = re.compile(r"^(?:inline |static )*(?:constexpr|const) [^;(]*?\b(k[A-Z]\w*)[^;]*;", re.M)
NEXT_NAME = re.compile(r"\b(k[A-Z]\w*)\b(?:\[[^\]]*\])?\s*(?==[^=]|\{)")
TYPE = re.compile(r"^(?:struct|class|enum class) (\w+)[^;]*?\{", re.M)
HEADER_TYPE = re.compile(r"^(?:struct|class|enum class|enum) (\w+)(?: final)?(?: : [^{;]*)? \{", re.M)
ALIAS = re.compile(r"^using (\w+) = ([^;]+);", re.M)
FUNCTION = re.compile(r"^(?!\s|return|using|struct|class|enum|namespace|template|#|//|})[\w:<>,&*\[\] ]+? [*&]?(\w+)\(([^)]*)\)[^;{]*\{", re.M)


# Other names of types, which a list of arguments may be written with.
ALIASES = {"fs::": "std::filesystem::", "Texts": "std::vector<std::string>"}


def argument_type(argument):
    argument = re.sub(r"/\*.*?\*/|=.*", "", argument).strip()
    for alias, meant in ALIASES.items():
        argument = re.sub(rf"(?<![\w:]){alias}", meant, argument)
    return re.sub(r"\s*\b\w+$", "", argument) if re.search(r"[ &*]", argument) else argument


def calls(function, arguments):
    """The lists of arguments that it can be called with: those with a default may be left out."""
    every = arguments.split(",")
    least = next((k for k, argument in enumerate(every) if "=" in argument), len(every))
    for count in range(least, len(every) + 1):
        yield f"{function}({', '.join(argument_type(a) for a in every[:count])})"


def names_in(text):
    """Names that unnamed namespaces of one file declare at their top level."""
    names = set()
    for block in UNNAMED.findall(text):
        for declaration in CONSTANT.finditer(block):
            names.add(declaration.group(1))
            names.update(NEXT_NAME.findall(declaration.group(0)))
        names.update(TYPE.findall(block))
        for function, arguments in FUNCTION.findall(block):
            names.update(calls(function, arguments))
    return names


def aliases_in(text):
    """Aliases of a file's unnamed namespaces and what they mean."""
    return {alias: meant for block in UNNAMED.findall(text) for alias, meant in ALIAS.findall(block)}


def twice_defined(root):
    """Types that two headers of one module or program define in the same namespace, where a header has one."""
    places = collections.defaultdict(lambda: collections.defaultdict(list))
    for path in sorted([*(root / "src").rglob("*.hpp"), *(path for folder in PROGRAMS for path in (root / folder).rglob("*.hpp"))]):
        name, text = path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")
        spaces = re.findall(r"^namespace ([\w:]+) \{", text, re.M)
        for found in set(HEADER_TYPE.findall(text)) if len(spaces) == 1 else []:
            places["/".join(name.split("/")[:2])][f"{spaces[0]}::{found}"].append(name)
    return [f"{module}: type {name} stands in {' and '.join(files)}"
            for module, names in sorted(places.items()) for name, files in sorted(names.items()) if len(files) > 1]


def check(root):
    places = collections.defaultdict(lambda: collections.defaultdict(list))
    meanings = collections.defaultdict(lambda: collections.defaultdict(dict))
    count = 0
    for folder in ["src", "tests", *PROGRAMS]:
        for path in sorted((root / folder).rglob("*.cpp")):
            name = path.relative_to(root).as_posix()
            count += 1
            text = path.read_text(encoding="utf-8")
            batches = [target for target, begins in MIXED.items() if name.startswith(tuple(begins))]
            if not name.startswith(APART):
                batches.append("/".join(name.split("/")[:2]))
            for batch in batches:
                for found in names_in(text) - {"main()"}:  # of shaders
                    places[batch][found].append(name)
                for alias, meant in aliases_in(text).items():
                    meanings[batch][alias].setdefault(meant, name)
    problems = [f"{module}: {name} stands in {' and '.join(files)}"
                for module, names in sorted(places.items()) for name, files in sorted(names.items()) if len(files) > 1]
    problems += [f"{module}: {alias} means one thing in {' and another in '.join(of.values())}"
                 for module, names in sorted(meanings.items()) for alias, of in sorted(names.items()) if len(of) > 1]
    return problems + twice_defined(root), count


def self_test():
    text = ("namespace a {\nnamespace {\n\nconstexpr double kOne = 1.0, kTwo = 2.0;\nstruct Type {\n  int k = 0;\n};\nusing Alias = int;\n"
            "int over(int x, const Type& y, fs::path z = {}) {\n  constexpr int kInner = 3;\n  return x;\n}\n\n}  // namespace\nint outside() { return 1; }\n}\n")
    found = names_in(text)
    expected = {"kOne", "kTwo", "Type", "over(int, const Type&)", "over(int, const Type&, std::filesystem::path)"}
    problems = [] if found == expected else [f"found {sorted(found)}, expected {sorted(expected)}"]
    if HEADER_TYPE.findall("enum Layer { kOne };\nclass Desk : public Base {\nstruct Seen;\n  struct Inner {\n") != ["Layer", "Desk"]:
        problems.append("types of a header are not found")
    return problems + ([] if aliases_in(text) == {"Alias": "int"} else [f"found the aliases {aliases_in(text)}"])


if __name__ == "__main__":
    check_sources.run(__doc__, check, self_test)
