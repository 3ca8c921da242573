// SPDX-License-Identifier: Apache-2.0
// The min-plus product of a row of tiles and a column of tiles by one work-group, the inner part of panel.gpu.cl and
// min_plus.gpu.cl.
//
// Source: register tiling as in dense matrix products (Volkov & Demmel, "Benchmarking GPUs to tune dense linear
// algebra", SC 2008); for shortest paths Zuccato & Lena, blocked Floyd–Warshall on CUDA.
//
// A word is the content of one register: one cell, or two adjacent 16-bit cells of a row. A work-group of LOCAL_X
// × LOCAL_Y work-items owns one TILE × TILE tile; a work-item owns ROWS rows × ITEM words in registers, in groups of
// four neighbours so that it reads and writes four words at a time:
//
//   row(i)   = i / 4 * (4 * LOCAL_Y) + 4 * y + i % 4          i = 0 … ROWS-1
//   word(j)  = j / 4 * (4 * LOCAL_X) + 4 * x + j % 4          j = 0 … ITEM-1
//
// The operands pass through local memory in slices of DEPTH steps. A is transposed while staged, [k][row], each cell
// in all lanes of a word, so that both operands are read as rows; neighbouring work-items stage neighbouring rows,
// which keeps the stores free of bank conflicts. Two buffers: the next slice is loaded into registers while this one
// is used, with one barrier per slice.
//
// A hop array is maintained in one of three ways:
//   packed:   an int32 tile whose cells leave STEP_BITS + 1 bits carries the step: left operands are
//             cost·2^STEP_BITS + step + 1, right operands and the cells themselves cost·2^STEP_BITS, so that the least
//             sum holds its first step, and 0 if no step gave less. Larger operands are cut, since their sums cannot be
//             less. No extra operation per pair; steps are unpacked after each tile of depth.
//   found:    other tiles keep, for each cell, the last span of SPAN steps in which the cell was lowered; find_hops then
//             looks for the first step of that span that gives the cell. A comparison and two moves per cell and span.
//   tracked:  the step itself is kept for every cell: three operations per pair. For panels, which overwrite the
//             operands that find_hops would read.
// Each has its form of multiply below; packed steps use the plain one. Cells of BITS23 never use found: a kernel that
// can do both takes more registers.
//
// Settings: TRACK_WINNERS  1: tracked, if there is a hop array; 0: packed or found
// Tuned:    TILE, ITEM and ROWS (multiples of 4, at most 8 with a hop array; ROWS is ITEM unless given), DEPTH (multiple
//           of 4 * LANES, divides TILE), STEPS (1, 2 or 4: sums whose least is taken before the cell's, for devices that
//           compute these in parallel), SPAN (multiple of 4 and of STEPS, divides DEPTH)
// Derived:  LOCAL_X = TILE / LANES / ITEM, LOCAL_Y = TILE / ROWS, work-items LOCAL_X * LOCAL_Y, at most the work-group
// Local memory: 2 * DEPTH * (TILE + TILE / LANES) * sizeof(word); min_plus takes 4 bytes more where it finds hops.
#include "cell.cl"

#ifndef ITEM
#define ITEM 4
#endif
#ifndef ROWS
#define ROWS ITEM
#endif
#ifndef DEPTH
#define DEPTH 16
#endif
#ifndef SPAN
#if DEPTH % 8 == 0
#define SPAN 8
#else
#define SPAN 4
#endif
#endif
#ifndef TRACK_WINNERS
#define TRACK_WINNERS 0
#endif
#define TRACK_STEPS (HOPS_ARRAY && TRACK_WINNERS)
#define PACK_STEPS (HOPS_ARRAY && !TRACK_WINNERS && CELL_TYPE == 0 && TILE < 128)
#define FIND_HOPS (HOPS_ARRAY && !TRACK_WINNERS && !BITS23)
#if !defined(STEPS) || TRACK_STEPS
#undef STEPS
#define STEPS 1
#endif
// Bits for TILE + 1 codes. The sum of two packed operands fits 32 bits.
#define STEP_BITS 7
#define MOST_PACKED ((1 << (31 - STEP_BITS)) - 1)
// The compiler of NVIDIA defines this extension.
#if defined(cl_nv_pragma_unroll) && CELL_TYPE < 2
#define MOVE_BY_SUM 1
#endif
#if CELL_TYPE == 1
#define AS_WORD(bits) (bits)
#else
#define AS_WORD(bits) as_uint(bits)
#endif
#if PACK_STEPS
#define PACKED(operand) (min(operand, (word)MOST_PACKED) << STEP_BITS)
#else
#define PACKED(operand) (operand)
#endif

