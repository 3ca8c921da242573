// The OUTPUT of a command: the options of writing.
#pragma once

#include <string>

#include "allways/cost/cost_matrix.h"
#include "console.h"
#include "export/export.h"

namespace CLI {
class App;
class Option;
}

namespace allways::tools {

inline const std::string standard_output = "-";

struct OutputArguments {
    std::string path;
    ExportOptions write;

    // With the console's progress and log.
    ExportOptions options(Console& console) const;
};

void add_format_options(CLI::App& app, OutputArguments& output);  // -f, -O
CLI::Option* add_lossy_option(CLI::App& app, bool& lossy);       // --lossy
void add_network_options(CLI::App& app, ExportOptions& write);    // --cost, --lossy
void add_table_options(CLI::App& app, OutputArguments& output);   // --dtype, --unreachable, --unit

// Throws InputError where `path` exists and may not be replaced, or its folder is missing or not writable: to be called
// before the work. Standard output and no path at all are fine.
void check_file_output(const std::string& path, bool overwrite);

// The same for the import report of a command that also writes `output` in `format` (null: nothing). Throws
// InvalidArgument where the report would take the place of the output or of a file beside it.
void check_report_output(const std::string& report, const OutputArguments& output, const OutputFormat* format);

// Whether two names mean one file, which need not exist.
bool is_same_file(const std::string& a, const std::string& b);

// A matrix in a table format that holds any n×n numbers (npy, csv). Throws InvalidArgument for omx, whose tables are
// taken to be solved.
void write_matrix(const CostMatrix& matrix, const std::string& path, const ExportOptions& options);
// Whether a name and options without content mean a matrix rather than a network.
bool is_matrix_format(const std::string& path, const ExportOptions& options);

}  // namespace allways::tools
