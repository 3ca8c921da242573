// SPDX-License-Identifier: Apache-2.0
// Ways → sections between network nodes → arcs.
//
//     way 7:  a ── b ── c ── d      b and d are network nodes: other ways use them, or a way ends there.
//                                   c is geometry only. The sections are a─b and b─c─d.
#include "osm/osm.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/ids.h"
#include "base/threads/parallel.h"
#include "libraries/reference_system.h"
#include "network/edit/inner_nodes.h"
#include "osm/objects/tag_values.h"
#include "osm/turns/turns.h"
#include "text/rounded_decimal.h"

namespace allways::importers::osm {

namespace {

// Consecutive nodes of a way, all of them in the file; or a line across an area.
struct RoadSection {
    std::uint32_t way = 0;    // into Ways::ways, and behind them into Ways::areas
    std::uint32_t count = 0;  // of nodes, at least 2
    std::size_t first = 0;    // into the nodes of all sections
};

constexpr int length_digits = 3;         // millimetres
constexpr int speed_digits = 6;          // a mile is 1.609344 km
constexpr int average_speed_digits = 2;  // for ferries, from length and duration
constexpr int time_digits = 3;           // milliseconds

constexpr std::array always{WayTexts::name, WayTexts::ref, WayTexts::facility_type, WayTexts::junction};
// Columns only if any arc has such a text, after osm_way_id and osm_nodes.
constexpr std::array if_any{WayTexts::toll,        WayTexts::service,         WayTexts::tunnel, WayTexts::structure,
                            WayTexts::destination, WayTexts::destination_ref, WayTexts::exit,   WayTexts::turn_lanes};

double travel_time_s(double length_m, const Direction& direction) {
    return length_m / direction.speed_kmh * 3.6;
}

// Returns true if length and times are rounded to the same digits, whatever the error.
bool is_exact_enough(const ReferenceSystem::Estimate& estimate, const WayRules& rules) {
    const auto is_sure = [&](const auto& number, double steps) {
        return std::llround(number(estimate.length_m - estimate.error_m) * steps) ==
               std::llround(number(estimate.length_m + estimate.error_m) * steps);
    };
    const auto has_sure_time = [&](const Direction& direction) {
        return !direction.open || is_sure([&](double length_m) { return travel_time_s(length_m, direction); }, 1000);
    };
    return is_sure([](double length_m) { return length_m; }, 1000) && has_sure_time(rules.forward) &&
           has_sure_time(rules.backward);
}

class NetworkBuilder {
public:
    NetworkBuilder(const Ways& ways, const Nodes& nodes, std::span<const AreaLine> lines_across, Counts& counts)
        : ways_(ways), nodes_(nodes), lines_across_(lines_across), counts_(counts) {}

    RoadNetwork build(bool turn_round) && {
        network_.provenance.crs = "EPSG:4326";
        cut_at_missing();
        number_nodes(turn_round);
        split_runs();
        const std::vector<ArcIndex> first_arcs = add_arcs();
        count_hasty();
        mark_gates();
        auto& zones = network_.turns.destination_only;
        if (std::ranges::find(zones, 1) == zones.end()) zones = {};
        apply_turn_relations(ways_, first_arcs, network_, counts_);
        return std::move(network_);
    }

private:
    // ---- ways → sections

    // Two or more consecutive nodes of a way, all of them in the file, are a run.
    void cut_at_missing() {
        for (std::uint32_t way = 0; way < ways_.ways.size(); ++way) {
            const std::size_t runs_before = sections_.size();
            const std::uint64_t missing_before = counts_.missing_node_references;
            std::size_t first = section_nodes_.size();
            const auto end_run = [&] {
                const std::size_t count = section_nodes_.size() - first;
                if (count >= 2) {
                    sections_.push_back({way, static_cast<std::uint32_t>(count), first});
                } else {
                    section_nodes_.resize(first);
                }
                first = section_nodes_.size();
            };
            const Way& source = ways_.ways[way];
            for (const std::uint32_t node : nodes_.of_refs().subspan(source.first_ref, source.ref_count)) {
                if (nodes_.state(node) != Nodes::State::missing) {
                    section_nodes_.push_back(node);
                    continue;
                }
                ++counts_.missing_node_references;
                end_run();
            }
            end_run();
            counts_.short_ways += sections_.size() == runs_before;
            counts_.cut_ways += counts_.missing_node_references > missing_before;
        }
        for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
            counts_.missing_nodes += nodes_.state(node) == Nodes::State::missing;
        }
    }

