// SPDX-License-Identifier: Apache-2.0
// Matrix Market coordinate matrix → RoadNetwork, with X_coord.mtx and X.ids.csv for X.mtx. A square matrix is a
// network: the entry in row i and column j is the arc from i to j with that cost. Each entry of a symmetric matrix is
// an edge; each entry of a skew-symmetric one is an arc and its reverse with the negated cost.
#include "matrices/matrix_market.h"

#include <algorithm>
#include <filesystem>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "attributes/node_coordinates.h"
#include "attributes/travel_time.h"
#include "base/text.h"
#include "matrices/matrix_market_array.h"
#include "matrices/matrix_market_file.h"
#include "matrices/matrix_sides.h"
#include "text/claims.h"

namespace allways::importers {

namespace {

using Layout = MatrixMarketHeader::Layout;
using Values = MatrixMarketHeader::Values;
using Symmetry = MatrixMarketHeader::Symmetry;

void check_header(const MatrixMarketFile& file) {
    const MatrixMarketHeader& header = file.header();
    if (header.layout == Layout::array) {
        file.fail("expected a coordinate matrix, but this is an array; read it as matrix-market-array");
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

// Reads a file of all x, then all y.
NodeCoordinates read_points(const std::string& path, const IdTable& ids) {
    const std::size_t node_count = ids.size();
    MatrixMarketFile file(path);
    const MatrixMarketHeader& header = file.header();
    if (header.layout != Layout::array || header.symmetry != Symmetry::general || header.rows != node_count ||
        header.columns != 2) {
        file.fail(format("expected coordinates of the network's {} nodes, a general array of {} × 2; found {} {} × {}",
                         node_count, node_count,
                         header.layout == Layout::array ? "an array of" : "a coordinate matrix of", header.rows,
                         header.columns));
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
    return !banner.empty() && (banner.size() < 3 || banner[2] != "array");
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
