// SPDX-License-Identifier: Apache-2.0
// The checksum of rows of a table as they lie in its file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "allways/base/format.h"
#include "base/checksum.h"

namespace allways::tools {

// A sum over rows mod 2⁶⁴, so that neither the order of rows nor their bands matter. Each row contributes its index and
// the upper half of the checksum of its bytes, mixed by the finalizer of SplitMix64 (Steele, Lea and Flood 2014, "Fast
// splittable pseudorandom number generators"): a change of one row is missed once in 2³², a change of one word never.
class RowChecksum {
public:
    // `matrix`: the number of the row's matrix in the file.
    static std::uint64_t of(std::size_t matrix, std::size_t row, const void* bytes, std::size_t size) {
        return mixed(mixed(std::uint64_t{row} * 256 + matrix) + (checksum(bytes, size) >> 32));
    }
    static std::string text(std::uint64_t sum) { return format("{:016x}", sum); }

private:
    static std::uint64_t mixed(std::uint64_t value) {
        value += 0x9e3779b97f4a7c15u;
        value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
        value = (value ^ value >> 27) * 0x94d049bb133111ebu;
        return value ^ value >> 31;
    }
};

}  // namespace allways::tools
