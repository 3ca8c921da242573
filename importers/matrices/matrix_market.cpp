// SPDX-License-Identifier: Apache-2.0
// Matrix Market coordinate matrix X.mtx, with X_coord.mtx and X.ids.csv → RoadNetwork. A square matrix is a network,
// and the entry in row i and column j is the arc from i to j with that cost. Each entry of a symmetric matrix is an
// edge; each entry of a skew-symmetric one is an arc and its reverse with the negated cost. Coordinates are an array,
// column by column. Source: R. Boisvert, R. Pozo, K. Remington, The Matrix Market Exchange Formats: Initial Design,
// NISTIR 5935 (1996).
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/decimal.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/ids.h"
#include "attributes/node_coordinates.h"
#include "attributes/travel_time.h"
#include "base/text.h"
#include "matrices/matrix_content.h"
#include "text/claims.h"
#include "text/file_format.h"
#include "text/line_reader.h"

namespace allways::importers {

namespace {

// ---- the file

struct MatrixMarketHeader {
    enum class Values { real, integer, pattern };
    enum class Symmetry { general, symmetric, skew_symmetric };
    bool is_array = false;  // else a coordinate matrix
    Values values = Values::real;
    Symmetry symmetry = Symmetry::general;
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::size_t entries = 0;  // lines of a coordinate matrix, or numbers of an array

    bool is_square() const { return rows == columns; }
};

// Lines that start with % are comments, anywhere in the file.
class MatrixMarketFile {
public:
    // Reads up to the size line. Throws InputError, naming the line, for anything but a matrix of integers or real
    // numbers, or a pattern.
    explicit MatrixMarketFile(const std::string& path, const TextOptions& options = {});

    const MatrixMarketHeader& header() const { return header_; }
    // Reads the words of the next entry line, valid until the next call; returns false at the end.
    bool next(std::vector<std::string_view>& words);
    // Parses a value of the file's kind; missing for "inf" and "nan". Throws InputError for anything else.
    Decimal value(std::string_view word) const;

    const InputFile& file() const { return lines_.file(); }
    [[noreturn]] void fail(std::string_view message) const { lines_.fail(message); }

private:
    void read_banner();
    void read_size();

