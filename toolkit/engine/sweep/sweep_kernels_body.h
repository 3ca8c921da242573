// SPDX-License-Identifier: Apache-2.0
// The functions of SweepKernels for one instruction set. Included once by sweep_kernels.cpp, for any processor, and by
// each sweep_kernels_<set>.cpp, which is compiled for that set. They define ALLWAYS_VECTOR_BYTES, the width of the
// registers. Everything has internal linkage.
#include "engine/sweep/sweep_kernels.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace allways::engine {
namespace {

constexpr std::size_t line_bytes = 64;

template <class T>
struct VectorOf {
    typedef T type __attribute__((vector_size(ALLWAYS_VECTOR_BYTES)));
};

// ---- whole lines, which bypass the cache

#ifdef __SSE2__

constexpr std::size_t streamed_line = line_bytes;

// The widest vectors of the set, loaded from any address and stored past the cache.
#if ALLWAYS_VECTOR_BYTES == 64
using Bits = __m512i;
inline Bits load(const void* from) {
    return _mm512_loadu_si512(from);
}
inline void stream(void* to, Bits bits) {
    _mm512_stream_si512(static_cast<Bits*>(to), bits);
}
#elif ALLWAYS_VECTOR_BYTES == 32
using Bits = __m256i;
inline Bits load(const void* from) {
    return _mm256_loadu_si256(static_cast<const Bits*>(from));
}
inline void stream(void* to, Bits bits) {
    _mm256_stream_si256(static_cast<Bits*>(to), bits);
}
#else
using Bits = __m128i;
inline Bits load(const void* from) {
    return _mm_loadu_si128(static_cast<const Bits*>(from));
}
inline void stream(void* to, Bits bits) {
    _mm_stream_si128(static_cast<Bits*>(to), bits);
}
#endif

inline void stream_line(void* to, const void* from) {
    for (std::size_t at = 0; at < line_bytes; at += sizeof(Bits)) {
        stream(static_cast<char*>(to) + at, load(static_cast<const char*>(from) + at));
    }
}

inline void stream_costs(std::int32_t* to, const std::int32_t* keys, int first_arc_bits, std::int32_t unreachable,
                         std::int32_t unreachable_cost) {
    using V = VectorOf<std::int32_t>::type;
    for (std::size_t i = 0; i < line_bytes / 4; i += sizeof(Bits) / 4) {
        const V key = (V)load(keys + i);
        const V cost = key < V{} + unreachable ? key >> first_arc_bits : V{} + unreachable_cost;
        stream(to + i, (Bits)cost);
    }
}

// Returns the first-arc bits of 16 keys.
inline __m128i first_arcs_of(const std::int32_t* keys, std::int32_t first_arc_mask, std::int32_t unreachable) {
#if ALLWAYS_VECTOR_BYTES == 64
    const __m512i key = _mm512_loadu_si512(keys);
    const __mmask16 reached = _mm512_cmplt_epi32_mask(key, _mm512_set1_epi32(unreachable));
    const __m512i first_arc = _mm512_and_si512(key, _mm512_set1_epi32(first_arc_mask));
    // Keeps all lanes; the form without a mask makes g++ 12 warn about an uninitialised register.
    return _mm512_maskz_cvtepi32_epi8(0xffff, _mm512_mask_mov_epi32(_mm512_set1_epi32(255), reached, first_arc));
#else
    __m128i four[4];
    for (int i = 0; i < 4; ++i) {
        const __m128i key = _mm_loadu_si128(reinterpret_cast<const __m128i*>(keys) + i);
        const __m128i reached = _mm_cmplt_epi32(key, _mm_set1_epi32(unreachable));
        const __m128i first_arc = _mm_and_si128(key, _mm_set1_epi32(first_arc_mask));
        four[i] = _mm_or_si128(_mm_and_si128(reached, first_arc), _mm_andnot_si128(reached, _mm_set1_epi32(255)));
    }
    return _mm_packus_epi16(_mm_packs_epi32(four[0], four[1]), _mm_packs_epi32(four[2], four[3]));
#endif
}

// Values stay in registers: a load of bytes just stored by several stores waits until every earlier store has left, and
// stores past the cache take long.
inline void stream_first_arcs(std::uint8_t* to, const std::int32_t* keys, std::int32_t first_arc_mask,
                              std::int32_t unreachable) {
    const auto first_arcs = [&](std::size_t i) { return first_arcs_of(keys + i, first_arc_mask, unreachable); };
#if ALLWAYS_VECTOR_BYTES == 64
    __m512i line = _mm512_castsi128_si512(first_arcs(0));
    line = _mm512_inserti32x4(line, first_arcs(16), 1);
    line = _mm512_inserti32x4(line, first_arcs(32), 2);
    stream(to, _mm512_inserti32x4(line, first_arcs(48), 3));
#elif ALLWAYS_VECTOR_BYTES == 32
    stream(to, _mm256_inserti128_si256(_mm256_castsi128_si256(first_arcs(0)), first_arcs(16), 1));
    stream(to + 32, _mm256_inserti128_si256(_mm256_castsi128_si256(first_arcs(32)), first_arcs(48), 1));
#else
    for (std::size_t i = 0; i < line_bytes; i += 16) stream(to + i, first_arcs(i));
#endif
}

// Writes the 64 bytes hop(0) … hop(63), eight at a time in registers, for the same reason.
template <class Hop>
inline void stream_bytes(std::uint8_t* to, const Hop& hop) {
    for (std::size_t i = 0; i < line_bytes; i += 8) {
        std::uint64_t eight = 0;
        for (std::size_t k = 0; k < 8; ++k) eight |= std::uint64_t{hop(i + k)} << 8 * k;
        _mm_stream_si64(reinterpret_cast<long long*>(to + i), static_cast<long long>(eight));
    }
}

void drain() {
    _mm_sfence();
}

#else  // any other processor: the compiler's vectors, through the cache

void drain() {}

constexpr std::size_t streamed_line = 0;

inline void stream_line(void* to, const void* from) {
    for (std::size_t i = 0; i < line_bytes; ++i) static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
}

inline void stream_costs(std::int32_t* to, const std::int32_t* keys, int first_arc_bits, std::int32_t unreachable,
                         std::int32_t unreachable_cost) {
    for (std::size_t i = 0; i < line_bytes / 4; ++i) {
        to[i] = keys[i] < unreachable ? keys[i] >> first_arc_bits : unreachable_cost;
    }
}

inline void stream_first_arcs(std::uint8_t* to, const std::int32_t* keys, std::int32_t first_arc_mask,
                              std::int32_t unreachable) {
    for (std::size_t i = 0; i < line_bytes; ++i) {
        to[i] = static_cast<std::uint8_t>(keys[i] < unreachable ? keys[i] & first_arc_mask : 255);
    }
}

template <class Hop>
inline void stream_bytes(std::uint8_t* to, const Hop& hop) {
    for (std::size_t i = 0; i < line_bytes; ++i) to[i] = hop(i);
}

#endif

// Writes elements in order: those outside whole lines one by one, the others a line at a time.
template <class T>
class LineWriter {
public:
    static constexpr std::size_t per_line = line_bytes / sizeof(T);

