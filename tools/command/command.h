// SPDX-License-Identifier: Apache-2.0
// A subcommand: declared first, run after the whole command line is parsed. One file each, command_<verb>.cpp.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "command/cli_fwd.h"
#include "command/console.h"
#include "command/exit_code.h"

namespace allways::command {

struct Command {
    std::string name;
    std::string summary;   // one line
    std::string examples;  // the end of its help
    // Declares the options on `app` and returns what runs once they are parsed.
    std::function<ExitCode()> (*declare)(CLI::App& app, Console& console);
    std::string alias = {};  // another name for the command
};

Command info_command();
Command import_command();
Command components_command();
Command simplify_command();
Command solve_command();
Command join_command();
Command table_command();
Command snap_command();
Command path_command();
Command explain_command();
Command isochrone_command();
Command access_command();
Command assign_command();
Command centrality_command();
Command serve_command();
Command update_command();
Command draw_command();
Command convert_command();
Command matrix_command();
Command diff_command();
Command compare_command();
Command verify_command();
Command generate_command();
Command bench_command();
Command tune_command();
Command devices_command();
Command formats_command();
Command doctor_command();
Command demo_command();

// In the order that help lists them.
inline std::vector<Command> commands() {
    return {
        info_command(),      import_command(),  components_command(), simplify_command(),   solve_command(),
        join_command(),      table_command(),   snap_command(),       path_command(),       explain_command(),
        isochrone_command(), access_command(),  assign_command(),     centrality_command(), update_command(),
        serve_command(),     draw_command(),    convert_command(),    matrix_command(),     diff_command(),
        compare_command(),   verify_command(),  generate_command(),   bench_command(),      tune_command(),
        devices_command(),   formats_command(), doctor_command(),     demo_command(),
    };
}

}  // namespace allways::command