#define WORDS (TILE / LANES)
#define TILE_WORDS (TILE_CELLS / LANES)
#define LOCAL_X (WORDS / ITEM)
#define LOCAL_Y (TILE / ROWS)
#define LOCAL_ITEMS (LOCAL_X * LOCAL_Y)
#define SLICES (TILE / DEPTH)
#define SLICE_A (TILE * DEPTH)   // words of a staged slice
#define SLICE_B (WORDS * DEPTH)
#define LOADS_A (SLICE_A / LANES / 4 / LOCAL_ITEMS)
#define LOADS_B (SLICE_B / 4 / LOCAL_ITEMS)
#define STAGE_WORDS (2 * (SLICE_A + SLICE_B))
#define ROW(i, y) ((i) / 4 * (4 * LOCAL_Y) + 4 * (y) + (i) % 4)
#define COLUMN(j, x) ((j) / 4 * (4 * LOCAL_X) + 4 * (x) + (j) % 4)
#define SPANS (TILE / SPAN)
// The largest number of spans of a product, so that a span and a cell of its tile fit 32 bits.
#define MOST_SPANS 65535

// A work-item's winner if no step lowered the cell.
#define NO_WINNER TILE

typedef struct {
    word words[ROWS][ITEM];
#if TRACK_STEPS
    uint winner[ROWS][ITEM];  // the step k that gave the cell; after gather_hops the hop itself
#endif
#if FIND_HOPS
    uint span[ROWS][ITEM];  // 1 + the span in which the cell was last lowered, 0 if it was not
#endif
} block;

INLINE void load_block(block* own, global const word* c, uint x, uint y) {
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
#pragma unroll
        for (int j = 0; j < ITEM; j += 4) {
            const word4 four = *(global const word4*)(c + ROW(i, y) * WORDS + COLUMN(j, x));
            own->words[i][j] = four.x;
            own->words[i][j + 1] = four.y;
            own->words[i][j + 2] = four.z;
            own->words[i][j + 3] = four.w;
        }
    }
}

INLINE void store_block(const block* own, global word* c, uint x, uint y) {
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
#pragma unroll
        for (int j = 0; j < ITEM; j += 4) {
            *(global word4*)(c + ROW(i, y) * WORDS + COLUMN(j, x)) =
                (word4)(own->words[i][j], own->words[i][j + 1], own->words[i][j + 2], own->words[i][j + 3]);
        }
    }
}

// ---- the functions that all forms of a product use. Slices are numbered from the product's first.

// Reads the slice after `slice` of A and B into registers, and advances both to the following one.
INLINE void fetch_slice(word4* next_a, word4* next_b, global const word** a, global const word** b, size_t b_stride,
                        int slice, uint id) {
#pragma unroll
    for (int load = 0; load < LOADS_A; ++load) {
        const uint v = id + load * LOCAL_ITEMS;
        next_a[load] = *(global const word4*)(*a + v % TILE * WORDS + v / TILE * 4);
    }
#pragma unroll
    for (int load = 0; load < LOADS_B; ++load) {
        next_b[load] = *(global const word4*)(*b + (id + load * LOCAL_ITEMS) * 4);
    }
    const bool tile_ends = (slice + 2) % SLICES == 0;
    *a += tile_ends ? TILE_WORDS - (SLICES - 1) * (DEPTH / LANES) : DEPTH / LANES;
    *b += tile_ends ? b_stride - (SLICES - 1) * SLICE_B : SLICE_B;
}

// Stores the slice after `slice` from registers in its half of `stage`, A transposed.
INLINE void stage_slice(local word* stage, const word4* next_a, const word4* next_b, int slice, bool packed, uint id) {
    local word* stage_a = stage + ((slice + 1) & 1) * (SLICE_A + SLICE_B);
    local word* stage_b = stage_a + SLICE_A;
#pragma unroll
    for (int load = 0; load < LOADS_A; ++load) {
        const uint v = id + load * LOCAL_ITEMS;
        local word* column = stage_a + v / TILE * (4 * LANES) * TILE + v % TILE;
        const word four[4] = {next_a[load].x, next_a[load].y, next_a[load].z, next_a[load].w};
#pragma unroll
        for (int m = 0; m < 4 * LANES; ++m) {
            const word left = LANE_OF(four[m / LANES], m % LANES);
            column[m * TILE] = packed ? PACKED(left) + (slice + 1) * DEPTH + v / TILE * 4 + m + 1 : left;
        }
    }
#pragma unroll
    for (int load = 0; load < LOADS_B; ++load) {
        const word4 right = WORD_RIGHT(next_b[load]);
        *(local word4*)(stage_b + (id + load * LOCAL_ITEMS) * 4) = packed ? PACKED(right) : right;
    }
}

