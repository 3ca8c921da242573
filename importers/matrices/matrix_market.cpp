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
#include "attributes/node_attributes.h"
#include "attributes/travel_time.h"
#include "base/text.h"
#include "matrices/matrix_content.h"
#include "text/file_format.h"
#include "text/input_file.h"
#include "text/line_reader.h"

namespace allways::importers {

namespace {

enum class Values { real, integer, pattern };
enum class Symmetry { general, symmetric, skew_symmetric };

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

// Lines that start with % are comments, anywhere in the file.
class MatrixMarketReader {
public:
    // Reads up to the size line. Throws InputError, naming the line, for anything but a matrix of integers or real
    // numbers, or a pattern.
    explicit MatrixMarketReader(const std::string& path, const TextOptions& options = {}) : lines_(path, options) {
        read_banner();
        read_size();
    }

    // Returns the entries of a coordinate matrix as arcs, in the order of the file; without nodes' ids. Sets
    // `node_count` as soon as the file states it.
    RoadNetwork network(std::uint64_t& node_count) {
        check_network();
        node_count = rows_;
        network_.columns.push_back({"cost", "", {}, std::nullopt});
        std::size_t count = 0;
        for (; next(); ++count) {
            if (count == entries_)
                lines_.fail(format("unexpected data after the {} entries of the size line", entries_));
            add_entry(static_cast<std::int64_t>(count + 1));
        }
        if (count < entries_)
            lines_.fail(format("the size line states {} entries, but the file has {}", entries_, count));
        network_.arc_ids = IdTable(std::move(ids_));
        if (symmetry_ == Symmetry::general) network_.reversed.clear();
        network_.provenance.whole_numbers = values_ != Values::real;
        require_nodes_fit(lines_.file(), rows_, lines_.file().bytes_read());
        return std::move(network_);
    }
    bool is_pattern() const { return values_ == Values::pattern; }

    // Reads an array of all x, then all y.
    NodeCoordinates points(std::size_t node_count) {
        if (!is_array_ || symmetry_ != Symmetry::general || rows_ != node_count || columns_ != 2) {
            lines_.fail(
                format("expected coordinates of the network's {} nodes, a general array of {} × 2; found {} {} × {}",
                       node_count, node_count, is_array_ ? "an array of" : "a coordinate matrix of", rows_, columns_));
        }
        std::vector<Decimal> values;
        while (next()) {
            for (const auto word : words_) {
                if (values.size() == entries_)
                    lines_.fail(format("unexpected data after the {} numbers of the array", entries_));
                values.push_back(value(word));
            }
        }
        if (values.size() < entries_)
            lines_.fail(format("expected an array of {} numbers, found {}", entries_, values.size()));
        NodeCoordinates points(node_count);
        for (std::size_t node = 0; node < node_count; ++node) {
            const Decimal& x = values[node];
            const Decimal& y = values[node_count + node];
            if (x.is_missing() || y.is_missing()) continue;
            points.set(static_cast<NodeIndex>(node), {x.to_double(), y.to_double()});
        }
        return points;
    }

private:
    void read_banner() {
        std::string_view line;
        const auto words = lines_.next(line) ? matrix_market_banner(line) : std::vector<std::string>{};
        if (words.size() != 5) {
            lines_.fail(
                format("expected the banner '%%MatrixMarket matrix coordinate real general', of five words, found '{}'",
                       shortened(line)));
        }
        if (words[1] != "matrix") lines_.fail(format("expected the object 'matrix', found '{}'", words[1]));
        is_array_ = words[2] == "array";
        if (!is_array_ && words[2] != "coordinate")
            lines_.fail(format("expected the layout coordinate or array, found '{}'", words[2]));
        if (words[3] == "complex") lines_.fail("complex numbers have no order, so there is no shortest path over them");
        const auto values = find_word(kinds, words[3]);
        if (!values)
            lines_.fail(format("expected values that are real, double, integer or pattern, found '{}'", words[3]));
        if (words[4] == "hermitian") lines_.fail("hermitian matrices contain complex numbers, which have no order");
        const auto symmetry = find_word(symmetries, words[4]);
        if (!symmetry) lines_.fail(format("expected general, symmetric or skew-symmetric, found '{}'", words[4]));
        if (*values == Values::pattern && is_array_) lines_.fail("an array needs values ('array pattern')");
        if (*values == Values::pattern && *symmetry == Symmetry::skew_symmetric)
            lines_.fail("a pattern has no values that could be skew-symmetric");
        values_ = *values;
        symmetry_ = *symmetry;
    }

    void read_size() {
        const bool found = next();
        std::array<std::size_t, 3> sizes{};
        // Rows and columns are at most no_node, so their product fits 64 bits.
        bool good = found && words_.size() == (is_array_ ? 2 : 3);
        for (std::size_t i = 0; good && i < words_.size(); ++i) {
            const auto size = parse_whole(words_[i]);
            good = size && *size >= 0 && (i == 2 || *size < static_cast<std::int64_t>(no_node));
            sizes[i] = static_cast<std::size_t>(size.value_or(0));
        }
        if (!good) {
            lines_.fail(format("expected the size line '{}' with integers{}",
                               is_array_ ? "rows columns" : "rows columns entries",
                               found ? format(", found '{}'", shortened(line_of_words())) : ""));
        }
        rows_ = sizes[0];
        columns_ = sizes[1];
        if (symmetry_ != Symmetry::general && rows_ != columns_)
            lines_.fail(format("a symmetric matrix is square, found {} × {}", rows_, columns_));
        entries_ = is_array_ ? rows_ * columns_ : sizes[2];
    }

