// SPDX-License-Identifier: Apache-2.0
#include "allways/network/simplify.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/network/components.h"
#include "allways/network/road_network.h"
#include "base/counted.h"
#include "network/chains.h"
#include "network/edit/inner_nodes.h"
#include "network/named_column.h"
#include "network/turns/carry_turns.h"
#include "network/turns/destination_zones.h"
#include "network/turns/drive_rules.h"

namespace allways {

namespace {

using network::Chains;

std::vector<const ArcColumn*> summed_columns(const RoadNetwork& network, const SimplifyOptions& options) {
    for (const std::string& name : options.sums) network::named_column(network.columns, name, "to add up");
    std::vector<const ArcColumn*> columns;
    for (const ArcColumn& column : network.columns) {
        const bool named = std::ranges::find(options.sums, column.name) != options.sums.end();
        if (named || is_additive(column)) columns.push_back(&column);
    }
    return columns;
}

std::vector<std::uint8_t> marks_of(const std::vector<NodeIndex>& nodes, std::size_t node_count) {
    std::vector<std::uint8_t> marks(node_count, 0);
    for (const NodeIndex node : nodes) {
        if (node >= node_count) {
            throw InvalidArgument(
                format("node index {} is outside a network of {}", node, counted(node_count, "node")));
        }
        marks[node] = 1;
    }
    return marks;
}

// Rounds as costs are rounded, so that the sum of the arcs' values is the sum of their costs.
Decimal rounded(const Decimal& value, const ArcColumn& column) {
    if (value.is_missing() || !column.resolution_digits) return value;
    const auto fixed = value.rounded_fixed_point(*column.resolution_digits);
    return fixed ? Decimal(*fixed, *column.resolution_digits) : value;
}

Decimal value_of(std::span<const ArcIndex> parts, const ArcColumn& column, bool summed) {
    const Decimal& first = column.values[parts[0]];
    if (parts.size() == 1) return first;
    if (!summed) {
        const bool same = std::ranges::all_of(parts, [&](ArcIndex arc) { return column.values[arc] == first; });
        return same ? first : Decimal::missing();
    }
    Decimal sum;
    for (const ArcIndex arc : parts) sum = sum + rounded(column.values[arc], column);
    return sum;
}

// Returns true for texts of which a road has only one value.
bool is_class(std::string_view name) {
    return name == "facility_type" || name == "junction" || name == "service";
}

std::string text_of(std::span<const ArcIndex> parts, const TextColumn& column) {
    if (column.name() == "turn:lanes")
        return std::string(column.text(parts.back()));  // they lead to the junction ahead
    std::vector<std::string_view> different;
    for (const ArcIndex arc : parts) {
        const std::string_view text = column.text(arc);
        if (text.empty() && !is_class(column.name())) continue;
        if (std::ranges::find(different, text) == different.end()) different.push_back(text);
    }
    if (is_class(column.name()) && different.size() > 1) return {};
    std::string joined;
    for (const std::string_view text : different) {
        if (!joined.empty()) joined += "; ";
        joined += text;
    }
    return joined;
}

// Returns the nodes inside the arcs of a chain and between them.
std::string inner_nodes_of(std::size_t chain, const Chains& chains, const RoadNetwork& network) {
    std::vector<std::int64_t> ids;
    for (const ArcIndex arc : chains.parts_of(chain)) {
        const std::vector<std::int64_t> part = network::nodes_along(network, arc);
        if (part.empty()) return {};
        ids.insert(ids.end(), part.begin() + (ids.empty() ? 0 : 1), part.end());
    }
    if (!network.reversed.empty() && chains.reversed[chain] != 0) std::ranges::reverse(ids);
    return network::text_of_inner_nodes(ids);
}

// Builds the shapes of the chains; for a network without shapes only if nodes with coordinates were folded.
class ShapeBuilder {
public:
    ShapeBuilder(const RoadNetwork& network, const Chains& chains) : network_(network), chains_(chains) {}

