// SPDX-License-Identifier: Apache-2.0
#include "command/solve_options.h"

#include <cstdlib>

#include "allways/engine/solve.h"

namespace allways::command {

std::string cache_directory() {
    if (const char* own = std::getenv("ALLWAYS_CACHE_DIR")) return own;
    const char* shared = std::getenv("XDG_CACHE_HOME");
    if (shared != nullptr && *shared != '\0') return std::string(shared) + "/allways";
    const char* home = std::getenv("HOME");
    if (home != nullptr && *home != '\0') return std::string(home) + "/.cache/allways";
    return "";
}

std::string tuning_directory() {
    if (const char* own = std::getenv("ALLWAYS_TUNING_DIR")) return own;
    const char* shared = std::getenv("XDG_CONFIG_HOME");
    if (shared != nullptr && *shared != '\0') return std::string(shared) + "/allways/tuning";
    const char* home = std::getenv("HOME");
    if (home != nullptr && *home != '\0') return std::string(home) + "/.config/allways/tuning";
    return "";
}

SolveOptions SolveArguments::options() const {
    SolveOptions options = *this;
    options.cache_directory = command::cache_directory();
    options.tuning_directory = command::tuning_directory();
    return options;
}

SolveOptions SolveArguments::options(Console& console) const {
    SolveOptions chosen = options();
    chosen.progress = console.progress();
    chosen.log = console.log();
    return chosen;
}

void add_solve_options(CLI::App& app, SolveOptions& options, const Selection& is_selected) {
    add_options(app, solve_options(), options, "Options", is_selected);
}

void add_cost_options(CLI::App& app, SolveOptions& options) {
    add_solve_options(app, options, named({"cost", "cost_type"}));
}

InputArguments for_solving(InputArguments input, const SolveOptions& options) {
    input.read.cost = options.cost;
    input.read.cost_type = options.cost_type;
    if (!input.read.cost_type) input.read.float_type = float_type_for(options.device);
    return input;
}

Input read_to_solve(const InputArguments& input, SolveArguments& options, Console& console) {
    Input found = read(network_input(for_solving(input, options)), console);
    options.cost = named_cost(options.cost_options(), input.read, found);
    require_costs(options.cost, input.read, found, console.log());
    return found;
}

}  // namespace allways::command
