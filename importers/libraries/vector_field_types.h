// SPDX-License-Identifier: Apache-2.0
// Facts that GDAL's field types omit: which fields of a dBASE table are logical, and the content of `other_tags`.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "libraries/vector_layer.h"

class GDALDataset;

namespace allways::importers {

// Returns the logical fields (type L) in the .dbf of a Shapefile's layer; GDAL reads them as text. Empty for other
// sources.
std::set<std::string> logical_fields(GDALDataset& dataset, const std::string& layer);

// Converts T, t, Y, y to true, F, f, N, n to false; anything else ("?", a blank) is unknown.
std::optional<bool> logical_value(std::string_view text);

// Parses "oneway"=>"yes","maxspeed"=>"50": tags for which GDAL's reader of OpenStreetMap has no fields. Skips anything
// that is not such a pair.
VectorLayer::Tags parse_other_tags(std::string_view text);

}  // namespace allways::importers
