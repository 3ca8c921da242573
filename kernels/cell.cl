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
//   USE_FMIN    1 where fmin() is one instruction (NVIDIA); PoCL calls a function for it, and min() is its fast form
#ifndef CELL_TYPE
#define CELL_TYPE 0
#endif
#ifndef HOPS
#define HOPS 0
#endif
#ifndef LABEL_BITS
#define LABEL_BITS 0
#endif
#ifndef USE_FMIN
#define USE_FMIN 0
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
#define CELL_MASK_CONVERT(width, mask) (mask)
#elif CELL_TYPE == 1
#define CELL float
#define CELL_MASK_CONVERT(width, mask) (mask)
#else
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define CELL double
#define CELL_MASK_CONVERT(width, mask) JOIN(convert_int, width)(mask)
#endif

typedef CELL cell;
typedef JOIN(CELL, 4) cell4;

#if CELL_TYPE != 0 && USE_FMIN
#define CELL_MIN(a, b) fmin(a, b)
#else
#define CELL_MIN(a, b) min(a, b)
#endif

// The right operand of a sum.
#if HOPS_LABEL
#define RIGHT_OPERAND(b) ((b) & ~((1 << LABEL_BITS) - 1))
#else
#define RIGHT_OPERAND(b) (b)
#endif

// The i-th tile of a span that starts at `begin` and leaves out `hole` (0xffffffff: leaves out none).
static inline uint span_tile(uint begin, uint hole, uint i) {
    const uint tile = begin + i;
    return tile + (tile >= hole ? 1u : 0u);
}