    LineReader lines_;
    MatrixMarketHeader header_;
};

using Values = MatrixMarketHeader::Values;
using Symmetry = MatrixMarketHeader::Symmetry;

template <class Value, std::size_t count>
std::optional<Value> find_word(const std::array<std::pair<std::string_view, Value>, count>& known,
                               std::string_view word) {
    const auto found = std::ranges::find(known, word, [](const auto& entry) { return entry.first; });
    if (found == known.end()) return std::nullopt;
    return found->second;
}

constexpr std::array<std::pair<std::string_view, Values>, 5> kinds{{{"real", Values::real},
                                                                    {"double", Values::real},
                                                                    {"integer", Values::integer},
                                                                    {"unsigned-integer", Values::integer},
                                                                    {"pattern", Values::pattern}}};
constexpr std::array<std::pair<std::string_view, Symmetry>, 3> symmetries{
    {{"general", Symmetry::general}, {"symmetric", Symmetry::symmetric}, {"skew-symmetric", Symmetry::skew_symmetric}}};

// Returns the words of the banner in lower case ("%%matrixmarket", "matrix", "array", …); empty if `line` is not a
// banner.
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
    header_.is_array = words[2] == "array";
    if (!header_.is_array && words[2] != "coordinate")
        fail(format("expected the layout coordinate or array, found '{}'", words[2]));
    if (words[3] == "complex") fail("complex numbers have no order, so there is no shortest path over them");
    const auto values = find_word(kinds, words[3]);
    if (!values) fail(format("expected values that are real, double, integer or pattern, found '{}'", words[3]));
    if (words[4] == "hermitian") fail("hermitian matrices contain complex numbers, which have no order");
    const auto symmetry = find_word(symmetries, words[4]);
    if (!symmetry) fail(format("expected general, symmetric or skew-symmetric, found '{}'", words[4]));
    if (*values == Values::pattern && header_.is_array) fail("an array needs values ('array pattern')");
    if (*values == Values::pattern && *symmetry == Symmetry::skew_symmetric) {
        fail("a pattern has no values that could be skew-symmetric");
    }
    header_.values = *values;
    header_.symmetry = *symmetry;
}

void MatrixMarketFile::read_size() {
    const bool array = header_.is_array;
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
    header_.entries = array ? sizes[0] * sizes[1] : sizes[2];
}

bool MatrixMarketFile::next(std::vector<std::string_view>& words) {
    std::string_view line;
    do {
        if (!lines_.next(line)) return false;
        line = trimmed(line);
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

// ---- coordinate matrices

void check_header(const MatrixMarketFile& file) {
    const MatrixMarketHeader& header = file.header();
    if (header.is_array) {
        file.fail(format("expected a coordinate matrix, but this is an array; {}", how_to_read_arrays));
    }
    if (!header.is_square()) {
        file.fail(format("a network's matrix is square, found {} × {}", header.rows, header.columns));
    }
    if (header.entries >= no_arc / 2) file.fail(format("at most {} entries can be read", no_arc / 2 - 1));
}

// Entries → arcs, in the order of the file.
class MatrixArcs {
public:
    explicit MatrixArcs(MatrixMarketFile& file) : file_(file), header_(file.header()) {
        network_.columns.push_back({"cost", "", {}, std::nullopt});
    }

    RoadNetwork read() && {
        std::vector<std::string_view> words;
        while (file_.next(words)) {
            if (entries_ == header_.entries)
                file_.fail(format("unexpected data after the {} entries of the size line", header_.entries));
            add_entry(words);
        }
        if (entries_ < header_.entries) {
            file_.fail(format("the size line states {} entries, but the file has {}", header_.entries, entries_));
        }
        network_.arc_ids = IdTable(std::move(ids_));
        if (header_.symmetry == Symmetry::general) network_.reversed.clear();
        network_.provenance.whole_numbers = header_.values != Values::real;
        return std::move(network_);
    }

private:
    void add_entry(const std::vector<std::string_view>& words) {
        const bool pattern = header_.values == Values::pattern;
        if (words.size() != (pattern ? 2 : 3)) {
            file_.fail(format("expected an entry '{}', found '{}'", pattern ? "row column" : "row column value",
                              shortened(joined({words.begin(), words.end()}, " "))));
        }
        const NodeIndex row = node_of(words[0]);
        const NodeIndex column = node_of(words[1]);
        const Decimal cost = pattern ? Decimal(1, 0) : file_.value(words[2]);
        ++entries_;
        if (header_.symmetry == Symmetry::skew_symmetric && row == column) {
            file_.fail("a skew-symmetric matrix has no entries on its diagonal");
        }
        add_arc(row, column, cost, false);
        if (header_.symmetry == Symmetry::general || row == column) return;
        const bool negated = header_.symmetry == Symmetry::skew_symmetric && !cost.is_missing();
        add_arc(column, row, negated ? Decimal(-cost.digits(), cost.scale()) : cost, true);
    }

    void add_arc(NodeIndex tail, NodeIndex head, const Decimal& cost, bool reversed) {
        network_.tail.push_back(tail);
        network_.head.push_back(head);
        network_.columns[0].values.push_back(cost);
        network_.reversed.push_back(reversed ? 1 : 0);
        ids_.push_back(static_cast<std::int64_t>(entries_));
    }

    NodeIndex node_of(std::string_view word) const {
        const auto number = parse_whole(word);
        if (!number || *number < 1 || *number > static_cast<std::int64_t>(header_.rows)) {
            file_.fail(format("rows and columns are numbered from 1 to {}, found '{}'", header_.rows, shortened(word)));
        }
        return static_cast<NodeIndex>(*number - 1);
    }

    MatrixMarketFile& file_;
    const MatrixMarketHeader& header_;
    RoadNetwork network_;
    std::vector<std::int64_t> ids_;  // entry number of each arc
    std::size_t entries_ = 0;
};

// Returns the numbers in file order: column by column. Throws InputError if their count differs from that in the
// header.
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

// Reads a file of all x, then all y.
NodeCoordinates read_points(const std::string& path, const IdTable& ids) {
    const std::size_t node_count = ids.size();
    MatrixMarketFile file(path);
    const MatrixMarketHeader& header = file.header();
    if (!header.is_array || header.symmetry != Symmetry::general || header.rows != node_count || header.columns != 2) {
        file.fail(format("expected coordinates of the network's {} nodes, a general array of {} × 2; found {} {} × {}",
                         node_count, node_count, header.is_array ? "an array of" : "a coordinate matrix of",
                         header.rows, header.columns));
    }
    const auto values = read_array_values(file);
    NodeCoordinates points(node_count);
    for (std::size_t node = 0; node < node_count; ++node) {
        const Decimal& x = values[node];
        const Decimal& y = values[node_count + node];
        if (x.is_missing() || y.is_missing()) continue;
        points.set(static_cast<NodeIndex>(node), {x.to_double(), y.to_double()});
    }
    return points;
}

RoadNetwork read_matrix_market(const std::string& path, const ReadOptions& options, ImportReport& found) {
    MatrixMarketFile file(path, options);
    check_header(file);
    found.nodes = file.header().rows;
    RoadNetwork network = MatrixArcs(file).read();
    require_nodes_fit(file.file(), file.header().rows, file.file().bytes_read());
    IdTable ids = sides_beside(path, {".mtx"}, file.header().rows, file.header().columns, options.log).rows;
    if (const auto repeated = ids.first_repeated()) {
        throw InputError(id_file_of(path, {".mtx"}), 0, format("two nodes have the id {}", ids.text(*repeated)));
    }
    network.node_ids = std::move(ids);
    if (file.header().values == Values::pattern) {
        log(options.log, LogLevel::info, format("{}: a pattern without values; every arc costs 1", path));
    }
    add_coordinates(network, companion_file(path, ".mtx", "_coord.mtx"), read_points, options);
    state_units(network, options);
    return network;
}

bool recognise_matrix_market(const FileSample& sample) {
    const auto lines = sample.lines(1);
    const auto banner = lines.empty() ? std::vector<std::string>{} : matrix_market_banner(lines[0]);
    return !banner.empty();
}

}  // namespace

Format matrix_market_format() {
    Format format;
    format.info = {"matrix-market",
                   "Matrix Market coordinate matrix as a network, with X_coord.mtx and X.ids.csv beside X.mtx",
                   {".mtx"},
                   FormatInfo::Holds::network};
    format.recognises = recognise_matrix_market;
    format.read_network = read_matrix_market;
    return format;
}

}  // namespace allways::importers
