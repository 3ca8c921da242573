# SPDX-License-Identifier: Apache-2.0
"""SciPy's csgraph.floyd_warshall on a dense matrix; its numbers are doubles. As peer.h:

    scipy_peer.py MATRIX.npy N DISTANCES.i32
"""

import sys
import time

import numpy
from scipy.sparse.csgraph import floyd_warshall

matrix, _, output = sys.argv[1:]
costs = numpy.load(matrix).astype(numpy.float64)  # 0 off the diagonal would mean no arc; costs are from 1
begin = time.monotonic()
distances = floyd_warshall(costs, directed=True, overwrite=True)
print(f"{time.monotonic() - begin:.6f}")
distances.astype(numpy.int32).tofile(output)
