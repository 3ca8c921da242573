// SPDX-License-Identifier: Apache-2.0
// RoadNetwork → DIMACS X.gr, and X.co beside it if coordinates are degrees. The format has one column of integer costs,
// and nodes 1 … n.
#include <algorithm>
#include <cmath>
#include <optional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "export/files/output_file.h"
#include "export/formats/formats.h"
#include "export/formats/losses.h"

namespace allways::tools {

namespace {

std::int64_t whole_cost(const RoadNetwork& network, const ArcColumn& column, ArcIndex arc) {
    if (const auto value = column.values[arc].fixed_point(0)) return *value;
    throw InvalidArgument(
        format("DIMACS holds integers, but arc {} costs {} in column '{}'; choose another column, or "
               "another format (gmns, edge-list)",
               network.arc_ids.text(arc), column.values[arc].to_string(), column.name));
}

void put_coordinates(const RoadNetwork& network, OutputFile& file) {
    file.put(format("p aux sp co {}\n", network.node_count()));
    for (std::size_t node = 0; node < network.node_count(); ++node) {
        const Coordinate point = network.coordinates[node];
        file.put(format("v {} {} {}\n", node + 1, std::llround(point.x * 1e6), std::llround(point.y * 1e6)));
    }
}

std::string coordinate_path(const std::string& path) {
    return (path.ends_with(".gr") ? path.substr(0, path.size() - 3) : path) + ".co";
}

void write_dimacs(const RoadNetwork& network, const std::string& path, const ExportOptions& options) {
    const ArcColumn& column = single_cost_column(network, options.cost, "DIMACS");
    const auto missing = static_cast<std::uint64_t>(
        std::ranges::count_if(column.values, [](const Decimal& value) { return value.is_missing(); }));
    std::optional<OutputFile> coordinates;
    if (!network.coordinates.empty() && path != "-" && are_degrees(network)) {
        coordinates.emplace(coordinate_path(path), options.overwrite);
    }

    OutputFile file(path, options.overwrite);
    file.put(format("c {}{}\n", column.name, column.unit.empty() ? "" : " in " + column.unit));
    file.put(format("p sp {} {}\n", network.node_count(), network.arc_count() - missing));
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        if (arc % 65536 == 0) report(options.progress, "write", arc, network.arc_count());
        if (column.values[arc].is_missing()) continue;
        file.put("a ");
        file.put_number(network.tail[arc] + std::uint64_t{1});
        file.put(' ');
        file.put_number(network.head[arc] + std::uint64_t{1});
        file.put(' ');
        file.put_number(whole_cost(network, column, arc));
        file.put('\n');
    }
    if (coordinates) {
        put_coordinates(network, *coordinates);
        coordinates->flush();
        file.retire_old();
        coordinates->commit();
    }
    file.commit();
}

}  // namespace

FormatWriter dimacs_output() {
    using enum FormatTrait;
    FormatWriter format{{"dimacs",
                         "network, integer costs, with X.co beside X.gr",
                         {".gr"},
                         {standard_output, one_cost, isolated_nodes, parallel_arcs, degrees_beside}}};
    format.write_network = write_dimacs;
    format.files = [](const std::string& path) { return std::vector<std::string>{path, coordinate_path(path)}; };
    return format;
}

}  // namespace allways::tools
