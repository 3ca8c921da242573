// SPDX-License-Identifier: Apache-2.0
// The checks of verification.h, the same for networks and matrices. A Problem is either of them with its own searches:
//
//   node_count(), node_ids()
//   row(source)             Row: distances from one source by another algorithm
//   for_each_arc(visit)     visit(tail, head, raw cost) for every arc a path may use, between states
//   shift()                 the largest potential by which costs were shifted, 0 if none is negative
//   node_of(state), is_passable(state)       states of a matrix are its nodes
//   step_of(state, hop)     the step of a hop: a leg between states with its raw cost, infinite if the source forbids
//                           it; to no_node if there is none
//   hop_of(leg)             the hop that a leg of a table uses
//
// All arithmetic is in double, which holds int32 sums exactly.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <mutex>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "allways/cost/arc_costs.h"
#include "allways/query/verification.h"
#include "base/threads/parallel.h"
#include "query/search_graph.h"

namespace allways::query {

// ---- every cell, column by column: that it is a distance, that there is a next hop exactly where one should be, and
// that each hop is tight and leads to the target. These checks are complete: if distances satisfy the arcs' bound,
// tight hops that arrive prove them.

// The findings of a check of all cells; the examples say where, and what is wrong.
struct Findings {
    VerificationReport::Check check;
    std::vector<std::string> examples;  // up to the requested number

    void add(const Findings& other, std::size_t most) {
        check.checked += other.check.checked;
        check.mismatches += other.check.mismatches;
        for (const std::string& example : other.examples) {
            if (examples.size() < most) examples.push_back(example);
        }
    }
};

// Returns true for a reachable distance, or exactly the value of unreachable.
template <class T>
bool is_cell(T value) {
    if constexpr (std::is_floating_point_v<T>) return !std::isnan(value) && value != -unreachable_cost<T>;
    return value <= unreachable_cost<T>;
}

template <class T>
class ColumnChecks {
public:
    struct BlockFindings {
        Findings cells{{"cells"}, {}};
        Findings hops{{"next hops"}, {}};
    };

    // Source has node_of(state), is_passable(state) and step_of(state, hop), which returns a PathLeg to the next state
    // with its cost in the source, infinite if there is none. `slack(magnitude)` is the allowed error of a sum.
    template <class Source, class Slack>
    static BlockFindings check(const DistanceTable& table, std::size_t examples, const Source& source,
                               const Slack& slack, const ProgressCallback& progress) {
        const std::size_t n = table.node_count();
        const std::size_t blocks = (n + width - 1) / width;
        std::vector<BlockFindings> found(blocks);
        std::mutex mutex;
        std::size_t done = 0;
        parallel_for(blocks, [&](std::size_t block) {
            ColumnChecks one(table, block * width, std::min(n, (block + 1) * width), examples);
            one.check_columns(source, slack);
            const std::lock_guard lock(mutex);
            found[block] = std::move(one.found_);
            report(progress, "verify", ++done, blocks);
        });
        BlockFindings all;
        for (const BlockFindings& one : found) {
            all.cells.add(one.cells, examples);
            all.hops.add(one.hops, examples);
        }
        return all;
    }

private:
    static constexpr std::size_t width = 64;  // columns per block, so that rows are read in runs of consecutive cells

    ColumnChecks(const DistanceTable& table, std::size_t first, std::size_t last, std::size_t examples)
        : table_(table),
          n_(table.node_count()),
          rows_(table.has_next_hops() ? table.next_hops().row_count() : n_),
          first_(first),
          last_(last),
          examples_(examples) {}

    template <class Source, class Slack>
    void check_columns(const Source& source, const Slack& slack) {
        const bool has_hops = table_.has_next_hops();
        std::vector<T> distances((last_ - first_) * rows_);
        std::vector<std::uint32_t> hops(has_hops ? distances.size() : 0);
        const auto values = table_.values<T>();
        for (std::size_t from = 0; from < rows_; ++from) {
            for (std::size_t to = first_; to < last_; ++to) {
                if (from < n_) distances[(to - first_) * rows_ + from] = values[from * n_ + to];
                if (has_hops) hops[(to - first_) * rows_ + from] = table_.next_hops().at(from, to);
            }
        }
        for (std::size_t to = first_; to < last_; ++to) {
            T* column = distances.data() + (to - first_) * rows_;
            check_cells(column, static_cast<NodeIndex>(to));
            if (!has_hops) continue;
            const std::uint32_t* column_hops = hops.data() + (to - first_) * rows_;
            add_states(column, column_hops, static_cast<NodeIndex>(to), source);
            check_hops(column, column_hops, static_cast<NodeIndex>(to), source, slack);
        }
    }

