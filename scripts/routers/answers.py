# SPDX-License-Identifier: Apache-2.0
"""What routers answer, in one form for all."""

import dataclasses
import math


@dataclasses.dataclass
class Answer:
    seconds: float | None = None  # None: there is no path
    metres: float | None = None
    moved: tuple = (0.0, 0.0)  # metres from each node that was asked to the place that was used
    shape: object = None  # the path, where it was asked for: OSM nodes, or positions


def distance_metres(a, b):
    (x, y), (u, v) = a, b
    return math.hypot((x - u) * math.cos(math.radians((y + v) / 2)), y - v) * 111_195
