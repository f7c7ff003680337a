#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Lists what both programs say: errors, notes, helps and labels, as they stand in the sources.

Usage: messages.py ROOT | messages.py ROOT --write | messages.py --self-test

messages.txt beside this file holds the list, so that a review sees each change of a text; --write makes it anew. Without it the list of
the sources is compared with the file, and words that need a second reading are refused (check_words.py).
"""
import difflib
import pathlib
import re
import sys

import check_words

# Calls whose texts a person reads: what they are, and their names.
CALLS = {
    "error": r"(?:throw\s+|make_shared<)?\b(?:InputError|RunError|Interrupted|UsageError)",
    "note": r"\b(?:print_note|print_error|notes?(?:_|\.|->)*(?:push_back|emplace_back)?|say)",
    "help": r"\bcommand\s*\.\s*(?:option|flag|argument|repeated|list|counter|footer)",
    "label": r"\bImGui::(?:Button|MenuItem|Checkbox|TextUnformatted|SetItemTooltip|Selectable|SeparatorText)",
}
OPENING = {kind: re.compile(pattern + r"\s*\(") for kind, pattern in CALLS.items()}
LITERAL = re.compile(r'"((?:\\.|[^"\\\n])*)"')


def call_text(text, start):
    """What is between the parenthesis at `start` and the one that closes it."""
    depth, k = 0, start
    while k < len(text):
        c = text[k]
        if c == '"':
            match = LITERAL.match(text, k)
            k = match.end() if match else k + 1
            continue
        if c == "'":
            k += 3 if text[k + 1:k + 2] != "\\" else 4
            continue
        depth += (c == "(") - (c == ")")
        if depth == 0:
            return text[start + 1:k]
        k += 1
    return text[start + 1:]


def messages(text):
    """(kind, texts of a call joined by |) in the order of the source."""
    code = re.sub(r"(?m)(?<![:\"])//[^\n]*$", "", text)
    found = []
    for kind, opening in OPENING.items():
        for match in opening.finditer(code):
            literals, last = [], None
            for literal in LITERAL.finditer(body := call_text(code, match.end() - 1)):
                # texts that follow each other without a comma are one
                if last is not None and not body[last:literal.start()].strip():
                    literals[-1] += literal.group(1)
                else:
                    literals.append(literal.group(1))
                last = literal.end()
            literals = [part for part in literals if re.search(r"[A-Za-z]{2}", part)]
            if literals and any(" " in part for part in literals):
                found.append((match.start(), kind, " | ".join(literals)))
    return [(kind, part) for _, kind, part in sorted(found)]


def listing(root):
    lines = []
    for folder in ("src", "apps"):
        for path in sorted((root / folder).rglob("*.cpp")):
            for kind, text in messages(path.read_text()):
                lines.append(f"{path.relative_to(root)}: {kind}: {text}")
    return lines


def self_test():
    source = ('void f() {\n  throw InputError(place, "no such file", "a file"\n " to read");  // "a comment"\n'
              '  command.option("--out FILE", a.out, "The file (\\"new\\")");\n  if (c == \'"\') print_note("gone (all)");\n}\n')
    found = messages(source)
    assert found == [("error", "no such file | a file to read"), ("help", '--out FILE | The file (\\"new\\")'),
                     ("note", "gone (all)")], found
    print("self-test passed")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    root, fixture = pathlib.Path(sys.argv[1]), pathlib.Path(__file__).with_name("messages.txt")
    now = listing(root)
    if "--write" in sys.argv:
        fixture.write_text("\n".join(now) + "\n")
        return 0
    faults = 0
    for line in difflib.unified_diff(fixture.read_text().splitlines(), now, "messages.txt", "sources", lineterm="", n=0):
        print(line)
        faults += 1
    if faults:
        print("read the changed messages, then: python3 tests/structure/messages.py . --write")
    for line in now:
        for pattern, instead in check_words.HABITS:
            if match := re.search(pattern, line.split(": ", 2)[2], re.IGNORECASE):
                print(f"{line[:100]}: '{match.group(0)}': write {instead}")
                faults += 1
    print(f"{len(now)} messages, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
