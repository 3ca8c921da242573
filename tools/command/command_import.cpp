// SPDX-License-Identifier: Apache-2.0
// allways import: converts any network to a file of our own, once for all later commands. All arguments are checked
// before the reading.
#include <filesystem>
#include <iostream>

#include <CLI/App.hpp>
#include <CLI/Option.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/engine/factorize.h"
#include "allways/importers/osm_profiles.h"
#include "base/counted.h"
#include "base/human.h"
#include "command/command.h"
#include "command/input.h"
#include "command/option_rows.h"
#include "command/output.h"
#include "command/reports.h"

namespace allways::command {

namespace import_verb {
namespace {

struct Arguments {
    InputArguments input;
    OutputArguments output;
    std::string report;
    std::string print_profile;
    bool order = false;
};

// Without a suffix, the format is GeoPackage.
void choose_format(OutputArguments& output) {
    if (output.write.format.empty() && !std::filesystem::path(output.path).has_extension() &&
        std::filesystem::path(output.path).has_filename()) {
        output.write.format = "gpkg";
    }
}

// Checks the profile of formats that take one before a large file is read.
void check_profile(const ReadOptions& read) {
    if (read.profile.empty() && read.vehicle.empty()) return;
    check_osm_profile(read.profile.empty() ? "car" : read.profile, read.vehicle);
}

void check_order(const Arguments& arguments) {
    const OutputFormat& output = network_format(arguments.output.path, arguments.output.write);
    if (!arguments.order || output.has(FormatTrait::order)) return;
    throw InvalidArgument(format("{} cannot store --order; choose -f gpkg", output.name));
}

ExitCode run(Arguments arguments, Console& console) {
    if (!arguments.print_profile.empty()) {
        std::cout << osm_profile_text(arguments.print_profile);
        return ExitCode::ok;
    }
    if (arguments.input.path.empty()) throw InvalidArgument("missing INPUT: the network to import");
    if (arguments.output.path.empty()) throw InvalidArgument("missing -o FILE: the output");
    choose_format(arguments.output);
    check_network_output(arguments.output.path, arguments.output.write);
    check_order(arguments);
    check_report_output(arguments.report, arguments.output,
                        &network_format(arguments.output.path, arguments.output.write));
    const InputArguments input = network_input(arguments.input);
    check_profile(input.read);

    ImportReport found;
    double read_seconds = 0;
    RoadNetwork network = std::get<RoadNetwork>(read(input, console, &found, &read_seconds));
    check_network_content(network, arguments.output.path, arguments.output.write);
    const Stopwatch ordering;
    if (arguments.order) network.elimination_order = find_order(network, console.progress());
    const double order_seconds = ordering.seconds();
    const Stopwatch writing;
    write_network(network, arguments.output.path, arguments.output.options(console));
    if (!arguments.report.empty()) write_import_report(found, arguments.report, arguments.output.write.overwrite);
    console.stop();
    console.info(format("{}, {} of {}; read {}, {}write {}; {}", counted(found.nodes, "node"),
                        counted(found.arcs, "arc"), arguments.input.path, seconds_text(read_seconds),
                        arguments.order ? format("order {}, ", seconds_text(order_seconds)) : "",
                        seconds_text(writing.seconds()), arguments.output.path));
    return ExitCode::ok;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network");
    app.get_option("INPUT")->required(false);  // --print-profile needs no input
    add_flag(app, arguments->output.path,
             {"-o,--output", "NETWORK", "Network to write; a GeoPackage if the name has no suffix"});
    add_format_options(app, arguments->output);
    add_network_options(app, arguments->output.write);
    app.add_flag("--order", arguments->order,
                 "Also compute and save the elimination order that solve, table and path need");
    add_flag(app, arguments->report, {"--report", "FILE", "Also write a report of what was read, as JSON"});
    add_flag(
        app, arguments->print_profile,
        {"--print-profile", "NAME",
         "Print a built-in profile (car, bicycle, foot, truck, taxi, bus or emergency) to copy and edit, and exit"});
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace
}  // namespace import_verb

Command import_command() {
    return {"import", "Import a network and save it as a GeoPackage",
            "  allways import monaco.osm.pbf -o monaco.gpkg --profile bicycle\n"
            "  allways import --print-profile car > mine.toml\n"
            "  allways import data/sioux_falls -o sioux_falls.gpkg --report report.json\n"
            "  allways import city.osm.pbf -o city.gpkg --order\n"
            "  allways import roads.gpkg -o centre.gpkg --bbox 7.40,43.72,7.43,43.75",
            import_verb::declare};
}

}  // namespace allways::command
