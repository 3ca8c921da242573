// SPDX-License-Identifier: Apache-2.0
// The losses of a network in a format. Only this file compares what formats keep with what a network has.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "allways/export/export.h"
#include "allways/network/road_network.h"
#include "export/formats/formats.h"

namespace allways::tools {

// Throws InvalidArgument if distances would change, unless options.lossy allows it.
void refuse_losses(const RoadNetwork& network, const FormatWriter& format, const std::string& path,
                   const ExportOptions& options);
// Logs the other losses.
void tell_losses(const RoadNetwork& network, const FormatWriter& format, const std::string& path,
                 const ExportOptions& options);

// Returns true if every node has coordinates in the range of longitudes and latitudes.
bool are_degrees(const RoadNetwork& network);

// The names of the network's fields in a format, those of columns before those of texts: their own, or with a number
// ("from_2") if another field has the same name (ignoring case) or the format reserves it.
std::vector<std::string> field_names(const RoadNetwork& network, bool (*is_reserved)(std::string_view name, bool text));

// The column `wanted`, or if that is empty the column that choose_cost takes. Throws InvalidArgument, naming the
// format, if there is no such column.
const ArcColumn& single_cost_column(const RoadNetwork& network, const std::string& wanted, const char* format);

}  // namespace allways::tools
