#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The documentation site: every link leads somewhere, and every block of commands in README.md and
   docs/ is run by a test or marked as not run.
   test_docs_site.py PROGRAM DOCS SITE
A block of commands begins with ```sh (run by bash, in a folder of its page's own, where `concentric` is the program), with
```sh library or ```sh python (run by these tests), or with ```sh long: not run."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

program, docs, site = (pathlib.Path(os.path.abspath(a)) for a in sys.argv[1:4])
COMMAND = re.compile(
    r"^\s*(concentric|\./run|\./test|mpirun|tools/|tests/|build/|pip|npm|cmake|ctest|ninja) ?", re.M
)
# Who runs a block: the tests of that name, or nobody.
ELSEWHERE = {
    "sh library": "tests/cli/test_library.sh",
    "sh python": "bindings/python/test.sh",
    "sh long": "",
}
CODE = {"c", "ini", "js", "nginx", "python", "shape", "text"}
passed = failed = 0


def check(name, good, more=""):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print(f"FAILED: {name}: {more}")


def links(page):
    for link in re.findall(r'(?:href|src)="([^"]*)"', page.read_text()):
        if ":" in link or link == "../" and page.parent == site / "docs" or link == "../../":
            continue
        path, _, name = link.partition("#")
        target = pathlib.Path(os.path.normpath(page.parent / path)) if path else page
        there = target.exists() and (
            not name or target.suffix != ".html" or f'id="{name}"' in target.read_text()
        )
        check(f"{page.relative_to(site)}: {link}", there, "leads nowhere")


def blocks(page):
    info = None
    for line in page.read_text().splitlines(keepends=True):
        if line.startswith("```"):
            if info is None:
                info, text = line[3:].strip(), ""
            else:
                yield info, text
                info = None
        elif info is not None:
            text += line


def commands(page):
    with tempfile.TemporaryDirectory() as folder:
        tools = pathlib.Path(folder, "bin")
        tools.mkdir()
        (tools / "concentric").symlink_to(program)
        work = pathlib.Path(folder, "work")
        work.mkdir()
        env = dict(
            os.environ,
            PATH=f"{tools}:{os.environ['PATH']}",
            HOME=folder,
            MANPAGER="cat",
            PAGER="cat",
        )
        for info, text in blocks(page):
            first = text.splitlines()[0] if text else ""
            where = f"{page.relative_to(docs.parent)}: {first}"
            if info == "sh":
                done = subprocess.run(
                    ["bash", "-euo", "pipefail", "-c", text],
                    cwd=work,
                    env=env,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    timeout=600,
                )
                check(where, done.returncode == 0, done.stdout.decode(errors="replace")[-400:])
            elif info not in ELSEWHERE and info not in CODE:
                check(
                    where,
                    not info and not COMMAND.search(text),
                    "commands need ```sh (they are run) or ```sh long",
                )


pages = sorted(site.glob("docs/**/*.html"))
check("there is a site", len(pages) > 20, f"{len(pages)} pages")
for page in pages:
    links(page)
for info, test in ELSEWHERE.items():
    there = not test or f"```{info}" in (docs.parent / test).read_text()
    check(f"{test} runs the blocks of {info}", there)
for page in sorted([docs.parent / "README.md", *docs.glob("**/*.md")]):
    commands(page)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
