// SPDX-License-Identifier: Apache-2.0
// Table → TSPLIB95 instance with EXPLICIT weights in a FULL_MATRIX: TYPE TSP if it is symmetric, else ATSP. Nodes are 1
// … n in order; NAME.ids.csv beside it has their ids. Source: G. Reinelt, TSPLIB 95 (1995).
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "export/files/output_file.h"
#include "export/formats/formats.h"
#include "export/formats/id_file.h"
#include "export/formats/integer_matrix.h"

namespace allways::tools {

namespace {

// Readers keep weights in an int; below 2^30 - 1 the sum of two fits, and Allways reads them as reachable.
constexpr WholeLimits tsplib_limits{"tsplib", -(std::int64_t{1} << 30) + 2, (std::int64_t{1} << 30) - 2};

std::string_view suffix_of(const std::string& path) {
    return path.ends_with(".atsp") ? ".atsp" : ".tsp";
}

std::string instance_name(const std::string& path) {
    if (path == "-") return "table";
    const std::string file = std::filesystem::path(path).filename().string();
    std::string name = file.substr(0, file.size() - (file.ends_with(suffix_of(path)) ? suffix_of(path).size() : 0));
    for (char& c : name) {
        if (c == ' ' || c == ':') c = '_';
    }
    return name;
}

bool have_places(const TableCells& table) {
    return !table.row_places.empty() && std::ranges::all_of(table.row_places, [](const Coordinate& place) {
        return std::isfinite(place.x) && std::isfinite(place.y);
    });
}

void put_places(OutputFile& file, const std::vector<Coordinate>& places) {
    file.put("DISPLAY_DATA_SECTION\n");
    for (std::size_t i = 0; i < places.size(); ++i) {
        file.put_number(i + 1);
        file.put(' ');
        file.put_plain_number(places[i].x);
        file.put(' ');
        file.put_plain_number(places[i].y);
        file.put('\n');
    }
}

void write_tsplib(const TableCells& table, const std::string& path, const ExportOptions& options) {
    if (!table.same_nodes()) {
        throw InvalidArgument(
            "a TSPLIB instance has one list of nodes, but this table's origins and destinations differ; make one with "
            "`destinations = origins`");
    }
    const WholeMatrix matrix(table, table.distances, table.scale, options.unit, options, tsplib_limits);
    const bool symmetric = matrix.is_symmetric();
    if (!symmetric && path.ends_with(".tsp")) {
        log(options.log, LogLevel::info, "the table is not symmetric, so its TYPE is ATSP");
    }
    std::unique_ptr<OutputFile> ids;
    if (path != "-") {
        ids = id_file(path, suffix_of(path), table.rows, nullptr, 1, options.overwrite);
    } else if (!are_counted_from_1(table.rows)) {
        log(options.log, LogLevel::loss, "TSPLIB numbers nodes from 1; ids are not written");
    }
    OutputFile file(path, options.overwrite);
    file.put(format("NAME: {}\nTYPE: {}\nCOMMENT: {}\nDIMENSION: {}\n", instance_name(path), symmetric ? "TSP" : "ATSP",
                    matrix.description(), matrix.rows()));
    file.put("EDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\n");
    const bool places = have_places(table);
    if (places) file.put("DISPLAY_DATA_TYPE: TWOD_DISPLAY\n");
    file.put("EDGE_WEIGHT_SECTION\n");
    write_rows(file, matrix.rows(), matrix.columns(), options.progress,
               [&](std::size_t first, std::size_t last, TextBlock& text) {
                   for (std::size_t i = first; i < last; ++i) {
                       matrix.put_row(text, i, ' ');
                       text.put('\n');
                   }
               });
    if (places) put_places(file, table.row_places);
    file.put("EOF\n");
    if (ids) {
        file.retire_old();
        ids->commit();
    }
    file.commit();
}

void check_tsplib_options(const ExportOptions& options) {
    check_unit(options.unit);
    check_whole_dtype(options, tsplib_limits);
    whole_unreachable(options, tsplib_limits);
}

}  // namespace

FormatWriter tsplib_output() {
    using enum FormatTrait;
    FormatWriter format{{"tsplib",
                         "table, integers: TSP or ATSP with EXPLICIT weights, with NAME.ids.csv beside it",
                         {".tsp", ".atsp"},
                         {matrices, standard_output, one_matrix, one_list, unit, unreachable, dtype, whole_numbers}}};
    format.write_table = write_tsplib;
    format.check_options = check_tsplib_options;
    format.check_table = [](const TableOutline& table, const std::string& path, const ExportOptions& options) {
        check_id_file(path, suffix_of(path), table, options.overwrite);
    };
    format.files = [](const std::string& path) {
        return std::vector<std::string>{path, ids_path(path, suffix_of(path))};
    };
    return format;
}

}  // namespace allways::tools
