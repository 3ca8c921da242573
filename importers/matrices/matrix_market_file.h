// SPDX-License-Identifier: Apache-2.0
// Reads a Matrix Market file line by line: its banner, its size, its entries.
// Source: R. Boisvert, R. Pozo, K. Remington, The Matrix Market Exchange Formats: Initial Design, NISTIR 5935 (1996).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/decimal.h"
#include "allways/base/units.h"
#include "text/line_reader.h"

namespace allways::importers {

struct MatrixMarketHeader {
    enum class Layout { coordinate, array };
    enum class Values { real, integer, pattern };
    enum class Symmetry { general, symmetric, skew_symmetric };
    Layout layout = Layout::coordinate;
    Values values = Values::real;
    Symmetry symmetry = Symmetry::general;
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::size_t entries = 0;  // lines of a coordinate matrix, or numbers of an array

    bool is_square() const { return rows == columns; }
};

// Notes in the comments of matrices that Allways writes.
struct MatrixMarketNotes {
    CostScale scale;  // "% time in s from the node of the row to that of the column, written by Allways"
    std::optional<Decimal> unreachable;  // "% unreachable: -1"
};

// Lines that start with % are comments, anywhere in the file.
class MatrixMarketFile {
public:
    // Reads up to the size line. Throws InputError, naming the line, for anything but a matrix of integers or real
    // numbers, or a pattern.
    explicit MatrixMarketFile(const std::string& path, const TextOptions& options = {});

    const MatrixMarketHeader& header() const { return header_; }
    const MatrixMarketNotes& notes() const { return notes_; }  // from the comments above the size line
    // Reads the words of the next entry line, valid until the next call; returns false at the end.
    bool next(std::vector<std::string_view>& words);
    // Parses a value of the file's kind; missing for "inf" and "nan". Throws InputError for anything else.
    Decimal value(std::string_view word) const;

    const std::string& path() const { return lines_.path(); }
    const InputFile& file() const { return lines_.file(); }
    std::uint64_t line_number() const { return lines_.line_number(); }
    [[noreturn]] void fail(std::string_view message) const { lines_.fail(message); }

private:
    void read_banner();
    void read_size();
    void take_note(std::string_view comment);

    LineReader lines_;
    MatrixMarketHeader header_;
    MatrixMarketNotes notes_;
    bool is_own_ = false;  // Allways wrote it
};

// Returns the words of the banner in lower case ("%%matrixmarket", "matrix", "array", …); empty if `line` is not a
// banner.
std::vector<std::string> matrix_market_banner(std::string_view line);

}  // namespace allways::importers
