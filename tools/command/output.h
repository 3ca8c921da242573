// SPDX-License-Identifier: Apache-2.0
// The OUTPUT of a command: declares the writing options.
#pragma once

#include <iosfwd>
#include <string>

#include "allways/export/export.h"
#include "allways/export/features.h"
#include "allways/export/files.h"
#include "command/cli_fwd.h"
#include "command/console.h"

namespace allways::command {

struct OutputArguments {
    std::string path;
    ExportOptions write;

    // Adds the console's progress and log.
    ExportOptions options(Console& console) const;
};

// Gives the options of writing a file the console's log and its progress, which is not shown beside data on standard
// output.
template <class Output>
void attach(Output& output, Console& console) {
    output.progress = output.path == standard_output ? console.interrupts() : console.progress();
    output.log = console.log();
}

// Returns the stream for the report of --json: standard output, or standard error if `output` is standard output.
std::ostream& report_stream(const std::string& output);

// Declares -o, -f and -O of a file of features. `layers`: of --what, which `what` describes; null: none. `further`:
// formats of the command's own, "|name".
void add_feature_options(CLI::App& app, FeatureOutput& output, const std::string& description,
                         FeatureLayers* layers = nullptr, const std::string& what = "",
                         const std::string& further = "");
// --format and --what of such a file.
void add_feature_format(CLI::App& app, std::string& format, const std::string& of_output = "the output",
                        const std::string& further = "");
void add_layers_option(CLI::App& app, FeatureLayers& layers, const std::string& what);
// Throws InvalidArgument for an unknown format, or as check_file_output().
void check_feature_output(const FeatureOutput& output);

// Declare options of export_options().
void add_format_options(CLI::App& app, OutputArguments& output);     // for every content: -f, -O
void add_network_options(CLI::App& app, ExportOptions& write);       // --cost, --lossy
void add_table_options(CLI::App& app, OutputArguments& output);      // --dtype, --unreachable, --unit and others
void add_snap_distance_option(CLI::App& app, ExportOptions& write);  // --snap-distances

// Runs check_file_output for the import report of a command that also writes `output` in `format` (null: nothing).
// Throws InvalidArgument if the report would replace the output or a file that belongs to it.
void check_report_output(const std::string& report, const OutputArguments& output, const OutputFormat* format);

}  // namespace allways::command
