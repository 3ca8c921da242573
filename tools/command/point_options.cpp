// SPDX-License-Identifier: Apache-2.0
#include "command/point_options.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include <CLI/App.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/importers/points.h"
#include "allways/points/snapped_points.h"
#include "command/option_rows.h"

namespace allways::command {

namespace {

// Throws if an option is given, other than those of files of pairs.
void refuse_given(const PointOptions& options, std::initializer_list<std::string_view> of_pairs, const char* reason) {
    for (const PointOptionRow& row : point_options()) {
        if (!row.is_given(options) || std::ranges::find(of_pairs, std::string_view(row.name)) != of_pairs.end())
            continue;
        throw InvalidArgument(
            format("{} applies only to files of points, but {}", flag_of("points." + row.name), reason));
    }
}

}  // namespace

void add_point_options(CLI::App& app, PointOptions& options) {
    add_options(app, point_options(), options, "Positions");
}

void check_point_options(const PointOptions& options, const std::vector<const PointSet*>& lists) {
    const auto any = [&](auto is) { return std::ranges::any_of(lists, [&](auto* list) { return list && is(*list); }); };
    if (any([](const PointSet& list) { return !list.places.empty(); })) return;
    const bool any_nodes = any([](const PointSet& list) { return !list.source.empty(); });
    refuse_given(options, {any_nodes ? "id_field" : ""}, "none is given");
}

void check_pair_options(const PointOptions& options) {
    refuse_given(options, {"x_field", "y_field", "crs"}, "--pairs comes without any");
}

void add_side_options(CLI::App& app, SideArguments& sides) {
    add_flag(app, sides.origins,
             {"--origins", "POINTS",
              "Rows of the table: a file of points (CSV with lon and lat or x and y, GeoPackage, GeoJSON, Shapefile); "
              "comma-separated node ids, ranges such as 1-1525 and positions such as @7.4166,43.7311; centroids, for "
              "all zone centroids; or @FILE, a text file with one of these on each line; - reads standard input"});
    add_flag(app, sides.destinations, {"--destinations", "POINTS", "Columns of the table, in the same form"});
    add_flag(app, sides.points, {"--points", "POINTS", "Rows and columns of the table, in the same form"});
}

void check_sides(const SideArguments& sides) {
    if (is_standard_input(sides.origins) && is_standard_input(sides.destinations)) {
        throw InvalidArgument("--origins and --destinations cannot both use standard input; use --points for both");
    }
}

PointSides read_sides(const SideArguments& sides, PointOptions options, Console& console) {
    options.log = console.log();
    if (!sides.points.empty()) return {read_point_list(sides.points, "--points", options), {}};
    return {read_point_list(sides.origins, "--origins", options),
            read_point_list(sides.destinations, "--destinations", options)};
}

// ---- The snapping options shared by all commands that take positions

void add_snap_options(CLI::App& app, SnapChoice& choice) {
    add_options(app, snap_options(), choice, "Positions", taken_by(""));
}

void add_access_option(CLI::App& app, SnapChoice& choice) {
    add_options(app, snap_options(), choice, "Positions", taken_by(with_times));
}

}  // namespace allways::command