    LineWriter(T* to, std::size_t begin, std::size_t end) : to_(to), at_(begin), end_(end) {}

    std::size_t lines() const { return (end_ - at_) / per_line; }

    // Writes up to the first whole line.
    template <class Single>
    void head(const Single& single) {
        while (at_ < end_ && reinterpret_cast<std::uintptr_t>(to_ + at_) % line_bytes != 0) put(single);
    }
    // Writes at most `count` whole lines.
    template <class Line>
    void some(std::size_t count, const Line& line) {
        for (; count > 0 && at_ + per_line <= end_; --count, at_ += per_line) line(to_ + at_, at_);
    }
    // Writes the rest after the last whole line.
    template <class Single>
    void tail(const Single& single) {
        while (at_ < end_) put(single);
    }

private:
    template <class Single>
    void put(const Single& single) {
        to_[at_] = single(at_);
        ++at_;
    }

    T* to_;
    std::size_t at_;
    std::size_t end_;
};

void copy(void* to, const void* from, std::size_t bytes) {
    const auto* in = static_cast<const unsigned char*>(from);
    LineWriter<unsigned char> writer(static_cast<unsigned char*>(to), 0, bytes);
    writer.head([&](std::size_t i) { return in[i]; });
    writer.some(writer.lines(), [&](unsigned char* line, std::size_t i) { stream_line(line, in + i); });
    writer.tail([&](std::size_t i) { return in[i]; });
}

// ---- relax

template <class V>
inline V lesser(V a, V b) {
    return a < b ? a : b;
}

template <class T>
constexpr bool is_key = false;
template <>
constexpr bool is_key<std::int32_t> = true;

// `count` adjacent vectors, from lane `lane` on, in registers: a cell of an arc is broadcast once for all of them.
template <std::size_t count, bool first_arcs, class T>
inline void relax_block(const SweepRelaxation<T>& step, std::size_t lane) {
    using V = typename VectorOf<T>::type;
    V least[count];
    if (step.seeded >> (lane / seed_segment) & 1) {
        const V* seeds = reinterpret_cast<const V*>(step.seeds + lane);
#pragma GCC unroll 8
        for (std::size_t i = 0; i < count; ++i) least[i] = seeds[i];
    } else {
#pragma GCC unroll 8
        for (std::size_t i = 0; i < count; ++i) least[i] = V{} + step.unreachable;
    }
    const T* stack = step.stack + lane;
    for (std::size_t a = 0; a < step.arc_count; ++a) {
        const V cell = V{} + step.arcs[a].cell;
        const V* above = reinterpret_cast<const V*>(stack + step.arcs[a].depth * step.lanes);
#pragma GCC unroll 8
        for (std::size_t i = 0; i < count; ++i) {
            if constexpr (first_arcs)
                least[i] = lesser(least[i], cell + (above[i] & ~(V{} + step.first_arc_mask)));
            else
                least[i] = lesser(least[i], cell + above[i]);
        }
    }
    V* row = reinterpret_cast<V*>(step.row + lane);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < count; ++i) row[i] = least[i];
    if (!step.copy) return;
    V* copy = reinterpret_cast<V*>(step.copy + lane);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < count; ++i) copy[i] = least[i];
}

