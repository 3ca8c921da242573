// SPDX-License-Identifier: Apache-2.0
// igraph's igraph_distances_floyd_warshall (C, 0.10) on a complete digraph; its numbers are doubles.
#include <igraph/igraph.h>

#include "peer.h"

int main(int count, char** arguments) {
    peer_require(count == 4, "usage: igraph_peer MATRIX.npy N DISTANCES.i32");
    const size_t n = strtoul(arguments[2], NULL, 10);
    int32_t* costs = peer_read(arguments[1], n);
    igraph_vector_int_t ends;
    igraph_vector_t weights;
    igraph_matrix_t distances;
    igraph_t graph;
    igraph_vector_int_init(&ends, (igraph_integer_t)(2 * n * (n - 1)));
    igraph_vector_init(&weights, (igraph_integer_t)(n * (n - 1)));
    igraph_integer_t arc = 0;
    for (size_t from = 0; from < n; ++from) {
        for (size_t to = 0; to < n; ++to) {
            if (from == to) continue;
            VECTOR(ends)[2 * arc] = (igraph_integer_t)from;
            VECTOR(ends)[2 * arc + 1] = (igraph_integer_t)to;
            VECTOR(weights)[arc++] = costs[from * n + to];
        }
    }
    igraph_create(&graph, &ends, (igraph_integer_t)n, IGRAPH_DIRECTED);
    igraph_vector_int_destroy(&ends);
    igraph_matrix_init(&distances, 0, 0);
    const double begin = peer_seconds();
    const igraph_error_t error = igraph_distances_floyd_warshall(&graph, &distances, &weights, IGRAPH_OUT);
    const double seconds = peer_seconds() - begin;
    peer_require(error == IGRAPH_SUCCESS, "igraph failed");
    for (size_t from = 0; from < n; ++from) {
        for (size_t to = 0; to < n; ++to) costs[from * n + to] = (int32_t)MATRIX(distances, from, to);
    }
    peer_write(arguments[3], costs, n);
    printf("%.6f\n", seconds);
    igraph_matrix_destroy(&distances);
    igraph_vector_destroy(&weights);
    igraph_destroy(&graph);
    free(costs);
    return 0;
}
