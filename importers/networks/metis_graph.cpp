// SPDX-License-Identifier: Apache-2.0
// METIS graph → RoadNetwork. `nodes edges [fmt [ncon]]`, then a line for each node: [size] [ncon weights], followed by
// its neighbours, numbered from 1, each with the edge's weight if fmt states so. Lines that start with % are comments,
// an empty line is a node without neighbours. Each edge appears on the lines of both its nodes, with the same weight.
// Source: G. Karypis, METIS 5.1.0 manual, section 4.1.
#include <algorithm>
#include <unordered_map>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "attributes/node_attributes.h"
#include "attributes/travel_time.h"
#include "base/counted.h"
#include "base/text.h"
#include "text/file_format.h"
#include "text/line_reader.h"

namespace allways::importers {

namespace {

// Returns false at the end of the file. Empty lines count as lines.
bool next_line(LineReader& lines, std::string_view& line) {
    do {
        if (!lines.next(line)) return false;
    } while (trimmed(line).starts_with('%'));
    return true;
}

class Graph {
public:
    explicit Graph(LineReader& lines) : lines_(lines) {
        read_header();
        network_.columns.push_back({"cost", "", {}, std::nullopt});
    }

    std::size_t node_count() const { return node_count_; }
    bool has_edge_weights() const { return has_edge_weights_; }

    RoadNetwork read() {
        std::string_view line;
        for (std::size_t node = 0; node < node_count_; ++node) {
            if (!next_line(lines_, line)) {
                lines_.fail(
                    format("the header states {}, but the file has lines for {}", counted(node_count_, "node"), node));
            }
            add_neighbours(static_cast<NodeIndex>(node), line);
        }
        while (next_line(lines_, line)) {
            if (!trimmed(line).empty())
                lines_.fail(format("unexpected data after the lines of {}", counted(node_count_, "node")));
        }
        check_pairs();
        network_.node_ids = IdTable::consecutive(node_count_);
        network_.arc_ids = IdTable(std::move(ids_));
        network_.provenance.whole_numbers = true;
        return std::move(network_);
    }

private:
    struct Edge {
        Decimal weight;
        std::uint64_t line = 0;
        bool met_twice = false;
    };

    void read_header() {
        std::string_view line;
        const bool found = next_line(lines_, line);
        std::vector<std::string_view> words;
        if (found) split_blanks(line, words);
        std::vector<std::int64_t> numbers;
        for (const auto word : words) numbers.push_back(parse_whole(word).value_or(-1));
        const bool good = words.size() >= 2 && words.size() <= 4 && std::ranges::min(numbers) >= 0 &&
                          numbers[0] < static_cast<std::int64_t>(no_node) &&
                          numbers[1] < static_cast<std::int64_t>(no_arc / 2);
        if (!good) {
            lines_.fail(format("expected a header 'nodes edges [fmt [ncon]]', found '{}'", shortened(trimmed(line))));
        }
        const std::string_view fmt = words.size() > 2 ? words[2] : std::string_view("0");
        if (fmt.size() > 3 || fmt.find_first_not_of("01") != fmt.npos) {
            lines_.fail(format(
                "fmt has up to three digits of 0 and 1 (sizes, weights of nodes, weights of edges), found '{}'", fmt));
        }
        // Digits from the right state: weights of edges, weights of nodes, sizes of nodes.
        const auto digit = [&](std::size_t from_right) {
            return fmt.size() > from_right && fmt[fmt.size() - 1 - from_right] == '1';
        };
        if (words.size() > 3 && !digit(1))
            lines_.fail("ncon counts weights of nodes, but fmt states that there are none");
        node_count_ = static_cast<std::size_t>(numbers[0]);
        edge_count_ = static_cast<std::size_t>(numbers[1]);
        has_edge_weights_ = digit(0);
        const std::size_t weights = !digit(1) ? 0 : words.size() > 3 ? static_cast<std::size_t>(numbers[3]) : 1;
        numbers_before_ = weights + (digit(2) ? 1 : 0);
    }

