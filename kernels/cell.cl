// What a cell of the matrix is and how two of them are added and compared. Every other kernel file includes
// this one; the host's loader expands the include, an OpenCL compiler needs -I kernels.
//
// Settings, given by the host:
//   CELL_TYPE   0 int32, 1 float32, 2 float64
//   HOPS        0 distances only
//               1 label:   int32 cell = cost << LABEL_BITS | label of the path's first arc; a sum keeps the left
//                          operand's label, so the right operand loses its own before it is added
//               2 carried: a second array of uint32 that changes where the distance strictly falls
//   LABEL_BITS  bits of a label (label mode)
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
#ifndef LABEL_BITS
#define LABEL_BITS 0
#endif
#ifndef MIN_FORM
#define MIN_FORM 0
#endif
// Side of a tile in cells. Tiles are contiguous and row-major, and lie in row-major order.
#ifndef TILE
#define TILE 96
#endif

#define TILE_CELLS ((size_t)TILE * TILE)
#define HOPS_LABEL (HOPS == 1)
#define HOPS_CARRIED (HOPS == 2)

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

#if CELL_TYPE == 0
#define CELL int
#define CELL_BITS int
#elif CELL_TYPE == 1
#define CELL float
#define CELL_BITS int
#else
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define CELL double
#define CELL_BITS long
#endif

typedef CELL cell;
typedef JOIN(CELL, 4) cell4;

// The lesser of two cells, and of two vectors of `width` cells.
#if CELL_TYPE == 0 || MIN_FORM == 0
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

// The right operand of a sum.
#if HOPS_LABEL
#define RIGHT_OPERAND(b) ((b) & ~((1 << LABEL_BITS) - 1))
#else
#define RIGHT_OPERAND(b) (b)
#endif

// Tiles along one side without a hole: begin, first of the hole, tiles in the hole. The i-th of them.
typedef uint4 tile_span;
static inline uint span_tile(tile_span span, uint i) {
    const uint tile = span.x + i;
    return tile >= span.y ? tile + span.z : tile;
}
