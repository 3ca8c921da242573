// SPDX-License-Identifier: Apache-2.0
#include "command/solve_options.h"

#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>

#include "allways/base/format.h"
#include "allways/engine/float_type.h"
#include "command/cache_directory.h"
#include "command/cost_option.h"
#include "command/number_options.h"
#include "command/tuning_directory.h"

namespace allways::command {

CostOptions SolveArguments::cost_options() const {
    return {cost, cost_type.empty() ? std::nullopt : parse_cost_type(cost_type)};
}

SolveOptions SolveArguments::options() const {
    SolveOptions options;
    options.cost = cost;
    options.cost_type = cost_options().type;
    options.schedule = schedule;
    options.device = device;
    options.memory_limit_bytes = memory_bytes;
    options.device_memory_bytes = device_memory_bytes;
    options.scratch_directory = scratch;
    options.tile = tile;
    options.skims = skims;
    options.cache_directory = cache_directory();
    options.tuning_directory = tuning_directory();
    return options;
}

SolveOptions SolveArguments::options(Console& console) const {
    SolveOptions chosen = options();
    chosen.progress = console.progress();
    chosen.log = console.log();
    return chosen;
}

void add_cost_options(CLI::App& app, SolveArguments& arguments) {
    add_cost_option(app, arguments.cost);
    app.add_option("--cost-type", arguments.cost_type,
                   "Number type of costs (default: int32 fixed point if it fits, else float64)")
        ->check(CLI::IsMember({"int32", "float32", "float64"}))
        ->type_name("TYPE");
}

void add_skim_option(CLI::App& app, SolveArguments& arguments) {
    app.add_option("--skim", arguments.skims,
                   "Field to sum along the shortest paths, such as length in addition to time; repeatable")
        ->type_name("FIELD")
        ->expected(1)
        ->take_all();
}

InputArguments for_solving(InputArguments input, const SolveArguments& arguments) {
    input.read.cost = arguments.cost;
    input.read.cost_type = arguments.cost_options().type;
    if (!input.read.cost_type) input.read.float_type = float_type_for(arguments.device);
    return input;
}

void add_device_option(CLI::App& app, SolveArguments& arguments) {
    app.add_option(
           "--device", arguments.device,
           "Device: auto, cpu, gpu, reference, or an id from 'allways devices'; several share the work: gpu:all, "
           "0:0,0:1 or cpu+gpu")
        ->capture_default_str();
}

void add_engine_options(CLI::App& app, SolveArguments& arguments) {
    std::vector<std::string> schedules = tile_schedules();
    schedules.insert(schedules.begin(), {"auto", "sweep"});
    app.add_option("--schedule", arguments.schedule, format("Schedule: {}; {}", sweep_text, tile_schedules_text))
        ->check(CLI::IsMember(schedules))
        ->capture_default_str();
    add_device_option(app, arguments);
    app.add_option("--memory", arguments.memory_bytes,
                   "Use at most this much memory, such as 800M or 1.5G (default: what host and device have)")
        ->transform(size_in_bytes())
        ->type_name("SIZE");
    app.add_option("--device-memory", arguments.device_memory_bytes,
                   "Use at most this much of a device's memory; a larger matrix passes through it in bands of rows "
                   "(default: what the device has)")
        ->transform(size_in_bytes())
        ->type_name("SIZE");
    app.add_option(
           "--scratch", arguments.scratch,
           "Folder for a file with those rows of such a matrix that are not on the device (default: they are in "
           "memory)")
        ->type_name("FOLDER");
    app.add_option("--tile", arguments.tile, "Tile size in nodes (default: as tuned for the device)")
        ->check(count_from(1, largest_tile))
        ->type_name("NODES");
}

}  // namespace allways::command