    // Finds the nodes that are nodes of the network.
    void number_nodes(bool turn_round) {
        constexpr std::uint8_t is_node = 2;  // number of uses that make a network node
        std::vector<std::uint8_t> uses(nodes_.size(), 0);
        for (const RoadSection& run : sections_) {
            const std::span line = nodes_of(run);
            const WayRules& rules = *ways_.ways[run.way].rules;
            const bool is_zone = (!rules.forward.open || rules.forward.destination_only) &&
                                 (!rules.backward.open || rules.backward.destination_only);
            for (const std::uint32_t node : line) {
                const Nodes::State state = nodes_.state(node);
                const bool splits = state == Nodes::State::closed ||
                                    (state == Nodes::State::destination_only && !is_zone) ||
                                    nodes_.turning(node) == Nodes::Turning::place;
                uses[node] = splits ? is_node : std::min<std::uint8_t>(uses[node] + 1, is_node);
            }
            uses[line.front()] = uses[line.back()] = is_node;
        }
        for (const AreaLine& line : lines_across_) uses[line.from] = uses[line.to] = is_node;
        index_.assign(nodes_.size(), no_node);
        std::vector<std::int64_t> ids;
        for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
            if (uses[node] < is_node) continue;
            const bool closed = nodes_.state(node) == Nodes::State::closed;
            index_[node] = static_cast<NodeIndex>(ids.size());
            ids.push_back(nodes_.id(node));
            network_.coordinates.push_back(nodes_.position(node));
            network_.no_through.push_back(closed ? NoThrough::barrier : NoThrough::passable);
            if (!turn_round) network_.turns.may_turn_round.push_back(nodes_.turning(node) != Nodes::Turning::no);
            counts_.closed_barriers += closed;
        }
        if (counts_.closed_barriers == 0) network_.no_through.clear();
        network_.node_ids = IdTable(std::move(ids));
    }

    // Splits runs where nodes of the network are; a node between two sections is in both. Adds the lines across areas.
    void split_runs() {
        std::vector<RoadSection> sections;
        for (const RoadSection& run : sections_) {
            std::size_t first = run.first;
            for (std::size_t at = first + 1; at < run.first + run.count; ++at) {
                if (index_[section_nodes_[at]] == no_node) continue;
                sections.push_back({run.way, static_cast<std::uint32_t>(at + 1 - first), first});
                first = at;
            }
        }
        for (const AreaLine& line : lines_across_) {
            sections.push_back({static_cast<std::uint32_t>(ways_.ways.size() + line.area), 2, section_nodes_.size()});
            section_nodes_.insert(section_nodes_.end(), {line.from, line.to});
        }
        sections_ = std::move(sections);
    }

    // ---- sections → arcs

