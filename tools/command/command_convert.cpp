// SPDX-License-Identifier: Apache-2.0
// allways convert: writes the same content in another format.
#include "allways/base/error.h"

#include <CLI/App.hpp>
#include "command/command.h"
#include "command/input.h"
#include "command/option_rows.h"
#include "command/output.h"

namespace allways::command {

namespace convert_verb {
namespace {

ExitCode run(const InputArguments& from, const OutputArguments& to, Console& console) {
    const std::string& path = to.path;
    check_any_output(path, to.write);
    InputArguments all = from;
    all.read.keep_diagonal = to.write.format.empty() ? path.ends_with("_trips.tntp") : to.write.format == "tntp-trips";
    all.read.all_matrices = all.read.cost_field.empty();
    const Input input = read(all, console);
    const ExportOptions options = to.options(console);
    if (const auto* network = std::get_if<RoadNetwork>(&input)) {
        write_network(*network, path, options);
    } else if (const auto* table = std::get_if<DistanceTable>(&input)) {
        write_table(*table, path, options);
    } else if (const auto* part = std::get_if<OriginDestinationTable>(&input)) {
        write_table(*part, path, options);
    } else if (std::holds_alternative<NetworkFactor>(input)) {
        throw InputError(from.path, 0,
                         "a factor has no other format; use it with 'allways path', or make a table of its network "
                         "with 'allways solve'");
    } else {
        write_matrix(std::get<CostMatrix>(input), path, options);
    }
    return ExitCode::ok;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto from = std::make_shared<InputArguments>();
    auto to = std::make_shared<OutputArguments>();
    add_input(app, *from, "INPUT", "A network, a matrix or a solved table");
    add_flag(app, to->path, {"-o,--output,OUTPUT", "FILE", "File to write; - writes to standard output (text formats)"})
        ->required();
    add_format_options(app, *to);
    add_network_options(app, to->write);
    add_table_options(app, *to);
    add_snap_distance_option(app, to->write);
    return [from, to, &console] { return run(*from, *to, console); };
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