// ---- relax and write

constexpr std::size_t block_vectors = 8;
constexpr std::size_t block_lines = block_vectors * ALLWAYS_VECTOR_BYTES / line_bytes;

// Writes one row of the table, in sections as long as a block.
template <class T>
class RowWriter {
public:
    explicit RowWriter(const SweepWrite<T>& write)
        : write_(write),
          cells_(write.to, write.begin, write.end),
          hops_(write.hops_to, write.hops_begin, write.hops_end) {
        cells_.head(*this);
        if constexpr (is_key<T>) hops_.head([&](std::size_t i) { return hop(i); });
    }

    void part() { lines(block_lines, (block_lines + 3) / 4); }

    void finish() {
        lines(cells_.lines(), hops_.lines());
        cells_.tail(*this);
        if constexpr (is_key<T>) hops_.tail([&](std::size_t i) { return hop(i); });
    }

    // A single cell.
    T operator()(std::size_t i) const {
        const T cell = write_.row[i];
        if constexpr (is_key<T>) {
            if (write_.first_arc_bits > 0) {
                return cell < write_.unreachable ? cell >> write_.first_arc_bits : write_.unreachable_cost;
            }
        }
        return cell;
    }

private:
    void lines(std::size_t cell_lines, std::size_t hop_lines) {
        cells_.some(cell_lines, [&](T* line, std::size_t i) {
            if constexpr (is_key<T>) {
                if (write_.first_arc_bits > 0) {
                    stream_costs(line, write_.row + i, write_.first_arc_bits, write_.unreachable,
                                 write_.unreachable_cost);
                    return;
                }
            }
            stream_line(line, write_.row + i);
        });
        if constexpr (is_key<T>) {
            hops_.some(hop_lines, [&](std::uint8_t* line, std::size_t i) {
                if (write_.hop_of_first_arc)
                    stream_bytes(line, [&](std::size_t k) { return hop(i + k); });
                else
                    stream_first_arcs(line, write_.row + i, first_arc_mask(), write_.unreachable);
            });
        }
    }

    std::int32_t first_arc_mask() const { return (std::int32_t{1} << write_.first_arc_bits) - 1; }
    std::uint8_t hop(std::size_t i) const {
        constexpr std::uint8_t none = 255;
        const T key = write_.row[i];
        if (!(key < write_.unreachable)) return none;
        const auto first_arc = static_cast<std::uint32_t>(key & first_arc_mask());
        if (!write_.hop_of_first_arc) return static_cast<std::uint8_t>(first_arc);
        return first_arc < write_.listed ? static_cast<std::uint8_t>(write_.hop_of_first_arc[first_arc]) : none;
    }

    const SweepWrite<T>& write_;
    LineWriter<T> cells_;
    LineWriter<std::uint8_t> hops_;
};

template <bool first_arcs, class T>
void relax_and_write(const SweepRelaxation<T>& step, const SweepWrite<T>& write) {
    constexpr std::size_t vector = ALLWAYS_VECTOR_BYTES / sizeof(T);
    constexpr std::size_t block = block_vectors * vector;
    static_assert(seed_segment % block == 0);
    RowWriter<T> writer(write);
    std::size_t lane = 0;
    for (; lane + block <= step.lanes; lane += block) {
        relax_block<block_vectors, first_arcs>(step, lane);
        writer.part();
    }
    for (; lane < step.lanes; lane += vector) relax_block<1, first_arcs>(step, lane);
    writer.finish();
}

