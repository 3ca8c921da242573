// SPDX-License-Identifier: Apache-2.0
// The versions of the project's own layouts in HDF5, which readers and writers share.
#pragma once

#include <cstdint>

namespace allways::importers {

// The layout of the group /allways, in its attribute `layout`, a text; files without it are of layout 1. A newer one is
// refused. What readers may do without needs no new number.
inline constexpr const char* own_layout_attribute = "layout";
inline constexpr const char* own_layout = "1";

// The version of factors. 1, not stated in the file: order and cells only. 2: all that queries need, for mapping. 3:
// every dataset has a checksum.
inline constexpr std::int32_t factor_version = 3;

// An attribute of the file: it ends with a checksum of everything (file_checksum.h). Early files of version 3 lack
// both.
inline constexpr const char* file_checksum_attribute = "file_checksum";

}  // namespace allways::importers
