// SPDX-License-Identifier: Apache-2.0
// The version of the layout of factors, which reader and writer share.
#pragma once

#include <cstdint>

namespace allways::importers {

// 1, not stated in the file: order and cells only. 2: everything that queries need, for mapping. 3: every dataset has a
// checksum.
inline constexpr std::int32_t factor_version = 3;

}  // namespace allways::importers
