#include "points/snap_options.h"

#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>

#include "number_options.h"

namespace allways::tools {

namespace {

constexpr double usual_radius_m = 10000;
constexpr double tolerance_m = 0.01;  // what positions are rounded to

}  // namespace

SnapOptions SnapArguments::options(const PlaceFrame& frame) const {
    SnapOptions options;
    options.space = frame.space();
    if (onto == "nodes") options.onto = SnapOptions::Onto::nodes;
    if (component == "any") options.component = SnapOptions::Component::any;
    const auto metres = frame.metres_per_unit();
    if (metres) options.tolerance = tolerance_m / *metres;
    if (radius_m) options.radius = *radius_m / metres.value_or(1.0);
    else if (metres) options.radius = usual_radius_m / *metres;
    return options;
}

void add_snap_options(CLI::App& app, SnapArguments& arguments) {
    const std::string group = "Positions";
    app.add_option("--snap", arguments.onto, "Snap positions to the nearest arc or the nearest node (default: arcs)")
        ->check(CLI::IsMember({"arcs", "nodes"}))
        ->group(group);
    app.add_option("--snap-radius", arguments.radius_m,
                   "Leave positions unsnapped, and so unreachable, beyond this distance (default: 10000); in the "
                   "network's own units if it states no reference system (default: its width)")
        ->check(number_from(0))
        ->type_name("METRES")
        ->group(group);
    app.add_option("--snap-component", arguments.component,
                   "Snap to the largest strong component only, or to any (default: largest)")
        ->check(CLI::IsMember({"largest", "any"}))
        ->group(group);
}

}  // namespace allways::tools
