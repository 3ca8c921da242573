# SPDX-License-Identifier: Apache-2.0
"""Sends concurrent requests to a local server."""

import concurrent.futures
import http.client
import time


def ask_at_once(port, requests):
    """`requests`: (method, path, body). Returns the seconds until all answers have arrived, and their (status,
    bytes)."""
    def ask(request):
        method, path, body = request
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=3600)
        try:
            connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    begin = time.perf_counter()
    with concurrent.futures.ThreadPoolExecutor(len(requests)) as threads:
        answers = list(threads.map(ask, requests))
    return time.perf_counter() - begin, answers


def row_blocks(size, count):
    """Cuts the rows of a table into blocks of nearly the same size."""
    ends = [size * i // count for i in range(count + 1)]
    return [range(begin, end) for begin, end in zip(ends, ends[1:]) if begin < end]
