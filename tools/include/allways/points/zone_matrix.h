// SPDX-License-Identifier: Apache-2.0
// Matrices of trips or skims between zones, and what modellers do with them: sums, arithmetic, districts, fitting to
// totals, rounding, distributions of lengths. All work in O(cells) memory; sums are compensated, so that their error is
// that of rounding the exact sum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/decimal.h"
#include "allways/base/ids.h"
#include "allways/base/option_row.h"
#include "allways/base/progress.h"
#include "allways/base/units.h"
#include "allways/importers/read.h"

namespace allways {

struct ZoneMatrix {
    CostScale scale;  // name and unit; the numbers are natural
    IdTable rows;
    IdTable columns;
    std::vector<double> cells;      // row-major, [from][to]; NaN: no number
    std::string source = "matrix";  // the file that InputErrors about the numbers name

    double& cell(std::size_t i, std::size_t j) { return cells[i * columns.size() + j]; }
    double cell(std::size_t i, std::size_t j) const { return cells[i * columns.size() + j]; }
};

// The numbers of a matrix or table (ReadOptions::keep_diagonal; direct costs have 0 on the diagonal). Throws
// InputError, which names `file` and ends with `hint`, for a network or a factor.
ALLWAYS_API ZoneMatrix zone_matrix(const Input& input, const std::string& file, std::string_view hint = {});

// ---- facts

struct MatrixFacts {
    std::uint64_t nonzero = 0;  // cells with a number other than 0
    std::uint64_t missing = 0;  // cells without a number
    double total = 0;
    double diagonal = 0;  // the sum of the cells from a zone to itself
    std::optional<double> smallest = {};
    std::optional<double> largest = {};

    static void each_row(auto&& row) {
        row("nonzero", &MatrixFacts::nonzero);
        row("missing", &MatrixFacts::missing);
        row("total", &MatrixFacts::total);
        row("diagonal", &MatrixFacts::diagonal);
        row("smallest", &MatrixFacts::smallest);
        row("largest", &MatrixFacts::largest);
    }
};
ALLWAYS_API MatrixFacts facts_of(const ZoneMatrix& matrix);

// CSV with the columns zone_id, row_sum and column_sum: the zones of the rows, then those that only columns have. The
// sum of a side that lacks the zone is empty.
ALLWAYS_API std::string sums_text(const ZoneMatrix& matrix);

// ---- operations; cells without a number stay so, and count as 0 in sums

ALLWAYS_API ZoneMatrix transposed(const ZoneMatrix& matrix);

enum class Arithmetic { plus, minus, times };
// Throws InputError if a result is too large for a number.
ALLWAYS_API void combine(ZoneMatrix& matrix, Arithmetic arithmetic, double number);
// Matches cells by ids; a cell without a number in either has none. Numbers of `other` are converted to the unit of the
// sum. Throws also InputError unless `other` has the same zones.
ALLWAYS_API void combine(ZoneMatrix& matrix, Arithmetic arithmetic, const ZoneMatrix& other);

// Sums by districts, in the order of their first zone. There is a district for each row and each column.
ALLWAYS_API ZoneMatrix aggregated(const ZoneMatrix& matrix, const std::vector<std::string>& of_rows,
                                  const std::vector<std::string>& of_columns);

struct FitReport {
    std::uint32_t iterations = 0;
    double deviation = 0;  // the largest of a row or column from its target, relative to it

    bool is_reached() const { return deviation <= 1e-9; }
};
// Iterative proportional fitting (Deming & Stephan 1940; Furness, Fratar): multiplies rows, then columns, by factors
// until their sums are the targets, for at most 1,000 iterations. Targets of columns are first multiplied by a factor
// within 1e-6 of 1, so that both have one sum. Throws InputError if the sums differ by more, for negative cells, and
// for a row or column with a target above 0 without trips to fit; Cancelled (stage "fit").
ALLWAYS_API FitReport fit(ZoneMatrix& matrix, std::span<const double> of_rows, std::span<const double> of_columns,
                          const ProgressCallback& progress = {});

// Rounds to integers whose sum in each row is the integer nearest to the row's sum: the cells with the largest
// remainders are rounded up, the first of equal ones.
ALLWAYS_API void round_rows(ZoneMatrix& matrix);

// ---- distributions of lengths

struct TripLengths {
    std::string csv = {};             // from, to, trips, share; a row for each bin from 0
    std::optional<double> mean = {};  // nothing without trips
    double total = 0;                 // of the trips in bins
    double without_length = 0;        // trips between zones whose skim has no number
};
// Bins hold their lower edge. Throws InvalidArgument for a width that is not above 0, and InputError for negative trips
// and lengths, other zones and more than a million bins.
ALLWAYS_API TripLengths trip_lengths(const ZoneMatrix& trips, const ZoneMatrix& skim, const Decimal& width);

// ---- values of zones: CSV with a column zone_id, node_id or id, and others

// The texts of a column, for each id. Throws InputError for the first zone that the file lacks, has twice or has
// without a text; and if they `are_numbers`, for one that is not from 0, or not 0 for a zone that is no id.
ALLWAYS_API std::vector<std::string> zone_texts(const std::string& path, const std::string& column, const IdTable& ids,
                                                bool are_numbers = false);
ALLWAYS_API std::vector<double> zone_numbers(const std::string& path, const std::string& column, const IdTable& ids);

}  // namespace allways
