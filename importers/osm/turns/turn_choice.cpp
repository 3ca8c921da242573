// SPDX-License-Identifier: Apache-2.0
// Names of turns and angles → pairs of arcs.
#include "osm/turns/turn_choice.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <span>

#include "osm/objects/tag_values.h"

namespace allways::importers::osm {

namespace {

constexpr double degrees_per_radian = 180 / std::numbers::pi;
constexpr double not_a_turn = std::numeric_limits<double>::quiet_NaN();

// Returns an angle above -180 to 180.
double turned(double degrees) {
    const double angle = std::remainder(degrees, 360);
    return angle == -180 ? 180 : angle;
}

// Returns the angle of the turn that a value names, in degrees counterclockwise.
std::optional<double> angle_of_name(std::string_view value) {
    if (value.ends_with("_left_turn")) return 90;
    if (value.ends_with("_right_turn")) return -90;
    if (value.ends_with("_straight_on")) return 0;
    if (value.ends_with("_u_turn")) return 180;
    return std::nullopt;
}

bool is_way_back(const RoadNetwork& network, const TurnCandidate& candidate) {
    const ArcShapes& shapes = network.shapes;
    return shapes.shape(candidate.from) == shapes.shape(candidate.to) &&
           shapes.is_backward(candidate.from) != shapes.is_backward(candidate.to);
}

}  // namespace

std::vector<TurnCandidate> TurnChoice::choose(const std::vector<TurnCandidate>& all, std::string_view value,
                                              bool one_each) {
    std::vector<double> wanted;
    for (const std::string_view name : values_of(value)) {
        if (const auto angle = angle_of_name(name)) wanted.push_back(*angle);
    }
    const bool round = std::ranges::find(wanted, 180.0) != wanted.end();
    std::vector<TurnCandidate> candidates;
    for (const TurnCandidate& candidate : all) {
        if (round || !is_way_back(*network_, candidate)) candidates.push_back(candidate);
    }
    if (candidates.size() == 1) return candidates;
    std::ranges::stable_sort(candidates, {}, &TurnCandidate::from);
    std::vector<TurnCandidate> chosen;
    for (auto begin = candidates.begin(); begin != candidates.end();) {
        const auto end = std::find_if(begin, candidates.end(), [&](const auto& c) { return c.from != begin->from; });
        const std::span of_one(begin, end);
        begin = end;
        if (wanted.empty()) {
            if (one_each && of_one.size() > 1) return {};
            chosen.insert(chosen.end(), of_one.begin(), of_one.end());
            continue;
        }
        for (const double angle_wanted : wanted) {
            const auto deviation = [&](const TurnCandidate& candidate) {
                if (is_way_back(*network_, candidate)) return angle_wanted == 180 ? -1.0 : 360.0;
                const double off = std::abs(turned(angle(candidate) - angle_wanted));
                return std::isnan(off) ? 360.0 : off;
            };
            const TurnCandidate best = *std::ranges::min_element(of_one, {}, deviation);
            if (deviation(best) < 90) chosen.push_back(best);
        }
    }
    return chosen;
}

double TurnChoice::angle(const TurnCandidate& candidate) {
    return turned(heading(candidate.to, false) - heading(candidate.from, true));
}

double TurnChoice::heading(ArcIndex arc, bool at_end) {
    const auto [found, is_new] = headings_.try_emplace(std::uint64_t{arc} * 2 + (at_end ? 1 : 0), not_a_turn);
    if (!is_new) return found->second;
    // Goes along the shape from the end that touches the turn to the first point at another position.
    const std::span points = network_->shapes.shape_points(network_->shapes.shape(arc));
    const bool from_last = at_end != network_->shapes.is_backward(arc);
    const Coordinate near = from_last ? points.back() : points.front();
    for (std::size_t i = 1; i < points.size(); ++i) {
        const Coordinate far = points[from_last ? points.size() - 1 - i : i];
        if (far == near) continue;
        const double away = std::atan2(far.y - near.y, turned(far.x - near.x) * std::cos(near.y / degrees_per_radian)) *
                            degrees_per_radian;
        return found->second = at_end ? turned(away + 180) : away;
    }
    return not_a_turn;
}

}  // namespace allways::importers::osm
