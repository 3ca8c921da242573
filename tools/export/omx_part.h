// Origins × destinations → Open Matrix: the layout of a whole table without what paths need.
#pragma once

#include "allways/export/export.h"

namespace allways::tools {

// Where origins and destinations are the same nodes, /lookup/node_id as a solved table has it, so that it is read as
// one; else /lookup/origin_id and /lookup/destination_id, attribute DIM 0 for rows and 1 for columns.
void write_omx_part(const OriginDestinationTable& table, const std::string& path, const ExportOptions& options);

}  // namespace allways::tools
