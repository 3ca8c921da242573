// SPDX-License-Identifier: Apache-2.0
#include "routes/headings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "allways/points/snapped_points.h"
#include "allways/routes/route.h"

namespace allways::tools {

// ---- arcs that lead into a node

std::span<const ArcIndex> IncomingArcs::into(NodeIndex node) const {
    std::call_once(made_, [this] {
        by_head_ = build_adjacency(arcs_.first_out.size() - 1, std::span<const NodeIndex>(arcs_.head));
    });
    return by_head_.out_arcs(node);
}

NodeIndex IncomingArcs::tail(ArcIndex arc) const {
    const auto after = std::upper_bound(arcs_.first_out.begin(), arcs_.first_out.end(), std::uint64_t{arc});
    return static_cast<NodeIndex>(after - arcs_.first_out.begin() - 1);
}

// ---- headings

namespace {

constexpr double metres_of_a_heading = 10;  // shorter bends at a junction say little about a road's direction
constexpr double metres_of_a_point = 0.01;  // two points this close have no direction
constexpr double metres_of_a_parting = 80;  // up to here branches are compared by their angle
constexpr double metres_of_a_course = 640;  // up to here by their distance: exits part slowly
constexpr double one_line_of = 3;           // ways within this angle look like one line on a map
constexpr double metres_of_drawing = 1;     // a smaller distance may be a slip of the pen
constexpr double course_up_to = 60;         // degrees; a sharper bend at a node is a turn into another road
constexpr std::size_t legs_of_a_course = 64;
constexpr double degree = 180 / std::numbers::pi;

}  // namespace

double turn_between(double before, double after) {
    const double turn = after - before;
    return turn - 360 * std::round(turn / 360);
}

std::optional<double> side_angle(double arriving, Coordinate away) {
    constexpr double metres_beside_a_road = 3;
    constexpr double ahead = 30;
    if (std::hypot(away.x, away.y) < metres_beside_a_road) return std::nullopt;
    const double turn = turn_between(arriving, std::atan2(away.x, away.y) * degree);
    if (std::abs(turn) < ahead || std::abs(turn) > 180 - ahead) return std::nullopt;
    return turn;
}

const char* compass_text(double bearing) {
    constexpr std::array<const char*, 8> names{"north", "north-east", "east", "south-east",
                                               "south", "south-west", "west", "north-west"};
    return names[static_cast<std::size_t>(std::lround(bearing / 45)) % names.size()];
}

Headings::Headings(const PathSource& source)
    : source_(source),
      incoming_(source.arcs()),
      kept_count_(2 * source.arcs().size()),
      kept_(std::make_unique<std::atomic<double>[]>(kept_count_)) {
    if (source.crs().empty()) return;
    system_.emplace(source.crs());
    degrees_ = system_->is_geographic();
}

Headings::Line Headings::line(const PathLeg& leg) const {
    if (source_.coordinates().empty()) return {};
    if (!is_finite(source_.coordinates()[leg.from]) || !is_finite(source_.coordinates()[leg.to])) return {};
    return line_of(source_, leg);
}

Headings::Line Headings::line_back(const PathLeg& leg) const {
    Line back = line(leg);
    std::ranges::reverse(back);
    return back;
}

Coordinate Headings::step(Coordinate from, Coordinate to) const {
    constexpr double metres_of_a_degree = 111'195;
    const double unit = degrees_ ? metres_of_a_degree : system_ ? system_->metres_per_unit() : 1;
    const double narrowing = degrees_ ? std::cos(from.y / degree) : 1;
    const double east = degrees_ ? std::remainder(to.x - from.x, 360) : to.x - from.x;  // across the antimeridian
    return {east * narrowing * unit, (to.y - from.y) * unit};
}

// Bearing to the first point far enough away; in an unknown system, to the first different point.
std::optional<double> Headings::bearing(const Line& line, double metres) const {
    Coordinate way{0, 0};
    double walked = 0;
    for (std::size_t at = 1; at < line.size() && walked < (system_ ? metres : 1e-300); ++at) {
        const Coordinate piece = step(line[at - 1], line[at]);
        const double length = std::hypot(piece.x, piece.y);
        if (length == 0) continue;
        const double share = system_ ? std::min(1.0, (metres - walked) / length) : 1;
        way = {way.x + share * piece.x, way.y + share * piece.y};
        walked += length;
    }
    if (way.x == 0 && way.y == 0) return std::nullopt;
    const double angle = std::atan2(way.x, way.y) * degree;
    return angle < 0 ? angle + 360 : angle;
}

template <class Find>
std::optional<double> Headings::kept(std::uint64_t at, const Find& find) const {
    if (at >= kept_count_) return find();
    double value = kept_[at].load(std::memory_order_relaxed);
    if (value == 0 && !std::signbit(value)) {
        const std::optional<double> found = find();
        value = found ? *found : std::numeric_limits<double>::quiet_NaN();
        if (value == 0) value = -0.0;
        kept_[at].store(value, std::memory_order_relaxed);
    }
    if (std::isnan(value)) return std::nullopt;
    return value == 0 ? 0 : value;
}

std::optional<double> Headings::leaving(const PathLeg& leg) const {
    return kept(2 * leg.arc, [&] { return bearing(line(leg), metres_of_a_heading); });
}

std::optional<double> Headings::arriving(const PathLeg& leg) const {
    return kept(2 * leg.arc + 1, [&]() -> std::optional<double> {
        const auto angle = bearing(line_back(leg), metres_of_a_heading);
        if (!angle) return std::nullopt;
        return *angle < 180 ? *angle + 180 : *angle - 180;
    });
}

std::optional<double> Headings::away(const PathLeg& leg) const {
    return bearing(line(leg), metres_of_a_point);
}

std::optional<double> Headings::away_back(const PathLeg& leg) const {
    return bearing(line_back(leg), metres_of_a_point);
}

std::optional<double> Headings::turn(const PathLeg& before, const PathLeg& after) const {
    const auto in = arriving(before);
    const auto out = leaving(after);
    if (!in || !out) return std::nullopt;
    return turn_between(*in, *out);
}

std::optional<PathLeg> Headings::straight_on(const PathLeg& leg, bool back) const {
    const TableArcs& arcs = source_.arcs();
    std::optional<PathLeg> next;
    double least = course_up_to;
    const auto consider = [&](const PathLeg& way) {
        const bool leads_back = back ? way.from == leg.to : way.to == leg.from;
        if (way.from == way.to || leads_back) return;
        const auto angle = back ? turn(way, leg) : turn(leg, way);
        if (!angle || std::abs(*angle) >= least) return;
        next = way;
        least = std::abs(*angle);
    };
    if (back) {
        for (const ArcIndex arc : incoming_.into(leg.from)) consider({incoming_.tail(arc), leg.from, arc, 0});
    } else {
        for (std::uint64_t arc = arcs.first_out[leg.to]; arc < arcs.first_out[leg.to + 1]; ++arc) {
            consider({leg.to, arcs.head[arc], arc, 0});
        }
    }
    return next;
}

Headings::Line Headings::course(PathLeg leg, bool back) const {
    Line all = back ? line_back(leg) : line(leg);
    for (std::size_t legs = 1; legs < legs_of_a_course && length(all) < metres_of_a_course; ++legs) {
        const auto next = straight_on(leg, back);
        if (!next) break;
        leg = *next;
        const Line more = back ? line_back(leg) : line(leg);
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

std::optional<double> Headings::apart(const Line& one, const Line& other) const {
    const double common = system_ ? std::min(length(one), length(other)) : metres_of_a_heading;
    for (double metres = metres_of_a_heading;; metres *= 2) {
        const double walked = std::min(metres, common);
        const auto from = bearing(one, walked);
        const auto to = bearing(other, walked);
        if (!from || !to) return std::nullopt;
        const double angle = turn_between(*from, *to);
        const double least = std::max(one_line_of * std::min(1.0, metres_of_a_parting / walked),
                                      system_ ? metres_of_drawing / walked * degree : 0);
        if (std::abs(angle) >= least) return angle;
        if (metres >= std::min(common, metres_of_a_course)) return std::nullopt;
    }
}

std::optional<double> Headings::apart(const PathLeg& one, const PathLeg& other, bool back) const {
    const auto near = back ? apart(line_back(one), line_back(other)) : apart(line(one), line(other));
    return near || !system_ ? near : apart(course(one, back), course(other, back));
}

std::optional<double> Headings::apart(const PathLeg& one, const PathLeg& other) const {
    return apart(one, other, false);
}

std::optional<double> Headings::apart_before(const PathLeg& one, const PathLeg& other) const {
    const auto angle = apart(one, other, true);
    if (!angle) return std::nullopt;
    return -*angle;  // looking back, left is right
}

double Headings::length(const Line& line) const {
    double sum = 0;
    for (std::size_t at = 1; at < line.size(); ++at) {
        const Coordinate piece = step(line[at - 1], line[at]);
        sum += std::hypot(piece.x, piece.y);
    }
    return sum;
}

std::optional<double> Headings::length(std::span<const PathLeg> legs) const {
    if (!system_) return std::nullopt;
    double sum = 0;
    for (const PathLeg& leg : legs) {
        const auto points = line(leg);
        if (points.empty()) return std::nullopt;
        sum += length(points);
    }
    return sum;
}

std::optional<double> Headings::side(const Stop& stop, const PathLeg& last) const {
    const auto in = arriving(last);
    if (!in || !system_ || !stop.asked || !stop.asked->in_metres) return std::nullopt;
    return side_angle(*in, step(source_.coordinates()[stop.node], system_->from_lon_lat(stop.asked->position)));
}

}  // namespace allways::tools
