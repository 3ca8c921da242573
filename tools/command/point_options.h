// SPDX-License-Identifier: Apache-2.0
// The options for reading points; they apply to every point file of a command.
#pragma once

#include "allways/importers/points.h"
#include "command/cli_fwd.h"

namespace allways::command {

void add_point_options(CLI::App& app, PointOptions& options);
// Throws InvalidArgument if such options are given without a file of points.
void check_point_options(const PointOptions& options, bool any_file_of_points);

// For pairs that name no points.
void check_pair_options(const PointOptions& options);

}  // namespace allways::command
