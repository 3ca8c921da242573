# SPDX-License-Identifier: Apache-2.0
"""A routing service as a child process on a local port."""

import collections
import http.client
import json
import socket
import subprocess
import threading

from .processes import peak_bytes_of


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def locations(positions):
    return ";".join(f"{lon!r},{lat!r}" for lon, lat in positions)


class Server:
    """Use it in a `with` statement, which ends it. `ready`: a text of the line with which the program says that it is."""

    def __init__(self, command, ready):
        self.port = free_port()
        self.child = subprocess.Popen([str(word) for word in [*command, "-p", self.port]], stdin=subprocess.DEVNULL,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        said = []
        for line in self.child.stdout:
            said.append(line)
            if ready in line:
                break
        else:
            raise SystemExit(f"{command[0]} ended: " + "".join(said)[-500:])
        # OSRM logs every request and blocks when the pipe is full, so a thread reads it.
        self.reader = threading.Thread(target=lambda: collections.deque(self.child.stdout, maxlen=0), daemon=True)
        self.reader.start()
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()
        self.child.terminate()
        self.child.wait()
        self.reader.join()
        self.child.stdout.close()

    def peak_bytes(self):
        return peak_bytes_of(self.child.pid)

    def get(self, path):
        """The status and the JSON of the answer."""
        try:
            self.connection.request("GET", path)
            answer = self.connection.getresponse()
        except (http.client.HTTPException, ConnectionError):  # OSRM closes after a number of requests
            self.connection.close()
            self.connection.request("GET", path)
            answer = self.connection.getresponse()
        return answer.status, json.loads(answer.read())

    def ask(self, service, positions, parameters):
        query = "&".join(f"{key}={value}" for key, value in parameters.items())
        return self.get(f"/{service}/v1/any/{locations(positions)}?{query}")
