#include "points/end_list.h"

#include <filesystem>

#include <CLI/Option.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "routes/standard_input.h"
#include "vector_layer.h"

namespace allways::tools {

namespace {

bool is_file(const std::string& name) {
    std::error_code error;
    return std::filesystem::exists(name, error) || is_vector_source(name);
}

}  // namespace

void add_point_options(CLI::App& app, PointOptions& options) {
    const std::string group = "Positions";
    app.add_option("--points-id", options.id_field, "The field with the points' ids; else id, name …, or their numbers")
        ->type_name("FIELD")
        ->group(group);
    app.add_option("--points-layer", options.layer, "Of a file with several layers of points: the one to read")
        ->type_name("NAME")
        ->group(group);
    app.add_option("--points-crs", options.crs, "The reference system of columns x and y, as EPSG:2056; else the network's")
        ->type_name("CRS")
        ->group(group);
}

EndList read_end_list(const std::string& text, const std::string& option, const PointOptions& options) {
    const bool marked = text.starts_with('@');
    if (!marked && !is_file(text)) {
        if (text.find('/') != text.npos || text.find('.') != text.npos) {
            throw InputError(text, 0, format("{}: no such file, and no list of ids of nodes with commas between them", option));
        }
        return {read_node_list(text, option), std::nullopt};
    }
    const std::string name = marked ? text.substr(1) : text;
    EndList list;
    if (name != "-" && holds_points(name)) {
        list.points = read_points(name, options);
    } else if (name == "-") {
        return read_file_or_standard_input(name, [&](const std::string& copy) {
            EndList piped;
            if (holds_points(copy)) {
                piped.points = read_points(copy, options);
                piped.points->source = "standard input";
            } else {
                piped.nodes = read_node_list("@" + copy, option);
                piped.nodes.file = "standard input";
            }
            return piped;
        });
    } else {
        list.nodes = read_node_list("@" + name, option);
    }
    return list;
}

Ends ends_at_nodes(const NodeList& list, const IdTable& ids, const std::string& source) {
    Ends ends;
    ends.nodes = find_nodes(list, ids, source);
    ends.ids = ids.selection(ends.nodes);
    return ends;
}

Ends ends_at_points(const PointSet& points, const Placement& placement, std::size_t first, const PointNetwork& network) {
    Ends ends;
    ends.ids = points.ids;
    for (std::size_t i = first; i < first + points.size(); ++i) {
        ends.nodes.push_back(network.node_of_point[i]);
        ends.places.push_back(placement.points()[i].position);
    }
    return ends;
}

}  // namespace allways::tools