    ArcShapes build() {
        const bool folded = chains_.count() < chains_.parts.size() && !network_.coordinates.empty();
        if (network_.shapes.empty() && !folded) return {};
        shape_of_.assign(network_.shapes.shape_count(), ArcShapes::no_shape);
        for (std::size_t chain = 0; chain < chains_.count(); ++chain) {
            const auto parts = chains_.parts_of(chain);
            parts.size() == 1 ? add_arc(parts[0]) : add_chain(chain);
        }
        return std::move(shapes_);
    }

private:
    void add_arc(ArcIndex arc) {
        if (!network_.shapes.has_shape(arc)) return shapes_.add_arc(ArcShapes::no_shape);
        auto& shape = shape_of_[network_.shapes.shape(arc)];
        if (shape == ArcShapes::no_shape) {
            shape = shapes_.add_shape(network_.shapes.shape_points(network_.shapes.shape(arc)));
        }
        shapes_.add_arc(shape, network_.shapes.is_backward(arc));
    }

    // The two directions of a road share one shape.
    void add_chain(std::size_t chain) {
        const std::vector<Coordinate> line = line_of(chain);
        if (line.empty()) return shapes_.add_arc(ArcShapes::no_shape);
        if (chains_.reversed[chain] && std::equal(line.begin(), line.end(), forward_.rbegin(), forward_.rend())) {
            return shapes_.add_arc(forward_shape_, true);
        }
        forward_ = line;
        forward_shape_ = shapes_.add_shape(line);
        shapes_.add_arc(forward_shape_);
    }

    // Returns an empty line if an arc has neither a shape nor coordinates at its nodes.
    std::vector<Coordinate> line_of(std::size_t chain) const {
        std::vector<Coordinate> line;
        for (const ArcIndex arc : chains_.parts_of(chain)) {
            std::vector<Coordinate> points = network_.shapes.points(arc);
            if (points.empty()) points = straight_line(arc);
            if (points.empty()) return {};
            const bool meets = !line.empty() && line.back() == points.front();
            line.insert(line.end(), points.begin() + (meets ? 1 : 0), points.end());
        }
        return line;
    }

    std::vector<Coordinate> straight_line(ArcIndex arc) const {
        if (network_.coordinates.empty()) return {};
        const std::vector<Coordinate> ends{network_.coordinates[network_.tail[arc]],
                                           network_.coordinates[network_.head[arc]]};
        return std::ranges::all_of(ends, is_finite) ? ends : std::vector<Coordinate>{};
    }

