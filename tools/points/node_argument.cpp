// SPDX-License-Identifier: Apache-2.0
#include "points/node_argument.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <span>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"

namespace allways::tools {

namespace {

constexpr std::size_t most_matches = 3;

// The number of single-character edits between two texts (Levenshtein).
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

// The difference between each id and the text: of numbers the absolute difference, else the number of edits.
std::vector<std::uint64_t> unlikeness(const IdTable& ids, std::string_view text) {
    std::vector<std::uint64_t> result(ids.size());
    std::int64_t wanted = 0;
    const bool number =
        std::from_chars(text.data(), text.data() + text.size(), wanted).ptr == text.data() + text.size();
    for (std::uint32_t node = 0; node < ids.size(); ++node) {
        if (ids.is_numeric() && number) {
            const auto have = static_cast<std::uint64_t>(ids.numbers()[node]);
            const auto want = static_cast<std::uint64_t>(wanted);
            result[node] = ids.numbers()[node] > wanted ? have - want : want - have;
        } else {
            result[node] = edit_distance(ids.text(node), text);
        }
    }
    return result;
}

std::string near_matches(const IdTable& ids, std::string_view text) {
    const auto distance = unlikeness(ids, text);
    std::vector<std::uint32_t> order(ids.size());
    std::iota(order.begin(), order.end(), 0u);
    const std::size_t count = std::min(most_matches, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                      [&](auto a, auto b) { return std::pair(distance[a], a) < std::pair(distance[b], b); });
    std::string list;
    for (std::size_t at = 0; at < count; ++at) list += (at == 0 ? "'" : ", '") + ids.text(order[at]) + "'";
    return list;
}

// The number of nodes with the id of `node`, which must be the lowest of them.
std::size_t count_of(const IdTable& ids, NodeIndex node) {
    const SharedArray<std::uint32_t>& sorted = ids.sorted();
    if (sorted.empty()) return 1;  // consecutive numbers: each id once
    const auto same_as = [&](const auto& all) -> std::size_t {
        const auto at = [&](std::uint32_t index) -> const auto& {
            return all[index < all.size() ? index : node];
        };
        return std::ranges::equal_range(std::span(sorted.data(), sorted.size()), all[node], {}, at).size();
    };
    return ids.is_numeric() ? same_as(ids.numbers()) : same_as(ids.texts());
}

}  // namespace

NodeIndex find_node(const IdTable& ids, std::string_view text, const std::string& file) {
    if (const auto node = ids.find(text)) {
        if (const std::size_t count = count_of(ids, *node); count > 1)
            throw InputError(file, 0, format("{} of its nodes have the id '{}'; ids must differ", count, text));
        return *node;
    }
    if (ids.size() == 0) throw InputError(file, 0, format("no node '{}': the file has no nodes", text));
    if (const std::string signed_text = format("@{}", text); position_length(signed_text) == signed_text.size()) {
        throw InputError(file, 0, format("no node '{}'; write the position as {}", text, signed_text));
    }
    const bool is_degree = text.find('.') != std::string_view::npos && parse_real(text);
    throw InputError(file, 0,
                     format("no node '{}' among its {} nodes; nearest ids: {}{}", text, ids.size(),
                            near_matches(ids, text), is_degree ? "; a position is written @longitude,latitude" : ""));
}

bool looks_like_a_file(const std::string& name) {
    const std::string suffix = std::filesystem::path(name).extension().string();
    return name.find('/') != std::string::npos ||
           (suffix.size() > 1 && std::isalpha(static_cast<unsigned char>(suffix[1])) != 0);
}

std::size_t position_length(std::string_view text) {
    const std::size_t comma = text.find(',');
    if (!text.starts_with('@') || comma == std::string_view::npos) return 0;
    const std::size_t end = std::min(text.find(',', comma + 1), text.size());
    const bool numbers =
        parse_real(trimmed(text.substr(1, comma - 1))) && parse_real(trimmed(text.substr(comma + 1, end - comma - 1)));
    return numbers ? end : 0;
}

bool names_position(const IdTable& ids, std::string_view text) {
    return text.starts_with('@') && !ids.find(text);
}

Coordinate parse_position(std::string_view text, bool degrees) {
    const std::string_view numbers = text.substr(1);
    const std::size_t comma = std::min(numbers.find(','), numbers.size());
    const auto x = parse_real(trimmed(numbers.substr(0, comma)));
    const auto y = comma == numbers.size() ? std::nullopt : parse_real(trimmed(numbers.substr(comma + 1)));
    if (!x || !y) {
        throw InvalidArgument(format("'{}': a position is {}, as @7.4166,43.7311", text,
                                     degrees ? "@longitude,latitude in degrees" : "@x,y"));
    }
    if (degrees && (std::abs(*x) > 180 || std::abs(*y) > 90)) {
        throw InvalidArgument(
            format("'{}': a position is @longitude,latitude in degrees, from -180 to 180 and from -90 to 90", text));
    }
    return {*x, *y};
}

}  // namespace allways::tools
