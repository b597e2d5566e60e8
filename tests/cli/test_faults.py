#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every write, fsync, rename, truncation and allocation of the commands that keep something fails in turn.
  test_faults.py CONCENTRIC FAKE_ENGINE LIBRARY [COMMAND ...]
LIBRARY is that of tests/faults/nth.c. Whatever fails: no signal, either the right result or an error in one clear line,
nothing half written under a final name; and the same command without faults then gives the files of a run that was
never disturbed. A few calls of each kind are tried, spread over all; CONCENTRIC_FAULTS=all tries every one."""
import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAM, FAKE, LIBRARY = (os.path.realpath(path) for path in sys.argv[1:4])
ONLY = sys.argv[4:]
ALL = os.environ.get("CONCENTRIC_FAULTS") == "all"
KINDS = ("write", "full", "sync", "rename", "truncate", "memory")
SAMPLES = 4  # of a kind in a command


class Command:
    """A command that keeps something: its words, what it reads, and what a stopped one may leave behind."""

    def __init__(self, name, words, names, text="", passing=(), grows=()):
        self.name, self.words, self.text = name, words, text
        self.passing = passing  # ends of names that are never final
        self.grows = grows  # files that are written piece by piece: a beginning of the right one is no damage
        self.names = names  # what an error names, if it is not about memory


COMMANDS = [
    Command(
        "solve", ["solve", "six", "--out", "six", "--stages", "3"], (".db",), passing=(".part",)
    ),
    Command(
        "pack",
        ["solve", "six", "--out", "six", "--stages", "3", "--pack", "six.pack"],
        (".db", "six.pack"),
        passing=(".part",),
    ),
    Command(
        "tournament",
        [
            "tournament",
            "six",
            "--engine",
            f"name=A {FAKE} best=1",
            "--engine",
            f"name=B {FAKE} best=1",
            "--games",
            "2",
            "--tc",
            "depth=1",
            "--quiet",
            "--record",
            "games.txt",
        ],
        ("games.txt",),
        grows=("games.txt", "games.txt.journal"),
    ),
    Command(
        "save",
        ["play", "six", "--plain", "--computer", "none"],
        ("game.txt",),
        text="d6\nd2\nsave game.txt\nquit\n",
    ),
    Command("page", ["page", "site"], ("site",), passing=(".concentric-new",)),
    Command(
        "selfplay",
        ["selfplay", "six", "--games", "3", "--nodes", "40", "--seed", "5", "--out", "games"],
        ("games",),
        grows=("games",),
    ),
]


def files(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def run(command, folder, fault=""):
    """Runs it in a folder; returns what came out and how many calls of the kind there were."""
    counted = folder.parent / "calls"
    counted.unlink(missing_ok=True)
    environment = dict(
        os.environ,
        LANG="C.UTF-8",
        XDG_STATE_HOME=str(folder.parent / "state"),
        LD_PRELOAD=LIBRARY,
        CONCENTRIC_FAULT=fault or "write 0",
        CONCENTRIC_FAULT_PROGRAM=os.path.basename(PROGRAM),
        CONCENTRIC_FAULT_CALLS=str(counted),
    )
    done = subprocess.run(
        [PROGRAM, *command.words],
        cwd=folder,
        input=command.text.encode(),
        env=environment,
        capture_output=True,
        timeout=300,
        check=False,
    )
    return done, int(counted.read_text()) if counted.exists() else 0


def compared(command, found):
    """Files by the names that count. A tournament's records say when they were played."""
    kept = {}
    for name, content in found.items():
        if not name.endswith(command.passing or ("\0",)):
            lines = content.split(b"\n")
            kept[name] = b"\n".join(
                line for line in lines if not line.startswith((b"[Date ", b"[Time "))
            )
    return kept


def half_written(command, right, found):
    for name, content in compared(command, found).items():
        if name not in right:
            yield f"{name} is left"
        elif content != right[name] and not (
            name in command.grows and right[name].startswith(content)
        ):
            yield f"{name} is half written: {len(content)} of {len(right[name])} bytes"


def complaint(command, done):
    """What is wrong with what a run said that did not succeed, or None."""
    said = (
        done.stderr + (done.stdout if command.text else b"")
    ).decode()  # a session answers where it is played
    lines = [line for line in said.splitlines() if "cannot" in line.lower() or "memory" in line]
    if len(lines) != 1 or (not command.text and len(said.splitlines()) != 1):
        return f"exit {done.returncode} without one clear line: {said[-300:]!r}"
    if "memory" not in lines[0] and not any(name in lines[0] for name in command.names):
        return f"no file is named: {lines[0]!r}"
    return None


def wrong_with(command, right, folder, done):
    """What is wrong with a run in which something failed, or None."""
    found = files(folder)
    if done.returncode < 0 or done.returncode > 128:
        return f"ended by signal {-done.returncode}: {done.stderr.decode()[-300:]!r}"
    for damage in half_written(command, right, found):
        return damage
    if done.returncode == 0:
        return None if compared(command, found) == right else "ends well without its files"
    return complaint(command, done)


def sample(calls):
    if ALL or calls <= SAMPLES:
        return range(1, calls + 1)
    return sorted({1 + i * (calls - 1) // (SAMPLES - 1) for i in range(SAMPLES)})


def try_call(command, right, fault):
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work, "work")
        folder.mkdir()
        done, _ = run(command, folder, fault)
        wrong = wrong_with(command, right, folder, done)
        if wrong:
            return wrong
        if command.text and done.returncode == 0:
            return None  # a game is saved; another one must not replace it
        again, _ = run(command, folder)
        if again.returncode != 0:
            return f"after {done.stderr.decode()!r} it cannot go on: {again.stderr.decode()!r}"
        found = files(folder)
        if compared(command, found) != right:
            return f"after {done.stderr.decode()!r} it goes on to other files"
        left = [name for name in found if name.endswith(command.passing or ("\0",))]
        return f"{left} is left for good" if left else None


def try_command(command):
    tried = failed = 0
    for kind in KINDS:
        with tempfile.TemporaryDirectory() as work:
            folder = pathlib.Path(work, "work")
            folder.mkdir()
            done, calls = run(command, folder, f"{kind} 0")
            right = compared(command, files(folder))
        if done.returncode != 0 or not right:
            print(f"FAILED: {command.name} undisturbed: {done.returncode} {done.stderr.decode()!r}")
            return 1, 1
        for nth in sample(calls):
            wrong = try_call(command, right, f"{kind} {nth}")
            tried += 1
            if wrong:
                failed += 1
                print(f"FAILED: {command.name}, {kind} {nth} of {calls}: {wrong}", flush=True)
        print(f"{command.name}: {kind}: {calls} calls", flush=True)
    return tried, failed


def main():
    tried = failed = 0
    for command in COMMANDS:
        if not ONLY or command.name in ONLY:
            counts = try_command(command)
            tried, failed = tried + counts[0], failed + counts[1]
    print(f"{tried} faults, {failed} of them bad")
    return 1 if failed or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
