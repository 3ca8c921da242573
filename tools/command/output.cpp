// SPDX-License-Identifier: Apache-2.0
#include "command/output.h"

#include <iostream>

#include <CLI/App.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/export.h"
#include "command/option_rows.h"

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

void add_feature_options(CLI::App& app, FeatureOutput& output, const std::string& description, FeatureLayers* layers,
                         const std::string& what, const std::string& further) {
    add_flag(app, output.path, {"-o,--output", "FILE", description})->required();
    add_feature_format(app, output.format, "the output", further);
    if (layers != nullptr) add_layers_option(app, *layers, what);
    app.add_flag("-O,--overwrite", output.overwrite, "Overwrite an existing output");
}

void add_feature_format(CLI::App& app, std::string& format, const std::string& of_output, const std::string& further) {
    add_flag(app, format,
             {"-f,--format", "gpkg|geojson|shp|fgb|csv" + further, "Format of " + of_output + " (default: by suffix)"});
}

void add_layers_option(CLI::App& app, FeatureLayers& layers, const std::string& what) {
    add_flag(app, layers, {"--what", "", what, "Options"});
}

void check_feature_output(const FeatureOutput& output) {
    feature_format(output.path, output.format);
    check_file_output(output.path, output.overwrite);
}

void add_format_options(CLI::App& app, OutputArguments& output) {
    add_options(app, export_options(), output.write, "Options", taken_by(""));
}

void add_network_options(CLI::App& app, ExportOptions& write) {
    add_options(app, export_options(), write, "Options", taken_by(all_networks));
}

void add_table_options(CLI::App& app, OutputArguments& output) {
    add_options(app, export_options(), output.write, "Writing tables", taken_by(all_tables));
}

void add_snap_distance_option(CLI::App& app, ExportOptions& write) {
    add_options(app, export_options(), write, "Writing tables", taken_by(tables_of_positions));
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
