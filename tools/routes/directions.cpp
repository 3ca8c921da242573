#include "routes/directions.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "allways/base/format.h"
#include "reference_system.h"
#include "routes/line.h"
#include "routes/route_formats.h"

namespace allways::tools {

namespace {

// The angle from one direction to the next in degrees, -180 … 180; left is positive.
double turn_between(double before, double after) {
    const double turn = after - before;
    return turn - 360 * std::round(turn / 360);
}

// Headings of legs in degrees against the x axis, counterclockwise.
class Headings {
public:
    explicit Headings(const RouteSource& source)
        : source_(source), degrees_(!source.crs().empty() && ReferenceSystem(source.crs()).is_geographic()) {}

    // From the end of one leg to the start of the next; nothing where there is no line.
    std::optional<double> turn(const PathLeg& before, const PathLeg& after) const {
        if (source_.coordinates().empty()) return std::nullopt;
        auto arriving = line_of(source_, before);
        std::ranges::reverse(arriving);
        const auto back = first_heading(arriving);
        const auto onward = first_heading(line_of(source_, after));
        if (!back || !onward) return std::nullopt;
        return turn_between(*back + 180, *onward);
    }

private:
    // Of the first piece that has a length.
    std::optional<double> first_heading(const std::vector<Coordinate>& line) const {
        for (std::size_t at = 1; at < line.size(); ++at) {
            const double narrowing = degrees_ ? std::cos(line[0].y * std::numbers::pi / 180) : 1;
            const double dx = (line[at].x - line[0].x) * narrowing;
            const double dy = line[at].y - line[0].y;
            if (dx != 0 || dy != 0) return std::atan2(dy, dx) * 180 / std::numbers::pi;
        }
        return std::nullopt;
    }

    const RouteSource& source_;
    bool degrees_;
};

constexpr double straight = 20;  // degrees to either side
constexpr double slight = 50;
constexpr double sharp = 120;
constexpr double around = 165;

std::string turn_text(std::optional<double> turn) {
    if (!turn) return "continue onto";
    const double angle = std::abs(*turn);
    const char* side = *turn > 0 ? "left" : "right";
    if (angle < straight) return "straight onto";
    if (angle < slight) return format("slight {} onto", side);
    if (angle < sharp) return format("turn {} onto", side);
    if (angle < around) return format("sharp {} onto", side);
    return "U-turn onto";
}

class Directions {
public:
    Directions(const RouteSource& source, const RoadFacts& facts, const Route& route)
        : source_(source), facts_(facts), route_(route), headings_(source) {}

    std::vector<Instruction> make() {
        for (std::size_t part = 0; part < route_.parts.size(); ++part) {
            const RoutePart& legs = route_.parts[part];
            const std::size_t end = legs.first_leg + legs.leg_count;
            for (std::size_t at = legs.first_leg; at < end;) at = add_road(at, end, at == legs.first_leg);
            const bool last = part + 1 == route_.parts.size();
            all_.push_back({(last ? "arrive at " : "pass ") + stop_text(source_, route_.stops[part + 1]), end, 0});
        }
        return std::move(all_);
    }

private:
    const PathLeg& leg(std::size_t at) const { return route_.legs[at]; }

    // One instruction from leg `at` on; the first leg after it.
    std::size_t add_road(std::size_t at, std::size_t end, bool first_of_part) {
        std::size_t exit = at;
        while (exit < end && facts_.is_roundabout(leg(exit))) ++exit;
        if (exit > at) {
            if (exit == end) return add(at == 0 ? "start in the roundabout" : "enter the roundabout", at, end);
            return add(roundabout_text(at, exit), at, end_of_road(exit, end));
        }
        return add(way_in(at, first_of_part), at, end_of_road(at, end));
    }

    std::size_t add(std::string text, std::size_t first, std::size_t end) {
        all_.push_back({std::move(text), first, end - first});
        return end;
    }

    // Two roads without a name may be one or two: a turn tells.
    bool is_same_road(std::size_t before, std::size_t after) const {
        if (facts_.is_roundabout(leg(after)) || facts_.road(leg(before)) != facts_.road(leg(after)) ||
            facts_.is_ferry(leg(before)) != facts_.is_ferry(leg(after))) {
            return false;
        }
        const auto turn = headings_.turn(leg(before), leg(after));
        return !turn || std::abs(*turn) < (facts_.is_unnamed(leg(after)) ? slight : around);
    }

    std::size_t end_of_road(std::size_t at, std::size_t end) const {
        std::size_t next = at + 1;
        while (next < end && is_same_road(next - 1, next)) ++next;
        return next;
    }

    std::string way_in(std::size_t at, bool first_of_part) const {
        const std::string road = facts_.road(leg(at));
        if (facts_.is_ferry(leg(at))) return "take the ferry" + (facts_.is_unnamed(leg(at)) ? "" : " " + road);
        if (at == 0) return "start on " + road;
        if (first_of_part && is_same_road(at - 1, at)) return "continue on " + road;
        return turn_text(headings_.turn(leg(at - 1), leg(at))) + " " + road;
    }

    std::string roundabout_text(std::size_t at, std::size_t exit) const {
        const std::string road = facts_.road(leg(exit));
        if (at == 0) return "leave the roundabout onto " + road;
        bool counts = true;  // who goes round against the others sees other exits
        std::size_t exits = 0;
        for (std::size_t round = at; round < exit; ++round) {
            counts = counts && !facts_.is_reversed(leg(round));
            exits += leads_out(leg(round).to) ? 1 : 0;
        }
        if (!counts) return "through the roundabout onto " + road;
        return format("at the roundabout take exit {} onto {}", exits, road);
    }

    bool leads_out(NodeIndex node) const {
        const TableArcs& arcs = source_.arcs();
        for (std::uint64_t arc = arcs.first_out[node]; arc < arcs.first_out[node + 1]; ++arc) {
            const bool usable = std::visit([&](const auto& cost) { return is_reachable(cost[arc]); }, arcs.cost);
            if (usable && arcs.head[arc] != node && !facts_.is_roundabout(arc)) return true;
        }
        return false;
    }

    const RouteSource& source_;
    const RoadFacts& facts_;
    const Route& route_;
    Headings headings_;
    std::vector<Instruction> all_;
};

}  // namespace

std::vector<Instruction> directions(const RouteSource& source, const RoadFacts& facts, const Route& route) {
    return Directions(source, facts, route).make();
}

}  // namespace allways::tools
