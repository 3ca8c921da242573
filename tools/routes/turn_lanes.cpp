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

// The arrows of all lanes by angle, each once. U-turns are no road ahead.
std::vector<double> arrows_of(const std::vector<std::string_view>& lanes) {
    std::set<double> angles;
    for (const std::string_view lane : lanes) {
        for (const std::string_view tag : parts_of(lane, ';')) {
            const Indication* one = find(tag);
            if (one != nullptr && one->word != "uturn") angles.insert(one->angle);
        }
    }
    return {angles.begin(), angles.end()};
}

constexpr double no_arrow = 180;

// The arrow for the road: if there are as many arrows as roads, in order from left to right, else the nearest one;
// no_arrow if none is near.
double arrow_for(const std::vector<double>& arrows, const Junction& roads, const JunctionRoad& out) {
    constexpr double near = 67.5;
    std::vector<double> ways;
    for (const JunctionRoad& road : roads) {
        if (road.enterable) ways.push_back(road.angle);
    }
    if (arrows.size() == ways.size()) {
        return arrows[static_cast<std::size_t>(std::ranges::find(ways, out.angle) - ways.begin())];
    }
    const auto apart = [&](double arrow) { return std::abs(arrow - out.angle); };
    const auto nearest = std::ranges::min_element(arrows, {}, apart);
    return nearest == arrows.end() || apart(*nearest) > near ? no_arrow : *nearest;
}

}  // namespace

std::vector<TurnLane> turn_lanes(std::string_view text, const Junction& roads, const JunctionRoad& out) {
    const auto enterable = std::ranges::count_if(roads, [](const JunctionRoad& road) { return road.enterable; });
    if (text.empty() || !out.enterable) return {};
    const auto texts = parts_of(text, '|');
    const double arrow = arrow_for(arrows_of(texts), roads, out);
    std::vector<TurnLane> lanes;
    for (const std::string_view lane : texts) {
        TurnLane& one = lanes.emplace_back();
        for (const std::string_view tag : parts_of(lane, ';')) {
            const Indication* indication = find(tag);
            if (indication == nullptr && !tag.empty() && tag != "none") continue;  // no known arrow
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