// The operands of the steps k … k + STEPS-1 of a staged slice.
INLINE void load_operands(word (*left)[ROWS], word (*right)[ITEM], local const word* stage_a,
                          local const word* stage_b, int k, uint x, uint y) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step) {
#pragma unroll
        for (int i = 0; i < ROWS; i += 4) {
            const word4 l = *(local const word4*)(stage_a + (k + step) * TILE + ROW(i, y));
            left[step][i] = l.x, left[step][i + 1] = l.y;
            left[step][i + 2] = l.z, left[step][i + 3] = l.w;
        }
#pragma unroll
        for (int j = 0; j < ITEM; j += 4) {
            const word4 r = *(local const word4*)(stage_b + (k + step) * WORDS + COLUMN(j, x));
            right[step][j] = r.x, right[step][j + 1] = r.y;
            right[step][j + 2] = r.z, right[step][j + 3] = r.w;
        }
    }
}

// Relaxes every word with all steps of a staged slice.
INLINE void relax_words(block* own, local const word* stage_a, local const word* stage_b, uint x, uint y) {
#pragma unroll
    for (int k = 0; k < DEPTH; k += STEPS) {
        word left[STEPS][ROWS];
        word right[STEPS][ITEM];
        load_operands(left, right, stage_a, stage_b, k, x, y);
#pragma unroll
        for (int i = 0; i < ROWS; ++i) {
#pragma unroll
            for (int j = 0; j < ITEM; ++j) {
                word least = WORD_ADD(left[0][i], right[0][j]);
#pragma unroll
                for (int step = 1; step < STEPS; ++step) {
                    least = WORD_MIN(WORD_ADD(left[step][i], right[step][j]), least);
                }
                own->words[i][j] = WORD_MIN(least, own->words[i][j]);
            }
        }
    }
}

// ---- hops: the data that a block keeps for its words. begin_hops before the first slice, relax_slice for each.

#if TRACK_STEPS

// For every word, the step that gave it.
INLINE void begin_hops(block* own) {
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
#pragma unroll
        for (int j = 0; j < ITEM; ++j) own->winner[i][j] = NO_WINNER;
    }
}

INLINE void relax_slice(block* own, local const word* stage_a, local const word* stage_b, int slice, bool packed, uint x,
                        uint y, uint zero) {
#pragma unroll
    for (int k = 0; k < DEPTH; k += STEPS) {
        word left[STEPS][ROWS];
        word right[STEPS][ITEM];
        load_operands(left, right, stage_a, stage_b, k, x, y);
#pragma unroll
        for (int i = 0; i < ROWS; ++i) {
#pragma unroll
            for (int j = 0; j < ITEM; ++j) {
                word least = WORD_ADD(left[0][i], right[0][j]);
                const bool better = least < own->words[i][j];
                own->words[i][j] = better ? least : own->words[i][j];
                own->winner[i][j] = better ? (uint)(slice * DEPTH + k) : own->winner[i][j];
            }
        }
    }
}

#elif FIND_HOPS

// For every word, the number of the last span in which it was lowered.
INLINE void begin_hops(block* own) {
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
#pragma unroll
        for (int j = 0; j < ITEM; ++j) own->span[i][j] = 0;
    }
}

// own, span ← least, now  if least < own.
#if MOVE_BY_SUM
// Comparisons and moves take turns on one pipe of an NVIDIA GPU; sums of floats have another. No float is rounded when
// 0 is added, no cell is a negative number or none, and bits of such cells are in the order of the cells.
INLINE void keep_lesser(word* own, uint* span, word least, uint now, uint zero) {
    float own_bits = as_float(*own);
    float span_bits = as_float(*span);
    asm("{ .reg .pred is_less;\n"
        "setp.lt.f32 is_less, %2, %0;\n"
        "@is_less add.rn.f32 %0, %2, %4;\n"
        "@is_less fma.rn.f32 %1, %2, %4, %3; }"
        : "+f"(own_bits), "+f"(span_bits)
        : "f"(as_float(least)), "f"(as_float(now)), "f"(as_float(zero)));
    *own = AS_WORD(own_bits);
    *span = as_uint(span_bits);
}
#else
INLINE void keep_lesser(word* own, uint* span, word least, uint now, uint zero) {
    const bool is_less = least < *own;
    *own = is_less ? least : *own;
    *span = is_less ? now : *span;
}
#endif

