#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Many games and watchers at one server or several, by tools/load/games.c: memory, processor time,
acknowledgements, deliveries, and how long it takes until everybody is back and in step after a
restart (kill -9).
  load.py CONCENTRIC LOAD_GAMES [GAMES [WATCHERS [SECONDS [restart]]]] [OPTIONS]      (20, 200, 5)
  --processes N    so many servers on one PostgreSQL (tests/cli/pg.sh makes it); without: SQLite
  --fsync off      of that PostgreSQL; on unless said
  --devices        players have keys of devices
  --followers N    sockets that follow the lobby, where --opened N tables a second open (2) and are taken
  --hold N         seconds of silence before the games begin
  --every MS       between two moves of a game (1000)
  --together       all clients of a table are at one server
A single server is bound to one core, the tool to another, where there are two (taskset)."""
import argparse
import asyncio
import base64
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from players import Away, Server, check, finish, free_port, http, make_table

PG = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli", "pg.sh")
COUNTED = (
    "concentric_commit_seconds_count",
    "concentric_commit_seconds_sum",
    "concentric_moves_total",
)
OPEN_FOR = 2.0  # seconds that a table of the lobby is open


def read_options():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("tool")
    for name, default in (("games", 20), ("watchers", 200), ("seconds", 5)):
        parser.add_argument(name, type=int, nargs="?", default=default)
    parser.add_argument("restart", nargs="?", choices=("restart",))
    for name, default in (
        ("processes", 0),
        ("followers", 0),
        ("opened", 2),
        ("hold", 0),
        ("every", 1000),
    ):
        parser.add_argument("--" + name, type=int, default=default)
    parser.add_argument("--fsync", choices=("on", "off"), default="on")
    parser.add_argument("--devices", action="store_true")
    parser.add_argument("--together", action="store_true")
    return parser.parse_args()


def bind(process, core):
    if shutil.which("taskset"):
        subprocess.run(
            ["taskset", "-a", "-c", "-p", str(core), str(process.pid)],
            stdout=subprocess.DEVNULL,
            check=False,
        )


def on_one_core(options, server):
    if options.processes < 2:
        bind(server.process, os.cpu_count() - 1)


def make_server(options, store):
    metrics = free_port()
    server = Server(options.program, *store, "--metrics", "127.0.0.1:%d" % metrics)
    server.metrics = metrics
    return server


async def make_game(options, port):
    """A line of the tool's file."""
    if not options.devices:
        return "%s %s %s\n" % await make_table(port, clock="600+0")
    devices = [base64.urlsafe_b64encode(os.urandom(32)).decode().rstrip("=") for _ in (0, 1)]
    status, made = await http(
        port, "POST", "/api/v1/tables", {"game": "nine", "side": "p1", "clock": "600+0"}, devices[0]
    )
    check(status == 201, "a table by the key of a device", made)
    status, joined = await http(
        port, "POST", "/api/v1/tables/%s/join" % made["id"], {"invite": made["invite"]}, devices[1]
    )
    check(status == 200, "the other seat by the key of a device", joined)
    return " ".join([made["id"], made["key"], joined["key"], *devices]) + "\n"


async def make_tables(options, servers, path):
    gate = asyncio.Semaphore(32)

    async def one(number):
        async with gate:
            return await make_game(options, servers[number % len(servers)].port)

    with open(path, "w", encoding="ascii") as file:
        file.writelines(await asyncio.gather(*(one(n) for n in range(options.games))))


