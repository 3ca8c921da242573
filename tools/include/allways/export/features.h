// SPDX-License-Identifier: Apache-2.0
// Nodes and their values for GIS programs: GeoPackage, GeoJSON, Shapefile, FlatGeobuf, or CSV of the values alone.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/progress.h"
#include "allways/importers/read.h"
#include "allways/network/components.h"
#include "allways/network/road_network.h"

namespace allways {

struct FeatureOutput {
    std::string path = {};
    std::string format = {};  // "gpkg", "geojson", "csv", "shp", "fgb"; empty: by the suffix
    bool overwrite = false;
    ProgressCallback progress = {};  // stage "write"
    LogCallback log = {};
};

// The format of a feature file. Throws InvalidArgument for an unknown suffix or name, and for a GeoPackage on standard
// output.
ALLWAYS_API std::string feature_format(const std::string& path, const std::string& format);

// Numbers of nodes and arcs, each list a field of its layer; NaN is written as unknown.
struct NetworkColumns {
    struct Column {
        std::string name;
        std::span<const double> values;
    };
    std::string layer;  // the layers are called `layer`_arc and `layer`_node
    std::vector<Column> of_nodes;
    std::vector<Column> of_arcs;
    std::size_t own_nodes = 0;  // nodes from here on are added points: they have no id and are no features
};

// The layers of a file: all that have columns and that its format holds (GeoJSON and CSV: one, arcs first), or one.
enum class FeatureLayers { all, arcs, nodes };
inline std::vector<std::string> words_of(FeatureLayers) {
    return {"all", "arcs", "nodes"};
}

// Writes arcs as lines, with their ids, ends, columns, and the texts name, ref and facility_type of the network; and
// nodes as points. Throws InputError if the file cannot be written, InvalidArgument for a layer without columns, and
// Cancelled, which leaves no file.
ALLWAYS_API void write_network_columns(const RoadNetwork& network, const NetworkColumns& columns,
                                       const FeatureOutput& output, FeatureLayers layers = FeatureLayers::all);

// All nodes with their component's number, from 1, and size, and all arcs as lines with those of both their ends, or
// none between components. GeoJSON and CSV get the nodes, unless `layers` says arcs. Throws InputError if the file
// cannot be written, and Cancelled, which leaves no file.
ALLWAYS_API void write_components(const RoadNetwork& network, const ComponentList& components,
                                  const FeatureOutput& output, FeatureLayers layers = FeatureLayers::all);

// Points where lines may have failed to meet, with their kind: crossing, gap or dangle. `crs`: of the lines. Throws
// InputError if the file cannot be written, and Cancelled, which leaves no file.
ALLWAYS_API void write_loose_ends(const std::vector<ImportReport::LooseEnd>& places, const std::string& crs,
                                  const FeatureOutput& output);

}  // namespace allways
