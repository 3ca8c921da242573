// The min-plus product of a strip of rows and a strip of columns by one work-item, the inner part of panel.cpu.cl and
// min_plus.cpu.cl, for devices whose work-items are loops on a core with wide vectors (PoCL).
//
// Work-groups of one: barriers and local memory reach 4 % of such a device's ceiling, one work-item per register
// tile 97 % (PoCL 3.1, one AVX-512 core). A register tile is ROWS × (VECTORS · VECTOR) cells, ROWS · VECTORS
// accumulators; with the VECTORS operands of B and one broadcast of A they have to fit the register file.
//
//        B strip: TILE × WIDTH
//        ┌───────┐
//   ┌────┼───────┤ ROWS × WIDTH cells of C, k = 0 … TILE-1
//   │ A  │   C   │
//   └────┴───────┘
//
// Both operands are copied first: A as rows, B packed and without labels, so that the inner loop reads close
// memory, and panels may overwrite the tile they read.
//
// Tuned:    TILE (multiple of ROWS and WIDTH), VECTOR (4, 8, 16), VECTORS, ROWS
// Derived:  WIDTH = VECTOR * VECTORS, STRIPS = TILE / WIDTH, BLOCKS = TILE / ROWS
// Private memory: TILE * (WIDTH + ROWS) * sizeof(cell), and TILE * ROWS * 4 bytes of hops in carried mode.
#include "cell.cl"

#ifndef VECTOR
#define VECTOR 8
#endif
#ifndef VECTORS
#define VECTORS 3
#endif
#ifndef ROWS
#define ROWS 4
#endif

#define WIDTH (VECTOR * VECTORS)
#define STRIPS (TILE / WIDTH)
#define BLOCKS (TILE / ROWS)

typedef JOIN(CELL, VECTOR) vec;
typedef JOIN(uint, VECTOR) hop_vec;
#define VEC_MIN(a, b) VECTOR_MIN(VECTOR, a, b)
// A comparison's result in the width of a hop: those of doubles are longs.
#if CELL_TYPE == 2
#define MASK(comparison) JOIN(convert_int, VECTOR)(comparison)
#else
#define MASK(comparison) (comparison)
#endif

typedef struct {
    cell cells[ROWS][TILE] __attribute__((aligned(128)));  // of the widest vector
#if HOPS_CARRIED
    uint hops[ROWS][TILE] __attribute__((aligned(128)));
#endif
} left_rows;

typedef struct {
    vec cells[TILE][VECTORS];
} right_strip;

// `a`: the first of ROWS rows of a tile.
static inline void copy_left(left_rows* left, global const cell* a
#if HOPS_CARRIED
                      , global const uint* a_hops
#endif
) {
    for (int i = 0; i < ROWS; ++i) {
        for (int v = 0; v < TILE; v += VECTOR) {
            *(vec*)(left->cells[i] + v) = *(global const vec*)(a + i * TILE + v);
#if HOPS_CARRIED
            *(hop_vec*)(left->hops[i] + v) = *(global const hop_vec*)(a_hops + i * TILE + v);
#endif
        }
    }
}

// `b`: the first cell of a strip of WIDTH columns of a tile.
static inline void copy_right(right_strip* right, global const cell* b) {
    for (int k = 0; k < TILE; ++k) {
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) {
            right->cells[k][v] = RIGHT_OPERAND(*(global const vec*)(b + k * TILE + v * VECTOR));
        }
    }
}

// ROWS × WIDTH cells from `c` on ← C ⊕ A⊗B.
static inline void multiply(global cell* c,
#if HOPS_CARRIED
                     global uint* c_hops,
#endif
                     const left_rows* left, const right_strip* right) {
    vec own[ROWS][VECTORS];
#if HOPS_CARRIED
    hop_vec own_hops[ROWS][VECTORS];
#endif
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) {
            own[i][v] = *(global const vec*)(c + i * TILE + v * VECTOR);
#if HOPS_CARRIED
            own_hops[i][v] = *(global const hop_vec*)(c_hops + i * TILE + v * VECTOR);
#endif
        }
    }
    for (int k = 0; k < TILE; ++k) {
#pragma unroll
        for (int i = 0; i < ROWS; ++i) {
            const vec a = (vec)(left->cells[i][k]);
#if HOPS_CARRIED
            // A hop is one broadcast for VECTORS products, so it travels with them; noting k and looking the hops
            // up afterwards, as the GPU form does, costs more here.
            const hop_vec hop = (hop_vec)(left->hops[i][k]);
#endif
#pragma unroll
            for (int v = 0; v < VECTORS; ++v) {
                const vec sum = a + right->cells[k][v];
#if HOPS_CARRIED
                own_hops[i][v] = MASK(sum < own[i][v]) ? hop : own_hops[i][v];
#endif
                own[i][v] = VEC_MIN(sum, own[i][v]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) {
            *(global vec*)(c + i * TILE + v * VECTOR) = own[i][v];
#if HOPS_CARRIED
            *(global hop_vec*)(c_hops + i * TILE + v * VECTOR) = own_hops[i][v];
#endif
        }
    }
}