    // Adds the arcs and their columns, texts, shapes and marks for destinations only; arcs by section, forward first.
    // Sizes are found first, so that arrays have their final size, and each text column and each block of sections is
    // the work of one thread. Returns the first arc of each way, and the end of the last one's.
    std::vector<ArcIndex> add_arcs() {
        std::vector<ArcIndex> first_arcs = number_arcs();
        make_room();
        std::vector<std::function<void()>> tasks = text_tasks();
        constexpr std::size_t block = 4096;
        for (std::size_t begin = 0; begin < count(); begin += block) {
            tasks.emplace_back([this, begin] {
                for (std::size_t i = begin; i < std::min(begin + block, count()); ++i) fill(i);
            });
        }
        parallel_for(tasks.size(), [&](std::size_t i) { tasks[i](); });
        network_.shapes =
            ArcShapes(std::move(first_points_), std::move(points_), std::move(arc_shapes_), std::move(backward_));
        network_.arc_ids = IdTable(std::move(arc_ids_));
        // No arc may have the text of a way that is too short.
        std::erase_if(network_.texts, [](const TextColumn& column) {
            const auto is_this = [&](WayTexts::Kind kind) { return column.name() == WayTexts::column_name(kind); };
            return column.distinct_count() == 1 && std::ranges::any_of(if_any, is_this);
        });
        counts_.arcs_with_node_prices = arcs_with_node_prices_;
        return first_arcs;
    }

    // Counts the durations of ferries that would mean a speed above any limit.
    void count_hasty() const {
        for (std::size_t i = 0; i < count(); ++i) {
            const bool is_first = i == 0 || section(i).way != section(i - 1).way;
            const Way& way = way_of(section(i));
            const double duration_s =
                way.rules->forward.duration_s.value_or(way.rules->backward.duration_s.value_or(0));
            if (!is_first || duration_s == 0) continue;
            const double kmh = whole_way(i).first / duration_s * 3.6;
            if (kmh <= highest_kmh) continue;
            counts_.unread["duration"].add(format("way {}: {} min would be {:.0f} km/h", way.id, duration_s / 60, kmh));
        }
    }

    std::size_t count() const { return sections_.size(); }
    const RoadSection& section(std::size_t i) const { return sections_[i]; }
    std::span<const std::uint32_t> nodes_of(const RoadSection& section) const {
        return std::span(section_nodes_).subspan(section.first, section.count);
    }
    const Way& way_of(const RoadSection& section) const {
        const std::size_t count = ways_.ways.size();
        return section.way < count ? ways_.ways[section.way] : ways_.areas[section.way - count].way;
    }
    NodeIndex tail(const RoadSection& section) const { return index_[nodes_of(section).front()]; }
    NodeIndex head(const RoadSection& section) const { return index_[nodes_of(section).back()]; }

    // Returns the first arc of each way, and the end of the last one's.
    std::vector<ArcIndex> number_arcs() {
        std::vector<ArcIndex> first_arcs;
        std::size_t arcs = 0;
        std::uint64_t points = 0;
        for (const RoadSection& section : sections_) {
            const WayRules& rules = *way_of(section).rules;
            first_arcs.resize(std::min<std::size_t>(section.way, ways_.ways.size()) + 1, static_cast<ArcIndex>(arcs));
            first_arcs_.push_back(static_cast<ArcIndex>(arcs));
            first_points_.push_back(points);
            arcs += std::size_t{rules.forward.open} + std::size_t{rules.backward.open};
            points += section.count;
        }
        if (arcs >= no_arc) {
            throw CapacityError("the network has more arcs than 32-bit indexes allow; cut out a region", arcs,
                                no_arc - 1);
        }
        first_arcs.resize(ways_.ways.size() + 1, static_cast<ArcIndex>(arcs));
        first_arcs_.push_back(static_cast<ArcIndex>(arcs));
        first_points_.push_back(points);
        return first_arcs;
    }

    void make_room() {
        const std::size_t arcs = first_arcs_.back();
        points_.resize(first_points_.back());
        network_.columns = {{"length", "m", {}, 1}, {"free_speed", "km/h", {}, std::nullopt}, {"time", "s", {}, 3}};
        for (ArcColumn& column : network_.columns) column.values.resize(arcs);
        network_.tail.resize(arcs);
        network_.head.resize(arcs);
        network_.reversed.resize(arcs);
        network_.turns.destination_only.resize(arcs);
        arc_ids_.resize(arcs);
        arc_shapes_.resize(arcs);
        backward_.resize(arcs);
    }

