// SPDX-License-Identifier: Apache-2.0
// The inner loops of a sweep on the host, built for several instruction sets; one is chosen at run time. This header
// has plain types only: the files sweep_kernels_<set>.cpp, which include it, must not get inline functions from it,
// since those would be built for instructions that another processor lacks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace allways::engine {

// An arc to the stack row of that depth.
template <class T>
struct SweepArc {
    T cell;
    std::uint32_t depth;
};

// One row of a column block and the arcs that lower it. Rows are `lanes` cells, aligned to 64 bytes; lanes is a
// multiple of 64 / sizeof(T).
template <class T>
struct SweepRelaxation {
    T* row;   // the result
    T* copy;  // a copy of the result, or null
    // The row's initial values, in the segments marked in `seeded`; elsewhere it starts as unreachable. May be `row`
    // itself.
    const T* seeds;
    std::uint64_t seeded;  // bit s: lanes s · seed_segment … begin with the values of seeds
    const SweepArc<T>* arcs;
    std::size_t arc_count;
    const T* stack;  // row of depth d at stack + d·lanes
    std::size_t lanes;
    T unreachable;
    std::int32_t first_arc_mask;  // the bits of an operand to clear
};
inline constexpr std::size_t seed_segment = 128;
inline constexpr std::size_t most_sweep_lanes = 64 * seed_segment;

// The sum along an arc, and the row of the stack of sums that has the sum from the arc's head on.
template <class S>
struct SumArc {
    S sum;
    std::uint32_t row;
};

// The result of a comparison of two T: -1 or 0.
template <class T>
using LaneMask = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;

// Relaxes a row of cells as above, without seeds, together with rows of sums that follow them: of arcs that tie, the
// first wins.
template <class T, class S>
struct SumRelaxation {
    T* row;  // the result
    const SweepArc<T>* arcs;
    std::size_t arc_count;
    const T* stack;
    std::size_t lanes;
    T unreachable;
    std::int32_t first_arc_mask;
    bool find_ties;
    std::size_t rows;
    S* sums;                    // row r of the results at sums + r·lanes; 0 where a cell is unreachable
    const SumArc<S>* sum_arcs;  // arc a of row r: r·arc_count + a
    const S* sum_stack;         // row q at sum_stack + q·lanes
};
struct SumsRelaxed {
    // True if no int32 sum lies outside -2³⁰ … 2³⁰ - 1. Sums are exact if all sums of arcs and of the stack are in this
    // range, too.
    bool fit;
    bool tie;  // find_ties: in some lane, arcs tie for the smallest cell
};

// Cells of a finished row to write to the table: lanes begin … end - 1 to to[begin] … to[end - 1].
template <class T>
struct SweepWrite {
    const T* row;
    T* to = nullptr;
    std::size_t begin = 0;
    std::size_t end = 0;
    // int32 keys with `first_arc_bits` > 0: costs are written; all values not below `unreachable` become
    // `unreachable_cost`.
    int first_arc_bits = 0;
    T unreachable = T{};
    T unreachable_cost = T{};
    // int32 keys: the hops that their first-arc bits stand for; 255 for no hop. Null: no hops are wanted.
    std::uint8_t* hops_to = nullptr;
    // The hop of each of the first `listed` values of the first-arc bits; null: the values are hops, of at most 8 bits.
    const std::uint32_t* hop_of_first_arc = nullptr;
    std::uint32_t listed = 0;
    std::size_t hops_begin = 0;
    std::size_t hops_end = 0;
};

struct SweepKernels {
    const char* name;
    // Whole lines of this many bytes bypass the cache; 0: no lines do.
    std::size_t line;

    // row[l] = min(its first value, arc.cell + stack[arc.depth][l] without first-arc bits) over all arcs. Between
    // sections of the row it writes some lines of the SweepWrite, so that the memory is busy while the processor adds
    // and compares; when it returns, everything is written.
    void (*relax_int32)(const SweepRelaxation<std::int32_t>&, const SweepWrite<std::int32_t>&);
    void (*relax_float64)(const SweepRelaxation<double>&, const SweepWrite<double>&);

    SumsRelaxed (*relax_int32_sums)(const SumRelaxation<std::int32_t, std::int32_t>&);
    SumsRelaxed (*relax_int32_wide_sums)(const SumRelaxation<std::int32_t, double>&);
    SumsRelaxed (*relax_float64_wide_sums)(const SumRelaxation<double, double>&);

    // Copies to the table: whole lines bypass the cache, the rest at both ends goes through it.
    void (*copy)(void* to, const void* from, std::size_t bytes);
    // After this call, threads that synchronise with this one see everything written past the cache.
    void (*drain)();

    // Functions for a row of a factor and cells by upper neighbour (engine/factor/factor_tree.h). Unsigned integers may
    // overflow.
    //   lower: to[i] = min(to[i], (cells[i] without the bits of `mask`) + value)
    //   least: returns the minimum of `least` and all cells[i] + costs[i]
    void (*lower_int32)(std::uint32_t* to, const std::int32_t* cells, std::uint32_t value, std::uint32_t mask,
                        std::size_t count);
    void (*lower_float64)(double* to, const double* cells, double value, std::uint32_t mask, std::size_t count);
    std::uint32_t (*least_int32)(const std::int32_t* cells, const std::uint32_t* costs, std::uint32_t least,
                                 std::size_t count);
    double (*least_float64)(const double* cells, const double* costs, double least, std::size_t count);

    void lower(std::uint32_t* to, const std::int32_t* cells, std::uint32_t value, std::uint32_t mask,
               std::size_t count) const {
        lower_int32(to, cells, value, mask, count);
    }
    void lower(double* to, const double* cells, double value, std::uint32_t mask, std::size_t count) const {
        lower_float64(to, cells, value, mask, count);
    }
    std::uint32_t least(const std::int32_t* cells, const std::uint32_t* costs, std::uint32_t least,
                        std::size_t count) const {
        return least_int32(cells, costs, least, count);
    }
    double least(const double* cells, const double* costs, double least, std::size_t count) const {
        return least_float64(cells, costs, least, count);
    }

    void relax(const SweepRelaxation<std::int32_t>& step, const SweepWrite<std::int32_t>& write) const {
        relax_int32(step, write);
    }
    void relax(const SweepRelaxation<double>& step, const SweepWrite<double>& write) const {
        relax_float64(step, write);
    }
    SumsRelaxed relax(const SumRelaxation<std::int32_t, std::int32_t>& step) const { return relax_int32_sums(step); }
    SumsRelaxed relax(const SumRelaxation<std::int32_t, double>& step) const { return relax_int32_wide_sums(step); }
    SumsRelaxed relax(const SumRelaxation<double, double>& step) const { return relax_float64_wide_sums(step); }
};

// Returns the widest kernels that this processor supports.
const SweepKernels& sweep_kernels();

// The kernels of each instruction set, null if not built; sweep_kernels_plain always exists.
const SweepKernels* sweep_kernels_avx512();
const SweepKernels* sweep_kernels_avx2();
const SweepKernels* sweep_kernels_plain();

}  // namespace allways::engine
