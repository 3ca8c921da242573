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
    app.add_option("--snap", arguments.onto, "Positions lie on the nearest arc (default), or at the nearest node")
        ->check(CLI::IsMember({"arcs", "nodes"}))
        ->group(group);
    app.add_option("--snap-radius", arguments.radius_m,
                   "Farther positions are not snapped, and nothing is reached from there (default: 10000); where the network "
                   "states no reference system, in its own units (default: its width)")
        ->check(number_from(0))
        ->type_name("METRES")
        ->group(group);
    app.add_option("--snap-component", arguments.component,
                   "Positions lie in the largest strong component (default), or in any")
        ->check(CLI::IsMember({"largest", "any"}))
        ->group(group);
}

}  // namespace allways::tools
