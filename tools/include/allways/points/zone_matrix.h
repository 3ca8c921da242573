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
    std::vector<double> cells;  // row-major, [from][to]; +inf or NaN: no number

    std::span<double> row(std::size_t i) { return std::span(cells).subspan(i * columns.size(), columns.size()); }
    std::span<const double> row(std::size_t i) const {
        return std::span(cells).subspan(i * columns.size(), columns.size());
    }
};

// The numbers of a matrix or table (ReadOptions::keep_diagonal; direct costs have 0 on the diagonal). Throws
// InputError, which names `file` and ends with `hint`, for a network or a factor.
ALLWAYS_API ZoneMatrix zone_matrix(const Input& input, const std::string& file, std::string_view hint = {});

// ---- facts

struct MatrixFacts {
    std::string name;
    std::string unit;
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    std::uint64_t nonzero = 0;
    std::uint64_t zero = 0;
    std::uint64_t missing = 0;
    double total = 0;
    double diagonal = 0;
    std::optional<double> smallest = {};
    std::optional<double> largest = {};

    static void each_row(auto&& row) {
        row("name", &MatrixFacts::name);
        row("unit", &MatrixFacts::unit);
        row("rows", &MatrixFacts::rows);
        row("columns", &MatrixFacts::columns);
        row("nonzero", &MatrixFacts::nonzero, "Cells with a number other than 0");
        row("zero", &MatrixFacts::zero);
        row("missing", &MatrixFacts::missing, "Cells without a number");
        row("total", &MatrixFacts::total);
        row("diagonal", &MatrixFacts::diagonal, "The sum of the cells from a zone to itself");
        row("smallest", &MatrixFacts::smallest);
        row("largest", &MatrixFacts::largest);
    }
};
ALLWAYS_API MatrixFacts facts_of(const ZoneMatrix& matrix);

// CSV with the columns zone_id, row_sum and column_sum: the zones of the rows, then those that only columns have. The
// sum of a side that lacks the zone is empty. Throws InvalidArgument for an id that a side has twice.
ALLWAYS_API std::string sums_text(const ZoneMatrix& matrix);

// ---- operations; cells without a number stay so, and count as 0 in sums

ALLWAYS_API ZoneMatrix transposed(const ZoneMatrix& matrix);

enum class Arithmetic { plus, minus, times };
// Throws InvalidArgument if a result is too large for a number.
ALLWAYS_API void combine(ZoneMatrix& matrix, Arithmetic arithmetic, double number);
// Matches cells by ids; a cell without a number in either has none. Numbers of `other` are converted to the unit of the
// sum. Throws also InputError, naming `file`, unless `other` has the same zones.
ALLWAYS_API void combine(ZoneMatrix& matrix, Arithmetic arithmetic, const ZoneMatrix& other, const std::string& file);

// Sums by districts, in the order of their first zone. There is a district for each row and each column.
ALLWAYS_API ZoneMatrix aggregated(const ZoneMatrix& matrix, const std::vector<std::string>& of_rows,
                                  const std::vector<std::string>& of_columns);

struct FitReport {
    std::uint32_t iterations = 0;
    double deviation = 0;  // the largest of a row or column from its target, relative to it

    bool is_reached() const { return deviation <= 1e-9; }
    static void each_row(auto&& row) {
        row("iterations", &FitReport::iterations);
        row("deviation", &FitReport::deviation, "The largest of a row or column from its target, relative to it");
    }
};
// Iterative proportional fitting (Deming & Stephan 1940, "On a least squares adjustment of a sampled frequency table";
// Furness, Fratar): multiplies rows, then columns, by factors until their sums are the targets, for at most 1,000
// iterations. Targets of columns are first multiplied by a factor within 1e-6 of 1, so that both have one sum. Throws
// InvalidArgument if the sums differ by more, for negative cells and targets, and for a row or column with a target
// above 0 whose cells are all 0, apart from those towards targets of 0. Cancelled (stage "fit").
ALLWAYS_API FitReport fit(ZoneMatrix& matrix, std::span<const double> of_rows, std::span<const double> of_columns,
                          const ProgressCallback& progress = {});

// Rounds to integers whose sum in each row is the integer nearest to the row's sum: the cells with the largest
// remainders are rounded up, the first of equal ones.
ALLWAYS_API void round_rows(ZoneMatrix& matrix);

// ---- distributions of lengths

struct TripLengths {
    std::vector<double> trips = {};   // by bin of the width, from 0
    std::vector<double> edges = {};   // one more than bins
    double total = 0;                 // of the trips in bins
    double without_length = 0;        // trips between zones whose skim has no number
    std::optional<double> mean = {};  // nothing without trips
    std::string unit = {};            // of lengths

    std::string csv() const;  // from, to, trips, share
};
// Bins hold their lower edge. Throws InvalidArgument for a width that is not above 0 and negative trips, and
// InputError, naming the `file` of the skim, for other zones, negative lengths and more than a million bins.
ALLWAYS_API TripLengths trip_lengths(const ZoneMatrix& trips, const ZoneMatrix& skim, const Decimal& width,
                                     const std::string& file);

// ---- values of zones: CSV with a column zone_id, node_id or id, and others

class ALLWAYS_API ZoneValues {
public:
    // Throws InputError for a file without these columns or with a zone twice.
    ZoneValues(const std::string& path, std::vector<std::string> columns);

    // One for each id. Throws InputError, naming the first zone that the file lacks or whose value is empty.
    std::vector<std::string> texts(const IdTable& ids, const std::string& column) const;
    // The same for numbers from 0.
    std::vector<double> numbers(const IdTable& ids, const std::string& column) const;
    // Throws InputError for a zone of the file that is in neither list.
    void require_only(const IdTable& rows, const IdTable& columns) const;

private:
    std::string path_;
    std::vector<std::string> columns_;
    IdTable ids_;
    std::vector<std::vector<std::string>> values_;  // by zone, then column
    std::vector<std::uint64_t> lines_;
};

}  // namespace allways
