// SPDX-License-Identifier: Apache-2.0
// The options for reading points, which apply to every point file of a command, and for snapping them to roads.
#pragma once

#include <string>
#include <vector>

#include "allways/importers/points.h"
#include "allways/points/point_list.h"
#include "allways/points/snapped_points.h"
#include "command/cli_fwd.h"
#include "command/console.h"

namespace allways::command {

void add_point_options(CLI::App& app, PointOptions& options);
// Throws InvalidArgument if such options are given and none of these lists, which may be null, is a file of points. A
// file of nodes takes `id_field`.
void check_point_options(const PointOptions& options, const std::vector<const PointSet*>& lists);

// For pairs that name no points.
void check_pair_options(const PointOptions& options);

// The two sides of a table as they are given: points for both, or one list for each.
struct SideArguments {
    std::string points;
    std::string origins;
    std::string destinations;

    bool any_side() const { return !origins.empty() || !destinations.empty(); }
    bool both_sides() const { return !origins.empty() && !destinations.empty(); }
};

void add_side_options(CLI::App& app, SideArguments& sides);
// Throws InvalidArgument if standard input is to serve both sides.
void check_sides(const SideArguments& sides);
PointSides read_sides(const SideArguments& sides, PointOptions options, Console& console);

void add_snap_options(CLI::App& app, SnapChoice& choice);  // --snap, --snap-radius, --snap-component

// --access-speed, for commands whose results have room for it.
void add_access_option(CLI::App& app, SnapChoice& choice);

}  // namespace allways::command