    // Adds the distances of states that are no starts. The table does not have them; following the hops yields them.
    template <class Source>
    void add_states(T* column, const std::uint32_t* hops, NodeIndex to, const Source& source) {
        constexpr T unknown = -1;
        std::fill(column + n_, column + rows_, unknown);
        std::vector<PathLeg> walk;
        for (NodeIndex start = static_cast<NodeIndex>(n_); start < rows_; ++start) {
            walk.clear();
            NodeIndex state = start;
            T onward = unreachable_cost<T>;
            for (;; state = walk.back().to) {
                if (source.node_of(state) == to) onward = 0;
                if (source.node_of(state) == to || hops[state] == NextHops::none || walk.size() > rows_) break;
                if (state < n_ || column[state] != unknown) {
                    onward = column[state];
                    break;
                }
                const PathLeg leg = source.step_of(state, hops[state]);
                if (leg.to == no_node || !std::isfinite(leg.raw_cost)) break;
                walk.push_back(leg);
            }
            if (column[start] == unknown) column[start] = onward;
            for (auto leg = walk.rbegin(); leg != walk.rend(); ++leg) {
                if (is_reachable(onward)) onward = static_cast<T>(static_cast<double>(onward) + leg->raw_cost);
                column[leg->from] = onward;
            }
        }
    }

    void add_fault(Findings& found, NodeIndex from, NodeIndex to, const char* what) const {
        ++found.check.mismatches;
        if (found.examples.size() >= examples_) return;
        const IdTable& ids = table_.node_ids();
        found.examples.push_back(
            format("{}: from {} to {} the table {}", found.check.name, ids.text(from), ids.text(to), what));
    }

    void check_cells(const T* column, NodeIndex to) {
        for (NodeIndex from = 0; from < n_; ++from) {
            ++found_.cells.check.checked;
            if (!is_cell(column[from])) {
                add_fault(found_.cells, from, to, "has a cell that is neither a distance nor unreachable");
            }
        }
    }

    template <class Source, class Slack>
    void check_hops(const T* column, const std::uint32_t* hops, NodeIndex to, const Source& source,
                    const Slack& slack) {
        next_.assign(rows_, no_node);
        for (NodeIndex from = 0; from < rows_; ++from) {
            ++found_.hops.check.checked;
            const NodeIndex node = source.node_of(from);
            const bool wanted = node != to && is_reachable(column[from]);
            if (!wanted) {
                if (hops[from] != NextHops::none) {
                    add_fault(found_.hops, node, to,
                              node == to ? "has a next hop from a node to itself" : "has a next hop but no path");
                }
                continue;
            }
            if (const char* wrong = wrong_step(column, hops[from], from, to, source, slack)) {
                add_fault(found_.hops, node, to, wrong);
            }
        }
        check_arrival(to, source);
    }

    // Returns the reason why the hop is on no shortest path; null: it may be on one. Sets next_ if it leads somewhere.
    template <class Source, class Slack>
    const char* wrong_step(const T* column, std::uint32_t hop, NodeIndex from, NodeIndex to, const Source& source,
                           const Slack& slack) {
        if (hop == NextHops::none) return "has a path but no next hop";
        const PathLeg leg = source.step_of(from, hop);
        if (leg.to == no_node || !std::isfinite(leg.raw_cost)) return "has a next hop that is not in the source";
        const bool arrives = source.node_of(leg.to) == to;
        if (!arrives && !source.is_passable(leg.to)) return "has a next hop to a no-through node";
        if (!arrives && !is_reachable(column[leg.to])) return "has a next hop from which no path continues";
        next_[from] = leg.to;
        const double onward = arrives ? 0 : static_cast<double>(column[leg.to]);
        const double apart = std::abs(leg.raw_cost + onward - static_cast<double>(column[from]));
        return apart <= slack(std::abs(leg.raw_cost) + std::abs(onward))
                   ? nullptr
                   : "has a next hop whose cost does not match the distance";
    }

    // Reports hops that form circles, each circle once.
    template <class Source>
    void check_arrival(NodeIndex to, const Source& source) {
        const auto goes_on = [&](NodeIndex state) { return state != no_node && source.node_of(state) != to; };
        round_.assign(rows_, 0);
        std::uint32_t round = 0;
        for (NodeIndex start = 0; start < rows_; ++start) {
            if (round_[start] != 0) continue;
            ++round;
            NodeIndex node = start;
            while (goes_on(node) && round_[node] == 0) {
                round_[node] = round;
                node = next_[node];
            }
            if (goes_on(node) && round_[node] == round) {
                add_fault(found_.hops, source.node_of(node), to, "has next hops that go in circles");
            }
        }
    }

