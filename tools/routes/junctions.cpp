// SPDX-License-Identifier: Apache-2.0
#include "routes/junctions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>

#include "base/text.h"
#include "routes/phrases.h"

namespace allways::tools {

namespace {

constexpr double back_along_from = 179;  // degrees between the two directions of one road

}  // namespace

Junctions::Junctions(const PathSource& source, const RoadFacts& facts, const Headings& headings)
    : source_(source), facts_(facts), headings_(headings), kinds_(source.arcs().text("facility_type")) {
    if (kinds_ == nullptr) return;
    for (const std::string& kind : kinds_->texts()) ranks_.push_back(road_rank(kind));
}

RoadRank Junctions::rank(const PathLeg& leg) const {
    if (kinds_ == nullptr || leg.arc >= kinds_->size()) return {};
    const std::uint32_t kind = kinds_->indexes()[leg.arc];
    return kind < ranks_.size() ? ranks_[kind] : RoadRank{};
}

bool Junctions::is_usable(std::uint64_t arc) const {
    return std::visit([&](const auto& cost) { return is_reachable(cost[arc]); }, source_.arcs().cost);
}

bool Junctions::is_same_line(std::uint64_t arc, std::uint64_t other) const {
    const ArcShapes& shapes = source_.arcs().shapes;
    return shapes.empty() || shapes.shape(static_cast<ArcIndex>(arc)) == shapes.shape(static_cast<ArcIndex>(other));
}

void Junctions::read_restrictions() const {
    const TurnRules& turns = source_.arcs().turns;
    for (std::size_t rule = 0; rule < turns.size(); ++rule) {
        const auto arcs = turns.sequence(rule);
        if (arcs.size() == 2) restrictions_.emplace(arcs[0], std::pair(arcs[1], turns.kinds[rule]));
    }
}

bool Junctions::may_turn(std::uint64_t from, std::uint64_t to) const {
    std::call_once(restrictions_read_, [this] { read_restrictions(); });
    const auto [first, last] = restrictions_.equal_range(static_cast<ArcIndex>(from));
    bool is_mandatory = false;
    for (auto rule = first; rule != last; ++rule) {
        const auto [next, kind] = rule->second;
        if (kind == TurnRules::Kind::forbidden) {
            if (next == to) return false;
        } else {
            if (next == to) return true;
            is_mandatory = true;
        }
    }
    return !is_mandatory;
}

bool Junctions::is_way_back(const PathLeg& before, const PathLeg& way) const {
    if (way.to != before.from || way.arc == before.arc) return false;
    if (is_same_line(way.arc, before.arc)) return true;
    const auto angle = headings_.turn(before, way);  // the pieces of a road that a stop divides have lines of their own
    return !angle || std::abs(*angle) >= back_along_from;
}

bool Junctions::is_cut_by(const JunctionRoad& road, const PathLeg& before, const PathLeg* after) const {
    const PathLeg& leg = road.leg;
    const auto is_section = [&](const PathLeg& used, bool arrives) {
        const IdTable& ids = source_.arcs().arc_ids;
        const auto id = [&](std::uint64_t arc) { return ids.text(static_cast<std::uint32_t>(arc)); };
        if (id(leg.arc) != id(used.arc)) return false;
        const auto one = road.leads_out ? headings_.away(leg) : headings_.away_back({leg.to, leg.from, leg.arc, 0});
        const auto other = arrives ? headings_.away_back(used) : headings_.away(used);
        return one && other && std::abs(turn_between(*one, *other)) < 180 - back_along_from;
    };
    if (source_.is_point(before.from) && leg.to != before.from && is_section(before, true)) return true;
    if (after == nullptr || leg.to == after->to || leg.to == before.from) return false;
    return source_.is_point(leg.to) || (source_.is_point(after->to) && is_section(*after, false));
}

Junction Junctions::at_end_of(const PathLeg& before, const PathLeg* after) const {
    Junction roads;
    const TableArcs& arcs = source_.arcs();
    const NodeIndex node = before.to;
    const auto arrived = headings_.arriving(before);
    roads.reserve(arcs.first_out[node + 1] - arcs.first_out[node] + incoming().into(node).size());
    const auto add = [&](const PathLeg& leg, std::optional<double> bearing, bool leads_out) {
        if (!bearing || !arrived) return;
        JunctionRoad& road = roads.emplace_back();
        road.leg = leg;
        road.bearing = *bearing;
        road.angle = turn_between(*arrived, *bearing);
        road.is_back = leads_out ? is_way_back(before, leg) : leg.to == before.from && leg.arc == before.arc;
        road.leads_out = leads_out;
        road.enterable = leads_out && !road.is_back && may_turn(before.arc, leg.arc);
        road.is_ring = facts_.is_roundabout(leg.arc);
        road.rank = rank(leg);
    };
    for (std::uint64_t arc = arcs.first_out[node]; arc < arcs.first_out[node + 1]; ++arc) {
        const PathLeg leg{node, arcs.head[arc], arc, 0};
        if (is_usable(arc)) add(leg, headings_.leaving(leg), true);
    }
    const std::size_t out_count = roads.size();
    for (const ArcIndex arc : incoming().into(node)) {
        const NodeIndex tail = incoming().tail(arc);
        const auto is_other_direction = [&](const JunctionRoad& road) {
            return road.leg.to == tail && road.leg.arc != arc && is_same_line(road.leg.arc, arc);
        };
        // The end of a loop for one direction is shown only to those who come out of it.
        if ((tail == node && arc != before.arc) || !is_usable(arc)) continue;
        if (std::any_of(roads.begin(), roads.begin() + static_cast<std::ptrdiff_t>(out_count), is_other_direction)) {
            continue;
        }
        const auto bearing = headings_.arriving({tail, node, arc, 0});
        add({node, tail, arc, 0}, bearing ? std::optional(*bearing < 180 ? *bearing + 180 : *bearing - 180) : bearing,
            false);
    }
    std::erase_if(roads, [&](const JunctionRoad& road) { return is_cut_by(road, before, after); });
    std::ranges::sort(roads, [](const JunctionRoad& a, const JunctionRoad& b) {
        return std::pair(!a.is_back, a.angle) < std::pair(!b.is_back, b.angle);
    });
    return roads;
}

// ---- lanes before a junction, and those that lead along a way through it

namespace {

struct Indication {
    std::string_view tag;
    std::string_view word;  // OSRM's
    double angle;           // of a road that the arrow points to
};

// In the order in which OSRM lists the words of a lane.
constexpr std::array<Indication, 10> arrow_words{{{"through", "straight", 0},
                                                  {"merge_to_left", "straight", 0},
                                                  {"merge_to_right", "straight", 0},
                                                  {"sharp_left", "sharp left", -135},
                                                  {"left", "left", -90},
                                                  {"slight_left", "slight left", -45},
                                                  {"slight_right", "slight right", 45},
                                                  {"right", "right", 90},
                                                  {"sharp_right", "sharp right", 135},
                                                  {"reverse", "uturn", -180}}};

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
        for (const std::string_view tag : split(lane, ';')) {
            const Indication* one = find(tag);
            if (one != nullptr && one->word != "uturn") angles.insert(one->angle);
            if (is_plain(tag)) angles.insert(0);
        }
    }
    return {angles.begin(), angles.end()};
}

