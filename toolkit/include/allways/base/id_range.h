// SPDX-License-Identifier: Apache-2.0
// Ranges of ids, "1-1525".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/ids.h"

namespace allways {

// The indexes of whole-number ids from the first to the last number of a range, both included, in ascending order of
// the ids; there need not be all. Nothing if the text is not a range. A minus in front of either number belongs to it.
ALLWAYS_API std::optional<std::vector<std::uint32_t>> find_range(const IdTable& ids, std::string_view text);

// "no node has an id in 3-1; a range runs from the lower to the higher number": for a range without any.
ALLWAYS_API std::string empty_range_text(std::string_view range);

}  // namespace allways
