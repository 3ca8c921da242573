// SPDX-License-Identifier: Apache-2.0
// Lines → header and entries.
#include "matrices/matrix_market_file.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "allways/base/format.h"
#include "allways/base/ids.h"
#include "base/text.h"

namespace allways::importers {

namespace {

using Layout = MatrixMarketHeader::Layout;
using Values = MatrixMarketHeader::Values;
using Symmetry = MatrixMarketHeader::Symmetry;

template <class Value, std::size_t count>
std::optional<Value> find_word(const std::array<std::pair<std::string_view, Value>, count>& known,
                               std::string_view word) {
    const auto found = std::ranges::find(known, word, [](const auto& entry) { return entry.first; });
    if (found == known.end()) return std::nullopt;
    return found->second;
}

constexpr std::array<std::pair<std::string_view, Layout>, 2> layouts{
    {{"coordinate", Layout::coordinate}, {"array", Layout::array}}};
constexpr std::array<std::pair<std::string_view, Values>, 5> kinds{{{"real", Values::real},
                                                                    {"double", Values::real},
                                                                    {"integer", Values::integer},
                                                                    {"unsigned-integer", Values::integer},
                                                                    {"pattern", Values::pattern}}};
constexpr std::array<std::pair<std::string_view, Symmetry>, 3> symmetries{
    {{"general", Symmetry::general}, {"symmetric", Symmetry::symmetric}, {"skew-symmetric", Symmetry::skew_symmetric}}};

// Returns the count of numbers in an array of n columns: all, or the lower triangle with or without the diagonal.
std::size_t array_entries(const MatrixMarketHeader& header) {
    const std::size_t n = header.columns;
    switch (header.symmetry) {
        case Symmetry::general: break;
        case Symmetry::symmetric: return n * (n + 1) / 2;
        case Symmetry::skew_symmetric: return n == 0 ? 0 : n * (n - 1) / 2;
    }
    return header.rows * n;
}

}  // namespace

std::vector<std::string> matrix_market_banner(std::string_view line) {
    std::vector<std::string_view> fields;
    split_blanks(line, fields);
    std::vector<std::string> words;
    for (const auto field : fields) words.push_back(lower_case(field));
    if (words.empty() || words[0] != "%%matrixmarket") words.clear();
    return words;
}

MatrixMarketFile::MatrixMarketFile(const std::string& path, const TextOptions& options) : lines_(path, options) {
    read_banner();
    read_size();
}

void MatrixMarketFile::read_banner() {
    std::string_view line;
    const auto words = lines_.next(line) ? matrix_market_banner(line) : std::vector<std::string>{};
    if (words.size() != 5) {
        fail(format("expected the banner '%%MatrixMarket matrix coordinate real general', of five words, found '{}'",
                    shortened(line)));
    }
    if (words[1] != "matrix") fail(format("expected the object 'matrix', found '{}'", words[1]));
    const auto layout = find_word(layouts, words[2]);
    if (!layout) fail(format("expected the layout coordinate or array, found '{}'", words[2]));
    if (words[3] == "complex") fail("complex numbers have no order, so there is no shortest path over them");
    const auto values = find_word(kinds, words[3]);
    if (!values) fail(format("expected values that are real, double, integer or pattern, found '{}'", words[3]));
    if (words[4] == "hermitian") fail("hermitian matrices contain complex numbers, which have no order");
    const auto symmetry = find_word(symmetries, words[4]);
    if (!symmetry) fail(format("expected general, symmetric or skew-symmetric, found '{}'", words[4]));
    if (*values == Values::pattern && *layout == Layout::array) fail("an array needs values ('array pattern')");
    if (*values == Values::pattern && *symmetry == Symmetry::skew_symmetric) {
        fail("a pattern has no values that could be skew-symmetric");
    }
    header_.layout = *layout;
    header_.values = *values;
    header_.symmetry = *symmetry;
}

void MatrixMarketFile::read_size() {
    const bool array = header_.layout == Layout::array;
    std::vector<std::string_view> words;
    const bool found = next(words);
    std::array<std::size_t, 3> sizes{};
    // Rows and columns are at most no_node, so their product fits 64 bits.
    bool good = found && words.size() == (array ? 2 : 3);
    for (std::size_t i = 0; good && i < words.size(); ++i) {
        const auto size = parse_whole(words[i]);
        good = size && *size >= 0 && (i == 2 || *size < static_cast<std::int64_t>(no_node));
        sizes[i] = static_cast<std::size_t>(size.value_or(0));
    }
    if (!good) {
        fail(format("expected the size line '{}' with integers{}", array ? "rows columns" : "rows columns entries",
                    found ? format(", found '{}'", shortened(joined({words.begin(), words.end()}, " "))) : ""));
    }
    header_.rows = sizes[0];
    header_.columns = sizes[1];
    if (header_.symmetry != Symmetry::general && !header_.is_square()) {
        fail(format("a symmetric matrix is square, found {} × {}", header_.rows, header_.columns));
    }
    header_.entries = array ? array_entries(header_) : sizes[2];
}

void MatrixMarketFile::take_note(std::string_view comment) {
    constexpr std::string_view own = " from the node of the row to that of the column, written by Allways";
    constexpr std::string_view unreachable = "unreachable: ";
    if (comment.ends_with(own)) {
        is_own_ = true;
        comment.remove_suffix(own.size());
        const std::size_t in = comment.rfind(" in ");
        notes_.scale.name = comment.substr(0, in);
        if (in != comment.npos) notes_.scale.unit = comment.substr(in + 4);
    } else if (is_own_ && comment.starts_with(unreachable)) {
        notes_.unreachable = Decimal::parse(comment.substr(unreachable.size()));  // inf is recognised without a note
    }
}

bool MatrixMarketFile::next(std::vector<std::string_view>& words) {
    std::string_view line;
    do {
        if (!lines_.next(line)) return false;
        line = trimmed(line);
        if (line.starts_with("% ") && header_.rows == 0) take_note(trimmed(line.substr(1)));
    } while (line.empty() || line.front() == '%');
    split_blanks(line, words);
    return true;
}

Decimal MatrixMarketFile::value(std::string_view word) const {
    const bool whole = header_.values == Values::integer;
    if (!whole && !word.empty() && word != "-" && is_unreachable_word(word)) return Decimal::missing();
    const auto value = Decimal::parse(word);
    if (!value || (whole && value->scale() > 0)) {
        fail(format("expected {}, found '{}'", whole ? "an integer" : "a number", shortened(word)));
    }
    return *value;
}

}  // namespace allways::importers
