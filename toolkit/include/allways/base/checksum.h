// SPDX-License-Identifier: Apache-2.0
// A checksum of bytes that costs little more than reading them: it finds damage, and stops no forger.
#pragma once

#include <cstddef>
#include <cstdint>

#include "allways/base/api.h"

namespace allways {

// Words of 8 bytes, the last padded with zeros, go in turn to four sums, each sum ← (sum xor word) · p mod 2⁶⁴; the
// rest mixes the four and the size. Finds every change of a single word.
ALLWAYS_API std::uint64_t checksum(const void* data, std::size_t size);

}  // namespace allways
