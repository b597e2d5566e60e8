#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every name in the last column of docs/glossary.md is a word of the source.
usage: test_glossary.py SOURCE_DIR"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
words, files = set(), set()
for path in sorted((root / "src").rglob("*.[ch]")):
    words.update(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    files.update({path.name, str(path.relative_to(root / "src"))})
checked, missing = 0, []
for line in (root / "docs/glossary.md").read_text(encoding="utf-8").splitlines():
    cells = line.split(" | ")
    if not line.startswith("| ") or len(cells) < 3:
        continue
    for name in re.findall(r"`([^`]+)`", cells[-1]):
        checked += 1
        known = name in files if "." in name else all(w in words for w in name.split())
        if not known:
            missing.append(f"{cells[0][2:]}: {name}")
for entry in missing:
    print("not in the source:", entry)
print(checked, "names")
sys.exit(1 if missing or checked < 50 else 0)
