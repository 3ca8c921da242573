// SPDX-License-Identifier: Apache-2.0
// RoadNetwork → CSV list of arcs: id, from, to and every column.
#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "export/files/output_file.h"
#include "export/formats/formats.h"
#include "export/formats/losses.h"

namespace allways::tools {

namespace {

// Returns true for names that readers of arc lists take as fields of their own.
bool is_own_field(std::string_view name, bool) {
    constexpr std::array<std::string_view, 13> own{"id", "from", "to",       "reverse_cost", "rcost",    "x1", "y1",
                                                   "x2", "y2",   "the_geom", "geom",         "geometry", "wkt"};
    return std::ranges::find(own, name) != own.end();
}

void write_edge_list(const RoadNetwork& network, const std::string& path, const ExportOptions& options) {
    OutputFile file(path, options.overwrite);
    file.put("id,from,to");
    const std::vector<std::string> names = field_names(network, is_own_field);
    file.add_fields(std::span(names).first(network.columns.size()));
    file.put('\n');
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        if (arc % 65536 == 0) report(options.progress, "write", arc, network.arc_count());
        file.put_fields(network.arc_ids.text(arc), network.node_ids.text(network.tail[arc]),
                        network.node_ids.text(network.head[arc]));
        for (const ArcColumn& column : network.columns) {
            file.put(',');
            file.put(column.values[arc].to_string());  // empty if missing
        }
        file.put('\n');
    }
    file.commit();
}

}  // namespace

FormatWriter edge_list_output() {
    using enum FormatTrait;
    FormatWriter format{{"edge-list",
                         "network, CSV with one row per arc",
                         {".csv"},
                         {standard_output, node_ids, arc_ids, parallel_arcs}}};
    format.write_network = write_edge_list;
    format.is_reserved = is_own_field;
    return format;
}

}  // namespace allways::tools
