#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two servers on one PostgreSQL behind nginx: acts for the same table at both, watchers at both, one
server killed and PostgreSQL restarted in the middle. One order of events, each once.
  two.py CONCENTRIC [GAMES [SECONDS]]      (12 games at a time, 12 seconds)
tests/cli/pg.sh makes the PostgreSQL, in a directory of its own. Without nginx the clients choose a
server themselves."""
import asyncio
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

from players import (
    Board,
    Seat,
    Server,
    check,
    finish,
    free_port,
    http,
    make_table,
    percentile,
    stream_events,
    until,
)

PROGRAM = sys.argv[1]
GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 12
SECONDS = float(sys.argv[3]) if len(sys.argv) > 3 else 12.0
PG = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli", "pg.sh")
stop = asyncio.Event()
seats, watchers = [], []
delays = (
    []
)  # seconds between an acknowledgement at one server and the event at a watcher's of the other


def pg(*arguments):
    return subprocess.run(
        [PG, *arguments], check=True, stdout=subprocess.PIPE, text=True
    ).stdout.strip()


class Nginx:
    """In front of both, with the settings that docs/online.md gives."""

    def __init__(self, folder, ports):
        self.port, self.process = free_port(), None
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        if not os.path.exists(program):
            print("no nginx: the clients choose a server themselves")
            self.port = ports[0]
            return
        path = os.path.join(folder, "nginx.conf")
        with open(path, "w", encoding="ascii") as file:
            file.write(
                """daemon off; pid %(d)s/nginx.pid; error_log %(d)s/error.log; worker_processes 1;
