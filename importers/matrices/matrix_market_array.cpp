// SPDX-License-Identifier: Apache-2.0
// Matrix Market array → matrix, with NAME.ids.csv if Allways wrote it. Numbers run down the columns: the file's k-th
// number of an n×n array is row k mod n, column k / n. Symmetric arrays state the lower triangle.
#include "matrices/matrix_market_array.h"

#include <algorithm>
#include <filesystem>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "matrices/decimal_matrix.h"
#include "matrices/matrix_costs.h"
#include "text/claims.h"

namespace allways::importers {

namespace {

using Symmetry = MatrixMarketHeader::Symmetry;

Decimal negative(const Decimal& value) {
    return value.is_missing() ? value : Decimal(-value.digits(), value.scale());
}

std::vector<Decimal> whole_matrix(const std::vector<Decimal>& stated, std::size_t rows, std::size_t columns,
                                  Symmetry symmetry) {
    auto costs = matrix_costs<Decimal>(rows, columns);
    auto next = stated.begin();
    for (std::size_t column = 0; column < columns; ++column) {
        const std::size_t first =
            symmetry == Symmetry::general ? 0 : column + (symmetry == Symmetry::skew_symmetric ? 1 : 0);
        for (std::size_t row = first; row < rows; ++row, ++next) {
            costs[row * columns + column] = *next;
            if (symmetry == Symmetry::symmetric) costs[column * columns + row] = *next;
            if (symmetry == Symmetry::skew_symmetric) costs[column * columns + row] = negative(*next);
        }
    }
    return costs;
}

TableContent read_matrix_market_array(const std::string& path, const ReadOptions& options, ImportReport& found) {
    MatrixMarketFile file(path, options);
    const MatrixMarketHeader& header = file.header();
    if (header.layout != MatrixMarketHeader::Layout::array) {
        file.fail("expected an array, but this is a coordinate matrix; read it as matrix-market");
    }
    const std::string name = lower_case(std::filesystem::path(path).filename().string());
    if (header.columns == 2 && !header.is_square() && name.find("_coord.") != name.npos) {
        file.fail(
            format("expected a cost matrix, found an array of {} × {}; the coordinates of X.mtx are read beside it "
                   "as X_coord.mtx",
                   header.rows, header.columns));
    }
    found.nodes = std::max(header.rows, header.columns);
    constexpr std::uint64_t bits = 8;  // at least a digit and a blank for every second number
    require_values_fit(file.file(), header.rows, header.columns, bits);
    for (const std::size_t side : {header.rows, header.columns})
        require_nodes_fit(file.file(), side, file.file().most_content());
    DecimalMatrix matrix;
    matrix.costs = whole_matrix(read_array_values(file), header.rows, header.columns, header.symmetry);
    matrix.sides = sides_beside(path, {".mtx"}, header.rows, header.columns, options.log);
    matrix.scale = file.notes().scale;
    if (const auto& unreachable = file.notes().unreachable) {
        std::ranges::replace(matrix.costs, *unreachable, Decimal::missing());
    }
    matrix.whole_numbers = header.values == MatrixMarketHeader::Values::integer;
    matrix.place_of = [columns = header.columns](std::size_t cell) {
        return DecimalMatrix::FilePosition{0, format("from {} to {}", cell / columns + 1, cell % columns + 1)};
    };
    return content_of_decimals(std::move(matrix), path, options);
}

bool recognise_matrix_market_array(const FileSample& sample) {
    const auto lines = sample.lines(1);
    const auto banner = lines.empty() ? std::vector<std::string>{} : matrix_market_banner(lines[0]);
    return banner.size() > 2 && banner[2] == "array";
}

}  // namespace

std::vector<Decimal> read_array_values(MatrixMarketFile& file) {
    const std::size_t expected = file.header().entries;
    std::vector<Decimal> values;
    values.reserve(std::min<std::size_t>(expected, 1u << 22));  // the size is only claimed until the numbers are read
    std::vector<std::string_view> words;
    while (file.next(words)) {
        for (const auto word : words) {
            if (values.size() == expected)
                file.fail(format("unexpected data after the {} numbers of the array", expected));
            values.push_back(file.value(word));
        }
    }
    if (values.size() < expected) {
        file.fail(format("expected an array of {} numbers, found {}", expected, values.size()));
    }
    return values;
}

Format matrix_market_array_format() {
    Format format;
    format.info = {
        "matrix-market-array", "Matrix Market array, with NAME.ids.csv beside it", {".mtx"}, FormatInfo::Holds::matrix};
    format.recognises = recognise_matrix_market_array;
    format.read_table = read_matrix_market_array;
    return format;
}

}  // namespace allways::importers
