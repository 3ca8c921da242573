// SPDX-License-Identifier: Apache-2.0
// Converts the costs of a matrix from decimals to the type that holds them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "allways/base/decimal.h"
#include "allways/importers/read.h"
#include "matrices/matrix_sides.h"
#include "text/file_format.h"

namespace allways::importers {

struct DecimalMatrix {
    // The position of a cell of `costs` in the file.
    struct FilePosition {
        std::uint64_t line = 0;
        std::string text;  // "in column 3"
    };
    // Row by row; missing: no arc. The diagonal is ignored if both sides are the same nodes.
    std::vector<Decimal> costs;
    MatrixSides sides;
    CostScale scale;             // typed_costs() sets its digits
    bool whole_numbers = false;  // stated by the file: then floats are used only if the options request them
    std::function<FilePosition(std::size_t)> place_of = {};
};

// Returns int32 with the fewest digits after the point that keep every cost; if int32 does not suffice,
// options.float_type, which is logged; or the type that options.cost_type requests. Throws InputError at the cost that
// does not fit.
CostVector typed_costs(DecimalMatrix& matrix, const std::string& path, const ReadOptions& options);
TableContent content_of_decimals(DecimalMatrix matrix, const std::string& path, const ReadOptions& options);

}  // namespace allways::importers
