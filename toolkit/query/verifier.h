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
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "allways/query/verification.h"
#include "query/column_checks.h"

namespace allways::query {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

// Raw distances from one node, with the number of arcs and the sum of |costs| of their paths, which bound rounding
// errors.
struct Row {
    std::vector<double> distance;
    std::vector<std::uint32_t> arcs;
    std::vector<double> magnitude;
};

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
        add("cells", found.cells);
        if (table_.has_next_hops()) add("next hops", found.hops);
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

    void add(const char* name, const Findings& found) {
        report_.checks.push_back({name, found.checked, found.mismatches});
        for (const Finding& one : found.first) {
            if (report_.examples.size() == options_.examples) return;
            report_.examples.push_back(
                format("{}: from {} to {} the table {}", name, id(one.from), id(one.to), one.what));
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