constexpr double no_arrow = 180;
constexpr double near = 67.5;  // from a road to an arrow that may be its own

// Pairs ways and arrows, both in their order, so that the angles differ least in all; a way or an arrow that stays
// alone counts as if it differed by 47 degrees. Returns the arrow of each way, or no_arrow.
std::vector<double> in_order(const std::vector<double>& ways, const std::vector<double>& arrows) {
    constexpr double alone = 47;  // an exit may be straight below an arrow to the side
    const std::size_t n = ways.size();
    const std::size_t m = arrows.size();
    std::vector<double> best((n + 1) * (m + 1), 0);  // the least sum of differences from way i and arrow j on
    const auto least = [&](std::size_t i, std::size_t j) -> double& { return best[i * (m + 1) + j]; };
    const auto paired = [&](std::size_t i, std::size_t j) {
        return std::abs(ways[i] - arrows[j]) + least(i + 1, j + 1);
    };
    for (std::size_t i = n + 1; i-- > 0;) {
        for (std::size_t j = m + 1; j-- > 0;) {
            if (i == n || j == m) {
                least(i, j) = alone * static_cast<double>(n - i + m - j);
            } else {
                least(i, j) = std::min({paired(i, j), alone + least(i + 1, j), alone + least(i, j + 1)});
            }
        }
    }
    std::vector<double> found(n, no_arrow);
    for (std::size_t i = 0, j = 0; i < n && j < m;) {
        if (least(i, j) == paired(i, j)) {
            found[i++] = arrows[j++];
        } else {
            least(i, j) == alone + least(i + 1, j) ? ++i : ++j;
        }
    }
    return found;
}

