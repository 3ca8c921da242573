#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sends damaged and extreme requests to `allways serve`, and reports its answers and the growth of its memory.

    stress_service.py --allways build/release/bin/allways data/village.osm --bbox 8.0,46.999,8.023,47.005

Damaged requests over kept connections, header fields, trailers and chunks of all sizes, connections that are slow or break off,
requests at and beyond the limits. Exits with 1 if an answer is malformed or has the status 500, or if the server ends.
Python 3.10, no packages.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import socket
import subprocess
import sys
import threading
import time

SIGNS = b"0123456789-;,.&=?%/[]{}\"eE"


class Server:
    def __init__(self, command: list[str]):
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        self.log = []
        for line in self.process.stderr:
            self.log.append(line)
            if found := re.search(r"listening on http://127\.0\.0\.1:(\d+)", line):
                self.port = int(found[1])
                threading.Thread(target=lambda: self.log.extend(self.process.stderr), daemon=True).start()
                return
        sys.exit("the server did not start: " + "".join(self.log))

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=300)

    def megabytes(self) -> float:
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


def read_answer(connection: socket.socket) -> tuple[int, bytes, bool]:
    """The status, the body, and whether the connection is kept."""
    body = b""
    while True:
        while b"\r\n\r\n" not in body:
            part = connection.recv(65536)
            if not part:
                raise ConnectionError("closed")
            body += part
        head, _, body = body.partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 100"):
            break
    length = re.search(rb"(?i)content-length: (\d+)", head)
    while len(body) < int(length[1]):
        part = connection.recv(1 << 20)
        if not part:
            raise ConnectionError("closed inside a body")
        body += part
    return int(head.split()[1]), body, b"connection: close" not in head.lower()


def raw(method: str, target: bytes, body: bytes = b"") -> bytes:
    head = method.encode() + b" " + target + b" HTTP/1.1\r\nHost: a\r\n"
    if method == "POST":
        head += b"Content-Length: %d\r\n" % len(body)
    return head + b"\r\n" + body


def seeds(bbox: list[float]) -> list[tuple[str, bytes, bytes]]:
    west, south, east, north = bbox
    points = [[west + (east - west) * i / 7, south + (north - south) * (i * 3 % 7) / 7] for i in range(1, 6)]
    text = ";".join(f"{lon:.5f},{lat:.5f}" for lon, lat in points)
    place = {"lon": points[0][0], "lat": points[0][1]}
    return [("GET", f"/route/v1/driving/{text}?steps=true&annotations=true&bearings=90,20;;;;&radiuses=;5;;;".encode(), b""),
            ("GET", f"/route/v1/driving/{text}?geometries=geojson&waypoints=0;2;4&continue_straight=true".encode(), b""),
            ("GET", b"/route/v1/driving/polyline(_p~iF~ps|U_ulLnnqC)?hints=;&approaches=curb;&alternatives=2", b""),
            ("GET", f"/nearest/v1/driving/{text.split(';')[0]}.json?number=3&hints=AAAA&exclude=ferry".encode(), b""),
            ("GET", f"/table/v1/driving/{text}?sources=0&destinations=all&annotations=duration,distance".encode(), b""),
            ("GET", f"/network/roads?bbox={west},{south},{east},{north}&resolution=5".encode(), b""),
            ("GET", b"/page/page.js", b""), ("GET", b"/isochrone?json=%7B%22locations%22%3A%5B%5D%7D", b""),
            ("POST", b"/table/v1/driving", json.dumps({"coordinates": points, "sources": [0, 1], "scale_factor": 2.5}).encode()),
            ("POST", b"/isochrone", json.dumps({"locations": [place], "contours": [{"time": 1}], "denoise": 0.5}).encode()),
            ("POST", b"/sources_to_targets", json.dumps({"sources": [place], "targets": [place]}).encode())]


def damaged(source: random.Random, text: bytes) -> bytes:
    changed = bytearray(text)
    for _ in range(source.randint(0, 4)):
        if not changed:
            break
        at = source.randrange(len(changed))
        kind = source.randrange(4)
        if kind == 0:
            changed[at] = source.randrange(33, 256)  # blanks and line ends would end the request line
        elif kind == 1:
            changed[at] = source.choice(SIGNS)
        elif kind == 2:
            del changed[at:at + source.randint(1, 5)]
        else:
            changed[at:at] = changed[at:at + source.randint(1, 20)]
    return bytes(changed)


