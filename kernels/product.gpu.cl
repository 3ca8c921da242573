// The min-plus product of a row of tiles and a column of tiles by one work-group, the inner part of panel.gpu.cl and
// min_plus.gpu.cl.
//
// Source: register tiling as in dense matrix products (Volkov & Demmel, "Benchmarking GPUs to tune dense linear
// algebra", SC 2008); for shortest paths Zuccato & Lena, blocked Floyd–Warshall on CUDA.
//
// A work-group of LOCAL_SIDE × LOCAL_SIDE work-items owns one TILE × TILE tile; a work-item owns ITEM × ITEM cells
// in registers, in groups of four neighbours so that it reads and writes four cells at a time:
//
//   row(i)    = i / 4 * (4 * LOCAL_SIDE) + 4 * y + i % 4          i = 0 … ITEM-1; columns likewise with x
//
// The operands pass through local memory in slices of DEPTH steps. A is turned while it is staged, [k][row], so that
// both operands are read as rows; neighbouring work-items stage neighbouring rows, which keeps the stores free
// of bank conflicts. Two buffers: the next slice is on its way in registers while this one is used, one barrier
// a slice.
//
// Settings: TRACK_WINNERS  notes the step that gave each cell while multiplying: a compare and two selects a pair instead
//                          of a min, for products whose operands are overwritten
// Tuned:    TILE, ITEM (multiple of 4), DEPTH (multiple of 4, divides TILE)
// Derived:  LOCAL_SIDE = TILE / ITEM, work-items LOCAL_SIDE², at most the device's work-group
// Local memory: 4 * TILE * DEPTH * sizeof(cell)
#include "cell.cl"

#ifndef ITEM
#define ITEM 4
#endif
#ifndef DEPTH
#define DEPTH 16
#endif

#ifndef TRACK_WINNERS
#define TRACK_WINNERS 0
#endif

#define LOCAL_SIDE (TILE / ITEM)
#define LOCAL_ITEMS (LOCAL_SIDE * LOCAL_SIDE)
#define SLICE (TILE * DEPTH)
#define SLICES (TILE / DEPTH)
#define LOADS (SLICE / 4 / LOCAL_ITEMS)
#define STAGE_CELLS (4 * SLICE)
#define OFFSET(i, id) ((i) / 4 * (4 * LOCAL_SIDE) + 4 * (id) + (i) % 4)

// A work-item's winner where no step beat the cell it had.
#define NO_WINNER TILE

typedef struct {
    cell cells[ITEM][ITEM];
#if TRACK_WINNERS
    uint winner[ITEM][ITEM];  // the step k that gave the cell; after gather_hops the hop itself
#endif
} block;

static inline void load_block(block* own, global const cell* c, uint x, uint y) {
#pragma unroll
    for (int i = 0; i < ITEM; ++i) {
#pragma unroll
        for (int j = 0; j < ITEM; j += 4) {
            const cell4 four = *(global const cell4*)(c + OFFSET(i, y) * TILE + OFFSET(j, x));
            own->cells[i][j] = four.x;
            own->cells[i][j + 1] = four.y;
            own->cells[i][j + 2] = four.z;
            own->cells[i][j + 3] = four.w;
        }
    }
}

static inline void store_block(const block* own, global cell* c, uint x, uint y) {
#pragma unroll
    for (int i = 0; i < ITEM; ++i) {
#pragma unroll
        for (int j = 0; j < ITEM; j += 4) {
            *(global cell4*)(c + OFFSET(i, y) * TILE + OFFSET(j, x)) =
                (cell4)(own->cells[i][j], own->cells[i][j + 1], own->cells[i][j + 2], own->cells[i][j + 3]);
        }
    }
}