    // Fills the arcs of a section but for texts.
    void fill(std::size_t i) {
        const RoadSection& section = this->section(i);
        const WayRules& rules = *way_of(section).rules;
        const std::span points(points_.data() + first_points_[i], section.count);
        std::ranges::transform(nodes_of(section), points.begin(),
                               [&](std::uint32_t node) { return nodes_.position(node); });
        const bool has_prices = nodes_.has_prices() && !rules.ferry && has_priced_node(section);
        const bool has_duration = rules.forward.duration_s || rules.backward.duration_s;
        auto length = wgs84_.estimate_length(points);
        if (has_prices || has_duration || !is_exact_enough(length, rules)) length = {wgs84_.length_m(points), 0};
        const std::array<double, 2> inside_s =
            has_prices ? sum_inside(section, points, length.length_m) : std::array<double, 2>{};
        ArcIndex arc = first_arcs_[i];
        for (const bool backward : {false, true}) {
            const Direction& direction = backward ? rules.backward : rules.forward;
            if (!direction.open) continue;
            const auto [speed_kmh, time_s] = travel_along(i, direction, length.length_m);
            arcs_with_node_prices_ += inside_s[backward] > 0;
            network_.tail[arc] = backward ? head(section) : tail(section);
            network_.head[arc] = backward ? tail(section) : head(section);
            network_.reversed[arc] = backward && rules.forward.open;
            network_.turns.destination_only[arc] = direction.destination_only;
            network_.columns[0].values[arc] = rounded(length.length_m, length_digits);
            network_.columns[1].values[arc] = speed_kmh;
            network_.columns[2].values[arc] = rounded(time_s + inside_s[backward], time_digits);
            arc_ids_[arc] = static_cast<std::int64_t>(i) + 1;
            arc_shapes_[arc] = static_cast<ArcShapes::ShapeIndex>(i);
            backward_[arc] = backward;
            ++arc;
        }
    }

    // Returns the speed in km/h, and the seconds.
    std::pair<Decimal, double> travel_along(std::size_t i, const Direction& direction, double length_m) const {
        const double duration_s = direction.duration_s.value_or(0);
        if (duration_s > 0) {
            const auto [way_length_m, sections] = whole_way(i);
            const double average_kmh = way_length_m / duration_s * 3.6;
            const double share = way_length_m > 0 ? length_m / way_length_m : 1.0 / static_cast<double>(sections);
            // A speed above any limit is a mistake, such as a duration in hours stated in minutes.
            if (average_kmh <= highest_kmh) {
                return {rounded(average_kmh, average_speed_digits), share * duration_s};
            }
        }
        return {rounded(direction.speed_kmh, speed_digits), travel_time_s(length_m, direction)};
    }

    // Returns the length of the way with this section, and the number of its sections.
    std::pair<double, std::size_t> whole_way(std::size_t i) const {
        const auto of_way = std::ranges::equal_range(sections_, section(i).way, {}, &RoadSection::way);
        double length_m = 0;
        std::vector<Coordinate> line;
        for (const RoadSection& section : of_way) {
            line.clear();
            for (const std::uint32_t node : nodes_of(section)) line.push_back(nodes_.position(node));
            length_m += wgs84_.length_m(line);
        }
        return {length_m, of_way.size()};
    }

    bool has_priced_node(const RoadSection& section) const {
        const auto inner = nodes_of(section).subspan(1, section.count - 2);
        return std::ranges::any_of(inner, [&](std::uint32_t node) { return nodes_.price(node) != nullptr; });
    }

