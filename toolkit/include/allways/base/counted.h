// Counts as sentences have them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace allways {

std::string count_text(std::uint64_t count);  // "12,982"

// "1 point", "12,982 points"; with `many` whatever differs: counted(n, "point lies", "points lie").
std::string counted(std::uint64_t count, std::string_view one, std::string_view many = {});

// The word alone: by_count(n, "is", "are").
inline std::string_view by_count(std::uint64_t count, std::string_view one, std::string_view many) {
    return count == 1 ? one : many;
}

}  // namespace allways