events { worker_connections 4096; }
http {
  access_log off; client_body_temp_path %(d)s/body; proxy_temp_path %(d)s/proxy; fastcgi_temp_path %(d)s/fastcgi;
  uwsgi_temp_path %(d)s/uwsgi; scgi_temp_path %(d)s/scgi;
  map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
  upstream concentric { server 127.0.0.1:%(a)d max_fails=0; server 127.0.0.1:%(b)d max_fails=0; }
  server {
    listen 127.0.0.1:%(p)d;
    location / {
      proxy_pass http://concentric;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      proxy_buffering off;
      proxy_read_timeout 75s;
      proxy_next_upstream error timeout non_idempotent;
    }
  }
}
"""
                % {"d": folder, "a": ports[0], "b": ports[1], "p": self.port}
            )
        self.process = subprocess.Popen(
            [program, "-c", path, "-p", folder], stderr=subprocess.DEVNULL
        )

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait()


def ended(seat):
    return bool(seat.events) and seat.events[-1]["state"] == "ended"


async def play(pair, rng):
    """Both sides of a game; now and then one command is sent at both servers at the same time."""
    board, seen = Board(), 0
    while not stop.is_set():
        seat = pair[board.turn]
        await seat.wait(lambda: len(seat.events) > 0 and len(seat.events) >= seen)
        while seen < len(seat.events):
            if seat.events[seen]["kind"] == "move":
                board.play(seat.events[seen]["m"])
            seen += 1
        if ended(seat):
            return
        if seat.events[-1]["state"] != "running":
            await asyncio.sleep(0.05)
            continue
        if board.turn != seat.number:
            continue
        await asyncio.sleep(rng.uniform(0.02, 0.2))
        move = board.choose(rng)
        extra = None
        if rng.random() < 0.3:  # the same command at both, and what the other seat may always say
            cmd = "%s.%d" % (seat.prefix, seat.count + 1)
            extra = [
                asyncio.ensure_future(
                    quietly(
                        http(
                            port,
                            "POST",
                            "/api/v1/tables/%s/do" % seat.table,
                            {"cmd": cmd, "do": "move", "move": move},
                            seat.key,
                        )
                    )
                )
                for port in ports
            ]
            extra.append(
                asyncio.ensure_future(pair[1 - seat.number].act("react", n=rng.randrange(8)))
            )
        good, answer = await seat.act("move", move=move)
        acknowledged.setdefault(seat.table, {})[answer.get("seq")] = time.time()
        check(good, "a move", answer)
        for task in extra or []:
            await task
        await seat.wait(lambda: len(seat.events) >= answer["seq"])


acknowledged = {}
ports, front_port, dead = [], [0], set()  # of the servers, of the proxy, of servers that are away


async def quietly(wait):
    try:
        return await wait
    except Exception:  # this one's server may be the one that was killed
        return None


async def games_in_a_row(number):
    """A careless game may be over soon, so another begins: there is play whenever there is trouble."""
    front, rng = front_port[0], random.Random(number)
    while not stop.is_set():
        table, *keys = await make_table(front, patient=True, clock="600+0")
        # One seat at each server or both through the proxy; a watcher at each.
        alive = [front if port in dead else port for port in ports]
        pair = [
            Seat(front if number % 3 == 2 else alive[s], table, keys[s], by_post=rng.random() < 0.3)
            for s in (0, 1)
        ]
        for s, seat in enumerate(pair):
            seat.number = s
        seats.extend(pair)
        here = [Seat(port, table) for port in alive] + [Seat(front, table)]
        watchers.extend(here)
        for watcher in here:
            watcher.acknowledged = acknowledged.setdefault(table, {})
        await play(pair, rng)


async def trouble(servers, folder):
    """What happens in the middle."""
    await asyncio.sleep(SECONDS / 4)
    dead.add(ports[1])
    servers[1].kill()
    for seat in seats + watchers:  # those of the dead server go to the proxy
        if seat.port == ports[1]:
            seat.port = front_port[0]
    await asyncio.sleep(SECONDS / 4)
    await servers[1].start_beside()
    dead.clear()
    await asyncio.sleep(SECONDS / 8)
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, pg, "kill", folder)
    status, _ = await http(ports[0], "GET", "/")
    check(status == 200, "the page without PostgreSQL")
    await asyncio.sleep(1.0)
    await loop.run_in_executor(None, pg, "start", folder)
    before = [(seat, len(seat.events)) for seat in seats]
    await asyncio.sleep(SECONDS / 4)
    going = lambda: [len(seat.events) > heard or ended(seat) for seat, heard in before]
    check(await until(lambda: all(going())), "all games go on", going())


async def check_logs():
    """Every client has seen the same log, and both servers tell it."""
    moves = 0
    for (
        seat
    ) in seats:  # a server that reads a table for the first time may give back time, as an event
        await asyncio.gather(*(http(port, "GET", "/api/v1/tables/" + seat.table) for port in ports))
    await asyncio.sleep(1.0)
    for seat in seats:
        _, table = await http(ports[0], "GET", "/api/v1/tables/" + seat.table)
        await until(
            lambda: all(
                one.seq >= table["seq"] for one in seats + watchers if one.table == seat.table
            )
        )
    for seat in seats:
        shown = []
        for port in ports:
            status, table = await http(port, "GET", "/api/v1/tables/" + seat.table)
            if not check(status == 200, "a table afterwards", status, table):
                continue
            shown.append((table["seq"], table["moves"], table["position"]))
            events = await stream_events(port, seat.table, 0, lambda e: e["seq"] >= table["seq"])
            log = [(e["seq"], e["at"], e["kind"], e.get("m")) for e in events]
            for one in [seat] + [w for w in watchers if w.table == seat.table]:
                mine = [(e["seq"], e["at"], e["kind"], e.get("m")) for e in one.events]
                check(mine == log[: len(mine)], "one order of events", seat.table, one.port)
                check(
                    len(mine) == len(log),
                    "everybody has heard everything",
                    seat.table,
                    one.port,
                    len(mine),
                    len(log),
                )
            for cmd, (seq, message) in seat.promises.items():
                event = events[seq - 1]
                check(
                    event["seat"] == seat.number
                    and (message["do"] != "move" or event["m"] == message["move"]),
                    "an acknowledged act is in the log",
                    cmd,
                    event,
                )
        check(len(shown) == 2 and shown[0] == shown[1], "both servers show the same", shown)
        played = sum(m["do"] == "move" for _, m in seat.promises.values())
        check(
            played == sum(e["kind"] == "move" and e["seat"] == seat.number for e in seat.events),
            "moves played are moves promised",
            seat.table,
            played,
        )
        moves += played
    return moves


async def main():
    folder = tempfile.mkdtemp()
    os.chmod(folder, 0o755)
    cluster, web = os.path.join(folder, "pg"), os.path.join(folder, "web")
    os.mkdir(web)
    os.chmod(web, 0o777)
    url = pg("make", cluster, "fsync=off", "shared_buffers=32MB")
    servers = [
        Server(
            PROGRAM,
            "--store",
            url,
            "--behind-proxy",
            "127.0.0.1",
            "--limit",
            "tables=100000",
            "--limit",
            "joins=100000",
            "--limit",
            "requests=1000000",
            "--limit",
            "acts=1000",
            "--limit",
            "sockets=10000",
            "--limit",
            "messages=10000",
            "--limit",
            "address-connections=10000",
        )
        for _ in (0, 1)
    ]
    proxy = None
    try:
        for server in servers:
            server.start()
            ports.append(server.port)
        proxy = Nginx(web, ports)
        front_port[0] = proxy.port
        await asyncio.sleep(0.5)
        games = [asyncio.ensure_future(games_in_a_row(n)) for n in range(GAMES)]
        await asyncio.sleep(2)
        await trouble(servers, cluster)
        stop.set()
        done, late = await asyncio.wait(games, timeout=60)
        check(not late, "games that hang", len(late))
        for task in done:
            task.result()
        await asyncio.sleep(1.5)
        moves = await check_logs()
        for watcher in watchers:
            for event in watcher.events:
                if event and event["seq"] in watcher.acknowledged:
                    delays.append(event["came"] - watcher.acknowledged[event["seq"]])
        print(
            "%d games at two servers: %d moves, one order for all; a watcher at any server sees a move p50 %.0f ms, p95 %.0f ms after "
            "its acknowledgement; load average %.1f"
            % (
                len(seats) // 2,
                moves,
                1000 * percentile(delays, 50),
                1000 * percentile(delays, 95),
                os.getloadavg()[0],
            )
        )
    finally:
        await asyncio.gather(*(s.close() for s in seats + watchers), return_exceptions=True)
        for server in servers:
            check(server.stop(), "a server ends in order")
        if proxy:
            proxy.stop()
        pg("remove", cluster)
        shutil.rmtree(folder, ignore_errors=True)


asyncio.run(main())
finish()