async def open_and_take(make_at, take_at):
    """A table in the lobby whose name says when it was asked for; somebody sits down, at another server."""
    try:
        status, made = await http(
            make_at.port,
            "POST",
            "/api/v1/tables",
            {
                "game": "nine",
                "clock": "300+5",
                "lobby": True,
                "name": "at%d" % (time.monotonic_ns() // 1000),
            },
        )
        if not check(status == 201, "a table in the lobby", made):
            return
        await asyncio.sleep(OPEN_FOR)
        status, joined = await http(take_at.port, "POST", "/api/v1/tables/%s/join" % made["id"], {})
        check(status == 200, "somebody sits down there", joined)
    except Away:
        pass  # it is the one that was killed


async def stir_lobby(options, servers):
    tasks = set()
    try:
        for number in range(1 << 30):
            task = asyncio.ensure_future(
                open_and_take(servers[number % len(servers)], servers[(number + 1) % len(servers)])
            )
            tasks.add(task)
            task.add_done_callback(tasks.discard)
            await asyncio.sleep(1 / options.opened)
    finally:
        await asyncio.gather(*tasks, return_exceptions=True)


def thread_times(server):
    """Seconds of processor time: of the loop, and of the other threads (the store's)."""
    pid, tick = server.process.pid, os.sysconf("SC_CLK_TCK")
    times = {}
    for thread in os.listdir("/proc/%d/task" % pid):
        with open("/proc/%d/task/%s/stat" % (pid, thread), encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        times[int(thread)] = (int(fields[11]) + int(fields[12])) / tick
    loop = times.pop(pid)
    return loop, sum(times.values())


async def totals(servers, url):
    """What has been counted until now, over all servers and by PostgreSQL."""
    found = dict.fromkeys(COUNTED + ("loop", "others"), 0.0)
    for server in servers:
        for name, seconds in zip(("loop", "others"), thread_times(server)):
            found[name] += seconds
        _, text = await http(server.metrics, "GET", "/metrics")
        for line in text.splitlines():
            if line.split(" ")[0] in found:
                found[line.split(" ")[0]] += float(line.split(" ")[1])
    if url:
        answer = subprocess.run(
            [
                "psql",
                "-XAtc",
                "select pg_current_wal_lsn() - '0/0'::pg_lsn, xact_commit, pg_database_size(datname) "
                "from pg_stat_database where datname = current_database()",
                url,
            ],
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        ).stdout
        found.update(
            zip(("log bytes", "transactions", "data bytes"), map(float, answer.split("|")))
        )
    return found


def print_totals(before, after):
    gone = {name: after[name] - before[name] for name in after}
    moves = max(gone[COUNTED[2]], 1)
    print(
        "commits: %d, %.1f moves each, %.1f ms each"
        % (
            gone[COUNTED[0]],
            moves / max(gone[COUNTED[0]], 1),
            1000 * gone[COUNTED[1]] / max(gone[COUNTED[0]], 1),
        )
    )
    print(
        "processor of the servers' loops %.2f s, of their other threads %.2f s"
        % (gone["loop"], gone["others"])
    )
    if "transactions" in gone:
        print(
            "PostgreSQL: %d transactions, a move has %.0f bytes of log and %.0f of tables"
            % (gone["transactions"], gone["log bytes"] / moves, gone["data bytes"] / moves)
        )


def check_lines(options, lines):
    """The tool has said everything, and everybody was told of every move."""
    text = "".join(lines)
    said = re.search(r"(\d+) moves in \d+ s, told (\d+) times", text)
    if check(said, "how many moves", text):
        moves, told = map(int, said.groups())
        check(
            moves > 0 and told >= moves * (2 + options.watchers // options.games),
            "everybody is told",
            moves,
            told,
        )
    for name, wanted in (
        ("acknowledged", True),
        ("the other side", True),
        ("watchers", options.watchers),
        ("followers", options.followers),
    ):
        found = re.search(name + r".*: (\d+), p50 .* p90 .* p99 .* p99.9 .* most ", text)
        check(bool(found) == bool(wanted), "percentiles of " + name, text)
    for name in ["server"] + ["postgres"] * bool(options.processes):
        check(
            re.search(r"processor for connecting: .*\b%s [\d.]+ s " % name, text),
            "processor time of " + name,
            text,
        )


def start_tool(options, servers, path, postgres):
    command = [
        options.tool,
        "--servers",
        ",".join(str(s.port) for s in servers),
        "--tables",
        path,
        "--watchers",
        str(options.watchers),
        "--followers",
        str(options.followers),
        "--seconds",
        str(options.seconds),
        "--hold",
        str(options.hold),
        "--every",
        str(options.every),
        "--together",
        "yes" if options.together else "no",
        "--watch",
        "server=" + ",".join(str(s.process.pid) for s in servers),
    ]
    if postgres:
        command += ["--watch", "postgres=%d" % postgres]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


async def run(options, servers, path, postgres, url):
    for server in servers:
        server.start()
        on_one_core(options, server)
    await make_tables(options, servers, path)
    tool = start_tool(options, servers, path, postgres)
    bind(tool, 0)
    loop = asyncio.get_running_loop()
    lobby = before = None
    lines = []
    try:
        while line := await loop.run_in_executor(None, tool.stdout.readline):
            print(line, end="", flush=True)
            lines.append(line)
            if " sockets in " not in line:
                continue
            before = await totals(servers, url)
            lobby = (
                asyncio.ensure_future(stir_lobby(options, servers)) if options.followers else None
            )
            if options.restart:
                await asyncio.sleep(options.hold + options.seconds / 3)
                servers[0].kill()
                began = time.time()
                await servers[0].start_beside()
                on_one_core(options, servers[0])
                print("started again in %.2f s" % (time.time() - began), flush=True)
        check(tool.wait() == 0, "everybody is in step, nothing missing or doubled")
        check_lines(options, lines)
        if before and not options.restart:
            print_totals(before, await totals(servers, url))
        check(not lobby or not lobby.done(), "the lobby was stirred to the end")
    finally:
        tool.kill()
        if lobby:
            lobby.cancel()
            await asyncio.gather(lobby, return_exceptions=True)
        for server in servers:
            check(server.stop(), "a server ends in order")


async def main():
    options = read_options()
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        cluster, postgres, url = os.path.join(folder, "pg"), 0, ""
        store = ["--data", os.path.join(folder, "data")]
        try:
            if options.processes:
                url = subprocess.run(
                    [PG, "make", cluster, "fsync=" + options.fsync, "shared_buffers=128MB"],
                    check=True,
                    stdout=subprocess.PIPE,
                    text=True,
                ).stdout.strip()
                with open(
                    os.path.join(cluster, "data", "postmaster.pid"), encoding="ascii"
                ) as file:
                    postgres = int(file.readline())
                store = ["--store", url]
            servers = [make_server(options, store) for _ in range(options.processes or 1)]
            await run(options, servers, os.path.join(folder, "tables"), postgres, url)
        finally:
            if options.processes:
                subprocess.run([PG, "remove", cluster], check=True)
        print("load average %.1f" % os.getloadavg()[0])


sys.stdout.reconfigure(line_buffering=True)
asyncio.run(main())
finish()
