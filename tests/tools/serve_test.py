#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`allways serve` over sockets: keep-alive, gzip, limits, slow clients, and how it stops.

    serve_test.py --bin FOLDER_OF_THE_COMMAND
"""

import argparse
import contextlib
import gzip
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time

VILLAGE = pathlib.Path(__file__).resolve().parents[2] / "data" / "village.osm"


class Server:
    def __init__(self, command: str, *options: str, network: pathlib.Path = VILLAGE):
        self.process = subprocess.Popen([command, "serve", str(network), "--port", "0", *options], stderr=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.log = []
        for line in self.process.stderr:
            self.log.append(line)
            found = re.search(r"listening on http://(?:127\.0\.0\.1|0\.0\.0\.0|localhost):(\d+)", line)
            if found:
                self.port = int(found[1])
                return
        raise AssertionError("the server did not start: " + "".join(self.log))

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)

    def socket(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=20)

    def get(self, target: str, **fields: str):
        connection = self.connect()
        connection.request("GET", target, headers=fields)
        answer = connection.getresponse()
        return answer.status, answer, answer.read()

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(timeout=20)


@contextlib.contextmanager
def served(command: str, *options: str, network: pathlib.Path = VILLAGE):
    server = Server(command, *options, network=network)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.process.kill()
            server.process.wait()
        server.process.stderr.close()
        server.process.stdout.close()


def places(server: Server, count: int) -> list[list[float]]:
    """Coordinates in the village, some of them on no road."""
    return [[8.0002 + 0.00008 * (i % 97), 46.9998 + 0.00002 * (i % 89)] for i in range(count)]


def text(coordinates: list[list[float]]) -> str:
    return ";".join(f"{lon:.6f},{lat:.6f}" for lon, lat in coordinates)


def ends_within(connection: socket.socket, seconds: float) -> bool:
    """Returns True if the server closes the connection in this time."""
    connection.settimeout(seconds)
    try:
        while connection.recv(65536):
            pass
        return True
    except socket.timeout:
        return False
    except ConnectionError:
        return True


def check_answers(command: str) -> None:
    with served(command, "--access-log", "--cors", "*") as server:
        status, answer, body = server.get("/health")
        assert status == 200 and json.loads(body) == {"status": "ok"}, body
        assert answer.getheader("Access-Control-Allow-Origin") == "*"

        connection = server.connect()
        connection.connect()
        first = connection.sock
        target = "/table/v1/driving/" + text(places(server, 40))
        for _ in range(3):
            connection.request("GET", target)
            answer = connection.getresponse()
            plain = answer.read()
            assert answer.status == 200 and int(answer.getheader("Content-Length")) == len(plain)
        assert connection.sock is first, "the connection was not kept"
        table = json.loads(plain)
        assert len(table["durations"]) == 40 and table["durations"][0][0] == 0

        connection.request("GET", target, headers={"Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        packed = answer.read()
        assert answer.getheader("Content-Encoding") == "gzip" and len(packed) < len(plain) / 3
        assert gzip.decompress(packed) == plain

        connection.request("HEAD", target)
        answer = connection.getresponse()
        assert int(answer.getheader("Content-Length")) == len(plain) and answer.read() == b""

        body = json.dumps({"coordinates": places(server, 40)})
        connection.request("POST", "/table/v1/driving", body, {"Content-Type": "application/json"})
        assert json.loads(connection.getresponse().read())["durations"] == table["durations"]
        connection.request("POST", "/table/v1/driving", body, {"Expect": "100-continue"})
        assert json.loads(connection.getresponse().read())["code"] == "Ok"

        route = "/route/v1/driving/" + text(places(server, 3)) + "?steps=true&annotations=true&geometries=geojson"
        status, _, body = server.get(route)
        assert status == 200 and json.loads(body)["code"] == "Ok", body
        status, answer, body = server.get("/route/v1/driving/1,2")
        assert status == 400 and json.loads(body)["code"] == "InvalidOptions"
        assert answer.getheader("Content-Type").startswith("application/json")
        assert str(VILLAGE.parent).encode() not in body

        status, _, body = server.get("/metrics")
        assert status == 200
        assert b'allways_requests_total{service="table",status="2xx"} 7\n' in body, body.decode()
        assert b'allways_requests_total{service="route",status="4xx"} 1\n' in body or b'service="other",status="4xx"' in body

        many = threading.Barrier(8)
        answers = []

        def ask() -> None:
            many.wait()
            for _ in range(20):
                answers.append(json.loads(server.get(target)[2])["durations"])

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(answers) == 160 and all(one == table["durations"] for one in answers)
        assert server.stop(signal.SIGINT) == 0
        lines = server.process.stdout.read().splitlines()
        assert any(re.fullmatch(r'\S+Z 127\.0\.0\.1 "GET /health" 200 15 [\d.]+ ms', line) for line in lines), lines[:3]


def check_limits(command: str) -> None:
    with served(command, "--max-url", "4K", "--max-body", "2K", "--max-connections", "3", "--idle-timeout", "3s",
                "--transfer-timeout", "3s", "--max-table", "10", "--max-pairs", "50", "--max-distance-pairs", "5") as server:
        def code(target: str) -> tuple[int, str]:
            status, _, body = server.get(target)
            return status, json.loads(body)["code"]

        assert code("/route/v1/driving/" + "1" * 8000) == (414, "TooBig")
        assert code("/table/v1/driving/" + text(places(server, 7))) == (200, "Ok")
        assert code("/table/v1/driving/" + text(places(server, 8))) == (400, "TooBig")
        assert code("/table/v1/driving/" + text(places(server, 3)) + "?annotations=distance") == (400, "TooBig")
        connection = server.connect()
        connection.request("POST", "/table/v1/driving", b" " * 5000)
        answer = connection.getresponse()
        assert answer.status == 413 and json.loads(answer.read())["code"] == "TooBig"

        for garbage in (b"\x00\x01\x02\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\xff" * 300 + b"\r\n\r\n"):
            connection = server.socket()
            connection.sendall(garbage)
            assert ends_within(connection, 5), garbage

        # Slow clients: half a header, half a body, and one that reads nothing.
        for begin in (b"GET /health HT", b"POST /table/v1/driving HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"):
            connection = server.socket()
            connection.sendall(begin)
            began = time.monotonic()
            assert ends_within(connection, 10) and time.monotonic() - began > 2
        # A connection counts until its last handler has run, a moment after its client has seen the end.
        asking = server.connect()
        deadline = time.monotonic() + 10
        while True:
            asking.request("GET", "/metrics")
            if b"allways_connections 1\n" in asking.getresponse().read():
                break
            assert time.monotonic() < deadline, "closed connections still count"
        idle = [server.socket() for _ in range(2)]
        assert ends_within(server.socket(), 2), "more connections than allowed"
        assert all(ends_within(connection, 10) for connection in idle)
        assert code("/table/v1/driving/" + text(places(server, 3))) == (200, "Ok")


def raw_status(server: Server, request: bytes) -> int:
    connection = server.socket()
    try:
        connection.sendall(request)
    except ConnectionError:
        pass  # refused before all was sent
    answer = http.client.HTTPResponse(connection)
    answer.begin()
    answer.read()
    connection.close()
    return answer.status


def check_fields(command: str) -> None:
    """Header fields and trailers of any size: 431 beyond 64 KiB together, and the server lives."""
    get = b"GET /health HTTP/1.1\r\nHost: a\r\n"
    chunked = b"POST /table/v1/driving HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    for options in ((), ("--max-url", "2K"), ("--max-url", "16M")):
        with served(command, *options) as server:
            for size in (1000, 60_000, 70_000, 300_000, 3_000_000):
                expected = 200 if size < 65_000 else 431
                one_value = get + b"X-A: " + b"b" * size + b"\r\n\r\n"
                one_name = get + b"b" * size + b": 1\r\n\r\n"
                many = get + b"".join(b"X-%d: %s\r\n" % (i, b"c" * 90) for i in range(size // 100)) + b"\r\n"
                unended = get + b"X-A: " + b"b" * size
                for request in (one_value, one_name, many) + ((unended,) if expected == 431 else ()):
                    assert raw_status(server, request) == expected, (options, size, request[:60])
                for trailer in (b"X-A: " + b"b" * size, b"b" * size + b": 1"):
                    request = chunked + b"1\r\n{\r\n0\r\n" + trailer + b"\r\n\r\n"
                    assert raw_status(server, request) == (400 if expected == 200 else 431), (options, size, trailer[:9])
            for broken in (b"zz\r\n", b"1\r\n{{{{\r\n", b"1;" + b"e" * 40_000_000 + b"\r\n", b"fffffffffffffffff\r\n"):
                assert raw_status(server, chunked + broken) in (400, 413, 431), broken[:9]
            for end in (b"0\r\n", b"\r", b"\n"), (b"1\r", b"\n", b"{\r", b"\n0", b"\r\n", b"\r\n"):
                connection = server.socket()
                connection.sendall(chunked)
                for part in end:
                    connection.sendall(part)
                    time.sleep(0.02)
                assert connection.recv(100).startswith(b"HTTP/1.1 400"), end
            assert server.get("/health")[0] == 200
            assert b"allways_connections_failed_total 0" in server.get("/metrics")[2]


def heading(server: Server, request: bytes) -> tuple[str, dict[str, str], bool]:
    """The status line and fields (names in lower case) of the answer, and whether the server then closes the connection."""
    connection = server.socket()
    connection.sendall(request)
    answer = http.client.HTTPResponse(connection, method=request.split()[0].decode())
    answer.begin()
    answer.read()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, ends_within(connection, 0.5)


def check_connections(command: str) -> None:
    """Connections stay open as HTTP/1.1 and HTTP/1.0 say."""
    with served(command) as server:
        for version, field, closes in ((b"1.1", b"", False), (b"1.1", b"Connection: close\r\n", True),
                                       (b"1.1", b"Connection: keep-alive\r\n", False), (b"1.0", b"", True),
                                       (b"1.0", b"Connection: keep-alive\r\n", False), (b"1.0", b"Connection: close\r\n", True)):
            request = b"GET /health HTTP/" + version + b"\r\nHost: a\r\n" + field + b"\r\n"
            status, fields, is_closed = heading(server, request)
            assert status == 200 and is_closed == closes, request
            assert fields["connection"] == ("close" if closes else "keep-alive"), (request, fields)
            assert ("keep-alive" in fields) != closes, (request, fields)
        # HTTP/1.0 knows no interim answers.
        body = json.dumps({"coordinates": places(server, 2)}).encode()
        connection = server.socket()
        connection.sendall(b"POST /table/v1/driving HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        assert connection.recv(100).startswith(b"HTTP/1.1 200"), "100 Continue to a client of HTTP/1.0"


def check_methods(command: str) -> None:
    with served(command, "--allow-updates") as server:
        def ask(method: str, target: str, **fields: str) -> tuple[int, dict[str, str]]:
            lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in fields.items())
            return heading(server, f"{method} {target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{lines}\r\n".encode())[:2]

        route = "/route/v1/driving/" + text(places(server, 2))
        for target, allow in ((route, "GET, HEAD, POST, OPTIONS"), ("/costs", "POST, OPTIONS"), ("/", "GET, HEAD, OPTIONS"),
                              ("/health", "GET, HEAD, OPTIONS"), ("/metrics", "GET, HEAD, OPTIONS")):
            status, fields = ask("DELETE", target)
            assert status == 405 and fields["allow"] == allow, (target, status, fields)
            status, fields = ask("OPTIONS", target)
            assert status == 204 and fields["allow"] == allow and "content-length" not in fields, (target, fields)
            if "GET" in allow:
                got, headed = ask("GET", target), ask("HEAD", target)
                assert got[0] == headed[0] == 200, target
                if target != "/metrics":
                    assert got[1] == headed[1], (got, headed)
        assert ask("POST", "/health")[0] == 405
        # Pages of any origin may ask a service on this machine, as they may ask osrm-routed, but not change its costs.
        origin = {"Origin": "http://example.org", "Access_Control_Request_Method": "POST", "Access_Control_Request_Headers": "content-type"}
        for method in ("GET", "HEAD", "OPTIONS"):
            assert ask(method, route, **origin)[1]["access-control-allow-origin"] == "*", method
        assert "GET" in ask("OPTIONS", route, **origin)[1]["access-control-allow-methods"]
        assert "access-control-allow-origin" not in ask("OPTIONS", "/costs", **origin)[1]
        assert "access-control-allow-origin" not in ask("OPTIONS", "//costs", **origin)[1]
        assert "access-control-allow-origin" not in ask("OPTIONS", "/%63osts", **origin)[1]
    for options, allowed in ((("--cors", "none"), None), (("--cors", "http://a.example"), "http://a.example"),
                             (("--address", "0.0.0.0"), None), (("--address", "0.0.0.0", "--cors", "*"), "*"),
                             (("--address", "localhost"), "*")):
        with served(command, *options) as server:
            assert server.get("/health")[1].getheader("Access-Control-Allow-Origin") == allowed, options


def check_stop(command: str) -> None:
    with served(command) as server:
        idle = server.socket()
        # Answers of many megabytes, so that some are under way when the server is told to stop.
        body = json.dumps({"coordinates": places(server, 2000)})
        answers = []

        def ask() -> None:
            connection = server.connect()
            connection.request("POST", "/table/v1/driving", body)
            answers.append(json.loads(connection.getresponse().read()))

        asking = threading.Thread(target=ask)
        asking.start()
        deadline = time.monotonic() + 10
        while b"allways_requests_in_flight 0" in server.get("/metrics")[2] and time.monotonic() < deadline and not answers:
            time.sleep(0.001)
        assert server.stop() == 0
        asking.join()
        assert len(answers[0]["durations"]) == 2000
        assert ends_within(idle, 5)
        try:
            server.socket()
            raise AssertionError("the server still listens")
        except ConnectionError:
            pass


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path: str):
        super().__init__("localhost", timeout=20)
        self.path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(20)
        self.sock.connect(self.path)


def start_at(command: str, path: str, *options: str) -> subprocess.Popen:
    process = subprocess.Popen([command, "serve", str(VILLAGE), "--address", f"unix:{path}", *options],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        if f"listening on unix:{path} " in line:
            return process
    raise AssertionError(f"the server did not start: {process.wait()}")


def ended(process: subprocess.Popen, number: signal.Signals) -> int:
    process.send_signal(number)
    process.communicate(timeout=20)
    return process.returncode


def check_unix_socket(command: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "allways.sock")

        def mode() -> int:
            return stat.S_IMODE(os.stat(path).st_mode)

        process = start_at(command, path, "--access-log")
        assert mode() == 0o660
        connection = UnixConnection(path)
        for _ in range(2):  # the connection is kept
            connection.request("GET", "/health", headers={"X-Forwarded-For": "203.0.113.9"})
            answer = connection.getresponse()
            assert answer.status == 200 and json.loads(answer.read()) == {"status": "ok"}
            assert answer.getheader("Access-Control-Allow-Origin") is None  # no browser reaches it but through a proxy
        line = process.stdout.readline()
        assert re.match(r'\S+ unix for 203\.0\.113\.9 "GET /health" 200 ', line), line
        busy = subprocess.run([command, "serve", str(VILLAGE), "--address", f"unix:{path}"], capture_output=True,
                              text=True, timeout=60)
        assert busy.returncode == 3 and "in use" in busy.stderr, busy.stderr
        assert ended(process, signal.SIGTERM) == 0 and not os.path.exists(path)

        assert ended(start_at(command, path, "--socket-mode", "600"), signal.SIGKILL) and mode() == 0o600
        process = start_at(command, path, "--socket-mode", "666")  # in place of the abandoned file
        assert mode() == 0o666
        assert ended(process, signal.SIGINT) == 0 and not os.path.exists(path)

        with open(path, "w") as file:
            file.write("mine")
        for options, code, words in ((("--address", f"unix:{path}"), 3, "cannot listen there"),
                                     (("--address", "unix:"), 2, "the path of a Unix socket"),
                                     (("--address", f"unix:/{'a' * 108}"), 2, "the path of a Unix socket"),
                                     (("--address", "unix:/tmp/a", "--port", "80"), 2, "a Unix socket has no port"),
                                     (("--address", "unix:/tmp/a", "--socket-mode", "rw"), 2, "three octal digits")):
            refused = subprocess.run([command, "serve", str(VILLAGE), *options], capture_output=True, text=True, timeout=60)
            assert refused.returncode == code and words in refused.stderr, (options, refused.returncode, refused.stderr)
        with open(path) as file:
            assert file.read() == "mine"


def check_counts(command: str) -> None:
    """The limits of each service, and the options that no other check gives."""
    options = ("--max-route", "3", "--max-trip", "3", "--max-match", "3", "--max-nearest", "2", "--max-radius", "30",
               "--max-network-points", "1", "--max-time", "20s", "--threads", "1", "--table-threads", "1", "--left-hand",
               "--snap-component", "any", "--cost", "time", "--cost-type", "int32")
    with served(command, *options) as server:
        def answer(target: str):
            status, _, body = server.get(target)
            return status, json.loads(body).get("code")

        for service in ("route", "trip", "match"):
            assert answer(f"/{service}/v1/driving/{text(places(server, 3))}")[1] != "TooBig", service
            assert answer(f"/{service}/v1/driving/{text(places(server, 4))}") == (400, "TooBig"), service
        assert answer("/nearest/v1/driving/8.0002,47.0?number=2") == (200, "Ok")
        assert answer("/nearest/v1/driving/8.0002,47.0?number=3") == (400, "TooBig")
        assert answer("/nearest/v1/driving/8.0002,47.05") == (400, "NoSegment")
    refused = subprocess.run([command, "serve", str(VILLAGE), "--costs", "time,length"], capture_output=True, text=True,
                             timeout=60)
    assert refused.returncode == 2 and "length" in refused.stderr, refused.stderr


def check_polygons(command: str) -> None:
    """A ring around all of the village but its ends closes every way between them, for requests with it alone."""
    with served(command, "--exclude-polygons") as server:
        ends = [[8.0001, 47.0], [8.0230, 47.0039]]

        def ask(ring: list | None):
            request = {"locations": [{"lon": x, "lat": y} for x, y in ends], **({"exclude_polygons": [ring]} if ring else {})}
            connection = server.connect()
            connection.request("POST", "/route", json.dumps(request), {"Content-Type": "application/json"})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())

        status, before = ask(None)
        assert status == 200, before
        x, y = (sum(end[axis] for end in ends) / 2 for axis in (0, 1))
        for half in (0.0005, 0.005, 0.05):
            ring = [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]
            status, found = ask(ring)
            assert status == 400 or found["trip"]["summary"]["time"] >= before["trip"]["summary"]["time"], found
        assert status == 400, found
        assert ask(None) == (200, before)


def check_overwritten_factor(command: str) -> None:
    """Nothing that happens to the factor's file while the server runs changes its answers."""
    with tempfile.TemporaryDirectory() as folder:
        factor = pathlib.Path(folder) / "village.factor"
        subprocess.run([command, "solve", str(VILLAGE), "--factor-only", "-o", str(factor), "-q"], check=True)
        with served(command, network=factor) as server:
            target = f"/table/v1/driving/{text(places(server, 12))}"
            before = server.get(target)
            assert before[0] == 200, before
            for content in (b"", b"another file", bytes(factor.stat().st_size)):
                factor.write_bytes(content)
                after = server.get(target)
                assert (after[0], after[2]) == (before[0], before[2]), after
            assert server.stop() == 0


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    command = os.path.join(os.path.abspath(parser.parse_args().bin), "allways")
    for check in (check_answers, check_limits, check_fields, check_connections, check_methods, check_stop,
                  check_unix_socket, check_counts, check_polygons, check_overwritten_factor):
        check(command)
        print(f"{check.__name__}: ok")
    refused = subprocess.run([command, "serve", str(VILLAGE), "--address", "router.local"], capture_output=True, text=True, timeout=60)
    assert refused.returncode == 2 and "--address: 'router.local' is not an IP address" in refused.stderr, refused.stderr
    return 0


if __name__ == "__main__":
    sys.exit(main())
