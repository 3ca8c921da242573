// A shared array whose stored blocks have checksums, each verified when it is first used: damage is an error, and
// opening reads nothing.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "allways/base/shared_array.h"

namespace allways {

// The checksums of an array in blocks of 4,096 bytes. Safe to use from several threads at once.
class BlockChecks {
public:
    static constexpr std::size_t block_bytes = 4096;

    // `name` is the array's, for errors. `sums`: one for each block.
    BlockChecks(SharedArray<std::uint32_t> sums, std::string name);

    // Verifies the blocks of the bytes begin … end - 1 of `data`, an array of `size` bytes. Throws DamagedContent.
    void verify(const void* data, std::size_t size, std::size_t begin, std::size_t end) const {
        for (std::size_t block = begin / block_bytes; block * block_bytes < end; ++block) {
            const std::uint64_t bit = std::uint64_t{1} << block % 64;
            if ((verified_[block / 64].load(std::memory_order_relaxed) & bit) == 0) verify_block(data, size, block);
        }
    }
    const SharedArray<std::uint32_t>& sums() const { return sums_; }

    // Words of 8 bytes, the last padded with zeros, go in turn to four sums, each sum ← (sum xor word) · p mod 2⁶⁴;
    // the rest mixes the four and the size. Finds every change of a single word.
    static std::uint32_t sum_of(const void* data, std::size_t size);
    static std::vector<std::uint32_t> sums_of(const void* data, std::size_t size);

private:
    void verify_block(const void* data, std::size_t size, std::size_t block) const;

    SharedArray<std::uint32_t> sums_;
    std::string name_;
    mutable std::vector<std::atomic<std::uint64_t>> verified_;
};

// Like SharedArray, but for reading only. An array made in memory has no checksums.
template <class T>
class CheckedArray {
public:
    using value_type = T;

    CheckedArray() = default;
    CheckedArray(std::vector<T> values) : values_(std::move(values)) {}
    explicit CheckedArray(SharedArray<T> values, std::shared_ptr<const BlockChecks> checks = nullptr)
        : values_(std::move(values)), checks_(std::move(checks)) {}

    std::size_t size() const { return values_.size(); }
    bool empty() const { return values_.empty(); }
    // Verified; the caller checks the bounds. Throw DamagedContent.
    std::span<const T> part(std::size_t begin, std::size_t end) const {
        if (checks_ && begin < end) {
            checks_->verify(values_.data(), size() * sizeof(T), begin * sizeof(T), end * sizeof(T));
        }
        return {values_.data() + begin, end - begin};
    }
    const T& operator[](std::size_t i) const { return part(i, i + 1).front(); }
    std::span<const T> all() const { return part(0, size()); }
    const T* begin() const { return all().data(); }
    const T* end() const { return begin() + size(); }
    operator std::vector<T>() const { return {begin(), end()}; }

    friend bool operator==(const CheckedArray& a, const CheckedArray& b) { return std::ranges::equal(a, b); }
    friend bool operator==(const CheckedArray& a, const std::vector<T>& b) { return std::ranges::equal(a, b); }

private:
    SharedArray<T> values_;
    std::shared_ptr<const BlockChecks> checks_;
};

}  // namespace allways
