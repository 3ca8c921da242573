// The inner loops of a sweep on the host, built for several instruction sets; the one that runs is chosen at run time.
// Only plain types here: what includes it in sweep_kernels_<set>.cpp must not bring inline functions along, which would
// then be built for instructions that another processor lacks.
#pragma once

#include <cstddef>
#include <cstdint>

namespace allways::engine {

// An arc to the stack row of that depth.
template <class T>
struct SweepArc {
    T cell;
    std::uint32_t depth;
};

// One row of a strip and the arcs that lower it. Rows are `lanes` cells, aligned to 64 bytes; lanes is a multiple of
// 64 / sizeof(T).
template <class T>
struct SweepRelaxation {
    T* row;
    bool seeded;  // row holds cells already; else it starts as unreachable
    const SweepArc<T>* arcs;
    std::size_t arc_count;
    const T* stack;  // row of depth d at stack + d·lanes: costs, their labels cleared
    std::size_t lanes;
    T unreachable;
    std::int32_t label_mask;
    T* costs;  // null, or where the finished row goes, its labels cleared
};

struct SweepKernels {
    const char* name;
    // Writes of whole lines of that many bytes go past the cache; 0: none do.
    std::size_t line;

    // row[l] = min(row[l], arc.cell + stack[arc.depth][l]) over all arcs.
    void (*relax_int32)(const SweepRelaxation<std::int32_t>&);
    void (*relax_float32)(const SweepRelaxation<float>&);
    void (*relax_float64)(const SweepRelaxation<double>&);

    // To the table: whole lines past the cache, what is left at both ends through it.
    void (*copy)(void* to, const void* from, std::size_t bytes);
    // The costs of keys; all that are not below `unreachable` become `unreachable_cost`.
    void (*key_costs)(std::int32_t* to, const std::int32_t* keys, std::size_t count, int label_bits,
                      std::int32_t unreachable, std::int32_t unreachable_cost);
    // The labels of keys, at most 8 bits; 255 where unreachable.
    void (*key_labels)(std::uint8_t* to, const std::int32_t* keys, std::size_t count, std::int32_t label_mask,
                       std::int32_t unreachable);

    void relax(const SweepRelaxation<std::int32_t>& step) const { relax_int32(step); }
    void relax(const SweepRelaxation<float>& step) const { relax_float32(step); }
    void relax(const SweepRelaxation<double>& step) const { relax_float64(step); }
};

// The widest that this processor runs.
const SweepKernels& sweep_kernels();

// Those that were built, null where they were not; sweep_kernels_plain is always there.
const SweepKernels* sweep_kernels_avx512();
const SweepKernels* sweep_kernels_avx2();
const SweepKernels* sweep_kernels_plain();

}  // namespace allways::engine
