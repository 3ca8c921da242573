// SPDX-License-Identifier: Apache-2.0
#include "matrices/omx_file.h"

#include <algorithm>
#include <cmath>

#include "allways/network/road_network.h"
#include "attributes/node_attributes.h"
#include "base/decimal_cells.h"
#include "libraries/hdf5_file.h"

namespace allways::importers {

namespace {

using hdf5::Handle;

// Visits the members 0, 1, 2, … of a group; does nothing if there is no such group.
template <class Visit>
void visit_numbered(const OmxFile& file, hid_t parent, const char* name, Visit&& visit) {
    if (!hdf5::has_link(parent, name)) return;
    const Handle group = file.group(parent, name);
    for (std::size_t at = 0; hdf5::has_link(group, std::to_string(at).c_str()); ++at) visit(group, std::to_string(at));
}

// Reads marks, each from 0 to `most`.
std::vector<std::uint8_t> read_marks(const OmxFile& file, hid_t parent, const std::string& name, std::size_t count,
                                     std::uint8_t most = 1) {
    auto marks = file.read_vector<std::uint8_t>(parent, name, count);
    if (std::ranges::any_of(marks, [&](std::uint8_t mark) { return mark > most; })) {
        file.fail(format("dataset {} is damaged: expected {}", name, most == 1 ? "0 or 1" : "0, 1 or 2"));
    }
    return marks;
}

// Reads the decimals of a network: digits and scales.
std::vector<Decimal> read_exact(const OmxFile& file, hid_t parent, const std::string& name, std::size_t count) {
    constexpr int largest_scale = 20'000;  // Decimal::parse() makes no larger ones
    const auto digits = file.read_vector<std::int64_t>(parent, name, count);
    const auto scales = file.read_vector<std::int32_t>(parent, name + exact_scales, count);
    std::vector<Decimal> values;
    values.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (scales[i] == Decimal::missing().scale()) {
            values.push_back(Decimal::missing());
            continue;
        }
        if (scales[i] > largest_scale || scales[i] < -largest_scale) {
            file.fail(format("dataset {} is damaged: a number of {} decimal digits", name, scales[i]));
        }
        values.emplace_back(digits[i], scales[i]);
    }
    return values;
}

// Column: TableColumn; ArcColumn for a network, whose decimals are exact and whose resolutions may be any.
template <class Column>
std::vector<Column> read_columns(const OmxFile& file, hid_t parent, std::size_t m) {
    constexpr bool exact = std::is_same_v<Column, ArcColumn>;
    std::vector<Column> columns;
    visit_numbered(file, parent, "columns", [&](hid_t group, const std::string& number) {
        const Handle set = file.dataset(group, number);
        Column column;
        column.name = hdf5::read_text_attribute(set, file.path(), "name");
        column.unit = hdf5::read_text_attribute(set, file.path(), "unit");
        if (hdf5::has_attribute(set, "resolution_digits")) {
            column.resolution_digits = file.number_attribute<std::int32_t>(set, "resolution_digits");
            if (!exact && (*column.resolution_digits < 0 || *column.resolution_digits > 18)) {
                file.fail(format("the arcs' column '{}' is damaged: it has {} decimal digits", column.name,
                                 *column.resolution_digits));
            }
        }
        if constexpr (exact) {
            column.values = read_exact(file, group, number, m);
        } else {
            const DecimalArray values(file.array<double>(group, number, m));
            column.values = file.is_mapped() ? values : DecimalArray(values.decimals());
        }
        columns.push_back(std::move(column));
    });
    return columns;
}

// Reads the texts of one column: bytes and the end of each text; in older files, texts of variable length.
std::vector<std::string> distinct_texts(const OmxFile& file, hid_t group, const std::string& column) {
    if (hdf5::has_link(group, "texts")) return file.read_texts(group, "texts", file.size_of_dataset(group, "texts"));
    const auto bytes = file.read_vector<std::uint8_t>(group, "bytes");
    std::vector<std::string> texts;
    std::uint64_t first = 0;
    for (const std::uint64_t end : file.read_vector<std::uint64_t>(group, "ends")) {
        if (end < first || end > bytes.size()) {
            file.fail(format("the arcs' texts '{}' are damaged: a text of bytes {} to {} of {}", column, first, end,
                             bytes.size()));
        }
        texts.emplace_back(bytes.begin() + static_cast<std::ptrdiff_t>(first),
                           bytes.begin() + static_cast<std::ptrdiff_t>(end));
        first = end;
    }
    return texts;
}

TextColumn read_text(const OmxFile& file, hid_t parent, const std::string& name, std::size_t count) {
    const Handle one = file.group(parent, name);
    TextColumn column(hdf5::read_text_attribute(one, file.path(), "name"));
    if (file.is_mapped() || file.is_image()) {
        StoredTexts texts{file.array<std::uint8_t>(one, "bytes"), file.array<std::uint64_t>(one, "ends")};
        auto index = file.array<std::uint32_t>(one, "index", count);
        const auto is_text = [&](std::uint32_t text) { return text < texts.ends.size(); };
        if (file.is_image() &&
            (texts.ends.empty() || texts.ends.front() != 0 || texts.ends.back() != texts.bytes.size() ||
             !std::ranges::is_sorted(texts.ends) || !std::ranges::all_of(index, is_text))) {
            file.fail(format("the arcs' texts '{}' are damaged", column.name()));
        }
        return {column.name(), std::move(texts), std::move(index)};
    }
    const auto texts = distinct_texts(file, one, column.name());
    for (const std::uint32_t index : file.read_vector<std::uint32_t>(one, "index", count)) {
        if (index >= texts.size()) {
            file.fail(format("the arcs' texts '{}' are damaged: text {} of {} is asked for", column.name(), index,
                             texts.size()));
        }
        column.add(texts[index]);
    }
    return column;
}

std::vector<TextColumn> read_texts(const OmxFile& file, hid_t parent, std::size_t m) {
    std::vector<TextColumn> columns;
    visit_numbered(file, parent, "texts", [&](hid_t group, const std::string& number) {
        columns.push_back(read_text(file, group, number, m));
    });
    return columns;
}

ArcShapes read_shapes(const OmxFile& file, hid_t parent, std::size_t m) {
    ArcShapes shapes;
    if (!hdf5::has_link(parent, "shapes")) return shapes;
    const Handle group = file.group(parent, "shapes");
    const auto damaged = [&](const std::string& what) {
        file.fail("the arcs' shapes in /allways/arcs/shapes are damaged: " + what);
    };
    if (file.is_mapped()) {
        return {file.array<std::uint64_t>(group, "first_point"),
                file.points(group, "points", file.size_of_dataset(group, "points") / 2),
                file.array<ArcShapes::ShapeIndex>(group, "shape", m), file.array<std::uint8_t>(group, "backward", m)};
    }
    const auto first = file.read_vector<std::uint64_t>(group, "first_point");
    const std::size_t numbers = file.size_of_dataset(group, "points");
    if (first.empty() || first.front() != 0 || first.back() != numbers / 2 || numbers % 2 != 0) {
        damaged(format("offsets do not fit {} numbers of points", numbers));
    }
    const auto xy = file.read_vector<double>(group, "points", numbers);
    const std::size_t count = first.size() - 1;
    std::vector<Coordinate> points;
    for (std::size_t shape = 0; shape < count; ++shape) {
        if (first[shape + 1] < first[shape] + 2 || first[shape + 1] > first.back()) {
            damaged(format("shape {} has fewer than two points", shape));
        }
        points.clear();
        for (std::size_t at = first[shape]; at < first[shape + 1]; ++at) points.push_back({xy[2 * at], xy[2 * at + 1]});
        shapes.add_shape(points);
    }
    const auto shape = file.read_vector<ArcShapes::ShapeIndex>(group, "shape", m);
    const auto backward = file.read_vector<std::uint8_t>(group, "backward", m);
    for (std::size_t arc = 0; arc < m; ++arc) {
        if (shape[arc] >= count && shape[arc] != ArcShapes::no_shape) {
            damaged(format("arc {} refers to shape {} of {}", arc, shape[arc], count));
        }
        shapes.add_arc(shape[arc], backward[arc] != 0);
    }
    check_places(file.path(), {}, shapes.all_points());
    return shapes;
}

TurnRules read_turns(const OmxFile& file, hid_t parent, std::size_t node_count, std::size_t m) {
    TurnRules turns;
    if (!hdf5::has_link(parent, "turns")) return turns;
    const Handle group = file.group(parent, "turns");
    const auto damaged = [&](const std::string& what) {
        file.fail("the turn rules in /allways/arcs/turns are damaged: " + what);
    };
    const auto arcs_of = [&](const char* name) {
        auto arcs = file.read_vector<ArcIndex>(group, name);
        for (const ArcIndex arc : arcs) {
            if (arc >= m) damaged(format("arc {} of {} in {}", arc, m, name));
        }
        return arcs;
    };
    if (hdf5::has_link(group, "first_arc")) {
        const auto first = file.read_vector<std::uint64_t>(group, "first_arc");
        const std::vector<ArcIndex> arcs = arcs_of("arcs");
        if (first.empty() || first.front() != 0 || first.back() != arcs.size() || !std::ranges::is_sorted(first)) {
            damaged(format("offsets do not fit {} arcs", arcs.size()));
        }
        const std::size_t count = first.size() - 1;
        const auto mandatory = read_marks(file, group, "mandatory", count);
        const TextColumn sources = read_text(file, group, "source", count);
        for (std::size_t i = 0; i < count; ++i) {
            const std::span<const ArcIndex> sequence(arcs.data() + first[i], first[i + 1] - first[i]);
            if (sequence.size() < 2) damaged(format("a sequence of {} arcs", sequence.size()));
            turns.add(mandatory[i] ? TurnRules::Kind::mandatory : TurnRules::Kind::forbidden, sequence,
                      sources.text(i));
        }
    }
    if (hdf5::has_link(group, "price_from")) {
        const std::vector<ArcIndex> from = arcs_of("price_from");
        const std::vector<ArcIndex> to = arcs_of("price_to");
        if (to.size() != from.size()) damaged("prices of turns without an arc");
        std::vector<Decimal> seconds;
        if (file.is_image()) {
            seconds = read_exact(file, group, "price_seconds", from.size());
            if (std::ranges::any_of(seconds, &Decimal::is_missing)) damaged("a turn without a price");
        } else {
            for (const double price : file.read_vector<double>(group, "price_seconds", from.size())) {
                if (!(price >= 0 && std::isfinite(price))) damaged(format("a turn of {} seconds", price));
                seconds.push_back(Decimal::from_double(price));
            }
        }
        for (std::size_t i = 0; i < from.size(); ++i) turns.costs.push_back({from[i], to[i], seconds[i]});
    }
    if (hdf5::has_link(group, "destination_only")) {
        turns.destination_only = read_marks(file, group, "destination_only", m);
    }
    if (hdf5::has_link(group, "may_turn_round")) {
        turns.may_turn_round = read_marks(file, group, "may_turn_round", node_count);
    }
    return turns;
}

// Reads the states of paths; starts come first, and every step leads to a state of its arc's head.
TurnStates read_states(const OmxFile& file, hid_t parent, const TableArcs& arcs) {
    TurnStates states;
    if (!hdf5::has_link(parent, "states")) return states;
    const Handle group = file.group(parent, "states");
    const auto damaged = [&](const std::string& what) {
        file.fail("the states in /allways/arcs/states are damaged: " + what);
    };
    const std::size_t nodes = arcs.first_out.size() - 1;
    if (file.is_mapped()) {
        states.node = file.array<NodeIndex>(group, "node");
        states.first_step = file.array<std::uint64_t>(group, "first_step", states.node.size() + 1);
        states.next = file.array<NodeIndex>(group, "next");
        return states;
    }
    states.node = file.read_vector<NodeIndex>(group, "node");
    if (states.size() < nodes) damaged(format("{} states of {} nodes", states.size(), nodes));
    for (std::size_t state = 0; state < states.size(); ++state) {
        const NodeIndex node = states.node[state];
        if (node >= nodes || (state < nodes && node != state)) damaged(format("state {} at node {}", state, node));
        states.first_step.push_back(states.first_step.back() + arcs.first_out[node + 1] - arcs.first_out[node]);
    }
    states.next = file.read_vector<NodeIndex>(group, "next", states.first_step.back());
    for (std::size_t state = 0; state < states.size(); ++state) {
        for (std::size_t i = 0; i < states.steps(state).size(); ++i) {
            const NodeIndex next = states.steps(state)[i];
            if (next == no_node) continue;
            if (next >= states.size() || states.node[next] != arcs.head[arcs.first_out[states.node[state]] + i]) {
                damaged(format("a step from state {} to state {}", state, next));
            }
        }
    }
    return states;
}

CostArray read_costs(const OmxFile& file, hid_t group, std::size_t m, CostType type, int digits) {
    const Handle set = file.dataset(group, "cost");
    const Handle stored(H5Dget_type(set), file.path(), "the arcs' costs have no type");
    const bool natural = type == CostType::int32 && H5Tget_class(stored) == H5T_FLOAT;
    if (natural) {
        std::vector<std::int32_t> costs(m);
        const auto decimals = file.read_vector<double>(group, "cost", m);
        if (!whole_from_decimals(std::span(decimals), digits, costs.data())) {
            file.fail(format("the arcs' costs in /allways/arcs are damaged: expected decimals of {} digits", digits));
        }
        return SharedArray(std::move(costs));
    }
    return with_cost_type(type, [&]<class T>() -> CostArray {
        if (file.is_mapped()) return file.array<T>(group, "cost", m);
        auto costs = file.read_vector<T>(group, "cost", m);
        if constexpr (std::is_floating_point_v<T>) {
            std::ranges::replace_if(
                costs, [](T cost) { return std::isnan(cost); }, unreachable_cost<T>);
        }
        return SharedArray(std::move(costs));
    });
}

void read_states_with_costs(const OmxFile& file, hid_t group, TableArcs& arcs, CostType type, int digits) {
    arcs.states = read_states(file, group, arcs);
    if (arcs.states.empty()) return;
    const Handle states = file.group(group, "states");
    if (hdf5::has_link(states, "cost"))
        arcs.step_cost = read_costs(file, states, arcs.states.next.size(), type, digits);
}

// Reads everything but offsets and heads.
TableArcs read_rest(const OmxFile& file, hid_t group, TableArcs arcs, CostType type, int digits) {
    const std::size_t m = arcs.size();
    arcs.cost = read_costs(file, group, m, type, digits);
    arcs.arc_ids = file.read_ids(group, "arc_id", m);
    if (hdf5::has_link(group, "reversed")) {
        arcs.reversed = file.is_mapped() ? file.array<std::uint8_t>(group, "reversed", m)
                                         : SharedArray(read_marks(file, group, "reversed", m));
    }
    arcs.columns = read_columns<TableColumn>(file, group, m);
    arcs.texts = read_texts(file, group, m);
    arcs.shapes = read_shapes(file, group, m);
    arcs.turns = read_turns(file, group, arcs.first_out.size() - 1, m);
    read_states_with_costs(file, group, arcs, type, digits);
    return arcs;
}

// Throws InputError unless the arcs of turns follow each other.
void check_turns(const OmxFile& file, const RoadNetwork& network) {
    const TurnRules& turns = network.turns;
    const auto check = [&](ArcIndex arc, ArcIndex next) {
        if (network.head[arc] != network.tail[next]) file.fail(format("arc {} does not follow arc {}", next, arc));
    };
    for (std::size_t i = 0; i < turns.size(); ++i) {
        const auto arcs = turns.sequence(i);
        for (std::size_t at = 1; at < arcs.size(); ++at) check(arcs[at - 1], arcs[at]);
    }
    for (const TurnRules::Cost& price : turns.costs) check(price.from, price.to);
}

Provenance read_origin(const OmxFile& file, hid_t own) {
    Provenance from;
    from.crs = hdf5::read_text_attribute(own, file.path(), "crs");
    const auto unit = file.number_attribute<std::int32_t>(own, "coordinate_unit");
    if (unit < 0 || unit > static_cast<std::int32_t>(Provenance::CoordinateUnit::length)) {
        file.fail(format("coordinates of unit {}", unit));
    }
    from.coordinate_unit = static_cast<Provenance::CoordinateUnit>(unit);
    from.metres_per_unit = file.number_attribute<double>(own, "metres_per_unit");
    from.whole_numbers = file.number_attribute<std::int32_t>(own, "whole_numbers") != 0;
    const std::size_t texts = file.size_of_dataset(file.group(own, "notes"), "index");
    const TextColumn notes = read_text(file, own, "notes", texts);
    for (std::size_t at = 0; at + 1 < texts; at += 2) from.notes.emplace_back(notes.text(at), notes.text(at + 1));
    return from;
}

}  // namespace