    // Sums the seconds that nodes inside the section add to it, forward and backward. A sign without a direction
    // applies to those who drive towards the nearer end, where the junction is; on a one-way road it applies to
    // everybody.
    std::array<double, 2> sum_inside(const RoadSection& section, std::span<const Coordinate> points,
                                     double length_m) const {
        std::array<double, 2> sum{};
        const WayRules& rules = *way_of(section).rules;
        const bool both_ways = rules.forward.open && rules.backward.open;
        const auto nodes = nodes_of(section);
        for (std::size_t i = 1; i + 1 < nodes.size(); ++i) {
            const NodePrice* price = nodes_.price(nodes[i]);
            if (price == nullptr) continue;
            const double from_start_m = wgs84_.length_m(points.first(i + 1));
            const double to_end_m = length_m - from_start_m;
            sum[0] += price->seconds(false, !both_ways || to_end_m <= from_start_m);
            sum[1] += price->seconds(true, !both_ways || from_start_m <= to_end_m);
        }
        return sum;
    }

    // Calls make(section, way, backward) for each arc.
    template <class Make>
    void for_each_arc(const Make& make) const {
        for (const RoadSection& section : sections_) {
            const Way& way = way_of(section);
            if (way.rules->forward.open) make(section, way, false);
            if (way.rules->backward.open) make(section, way, true);
        }
    }

    // Returns a task for each text column, the longest ones first.
    std::vector<std::function<void()>> text_tasks() {
        std::vector<std::function<void()>> tasks;
        const auto column = [&](std::string_view name, auto&& make) {
            const std::size_t at = network_.texts.size();
            network_.texts.emplace_back(std::string(name));
            tasks.emplace_back([this, at, make] {
                make(network_.texts[at]);
                network_.texts[at].settle();
            });
        };
        const auto of_ways = [&](WayTexts::Kind kind) {
            column(WayTexts::column_name(kind), [this, kind](TextColumn& texts) { add_texts(kind, texts); });
        };
        for (const auto kind : always) of_ways(kind);
        column("osm_way_id", [this](TextColumn& texts) {
            for_each_arc([&](const RoadSection&, const Way& way, bool) { texts.add(std::to_string(way.id)); });
        });
        column("osm_nodes", [this](TextColumn& texts) { add_inner_nodes(texts); });
        std::swap(tasks[0], tasks.back());
        const Exits exits = exits_of_nodes();
        for (const auto kind : if_any) {
            const auto of_junction = sign_of_exit(kind);
            const auto has_sign = [&](const auto& exit) { return !(exit.second->*of_junction).empty(); };
            if (of_junction != nullptr && std::ranges::any_of(exits, has_sign)) {
                column(WayTexts::column_name(kind),
                       [this, exits, kind](TextColumn& texts) { add_exits(exits, kind, texts); });
            } else if (ways_.texts.has(kind)) {
                of_ways(kind);
            }
        }
        return tasks;
    }

    void add_texts(WayTexts::Kind kind, TextColumn& texts) const {
        std::vector<std::uint32_t> rows;
        rows.reserve(first_arcs_.back());
        for_each_arc([&](const RoadSection&, const Way& way, bool backward) {
            rows.push_back(ways_.texts.row(kind, way.text, backward));
        });
        texts = ways_.texts.texts(kind).selection(rows);
    }

    void add_inner_nodes(TextColumn& texts) const {
        std::vector<std::int64_t> ids;
        for (const RoadSection& section : sections_) {
            const WayRules& rules = *way_of(section).rules;
            ids.clear();
            for (const std::uint32_t node : nodes_of(section)) ids.push_back(nodes_.id(node));
            if (!rules.forward.open) std::ranges::reverse(ids);
            const std::string text = network::text_of_inner_nodes(ids);
            if (rules.forward.open) texts.add(text);
            if (rules.backward.open) texts.add(text);
        }
    }

    // Exits by node of the network, ascending.
    using Exits = std::vector<std::pair<NodeIndex, const Nodes::Exit*>>;

    Exits exits_of_nodes() const {
        Exits exits;
        for (std::uint32_t node = 0; nodes_.has_exits() && node < nodes_.size(); ++node) {
            const NodeIndex index = index_[node];
            if (index != no_node && nodes_.exit(node) != nullptr) exits.emplace_back(index, nodes_.exit(node));
        }
        return exits;
    }

