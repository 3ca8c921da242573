// SPDX-License-Identifier: Apache-2.0
// Ways → sections between network nodes → arcs with length, speed, time, texts and shapes.
//
//     way 7:  a ── b ── c ── d      b and d are network nodes: other ways use them, or a way ends there.
//                                   c is geometry only. The sections are a─b and b─c─d.
#include "osm/build_network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "allways/base/error.h"
#include "allways/network/no_through.h"
#include "libraries/reference_system.h"
#include "network/edit/inner_nodes.h"
#include "osm/objects/tag_values.h"
#include "osm/turns/turn_sequences.h"
#include "text/rounded_decimal.h"

namespace allways::importers::osm {

namespace {

constexpr int length_digits = 3;         // millimetres
constexpr int speed_digits = 6;          // a mile is 1.609344 km
constexpr int average_speed_digits = 2;  // for ferries, from length and duration
constexpr int time_digits = 3;           // milliseconds

// Two or more consecutive nodes of a way, all of them in the file.
struct Run {
    std::size_t way;
    std::size_t first;  // into Lines::nodes
    std::size_t count;
};

struct Lines {
    std::vector<std::uint32_t> nodes;
    std::vector<Run> runs;
    std::span<const AreaLine> across = {};  // areas
};

Lines cut_at_missing(const Ways& ways, const Nodes& nodes, Counts& counts) {
    Lines lines;
    for (std::size_t way = 0; way < ways.ways.size(); ++way) {
        const std::size_t runs_before = lines.runs.size();
        std::size_t first = lines.nodes.size();
        const auto end_run = [&] {
            const std::size_t count = lines.nodes.size() - first;
            if (count >= 2) {
                lines.runs.push_back({way, first, count});
            } else {
                lines.nodes.resize(first);
            }
            first = lines.nodes.size();
        };
        for (const std::int64_t ref : ways.refs_of(ways.ways[way])) {
            const std::uint32_t node = nodes.index(ref);
            if (nodes.state(node) != Nodes::State::missing) {
                lines.nodes.push_back(node);
                continue;
            }
            ++counts.missing_node_references;
            end_run();
        }
        end_run();
        counts.short_ways += lines.runs.size() == runs_before;
    }
    return lines;
}

// Returns the network's index of each node, or no_node for unused nodes and those that are only geometry.
std::vector<NodeIndex> number_nodes(const Ways& ways, const Lines& lines, const Nodes& nodes, bool turn_round,
                                    RoadNetwork& network, Counts& counts) {
    constexpr std::uint8_t is_node = 2;  // number of uses that make a network node
    std::vector<std::uint8_t> uses(nodes.size(), 0);
    for (const Run& run : lines.runs) {
        const std::span line(lines.nodes.data() + run.first, run.count);
        const WayRules& rules = ways.ways[run.way].rules;
        const bool is_zone = (!rules.forward.open || rules.forward.destination_only) &&
                             (!rules.backward.open || rules.backward.destination_only);
        for (const std::uint32_t node : line) {
            const Nodes::State state = nodes.state(node);
            const bool splits = state == Nodes::State::closed ||
                                (state == Nodes::State::destination_only && !is_zone) ||
                                nodes.turning(node) == Nodes::Turning::place;
            uses[node] = splits ? is_node : std::min<std::uint8_t>(uses[node] + 1, is_node);
        }
        uses[line.front()] = uses[line.back()] = is_node;
    }
    for (const AreaLine& line : lines.across) uses[line.from] = uses[line.to] = is_node;
    std::vector<NodeIndex> index(nodes.size(), no_node);
    std::vector<std::int64_t> ids;
    for (std::uint32_t node = 0; node < nodes.size(); ++node) {
        if (uses[node] < is_node) continue;
        const bool closed = nodes.state(node) == Nodes::State::closed;
        index[node] = static_cast<NodeIndex>(ids.size());
        ids.push_back(nodes.id(node));
        network.coordinates.push_back(nodes.position(node));
        network.no_through.push_back(closed ? NoThrough::barrier : NoThrough::passable);
        if (!turn_round) network.turns.may_turn_round.push_back(nodes.turning(node) != Nodes::Turning::no);
        counts.closed_barriers += closed;
    }
    if (counts.closed_barriers == 0) network.no_through.clear();
    network.node_ids = IdTable(std::move(ids));
    return index;
}

struct Part {
    NodeIndex tail = no_node;
    NodeIndex head = no_node;
    ArcShapes::ShapeIndex shape = ArcShapes::no_shape;
    double length_m = 0;
    SecondsBothWays inside;         // prices of nodes
    std::vector<std::int64_t> ids;  // ids of the points, from tail to head
};

// Numbers of exits by node of the network, ascending.
using Exits = std::vector<std::pair<NodeIndex, std::string_view>>;

Exits exits_of(const Nodes& nodes, const std::vector<NodeIndex>& index) {
    Exits exits;
    for (std::uint32_t node = 0; nodes.has_exits() && node < nodes.size(); ++node) {
        if (index[node] != no_node && !nodes.exit(node).empty()) exits.emplace_back(index[node], nodes.exit(node));
    }
    return exits;
}

class Builder {
public:
    Builder(const Ways& ways, Exits exits, RoadNetwork& network)
        : ways_(ways), exits_(std::move(exits)), network_(network) {
        network_.columns = {{"length", "m", {}, 1}, {"free_speed", "km/h", {}, std::nullopt}, {"time", "s", {}, 3}};
        for (const auto kind : always) network_.texts.emplace_back(std::string(WayTexts::column_name(kind)));
        network_.texts.emplace_back("osm_way_id");
        network_.texts.emplace_back("osm_nodes");
        for (const auto kind : if_any) {
            if (!ways_.texts.has(kind) && !(kind == WayTexts::exit && !exits_.empty())) continue;
            further_.push_back(kind);
            network_.texts.emplace_back(std::string(WayTexts::column_name(kind)));
        }
    }