void read_other_costs(const OmxFile& file, hid_t parent, CostType type, TableArcs& arcs) {
    const Handle group = file.group(parent, "arcs");
    arcs.cost = read_costs(file, group, arcs.size(), type, 0);
    arcs.step_cost = {};
    read_states_with_costs(file, group, arcs, type, 0);
}

TableArcs read_arcs(const OmxFile& file, hid_t parent, std::size_t node_count, CostType type, int digits) {
    if (!hdf5::has_link(parent, "arcs")) file.fail("paths need the group /allways/arcs, which is missing");
    const Handle group = file.group(parent, "arcs");
    TableArcs arcs;
    arcs.first_out = file.array<std::uint64_t>(group, "first_out", node_count + 1);
    const std::uint64_t m = arcs.first_out.back();
    arcs.head = file.array<NodeIndex>(group, "head", m);
    if (file.is_mapped()) return read_rest(file, group, std::move(arcs), type, digits);
    if (!std::ranges::is_sorted(arcs.first_out) || arcs.first_out.front() != 0 ||
        std::ranges::any_of(arcs.head, [&](NodeIndex node) { return node >= node_count; })) {
        file.fail("the arcs in /allways/arcs are damaged: offsets or heads out of range");
    }
    arcs = read_rest(file, group, std::move(arcs), type, digits);
    std::visit(
        [&]<class T>(const SharedArray<T>& costs) {
            // The comparison is negated, so that it includes NaN.
            const auto is_no_cost = [](T cost) {
                return !(cost > -unreachable_cost<T> && cost <= unreachable_cost<T>);
            };
            const auto damaged = std::ranges::find_if(costs, is_no_cost);
            if (damaged != costs.end())
                file.fail(format("the arcs in /allways/arcs are damaged: one costs {}", *damaged));
        },
        arcs.cost);
    return arcs;
}

