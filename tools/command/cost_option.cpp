// SPDX-License-Identifier: Apache-2.0
#include "command/cost_option.h"

#include <CLI/App.hpp>
#include <CLI/Option.hpp>

namespace allways::command {

void add_cost_option(CLI::App& app, std::string& cost) {
    app.add_option("--cost", cost,
                   "Column to use as the cost (default: the one of --cost-field, else cost, weight, time, "
                   "travel_time, length or another usual name)")
        ->type_name("FIELD");
}

}  // namespace allways::command