template <class T>
void relax(const SweepRelaxation<T>& step, const SweepWrite<T>& write) {
    if constexpr (is_key<T>) {
        if (step.first_arc_mask != 0) return relax_and_write<true>(step, write);
    }
    relax_and_write<false>(step, write);
}

// ---- relax with sums

// Vectors of as many T as the widest vector holds S, so that comparisons of cells select sums.
template <class T, class S>
struct SumVectors {
    static constexpr std::size_t lanes = ALLWAYS_VECTOR_BYTES / sizeof(S);
    typedef T Cells __attribute__((vector_size(lanes * sizeof(T))));
    typedef S Sums __attribute__((vector_size(ALLWAYS_VECTOR_BYTES)));
    typedef LaneMask<T> Mask __attribute__((vector_size(lanes * sizeof(T))));
    typedef LaneMask<S> SumMask __attribute__((vector_size(ALLWAYS_VECTOR_BYTES)));
    template <class CellMask>
    static Sums select(CellMask mask, Sums yes, Sums no) {
        if constexpr (sizeof(S) == sizeof(T))
            return mask ? yes : no;
        else
            return __builtin_convertvector(mask, SumMask) ? yes : no;
    }
};

// The findings of all blocks, by lane of a vector.
template <class T, class S>
struct SumsFound {
    typename SumVectors<T, S>::Mask beyond{};  // negative: a sum is out of range
    typename SumVectors<T, S>::Mask ties{};
};

// Relaxes rows `row` … row + `rows` - 1 of sums, in `count` vectors from lane `lane` on.
template <std::size_t count, std::size_t rows, bool first_arcs, bool ties, class T, class S>
inline void relax_sums_block(const SumRelaxation<T, S>& step, std::size_t row, std::size_t lane,
                             SumsFound<T, S>& found) {
    using Vectors = SumVectors<T, S>;
    using V = typename Vectors::Cells;
    using W = typename Vectors::Sums;
    V least[count];
    W sums[rows][count];
    typename Vectors::Mask tie[count]{};
#pragma GCC unroll 8
    for (std::size_t i = 0; i < count; ++i) least[i] = V{} + step.unreachable;
#pragma GCC unroll 2
    for (std::size_t r = 0; r < rows; ++r) {
#pragma GCC unroll 8
        for (std::size_t i = 0; i < count; ++i) sums[r][i] = W{};
    }
    const SumArc<S>* sum_arcs = step.sum_arcs + row * step.arc_count;
    for (std::size_t a = 0; a < step.arc_count; ++a) {
        const V cell = V{} + step.arcs[a].cell;
        const V* above = reinterpret_cast<const V*>(step.stack + step.arcs[a].depth * step.lanes + lane);
        const W* onward[rows];
        W along[rows];
#pragma GCC unroll 2
        for (std::size_t r = 0; r < rows; ++r) {
            const SumArc<S>& arc = sum_arcs[r * step.arc_count + a];
            onward[r] = reinterpret_cast<const W*>(step.sum_stack + arc.row * step.lanes + lane);
            along[r] = W{} + arc.sum;
        }
#pragma GCC unroll 8
        for (std::size_t i = 0; i < count; ++i) {
            V sum = above[i];
            if constexpr (first_arcs) sum = sum & ~(V{} + step.first_arc_mask);
            sum = cell + sum;
            const auto is_less = sum < least[i];
            if constexpr (ties) tie[i] = (tie[i] | (sum == least[i])) & ~is_less;
            least[i] = lesser(sum, least[i]);
#pragma GCC unroll 2
            for (std::size_t r = 0; r < rows; ++r) {
                sums[r][i] = Vectors::select(is_less, along[r] + onward[r][i], sums[r][i]);
            }
        }
    }
    V* to = reinterpret_cast<V*>(step.row + lane);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < count; ++i) to[i] = least[i];
    if constexpr (ties) {
#pragma GCC unroll 8
        for (std::size_t i = 0; i < count; ++i) found.ties |= tie[i] & (least[i] < V{} + step.unreachable);
    }
#pragma GCC unroll 2
    for (std::size_t r = 0; r < rows; ++r) {
        W* sums_to = reinterpret_cast<W*>(step.sums + (row + r) * step.lanes + lane);
#pragma GCC unroll 8
        for (std::size_t i = 0; i < count; ++i) {
            sums_to[i] = sums[r][i];
            if constexpr (is_key<S>) found.beyond |= sums[r][i] ^ (sums[r][i] << 1);  // the two highest bits differ
        }
    }
}

