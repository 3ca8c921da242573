// SPDX-License-Identifier: Apache-2.0
#include "base/id_range.h"

#include <algorithm>
#include <utility>

#include "allways/base/format.h"
#include "base/text.h"

namespace allways {

namespace {

// Returns the two numbers of a range, or nothing if the text is not a range.
std::optional<std::pair<std::int64_t, std::int64_t>> ends_of_range(std::string_view text) {
    const std::size_t dash = text.find('-', 1);
    if (dash == std::string_view::npos) return std::nullopt;
    const auto first = parse_whole(trimmed(text.substr(0, dash)));
    const auto last = parse_whole(trimmed(text.substr(dash + 1)));
    if (!first || !last) return std::nullopt;
    return std::pair(*first, *last);
}

}  // namespace

std::optional<std::vector<std::uint32_t>> find_range(const IdTable& ids, std::string_view text) {
    const auto ends = ends_of_range(text);
    if (!ends) return std::nullopt;
    std::vector<std::pair<std::int64_t, std::uint32_t>> inside;
    for (std::uint32_t index = 0; index < ids.size(); ++index) {
        const auto id = ids.is_numeric() ? ids.numbers()[index] : parse_whole(ids.texts()[index]);
        if (id && *id >= ends->first && *id <= ends->second) inside.emplace_back(*id, index);
    }
    std::ranges::sort(inside);
    std::vector<std::uint32_t> indexes;
    for (const auto& [id, index] : inside) indexes.push_back(index);
    return indexes;
}

std::string empty_range_text(std::string_view range) {
    const auto ends = ends_of_range(range);
    const bool is_backwards = ends && ends->first > ends->second;
    return format("no node has an id in {}{}", range,
                  is_backwards ? "; a range runs from the lower to the higher number" : "");
}

}  // namespace allways