    void add_neighbours(NodeIndex node, std::string_view line) {
        split_blanks(line, words_);
        const std::size_t step = has_edge_weights_ ? 2 : 1;
        if (words_.size() < numbers_before_ || (words_.size() - numbers_before_) % step != 0) {
            lines_.fail(format("node {} needs {} numbers of its own, then {}; found {} numbers", node + 1,
                               numbers_before_, step == 2 ? "pairs of a neighbour and a weight" : "neighbours",
                               words_.size()));
        }
        for (std::size_t i = 0; i < numbers_before_; ++i) number(words_[i]);
        for (std::size_t i = numbers_before_; i < words_.size(); i += step) {
            const std::int64_t neighbour = number(words_[i]);
            if (neighbour < 1 || neighbour > static_cast<std::int64_t>(node_count_)) {
                lines_.fail(format("neighbour {} is not among the nodes 1 to {}", neighbour, node_count_));
            }
            if (neighbour == std::int64_t{node} + 1) lines_.fail(format("node {} is its own neighbour", neighbour));
            meet(node, static_cast<NodeIndex>(neighbour - 1),
                 step == 2 ? Decimal(number(words_[i + 1]), 0) : Decimal(1, 0));
        }
    }

    std::int64_t number(std::string_view word) const {
        const auto value = parse_whole(word);
        if (!value) lines_.fail(format("expected an integer, found '{}'", shortened(word)));
        return *value;
    }

    // The line of the lower node creates the edge; that of the higher one must agree.
    void meet(NodeIndex node, NodeIndex neighbour, const Decimal& weight) {
        if (node < neighbour) {
            const auto [edge, is_new] = edges_.try_emplace(key(node, neighbour), Edge{weight, lines_.line_number()});
            if (!is_new) lines_.fail(format("the edge {}–{} is listed twice on this line", node + 1, neighbour + 1));
            const auto id = static_cast<std::int64_t>(edges_.size());
            add_arc(node, neighbour, weight, id, false);
            add_arc(neighbour, node, weight, id, true);
            return;
        }
        const auto edge = edges_.find(key(neighbour, node));
        if (edge == edges_.end()) {
            lines_.fail(
                format("the edge {}–{} is missing on the line of node {}", node + 1, neighbour + 1, neighbour + 1));
        }
        if (edge->second.met_twice)
            lines_.fail(format("the edge {}–{} is listed twice on this line", node + 1, neighbour + 1));
        if (edge->second.weight != weight) {
            lines_.fail(format("the edge {}–{} has the weight {} here and {} on line {}", node + 1, neighbour + 1,
                               weight.to_string(), edge->second.weight.to_string(), edge->second.line));
        }
        edge->second.met_twice = true;
    }

    void add_arc(NodeIndex tail, NodeIndex head, const Decimal& weight, std::int64_t id, bool reversed) {
        network_.tail.push_back(tail);
        network_.head.push_back(head);
        network_.columns[0].values.push_back(weight);
        network_.reversed.push_back(reversed ? 1 : 0);
        ids_.push_back(id);
    }

    void check_pairs() const {
        for (std::size_t arc = 0; arc < network_.arc_count(); arc += 2) {
            const NodeIndex low = network_.tail[arc];
            const NodeIndex high = network_.head[arc];
            const Edge& edge = edges_.at(key(low, high));
            if (edge.met_twice) continue;
            throw InputError(lines_.path(), edge.line,
                             format("the edge {}–{} is missing on the line of node {}", low + 1, high + 1, high + 1));
        }
        if (edges_.size() != edge_count_) {
            lines_.fail(
                format("the header states {}, but the file has {}", counted(edge_count_, "edge"), edges_.size()));
        }
    }

    static std::uint64_t key(NodeIndex low, NodeIndex high) { return std::uint64_t{low} << 32 | high; }

    LineReader& lines_;
    std::size_t node_count_ = 0;
    std::size_t edge_count_ = 0;
    std::size_t numbers_before_ = 0;  // sizes and weights of the node itself, on each line before its neighbours
    bool has_edge_weights_ = false;
    RoadNetwork network_;
    std::vector<std::int64_t> ids_;
    std::vector<std::string_view> words_;
    std::unordered_map<std::uint64_t, Edge> edges_;
};

RoadNetwork read_metis_graph(const std::string& path, const ReadOptions& options, ImportReport& found) {
    LineReader lines(path, options);
    Graph graph(lines);
    found.nodes = graph.node_count();
    RoadNetwork network = graph.read();
    if (!graph.has_edge_weights()) {
        log(options.log, LogLevel::warning, format("{}: edges have no weights: every arc costs 1", path));
    }
    add_listed_nodes(network, "", options);
    state_units(network, options);
    return network;
}

}  // namespace

Format metis_format() {
    return {.info = {"metis", "METIS graph, undirected", {".graph", ".metis"}, FormatInfo::Holds::network},
            .read_network = read_metis_graph};
}

}  // namespace allways::importers
