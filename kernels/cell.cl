// SPDX-License-Identifier: Apache-2.0
// Defines a cell of the matrix, and how two cells are added and compared. Every other kernel file includes this one;
// the host's loader expands the include, while an OpenCL compiler needs -I kernels.
//
// Settings, given by the host:
//   CELL_TYPE   0 int32, 1 float32, 2 float64, 3 uint16
//   HOPS        0 distances only
//               1 first arc: int32 cell = cost << FIRST_ARC_BITS | number of the path's first arc; a sum keeps the
//                            left operand's first-arc bits, so the right operand loses its own before it is added
//               2 hop array: a second array, of uint32, that changes where the distance strictly decreases
//   BITS23      1: int32 with a hop array, every cell below 2^23 (CellWidth::bits23)
//   FIRST_ARC_BITS  the number of first-arc bits (HOPS 1)
//   MIN_FORM    how two floats are compared; which is fastest depends on the device:
//               0 min():  one instruction on PoCL, several on NVIDIA
//               1 fmin(): one instruction on NVIDIA, a call on PoCL
//               2 the integer minimum of their bits: cells are never negative, and such numbers are in the order of
//                 their bits, +inf last. On Zen 4 float adds and float mins share the same two pipes and integer
//                 mins have others: up to twice the rate.
#ifndef CELL_TYPE
#define CELL_TYPE 0
#endif
#ifndef HOPS
#define HOPS 0
#endif
#ifndef BITS23
#define BITS23 0
#endif
#ifndef FIRST_ARC_BITS
#define FIRST_ARC_BITS 0
#endif
#ifndef MIN_FORM
#define MIN_FORM 0
#endif
#ifndef NV_PACKED_MIN
#define NV_PACKED_MIN 0
#endif
// Side of a tile in cells. Tiles are contiguous, and so are their rows; tiles are stored in row-major order.
#ifndef TILE
#define TILE 96
#endif

#define TILE_CELLS ((size_t)TILE * TILE)
#define HOPS_FIRST_ARC (HOPS == 1)
#define HOPS_ARRAY (HOPS == 2)

// Inlining is not left to the compiler. A product compiled as a call keeps its accumulators in memory, and on PoCL a
// barrier inside a call makes work-groups share one block of local memory (3.1: wrong answers once two threads run).
#define INLINE static inline __attribute__((always_inline))

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

#if CELL_TYPE == 0
#define CELL int
#define CELL_BITS int
#elif CELL_TYPE == 1
#define CELL float
#define CELL_BITS int
#elif CELL_TYPE == 3
#define CELL ushort
#define CELL_BITS short
#else
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define CELL double
#define CELL_BITS long
#endif

typedef CELL cell;
typedef JOIN(CELL, 4) cell4;

// Returns the lesser of two cells, and of two vectors of `width` cells.
#if CELL_TYPE == 0 || CELL_TYPE == 3 || MIN_FORM == 0
#define CELL_MIN(a, b) min(a, b)
#define VECTOR_MIN(width, a, b) min(a, b)
#elif MIN_FORM == 1
#define CELL_MIN(a, b) fmin(a, b)
#define VECTOR_MIN(width, a, b) fmin(a, b)
#else
#define AS_BITS(width, a) JOIN(JOIN(as_, CELL_BITS), width)(a)
#define CELL_MIN(a, b) JOIN(as_, CELL)(min(AS_BITS(, a), AS_BITS(, b)))
#define VECTOR_MIN(width, a, b) JOIN(JOIN(as_, CELL), width)(min(AS_BITS(width, a), AS_BITS(width, b)))
#endif

// Returns the right operand of a sum, without first-arc bits.
#if HOPS_FIRST_ARC
#define RIGHT_OPERAND(b) ((b) & (CELL)~((1 << FIRST_ARC_BITS) - 1))
#else
#define RIGHT_OPERAND(b) (b)
#endif

// A word is the content of one register of a GPU: LANES adjacent cells of a row. LANE_OF copies one of them to all
// lanes. Sums of 16-bit cells fit 16 bits, so a sum of words has no carry from lane to lane. NV_PACKED_MIN:
// NVIDIA's compiler splits two 16-bit lanes unless the code is in its own assembler (PTX ISA 8.0 on, compute
// capability 9.0 on); the host tries if a device has it (device/tuning.h).
#if CELL_TYPE == 3
#define LANES 2
typedef uint word;
typedef uint4 word4;
#if NV_PACKED_MIN
INLINE word packed_add(word a, word b) {
    word sum;
    asm("add.u16x2 %0, %1, %2;" : "=r"(sum) : "r"(a), "r"(b));
    return sum;
}
INLINE word packed_min(word a, word b) {
    word least;
    asm("min.u16x2 %0, %1, %2;" : "=r"(least) : "r"(a), "r"(b));
    return least;
}
#define WORD_ADD(a, b) packed_add(a, b)
#define WORD_MIN(a, b) packed_min(a, b)
#else
#define WORD_ADD(a, b) ((a) + (b))
#define WORD_MIN(a, b) as_uint(min(as_ushort2(a), as_ushort2(b)))
#endif
#define LANE_OF(a, lane) (((a) >> (16 * (lane)) & 0xffff) * 0x10001)
#define WORD_RIGHT(b) ((b) & ~(((1u << FIRST_ARC_BITS) - 1) * 0x10001))
#else
#define LANES 1
// Unsigned if there is a hop array: a cost and a step may fill the word.
#if CELL_TYPE == 0 && HOPS_ARRAY
typedef uint word;
typedef uint4 word4;
#else
typedef cell word;
typedef cell4 word4;
#endif
#define WORD_ADD(a, b) ((a) + (b))
#define WORD_MIN(a, b) CELL_MIN(a, b)
#define LANE_OF(a, lane) (a)
#define WORD_RIGHT(b) RIGHT_OPERAND(b)
#endif

// Enumerates tiles along one side that has a hole: begin, start of the hole, number of tiles in the hole. Returns the
// i-th tile.
typedef uint4 tile_span;
INLINE uint span_tile(tile_span span, uint i) {
    const uint tile = span.x + i;
    return tile >= span.y ? tile + span.z : tile;
}
