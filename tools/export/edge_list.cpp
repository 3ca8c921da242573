// RoadNetwork → CSV list of arcs: id, from, to and every column. There is no place for nodes without arcs, coordinates
// or no-through marks, which is said through the log.
#include <algorithm>

#include "allways/base/format.h"
#include "export/formats.h"
#include "export/output_file.h"

namespace allways::tools {

namespace {

bool is_own_field(const std::string& name) {
    return name == "id" || name == "from" || name == "to";
}

void log_losses(const RoadNetwork& network, const LogCallback& log_to) {
    std::vector<std::uint8_t> has_arc(network.node_count(), 0);
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc)
        has_arc[network.tail[arc]] = has_arc[network.head[arc]] = 1;
    const auto isolated = std::ranges::count(has_arc, 0);
    if (isolated > 0) log(log_to, LogLevel::warning, format("{} nodes without arcs are left out", isolated));
    if (std::ranges::count(network.no_through, 1) > 0) {
        log(log_to, LogLevel::warning,
            "an edge list cannot mark no-through nodes: paths may pass them in the written network");
    }
}

void write(const RoadNetwork& network, const std::string& path, const ExportOptions& options) {
    OutputFile file(path, options.overwrite);
    file.put("id,from,to");
    for (const ArcColumn& column : network.columns) {
        if (is_own_field(column.name)) continue;
        file.put(',');
        file.put_field(column.name);
    }
    file.put('\n');
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        if (arc % 65536 == 0) report(options.progress, "write", arc, network.arc_count());
        file.put_field(network.arc_ids.text(arc));
        file.put(',');
        file.put_field(network.node_ids.text(network.tail[arc]));
        file.put(',');
        file.put_field(network.node_ids.text(network.head[arc]));
        for (const ArcColumn& column : network.columns) {
            if (is_own_field(column.name)) continue;
            file.put(',');
            file.put(column.values[arc].to_string());  // missing: empty
        }
        file.put('\n');
    }
    log_losses(network, options.log);
    file.commit();
}

}  // namespace

OutputFormat edge_list_output() {
    OutputFormat format;
    format.name = "edge-list";
    format.description = "network, CSV with one row an arc";
    format.suffixes = {".csv"};
    format.write_network = write;
    format.standard_output = true;
    return format;
}

}  // namespace allways::tools