    const RoadNetwork& network_;
    const Chains& chains_;
    ArcShapes shapes_;
    std::vector<ArcShapes::ShapeIndex> shape_of_;  // by shape of a whole arc
    std::vector<Coordinate> forward_;              // of the last chain with a shape of its own
    ArcShapes::ShapeIndex forward_shape_ = ArcShapes::no_shape;
};

// Adds the arcs to `part`, which has the nodes already.
void set_arcs(RoadNetwork& part, const RoadNetwork& network, const Chains& chains,
              const std::vector<const ArcColumn*>& sums) {
    std::vector<NodeIndex> renumbered(network.node_count(), no_node);
    NodeIndex next = 0;
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        if (chains.keep_node[node]) renumbered[node] = next++;
    }
    std::vector<ArcIndex> first_in_file;
    for (std::size_t chain = 0; chain < chains.count(); ++chain) {
        const auto parts = chains.parts_of(chain);
        part.tail.push_back(renumbered[network.tail[parts.front()]]);
        part.head.push_back(renumbered[network.head[parts.back()]]);
        // Both directions of a road share an id.
        first_in_file.push_back(chains.reversed[chain] && parts.size() > 1 ? first_in_file.back()
                                                                           : std::ranges::min(parts));
    }
    part.arc_ids = network.arc_ids.selection(first_in_file);
    if (!network.reversed.empty()) part.reversed = chains.reversed;
    for (const ArcColumn& column : network.columns) {
        const bool summed = std::ranges::find(sums, &column) != sums.end();
        ArcColumn made{column.name, column.unit, {}, column.resolution_digits};
        for (std::size_t chain = 0; chain < chains.count(); ++chain) {
            made.values.push_back(value_of(chains.parts_of(chain), column, summed));
        }
        part.columns.push_back(std::move(made));
    }
    for (const TextColumn& column : network.texts) {
        TextColumn& made = part.texts.emplace_back(column.name());
        const bool are_nodes = column.name() == network::inner_nodes_text;
        for (std::size_t chain = 0; chain < chains.count(); ++chain) {
            made.add(are_nodes ? inner_nodes_of(chain, chains, network) : text_of(chains.parts_of(chain), column));
        }
    }
    part.shapes = ShapeBuilder(network, chains).build();
}

using Marks = std::vector<std::uint8_t>;

// Returns the nodes inside destination zones, once for each set of arcs that have values in some of the columns. Empty
// if there are no zones.
std::vector<Marks> zones_by_costs(const RoadNetwork& network, const std::vector<std::string>& columns) {
    std::vector<Marks> zones;
    if (network.turns.destination_only.empty()) return zones;
    const AdjacencyArray adjacency = build_adjacency(network.node_count(), network.tail);
    std::set<Marks> known;
    for (const std::string& name : columns) {
        const Marks usable = network::arcs_with_value(*network.column(name));
        if (!known.insert(usable).second) continue;
        zones.push_back(network::destination_zones(network::DriveRules(network, adjacency, usable)).inside);
    }
    return zones;
}

// Keeps nodes where a street for destinations only begins, and nodes where a zone meets other streets.
void keep_zones(const RoadNetwork& network, const std::vector<Marks>& zones, Marks& keep) {
    const Marks& marked = network.turns.destination_only;
    if (marked.empty()) return;
    Marks kinds(network.node_count(), 0);  // 1: open, 2: for destinations only
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        const NodeIndex tail = network.tail[arc];
        const NodeIndex head = network.head[arc];
        const std::uint8_t kind = marked[arc] ? 2 : 1;
        kinds[tail] |= kind;
        kinds[head] |= kind;
        for (const Marks& inside : zones) {
            if (!inside.empty() && inside[tail] != inside[head]) keep[tail] = keep[head] = 1;
        }
    }
    for (NodeIndex node = 0; node < network.node_count(); ++node) keep[node] |= kinds[node] == 3;
}

// Keeps nodes where joining arcs would lose a rule: nodes inside sequences, nodes where turns have prices, and nodes
// where paths may turn round.
void keep_turns(const RoadNetwork& network, Marks& keep) {
    const TurnRules& rules = network.turns;
    if (rules.empty()) return;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const auto sequence = rules.sequence(i);
        for (const ArcIndex arc : sequence.first(sequence.size() - 1)) keep[network.head[arc]] = 1;
    }
    for (const TurnRules::Cost& price : rules.costs) keep[network.head[price.from]] = 1;
    if (rules.may_turn_round.empty()) {  // then paths may turn at the next node to undo what a rule forbids
        const std::vector<std::uint8_t> ruled = keep;
        for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) keep[network.head[arc]] |= ruled[network.tail[arc]];
    }
    for (NodeIndex node = 0; node < rules.may_turn_round.size(); ++node) keep[node] |= rules.may_turn_round[node];
}

TurnRules turns_of_chains(const RoadNetwork& network, const Chains& chains) {
    const TurnRules& rules = network.turns;
    if (rules.empty()) return {};
    std::vector<ArcIndex> chain_of(network.arc_count(), no_arc);
    for (std::size_t chain = 0; chain < chains.count(); ++chain) {
        for (const ArcIndex arc : chains.parts_of(chain)) chain_of[arc] = static_cast<ArcIndex>(chain);
    }
    const auto joined = [&](ArcIndex arc) { return std::vector<ArcIndex>{chain_of[arc]}; };
    TurnRules carried = network::carried_rules(rules, joined, joined, joined);
    for (std::size_t chain = 0; chain < chains.count() && !rules.destination_only.empty(); ++chain) {
        carried.destination_only.push_back(rules.destination_only[chains.parts_of(chain).front()]);
    }
    for (NodeIndex node = 0; node < rules.may_turn_round.size(); ++node) {
        if (chains.keep_node[node]) carried.may_turn_round.push_back(rules.may_turn_round[node]);
    }
    return carried;
}