    // Ways must be added by ascending index.
    void add_way(std::size_t index, const std::vector<Part>& parts) {
        first_arc_.resize(index + 1, static_cast<ArcIndex>(network_.arc_count()));
        add_parts(ways_.ways[index], parts);
    }

    // Called after all ways.
    void add_line(const Area& area, const Part& part) {
        end_ways();
        add_parts(area.way, {&part, 1});
    }

    std::uint64_t arcs_with_node_prices() const { return arcs_with_node_prices_; }

    // Returns the first arc of each way, and the end of the last way's arcs.
    std::vector<ArcIndex> finish() {
        end_ways();
        network_.arc_ids = IdTable(std::move(ids_));
        // No arc may have the text of a way that is too short.
        std::erase_if(network_.texts, [](const TextColumn& column) {
            const auto is_this = [&](WayTexts::Kind kind) { return column.name() == WayTexts::column_name(kind); };
            return column.distinct_count() == 1 && std::ranges::any_of(if_any, is_this);
        });
        network_.provenance.crs = "EPSG:4326";
        auto& zones = network_.turns.destination_only;
        if (std::ranges::find(zones, 1) == zones.end()) zones = {};
        return std::move(first_arc_);
    }

private:
    static constexpr std::array always{WayTexts::name, WayTexts::ref, WayTexts::facility_type, WayTexts::junction};
    // Columns only if any arc has such a text, after osm_way_id and osm_nodes.
    static constexpr std::array if_any{WayTexts::toll,        WayTexts::service,         WayTexts::tunnel,
                                       WayTexts::destination, WayTexts::destination_ref, WayTexts::exit,
                                       WayTexts::turn_lanes};

    struct Travel {
        Decimal speed_kmh;
        double time_s;
    };

    void end_ways() { first_arc_.resize(ways_.ways.size() + 1, static_cast<ArcIndex>(network_.arc_count())); }

