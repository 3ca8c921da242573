// SPDX-License-Identifier: Apache-2.0
// Writes cells to the table with whole lines bypassing the cache, for one instruction set (included by
// sweep_kernels_body.h).
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

}  // namespace
}  // namespace allways::engine
