// SPDX-License-Identifier: Apache-2.0
// Numbers between the nodes of two sides → direct costs, or a table: memory for as many numbers as a file claims, the
// ids of both sides, and the type that holds decimals.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "allways/base/decimal.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/ids.h"
#include "allways/base/progress.h"
#include "allways/importers/read.h"
#include "base/threads/large_vector.h"
#include "text/file_format.h"

namespace allways::importers {

// ---- numbers

// Returns rows·columns costs of 0; each side is below 2^32. Throws CapacityError if there is not enough memory,
// Cancelled.
template <class T>
std::vector<T> matrix_costs(std::size_t rows, std::size_t columns, const ProgressCallback& progress = {}) {
    const auto refuse = [&] {
        throw CapacityError(format("a matrix of {} × {} costs does not fit into memory", rows, columns),
                            rows * columns * sizeof(T), 0);
    };
    try {
        return large_vector<T>(rows * columns, T{}, progress);
    } catch (const std::bad_alloc&) {
        refuse();
    } catch (const std::length_error&) {
        refuse();
    }
    return {};
}

// Returns the nearest T, or nothing if the value exceeds T's largest: infinity would turn a cost into a missing arc.
template <class T>
std::optional<T> float_cost(const Decimal& value) {
    T result;
    if constexpr (std::is_same_v<T, float>) {
        result = value.to_float();
    } else {
        result = value.to_double();
    }
    if (!std::isfinite(result)) return std::nullopt;
    return result;
}

// ---- sides

struct MatrixSides {
    IdTable rows;
    IdTable columns;
    bool same_nodes = false;  // both are the same nodes in the same order: d(i, i) = 0

    std::size_t cells() const { return rows.size() * columns.size(); }
};

// Both sides are the same nodes if their ids are equal and none of them repeats.
MatrixSides matrix_sides(IdTable rows, IdTable columns);
// Numbers the sides from 1 if there are no ids; they are the same nodes if there are as many rows as columns.
MatrixSides numbered_sides(std::size_t rows, std::size_t columns);

// Returns the path of NAME.ids.csv, which Allways writes next to matrices; empty if there is no such file. NAME is
// `path` without its suffix, if that is one of `suffixes`.
std::string id_file_of(const std::string& path, const std::vector<std::string_view>& suffixes);

// Returns the ids in that file, if there is one, for the matrix at `path`. The file counts rows and columns from 0 or
// from 1, as the formats that use it do. Logs which file it uses, and any file that does not have Allways' layout
// (`index,node_id` or `axis,index,node_id`), which it ignores. Without ids, numbers the sides. Throws InputError if the
// file belongs to a matrix of another size.
MatrixSides sides_beside(const std::string& path, const std::vector<std::string_view>& suffixes, std::size_t rows,
                         std::size_t columns, const LogCallback& log_to);

// Returns direct costs if both sides are the same nodes, otherwise distances from rows to columns.
TableContent content_of(CostVector costs, CostScale scale, MatrixSides sides);

// ---- decimals

struct DecimalMatrix {
    // Row by row; missing: no arc. The diagonal is ignored if both sides are the same nodes.
    std::vector<Decimal> costs;
    MatrixSides sides;
    CostScale scale;  // typed_costs() sets its digits
    // Returns the line of a cell of `costs` in the file and its place there, "in column 3"; without it, messages name
    // the ids of both sides.
    std::function<std::pair<std::uint64_t, std::string>(std::size_t)> place_of = {};
};

// Returns int32 with the fewest digits after the point that keep every cost; if int32 does not suffice,
// options.float_type, which is logged; or the type that options.cost_type requests. Throws InputError at the cost that
// does not fit.
CostVector typed_costs(DecimalMatrix& matrix, const std::string& path, const ReadOptions& options);

}  // namespace allways::importers