    const DistanceTable& table_;
    std::size_t n_;
    std::size_t rows_;  // n, or the number of states
    std::size_t first_;
    std::size_t last_;
    std::size_t examples_;
    BlockFindings found_;
    std::vector<NodeIndex> next_;       // by row
    std::vector<std::uint32_t> round_;  // by row
};

// ---- all checks; the others are samples

inline constexpr double infinity = std::numeric_limits<double>::infinity();

// Raw distances from one node, with the number of arcs and the sum of |costs| of their paths; without adjacent arcs.
using Row = SearchTree<double>;

template <class T>
inline constexpr double rounding = std::is_same_v<T, float>    ? 0x1p-23
                                   : std::is_same_v<T, double> ? 0x1p-52
                                                               : 0.0;

// Returns at most `count` of the nodes 0 … n-1, in order.
inline std::vector<NodeIndex> sample_nodes(std::size_t n, std::size_t count, std::mt19937_64& random) {
    std::vector<NodeIndex> all(n);
    std::iota(all.begin(), all.end(), NodeIndex{0});
    std::vector<NodeIndex> chosen;
    std::sample(all.begin(), all.end(), std::back_inserter(chosen), count, random);
    return chosen;
}

template <class T, class Problem>
class Verifier {
public:
    Verifier(const DistanceTable& table, const Problem& problem, const VerifyOptions& options)
        : table_(table),
          problem_(problem),
          options_(options),
          random_(options.seed),
          n_(table.node_count()),
          shift_(problem.shift()) {}

    // Returns false if table and source have different nodes; then no other check makes sense.
    bool check_node_ids() {
        start("node ids");
        if (!expect(n_ == problem_.node_count(),
                    [&] { return format("the table has {} nodes, the source {}", n_, problem_.node_count()); })) {
            return false;
        }
        for (NodeIndex i = 0; i < n_; ++i) {
            expect(table_.node_ids().text(i) == problem_.node_ids().text(i), [&] {
                return format("node {} is {} in the table, {} in the source", i + 1, table_.node_ids().text(i),
                              problem_.node_ids().text(i));
            });
        }
        return report_.checks.back().mismatches == 0;
    }

    void check_diagonal() {
        start("diagonal");
        for (NodeIndex i = 0; i < n_; ++i) {
            expect(at(i, i) == 0,
                   [&] { return format("the distance from {0} to {0} is {1}", id(i), natural(at(i, i))); });
        }
    }

    void check_rows() {
        start("distances");
        const auto sources = sample_nodes(n_, options_.rows, random_);
        for (std::size_t done = 0; done < sources.size(); ++done) {
            const NodeIndex from = sources[done];
            const Row row = problem_.row(from);
            for (NodeIndex to = 0; to < n_; ++to) {
                if (to == from) continue;
                longest_ = std::max(longest_, row.arcs[to]);
                expect(agrees(from, to, row), [&] {
                    return format("from {} to {} the table has {}, a search finds {}", id(from), id(to),
                                  natural(at(from, to)), natural(row.distance[to]));
                });
            }
            allways::report(options_.progress, "verify", done + 1, sources.size());
        }
    }

    // Checks every cell and every hop.
    void check_columns() {
        const auto found = ColumnChecks<T>::check(
            table_, options_.examples, problem_, [&](double magnitude) { return slack_of(longest_ + 2, magnitude); },
            options_.progress);
        add(found.cells);
        if (table_.has_next_hops()) add(found.hops);
    }

    // For floats the two sides differ by the rounding of the longest path seen. The table has distances from nodes
    // only, so check_rows covers arcs from and to other states.
    void check_arcs_bound() {
        start("arcs' bound");
        constexpr std::size_t few = 50'000'000;  // covers all columns of tables that are checked within a second
        std::size_t arcs = 1;
        problem_.for_each_arc([&](NodeIndex, NodeIndex, double) { ++arcs; });
        for (const NodeIndex j : sample_nodes(n_, n_ <= few / arcs ? n_ : options_.columns, random_)) {
            problem_.for_each_arc([&](NodeIndex i, NodeIndex h, double cost) {
                if (i == j || i >= n_) return;
                const bool arrives = problem_.node_of(h) == j;
                if (!arrives && (h >= n_ || !problem_.is_passable(h) || !table_.is_reachable(h, j))) return;
                const double beyond = arrives ? 0 : at(h, j);
                const double slack = slack_of(longest_ + 2, std::abs(cost) + std::abs(beyond));
                expect(at(i, j) <= cost + beyond + slack, [&] {
                    return format("from {} to {} the table has {}, but over {} it costs {}", id(i), id(j),
                                  natural(at(i, j)), id(problem_.node_of(h)), natural(cost + beyond));
                });
            });
        }
    }

