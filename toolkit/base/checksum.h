// SPDX-License-Identifier: Apache-2.0
// A checksum of bytes that costs little more than reading them. It detects accidental damage but not forgery.
#pragma once

#include <cstddef>
#include <cstdint>

#include "allways/base/api.h"

namespace allways {

// Words of 8 bytes, the last padded with zeros, are dealt cyclically to four sums, each sum ← (sum xor word) · p mod
// 2⁶⁴; the rest mixes the four and the size. Detects every change of a single word.
ALLWAYS_API std::uint64_t checksum(const void* data, std::size_t size);

}  // namespace allways
