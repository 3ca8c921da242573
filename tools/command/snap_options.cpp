// SPDX-License-Identifier: Apache-2.0
#include "command/snap_options.h"

#include <map>

#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>

#include "command/number_options.h"

namespace allways::command {

void add_snap_options(CLI::App& app, SnapChoice& choice) {
    const std::string group = "Positions";
    const std::map<std::string, SnapOptions::Onto> ontos{{"arcs", SnapOptions::Onto::arcs},
                                                         {"nodes", SnapOptions::Onto::nodes}};
    const std::map<std::string, SnapOptions::Component> components{{"largest", SnapOptions::Component::largest},
                                                                   {"any", SnapOptions::Component::any}};
    app.add_option("--snap", choice.onto, "Snap positions to the nearest arc or the nearest node (default: arcs)")
        ->transform(CLI::Transformer(ontos))
        ->type_name("WHERE")
        ->group(group);
    app.add_option("--snap-radius", choice.radius,
                   "Leave positions unsnapped, and so unreachable, beyond this distance (default: 500; 300 by bicycle, "
                   "200 on foot); in the network's own units if it states no reference system (default: its width)")
        ->check(number_from(0))
        ->type_name("METRES")
        ->group(group);
    app.add_option("--snap-component", choice.component,
                   "Snap to the largest strong component only, or to any (default: largest)")
        ->transform(CLI::Transformer(components))
        ->type_name("WHICH")
        ->group(group);
}

void add_access_option(CLI::App& app, SnapChoice& choice) {
    app.add_option(
           "--access-speed", choice.access_speed_kmh,
           "Add the time between positions and their roads at this speed, at both ends; the cost must be a time")
        ->check(number_above(0))
        ->type_name("KM/H")
        ->group("Positions");
}

}  // namespace allways::command