def storm(server: Server, count: int, bbox: list[float], seed: int) -> None:
    known = seeds(bbox)
    statuses: collections.Counter = collections.Counter()
    faults = []

    def ask(thread: int) -> None:
        source = random.Random(seed * 1000 + thread)
        connection = None
        for _ in range(count // 8):
            method, target, body = source.choice(known)
            request = raw(method, damaged(source, target), damaged(source, body))
            try:
                connection = connection or server.connect()
                connection.sendall(request)
                status, answer, kept = read_answer(connection)
            except OSError:  # a request that is not HTTP may end a connection
                statuses["closed"] += 1
                connection = None
                continue
            statuses[status] += 1
            if status >= 500 or (status != 200 and not answer.startswith(b"{")):
                faults.append((status, request, answer[:200]))
            connection = connection if kept else None

    threads = [threading.Thread(target=ask, args=(i,)) for i in range(8)]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"{sum(statuses.values())} damaged requests in {time.monotonic() - began:.0f} s: {dict(statuses)}")
    for fault in faults[:5]:
        print("FAULT", *fault)
    if faults:
        sys.exit(1)


def strange_request(source: random.Random, known: list) -> bytes:
    """A request with fields, chunks or trailers of unusual number, size or form."""
    def field() -> bytes:
        name = bytes(source.choices(b"Xabz-", k=source.choice((1, 3, 20, 300, 65_536, 70_000)))) if source.random() < 0.2 else b"X-A"
        value = b"v" * source.choice((0, 1, 50, 4_095, 4_097, 65_530, 65_536, 131_072, 500_000))
        return name + b": " + value + source.choice((b"", b"\r\n folded", b"\r\n\t" + b"f" * 5000))

    method, target, body = source.choice(known)
    fields = [b"Host: a"] + [field() for _ in range(source.choice((0, 1, 2, 2_000) if source.random() < 0.1 else (0, 1, 2)))]
    if method == "GET" and source.random() < 0.5:
        return method.encode() + b" " + target + b" HTTP/1.1\r\n" + b"\r\n".join(fields) + b"\r\n\r\n"
    fields.append(b"Transfer-Encoding: chunked")
    if source.random() < 0.1:
        fields.append(source.choice((b"Content-Length: 5", b"Content-Length: -1", b"Expect: 100-continue", b"Connection: close",
                                     b"Transfer-Encoding: gzip, chunked", b"Content-Length: 99999999999999999999")))
    text = b"POST " + target.split(b"?")[0] + b" HTTP/1.1\r\n" + b"\r\n".join(fields) + b"\r\n\r\n"
    while body:
        size = source.randint(1, len(body))
        extension = source.choice((b"", b"", b";a=b", b";" + b"e" * source.choice((10, 100_000))))
        text += b"%x" % size + extension + b"\r\n" + body[:size] + b"\r\n"
        body = body[size:]
    text += source.choice((b"0", b"000", b"0;x=y")) + b"\r\n"
    text += b"".join(field() + b"\r\n" for _ in range(source.choice((0, 0, 1, 3)))) + b"\r\n"
    return damaged(source, text) if source.random() < 0.2 else text


def fields(server: Server, count: int, bbox: list[float], seed: int) -> None:
    source = random.Random(seed)
    known = seeds(bbox)
    statuses: collections.Counter = collections.Counter()
    for _ in range(count):
        request = strange_request(source, known)
        connection = server.connect()
        connection.settimeout(20)
        try:
            at = 0
            while at < len(request):  # in parts, cut anywhere
                part = source.choice((1, 7, 1_000, 70_000, 10_000_000))
                connection.sendall(request[at:at + part])
                at += part
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # the request was refused before all of it was sent
        try:
            status = read_answer(connection)[0]
        except OSError:
            status = "closed"
        statuses[status] += 1
        if isinstance(status, int) and status >= 500:
            print("FAULT", status, request[:300])
            sys.exit(1)
        connection.close()
    print(f"{count} requests with strange fields, chunks and trailers: {dict(statuses)}")
    assert server.process.poll() is None, "the server has ended"