// Returns the network's remaining nodes, without arcs.
RoadNetwork nodes_of(const RoadNetwork& network, const std::vector<std::uint8_t>& keep_node) {
    RoadNetwork nodes;
    nodes.node_ids = network.node_ids;
    nodes.coordinates = network.coordinates;
    nodes.no_through = network.no_through;
    nodes.zone_ids = network.zone_ids;
    nodes.elimination_order = network.elimination_order;
    nodes.provenance = network.provenance;
    return induced_subnetwork(nodes, keep_node);
}

// Returns true if the remaining nodes are inside the same zones as before. They may not be: the largest component could
// change, since components are counted by nodes.
bool has_zones(const RoadNetwork& made, const std::vector<std::string>& columns, const std::vector<Marks>& zones,
               const Marks& keep_node) {
    const std::vector<Marks> now = zones_by_costs(made, columns);
    if (now.size() != zones.size()) return false;
    for (std::size_t i = 0; i < zones.size(); ++i) {
        if (now[i].empty() != zones[i].empty()) return false;
        NodeIndex left = 0;
        for (NodeIndex node = 0; node < keep_node.size() && !zones[i].empty(); ++node) {
            if (keep_node[node] != 0 && now[i][left++] != zones[i][node]) return false;
        }
    }
    return true;
}

void add_note(Provenance& provenance, const SimplifiedNetwork& made) {
    const std::string text =
        format("{} folded into arcs, {} of dead ends removed", counted(made.folded_nodes, "node"), made.dead_end_nodes);
    const auto known = std::ranges::find(provenance.notes, "simplified", &std::pair<std::string, std::string>::first);
    if (known == provenance.notes.end()) {
        provenance.notes.emplace_back("simplified", text);
    } else {
        known->second += "; then " + text;
    }
}

}  // namespace

SimplifiedNetwork simplify(const RoadNetwork& network, const SimplifyOptions& options,
                           const ProgressCallback& progress) {
    const auto sums = summed_columns(network, options);
    if (options.dead_ends && !network.turns.may_turn_round.empty()) {
        throw InvalidArgument(
            "`dead_ends` would take away where paths turn round: under these turn rules they may not do so elsewhere; "
            "leave out the turn rules");
    }
    SimplifiedNetwork made;
    for (const ArcColumn* column : sums) made.sums.push_back(column->name);
    Marks keep = marks_of(options.keep, network.node_count());
    keep_turns(network, keep);
    const std::vector<Marks> zones = zones_by_costs(network, made.sums);
    keep_zones(network, zones, keep);
    const auto fold = [&] {
        const Chains chains =
            network::find_chains(network, {.keep = keep, .dead_ends = options.dead_ends, .costs = sums}, progress);
        made.folded_nodes = chains.folded_nodes;
        made.dead_end_nodes = chains.dead_end_nodes;
        made.network = nodes_of(network, chains.keep_node);
        set_arcs(made.network, network, chains, sums);
        made.network.turns = turns_of_chains(network, chains);
        return chains.keep_node;
    };
    if (!has_zones(made.network, made.sums, zones, fold())) {
        keep.assign(network.node_count(), 1);
        fold();
    }
    add_note(made.network.provenance, made);
    return made;
}

const std::vector<SimplifyOptionRow>& simplify_options() {
    static const std::vector<SimplifyOptionRow> rows{
        {"dead_ends", &SimplifyOptions::dead_ends, "",
         "Also remove dead ends, whose nodes can then be neither start nor end"},
        {"sums", &SimplifyOptions::sums, "FIELDS",
         "Comma-separated columns to add up along chains, besides times, lengths and costs, which are recognised by "
         "name and unit",
         "", "--sum"},
    };
    return rows;
}

}  // namespace allways