    void add_parts(const Way& way, std::span<const Part> parts) {
        double way_length_m = 0;
        for (const Part& part : parts) way_length_m += part.length_m;
        const bool both = way.rules.forward.open && way.rules.backward.open;
        for (const Part& part : parts) {
            ++part_id_;
            const double share =
                way_length_m > 0 ? part.length_m / way_length_m : 1.0 / static_cast<double>(parts.size());
            const auto travel = [&](const Direction& direction) {
                const double duration_s = direction.duration_s.value_or(0);
                const double average_kmh = duration_s > 0 ? way_length_m / duration_s * 3.6 : 0;
                // A speed above any limit is a mistake, such as a duration in hours stated in minutes.
                if (duration_s > 0 && average_kmh <= highest_kmh) {
                    return Travel{rounded(average_kmh, average_speed_digits), share * duration_s};
                }
                return Travel{rounded(direction.speed_kmh, speed_digits), part.length_m / direction.speed_kmh * 3.6};
            };
            std::vector<std::int64_t> ids = part.ids;
            if (!way.rules.forward.open) std::ranges::reverse(ids);
            const std::string nodes = network::text_of_inner_nodes(ids);
            for (const bool backward : {false, true}) {
                const Direction& direction = backward ? way.rules.backward : way.rules.forward;
                if (!direction.open) continue;
                Travel travelled = travel(direction);
                const double inside_s = backward ? part.inside.backward : part.inside.forward;
                travelled.time_s += inside_s;
                arcs_with_node_prices_ += inside_s > 0;
                add_arc(way, part, travelled, nodes, backward, backward && both);
                network_.turns.destination_only.push_back(direction.destination_only);
            }
        }
    }

    void add_arc(const Way& way, const Part& part, const Travel& travel, const std::string& nodes, bool backward,
                 bool reversed) {
        if (network_.arc_count() + 1 >= no_arc) {
            throw CapacityError("the network has more arcs than 32-bit indexes allow; cut out a region",
                                network_.arc_count() + 1, no_arc - 1);
        }
        network_.tail.push_back(backward ? part.head : part.tail);
        network_.head.push_back(backward ? part.tail : part.head);
        network_.reversed.push_back(reversed ? 1 : 0);
        network_.shapes.add_arc(part.shape, backward);
        ids_.push_back(part_id_);

        network_.columns[0].values.push_back(rounded(part.length_m, length_digits));
        network_.columns[1].values.push_back(travel.speed_kmh);
        network_.columns[2].values.push_back(rounded(travel.time_s, time_digits));
        auto column = network_.texts.begin();
        for (const auto kind : always) (column++)->add(ways_.texts.text(kind, way.text));
        (column++)->add(std::to_string(way.id));
        (column++)->add(nodes);
        for (const auto kind : further_) {
            (column++)->add(kind == WayTexts::exit ? exit_of(way) : ways_.texts.text(kind, way.text, backward));
        }
    }

    // The number of the exit that the last arc takes: its own, or that of the junction where it begins.
    std::string_view exit_of(const Way& way) const {
        const std::string_view own = ways_.texts.text(WayTexts::exit, way.text);
        if (!own.empty() || !ways_.texts.text(WayTexts::facility_type, way.text).ends_with("_link")) return own;
        const NodeIndex node = network_.tail.back();
        const auto found = std::ranges::lower_bound(exits_, node, {}, &Exits::value_type::first);
        return found != exits_.end() && found->first == node ? found->second : std::string_view();
    }

    const Ways& ways_;
    Exits exits_;
    RoadNetwork& network_;
    std::vector<std::int64_t> ids_;
    std::vector<ArcIndex> first_arc_;  // by way, up to the last one added
    std::int64_t part_id_ = 0;
    std::uint64_t arcs_with_node_prices_ = 0;
    std::vector<WayTexts::Kind> further_;  // those of `if_any` that any way has
};

// Marks the roads at gates for destinations only, before the builder finishes. If all roads but one are marked, nothing
// needs to be done: every path through the gate enters or leaves a destination zone.
void mark_gates(const Nodes& nodes, const std::vector<NodeIndex>& index, RoadNetwork& network, Counts& counts) {
    auto& zones = network.turns.destination_only;
    std::vector<std::uint32_t> open_roads(network.node_count(), 0);
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        const bool counted = network.reversed[arc] && !zones[arc - 1];  // its other direction precedes it
        if (zones[arc] || counted || network.tail[arc] == network.head[arc]) continue;
        ++open_roads[network.tail[arc]];
        ++open_roads[network.head[arc]];
    }
    std::vector<std::uint8_t> is_gate(network.node_count(), 0);
    for (std::uint32_t node = 0; node < nodes.size(); ++node) {
        if (index[node] == no_node || nodes.state(node) != Nodes::State::destination_only) continue;
        is_gate[index[node]] = open_roads[index[node]] > 1;
        counts.destination_only_nodes += is_gate[index[node]];
    }
    if (counts.destination_only_nodes == 0) return;
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        zones[arc] |= is_gate[network.tail[arc]] | is_gate[network.head[arc]];
    }
}

