// SPDX-License-Identifier: Apache-2.0
// The version of the layout of factors, which reader and writer share.
#pragma once

#include <cstdint>

namespace allways::importers {

// 1, not stated in the file: order and cells only. 2: everything that queries need, for mapping. 3: every dataset has a
// checksum.
inline constexpr std::int32_t factor_version = 3;

// An attribute of the file: it ends with a checksum of everything (file_checksum.h). Early files of version 3 lack
// both.
inline constexpr const char* file_checksum_attribute = "file_checksum";

}  // namespace allways::importers
