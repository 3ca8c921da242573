// Costs of a matrix as decimals → the type that holds them.
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

namespace allways {

struct DecimalMatrix {
    // Where in the file a cell of `costs` stands.
    struct Place {
        std::uint64_t line = 0;
        std::string text;  // "in column 3"
    };
    std::vector<Decimal> costs;  // row by row; missing: no arc. The diagonal of the same nodes is not looked at
    MatrixSides sides;
    CostScale scale;             // typed_costs() sets its digits
    bool whole_numbers = false;  // the file says so: never floats by themselves
    std::function<Place(std::size_t)> place_of = {};
};

// int32 with the fewest digits after the point that keep every cost, or options.float_type where none do, said through
// the log; or the type that options.cost_type asks for. Throws InputError at the cost that does not fit.
CostVector typed_costs(DecimalMatrix& matrix, const std::string& path, const ReadOptions& options);
TableContent content_of_decimals(DecimalMatrix matrix, const std::string& path, const ReadOptions& options);

// int32 × 10^digits with the fewest digits that keep every number, missing ones as unreachable.
struct FixedPoint {
    int digits = 0;
    std::vector<std::int32_t> values;
    std::optional<std::size_t> misfit;  // the first that int32 does not hold: then there are no values beyond it
};
FixedPoint try_fixed_point(const std::vector<Decimal>& numbers);

}  // namespace allways
