#include "output.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>

#include "allways/base/cost_type.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "export/atomic_file.h"

namespace allways::tools {

ExportOptions OutputArguments::options(Console& console) const {
    ExportOptions options = write;
    options.progress = console.progress();
    options.log = console.log();
    return options;
}

void add_format_options(CLI::App& app, OutputArguments& output) {
    app.add_option("-f,--format", output.write.format, "Format of the output; else by its suffix ('allways formats')")
        ->type_name("NAME");
    app.add_flag("-O,--overwrite", output.write.overwrite, "Replace an existing output");
}

void add_table_options(CLI::App& app, OutputArguments& output) {
    const std::string group = "Writing tables";
    app.add_option("--dtype", output.write.dtype, "npy: natural numbers in the unit, raw as stored, or a type")
        ->check(CLI::IsMember({"natural", "raw", "float32", "float64", "int32"}))
        ->capture_default_str()
        ->group(group);
    app.add_option("--unreachable", output.write.unreachable, "npy, csv: what stands for unreachable, as inf, -1, ''")
        ->type_name("TEXT")
        ->group(group);
    app.add_option("--unit", output.write.unit, "npy, csv: the unit of the numbers, as min or km")
        ->type_name("UNIT")
        ->group(group);
}

void check_file_output(const std::string& path, bool overwrite) {
    if (path.empty() || path == standard_output) return;
    const AtomicFile file(path, overwrite);  // its own checks
    const auto folder = std::filesystem::absolute(path).parent_path();
    if (::access(folder.c_str(), W_OK) != 0) {
        throw InputError(path, 0, format("cannot be written: the folder '{}' is not writable", folder.string()));
    }
}

bool is_matrix_format(const std::string& path, const std::string& format) {
    if (!format.empty()) return format == "npy" || format == "csv";
    return path.ends_with(".npy");
}

void write_matrix(const CostMatrix& matrix, const std::string& path, const ExportOptions& options) {
    if (options.format == "omx" || (options.format.empty() && path.ends_with(".omx"))) {
        throw InvalidArgument("omx holds solved tables, and this is a matrix of direct costs; solve it, or choose npy or csv");
    }
    with_cost_type(matrix.type(), [&]<class T>() {
        const auto values = matrix.values<T>();
        ExportOptions chosen = options;
        const bool csv = options.format == "csv" || path.ends_with(".csv") || path == standard_output;
        // Whole numbers stay whole, except beside absent arcs, for which they have no word.
        const bool whole = std::is_integral_v<T> && std::ranges::all_of(values, is_reachable<T>);
        if (whole && chosen.dtype == "natural" && !csv && chosen.unit.empty() && matrix.scale().digits == 0) chosen.dtype = "int32";
        const DistanceTable numbers(std::vector<T>(values.begin(), values.end()), matrix.node_count(), matrix.scale(),
                                    matrix.node_ids());
        write_table(numbers, path, chosen);
    });
}

}  // namespace allways::tools
