// SPDX-License-Identifier: Apache-2.0
// Counts in running text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "allways/base/api.h"

namespace allways {

ALLWAYS_API std::string count_text(std::uint64_t count);  // "12,982"

// "1 point", "12,982 points". Pass `many` for other plurals: counted(n, "point lies", "points lie").
ALLWAYS_API std::string counted(std::uint64_t count, std::string_view one, std::string_view many = {});

// Returns the word without the number: by_count(n, "is", "are").
inline std::string_view by_count(std::uint64_t count, std::string_view one, std::string_view many) {
    return count == 1 ? one : many;
}

}  // namespace allways