    // The part of a junction's sign that stands in for a text of the exit's way; null for other texts.
    static std::string Nodes::Exit::*sign_of_exit(WayTexts::Kind kind) {
        if (kind == WayTexts::exit) return &Nodes::Exit::number;
        return kind == WayTexts::destination ? &Nodes::Exit::destination : nullptr;
    }

    // The sign of the exit that an arc takes: its own, or that of the junction where it begins.
    void add_exits(const Exits& exits, WayTexts::Kind kind, TextColumn& texts) const {
        for_each_arc([&](const RoadSection& section, const Way& way, bool backward) {
            std::string_view sign = ways_.texts.text(kind, way.text, backward);
            const bool names_roads = kind == WayTexts::destination &&
                                     !ways_.texts.text(WayTexts::destination_ref, way.text, backward).empty();
            if (sign.empty() && !names_roads &&
                ways_.texts.text(WayTexts::facility_type, way.text).ends_with("_link")) {
                const NodeIndex node = backward ? head(section) : tail(section);
                const auto found = std::ranges::lower_bound(exits, node, {}, &Exits::value_type::first);
                if (found != exits.end() && found->first == node) sign = found->second->*sign_of_exit(kind);
            }
            texts.add(sign);
        });
    }

    // ---- gates

    // Marks the roads at gates for destinations only. If all roads but one are marked, nothing needs to be done: every
    // path through the gate enters or leaves a destination zone.
    void mark_gates() {
        auto& zones = network_.turns.destination_only;
        std::vector<std::uint32_t> open_roads(network_.node_count(), 0);
        for (ArcIndex arc = 0; arc < network_.arc_count(); ++arc) {
            const bool counted = network_.reversed[arc] && !zones[arc - 1];  // its other direction precedes it
            if (zones[arc] || counted || network_.tail[arc] == network_.head[arc]) continue;
            ++open_roads[network_.tail[arc]];
            ++open_roads[network_.head[arc]];
        }
        std::vector<std::uint8_t> is_gate(network_.node_count(), 0);
        for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
            if (index_[node] == no_node || nodes_.state(node) != Nodes::State::destination_only) continue;
            is_gate[index_[node]] = open_roads[index_[node]] > 1;
            counts_.destination_only_nodes += is_gate[index_[node]];
        }
        if (counts_.destination_only_nodes == 0) return;
        for (ArcIndex arc = 0; arc < network_.arc_count(); ++arc) {
            zones[arc] |= is_gate[network_.tail[arc]] | is_gate[network_.head[arc]];
        }
    }

    const Ways& ways_;
    const Nodes& nodes_;
    std::span<const AreaLine> lines_across_;
    Counts& counts_;
    RoadNetwork network_;
    std::vector<std::uint32_t> section_nodes_;  // into Nodes
    std::vector<RoadSection> sections_;         // by ascending way, in the order of its nodes
    std::vector<NodeIndex> index_;              // of the network by node; no_node for others
    const ReferenceSystem wgs84_{"EPSG:4326"};
    std::vector<ArcIndex> first_arcs_;         // by section, and the number of arcs
    std::vector<std::uint64_t> first_points_;  // by section, and the number of points
    std::vector<Coordinate> points_;
    std::vector<std::int64_t> arc_ids_;
    std::vector<ArcShapes::ShapeIndex> arc_shapes_;
    std::vector<std::uint8_t> backward_;
    std::atomic<std::uint64_t> arcs_with_node_prices_ = 0;
};

}  // namespace

RoadNetwork build_network(const Ways& ways, const Nodes& nodes, std::span<const AreaLine> lines_across, bool turn_round,
                          Counts& counts) {
    return NetworkBuilder(ways, nodes, lines_across, counts).build(turn_round);
}

void drop_structures(RoadNetwork& network) {
    std::erase_if(network.texts,
                  [](const TextColumn& text) { return text.name() == WayTexts::column_name(WayTexts::structure); });
}

}  // namespace allways::importers::osm
