// SPDX-License-Identifier: Apache-2.0
// The writers; each has its own file.
#pragma once

#include <span>

#include "allways/export/export.h"

namespace allways::tools {

// Throws InvalidArgument if options.snap_distances is set for a table without positions.
void require_snap_distances(bool has_positions, const ExportOptions& options);

// Warns about skims that a format with one matrix leaves out.
void log_left_out(std::span<const CostScale> skims, const OutputFormat& format, const ExportOptions& options);

OutputFormat omx_output();
OutputFormat npy_output();
OutputFormat csv_output();
OutputFormat csv_long_output();
OutputFormat tsplib_output();
OutputFormat matrix_market_output();
OutputFormat vroom_output();
OutputFormat ortools_output();
OutputFormat dimacs_output();
OutputFormat gmns_output();
OutputFormat graphml_output();
OutputFormat edge_list_output();
OutputFormat gpkg_output();
OutputFormat factor_output();
OutputFormat sqlite_output();
OutputFormat shapefile_output();
OutputFormat flatgeobuf_output();
OutputFormat desire_gpkg_output();
OutputFormat desire_shapefile_output();
OutputFormat desire_flatgeobuf_output();
OutputFormat desire_geojson_output();

}  // namespace allways::tools
