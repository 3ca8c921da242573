// SPDX-License-Identifier: Apache-2.0
// Ways → sections between network nodes → arcs.
//
//     way 7:  a ── b ── c ── d      b and d are network nodes: other ways use them, or a way ends there.
//                                   c is geometry only. The sections are a─b and b─c─d.
#include "osm/build_network.h"

#include <algorithm>
#include <utility>

#include "allways/network/road_network.h"
#include "osm/section_arcs.h"
#include "osm/turns/turn_sequences.h"

namespace allways::importers::osm {

namespace {

// Two or more consecutive nodes of a way, all of them in the file, are a run.
void cut_at_missing(const Ways& ways, const Nodes& nodes, RoadSections& runs, Counts& counts) {
    for (std::uint32_t way = 0; way < ways.ways.size(); ++way) {
        const std::size_t runs_before = runs.sections.size();
        const std::uint64_t missing_before = counts.missing_node_references;
        std::size_t first = runs.nodes.size();
        const auto end_run = [&] {
            const std::size_t count = runs.nodes.size() - first;
            if (count >= 2) {
                runs.sections.push_back({way, static_cast<std::uint32_t>(count), first});
            } else {
                runs.nodes.resize(first);
            }
            first = runs.nodes.size();
        };
        const Way& source = ways.ways[way];
        for (const std::uint32_t node : nodes.of_refs().subspan(source.first_ref, source.ref_count)) {
            if (nodes.state(node) != Nodes::State::missing) {
                runs.nodes.push_back(node);
                continue;
            }
            ++counts.missing_node_references;
            end_run();
        }
        end_run();
        counts.short_ways += runs.sections.size() == runs_before;
        counts.cut_ways += counts.missing_node_references > missing_before;
    }
    for (std::uint32_t node = 0; node < nodes.size(); ++node) {
        counts.missing_nodes += nodes.state(node) == Nodes::State::missing;
    }
}

// Returns the network's index of each node, or no_node for unused nodes and those that are only geometry.
std::vector<NodeIndex> number_nodes(const Ways& ways, const RoadSections& runs, std::span<const AreaLine> lines_across,
                                    const Nodes& nodes, bool turn_round, RoadNetwork& network, Counts& counts) {
    constexpr std::uint8_t is_node = 2;  // number of uses that make a network node
    std::vector<std::uint8_t> uses(nodes.size(), 0);
    for (const RoadSection& run : runs.sections) {
        const std::span line = runs.nodes_of(run);
        const WayRules& rules = *ways.ways[run.way].rules;
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
    for (const AreaLine& line : lines_across) uses[line.from] = uses[line.to] = is_node;
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

// Splits runs where nodes of the network are; a node between two sections is in both. Adds the lines across areas.
void split_runs(const Ways& ways, std::span<const AreaLine> lines_across, RoadSections& runs) {
    std::vector<RoadSection> sections;
    for (const RoadSection& run : runs.sections) {
        std::size_t first = run.first;
        for (std::size_t at = first + 1; at < run.first + run.count; ++at) {
            if (runs.index[runs.nodes[at]] == no_node) continue;
            sections.push_back({run.way, static_cast<std::uint32_t>(at + 1 - first), first});
            first = at;
        }
    }
    for (const AreaLine& line : lines_across) {
        sections.push_back({static_cast<std::uint32_t>(ways.ways.size() + line.area), 2, runs.nodes.size()});
        runs.nodes.insert(runs.nodes.end(), {line.from, line.to});
    }
    runs.sections = std::move(sections);
}

// Marks the roads at gates for destinations only. If all roads but one are marked, nothing needs to be done: every path
// through the gate enters or leaves a destination zone.
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

}  // namespace

RoadNetwork build_network(const Ways& ways, const Nodes& nodes, std::span<const AreaLine> lines_across, bool turn_round,
                          Counts& counts) {
    RoadNetwork network;
    network.provenance.crs = "EPSG:4326";
    RoadSections sections;
    cut_at_missing(ways, nodes, sections, counts);
    sections.index = number_nodes(ways, sections, lines_across, nodes, turn_round, network, counts);
    split_runs(ways, lines_across, sections);
    const std::vector<ArcIndex> first_arcs = add_arcs(ways, nodes, sections, network, counts);
    mark_gates(nodes, sections.index, network, counts);
    auto& zones = network.turns.destination_only;
    if (std::ranges::find(zones, 1) == zones.end()) zones = {};
    counts.turns = apply_turn_relations(ways, first_arcs, network);
    return network;
}

void drop_structures(RoadNetwork& network) {
    std::erase_if(network.texts,
                  [](const TextColumn& text) { return text.name() == WayTexts::column_name(WayTexts::structure); });
}

}  // namespace allways::importers::osm
