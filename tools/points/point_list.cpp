// SPDX-License-Identifier: Apache-2.0
#include "allways/points/point_list.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/points/standard_input.h"
#include "libraries/vector_layer.h"
#include "points/node_argument.h"

namespace allways {

using namespace importers;

using namespace tools;

namespace {

bool is_file(const std::string& name) {
    std::error_code error;
    return std::filesystem::is_regular_file(name, error) || is_vector_source(name);
}

// The pipe that a text names: "-" for "-" and "@-", else the text itself.
std::string pipe_of(const std::string& text) {
    return is_standard_input(text) ? "-" : text;
}

std::string name_of_pipe(const std::string& pipe) {
    return pipe == "-" ? "standard input" : pipe;
}

// The options of reading a temporary copy: messages name the pipe instead.
PointOptions options_of_copy(const std::string& copy, const std::string& pipe, PointOptions options) {
    options.log = [log = options.log, copy, pipe_name = name_of_pipe(pipe)](LogLevel level, std::string_view text) {
        std::string named(text);
        for (const std::string& name : {copy, std::filesystem::path(copy).filename().string()}) {
            for (std::size_t at = 0; (at = named.find(name, at)) != std::string::npos;)
                named.replace(at, name.size(), pipe_name);
        }
        allways::log(log, level, named);
    };
    return options;
}

PointSet points_of_copy(const std::string& copy, const std::string& pipe, const PointOptions& options) {
    PointSet points = read_points(copy, options_of_copy(copy, pipe, options));
    points.source = name_of_pipe(pipe);
    return points;
}

}  // namespace

NodeNames row_names(const Input& input) {
    if (const auto* network = std::get_if<RoadNetwork>(&input)) {
        const auto& notes = network->provenance.notes;
        const auto zones = std::ranges::find(notes, "zones", &std::pair<std::string, std::string>::first);
        return {network->node_ids, network->no_through, zones == notes.end() ? std::string_view() : zones->second};
    }
    if (const auto* matrix = std::get_if<CostMatrix>(&input)) return {matrix->node_ids(), {}};
    if (const auto* table = std::get_if<DistanceTable>(&input)) return {table->node_ids(), table->no_through()};
    if (const auto* part = std::get_if<OriginDestinationTable>(&input)) return {part->origin_ids(), {}};
    const auto& factor = std::get<NetworkFactor>(input);
    return {factor.node_ids, {factor.no_through.data(), factor.no_through.size()}};
}

NodeNames column_names(const Input& input) {
    const auto* part = std::get_if<OriginDestinationTable>(&input);
    return part != nullptr ? NodeNames{part->destination_ids(), {}} : row_names(input);
}

void expand(PointList& list, const NodeNames& nodes, const std::string& source) {
    if (!list.points) expand(list.nodes, nodes, source);
}

bool names_several(const std::string& text) {
    if (is_standard_input(text)) return true;
    if (position_length(text) == text.size() && !text.empty()) return false;
    const bool marked = text.starts_with('@');
    const std::string name = marked ? text.substr(1) : text;
    if (is_file(name) || is_pipe(name) || looks_like_a_file(name)) return true;
    if (marked) return position_length(text) > 0;
    const bool forgot_sign = text.find('.') != text.npos && position_length("@" + text) == text.size() + 1;
    return !forgot_sign && (text.find_first_of(",-") != text.npos || text == all_centroids);
}

bool is_standard_input(std::string_view text) {
    return text == "-" || text == "@-";
}

PointSet read_point_file(const std::string& name, const PointOptions& options) {
    const std::string pipe = pipe_of(name);
    if (pipe != "-" && !is_pipe(pipe)) return read_points(name, options);
    return read_pipe(pipe, [&](const std::string& copy) { return points_of_copy(copy, pipe, options); });
}

PointList read_point_list(const std::string& text, const std::string& option, const PointOptions& options) {
    const bool marked = text.starts_with('@') && position_length(text) == 0;
    const std::string pipe = pipe_of(marked ? text.substr(1) : text);
    if (pipe == "-" || is_pipe(pipe)) {
        return read_pipe(pipe, [&](const std::string& copy) {
            const PointOptions of_copy = options_of_copy(copy, pipe, options);
            if (holds_points(copy, of_copy)) return PointList(points_of_copy(copy, pipe, options));
            PointList piped(read_node_list("@" + copy, option, of_copy));
            piped.nodes.file = name_of_pipe(pipe);
            return piped;
        });
    }
    if (!marked && !is_file(text)) {
        return read_node_list(text, option, options);
    }
    const std::string name = marked ? text.substr(1) : text;
    if (name.find_first_of("+-.0123456789") == 0 && !is_file(name)) {
        throw InputError(name, 0, "no such file; a position is @longitude,latitude, as @7.4166,43.7311");
    }
    if (holds_points(name, options)) return read_points(name, options);
    return read_node_list("@" + name, option, options);
}

TableSide side_at_nodes(const NodeList& list, const IdTable& ids, const std::string& source) {
    TableSide ends;
    ends.nodes = find_nodes(list, ids, source);
    ends.ids = list.ids.empty() ? ids.selection(ends.nodes) : IdTable::from_texts(list.ids);
    return ends;
}

SnapDistances snap_distances(const TableSide& origins, const TableSide& destinations) {
    if (origins.distances.empty() && destinations.distances.empty()) return {};
    const auto of = [](const TableSide& side) {
        return side.distances.empty() ? std::vector<double>(side.nodes.size(), NAN) : side.distances;
    };
    return {of(origins), of(destinations), (origins.distances.empty() ? destinations : origins).in_metres};
}

bool PointList::has_positions(const IdTable& ids) const {
    return points ||
           std::ranges::any_of(nodes.names, [&](const std::string& name) { return names_position(ids, name); });
}

void SnappedList::add(const PointList& list, SnappedPoints& snapped_points, const std::string& source) {
    if (list.points) {
        const std::size_t first = snapped_points.add(*list.points);
        for (std::uint32_t i = 0; i < list.points->size(); ++i) {
            slots_.push_back({true, first + i});
            names_.push_back(list.points->ids.text(i));
        }
        return;
    }
    const IdTable& node_ids = snapped_points.network().node_ids;
    for (std::size_t i = 0; i < list.nodes.names.size(); ++i) {
        const std::string& name = list.nodes.names[i];
        try {
            const bool is_point = names_position(node_ids, name);
            slots_.push_back({is_point, is_point ? snapped_points.add(
                                                       name, parse_position(name, snapped_points.frame().in_degrees()))
                                                 : find_node(node_ids, name, source)});
            names_.push_back(!list.nodes.ids.empty() ? list.nodes.ids[i]
                             : is_point              ? name
                                                     : node_ids.text(static_cast<NodeIndex>(slots_.back().index)));
        } catch (const Error& error) {
            fail_at(list.nodes, i, error);
        }
    }
}

void SnappedList::require_any(const SnappedPoints& snapped_points, std::string_view what) const {
    std::vector<std::size_t> points;
    for (const Slot& slot : slots_) {
        if (!slot.is_point) return;
        points.push_back(slot.index);
    }
    snapped_points.require_any(points, what);
}

bool SnappedList::is_snapped(const Slot& slot, const SnappedPoints& snapped_points) const {
    return !slot.is_point || snapped_points.points()[slot.index].snapped.snapped;
}

TableSide SnappedList::on(const PointNetwork& network, const SnappedPoints& snapped_points, bool drop) const {
    TableSide ends;
    ends.in_metres = snapped_points.frame().metres_per_unit().has_value();
    std::vector<std::string> names;
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
        const Slot& slot = slots_[i];
        if (drop && !is_snapped(slot, snapped_points)) continue;
        ends.kept.push_back(i);
        ends.distances.push_back(slot.is_point ? snapped_points.distance(snapped_points.points()[slot.index]) : NAN);
        names.push_back(names_[i]);
        ends.nodes.push_back(slot.is_point ? network.node_of_point[slot.index] : static_cast<NodeIndex>(slot.index));
        ends.places.push_back(slot.is_point
                                  ? snapped_points.points()[slot.index].position
                                  : snapped_points.frame().position(snapped_points.network().coordinates[slot.index]));
    }
    ends.ids = IdTable::from_texts(std::move(names));
    return ends;
}

}  // namespace allways
