// SPDX-License-Identifier: Apache-2.0
// The min-plus product of a row block and a column block by one work-item, the inner part of panel.cpu.cl and
// min_plus.cpu.cl, for devices whose work-items are loops on a core with wide vectors (PoCL).
//
// Work-groups of one: barriers and local memory reach 4 % of such a device's ceiling, one work-item per register tile
// 97 % (PoCL 3.1, one AVX-512 core). A register tile is ROWS × (VECTORS · VECTOR) cells, ROWS · VECTORS accumulators;
// together with the VECTORS operands of B and one sum they must fit the register file. With VECTORS 1 a cell of A is
// used once per load, so it becomes the broadcast memory operand of the addition.
//
//        B, a column block: TILE × WIDTH
//        ┌───────┐
//   ┌────┼───────┤ ROWS × WIDTH cells of C, k = 0 … TILE-1
//   │ A  │   C   │
//   └────┴───────┘
//
// The column block of B is first copied, packed and without first-arc bits: its rows are a tile's row apart, so a cache
// cannot hold them all. A is read in place.
//
// With a hop array, int32 cells carry the step: the minimum of cost·2^STEP_BITS + step + 1 holds the first step that
// gives it, and a step of 0 means that the cell was not lowered. That needs STEP_BITS + 1 free bits in the cells of C;
// larger operands are cut, since their sums cannot be less. If C has larger cells, and for floats, the product itself
// is a plain minimum. After each span of VECTOR steps, cells that were lowered in it record it; a cell's hop is that of
// the first step of its last recorded span that gives its value, found by one comparison of VECTOR sums.
//
// Tuned:    TILE (multiple of ROWS and WIDTH), VECTOR (4, 8, 16), VECTORS, ROWS
// Derived:  WIDTH = VECTOR * VECTORS, COLUMN_BLOCKS = TILE / WIDTH, ROW_BLOCKS = TILE / ROWS, SPANS = TILE / VECTOR
// Private memory: TILE * WIDTH * sizeof(cell), with a hop array three times that and ROWS * TILE * sizeof(cell).
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
#define COLUMN_BLOCKS (TILE / WIDTH)
#define ROW_BLOCKS (TILE / ROWS)
#define SPANS (TILE / VECTOR)
#define PACK_STEPS (HOPS_ARRAY && CELL_TYPE == 0)

typedef JOIN(CELL, VECTOR) vec;
typedef JOIN(uint, VECTOR) hop_vec;
#define VEC_MIN(a, b) VECTOR_MIN(VECTOR, a, b)
// Bits for a step: TILE + 1 codes. The sum of two packed operands fits 32 bits.
#if PACK_STEPS
#if TILE < 128
#define STEP_BITS 7
#elif TILE < 256
#define STEP_BITS 8
#else
#define STEP_BITS 9
#endif
#define MOST_PACKED ((1 << (31 - STEP_BITS)) - 1)
#define PACKED(operand) (min(operand, (hop_vec)(MOST_PACKED)) << STEP_BITS)
#endif
// Converts a comparison's result to the width of a hop: results for doubles are longs.
#if CELL_TYPE == 2
#define MASK(comparison) JOIN(convert_int, VECTOR)(comparison)
#else
#define MASK(comparison) (comparison)
#endif

// Arguments that only kernels with a hop array have.
#if HOPS_ARRAY
#define AND_HOPS(...) , __VA_ARGS__
#else
#define AND_HOPS(...)
#endif

typedef struct {
    vec cells[ROWS][VECTORS];
#if HOPS_ARRAY
    hop_vec hops[ROWS][VECTORS];
#endif
} block;

typedef struct {
    vec cells[TILE][VECTORS];
#if HOPS_ARRAY
    vec turned[WIDTH][SPANS];  // columns stored as rows
    bool is_turned;
#endif
#if PACK_STEPS
    hop_vec packed[TILE][VECTORS];  // cells with their steps
#endif
} right_column_block;

// `c`: the first cell of the block.
INLINE void load_block(block* own, global const cell* c AND_HOPS(global const uint* c_hops)) {
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) {
            own->cells[i][v] = *(global const vec*)(c + i * TILE + v * VECTOR);
#if HOPS_ARRAY
            own->hops[i][v] = *(global const hop_vec*)(c_hops + i * TILE + v * VECTOR);
#endif
        }
    }
}

