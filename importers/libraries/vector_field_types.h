// What GDAL's field types do not say: which fields of a dBASE table are logical, and what `other_tags` holds.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "libraries/vector_layer.h"

class GDALDataset;

namespace allways {

// The logical fields (type L) in the .dbf of a Shapefile's layer; GDAL has them as texts. Empty for other sources.
std::set<std::string> logical_fields(GDALDataset& dataset, const std::string& layer);

// T, t, Y, y: true; F, f, N, n: false; else nothing is known ("?", a blank).
std::optional<bool> logical_value(std::string_view text);

// "oneway"=>"yes","maxspeed"=>"50": the tags that GDAL's reader of OpenStreetMap has no fields for. What is no such
// pair is passed over.
VectorLayer::Tags parse_other_tags(std::string_view text);

}  // namespace allways