INLINE void relax_slice(block* own, local const word* stage_a, local const word* stage_b, int slice, bool packed, uint x,
                        uint y, uint zero) {
    if (packed) {
        relax_words(own, stage_a, stage_b, x, y);
        return;
    }
    // Unrolled, the loads of all spans come first and take the registers of another work-group.
#pragma unroll 1
    for (int first = 0; first < DEPTH; first += SPAN) {
        word least[ROWS][ITEM];
#pragma unroll
        for (int k = 0; k < SPAN; k += STEPS) {
            word left[STEPS][ROWS];
            word right[STEPS][ITEM];
            load_operands(left, right, stage_a, stage_b, first + k, x, y);
#pragma unroll
            for (int i = 0; i < ROWS; ++i) {
#pragma unroll
                for (int j = 0; j < ITEM; ++j) {
                    word sum = WORD_ADD(left[0][i], right[0][j]);
#pragma unroll
                    for (int step = 1; step < STEPS; ++step) {
                        sum = WORD_MIN(WORD_ADD(left[step][i], right[step][j]), sum);
                    }
                    least[i][j] = k == 0 ? sum : WORD_MIN(sum, least[i][j]);
                }
            }
        }
        const uint now = (uint)((slice * DEPTH + first) / SPAN + 1);
#pragma unroll
        for (int i = 0; i < ROWS; ++i) {
#pragma unroll
            for (int j = 0; j < ITEM; ++j) keep_lesser(&own->words[i][j], &own->span[i][j], least[i][j], now, zero);
        }
    }
}

#else

// No hops are kept.
INLINE void begin_hops(block* own) {}

INLINE void relax_slice(block* own, local const word* stage_a, local const word* stage_b, int slice, bool packed, uint x,
                        uint y, uint zero) {
    relax_words(own, stage_a, stage_b, x, y);
}

#endif

// own ← own ⊕ A⊗B, `inner` tiles deep. A's tiles are contiguous, B's are b_stride words apart. Every work-item of the
// group calls it. `stage` has STAGE_WORDS words: while one slice is relaxed, the next one is fetched. `packed`, a
// constant: the words are packed, and operands get their steps.
INLINE void multiply(block* own, global const word* a, global const word* b, size_t b_stride, uint inner,
                     local word* stage, bool packed, uint x, uint y) {
    const uint id = y * LOCAL_X + x;
    const int slices = (int)inner * SLICES;
    const uint zero = inner & 0x80000000u;  // a compiler does not know that it is 0
    word4 next_a[LOADS_A];
    word4 next_b[LOADS_B];
    begin_hops(own);
#pragma unroll 1
    for (int slice = -1; slice < slices; ++slice) {
        if (slice + 1 < slices) fetch_slice(next_a, next_b, &a, &b, b_stride, slice, id);
        if (slice >= 0) {
            local const word* stage_a = stage + (slice & 1) * (SLICE_A + SLICE_B);
            relax_slice(own, stage_a, stage_a + SLICE_A, slice, packed, x, y, zero);
        }
        if (slice + 1 < slices) stage_slice(stage, next_a, next_b, slice, packed, id);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

#if PACK_STEPS
// Returns true in all work-items if all words have room for steps.
INLINE bool leaves_bits(const block* own, local word* stage) {
#if BITS23
    return true;
#else
    word greatest = 0;
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
#pragma unroll
        for (int j = 0; j < ITEM; ++j) greatest = max(greatest, own->words[i][j]);
    }
    volatile local word* any_large = stage;
    *any_large = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (greatest > MOST_PACKED) *any_large = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    const bool result = *any_large == 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    return result;
#endif
}

// Multiplies packed words, `inner` tiles deep; writes the hops of the cells that were lowered.
INLINE void multiply_packed(block* own, global uint* c_hops, global const word* a, global const uint* a_hops,
                            global const word* b, size_t b_stride, uint inner, local word* stage, uint x, uint y) {
#pragma unroll 1
    for (uint t = 0; t < inner; ++t) {
#pragma unroll
        for (int i = 0; i < ROWS; ++i) {
#pragma unroll
            for (int j = 0; j < ITEM; ++j) own->words[i][j] <<= STEP_BITS;
        }
        multiply(own, a, b, 0, 1, stage, true, x, y);
#pragma unroll
        for (int i = 0; i < ROWS; ++i) {
#pragma unroll
            for (int j = 0; j < ITEM; ++j) {
                const uint code = own->words[i][j] & ((1 << STEP_BITS) - 1);
                if (code != 0) c_hops[ROW(i, y) * TILE + COLUMN(j, x)] = a_hops[ROW(i, y) * TILE + code - 1];
                own->words[i][j] >>= STEP_BITS;
            }
        }
        a += TILE_CELLS;
        a_hops += TILE_CELLS;
        b += b_stride;
    }
}
#endif

#if FIND_HOPS
// The cells that were lowered are listed in `stage`, as many at a time as it holds.
#define MOST_LISTED (STAGE_WORDS * sizeof(word) / sizeof(uint))

// Adds the cells of a work-item that were lowered and have a place in the list, from the place `at` on.
INLINE void list_lowered(const block* own, local uint* list, uint at, uint x, uint y) {
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
#pragma unroll
        for (int j = 0; j < ITEM; ++j) {
            if (own->span[i][j] == 0) continue;
            if (TILE_CELLS <= MOST_LISTED || at < MOST_LISTED) {
                list[at] = (own->span[i][j] - 1) * (uint)TILE_CELLS + ROW(i, y) * TILE + COLUMN(j, x);
            }
            ++at;
        }
    }
}