INLINE void store_block(const block* own, global cell* c AND_HOPS(global uint* c_hops)) {
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) {
            *(global vec*)(c + i * TILE + v * VECTOR) = own->cells[i][v];
#if HOPS_ARRAY
            *(global hop_vec*)(c_hops + i * TILE + v * VECTOR) = own->hops[i][v];
#endif
        }
    }
}

#if HOPS_ARRAY
// Transposes VECTOR × VECTOR cells: each pass interleaves the first half of the rows with the second, and log2(VECTOR)
// passes exchange rows and columns.
INLINE void turn(right_column_block* right, int span, int v) {
    vec rows[VECTOR];
#pragma unroll
    for (int i = 0; i < VECTOR; ++i) rows[i] = right->cells[span * VECTOR + i][v];
#pragma unroll
    for (int pass = 1; pass < VECTOR; pass *= 2) {
        vec mixed[VECTOR];
#pragma unroll
        for (int i = 0; i < VECTOR / 2; ++i) {
            mixed[2 * i].even = rows[i].lo;
            mixed[2 * i].odd = rows[i + VECTOR / 2].lo;
            mixed[2 * i + 1].even = rows[i].hi;
            mixed[2 * i + 1].odd = rows[i + VECTOR / 2].hi;
        }
#pragma unroll
        for (int i = 0; i < VECTOR; ++i) rows[i] = mixed[i];
    }
#pragma unroll
    for (int i = 0; i < VECTOR; ++i) right->turned[v * VECTOR + i][span] = rows[i];
}
#endif

// `b`: the first cell of a column block of a tile.
INLINE void copy_right(right_column_block* right, global const cell* b) {
    for (int k = 0; k < TILE; ++k) {
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) {
            right->cells[k][v] = RIGHT_OPERAND(*(global const vec*)(b + k * TILE + v * VECTOR));
        }
    }
#if HOPS_ARRAY
    right->is_turned = false;
#endif
#if PACK_STEPS
    for (int k = 0; k < TILE; ++k) {
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) {
            right->packed[k][v] = PACKED(JOIN(as_uint, VECTOR)(right->cells[k][v])) + (hop_vec)(k + 1);
        }
    }
#endif
}

// Performs the steps begin … end-1 of own ← own ⊕ A⊗B. `a`: the first of ROWS rows of a tile.
INLINE void relax_steps(block* own, global const cell* a, const right_column_block* right, int begin, int end) {
    for (int k = begin; k < end; ++k) {
#pragma unroll
        for (int i = 0; i < ROWS; ++i) {
#pragma unroll
            for (int v = 0; v < VECTORS; ++v) {
                own->cells[i][v] = VEC_MIN((vec)(a[i * TILE + k]) + right->cells[k][v], own->cells[i][v]);
            }
        }
    }
}

#if !HOPS_ARRAY
INLINE void multiply(block* own, global const cell* a, const right_column_block* right) {
    relax_steps(own, a, right, 0, TILE);
}
#else
// Returns bit l for lane l of a comparison. The product gathers the lowest bits of the bytes.
INLINE uint lane_bits(JOIN(int, VECTOR) mask) {
    const JOIN(uchar, VECTOR) lanes = JOIN(convert_uchar, VECTOR)(mask & 1);
#if VECTOR == 16
    const ulong2 words = as_ulong2(lanes) * 0x0102040810204080UL >> 56;
    return words.x | words.y << 8;
#elif VECTOR == 8
    return as_ulong(lanes) * 0x0102040810204080UL >> 56;
#else
    return as_uint(lanes) * 0x10204080U >> 28;
#endif
}

INLINE uint lowest_bit(uint bits) { return popcount((bits - 1) & ~bits); }

// hop(C) ← hop(A at the first step that gives the cell's value, in its last recorded span).
INLINE void find_hops(block* own, hop_vec span_of[ROWS][VECTORS], global const cell* a, global const uint* a_hops,
                      const right_column_block* right) {
    for (int i = 0; i < ROWS; ++i) {
        for (int v = 0; v < VECTORS; ++v) {
            uint left = lane_bits(span_of[i][v] != (hop_vec)(SPANS));
            for (; left != 0; left &= left - 1) {
                const uint lane = lowest_bit(left);
                const uint span = ((const uint*)&span_of[i][v])[lane];
                const cell value = ((const cell*)&own->cells[i][v])[lane];
                const vec sums = *(global const vec*)(a + i * TILE + span * VECTOR) +
                                 right->turned[v * VECTOR + lane][span];
                const uint k = span * VECTOR + lowest_bit(lane_bits(MASK(sums == (vec)(value))));
                ((uint*)&own->hops[i][v])[lane] = a_hops[i * TILE + k];
            }
        }
    }
}

