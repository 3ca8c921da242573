// Costs of a square matrix as decimals → CostMatrix of the type that holds them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "allways/base/decimal.h"
#include "allways/importers/read.h"

namespace allways {

struct DecimalMatrix {
    // Where in the file a cell of `costs` stands.
    struct Place {
        std::uint64_t line = 0;
        std::string text;  // "in column 3"
    };
    std::vector<Decimal> costs;  // n·n, row by row, n = ids.size(); missing: no arc. The diagonal is not looked at
    IdTable ids;
    bool whole_numbers = false;  // the file says so: never floats by themselves
    std::function<Place(std::size_t)> place_of = {};
};

// int32 with the fewest digits after the point that keep every cost, or float32 where none do, said through the log; or
// the type that options.cost_type asks for. Throws InputError at the cost that does not fit.
CostMatrix matrix_of_decimals(DecimalMatrix matrix, const std::string& path, const ReadOptions& options);

}  // namespace allways
