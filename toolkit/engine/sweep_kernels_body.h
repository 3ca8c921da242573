// The functions of SweepKernels for one instruction set. Included once by each sweep_kernels_<set>.cpp, which is compiled
// for that set and defines ALLWAYS_VECTOR_BYTES, the width of its registers. Everything has internal linkage.
#include "engine/sweep_kernels.h"

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

// ---- relax

template <class V>
inline V lesser(V a, V b) {
    return a < b ? a : b;
}

template <class T>
constexpr bool is_key = false;
template <>
constexpr bool is_key<std::int32_t> = true;

// `count` vectors side by side, from lane `lane` on, in registers: a cell of an arc is broadcast once for all of them.
template <std::size_t count, class T>
inline void relax_block(const SweepRelaxation<T>& step, std::size_t lane) {
    using V = typename VectorOf<T>::type;
    V* row = reinterpret_cast<V*>(step.row + lane);
    V least[count];
#pragma GCC unroll 8
    for (std::size_t i = 0; i < count; ++i) least[i] = step.seeded ? row[i] : V{} + step.unreachable;
    const T* stack = step.stack + lane;
    for (std::size_t a = 0; a < step.arc_count; ++a) {
        const V cell = V{} + step.arcs[a].cell;
        const V* above = reinterpret_cast<const V*>(stack + step.arcs[a].depth * step.lanes);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < count; ++i) least[i] = lesser(least[i], cell + above[i]);
    }
#pragma GCC unroll 8
    for (std::size_t i = 0; i < count; ++i) row[i] = least[i];
    if (!step.costs) return;
    V* costs = reinterpret_cast<V*>(step.costs + lane);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < count; ++i) {
        if constexpr (is_key<T>)
            costs[i] = least[i] & ~(V{} + step.label_mask);
        else
            costs[i] = least[i];
    }
}

template <class T>
void relax(const SweepRelaxation<T>& step) {
    constexpr std::size_t vector = ALLWAYS_VECTOR_BYTES / sizeof(T);
    constexpr std::size_t block = 8;
    std::size_t lane = 0;
    for (; lane + block * vector <= step.lanes; lane += block * vector) relax_block<block>(step, lane);
    for (; lane < step.lanes; lane += vector) relax_block<1>(step, lane);
}

// ---- to the table

// How many elements lie before the first that starts a line, at most `count`.
template <class T>
std::size_t before_line(const T* to, std::size_t count) {
    const std::size_t past = reinterpret_cast<std::uintptr_t>(to) % line_bytes;
    const std::size_t left = past == 0 ? 0 : (line_bytes - past) / sizeof(T);
    return left < count ? left : count;
}

// Calls single(i) for elements outside of whole lines and line(i) for the first of each whole line.
template <class T, class Single, class Line>
inline void by_lines(const T* to, std::size_t count, const Single& single, const Line& line) {
    constexpr std::size_t per_line = line_bytes / sizeof(T);
    std::size_t i = 0;
    for (const std::size_t head = before_line(to, count); i < head; ++i) single(i);
    for (; i + per_line <= count; i += per_line) line(i);
    for (; i < count; ++i) single(i);
}

#ifdef __SSE2__

constexpr std::size_t streamed_line = line_bytes;

// Vectors as wide as the set has them, loaded from anywhere and stored past the cache.
#if ALLWAYS_VECTOR_BYTES == 64
using Bits = __m512i;
inline Bits load(const void* from) { return _mm512_loadu_si512(from); }
inline void stream(void* to, Bits bits) { _mm512_stream_si512(static_cast<Bits*>(to), bits); }
#elif ALLWAYS_VECTOR_BYTES == 32
using Bits = __m256i;
inline Bits load(const void* from) { return _mm256_loadu_si256(static_cast<const Bits*>(from)); }
inline void stream(void* to, Bits bits) { _mm256_stream_si256(static_cast<Bits*>(to), bits); }
#else
using Bits = __m128i;
inline Bits load(const void* from) { return _mm_loadu_si128(static_cast<const Bits*>(from)); }
inline void stream(void* to, Bits bits) { _mm_stream_si128(static_cast<Bits*>(to), bits); }
#endif

inline void stream_line(void* to, const void* from) {
    for (std::size_t at = 0; at < line_bytes; at += sizeof(Bits)) {
        stream(static_cast<char*>(to) + at, load(static_cast<const char*>(from) + at));
    }
}

inline void stream_costs(std::int32_t* to, const std::int32_t* keys, int label_bits, std::int32_t unreachable,
                         std::int32_t unreachable_cost) {
    using V = VectorOf<std::int32_t>::type;
    for (std::size_t i = 0; i < line_bytes / 4; i += sizeof(Bits) / 4) {
        const V key = (V)load(keys + i);
        const V cost = key < V{} + unreachable ? key >> label_bits : V{} + unreachable_cost;
        stream(to + i, (Bits)cost);
    }
}