    void check_walks() {
        start("walks");
        for (const auto& [from, to] : pairs_) {
            if (!table_.is_reachable(from, to)) continue;
            const Path path = walked(from, to);
            const Sum sum = sum_of(path);
            const double slack = slack_of(path.legs.size(), sum.magnitude);
            expect(sum.legal && std::abs(sum.cost - at(from, to)) <= slack, [&, from = from, to = to] {
                return format(
                    "from {} to {} the table has {}; its path {}", id(from), id(to), natural(at(from, to)),
                    sum.legal ? format("costs {}", natural(sum.cost))
                              : "does not arrive, leaves the arcs, breaks a turn rule, or passes a no-through node");
            });
        }
    }

    void start(std::string name) { report_.checks.push_back({std::move(name), 0, 0}); }

    // Counts one check; `text` builds the sentence for a mismatch.
    template <class Text>
    bool expect(bool holds, Text&& text) {
        auto& check = report_.checks.back();
        ++check.checked;
        if (holds) return true;
        ++check.mismatches;
        if (report_.examples.size() < options_.examples) report_.examples.push_back(check.name + ": " + text());
        return false;
    }

    void add(const Findings& found) {
        report_.checks.push_back(found.check);
        for (const std::string& example : found.examples) {
            if (report_.examples.size() < options_.examples) report_.examples.push_back(example);
        }
    }

    VerificationReport take() { return std::move(report_); }
    std::string id(NodeIndex node) const { return table_.node_ids().text(node); }

    // Samples ordered pairs: all pairs if there are no more than requested.
    const std::vector<std::pair<NodeIndex, NodeIndex>>& sample_pairs() {
        if (n_ * n_ <= options_.pairs) {
            for (NodeIndex i = 0; i < n_; ++i) {
                for (NodeIndex j = 0; j < n_; ++j) pairs_.emplace_back(i, j);
            }
        } else {
            std::uniform_int_distribution<NodeIndex> node(0, static_cast<NodeIndex>(n_ - 1));
            for (std::size_t i = 0; i < options_.pairs; ++i) {
                const NodeIndex from = node(random_);
                pairs_.emplace_back(from, node(random_));
            }
        }
        return pairs_;
    }

private:
    struct Sum {
        double cost = 0;
        double magnitude = 0;
        bool legal = true;
    };

    double at(NodeIndex from, NodeIndex to) const { return table_.raw_distance(from, to); }
    // The bound on the rounding error of a sum of `arcs` floats: each addition rounds numbers up to their sum of
    // magnitudes and up to the potentials that were added and subtracted again.
    double slack_of(std::size_t arcs, double magnitude) const {
        return rounding<T> * static_cast<double>(arcs) * (magnitude + 2 * shift_);
    }
    double natural(double raw) const { return natural_value(raw, table_.scale()); }

    bool agrees(NodeIndex from, NodeIndex to, const Row& row) const {
        const double found = at(from, to);
        const double wanted = row.distance[to];
        if (found == wanted) return true;
        if (rounding<T> == 0 || !std::isfinite(found) || !std::isfinite(wanted)) return false;
        if (std::abs(found - wanted) <= slack_of(row.arcs[to], row.magnitude[to])) return true;
        // The table may have an equally good path with more arcs.
        if (!table_.has_next_hops()) return std::abs(found - wanted) <= slack_of(longest_, row.magnitude[to]);
        const Path path = walked(from, to);
        return std::abs(found - wanted) <= slack_of(path.legs.size(), sum_of(path).magnitude);
    }

    // Returns an unreachable path if the hops of a damaged table do not arrive.
    Path walked(NodeIndex from, NodeIndex to) const {
        try {
            return table_.path(from, to);
        } catch (const Error&) {
            return {from, to, false, infinity, {}};
        }
    }

    Sum sum_of(const Path& path) const {
        Sum sum;
        if (!path.reachable) return {infinity, 0, false};
        NodeIndex state = path.from;
        for (const PathLeg& leg : path.legs) {
            const PathLeg step = problem_.step_of(state, problem_.hop_of(leg));
            if (step.to == no_node || !std::isfinite(step.raw_cost)) return {infinity, 0, false};
            sum.cost += step.raw_cost;
            sum.magnitude += std::abs(step.raw_cost);
            sum.legal &= problem_.node_of(step.to) == leg.to && (leg.to == path.to || problem_.is_passable(step.to));
            state = step.to;
        }
        return sum;
    }

    const DistanceTable& table_;
    const Problem& problem_;
    const VerifyOptions& options_;
    std::mt19937_64 random_;
    std::size_t n_;
    double shift_;
    std::uint32_t longest_ = 1;  // arcs of the longest shortest path seen
    std::vector<std::pair<NodeIndex, NodeIndex>> pairs_;
    VerificationReport report_;
};

}  // namespace allways::query