template <std::size_t rows, bool first_arcs, bool ties, class T, class S>
void relax_sum_rows(const SumRelaxation<T, S>& step, std::size_t row, SumsFound<T, S>& found) {
    constexpr std::size_t vectors = 4;
    constexpr std::size_t vector = SumVectors<T, S>::lanes;
    constexpr std::size_t block = vectors * vector;
    static_assert(seed_segment % block == 0);
    std::size_t lane = 0;
    for (; lane + block <= step.lanes; lane += block) {
        relax_sums_block<vectors, rows, first_arcs, ties>(step, row, lane, found);
    }
    for (; lane < step.lanes; lane += vector) {
        relax_sums_block<1, rows, first_arcs, ties>(step, row, lane, found);
    }
}

template <bool first_arcs, bool ties, class T, class S>
SumsRelaxed relax_all_sums(const SumRelaxation<T, S>& step) {
    SumsFound<T, S> found;
    std::size_t row = 0;
    for (; row + 2 <= step.rows; row += 2) relax_sum_rows<2, first_arcs, ties>(step, row, found);
    if (row < step.rows) relax_sum_rows<1, first_arcs, ties>(step, row, found);
    SumsRelaxed relaxed{true, false};
    for (std::size_t i = 0; i < SumVectors<T, S>::lanes; ++i) {
        relaxed.fit = relaxed.fit && found.beyond[i] >= 0;
        relaxed.tie = relaxed.tie || found.ties[i] != 0;
    }
    return relaxed;
}

template <class T, class S>
SumsRelaxed relax_sums(const SumRelaxation<T, S>& step) {
    if constexpr (is_key<T>) {
        if (step.first_arc_mask != 0) {
            return step.find_ties ? relax_all_sums<true, true>(step) : relax_all_sums<true, false>(step);
        }
    }
    return step.find_ties ? relax_all_sums<false, true>(step) : relax_all_sums<false, false>(step);
}

// ---- rows of a factor

// A vector that may be unaligned.
template <class T>
struct LooseVectorOf {
    typedef T type __attribute__((vector_size(ALLWAYS_VECTOR_BYTES), aligned(alignof(T)), may_alias));
};

template <class Cell, class T>
void lower(Cell* to, const T* cells, Cell value, [[maybe_unused]] std::uint32_t mask, std::size_t count) {
    using V = typename LooseVectorOf<Cell>::type;
    constexpr std::size_t vector = ALLWAYS_VECTOR_BYTES / sizeof(Cell);
    const auto sum = [&](auto cell, auto addend) {
        if constexpr (is_key<T>)
            return (cell & ~(decltype(cell){} + mask)) + addend;
        else
            return cell + addend;
    };
    std::size_t i = 0;
    for (; i + vector <= count; i += vector) {
        V& here = *reinterpret_cast<V*>(to + i);
        here = lesser<V>(here, sum(V(*reinterpret_cast<const V*>(cells + i)), V{} + value));
    }
    for (; i < count; ++i) to[i] = lesser(to[i], sum(static_cast<Cell>(cells[i]), value));
}

template <class Cell, class T>
Cell least(const T* cells, const Cell* costs, Cell least, std::size_t count) {
    using V = typename LooseVectorOf<Cell>::type;
    constexpr std::size_t vector = ALLWAYS_VECTOR_BYTES / sizeof(Cell);
    std::size_t i = 0;
    if (count >= 2 * vector) {
        V first = V{} + least;
        V second = first;
        for (; i + 2 * vector <= count; i += 2 * vector) {
            const V* a = reinterpret_cast<const V*>(cells + i);
            const V* b = reinterpret_cast<const V*>(costs + i);
            first = lesser<V>(first, a[0] + b[0]);
            second = lesser<V>(second, a[1] + b[1]);
        }
        first = lesser<V>(first, second);
        for (std::size_t lane = 0; lane < vector; ++lane) least = lesser<Cell>(least, first[lane]);
    }
    for (; i < count; ++i) least = lesser<Cell>(least, static_cast<Cell>(cells[i]) + costs[i]);
    return least;
}

constexpr SweepKernels kernels_named(const char* name) {
    return {name,
            streamed_line,
            relax<std::int32_t>,
            relax<double>,
            relax_sums<std::int32_t, std::int32_t>,
            relax_sums<std::int32_t, double>,
            relax_sums<double, double>,
            copy,
            drain,
            lower<std::uint32_t, std::int32_t>,
            lower<double, double>,
            least<std::uint32_t, std::int32_t>,
            least<double, double>};
}

}  // namespace
}  // namespace allways::engine