// 16 labels.
inline __m128i labels_of(const std::int32_t* keys, std::int32_t label_mask, std::int32_t unreachable) {
#if ALLWAYS_VECTOR_BYTES == 64
    const __m512i key = _mm512_loadu_si512(keys);
    const __mmask16 reached = _mm512_cmplt_epi32_mask(key, _mm512_set1_epi32(unreachable));
    const __m512i label = _mm512_and_si512(key, _mm512_set1_epi32(label_mask));
    // All lanes are kept; the form without a mask makes g++ 12 warn of an uninitialised register.
    return _mm512_maskz_cvtepi32_epi8(0xffff, _mm512_mask_mov_epi32(_mm512_set1_epi32(255), reached, label));
#else
    __m128i four[4];
    for (int i = 0; i < 4; ++i) {
        const __m128i key = _mm_loadu_si128(reinterpret_cast<const __m128i*>(keys) + i);
        const __m128i reached = _mm_cmplt_epi32(key, _mm_set1_epi32(unreachable));
        const __m128i label = _mm_and_si128(key, _mm_set1_epi32(label_mask));
        four[i] = _mm_or_si128(_mm_and_si128(reached, label), _mm_andnot_si128(reached, _mm_set1_epi32(255)));
    }
    return _mm_packus_epi16(_mm_packs_epi32(four[0], four[1]), _mm_packs_epi32(four[2], four[3]));
#endif
}

// In registers all the way: a load of what was just stored in parts waits for every store before it to leave, and those
// past the cache take long.
inline void stream_labels(std::uint8_t* to, const std::int32_t* keys, std::int32_t label_mask,
                          std::int32_t unreachable) {
    const auto labels = [&](std::size_t i) { return labels_of(keys + i, label_mask, unreachable); };
#if ALLWAYS_VECTOR_BYTES == 64
    __m512i line = _mm512_castsi128_si512(labels(0));
    line = _mm512_inserti32x4(line, labels(16), 1);
    line = _mm512_inserti32x4(line, labels(32), 2);
    stream(to, _mm512_inserti32x4(line, labels(48), 3));
#elif ALLWAYS_VECTOR_BYTES == 32
    stream(to, _mm256_inserti128_si256(_mm256_castsi128_si256(labels(0)), labels(16), 1));
    stream(to + 32, _mm256_inserti128_si256(_mm256_castsi128_si256(labels(32)), labels(48), 1));
#else
    for (std::size_t i = 0; i < line_bytes; i += 16) stream(to + i, labels(i));
#endif
}

#else  // any other processor: the compiler's vectors, through the cache

constexpr std::size_t streamed_line = 0;

inline void stream_line(void* to, const void* from) {
    for (std::size_t i = 0; i < line_bytes; ++i) static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
}

inline void stream_costs(std::int32_t* to, const std::int32_t* keys, int label_bits, std::int32_t unreachable,
                         std::int32_t unreachable_cost) {
    for (std::size_t i = 0; i < line_bytes / 4; ++i) {
        to[i] = keys[i] < unreachable ? keys[i] >> label_bits : unreachable_cost;
    }
}

inline void stream_labels(std::uint8_t* to, const std::int32_t* keys, std::int32_t label_mask,
                          std::int32_t unreachable) {
    for (std::size_t i = 0; i < line_bytes; ++i) {
        to[i] = static_cast<std::uint8_t>(keys[i] < unreachable ? keys[i] & label_mask : 255);
    }
}

#endif

void copy(void* to, const void* from, std::size_t bytes) {
    auto* out = static_cast<unsigned char*>(to);
    const auto* in = static_cast<const unsigned char*>(from);
    by_lines(out, bytes, [&](std::size_t i) { out[i] = in[i]; }, [&](std::size_t i) { stream_line(out + i, in + i); });
}

void key_costs(std::int32_t* to, const std::int32_t* keys, std::size_t count, int label_bits, std::int32_t unreachable,
               std::int32_t unreachable_cost) {
    by_lines(
        to, count,
        [&](std::size_t i) { to[i] = keys[i] < unreachable ? keys[i] >> label_bits : unreachable_cost; },
        [&](std::size_t i) { stream_costs(to + i, keys + i, label_bits, unreachable, unreachable_cost); });
}

void key_labels(std::uint8_t* to, const std::int32_t* keys, std::size_t count, std::int32_t label_mask,
                std::int32_t unreachable) {
    by_lines(
        to, count,
        [&](std::size_t i) {
            to[i] = static_cast<std::uint8_t>(keys[i] < unreachable ? keys[i] & label_mask : 255);
        },
        [&](std::size_t i) { stream_labels(to + i, keys + i, label_mask, unreachable); });
}

constexpr SweepKernels kernels_named(const char* name) {
    return {name,       streamed_line, relax<std::int32_t>, relax<float>, relax<double>,
            copy, key_costs,     key_labels};
}

}  // namespace
}  // namespace allways::engine