// A node with a price, at a point inside a section.
struct PricedPoint {
    std::size_t point;
    const NodePrice* price;
};

SecondsBothWays sum_inside(const std::vector<PricedPoint>& priced, std::span<const Coordinate> points, double length_m,
                           const Way& way, const ReferenceSystem& system) {
    SecondsBothWays sum;
    if (way.rules.ferry) return sum;  // the time of a ferry is that of the timetable
    const bool both_ways = way.rules.forward.open && way.rules.backward.open;
    for (const auto& [point, price] : priced) {
        const double from_start_m = system.length_m(points.first(point + 1));
        const SecondsBothWays seconds = seconds_inside(*price, from_start_m, length_m, both_ways);
        sum.forward += seconds.forward;
        sum.backward += seconds.backward;
    }
    return sum;
}

}  // namespace

RoadNetwork build_network(const Ways& ways, const Nodes& nodes, std::span<const AreaLine> lines_across, bool turn_round,
                          Counts& counts) {
    RoadNetwork network;
    Lines lines = cut_at_missing(ways, nodes, counts);
    lines.across = lines_across;
    const std::vector<NodeIndex> index = number_nodes(ways, lines, nodes, turn_round, network, counts);
    const ReferenceSystem wgs84("EPSG:4326");
    Builder builder(ways, exits_of(nodes, index), network);
    std::vector<Coordinate> points;
    std::vector<PricedPoint> priced;
    std::vector<std::int64_t> ids;  // ids of the points
    std::vector<Part> parts;        // sections of one way: a ferry's duration is divided among all of them
    for (std::size_t run = 0; run < lines.runs.size(); ++run) {
        const std::size_t way = lines.runs[run].way;
        const std::span line(lines.nodes.data() + lines.runs[run].first, lines.runs[run].count);
        Part part;
        for (const std::uint32_t node : line) {
            const Coordinate position = nodes.position(node);
            points.push_back(position);
            ids.push_back(nodes.id(node));
            if (index[node] == no_node) {
                const NodePrice* price = nodes.has_prices() ? nodes.price(node) : nullptr;
                if (price != nullptr) priced.push_back({points.size() - 1, price});
                continue;
            }
            part.head = index[node];
            if (points.size() > 1) {
                part.shape = network.shapes.add_shape(points);
                part.length_m = wgs84.length_m(points);
                part.inside = sum_inside(priced, points, part.length_m, ways.ways[way], wgs84);
                part.ids = ids;
                priced.clear();
                parts.push_back(part);
            }
            part.tail = part.head;
            points.assign(1, position);
            ids.assign(1, nodes.id(node));
        }
        points.clear();
        ids.clear();
        if (run + 1 < lines.runs.size() && lines.runs[run + 1].way == way) continue;
        builder.add_way(way, parts);
        parts.clear();
    }
    for (const AreaLine& line : lines_across) {
        const std::array ends{nodes.position(line.from), nodes.position(line.to)};
        Part part{index[line.from], index[line.to], network.shapes.add_shape(ends), wgs84.length_m(ends), {}, {}};
        builder.add_line(ways.areas[line.area], part);
    }
    mark_gates(nodes, index, network, counts);
    counts.arcs_with_node_prices = builder.arcs_with_node_prices();
    counts.turns = apply_turn_relations(ways, builder.finish(), network);
    return network;
}

}  // namespace allways::importers::osm
