// SPDX-License-Identifier: Apache-2.0
// NAME.ids.csv → ids of rows and columns. Its rows follow the order of the matrix: `index,node_id` if both sides are
// the same nodes, otherwise `axis,index,node_id` with axis 0 for rows, followed by axis 1 for columns.
#include "matrices/matrix_sides.h"

#include <array>
#include <filesystem>
#include <optional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "attributes/node_coordinates.h"
#include "base/text.h"
#include "text/csv_reader.h"

namespace allways::importers {

namespace {

struct IdFile {
    const std::string& path;
    const std::string& matrix;  // path of the matrix
    bool axes = false;          // the file has two lists
    std::array<std::vector<std::string>, 2> ids{};
};

[[noreturn]] void refuse_count(const IdFile& file, std::size_t side, std::size_t wanted, std::string_view what) {
    throw InputError(file.path, 0,
                     format("it names {} {}, but {} has {}; rename it if it belongs to another file",
                            file.ids[side].size(), what, file.matrix, wanted));
}

// Returns false if the file has another layout.
bool read_records(IdFile& file) {
    CsvReader records(file.path);
    std::vector<std::string_view> fields;
    if (!records.next(fields)) return false;
    const std::vector<std::string> names(fields.begin(), fields.end());
    file.axes = names == std::vector<std::string>{"axis", "index", "node_id"};
    if (!file.axes && names != std::vector<std::string>{"index", "node_id"}) return false;
    std::optional<std::int64_t> first;
    while (records.next(fields)) {
        if (fields.size() != names.size()) {
            records.fail(format("expected {} fields ({}), found {}", names.size(), joined(names), fields.size()));
        }
        const auto axis = file.axes ? parse_whole(fields[0]) : std::int64_t{0};
        if (axis != 0 && axis != 1) records.fail(format("expected the axis 0 or 1, found '{}'", fields[0]));
        auto& ids = file.ids[static_cast<std::size_t>(*axis)];
        const std::string_view stated = fields[fields.size() - 2];
        if (!first) first = parse_whole(stated) == 0 ? 0 : 1;
        const auto index = static_cast<std::int64_t>(ids.size()) + *first;
        if (parse_whole(stated) != index) {
            records.fail(format("expected the index {}, because ids must be in the order of the matrix; found '{}'",
                                index, shortened(stated)));
        }
        ids.emplace_back(fields.back());
    }
    return true;
}

}  // namespace

MatrixSides matrix_sides(IdTable rows, IdTable columns) {
    const bool same = rows == columns && !rows.first_repeated();
    return {std::move(rows), std::move(columns), same};
}

MatrixSides numbered_sides(std::size_t rows, std::size_t columns) {
    return {IdTable::consecutive(rows), IdTable::consecutive(columns), rows == columns};
}

std::string id_file_of(const std::string& path, const std::vector<std::string_view>& suffixes) {
    std::string name = std::filesystem::path(path).filename().string();
    if (lower_case(name).ends_with(".gz")) name.resize(name.size() - 3);
    for (const std::string_view suffix : suffixes) {
        if (!name.ends_with(suffix)) continue;
        name.resize(name.size() - suffix.size());
        break;
    }
    return sibling_of(path, {name + ".ids.csv"});
}

MatrixSides sides_beside(const std::string& path, const std::vector<std::string_view>& suffixes, std::size_t rows,
                         std::size_t columns, const LogCallback& log_to) {
    const std::string beside = id_file_of(path, suffixes);
    if (beside.empty()) return numbered_sides(rows, columns);
    IdFile file{beside, path};
    if (!read_records(file)) {
        log(log_to, LogLevel::loss,
            format("ignored {}: expected ids for {} with the fields 'index,node_id' or 'axis,index,node_id'", beside,
                   path));
        return numbered_sides(rows, columns);
    }
    log(log_to, LogLevel::info, format("ids are read from {}", beside));
    if (!file.axes && rows != columns) {
        throw InputError(
            beside, 0,
            format("it has one list of ids for rows and columns, but {} has {} × {}; rename it if it belongs to "
                   "another file",
                   path, rows, columns));
    }
    if (file.ids[0].size() != rows) refuse_count(file, 0, rows, file.axes ? "rows" : "nodes");
    if (file.axes && file.ids[1].size() != columns) refuse_count(file, 1, columns, "columns");
    IdTable of_rows = IdTable::from_texts(std::move(file.ids[0]));
    IdTable of_columns = file.axes ? IdTable::from_texts(std::move(file.ids[1])) : of_rows;
    if (!file.axes) return matrix_sides(std::move(of_rows), std::move(of_columns));
    return {std::move(of_rows), std::move(of_columns), false};
}

TableContent content_of(CostVector costs, CostScale scale, MatrixSides sides) {
    if (sides.same_nodes) {
        const std::size_t n = sides.rows.size();
        return CostMatrix::own(std::move(costs), n, std::move(scale), std::move(sides.rows));
    }
    return OriginDestinationTable(std::move(costs), std::move(scale), std::move(sides.rows), std::move(sides.columns));
}

}  // namespace allways::importers
