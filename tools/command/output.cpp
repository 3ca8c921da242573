// SPDX-License-Identifier: Apache-2.0
#include "command/output.h"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>

#include "allways/base/cost_type.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "command/number_options.h"

namespace allways::command {

ExportOptions OutputArguments::options(Console& console) const {
    ExportOptions options = write;
    options.progress = console.progress();
    options.log = console.log();
    return options;
}

std::ostream& report_stream(const std::string& output) {
    return output == standard_output ? std::cerr : std::cout;
}

void add_format_options(CLI::App& app, OutputArguments& output) {
    app.add_option("-f,--format", output.write.format,
                   "Format of the output (default: by suffix; see 'allways "
                   "formats')")
        ->type_name("NAME");
    app.add_flag("-O,--overwrite", output.write.overwrite, "Overwrite an existing output");
}

CLI::Option* add_lossy_option(CLI::App& app, bool& lossy) {
    return app.add_flag("--lossy", lossy,
                        "Write the network even if the format cannot hold something that changes distances, such "
                        "as no-through nodes");
}

void add_network_options(CLI::App& app, ExportOptions& write) {
    app.add_option("--cost", write.cost,
                   format("Column to write in formats with one cost ({})", formats_with(&OutputFormat::one_cost)))
        ->type_name("FIELD");
    add_lossy_option(app, write.lossy);
}

namespace {

Decimal parsed_cutoff(const std::string& text) {
    const auto cutoff = Decimal::parse(text);
    if (cutoff && cutoff->digits() >= 0) return *cutoff;
    throw CLI::ValidationError("--cutoff", format("expected a number from 0, such as 600 or 1.5, found '{}'", text));
}

}  // namespace

void add_table_options(CLI::App& app, OutputArguments& output) {
    const std::string group = "Writing tables";
    const auto with = [](bool OutputFormat::*property) { return format(" ({})", formats_with(property)); };
    app.add_option("--dtype", output.write.dtype,
                   "Number type: natural (in the unit; in binary files float32 where that keeps all integers apart, "
                   "else float64) or raw (the integers themselves); in binary files also float32, float64 or int32" +
                       with(&OutputFormat::dtype))
        ->check(CLI::IsMember({"natural", "raw", "float32", "float64", "int32"}))
        ->capture_default_str()
        ->group(group);
    app.add_option("--unreachable", output.write.unreachable,
                   "Text or number for unreachable cells, such as inf, -1 or ''" + with(&OutputFormat::unreachable))
        ->type_name("TEXT")
        ->group(group);
    app.add_option("--unit", output.write.unit, "Unit of the numbers, such as min or km" + with(&OutputFormat::unit))
        ->type_name("UNIT")
        ->group(group);
    app.add_flag("--round", output.write.round, "Round to integers" + with(&OutputFormat::whole_numbers))->group(group);
    app.add_option_function<std::string>(
           "--cutoff", [&output](const std::string& text) { output.write.cutoff = parsed_cutoff(text); },
           "Leave out pairs farther apart than this, in the unit that is written" + with(&OutputFormat::pairs))
        ->type_name("COST")
        ->group(group);
    app.add_option("--nearest", output.write.nearest,
                   "Write only the COUNT nearest destinations of each origin, nearest first, without the origin "
                   "itself" +
                       with(&OutputFormat::pairs))
        ->check(count_from(1))
        ->type_name("COUNT")
        ->group(group);
}

void add_snap_distance_option(CLI::App& app, ExportOptions& write) {
    app.add_flag("--snap-distances", write.snap_distances,
                 format("Also write how far both ends of a pair are from their roads ({}; omx and npy have it in any "
                        "case)",
                        formats_with(&OutputFormat::snap_distances)))
        ->group("Writing tables");
}

void check_report_output(const std::string& report, const OutputArguments& output, const OutputFormat* format) {
    if (report.empty()) return;
    if (report == standard_output && output.path == standard_output) {
        throw InvalidArgument("-o - and --report - cannot both use standard output; give one of them a file name");
    }
    check_file_output(report, output.write.overwrite);
    if (format == nullptr || report == standard_output) return;
    for (const std::string& file : files_of(*format, output.path)) {
        if (!is_same_file(file, report)) continue;
        throw InvalidArgument(
            allways::format("--report {} is a file of the output itself; choose another name", report));
    }
}

}  // namespace allways::command