def slow(server: Server, count: int, big: bytes) -> None:
    begins = (b"GET /health HT", raw("POST", b"/table/v1/driving", b"{" * 100)[:-50], b"", b"\x00\xff\r\n\r\n")
    readers = min(20, count)  # clients that request megabytes and read nothing
    held = []
    for i in range(count):
        connection = server.connect()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(big if i < readers else begins[i % len(begins)])
        held.append(connection)
    longest = 0.0
    for _ in range(20):
        began = time.monotonic()
        healthy = server.connect()
        healthy.sendall(raw("GET", b"/health"))
        assert read_answer(healthy)[0] == 200
        healthy.close()
        longest = max(longest, time.monotonic() - began)
    print(f"{count} slow or broken connections: others are answered within {1000 * longest:.0f} ms; {server.megabytes():.0f} MB")
    staying = held[readers::2]
    for connection in held[:readers] + held[readers + 1::2]:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")  # breaks off
        connection.close()
    time.sleep(8)  # the timeouts of 5 s
    left = 0
    for connection in staying:
        connection.settimeout(1)
        try:
            while connection.recv(65536):
                pass
        except socket.timeout:
            left += 1
        except OSError:
            pass
        connection.close()
    print(f"of {len(staying)} that stayed, {left} are open after the timeouts")
    assert left == 0


def limits(server: Server, bbox: list[float]) -> None:
    source = random.Random(5)
    points = [[source.uniform(bbox[0], bbox[2]), source.uniform(bbox[1], bbox[3])] for _ in range(10_000)]

    def post(target: bytes, body: bytes) -> tuple[int, str]:
        connection = server.connect()
        try:
            connection.sendall(raw("POST", target, body))
        except OSError:
            pass  # the request was refused before all of it was sent
        status, answer, _ = read_answer(connection)
        return status, json.loads(answer)["code"]

    table = {"coordinates": points}
    for name, target, body, expected in (
            ("table of 10,000 × 10,000", b"/table/v1/driving", table, (400, "TooBig")),
            ("table of 10,000 × 10", b"/table/v1/driving", {**table, "destinations": list(range(10))}, (200, "Ok")),
            ("route through 10,000", b"/route/v1/driving", table, (400, "TooBig")),
            ("body of 100 MB", b"/table/v1/driving", None, (413, "TooBig"))):
        began = time.monotonic()
        found = post(target, b" " * 100_000_000 if body is None else json.dumps(body).encode())
        print(f"{name}: {found[0]} {found[1]} after {1000 * (time.monotonic() - began):.0f} ms; {server.megabytes():.0f} MB")
        assert found == expected, expected


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network")
    parser.add_argument("--allways", required=True, help="the command")
    parser.add_argument("--bbox", required=True, help="west,south,east,north: where the roads are")
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--connections", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    bbox = [float(part) for part in arguments.bbox.split(",")]
    server = Server([arguments.allways, "serve", arguments.network, "--port", "0", "--max-connections",
                     str(arguments.connections + 50), "--idle-timeout", "5s", "--transfer-timeout", "5s"])
    source = random.Random(3)
    big = raw("POST", b"/table/v1/driving", json.dumps({"coordinates": [
        [source.uniform(bbox[0], bbox[2]), source.uniform(bbox[1], bbox[3])] for _ in range(1000)]}).encode())
    print(f"at the start {server.megabytes():.0f} MB")
    try:
        for part in (lambda: storm(server, arguments.requests // 10, bbox, arguments.seed + 1), lambda: limits(server, bbox),
                     lambda: fields(server, arguments.requests // 50, bbox, arguments.seed),
                     lambda: slow(server, arguments.connections, big), lambda: storm(server, arguments.requests, bbox, arguments.seed),
                     lambda: limits(server, bbox), lambda: slow(server, arguments.connections, big)):
            part()
            print(f"  then {server.megabytes():.0f} MB", flush=True)
    finally:
        server.process.terminate()
        code = server.process.wait(60)
        print(f"the server ends with {code}")
        found = [line for line in server.log if "runtime error" in line or "Sanitizer" in line]
        print("".join(found), end="")
    return int(code != 0 or bool(found))


if __name__ == "__main__":
    sys.exit(main())
