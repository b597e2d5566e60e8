#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Web Push against a stand-in for a push service on loopback, which checks the signature and opens the
# message with libraries of others (python3-cryptography). test_push.py CONCENTRIC
import base64
import http.server
import json
import os
import queue
import stat
import subprocess
import sys
import tempfile
import threading
import time

from ops import Served, check, finish, until
from raw import read_message

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
except ImportError:
    print("skipped: there is no python3-cryptography")
    sys.exit(77)

program = sys.argv[1]
ANNA, BO = (
    "Anna-7890123456789012345678901234567890abcd",
    "Bo-45678901234567890123456789012345678_abcd",
)
CONTACT = "mailto:club@example.org"
b64 = lambda data: base64.urlsafe_b64encode(data).decode().rstrip("=")
unb64 = lambda text: base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Service(http.server.ThreadingHTTPServer):
    """Takes messages; the last part of the path says how it answers."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.came = queue.Queue()
        self.origin = "http://127.0.0.1:%d" % self.server_port
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.came.put((self.path, self.headers, body))
        how = self.path.split("/")[-1]
        if how == "slow":
            time.sleep(30)
        self.send_response(int(how) if how.isdigit() else 201)
        if how == "301":
            self.send_header("Location", self.server.origin + "/followed")
        text = b"x" * 100000 if how == "long" else b""
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        try:
            self.wfile.write(text)
        except OSError:
            pass

    def log_message(self, *_):
        pass


class Browser:
    """What a browser keeps of its subscription."""

    def __init__(self, endpoint):
        self.secret, self.auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.point = self.secret.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        self.endpoint = endpoint

    def subscription(self):
        return {
            "endpoint": self.endpoint,
            "keys": {"p256dh": b64(self.point), "auth": b64(self.auth), "more": "x" * 1000},
        }

    def open(self, body):
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        point, sealed = body[21 : 21 + length], body[21 + length :]
        assert length == 65 and len(sealed) <= size
        derive = lambda salt, material, info, n: HKDF(hashes.SHA256(), n, salt, info).derive(
            material
        )
        shared = self.secret.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        )
        material = derive(self.auth, shared, b"WebPush: info\0" + self.point + point, 32)
        plain = AESGCM(derive(salt, material, b"Content-Encoding: aes128gcm\0", 16)).decrypt(
            derive(salt, material, b"Content-Encoding: nonce\0", 12), sealed, None
        )
        assert plain.rstrip(b"\0")[-1] == 2
        return json.loads(plain.rstrip(b"\0")[:-1])


def verify(header, origin, key):
    """The claims of a signature that is good."""
    kind, _, rest = header.partition(" ")
    parts = dict(p.strip().split("=", 1) for p in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    raw = unb64(signature)
    assert (
        kind == "vapid"
        and parts["k"] == key
        and json.loads(unb64(head)) == {"typ": "JWT", "alg": "ES256"}
        and len(raw) == 64
    )
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(key))
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public.verify(der, (head + "." + claims).encode(), ec.ECDSA(hashes.SHA256()))
    try:
        public.verify(der, (head + "." + claims + "x").encode(), ec.ECDSA(hashes.SHA256()))
        assert False
    except InvalidSignature:
        pass
    claims = json.loads(unb64(claims))
    assert (
        claims["aud"] == origin
        and claims["sub"] == CONTACT
        and time.time() < claims["exp"] <= time.time() + 86400
    ), claims
    return claims


class Pushing(Served):
    number = 0

    def both(self, clock="3d"):
        made = self.ask(
            "POST", "/api/v1/tables", {"game": "six", "clock": clock, "side": "p1"}, ANNA
        )[1]
        assert (
            self.ask("POST", "/api/v1/tables/%s/join" % made["id"], {"invite": made["invite"]}, BO)[
                0
            ]
            == 200
        )
        return made["id"]

    def move(self, table, key, move):
        self.number += 1
        answer = self.ask(
            "POST",
            "/api/v1/tables/%s/do" % table,
            {"cmd": "c%d" % self.number, "do": "move", "move": move},
            key,
        )
        assert answer[0] == 200, answer[1]


def next_of(service, seconds=10):
    try:
        return service.came.get(timeout=seconds)
    except queue.Empty:
        return None


def quiet(service, what):
    came = next_of(service, 1.5)
    check(what, came is None, came)


def sits(s, table):
    """Does Bo have the table open?"""
    return s.ask("GET", "/api/v1/tables/" + table)[1]["seats"][1]["here"]


def empty(s):
    return s.ask("GET", "/api/v1/lobby")[1]["here"] == 0


def endpoints(s, key):
    return [
        d["body"]["endpoint"]
        for d in s.ask("GET", "/api/v1/me/export", None, key)[1]["documents"]
        if d["kind"] == "push"
    ]


def messages(s, service, key):
    subscribe = lambda what, who=BO, **heads: s.ask("POST", "/api/v1/me/push", what, who, **heads)
    bo = Browser(service.origin + "/bo/201")
    check("no key, no messages", subscribe(bo.subscription(), None)[0] == 401)
    check("subscribed", subscribe(bo.subscription(), Accept_Language="ja")[1] == {"ok": True})
    check("again is the same", subscribe(bo.subscription(), Accept_Language="ja")[0] == 200)
    table = s.both()
    quiet(service, "it is Anna's turn, who has not subscribed")
    s.move(table, ANNA, "b6")
    came = next_of(service)
    if not check("a message comes", came is not None):
        return
    path, heads, body = came
    check("to where the browser said", path == "/bo/201")
    check(
        "sealed as RFC 8291 has it", heads["Content-Encoding"] == "aes128gcm" and len(body) < 4096
    )
    check(
        "kept for a day at most, one for a table",
        0 < int(heads["TTL"]) <= 86400 and heads["Topic"] == table,
        heads.items(),
    )
    check("signed", verify(heads["Authorization"], service.origin, key))
    check(
        "it says whose turn and where, no more",
        bo.open(body) == {"text": "あなたの手番です。", "table": table},
    )
    quiet(service, "once a turn")
    s.ask("POST", "/api/v1/tables/%s/do" % table, {"cmd": "o", "do": "offer", "what": "end"}, ANNA)
    quiet(service, "an offer is no turn")
    s.move(table, BO, "d2")
    quiet(service, "Bo has moved")
    s.move(table, ANNA, "f2")
    check("the next turn", bo.open(next_of(service)[2])["table"] == table)
    live = s.both("300+5")
    s.move(live, ANNA, "b6")
    quiet(service, "not where a move has minutes")
    # Who has the table open sees it there.
    s.move(table, BO, "b2")
    socket = s.socket()
    socket.send({"t": "hi", "v": 1, "watch": [{"id": table, "key": BO}]})
    check("Bo is here", until(lambda: sits(s, table)))
    s.move(table, ANNA, "f4")
    quiet(service, "not to who is here")
    socket.close()
    check("and is gone", until(lambda: empty(s)) and not sits(s, table))
    s.move(table, BO, "b4")
    socket = s.socket()
    socket.send({"t": "hi", "v": 1, "key": BO})
    check("greeted", json.loads(read_message(socket.s)[1])["t"] == "hi")
    s.move(table, ANNA, "d6")
    quiet(service, "nor to who is connected elsewhere on the page")
    socket.close()
    check("gone again", until(lambda: empty(s)))
    # A subscription that is gone is forgotten.
    gone = Browser(service.origin + "/gone/410")
    check("a second device", subscribe(gone.subscription())[0] == 200)
    s.move(table, BO, "c5")
    s.move(table, ANNA, "c3")
    check(
        "both are told", sorted(next_of(service)[0] for _ in range(2)) == ["/bo/201", "/gone/410"]
    )
    check(
        "410 ends a subscription",
        until(lambda: endpoints(s, BO) == [bo.endpoint]),
        endpoints(s, BO),
    )
    check(
        "nothing else is kept",
        "xxxx" not in json.dumps(s.ask("GET", "/api/v1/me/export", None, BO)[1]),
    )
    check(
        "unsubscribed", s.ask("DELETE", "/api/v1/me/push", {"endpoint": bo.endpoint}, BO)[0] == 200
    )
    s.move(table, BO, "e5")
    s.move(table, ANNA, "e3")
    quiet(service, "nobody is told any more")


def faults(s, service):
    """Services that answer badly hold nobody up and are not followed."""
    bad = ["500", "301", "long", "slow"]
    for how in bad:
        check(
            "a device at a bad service",
            s.ask(
                "POST",
                "/api/v1/me/push",
                Browser("%s/x/%s" % (service.origin, how)).subscription(),
                ANNA,
            )[0]
            == 200,
        )
    last = Browser(service.origin + "/last/201")
    check("and a good one", s.ask("POST", "/api/v1/me/push", last.subscription(), ANNA)[0] == 200)
    begun = time.time()
    s.both()  # Anna is to move
    check("the server does not wait", time.time() - begun < 3)
    came = sorted(next_of(service, 25)[0] for _ in range(5))
    check(
        "each is asked once, redirects are not followed",
        came == sorted(["/last/201"] + ["/x/" + how for how in bad]),
        came,
    )
    quiet(service, "nothing is sent again")
    check("all are removed by one word", s.ask("DELETE", "/api/v1/me/push", None, ANNA)[0] == 200)
    stored = [
        d
        for d in s.ask("GET", "/api/v1/me/export", None, ANNA)[1]["documents"]
        if d["kind"] == "push"
    ]
    check("really", stored == [])
    for i in range(10):
        check(
            "ten devices",
            s.ask(
                "POST",
                "/api/v1/me/push",
                Browser("%s/%d/201" % (service.origin, i)).subscription(),
                ANNA,
            )[0]
            == 200,
        )
    status, answer, _ = s.ask(
        "POST", "/api/v1/me/push", Browser(service.origin + "/eleven/201").subscription(), ANNA
    )
    check("not eleven", status == 409 and answer["why"] == "too-many", answer)


def refusals(s, service):
    good = Browser(service.origin + "/a")
    for endpoint in (
        "http://127.0.0.1:1/x",
        "https://127.0.0.1/x",
        "https://localhost/x",
        "https://169.254.169.254/x",
        "https://evil.example/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://fcm.googleapis.com:1/x",
        "http://fcm.googleapis.com/x",
        "file:///etc/passwd",
        "https://user@fcm.googleapis.com/x",
        service.origin,
        "",
        "https://fcm.googleapis.com/" + "a" * 1100,
    ):
        status, answer, _ = s.ask(
            "POST", "/api/v1/me/push", dict(good.subscription(), endpoint=endpoint), BO
        )
        check(
            "%.60s is refused" % endpoint,
            status == 422 and answer["why"] == "bad-endpoint",
            status,
            answer,
        )
    for keys in (
        None,
        {},
        {"p256dh": b64(good.point)},
        {"p256dh": b64(b"\4" + bytes(64)), "auth": b64(good.auth)},
        {"p256dh": b64(good.point), "auth": "x"},
        {"p256dh": 3, "auth": []},
    ):
        check(
            "%.40s are no keys" % keys,
            s.ask("POST", "/api/v1/me/push", {"endpoint": good.endpoint, "keys": keys}, BO)[0]
            == 422,
        )
    check(
        "the known services are taken",
        s.ask(
            "POST",
            "/api/v1/me/push",
            dict(good.subscription(), endpoint="https://fcm.googleapis.com/fcm/send/x"),
            BO,
        )[0]
        == 200,
    )
    check(
        "of another one's endpoint nothing is removed",
        s.ask(
            "DELETE", "/api/v1/me/push", {"endpoint": "https://fcm.googleapis.com/fcm/send/x"}, ANNA
        )[0]
        == 200
        and any(
            d["kind"] == "push" for d in s.ask("GET", "/api/v1/me/export", None, BO)[1]["documents"]
        ),
    )
    check("one who goes takes it along", s.ask("DELETE", "/api/v1/me", None, BO)[0] == 200)


def flags(folder):
    run = lambda *words: subprocess.run(
        [program, *words], capture_output=True, text=True, timeout=60
    )
    key = os.path.join(folder, "push.pem")
    made = run("push-key", key)
    check("a key is made", made.returncode == 0 and len(made.stdout.strip()) == 87, made)
    check("for its owner alone", stat.S_IMODE(os.stat(key).st_mode) == 0o600)
    before = open(key).read()
    check(
        "and never written over",
        run("push-key", key).returncode == 2 and open(key).read() == before,
    )
    check("no folder, no key", run("push-key", os.path.join(folder, "none", "x")).returncode == 2)
    serve = lambda *words: run(
        "serve", "--port", "0", "--data", os.path.join(folder, "data"), *words
    )
    wrong = os.path.join(folder, "wrong")
    subprocess.run(["openssl", "genpkey", "-algorithm", "RSA", "-out", wrong], capture_output=True)
    if not os.path.exists(wrong):
        open(wrong, "w").write("x")
    shown = os.path.join(folder, "shown")
    for mode in 0o604, 0o644, 0o660:
        with open(shown, "w") as file:
            file.write(before)
        os.chmod(shown, mode)
        done = serve("--push-key", shown, "--push-contact", CONTACT)
        check(
            "a key that others may read or write (%o)" % mode,
            done.returncode == 2 and "open to others" in done.stderr,
            done,
        )
    for words in (
        ("--push-key", key),
        ("--push-contact", CONTACT),
        ("--push-key", key, "--push-contact", "club@example.org"),
        ("--push-key", wrong, "--push-contact", CONTACT),
        ("--push-key", folder, "--push-contact", CONTACT),
        ("--push-key", os.path.join(folder, "none"), "--push-contact", CONTACT),
        ("--push-key", key, "--push-contact", CONTACT, "--push-allow", "http://10.0.0.1:80"),
        ("--push-key", key, "--push-contact", CONTACT, "--push-allow", "https://example.org"),
    ):
        done = serve(*words)
        check(
            "%s is refused" % (words,), done.returncode == 2 and done.stderr.count("\n") == 1, done
        )
    return key, made.stdout.strip()


with tempfile.TemporaryDirectory() as folder:
    path, key = flags(folder)
    service = Service()
    data = os.path.join(folder, "data")
    with Served(program, "--data", data) as s:
        check(
            "off unless it is set up",
            s.ask("GET", "/api/v1/push")[0] == 200
            and s.ask("GET", "/api/v1/push")[1] == {"ok": True, "key": ""},
        )
        check(
            "then nobody can subscribe",
            s.ask("POST", "/api/v1/me/push", Browser(service.origin + "/x").subscription(), BO)[0]
            == 404,
        )
    with Pushing(
        program,
        "--data",
        data,
        "--push-key",
        path,
        "--push-contact",
        CONTACT,
        "--push-allow",
        service.origin,
    ) as s:
        check("the public key", s.ask("GET", "/api/v1/push")[1] == {"ok": True, "key": key})
        messages(s, service, key)
        faults(s, service)
        refusals(s, service)
finish()
