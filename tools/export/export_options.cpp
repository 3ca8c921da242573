// SPDX-License-Identifier: Apache-2.0
#include "allways/export/export_options.h"

namespace allways {

namespace {

// "Round to integers (tsplib, vroom, ortools)"
std::string in_formats(const std::string& sentence, bool OutputFormat::*property) {
    return sentence + " (" + formats_with(property) + ")";
}

std::vector<ExportOptionRow> make_export_rows() {
    using Export = ExportOptions;
    using Format = OutputFormat;
    return {
        {"format", &Export::format, "NAME", "Format of the output (default: by suffix; see `output_formats()`)", "",
         "-f,--format"},
        {"overwrite", &Export::overwrite, "", "Overwrite an existing output", "", "-O,--overwrite"},
        {"cost", &Export::cost, "FIELD", in_formats("Column to write in formats with one cost", &Format::one_cost),
         all_networks},
        {"lossy", &Export::lossy, "",
         "Write the network even if the format cannot hold something that changes distances, such as no-through "
         "nodes",
         all_networks},
        {"dtype", &Export::dtype, "natural|raw|float32|float64|int32",
         in_formats("Number type: natural (in the unit; in binary files float32 where that keeps all integers apart, "
                    "else float64) or raw (the integers themselves); in binary files also float32, float64 or int32",
                    &Format::dtype),
         all_tables},
        {"unreachable", &Export::unreachable, "TEXT",
         in_formats("Text or number for unreachable cells, such as inf, -1 or ''", &Format::unreachable), all_tables},
        {"unit", &Export::unit, "UNIT", in_formats("Unit of the numbers, such as min or km", &Format::unit),
         all_tables},
        {"decimals", &Export::decimals, "NUMBER",
         in_formats("Round to at most NUMBER digits after the point", &Format::decimals), all_tables},
        {"round", &Export::round, "", in_formats("Round to integers", &Format::whole_numbers), all_tables},
        {"cutoff", &Export::cutoff, "COST",
         in_formats("Leave out pairs farther apart than this, in the unit that is written", &Format::pairs),
         all_tables},
        {"nearest", &Export::nearest, "COUNT",
         in_formats("Write only the COUNT nearest destinations of each origin, nearest first, without the origin "
                    "itself",
                    &Format::pairs),
         all_tables},
        {"snap_distances", &Export::snap_distances, "",
         "Also write how far both ends of a pair are from their roads (" + formats_with(&Format::snap_distances) +
             "; omx and npy have it in any case)",
         tables_of_positions},
    };
}

}  // namespace

const std::vector<ExportOptionRow>& export_options() {
    static const std::vector<ExportOptionRow> rows = make_export_rows();
    return rows;
}

}  // namespace allways
