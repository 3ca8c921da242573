// SPDX-License-Identifier: Apache-2.0
// The OUTPUT of a command: declares the writing options.
#pragma once

#include <iosfwd>
#include <string>

#include "allways/export/export.h"
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

// Returns the stream for the report of --json: standard output, or standard error if `output` is standard output.
std::ostream& report_stream(const std::string& output);

// Declare options of export_options().
void add_format_options(CLI::App& app, OutputArguments& output);     // for every content: -f, -O
void add_network_options(CLI::App& app, ExportOptions& write);       // --cost, --lossy
void add_table_options(CLI::App& app, OutputArguments& output);      // --dtype, --unreachable, --unit and others
void add_snap_distance_option(CLI::App& app, ExportOptions& write);  // --snap-distances

// Runs check_file_output for the import report of a command that also writes `output` in `format` (null: nothing).
// Throws InvalidArgument if the report would replace the output or a file that belongs to it.
void check_report_output(const std::string& report, const OutputArguments& output, const OutputFormat* format);

}  // namespace allways::command
