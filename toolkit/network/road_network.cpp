// SPDX-License-Identifier: Apache-2.0
#include "allways/network/road_network.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "allways/base/format.h"

namespace allways {

RoadNetwork::RoadNetwork() = default;
RoadNetwork::RoadNetwork(const RoadNetwork&) = default;
RoadNetwork::RoadNetwork(RoadNetwork&&) noexcept = default;
RoadNetwork& RoadNetwork::operator=(const RoadNetwork&) = default;
RoadNetwork& RoadNetwork::operator=(RoadNetwork&&) noexcept = default;
RoadNetwork::~RoadNetwork() = default;

const ArcColumn* RoadNetwork::column(std::string_view name) const {
    for (const ArcColumn& column : columns) {
        if (column.name == name) return &column;
    }
    return nullptr;
}

const TextColumn* RoadNetwork::text(std::string_view name) const {
    for (const TextColumn& column : texts) {
        if (column.name() == name) return &column;
    }
    return nullptr;
}

std::size_t count_no_through(const RoadNetwork& network) {
    return network.no_through.size() -
           static_cast<std::size_t>(std::ranges::count(network.no_through, NoThrough::passable));
}

std::string why_order_misfits(const RoadNetwork& network, std::span<const NodeIndex> order) {
    const auto blocked = count_no_through(network);
    const auto misfit = [&](const std::string& found) {
        return format("an elimination order must contain each of the {} passable nodes once; {}",
                      network.node_count() - blocked, found);
    };
    std::vector<std::uint8_t> named(network.node_count(), 0);
    for (const NodeIndex node : order) {
        if (node >= network.node_count()) return misfit(format("found a node of index {}", node));
        if (network.is_no_through(node) || named[node]) {
            return misfit(
                format("node {} {}", network.node_ids.text(node), named[node] ? "occurs twice" : "is not passable"));
        }
        named[node] = 1;
    }
    return order.size() + blocked == network.node_count() ? "" : misfit(format("found {}", order.size()));
}

// ---- numbers that add up along a road

namespace {

// Returns the words of a name in lower case: "free_flow_time" has three.
std::vector<std::string> words_of(std::string_view name) {
    std::vector<std::string> words(1);
    for (const char c : name) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (letter) {
            words.back() += static_cast<char>(c | 0x20);
        } else {
            words.emplace_back();
        }
    }
    return words;
}

}  // namespace

bool is_additive(const ArcColumn& column) {
    constexpr std::array<std::string_view, 15> sums{"length", "len",      "leng",   "distance", "dist",
                                                    "time",   "duration", "hours",  "minutes",  "seconds",
                                                    "cost",   "toll",     "weight", "ascent",   "descent"};
    constexpr std::array<std::string_view, 3> sizes{"width", "height", "depth"};
    constexpr std::array<std::string_view, 14> units{"ms", "s", "min", "h",  "hour", "mm", "cm",
                                                     "dm", "m", "km",  "ft", "yd",   "mi", "nmi"};
    constexpr std::array<std::string_view, 6> limits{"max", "maximum", "min", "minimum", "limit", "allowed"};
    const std::vector<std::string> words = words_of(column.name);
    const auto has_one_of = [&](const auto& known) {
        return std::ranges::any_of(words,
                                   [&](const auto& word) { return std::ranges::find(known, word) != known.end(); });
    };
    if (has_one_of(limits)) return false;
    if (has_one_of(sums)) return true;
    return std::ranges::find(units, column.unit) != units.end() && !has_one_of(sizes);
}

}  // namespace allways
