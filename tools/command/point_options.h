// The options of reading points, which hold for all files of points that a command takes.
#pragma once

#include "allways/importers/points.h"
#include "command/cli_fwd.h"

namespace allways::command {

void add_point_options(CLI::App& app, PointOptions& options);  // --points-id, --points-layer, --points-crs
// Throws InvalidArgument where such options are given, and no file of points is.
void check_point_options(const PointOptions& options, bool any_file_of_points);

}  // namespace allways::command