#if HOPS_CARRIED
// Bit ITEM · i + j for each cell that is less than the one in memory (so ITEM is at most 8).
static inline ulong fallen_cells(const block* own, global const cell* c, uint x, uint y) {
    ulong fell = 0;
#pragma unroll
    for (int i = 0; i < ITEM; ++i) {
#pragma unroll
        for (int j = 0; j < ITEM; j += 4) {
            const cell4 four = *(global const cell4*)(c + OFFSET(i, y) * TILE + OFFSET(j, x));
            const cell old[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
            for (int m = 0; m < 4; ++m) fell |= (ulong)(own->cells[i][j + m] < old[m]) << (ITEM * i + j + m);
        }
    }
    return fell;
}
#endif

// own ← own ⊕ A⊗B, `inner` tiles deep: A's tiles follow each other, B's are b_stride cells apart. Every work-item of the
// group calls it. `stage` has STAGE_CELLS cells.
static inline void multiply(block* own, global const cell* a, global const cell* b, size_t b_stride, uint inner,
                            local cell* stage, uint x, uint y) {
    const uint id = y * LOCAL_SIDE + x;
    const int slices = (int)inner * SLICES;
    cell4 next_a[LOADS];
    cell4 next_b[LOADS];
#if TRACK_WINNERS
#pragma unroll
    for (int i = 0; i < ITEM; ++i) {
#pragma unroll
        for (int j = 0; j < ITEM; ++j) own->winner[i][j] = NO_WINNER;
    }
#endif
#pragma unroll 1
    for (int slice = -1; slice < slices; ++slice) {
        if (slice + 1 < slices) {
#pragma unroll
            for (int load = 0; load < LOADS; ++load) {
                const uint v = id + load * LOCAL_ITEMS;
                next_a[load] = *(global const cell4*)(a + v % TILE * TILE + v / TILE * 4);
                next_b[load] = *(global const cell4*)(b + v * 4);
            }
            const bool tile_ends = (slice + 2) % SLICES == 0;
            a += tile_ends ? TILE_CELLS - (SLICES - 1) * DEPTH : DEPTH;
            b += tile_ends ? b_stride - (SLICES - 1) * SLICE : SLICE;
        }
        if (slice >= 0) {
            local const cell* stage_a = stage + (slice & 1) * 2 * SLICE;
            local const cell* stage_b = stage_a + SLICE;
#pragma unroll 4
            for (int k = 0; k < DEPTH; ++k) {
                cell left[ITEM];
                cell right[ITEM];
#pragma unroll
                for (int i = 0; i < ITEM; i += 4) {
                    const cell4 l = *(local const cell4*)(stage_a + k * TILE + OFFSET(i, y));
                    const cell4 r = *(local const cell4*)(stage_b + k * TILE + OFFSET(i, x));
                    left[i] = l.x, left[i + 1] = l.y, left[i + 2] = l.z, left[i + 3] = l.w;
                    right[i] = r.x, right[i + 1] = r.y, right[i + 2] = r.z, right[i + 3] = r.w;
                }
#pragma unroll
                for (int i = 0; i < ITEM; ++i) {
#pragma unroll
                    for (int j = 0; j < ITEM; ++j) {
#if TRACK_WINNERS
                        const cell sum = left[i] + right[j];
                        const bool better = sum < own->cells[i][j];
                        own->cells[i][j] = better ? sum : own->cells[i][j];
                        own->winner[i][j] = better ? (uint)(slice * DEPTH + k) : own->winner[i][j];
#else
                        own->cells[i][j] = CELL_MIN(left[i] + right[j], own->cells[i][j]);
#endif
                    }
                }
            }
        }
        if (slice + 1 < slices) {
            local cell* stage_a = stage + ((slice + 1) & 1) * 2 * SLICE;
            local cell* stage_b = stage_a + SLICE;
#pragma unroll
            for (int load = 0; load < LOADS; ++load) {
                const uint v = id + load * LOCAL_ITEMS;
                local cell* column = stage_a + v / TILE * 4 * TILE + v % TILE;
                column[0] = next_a[load].x;
                column[TILE] = next_a[load].y;
                column[2 * TILE] = next_a[load].z;
                column[3 * TILE] = next_a[load].w;
                *(local cell4*)(stage_b + v * 4) = RIGHT_OPERAND(next_b[load]);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

#if TRACK_WINNERS
// Only cells that changed look up a hop: hop(C) ← hop(A at the winning k), else the hop they had.
static inline void gather_hops(block* own, global const uint* c_hops, global const uint* a_hops, uint x, uint y) {
#pragma unroll
    for (int i = 0; i < ITEM; ++i) {
#pragma unroll
        for (int j = 0; j < ITEM; ++j) {
            const uint k = own->winner[i][j];
            own->winner[i][j] = k == NO_WINNER ? c_hops[OFFSET(i, y) * TILE + OFFSET(j, x)]
                                               : a_hops[OFFSET(i, y) * TILE + k];
        }
    }
}

static inline void store_hops(const block* own, global uint* c_hops, uint x, uint y) {
#pragma unroll
    for (int i = 0; i < ITEM; ++i) {
#pragma unroll
        for (int j = 0; j < ITEM; j += 4) {
            *(global uint4*)(c_hops + OFFSET(i, y) * TILE + OFFSET(j, x)) =
                (uint4)(own->winner[i][j], own->winner[i][j + 1], own->winner[i][j + 2], own->winner[i][j + 3]);
        }
    }
}
#endif
