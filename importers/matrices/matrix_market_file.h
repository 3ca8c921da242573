// A Matrix Market file, line by line: its banner, its size, its entries.
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

namespace allways {

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

// What Allways says in comments of the matrices that it writes.
struct MatrixMarketNotes {
    CostScale scale;  // "% time in s from the node of the row to that of the column, written by Allways"
    std::optional<Decimal> unreachable;  // "% unreachable: -1"
};

// Lines that start with % are comments, wherever they stand.
class MatrixMarketFile {
public:
    // Reads up to the size line. Throws InputError, naming the line, for anything but a matrix of numbers that have an
    // order.
    explicit MatrixMarketFile(const std::string& path, ProgressCallback progress = {});

    const MatrixMarketHeader& header() const { return header_; }
    const MatrixMarketNotes& notes() const { return notes_; }  // of the comments above the size line
    // The words of the next line of entries, valid until the next call; false at the end.
    bool next(std::vector<std::string_view>& words);
    // A value of the file's kind; missing for "inf" and "nan". Throws InputError where it is none.
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

// The words of the banner in lower case ("%%matrixmarket", "matrix", "array", …); empty where `line` is none.
std::vector<std::string> matrix_market_banner(std::string_view line);

}  // namespace allways