// The arrow for the road, in order from left to right. A road that gets none has the nearest arrow, unless lanes
// without an arrow lead there; no_arrow if none is near.
double arrow_for(const std::vector<std::string_view>& lanes, const Junction& roads, const JunctionRoad& out) {
    const std::vector<double> arrows = arrows_of(lanes);
    std::vector<double> ways;
    for (const JunctionRoad& road : roads) {
        if (road.enterable) ways.push_back(road.angle);
    }
    const auto apart = [&](double arrow) { return std::abs(arrow - out.angle); };
    const double own =
        in_order(ways, arrows)[static_cast<std::size_t>(std::ranges::find(ways, out.angle) - ways.begin())];
    if (own != no_arrow && (arrows.size() == ways.size() || apart(own) <= near)) return own;
    const auto nearest = std::ranges::min_element(arrows, {}, apart);
    const bool has_plain = std::ranges::any_of(lanes, is_plain);
    return has_plain || nearest == arrows.end() || apart(*nearest) > near ? no_arrow : *nearest;
}

// The road leads aside, and another one leads straight on.
bool turns_off(const Junction& roads, const JunctionRoad& out) {
    return out.deviation() >= straight_up_to && std::ranges::any_of(roads, [](const JunctionRoad& road) {
               return road.enterable && road.deviation() < straight_up_to;
           });
}

// Leaves valid only the valid lane that is farthest to the left, or to the right.
void keep_outermost(std::vector<TurnLane>& lanes, bool left) {
    const auto keep_first = [](auto first, auto end) {
        const auto kept = std::find_if(first, end, [](const TurnLane& lane) { return lane.valid; });
        for (; first != end; ++first) first->valid = first == kept;
    };
    left ? keep_first(lanes.begin(), lanes.end()) : keep_first(lanes.rbegin(), lanes.rend());
}

}  // namespace

bool turn_elsewhere(std::string_view text, const Junction& roads) {
    const auto has_road = [&](double arrow) {
        return arrow == 0 || std::ranges::any_of(roads, [&](const JunctionRoad& road) {
                   return road.enterable && road.deviation() >= straight_up_to && std::abs(road.angle - arrow) <= near;
               });
    };
    return !std::ranges::all_of(arrows_of(split(text, '|')), has_road);
}

std::vector<TurnLane> turn_lanes(std::string_view text, const Junction& roads, const JunctionRoad& out) {
    const auto enterable = std::ranges::count_if(roads, [](const JunctionRoad& road) { return road.enterable; });
    if (text.empty() || !out.enterable) return {};
    const auto texts = split(text, '|');
    const double arrow = arrow_for(texts, roads, out);
    std::vector<TurnLane> lanes;
    for (const std::string_view lane : texts) {
        TurnLane& one = lanes.emplace_back();
        const auto tags = split(lane, ';');
        // Lanes without an arrow lead straight on, and where no arrow points.
        if (std::ranges::any_of(tags, is_plain)) {
            one.indications.push_back("none");
            one.valid = arrow == no_arrow || arrow == 0;
        }
        for (const Indication& indication : arrow_words) {
            if (std::ranges::find(tags, indication.tag) == tags.end()) continue;
            if (one.indications.empty() || one.indications.back() != indication.word) {
                one.indications.push_back(indication.word);
            }
            one.valid = one.valid || indication.angle == arrow;
        }
        if (one.indications.empty()) one.indications.push_back("none");
    }
    if (arrow == no_arrow && turns_off(roads, out)) keep_outermost(lanes, out.angle < 0);
    const auto leading = std::ranges::count_if(lanes, &TurnLane::valid);
    const bool all_turn = leading == std::ssize(lanes) && arrow != no_arrow && arrow != 0;
    return leading > 0 && (enterable > 1 || all_turn) ? lanes : std::vector<TurnLane>();
}

