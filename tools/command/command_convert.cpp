// SPDX-License-Identifier: Apache-2.0
// allways convert: writes the same content in another format.
#include "allways/base/error.h"

#include <CLI/App.hpp>
#include "allways/base/format.h"
#include "command/command.h"
#include "command/input.h"
#include "command/output.h"

namespace allways::command {

namespace convert_verb {
namespace {

struct Arguments {
    InputArguments input;
    OutputArguments output;
};

ExitCode run(const Arguments& arguments, Console& console) {
    const std::string& path = arguments.output.path;
    check_any_output(path, arguments.output.write);
    InputArguments all = arguments.input;
    all.read.all_matrices = all.read.cost_field.empty();
    const Input input = read(all, console);
    const ExportOptions options = arguments.output.options(console);
    if (const auto* network = std::get_if<RoadNetwork>(&input)) {
        write_network(*network, path, options);
    } else if (const auto* table = std::get_if<DistanceTable>(&input)) {
        write_table(*table, path, options);
    } else if (const auto* part = std::get_if<OriginDestinationTable>(&input)) {
        write_table(*part, path, options);
    } else if (std::holds_alternative<NetworkFactor>(input)) {
        throw InputError(arguments.input.path, 0,
                         "a factor has no other format; use it with 'allways path', or make a table of its network "
                         "with 'allways solve'");
    } else {
        write_matrix(std::get<CostMatrix>(input), path, options);
    }
    return ExitCode::ok;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network, a matrix or a solved table");
    app.add_option("-o,--output,OUTPUT", arguments->output.path,
                   "File to write; - writes to standard output (text formats)")
        ->required()
        ->type_name("FILE");
    add_format_options(app, arguments->output);
    add_network_options(app, arguments->output.write);
    add_table_options(app, arguments->output);
    add_snap_distance_option(app, arguments->output.write);
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace
}  // namespace convert_verb

Command convert_command() {
    return {"convert", "Convert a network, matrix or table to another format",
            "  allways convert table.omx table.npy --unit min\n"
            "  allways convert table.omx - -f csv --unreachable -1\n"
            "  allways convert table.omx nearest.long.csv --nearest 10 --cutoff 900\n"
            "  allways convert table.omx tour.tsp --unit ms\n"
            "  allways convert table.omx fleet.vroom.json --round\n"
            "  allways convert data/sioux_falls sioux_falls.gr",
            convert_verb::declare};
}

}  // namespace allways::command
