// The OUTPUT of a command: the options of writing.
#pragma once

#include <string>

#include "allways/export/export.h"
#include "allways/export/files.h"
#include "command/cli_fwd.h"
#include "command/console.h"

namespace allways::command {

struct OutputArguments {
    std::string path;
    ExportOptions write;

    // With the console's progress and log.
    ExportOptions options(Console& console) const;
};

void add_format_options(CLI::App& app, OutputArguments& output);  // -f, -O
CLI::Option* add_lossy_option(CLI::App& app, bool& lossy);        // --lossy
void add_network_options(CLI::App& app, ExportOptions& write);    // --cost, --lossy
void add_table_options(CLI::App& app, OutputArguments& output);   // --dtype, --unreachable, --unit

// check_file_output for the import report of a command that also writes `output` in `format` (null: nothing). Throws
// InvalidArgument where the report would take the place of the output or of a file beside it.
void check_report_output(const std::string& report, const OutputArguments& output, const OutputFormat* format);

}  // namespace allways::command