// ---- roundabouts

namespace {

constexpr double metres_of_a_rotary = 15;    // the radius from which a ring is a place; OSRM's limit
constexpr std::size_t legs_of_a_ring = 200;  // a longer ring is no roundabout

// Degrees from one bearing clockwise to another, 0 … 360.
double clockwise_between(double from, double to) {
    const double turn = turn_between(from, to);
    return turn < 0 ? turn + 360 : turn;
}

}  // namespace

std::size_t Roundabouts::exit(std::span<const PathLeg> legs, std::size_t first, std::size_t end) const {
    const auto ring = legs.subspan(first, end - first);
    if (std::ranges::any_of(ring, [&](const PathLeg& leg) { return facts_.is_reversed(leg); })) return 0;
    std::size_t count = first > 0 && leads_out_at_entry(legs[first - 1], ring[0]) ? 1 : 0;
    for (const PathLeg& leg : ring.first(ring.size() - 1)) count += leads_out(leg) ? 1 : 0;
    return count + 1;
}

std::size_t Roundabouts::last_exit(const PathLeg& in_ring) const {
    const auto legs = ring(in_ring);
    return static_cast<std::size_t>(std::ranges::count_if(legs, [&](const PathLeg& leg) { return leads_out(leg); }));
}

bool Roundabouts::runs_left(const PathLeg& in_ring) const {
    const auto legs = ring(in_ring);
    double sum = 0;
    for (std::size_t at = 0; at < legs.size(); ++at) {
        const auto out = headings_.leaving(legs[at]);
        const auto in = headings_.arriving(legs[at]);
        if (out && in) sum += turn_between(*out, *in);
        sum += headings_.turn(legs[at], legs[(at + 1) % legs.size()]).value_or(0);
    }
    return sum < 0;
}

bool Roundabouts::is_minor_leg(const PathLeg& leg) const {
    return is_minor(road_class(facts_.kind(leg)));
}

// Service roads beside the entry count, as in OSRM; driveways and the like do not.
bool Roundabouts::is_exit_at_entry(std::uint64_t arc, const PathLeg& in_ring, NodeIndex node) const {
    const PathLeg way{node, source_.arcs().head[arc], arc, 0};
    constexpr std::array<std::string_view, 4> yards{"driveway", "parking_aisle", "drive-through", "emergency_access"};
    const bool is_road = facts_.kind(way) == "service" && std::ranges::find(yards, facts_.service(way)) == yards.end();
    return is_exit(arc, in_ring, node) ||
           (is_road && junctions_.is_usable(arc) && way.to != node && !facts_.is_roundabout(arc));
}

bool Roundabouts::is_exit(std::uint64_t arc, const PathLeg& in_ring, NodeIndex node) const {
    const TableArcs& arcs = source_.arcs();
    const bool usable = std::visit([&](const auto& cost) { return is_reachable(cost[arc]); }, arcs.cost);
    return usable && arcs.head[arc] != node && !facts_.is_roundabout(arc) &&
           (is_minor_leg(in_ring) || !is_minor_leg({node, arcs.head[arc], arc, 0}));
}

bool Roundabouts::leads_out(const PathLeg& in_ring) const {
    const TableArcs& arcs = source_.arcs();
    const NodeIndex node = in_ring.to;
    for (std::uint64_t arc = arcs.first_out[node]; arc < arcs.first_out[node + 1]; ++arc) {
        if (is_exit(arc, in_ring, node)) return true;
    }
    return false;
}

