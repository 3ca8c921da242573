# SPDX-License-Identifier: Apache-2.0
"""Routers' answers, in the same form for all routers."""

import dataclasses
import math


@dataclasses.dataclass
class Answer:
    seconds: float | None = None  # None: there is no path
    metres: float | None = None
    moved: tuple = (0.0, 0.0)  # metres from each requested node to the place that was used
    shape: object = None  # the path, if requested: OSM nodes, or positions


def distance_metres(a, b):
    (x, y), (u, v) = a, b
    return math.hypot((x - u) * math.cos(math.radians((y + v) / 2)), y - v) * 111_195
