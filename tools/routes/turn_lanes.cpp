// SPDX-License-Identifier: Apache-2.0
#include "routes/turn_lanes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace allways::tools {

namespace {

struct Indication {
    std::string_view tag;
    std::string_view word;  // OSRM's
    double angle;           // of a road that the arrow points to
};

constexpr std::array<Indication, 10> arrow_words{{{"reverse", "uturn", -180},
                                                  {"sharp_left", "sharp left", -135},
                                                  {"left", "left", -90},
                                                  {"slight_left", "slight left", -45},
                                                  {"through", "straight", 0},
                                                  {"merge_to_left", "straight", 0},
                                                  {"merge_to_right", "straight", 0},
                                                  {"slight_right", "slight right", 45},
                                                  {"right", "right", 90},
                                                  {"sharp_right", "sharp right", 135}}};

std::vector<std::string_view> parts_of(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

const Indication* find(std::string_view tag) {
    const auto* found = std::ranges::find(arrow_words, tag, &Indication::tag);
    return found == arrow_words.end() ? nullptr : found;
}

bool is_plain(std::string_view tag) {
    return tag.empty() || tag == "none";
}

// The arrows of all lanes by angle, each once; a lane without one leads straight on. U-turns are no road ahead.
std::vector<double> arrows_of(const std::vector<std::string_view>& lanes) {
    std::set<double> angles;
    for (const std::string_view lane : lanes) {
        for (const std::string_view tag : parts_of(lane, ';')) {
            const Indication* one = find(tag);
            if (one != nullptr && one->word != "uturn") angles.insert(one->angle);
            if (is_plain(tag)) angles.insert(0);
        }
    }
    return {angles.begin(), angles.end()};
}

constexpr double no_arrow = 180;

// Each of the shorter list gets one of the longer list, both in their order, so that the angles differ least in all.
// Returns the arrow of each way, or no_arrow.
std::vector<double> in_order(const std::vector<double>& ways, const std::vector<double>& arrows) {
    const std::size_t n = ways.size();
    const std::size_t m = arrows.size();
    std::vector<double> best((n + 1) * (m + 1), 0);  // the least sum of differences from way i and arrow j on
    const auto least = [&](std::size_t i, std::size_t j) -> double& { return best[i * (m + 1) + j]; };
    const auto paired = [&](std::size_t i, std::size_t j) {
        return std::abs(ways[i] - arrows[j]) + least(i + 1, j + 1);
    };
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t j = m; j-- > 0;) {
            least(i, j) = paired(i, j);
            if (n - i > m - j) least(i, j) = std::min(least(i, j), least(i + 1, j));
            if (n - i < m - j) least(i, j) = std::min(least(i, j), least(i, j + 1));
        }
    }
    std::vector<double> found(n, no_arrow);
    for (std::size_t i = 0, j = 0; i < n && j < m;) {
        if (least(i, j) == paired(i, j)) {
            found[i++] = arrows[j++];
        } else {
            n - i > m - j ? ++i : ++j;
        }
    }
    return found;
}

// The arrow for the road, in order from left to right. A road that gets none has the nearest arrow, unless lanes
// without an arrow lead there; no_arrow if none is near.
double arrow_for(const std::vector<std::string_view>& lanes, const Junction& roads, const JunctionRoad& out) {
    constexpr double near = 67.5;
    const std::vector<double> arrows = arrows_of(lanes);
    std::vector<double> ways;
    for (const JunctionRoad& road : roads) {
        if (road.enterable) ways.push_back(road.angle);
    }
    const auto apart = [&](double arrow) { return std::abs(arrow - out.angle); };
    const double own =
        in_order(ways, arrows)[static_cast<std::size_t>(std::ranges::find(ways, out.angle) - ways.begin())];
    if (arrows.size() == ways.size() || (own != no_arrow && apart(own) <= near)) return own;
    const auto nearest = std::ranges::min_element(arrows, {}, apart);
    const bool has_plain = std::ranges::any_of(lanes, is_plain);
    return has_plain || nearest == arrows.end() || apart(*nearest) > near ? no_arrow : *nearest;
}

}  // namespace

std::vector<TurnLane> turn_lanes(std::string_view text, const Junction& roads, const JunctionRoad& out) {
    const auto enterable = std::ranges::count_if(roads, [](const JunctionRoad& road) { return road.enterable; });
    if (text.empty() || !out.enterable) return {};
    const auto texts = parts_of(text, '|');
    const double arrow = arrow_for(texts, roads, out);
    std::vector<TurnLane> lanes;
    for (const std::string_view lane : texts) {
        TurnLane& one = lanes.emplace_back();
        for (const std::string_view tag : parts_of(lane, ';')) {
            const Indication* indication = find(tag);
            if (indication == nullptr && !is_plain(tag)) continue;  // no known arrow
            const std::string_view word = indication == nullptr ? "none" : indication->word;
            if (std::ranges::find(one.indications, word) == one.indications.end()) one.indications.push_back(word);
            // Lanes without an arrow lead straight on, and where no arrow points.
            const bool leads = indication == nullptr ? arrow == no_arrow || arrow == 0 : indication->angle == arrow;
            one.valid = one.valid || leads;
        }
        if (one.indications.empty()) one.indications.push_back("none");
    }
    const auto leading = std::ranges::count_if(lanes, &TurnLane::valid);
    const bool all_turn = leading == std::ssize(lanes) && arrow != no_arrow && arrow != 0;
    return leading > 0 && (enterable > 1 || all_turn) ? lanes : std::vector<TurnLane>();
}

}  // namespace allways::tools
