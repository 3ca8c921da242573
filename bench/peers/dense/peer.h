// SPDX-License-Identifier: Apache-2.0
// Shared by the peers written in C and C++: reads a matrix, times the call, writes distances.
//
//   PEER MATRIX.npy N DISTANCES.i32        prints the seconds of the call alone
//
// MATRIX.npy: N×N little-endian int32, row-major, [from][to], as `allways generate random` writes it. It is read
// backwards from its end, so that the header needs no parser. Distances are bare int32 in the same layout.
#ifndef ALLWAYS_BENCH_PEER_H
#define ALLWAYS_BENCH_PEER_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void peer_require(int holds, const char* what) {
    if (holds) return;
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static int32_t* peer_read(const char* path, size_t n) {
    const size_t bytes = n * n * sizeof(int32_t);
    int32_t* costs = (int32_t*)malloc(bytes);
    FILE* file = fopen(path, "rb");
    peer_require(costs != NULL && file != NULL, "the matrix cannot be opened, or there is no memory for it");
    peer_require(fseek(file, -(long)bytes, SEEK_END) == 0, "the matrix is smaller than N x N");
    peer_require(fread(costs, 1, bytes, file) == bytes, "the matrix cannot be read");
    fclose(file);
    return costs;
}

static void peer_write(const char* path, const int32_t* distances, size_t n) {
    FILE* file = fopen(path, "wb");
    peer_require(file != NULL && fwrite(distances, sizeof(int32_t), n * n, file) == n * n && fclose(file) == 0,
                 "the distances cannot be written");
}

static double peer_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