// Round the node of the entry, the roads outside the ring lie between the ring's next leg and its previous one. Exits
// nearer to the next leg than the entry are passed; the others come last.
bool Roundabouts::leads_out_at_entry(const PathLeg& entry, const PathLeg& next) const {
    const TableArcs& arcs = source_.arcs();
    const auto legs = ring(next);
    if (legs.empty()) return false;
    const auto ahead = headings_.leaving(next);
    const auto from_behind = headings_.arriving(legs.back());
    const auto from_entry = headings_.arriving(entry);
    if (!ahead || !from_behind || !from_entry) return false;
    const double to_entry = *from_entry + 180;
    const bool clockwise = clockwise_between(*ahead, to_entry) < clockwise_between(*ahead, *from_behind + 180);
    const auto past_ring = [&](double bearing) {
        return clockwise ? clockwise_between(*ahead, bearing) : clockwise_between(bearing, *ahead);
    };
    for (std::uint64_t arc = arcs.first_out[next.from]; arc < arcs.first_out[next.from + 1]; ++arc) {
        const PathLeg way{next.from, arcs.head[arc], arc, 0};
        if (!is_exit_at_entry(arc, next, next.from) || way.to == entry.from) continue;
        const auto out = headings_.leaving(way);
        if (out && past_ring(*out) < past_ring(to_entry)) return true;
    }
    return false;
}

std::vector<PathLeg> Roundabouts::ring(const PathLeg& in_ring) const {
    const TableArcs& arcs = source_.arcs();
    std::vector<PathLeg> legs{in_ring};
    while (legs.back().to != in_ring.from) {
        const NodeIndex node = legs.back().to;
        std::uint64_t next = arcs.first_out[node];
        while (next < arcs.first_out[node + 1] &&
               (!facts_.is_roundabout(next) || arcs.head[next] == legs.back().from)) {
            ++next;
        }
        if (next == arcs.first_out[node + 1] || legs.size() == legs_of_a_ring) return {};
        legs.push_back({node, arcs.head[next], next, 0});
    }
    return legs;
}

bool Roundabouts::meets_road_named(const std::vector<PathLeg>& ring, std::string_view name) const {
    const TableArcs& arcs = source_.arcs();
    for (const PathLeg& leg : ring) {
        for (std::uint64_t arc = arcs.first_out[leg.from]; arc < arcs.first_out[leg.from + 1]; ++arc) {
            const PathLeg way{leg.from, arcs.head[arc], arc, 0};
            if (!facts_.is_roundabout(arc) && facts_.name(way) == name) return true;
        }
    }
    return false;
}

std::string Roundabouts::rotary(const PathLeg& in_ring) const {
    const auto legs = ring(in_ring);
    const auto length = headings_.length(legs);
    if (legs.empty() || !length) return "";
    std::string_view name;
    for (const PathLeg& leg : legs) {
        const std::string_view one = facts_.name(leg);
        if (one.empty() || one == name) continue;
        if (!name.empty()) return "";
        name = one;
    }
    if (name.empty()) return "";
    if (facts_.is_circular(in_ring)) return std::string(name);
    const bool is_large = *length > 2 * std::numbers::pi * metres_of_a_rotary;
    return is_large && !meets_road_named(legs, name) ? std::string(name) : "";
}

bool Roundabouts::is_junction(const PathLeg& in_ring) const {
    const auto legs = ring(in_ring);
    const auto length = headings_.length(legs);
    if (legs.empty() || !length || facts_.is_circular(in_ring) || !rotary(in_ring).empty()) return false;
    if (*length >= 2 * std::numbers::pi * metres_of_a_rotary) return false;
    std::vector<double> arms;
    std::size_t nodes = 0;
    for (const PathLeg& leg : legs) {
        const Junction roads = junctions_.at_end_of(leg);
        if (roads.size() > 3) return false;
        const auto arm = std::ranges::find_if(roads, [](const JunctionRoad& road) { return !road.is_ring; });
        if (arm == roads.end()) continue;
        arms.push_back(arm->bearing);
        ++nodes;
    }
    if (nodes == 0 || nodes > 4) return false;
    std::ranges::sort(arms);
    for (std::size_t at = 0; at < arms.size() && arms.size() > 1; ++at) {
        if (std::abs(turn_between(arms[at], arms[(at + 1) % arms.size()])) <= narrow_turn) return false;
    }
    return true;
}

}  // namespace allways::tools
