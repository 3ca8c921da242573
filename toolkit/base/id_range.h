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

// Returns the indexes of the integer ids from the first to the last number of a range, both included, in ascending
// order of the ids; ids missing in between are skipped. Returns nothing if the text is not a range. A minus in front of
// either number is its sign.
ALLWAYS_API std::optional<std::vector<std::uint32_t>> find_range(const IdTable& ids, std::string_view text);

// The message for a range without ids: "no node has an id in 3-1; a range runs from the lower to the higher number".
ALLWAYS_API std::string empty_range_text(std::string_view range);

}  // namespace allways
