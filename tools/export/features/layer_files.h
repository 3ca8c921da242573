// SPDX-License-Identifier: Apache-2.0
// Formats with one layer per file: Shapefile and FlatGeobuf, written by GDAL.
#pragma once

#include <memory>
#include <string>

#include "export/features/feature_file.h"

namespace allways::tools {

// The first layer takes the file's name, a further one is called NAME_<layer>: roads.shp, roads_node.shp. All files of
// all layers appear when the last one is complete.
// Shapefile: names of fields have at most 10 characters, texts 254 bytes and numbers 9 decimals; shortened values are
// logged. A file of more than 2 GB is an error. FlatGeobuf: the file has a spatial index, so features are in the order
// of the index; features without a geometry are left out, which is logged.
std::unique_ptr<FeatureFile> make_layer_files(const std::string& path, const FeatureOptions& options);

}  // namespace allways::tools
