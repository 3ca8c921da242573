// SPDX-License-Identifier: Apache-2.0
#include "command/point_options.h"

#include <CLI/App.hpp>
#include <CLI/Option.hpp>

#include "allways/base/error.h"

namespace allways::command {

void add_point_options(CLI::App& app, PointOptions& options) {
    const std::string group = "Positions";
    app.add_option("--points-id", options.id_field,
                   "Field with the ids of points (default: id, name and the like, else row numbers)")
        ->type_name("FIELD")
        ->group(group);
    app.add_option("--points-layer", options.layer, "Layer of points to read, if the file has several")
        ->type_name("NAME")
        ->group(group);
    app.add_option("--x-field", options.x_field,
                   "Column with x or the longitude in CSV (default: lon, x and other usual names); for pairs two, such "
                   "as from_x,to_x")
        ->type_name("FIELD")
        ->group(group);
    app.add_option("--y-field", options.y_field, "Column with y or the latitude, in the same form")
        ->type_name("FIELD")
        ->group(group);
    app.add_option("--points-crs", options.crs,
                   "Reference system of x and y columns, and of layers and geometries that state none, such as "
                   "EPSG:2056 (default: the network's)")
        ->type_name("CRS")
        ->group(group);
}

void check_point_options(const PointOptions& options, bool any_file_of_points) {
    const bool given = !options.id_field.empty() || !options.layer.empty() || !options.crs.empty() ||
                       !options.x_field.empty() || !options.y_field.empty();
    if (!given || any_file_of_points) return;
    throw InvalidArgument(
        "--points-id, --points-layer, --points-crs, --x-field and --y-field apply only to files of points, but none "
        "is given");
}

void check_pair_options(const PointOptions& options) {
    if (options.id_field.empty() && options.layer.empty()) return;
    throw InvalidArgument(
        "--points-id and --points-layer apply only to files of points, but --pairs comes without any");
}

}  // namespace allways::command
