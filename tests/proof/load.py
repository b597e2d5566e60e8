#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Many games and watchers at one server, by tools/load/games.c: memory, acknowledgements, deliveries,
and how long it takes until everybody is back and in step after a restart (kill -9).
  load.py CONCENTRIC LOAD_GAMES [GAMES [WATCHERS [SECONDS [restart]]]]      (20, 200, 5)
The server is bound to one core (taskset)."""
import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
import time

from players import Server, check, finish, make_table

PROGRAM, TOOL = sys.argv[1:3]
GAMES, WATCHERS, SECONDS = (int(sys.argv[i]) if len(sys.argv) > i else d for i, d in ((3, 20), (4, 200), (5, 5)))
RESTART = len(sys.argv) > 6


def on_one_core(server):
    if shutil.which("taskset"):
        subprocess.run(["taskset", "-a", "-c", "-p", str(os.cpu_count() - 1), str(server.process.pid)], stdout=subprocess.DEVNULL, check=False)


async def make_tables(port, path):
    gate = asyncio.Semaphore(32)

    async def one():
        async with gate:
            return await make_table(port, clock="600+0")

    with open(path, "w", encoding="ascii") as file:
        for table in await asyncio.gather(*(one() for _ in range(GAMES))):
            file.write("%s %s %s\n" % table)


async def main():
    with tempfile.TemporaryDirectory() as folder:
        server = Server(PROGRAM, "--data", os.path.join(folder, "data"))
        server.start()
        on_one_core(server)
        path = os.path.join(folder, "tables")
        await make_tables(server.port, path)
        tool = subprocess.Popen([TOOL, str(server.port), path, str(WATCHERS), str(SECONDS), str(server.process.pid)],
                                stdout=subprocess.PIPE, text=True)
        try:
            for line in tool.stdout:
                print(line, end="", flush=True)
                if RESTART and " sockets in " in line:
                    await asyncio.sleep(SECONDS / 3)
                    server.kill()
                    began = time.time()
                    server.start()
                    on_one_core(server)
                    print("started again in %.2f s" % (time.time() - began), flush=True)
            check(tool.wait() == 0, "everybody is in step, nothing missing or doubled")
        finally:
            tool.kill()
            check(server.stop(), "the server ends in order")
        print("load average %.1f" % os.getloadavg()[0])


asyncio.run(main())
finish()
