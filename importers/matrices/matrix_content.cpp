// SPDX-License-Identifier: Apache-2.0
#include "matrices/matrix_content.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <type_traits>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "attributes/node_attributes.h"
#include "base/fixed_point.h"
#include "base/text.h"
#include "text/csv_reader.h"

namespace allways::importers {

// ---- sides

namespace {

// Reads NAME.ids.csv, whose rows follow the order of the matrix: `index,node_id` if both sides are the same nodes,
// otherwise `axis,index,node_id` with axis 0 for rows, followed by axis 1 for columns. Returns one list of ids or two;
// none if the file has another layout.
std::vector<std::vector<std::string>> read_id_file(const std::string& path) {
    CsvReader records(path);
    std::vector<std::string_view> fields;
    if (!records.next(fields)) return {};
    const std::vector<std::string> names(fields.begin(), fields.end());
    const bool has_axes = names == std::vector<std::string>{"axis", "index", "node_id"};
    if (!has_axes && names != std::vector<std::string>{"index", "node_id"}) return {};
    std::vector<std::vector<std::string>> lists(has_axes ? 2 : 1);
    std::optional<std::int64_t> first;
    while (records.next(fields)) {
        records.require_all(fields, names);
        const auto axis = has_axes ? parse_whole(fields[0]) : std::int64_t{0};
        if (axis != 0 && axis != 1) records.fail(format("expected the axis 0 or 1, found '{}'", fields[0]));
        auto& ids = lists[static_cast<std::size_t>(*axis)];
        const std::string_view stated = fields[fields.size() - 2];
        if (!first) first = parse_whole(stated) == 0 ? 0 : 1;
        const auto index = static_cast<std::int64_t>(ids.size()) + *first;
        if (parse_whole(stated) != index) {
            records.fail(format("expected the index {}, because ids must be in the order of the matrix; found '{}'",
                                index, shortened(stated)));
        }
        ids.emplace_back(fields.back());
    }
    return lists;
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
    std::vector<std::vector<std::string>> lists = read_id_file(beside);
    if (lists.empty()) {
        log(log_to, LogLevel::loss,
            format("ignored {}: expected ids for {} with the fields 'index,node_id' or 'axis,index,node_id'", beside,
                   path));
        return numbered_sides(rows, columns);
    }
    log(log_to, LogLevel::info, format("ids are read from {}", beside));
    const bool has_axes = lists.size() == 2;
    if (!has_axes && rows != columns) {
        throw InputError(
            beside, 0,
            format("it has one list of ids for rows and columns, but {} has {} × {}; rename it if it belongs to "
                   "another file",
                   path, rows, columns));
    }
    const auto require_count = [&](std::size_t found, std::size_t wanted, std::string_view what) {
        if (found == wanted) return;
        throw InputError(beside, 0,
                         format("it names {} {}, but {} has {}; rename it if it belongs to another file", found, what,
                                path, wanted));
    };
    require_count(lists[0].size(), rows, has_axes ? "rows" : "nodes");
    if (has_axes) require_count(lists[1].size(), columns, "columns");
    IdTable of_rows = IdTable::from_texts(std::move(lists[0]));
    IdTable of_columns = has_axes ? IdTable::from_texts(std::move(lists[1])) : of_rows;
    if (!has_axes) return matrix_sides(std::move(of_rows), std::move(of_columns));
    return {std::move(of_rows), std::move(of_columns), false};
}

TableContent content_of(CostVector costs, CostScale scale, MatrixSides sides) {
    if (sides.same_nodes) {
        const std::size_t n = sides.rows.size();
        return CostMatrix::own(std::move(costs), n, std::move(scale), std::move(sides.rows));
    }
    return OriginDestinationTable(std::move(costs), std::move(scale), std::move(sides.rows), std::move(sides.columns));
}

// ---- decimals → int32 × 10^digits, float32 or float64

namespace {

// Returns "1.5e39", for values whose plain notation would fill a line.
std::string scientific_text(const Decimal& value) {
    const std::string digits = std::to_string(value.digits());
    const std::size_t first = value.digits() < 0 ? 2 : 1;
    const auto exponent = static_cast<std::int64_t>(digits.size() - first) - value.scale();
    return format("{}{}{}e{}", digits.substr(0, first), digits.size() > first ? "." : "", digits.substr(first),
                  exponent);
}

[[noreturn]] void refuse(const DecimalMatrix& matrix, std::size_t cell, CostType type, std::string_view way_out,
                         const std::string& path) {
    const auto id = [](const IdTable& ids, std::size_t at) { return ids.text(static_cast<std::uint32_t>(at)); };
    const std::size_t width = matrix.sides.columns.size();
    const auto [line, place] =
        matrix.place_of ? matrix.place_of(cell)
                        : std::pair(std::uint64_t{0}, format("from {} to {}", id(matrix.sides.rows, cell / width),
                                                             id(matrix.sides.columns, cell % width)));
    throw InputError(
        path, line,
        format("the cost {} {} does not fit {}{}", scientific_text(matrix.costs[cell]), place, name(type), way_out));
}

template <class T>
std::vector<T> float_costs(const DecimalMatrix& matrix, const std::string& path) {
    std::vector<T> values(matrix.costs.size(), unreachable_cost<T>);
    for (std::size_t cell = 0; cell < values.size(); ++cell) {
        const Decimal& cost = matrix.costs[cell];
        if (cost.is_missing()) continue;
        const auto value = float_cost<T>(cost);
        if (!value) {
            const bool wider = std::is_same_v<T, float> && float_cost<double>(cost);
            refuse(matrix, cell, cost_type_of<T>, wider ? "; read it with `cost_type` float64" : "", path);
        }
        values[cell] = *value;
    }
    return values;
}

[[noreturn]] void refuse_int32(const DecimalMatrix& matrix, const FixedPoint& fixed, const std::string& path) {
    constexpr std::string_view way_out = "; read it with `cost_type` float64";
    refuse(matrix, *fixed.misfit, CostType::int32,
           fixed.digits == 0
               ? std::string(way_out)
               : format(" with the {} digits after the point that the file needs{}", fixed.digits, way_out),
           path);
}

}  // namespace

CostVector typed_costs(DecimalMatrix& matrix, const std::string& path, const ReadOptions& options) {
    if (options.keep_diagonal) matrix.sides.same_nodes = false;
    if (matrix.sides.same_nodes) {  // d(i, i) = 0 whatever the file states
        const std::size_t n = matrix.sides.rows.size();
        for (std::size_t i = 0; i < n; ++i) matrix.costs[i * n + i] = Decimal();
    }
    matrix.scale.digits = 0;
    CostType type = options.cost_type.value_or(CostType::int32);
    if (type == CostType::int32) {
        FixedPoint fixed = to_fixed_point(matrix.costs, decimal_digits(matrix.costs));
        if (!fixed.misfit) {
            matrix.scale.digits = fixed.digits;
            return std::move(fixed.values);
        }
        if (options.cost_type) refuse_int32(matrix, fixed, path);
        type = options.float_type;
        log(options.log, type == CostType::float64 ? LogLevel::info : LogLevel::loss,
            format("{}: costs with {} digits after the point do not fit int32; they are read as {}", path, fixed.digits,
                   name(type)));
    }
    if (type == CostType::float64) return float_costs<double>(matrix, path);
    return float_costs<float>(matrix, path);
}

}  // namespace allways::importers
