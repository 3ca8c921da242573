// SPDX-License-Identifier: Apache-2.0
#include "export/formats/hdf5/omx_arcs.h"

#include <type_traits>

#include "allways/base/api.h"
#include "allways/base/format.h"
#include "export/formats/formats.h"
#include "libraries/hdf5_file.h"

namespace allways::tools {

using namespace importers;

namespace {

using hdf5::Handle;

// Tables store decimals as doubles, where missing ones are NaN; networks store digits, and scales under the name with
// `exact_scales`, which keeps every decimal as it is.
template <bool exact, class Decimals>
Handle write_decimals(OmxWriter& writer, hid_t parent, const std::string& name, const Decimals& values) {
    std::vector<std::conditional_t<exact, std::int64_t, double>> numbers;
    for (const Decimal& value : values) {
        if constexpr (exact)
            numbers.push_back(value.digits());
        else
            numbers.push_back(value.to_double());
    }
    if constexpr (exact) {
        std::vector<std::int32_t> scales;
        for (const Decimal& value : values) scales.push_back(value.scale());
        writer.vector(parent, name + importers::exact_scales, scales);
    }
    return writer.vector(parent, name, numbers);
}

template <class Column>
void write_columns(OmxWriter& writer, hid_t parent, const std::vector<Column>& columns) {
    if (columns.empty()) return;
    constexpr bool exact = std::is_same_v<Column, ArcColumn>;
    const Handle group = writer.group(parent, "columns");
    for (std::size_t at = 0; at < columns.size(); ++at) {
        const Column& column = columns[at];
        const Handle dataset = write_decimals<exact>(writer, group, std::to_string(at), column.values);
        writer.attribute(dataset, "name", column.name);
        writer.attribute(dataset, "unit", column.unit);
        if (column.resolution_digits) {
            writer.attribute(dataset, "resolution_digits", std::int32_t{*column.resolution_digits});
        }
    }
}

// Stores the concatenated texts of a column, the end of each, and the number of each arc's text. HDF5 keeps
// variable-length texts in a heap, and a damaged file can make HDF5 loop in it endlessly.
void write_text(OmxWriter& writer, hid_t parent, const std::string& name, const TextColumn& column) {
    const Handle one = writer.group(parent, name);
    writer.attribute(one, "name", column.name());
    std::vector<std::uint8_t> bytes;
    std::vector<std::uint64_t> ends;
    for (std::uint32_t i = 0; i < column.distinct_count(); ++i) {
        const std::string_view text = column.distinct(i);
        bytes.insert(bytes.end(), text.begin(), text.end());
        ends.push_back(bytes.size());
    }
    writer.vector(one, "bytes", bytes);
    writer.vector(one, "ends", ends);
    writer.vector(one, "index", column.indexes());
}

void write_texts(OmxWriter& writer, hid_t parent, const std::vector<TextColumn>& columns) {
    if (columns.empty()) return;
    const Handle group = writer.group(parent, "texts");
    for (std::size_t at = 0; at < columns.size(); ++at) write_text(writer, group, std::to_string(at), columns[at]);
}

void write_shapes(OmxWriter& writer, hid_t parent, const ArcShapes& shapes) {
    if (shapes.empty()) return;
    const Handle group = writer.group(parent, "shapes");
    writer.vector(group, "first_point", shapes.first_points());
    writer.points(group, "points", shapes.all_points());
    writer.vector(group, "shape", shapes.shapes_of_arcs());
    writer.vector(group, "backward", shapes.backward_of_arcs());
}

template <bool exact>
void write_turns(OmxWriter& writer, hid_t parent, const TurnRules& turns) {
    if (turns.empty()) return;
    const Handle group = writer.group(parent, "turns");
    if (turns.size() > 0) {
        std::vector<std::uint8_t> mandatory;
        for (const TurnRules::Kind kind : turns.kinds) mandatory.push_back(kind == TurnRules::Kind::mandatory);
        writer.vector(group, "first_arc", std::vector<std::uint64_t>(turns.first_arc.begin(), turns.first_arc.end()));
        writer.vector(group, "arcs", turns.arcs);
        writer.vector(group, "mandatory", mandatory);
        write_text(writer, group, "source", turns.sources);
    }
    if (!turns.costs.empty()) {
        std::vector<ArcIndex> from, to;
        std::vector<Decimal> seconds;
        for (const TurnRules::Cost& price : turns.costs) {
            from.push_back(price.from);
            to.push_back(price.to);
            seconds.push_back(price.seconds);
        }
        writer.vector(group, "price_from", from);
        writer.vector(group, "price_to", to);
        write_decimals<exact>(writer, group, "price_seconds", seconds);
    }
    if (!turns.destination_only.empty()) writer.vector(group, "destination_only", turns.destination_only);
    if (!turns.may_turn_round.empty()) writer.vector(group, "may_turn_round", turns.may_turn_round);
}

// Costs of steps between states are stored as the arcs' costs are.
void write_states(OmxWriter& writer, hid_t parent, const TableArcs& arcs, const CostArray& step_costs) {
    if (arcs.states.empty()) return;
    const Handle group = writer.group(parent, "states");
    writer.vector(group, "node", arcs.states.node);
    writer.vector(group, "first_step", arcs.states.first_step);
    writer.vector(group, "next", arcs.states.next);
    std::visit(
        [&](const auto& costs) {
            if (!costs.empty()) writer.vector(group, "cost", costs);
        },
        step_costs);
}

// Writes what the arcs of a table and of a network have in common.
template <class Arcs>
void write_attributes(OmxWriter& writer, hid_t group, const Arcs& arcs) {
    writer.ids(group, "arc_id", arcs.arc_ids);
    if (!arcs.reversed.empty()) writer.vector(group, "reversed", arcs.reversed);
    write_columns(writer, group, arcs.columns);
    write_texts(writer, group, arcs.texts);
    write_shapes(writer, group, arcs.shapes);
    write_turns<std::is_same_v<Arcs, RoadNetwork>>(writer, group, arcs.turns);
}

}  // namespace

void write_arcs(OmxWriter& writer, hid_t parent, const TableArcs& arcs, const CostArray& costs,
                const CostArray& step_costs) {
    const Handle group = writer.group(parent, "arcs");
    writer.vector(group, "first_out", arcs.first_out);
    writer.vector(group, "head", arcs.head);
    std::visit([&](const auto& cost) { writer.vector(group, "cost", cost); }, costs);
    write_attributes(writer, group, arcs);
    write_states(writer, group, arcs, step_costs);
}

void write_costs(OmxWriter& writer, hid_t parent, const TableArcs& arcs) {
    const Handle group = writer.group(parent, "arcs");
    std::visit([&](const auto& cost) { writer.vector(group, "cost", cost); }, arcs.cost);
    write_states(writer, group, arcs, arcs.step_cost);
}

void write_nodes(OmxWriter& writer, hid_t parent, std::span<const Coordinate> coordinates, const std::string& crs,
                 std::span<const std::uint8_t> no_through) {
    if (!coordinates.empty()) {
        const Handle dataset = writer.points(parent, "coordinates", coordinates);
        writer.attribute(dataset, "crs", crs);
    }
    if (!no_through.empty()) writer.vector(parent, "no_through", no_through);
}

void write_provenance(OmxWriter& writer, hid_t parent, const TableProvenance& provenance) {
    writer.attribute(parent, importers::own_layout_attribute, std::string(importers::own_layout));
    writer.attribute(parent, "generator", format("allways {}", version()));
    for (const auto& [key, text] : provenance) {
        if (key != "generator") writer.attribute(parent, key.c_str(), text);  // the writer's own, above, replaces it
    }
}

std::string network_image(const RoadNetwork& network) {
    OmxWriter writer("the copy of the network");
    {
        const Handle lookup = writer.group(writer.root(), "lookup");
        writer.ids(lookup, "node_id", network.node_ids);
        const Handle own = writer.group(writer.root(), "allways");
        const Provenance& from = network.provenance;
        writer.attribute(own, "crs", from.crs);
        writer.attribute(own, "coordinate_unit", static_cast<std::int32_t>(from.coordinate_unit));
        writer.attribute(own, "metres_per_unit", from.metres_per_unit);
        writer.attribute(own, "whole_numbers", std::int32_t{from.whole_numbers});
        TextColumn notes("notes");  // each name, then its text
        for (const auto& [name, note] : from.notes) {
            notes.add(name);
            notes.add(note);
        }
        write_text(writer, own, "notes", notes);
        write_nodes(writer, own, network.coordinates, from.crs, network.no_through);
        writer.vector(own, "elimination_order", network.elimination_order);
        const Handle arcs = writer.group(own, "arcs");
        writer.vector(arcs, "tail", network.tail);
        writer.vector(arcs, "head", network.head);
        write_attributes(writer, arcs, network);
    }
    return writer.image();
}

std::uint64_t bytes_of(const TableArcs& arcs, CostType cost_type) {
    const auto size = [](const auto& values) { return values.size() * sizeof(values[0]); };
    const auto text_bytes = [&](const TextColumn& column) {
        std::uint64_t sum = size(column.indexes()) + column.distinct_count() * sizeof(std::uint64_t);
        for (std::uint32_t i = 0; i < column.distinct_count(); ++i) sum += column.distinct(i).size();
        return sum;
    };
    std::uint64_t bytes = size(arcs.first_out) + size(arcs.head) + arcs.size() * size_of(cost_type) +
                          OmxWriter::bytes_of(arcs.arc_ids) + size(arcs.reversed);
    bytes += arcs.columns.size() * arcs.size() * sizeof(double);
    for (const TextColumn& column : arcs.texts) bytes += text_bytes(column);
    const TurnRules& turns = arcs.turns;
    if (turns.size() > 0) {
        bytes += size(turns.first_arc) + size(turns.arcs) + turns.size() + text_bytes(turns.sources);
    }
    bytes += turns.costs.size() * (2 * sizeof(ArcIndex) + sizeof(double)) + size(turns.destination_only) +
             size(turns.may_turn_round) + size(arcs.states.node) +
             (arcs.states.empty() ? 0 : size(arcs.states.first_step)) + size(arcs.states.next) +
             std::visit(size, arcs.step_cost);
    if (arcs.shapes.empty()) return bytes;
    return bytes + size(arcs.shapes.first_points()) + size(arcs.shapes.all_points()) +
           size(arcs.shapes.shapes_of_arcs()) + size(arcs.shapes.backward_of_arcs());
}

}  // namespace allways::tools
