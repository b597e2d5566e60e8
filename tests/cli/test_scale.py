#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The arithmetic of docs/scale.md, done again.
usage: test_scale.py SOURCE_DIR [print]
Tables there with a column `run` hold what was measured: `seconds` in the row of run `b` is called b_seconds in
formulas. Tables with the columns `name` and `formula` hold what follows; a formula has numbers, + - * /, min, max and names
from above. Each result must be what the formula gives, to two significant digits. `print` shows what it gives."""
import ast
import operator
import pathlib
import re
import sys

SIGNS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
CALLS = {"min": min, "max": max}


def number(text):
    """1,234.5 as a number; None if it is no number alone."""
    text = text.strip().replace(",", "")
    return float(text) if re.fullmatch(r"-?\d+(\.\d+)?", text) else None


def compute(node, values):
    if isinstance(node, ast.Expression):
        return compute(node.body, values)
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return float(node.value)
    if isinstance(node, ast.Name):
        return values[node.id]
    if isinstance(node, ast.BinOp):
        return SIGNS[type(node.op)](compute(node.left, values), compute(node.right, values))
    if isinstance(node, ast.Call) and not node.keywords:
        return CALLS[node.func.id](*(compute(a, values) for a in node.args))
    raise ValueError("not arithmetic")


def rounded(value):
    return float("%.1e" % value)


def tables(text):
    """Each table as its headings and rows."""
    found = []
    for block in re.findall(r"(?m)(?:^\|.*\n)+", text + "\n"):
        rows = [
            [cell.strip() for cell in line.strip().split("|")[1:-1]] for line in block.splitlines()
        ]
        found.append((rows[0], rows[2:]))
    return found


def read_measured(heads, rows, values, bad):
    for row in rows:
        if len(row) != len(heads):
            bad.append("a row of another width: %s" % row)
        for head, cell in zip(heads, row):
            if number(cell) is not None:
                values[
                    "%s_%s" % (row[heads.index("run")].strip("`"), head.replace(" ", "_"))
                ] = number(cell)


def check_derived(heads, rows, values, bad, show):
    for row in rows:
        cells = dict(zip(heads, row))
        name, formula, stated = (
            cells["name"].strip("`"),
            cells["formula"].strip("`"),
            number(cells["result"]),
        )
        try:
            value = compute(ast.parse(formula, mode="eval"), values)
        except (KeyError, ValueError, SyntaxError, ZeroDivisionError) as error:
            bad.append("%s: %s cannot be computed: %r" % (name, formula, error))
            continue
        if show:
            print("%-24s %12.4g" % (name, value))
        if stated is None or rounded(value) != rounded(stated):
            bad.append(
                "%s is said to be %s, its formula gives %.4g" % (name, cells["result"], value)
            )
        values[name] = value


def check(text, show=False):
    """(How many measured values and results, what is wrong.)"""
    values, bad, results = {}, [], 0
    for heads, rows in tables(text):
        if "formula" in heads and "name" in heads:
            check_derived(heads, rows, values, bad, show)
            results += len(rows)
        elif "run" in heads:
            read_measured(heads, rows, values, bad)
    return len(values) - results, results, bad


def check_commands(root, text, bad):
    """Files that the page names are there."""
    for path in set(re.findall(r"\b(?:tests|tools|docs)/[\w/.-]+\.(?:py|sh|c|md)\b", text)):
        if not (root / path).exists():
            bad.append("there is no " + path)


def main():
    root = pathlib.Path(sys.argv[1])
    text = (root / "docs/scale.md").read_text(encoding="utf-8")
    measured, results, bad = check(text, len(sys.argv) > 2)
    check_commands(root, text, bad)
    # The check itself: a wrong result, an unknown name and something that is no arithmetic are found.
    sample = "| run | s |\n| --- | --- |\n| a | 1,000 |\n\n| name | formula | result |\n| --- | --- | --- |\n| x | `%s` | %s |\n"
    for formula, result, good in (
        ("a_s * 2", "2,000", True),
        ("a_s * 2", "2,100", False),
        ("b_s", "1", False),
        ("a_s ** 2", "1,000,000", False),
        ("a_s / 0", "0", False),
    ):
        if (not check(sample % (formula, result))[2]) != good:
            bad.append("the check judges %s = %s wrongly" % (formula, result))
    for line in bad:
        print("FAILED:", line)
    print("%d measured, %d results, %d wrong" % (measured, results, len(bad)))
    sys.exit(1 if bad or measured < 40 or results < 20 else 0)


main()