    void check_network() const {
        if (is_array_)
            lines_.fail(format("expected a coordinate matrix, but this is an array; {}", how_to_read_arrays));
        if (rows_ != columns_) lines_.fail(format("a network's matrix is square, found {} × {}", rows_, columns_));
        if (entries_ >= no_arc / 2) lines_.fail(format("at most {} entries can be read", no_arc / 2 - 1));
    }

    // Splits the next line that is neither blank nor a comment into words_; returns false at the end.
    bool next() {
        std::string_view line;
        do {
            if (!lines_.next(line)) return false;
            line = trimmed(line);
        } while (line.empty() || line.front() == '%');
        split_blanks(line, words_);
        return true;
    }
    std::string line_of_words() const { return joined({words_.begin(), words_.end()}, " "); }

    // Parses a value of the file's kind; missing for "inf" and "nan".
    Decimal value(std::string_view word) const {
        const bool whole = values_ == Values::integer;
        if (!whole && !word.empty() && word != "-" && is_unreachable_word(word)) return Decimal::missing();
        const auto value = Decimal::parse(word);
        if (!value || (whole && value->scale() > 0))
            lines_.fail(format("expected {}, found '{}'", whole ? "an integer" : "a number", shortened(word)));
        return *value;
    }

    NodeIndex node_of(std::string_view word) const {
        const auto number = parse_whole(word);
        if (!number || *number < 1 || *number > static_cast<std::int64_t>(rows_))
            lines_.fail(format("rows and columns are numbered from 1 to {}, found '{}'", rows_, shortened(word)));
        return static_cast<NodeIndex>(*number - 1);
    }

    void add_entry(std::int64_t id) {
        if (words_.size() != (is_pattern() ? 2 : 3)) {
            lines_.fail(format("expected an entry '{}', found '{}'", is_pattern() ? "row column" : "row column value",
                               shortened(line_of_words())));
        }
        const NodeIndex row = node_of(words_[0]);
        const NodeIndex column = node_of(words_[1]);
        const Decimal cost = is_pattern() ? Decimal(1, 0) : value(words_[2]);
        if (symmetry_ == Symmetry::skew_symmetric && row == column)
            lines_.fail("a skew-symmetric matrix has no entries on its diagonal");
        add_arc(row, column, cost, false, id);
        if (symmetry_ == Symmetry::general || row == column) return;
        const bool negated = symmetry_ == Symmetry::skew_symmetric && !cost.is_missing();
        add_arc(column, row, negated ? Decimal(-cost.digits(), cost.scale()) : cost, true, id);
    }

    void add_arc(NodeIndex tail, NodeIndex head, const Decimal& cost, bool reversed, std::int64_t id) {
        network_.tail.push_back(tail);
        network_.head.push_back(head);
        network_.columns[0].values.push_back(cost);
        network_.reversed.push_back(reversed ? 1 : 0);
        ids_.push_back(id);
    }

    LineReader lines_;
    std::vector<std::string_view> words_;  // of the line read last
    bool is_array_ = false;                // else a coordinate matrix
    Values values_ = Values::real;
    Symmetry symmetry_ = Symmetry::general;
    std::size_t rows_ = 0;
    std::size_t columns_ = 0;
    std::size_t entries_ = 0;  // lines of a coordinate matrix, or numbers of an array
    RoadNetwork network_;
    std::vector<std::int64_t> ids_;  // of arcs: the numbers of their entries
};

NodeCoordinates read_points(const std::string& path, const IdTable& ids) {
    return MatrixMarketReader(path).points(ids.size());
}

RoadNetwork read_matrix_market(const std::string& path, const ReadOptions& options, ImportReport& found) {
    MatrixMarketReader reader(path, options);
    RoadNetwork network = reader.network(found.nodes);
    IdTable ids = sides_beside(path, {".mtx"}, found.nodes, found.nodes, options.log).rows;
    if (const auto repeated = ids.first_repeated()) {
        throw InputError(id_file_of(path, {".mtx"}), 0, format("two nodes have the id {}", ids.text(*repeated)));
    }
    network.node_ids = std::move(ids);
    if (reader.is_pattern()) {
        log(options.log, LogLevel::info, format("{}: a pattern without values; every arc costs 1", path));
    }
    add_coordinates(network, companion_file(path, ".mtx", "_coord.mtx"), read_points, options);
    state_units(network, options);
    return network;
}

bool recognise_matrix_market(const FileSample& sample) {
    const auto lines = sample.lines(1);
    return !lines.empty() && !matrix_market_banner(lines[0]).empty();
}

}  // namespace

Format matrix_market_format() {
    return {.info = {"matrix-market",
                     "Matrix Market coordinate matrix as a network, with X_coord.mtx and X.ids.csv beside X.mtx",
                     {".mtx"},
                     FormatInfo::Holds::network},
            .recognises = recognise_matrix_market,
            .read_network = read_matrix_market};
}

}  // namespace allways::importers