INLINE void turn_all(right_column_block* right) {
    if (right->is_turned) return;
    for (int span = 0; span < SPANS; ++span) {
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) turn(right, span, v);
    }
    right->is_turned = true;
}

// The product records the span in which a cell was last lowered; SPANS if it was not.
INLINE void multiply_and_find(block* own, global const cell* a, global const uint* a_hops, right_column_block* right) {
    turn_all(right);
    vec before[ROWS][VECTORS];
    hop_vec span_of[ROWS][VECTORS];
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) {
            before[i][v] = own->cells[i][v];
            span_of[i][v] = (hop_vec)(SPANS);
        }
    }
    hop_vec number = (hop_vec)(0);
    for (int span = 0; span < SPANS; ++span, number += (hop_vec)(1)) {
        relax_steps(own, a, right, span * VECTOR, (span + 1) * VECTOR);
#pragma unroll
        for (int i = 0; i < ROWS; ++i) {
#pragma unroll
            for (int v = 0; v < VECTORS; ++v) {
                span_of[i][v] = MASK(own->cells[i][v] < before[i][v]) ? number : span_of[i][v];
                before[i][v] = own->cells[i][v];
            }
        }
    }
    find_hops(own, span_of, a, a_hops, right);
}

#if PACK_STEPS
INLINE bool leaves_bits(const block* own) {
    vec greatest = own->cells[0][0];
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) greatest = max(greatest, own->cells[i][v]);
    }
    return !any(greatest > (vec)(MOST_PACKED));
}

// hop(C) ← hop(A at the step that a cell holds), if it holds one.
INLINE void take_hops(hop_vec* hops, hop_vec steps, global const uint* a_hops) {
    uint left = lane_bits(steps != (hop_vec)(0));
    for (; left != 0; left &= left - 1) {
        const uint lane = lowest_bit(left);
        ((uint*)hops)[lane] = a_hops[((const uint*)&steps)[lane] - 1];
    }
}

INLINE void multiply_packed(block* own, global const cell* a, global const uint* a_hops,
                            const right_column_block* right) {
    uint left[ROWS][TILE] __attribute__((aligned(64)));
    hop_vec cells[ROWS][VECTORS];
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
        for (int k = 0; k < TILE; k += VECTOR) {
            *(hop_vec*)(left[i] + k) = PACKED(*(global const hop_vec*)(a + i * TILE + k));
        }
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) {
            cells[i][v] = JOIN(as_uint, VECTOR)(own->cells[i][v]) << STEP_BITS;
        }
    }
    for (int k = 0; k < TILE; ++k) {
#pragma unroll
        for (int i = 0; i < ROWS; ++i) {
#pragma unroll
            for (int v = 0; v < VECTORS; ++v) {
                cells[i][v] = min((hop_vec)(left[i][k]) + right->packed[k][v], cells[i][v]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) {
            take_hops(&own->hops[i][v], cells[i][v] & (hop_vec)((1 << STEP_BITS) - 1), a_hops + i * TILE);
            own->cells[i][v] = JOIN(as_int, VECTOR)(cells[i][v] >> STEP_BITS);
        }
    }
}
#endif

INLINE void multiply(block* own, global const cell* a, global const uint* a_hops, right_column_block* right) {
#if PACK_STEPS
    if (leaves_bits(own)) {
        multiply_packed(own, a, a_hops, right);
        return;
    }
#endif
    multiply_and_find(own, a, a_hops, right);
}
#endif

// C ← C ⊕ A⊗B for the column block at `c`, where A is a tile.
INLINE void relax_column_block(global cell* c AND_HOPS(global uint* c_hops),
                               global const cell* a AND_HOPS(global const uint* a_hops),
                               right_column_block* right) {
    for (int at = 0; at < TILE * TILE; at += ROWS * TILE) {
        block own;
        load_block(&own, c + at AND_HOPS(c_hops + at));
        multiply(&own, a + at AND_HOPS(a_hops + at), right);
        store_block(&own, c + at AND_HOPS(c_hops + at));
    }
}
