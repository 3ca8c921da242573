// SPDX-License-Identifier: Apache-2.0
// Nodes and their values for GIS programs: GeoPackage, GeoJSON, Shapefile, FlatGeobuf, or CSV of the values alone.
#pragma once

#include <string>

#include "allways/base/api.h"
#include "allways/base/progress.h"
#include "allways/network/component_list.h"
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

// All nodes with their component's number, from 1, and size. Throws InputError if the file cannot be written, and
// Cancelled, which leaves no file.
ALLWAYS_API void write_component_nodes(const RoadNetwork& network, const ComponentList& components,
                                       const FeatureOutput& output);

}  // namespace allways