// Writes the hop of a listed cell: that of the first step of its span that gives the least sum.
INLINE void find_hop(uint listed, global uint* c_hops, global const word* a, global const uint* a_hops,
                     global const word* b, size_t b_stride) {
    const uint span = listed / (uint)TILE_CELLS;
    const uint at_c = listed % (uint)TILE_CELLS;
    const size_t at_left = span / SPANS * TILE_CELLS + at_c / TILE * TILE + span % SPANS * SPAN;
    global const word* right = b + span / SPANS * b_stride + span % SPANS * SPAN * TILE + at_c % TILE;
    word sum[SPAN];
#pragma unroll
    for (uint k = 0; k < SPAN; k += 4) {
        const word4 left = *(global const word4*)(a + at_left + k);
        sum[k] = left.x + right[k * TILE];
        sum[k + 1] = left.y + right[(k + 1) * TILE];
        sum[k + 2] = left.z + right[(k + 2) * TILE];
        sum[k + 3] = left.w + right[(k + 3) * TILE];
    }
    word least = sum[0];
    uint winner = 0;
#pragma unroll
    for (uint k = 1; k < SPAN; ++k) {
        winner = sum[k] < least ? k : winner;
        least = sum[k] < least ? sum[k] : least;
    }
    c_hops[at_c] = a_hops[at_left + winner];
}

// Writes the hops of the cells that were lowered. Called after multiply, with the same operands. Few cells are lowered,
// and not the same number for each work-item, so they share a list.
INLINE void find_hops(const block* own, global uint* c_hops, global const word* a, global const uint* a_hops,
                      global const word* b, size_t b_stride, local uint* list, local uint* lowered, uint x, uint y) {
    const uint id = y * LOCAL_X + x;
    if (id == 0) *lowered = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint count = 0;
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
#pragma unroll
        for (int j = 0; j < ITEM; ++j) count += own->span[i][j] != 0;
    }
    const uint first = atomic_add(lowered, count);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint all = *lowered;
    uint begin = 0;
    do {
        // A place before `begin` wraps around: it is no place of the list.
        list_lowered(own, list, first - begin, x, y);
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint end = min(all - begin, (uint)MOST_LISTED);
#pragma unroll 1
        for (uint at = id; at < end; at += LOCAL_ITEMS) find_hop(list[at], c_hops, a, a_hops, b, b_stride);
        if (TILE_CELLS <= MOST_LISTED) break;
        barrier(CLK_LOCAL_MEM_FENCE);
        begin += MOST_LISTED;
    } while (begin < all);
}
#endif

#if TRACK_STEPS
// Only cells that changed look up a hop: hop(C) ← hop(A at the winning k); the others keep theirs.
INLINE void gather_hops(block* own, global const uint* c_hops, global const uint* a_hops, uint x, uint y) {
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
#pragma unroll
        for (int j = 0; j < ITEM; ++j) {
            const uint k = own->winner[i][j];
            own->winner[i][j] =
                k == NO_WINNER ? c_hops[ROW(i, y) * TILE + COLUMN(j, x)] : a_hops[ROW(i, y) * TILE + k];
        }
    }
}

INLINE void store_hops(const block* own, global uint* c_hops, uint x, uint y) {
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
#pragma unroll
        for (int j = 0; j < ITEM; j += 4) {
            *(global uint4*)(c_hops + ROW(i, y) * TILE + COLUMN(j, x)) =
                (uint4)(own->winner[i][j], own->winner[i][j + 1], own->winner[i][j + 2], own->winner[i][j + 3]);
        }
    }
}
#endif
