# SPDX-License-Identifier: BSD-3-Clause
"""Sizes of the classes of a tree: data members, lines, and the sources over which they are spread (for check_sources.py).

A class is what a header declares as one, or a struct Impl behind it; plain structs are values and may have any number of members.
Its lines are those of its declaration and of its functions' definitions.
"""
import re

MOST_MEMBERS, MOST_LINES = 25, 600

# Classes that are larger today: sources, data members, lines, and why. No entry may grow, and one that is no longer needed has to go.
LARGER = {
    "base/TomlTable": (2, 25, 600, "reading a file and reading its values are two duties of one handle"),
    "contact/CreepWheels": (2, 25, 600, "where wheels touch and what forces follow: to be two classes"),
    "contact/MeshContacts": (2, 25, 600, "the limits of a step beside what meets"),
    "contact/ScmContacts": (6, 25, 1000, "footprint, sole, ball, rim and transport are to be classes of their own"),
    "contact/WheelContacts": (2, 25, 600, "the touches of a step are to be a class of their own"),
    "mission/InteriorPoint": (2, 38, 600, "its linear system is to be a class of its own"),
    "recording/RunReader": (4, 33, 821, "keyframes, peaks and checks are to be readers of their own"),
    "simulation/DocumentSource": (2, 25, 600, "what it takes over from a shared ground"),
    "simulation/World": (1, 28, 600, "what does not change in a run, as plain members"),
    "terrain/GroundMemory": (2, 25, 600, "single cells, and layers of them"),
    "vehicle/FourBarLeg": (3, 25, 600, "eight legs at a time are compiled for every vector level"),
}

DEFINED = re.compile(r"^(?!using|typedef|namespace|return|extern)[\w:<>,&*\s~\[\]\.]*?\b([A-Z]\w*)::(?:\w+::)*~?[\w=+*\[\]<>!-]+\(", re.M)
DECLARED = re.compile(r"^( *)(?:class|struct) (?:GROUSER_\w+ )?((?:\w+::)*\w+)(?: final)?(?: : [^{;]+)? \{$", re.M)
NO_MEMBER = re.compile(r"^(using|friend|static|enum|class|struct|typedef|template|union|public|private|protected)\b")


def end_of(text, start):
    """Where the block ends that the first brace after start opens."""
    depth = 0
    for i in range(text.index("{", start), len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return i
    return len(text)


def without_blocks(text, opening="{(<", closing="})>"):
    """The text without what stands in brackets."""
    kept, depth = [], 0
    for c in text:
        depth += c in opening
        if depth == 0:
            kept.append(c)
        depth -= c in closing and depth > 0
    return "".join(kept)


def data_members(body):
    """How many data members a class body has; functions and nested types are none."""
    count = 0
    flat = re.sub(r"\b(public|private|protected):", "", re.sub(r"->|<<|<=|>=|>>", " ", body))
    flat = re.sub(r"\)[^;{}]*\{", ") {", flat)  # initialisers of constructors
    statements = re.split(r";|(?<=\))\s*\{[^{}]*\}", collapse(flat))
    for statement in statements:
        words = statement.strip()
        declared = without_blocks(words.split("=")[0])
        if not words or NO_MEMBER.match(words) or "operator" in words:
            continue
        if "(" in without_blocks(words.split("=")[0], "<{", ">}"):
            continue
        if len(declared.split()) > 1:
            count += 1 + declared.count(",")
    return count


def collapse(body):
    """The body with every inner block emptied: functions and nested types at the depth of the class."""
    kept, depth = [], 0
    for c in body:
        if c == "}":
            depth -= 1
        if depth == 0:
            kept.append(c)
        if c == "{":
            depth += 1
    return "".join(kept)


def measure(files):
    """{(module, class): [sources, members, lines]}. files: {path: code without comments and strings}, paths from the root."""
    found = {}
    owner = lambda path: "/".join(path.removeprefix("src/").split("/")[2:3] if path.removeprefix("src/").startswith("include/") else path.split("/")[1:2])
    for path, text in files.items():
        for match in DECLARED.finditer(text):
            indent, name = len(match.group(1)), match.group(2)
            kind = match.group(0).split()[0]
            if indent or (kind == "struct" and not name.endswith("::Impl")) or (path.endswith(".cpp") and "::" not in name):
                continue
            end = end_of(text, match.start())
            body = text[text.index("{", match.start()) + 1 : end]
            size = found.setdefault((owner(path), name.split("::")[0]), [set(), 0, 0])
            size[1] += data_members(body)
            size[2] += body.count("\n") + 1
    for path, text in files.items():
        if not path.endswith(".cpp"):
            continue
        for match in DEFINED.finditer(text):
            size = found.get((owner(path), match.group(1)))
            if size is None or "{" not in text[match.end() :] or ";" in without_blocks(text[match.end() - 1 : text.index("{", match.end())], "(", ")"):
                continue
            size[0].add(path)
            size[2] += text.count("\n", match.start(), end_of(text, match.end())) + 1
    return found


def check_classes(files):
    """The problems of a tree's classes."""
    problems = []
    for (module, name), (places, members, lines) in sorted(measure(files).items()):
        key, size, rule = f"{module}/{name}", (len(places), members, lines), (1, MOST_MEMBERS, MOST_LINES)
        allowed = LARGER.get(key, rule)[:3]
        if any(a > b for a, b in zip(size, allowed)):
            problems.append(
                f"class {key}: {size[0]} sources, {members} data members, {lines} lines; at most {allowed[0]}, {allowed[1]} and"
                f" {allowed[2]}: split it by what it does"
            )
        elif key in LARGER and all(a <= b for a, b in zip(size, rule)):
            problems.append(f"class {key} keeps to the rule: take its exception out of class_sizes.py")
    return problems
