# SPDX-License-Identifier: MIT
"""HTTP and WebSockets by raw sockets, for tests: nothing here is forgiven or repaired."""
import re
import struct

MASK = b"\x37\xfa\x21\x3d"


def get(path, fields=""):
    return ("GET %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n" % (path, fields)).encode()


def post(path, body, fields=""):
    return (
        "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n%s\r\n"
        % (path, len(body), fields)
    ).encode() + body


def read_exactly(s, count):
    data = b""
    while len(data) < count:
        part = s.recv(count - len(data))
        if not part:
            raise EOFError(data)
        data += part
    return data


def read_head(s):
    data = b""
    while not data.endswith(b"\r\n\r\n"):
        part = s.recv(1)
        if not part:
            raise EOFError(data)
        data += part
    return data.decode()


def read_answer(s):
    head = read_head(s)
    length = re.search(r"(?i)\r\ncontent-length: (\d+)", head)
    return int(head.split()[1]), head, read_exactly(s, int(length.group(1)) if length else 0)


def read_all(s):
    data = b""
    try:
        while True:
            part = s.recv(65536)
            if not part:
                return data
            data += part
    except ConnectionError:
        return data


# ---- WebSockets

KEY = "dGhlIHNhbXBsZSBub25jZQ=="
UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n"
    % KEY
)


def frame(first, payload, masked=True):
    n, m = len(payload), 0x80 if masked else 0
    if n < 126:
        head = bytes([first, m | n])
    elif n < 65536:
        head = bytes([first, m | 126]) + struct.pack(">H", n)
    else:
        head = bytes([first, m | 127]) + struct.pack(">Q", n)
    if not masked:
        return head + payload
    return head + MASK + bytes(b ^ MASK[i % 4] for i, b in enumerate(payload))


def read_frame(s):
    first, n = read_exactly(s, 2)
    if n == 126:
        n = struct.unpack(">H", read_exactly(s, 2))[0]
    elif n == 127:
        n = struct.unpack(">Q", read_exactly(s, 8))[0]
    return first, read_exactly(s, n)


def read_message(s, pong=True):
    """The next frame that is no ping; pings are answered."""
    while True:
        first, payload = read_frame(s)
        if first != 0x89:
            return first, payload
        if pong:
            s.sendall(frame(0x8A, payload))
