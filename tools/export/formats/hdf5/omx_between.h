// SPDX-License-Identifier: Apache-2.0
// Origins × destinations → Open Matrix: the layout of a whole table without data for paths.
#pragma once

#include "allways/export/export.h"

namespace allways::tools {

// If origins and destinations are the same nodes, writes /lookup/node_id as in a solved table, so that it reads as one;
// else /lookup/origin_id and /lookup/destination_id, attribute DIM 0 for rows and 1 for columns.
void write_omx_between(const OriginDestinationTable& table, const std::string& path, const ExportOptions& options);

// Writes the matrices of every hour, "time_8" and, for a skim, "length_8", in the order of the hours.
void write_omx_hours(const HourlyTables& hours, const std::string& path, const ExportOptions& options);

}  // namespace allways::tools
