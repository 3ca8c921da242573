# SPDX-License-Identifier: Apache-2.0
"""Progress, log lines, Ctrl-C and threads."""

import logging
import os
import signal
import threading
import time
import warnings

import numpy as np
import pytest

import allways


@pytest.fixture(scope="module")
def work():
    """Takes seconds."""
    return allways.Matrix(np.random.default_rng(1).integers(1, 1000, (3000, 3000), dtype=np.int32))


def test_progress(streets):
    seen = []
    streets.solve(progress=lambda stage, done, total: seen.append((stage, done, total)))
    assert any(stage == "solve" for stage, _, _ in seen)
    streets.solve(progress=True)
    with pytest.raises(allways.Cancelled):
        streets.solve(progress=lambda *_: False)
    with pytest.raises(ZeroDivisionError):
        streets.solve(progress=lambda *_: 1 / 0)


def test_interrupt(work):
    before = time.time()
    sent = []

    def interrupt():
        sent.append(time.time())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.3, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        while time.time() < before + 60:
            work.solve(device="reference")
    assert time.time() - sent[0] < 5  # a tenth of that on a machine that does nothing else


def test_threads_solve_at_once(streets):
    wanted = streets.solve().raw_distances
    ticks, found = [], []
    stop = threading.Event()

    def tick():
        while not stop.wait(0.001):
            ticks.append(1)

    def solve():
        found.append(streets.solve().raw_distances)

    ticker = threading.Thread(target=tick)
    ticker.start()
    threads = [threading.Thread(target=solve) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stop.set()
    ticker.join()
    assert len(found) == 4
    for distances in found:
        np.testing.assert_array_equal(distances, wanted)


def test_the_lock_is_released(work):
    """Another thread runs while the library works."""
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.wait(0.01):
            ticks.append(time.time())

    ticker = threading.Thread(target=tick)
    ticker.start()
    begin = time.time()
    work.solve(device="reference", next_hops=False)
    end = time.time()
    stop.set()
    ticker.join()
    assert len(ticks) > (end - begin) / 0.01 / 20


def test_log_lines(caplog, village):
    with caplog.at_level(logging.INFO, logger="allways"):
        village.path((8.0001, 47.0001), int(village.node_ids[5]))
    assert any("away" in record.message for record in caplog.records)


def test_warnings_name_the_caller(village):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        village.table(np.array([[8.0, 47.0], [0.0, 0.0]]))
    assert caught[0].category is allways.AllwaysWarning and caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(allways.AllwaysWarning):
            village.table(np.array([[8.0, 47.0], [0.0, 0.0]]))