std::vector<Coordinate> read_points(const OmxFile& file, hid_t parent, const std::string& name, std::size_t count) {
    std::vector<Coordinate> points = file.points(parent, name, count);
    check_places(file.path(), points, {});
    return points;
}

StoredNodes read_nodes(const OmxFile& file, hid_t parent, std::size_t node_count) {
    StoredNodes nodes;
    if (hdf5::has_link(parent, "coordinates")) {
        const Handle coordinates = file.dataset(parent, "coordinates");
        nodes.coordinates = file.is_mapped() ? file.points(parent, "coordinates", node_count)
                                             : SharedArray(read_points(file, parent, "coordinates", node_count));
        nodes.crs = hdf5::read_text_attribute(coordinates, file.path(), "crs");
    }
    if (hdf5::has_link(parent, "no_through")) {
        nodes.no_through = file.is_mapped()
                               ? file.array<std::uint8_t>(parent, "no_through", node_count)
                               : SharedArray(read_marks(file, parent, "no_through", node_count, NoThrough::barrier));
    }
    return nodes;
}

RoadNetwork read_network_image(std::string_view image, const std::string& name) {
    const OmxFile file(image, name);
    const Handle lookup = file.group(file.root(), "lookup");
    const Handle own = file.group(file.root(), "allways");
    const Handle group = file.group(own, "arcs");
    RoadNetwork network;
    network.provenance = read_origin(file, own);
    const std::size_t n = file.size_of_dataset(lookup, "node_id");
    network.node_ids = file.read_ids(lookup, "node_id", n);
    StoredNodes nodes = read_nodes(file, own, n);
    network.coordinates = std::move(nodes.coordinates.edit());
    network.no_through = std::move(nodes.no_through.edit());
    network.elimination_order = file.read_vector<NodeIndex>(own, "elimination_order");
    if (!network.elimination_order.empty()) {
        const std::string misfit = why_order_misfits(network, network.elimination_order);
        if (!misfit.empty()) file.fail(format("its order is damaged: {}", misfit));
    }
    network.tail = file.read_vector<NodeIndex>(group, "tail");
    const std::size_t m = network.tail.size();
    network.head = file.read_vector<NodeIndex>(group, "head", m);
    const auto is_node = [&](NodeIndex node) { return node < n; };
    if (!std::ranges::all_of(network.tail, is_node) || !std::ranges::all_of(network.head, is_node)) {
        file.fail("its arcs are damaged: ends out of range");
    }
    network.arc_ids = file.read_ids(group, "arc_id", m);
    if (hdf5::has_link(group, "reversed")) network.reversed = read_marks(file, group, "reversed", m);
    network.columns = read_columns<ArcColumn>(file, group, m);
    network.texts = read_texts(file, group, m);
    network.shapes = read_shapes(file, group, m);
    network.turns = read_turns(file, group, n, m);
    check_turns(file, network);
    return network;
}

TableProvenance read_provenance(const OmxFile& file, hid_t parent) {
    TableProvenance provenance;
    for (const std::string& name : hdf5::attribute_names(parent, file.path())) {
        if (name == own_layout_attribute) continue;
        provenance.emplace_back(name, hdf5::read_text_attribute(parent, file.path(), name.c_str()));
    }
    return provenance;
}

void check_own_layout(const OmxFile& file, hid_t own) {
    if (!hdf5::has_attribute(own, own_layout_attribute)) return;
    const std::string found = hdf5::read_text_attribute(own, file.path(), own_layout_attribute);
    if (found == own_layout) return;
    file.fail(format("a newer version of Allways made this file: its group /allways has layout {}, expected {}", found,
                     own_layout));
}

}  // namespace allways::importers
