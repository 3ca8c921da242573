// SPDX-License-Identifier: Apache-2.0
// Checks every cell of a table, column by column: that it is a distance, that there is a next hop exactly where one
// should be, and that each hop is tight and leads to the target. These checks are complete, while the others of
// verifier.h are samples: if distances satisfy the arcs' bound, tight hops that arrive prove them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "allways/query/verification.h"
#include "base/threads/parallel.h"

namespace allways::query {

// The fault of one cell, in words; empty: no fault.
struct Finding {
    NodeIndex from;
    NodeIndex to;
    const char* what;
};

struct Findings {
    std::uint64_t checked = 0;
    std::uint64_t mismatches = 0;
    std::vector<Finding> first;  // up to the requested number

    void add(NodeIndex from, NodeIndex to, const char* what, std::size_t most) {
        ++mismatches;
        if (first.size() < most) first.push_back({from, to, what});
    }
    void add(const Findings& other, std::size_t most) {
        checked += other.checked;
        mismatches += other.mismatches;
        for (const Finding& finding : other.first) {
            if (first.size() < most) first.push_back(finding);
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
    struct Found {
        Findings cells;
        Findings hops;
    };

    // Source has node_of(state), is_passable(state) and step_of(state, hop), which returns a PathLeg to the next state
    // with its cost in the source, infinite if there is none. `slack(magnitude)` is the allowed error of a sum.
    template <class Source, class Slack>
    static Found check(const DistanceTable& table, std::size_t examples, const Source& source, const Slack& slack,
                       const ProgressCallback& progress) {
        const std::size_t n = table.node_count();
        const std::size_t blocks = (n + width - 1) / width;
        std::vector<Found> found(blocks);
        std::mutex mutex;
        std::size_t done = 0;
        parallel_for(blocks, [&](std::size_t block) {
            ColumnChecks one(table, block * width, std::min(n, (block + 1) * width), examples);
            one.check_columns(source, slack);
            const std::lock_guard lock(mutex);
            found[block] = std::move(one.found_);
            report(progress, "verify", ++done, blocks);
        });
        Found all;
        for (const Found& one : found) {
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

    void check_cells(const T* column, NodeIndex to) {
        for (NodeIndex from = 0; from < n_; ++from) {
            ++found_.cells.checked;
            if (!is_cell(column[from])) {
                found_.cells.add(from, to, "has a cell that is neither a distance nor unreachable", examples_);
            }
        }
    }

    template <class Source, class Slack>
    void check_hops(const T* column, const std::uint32_t* hops, NodeIndex to, const Source& source,
                    const Slack& slack) {
        next_.assign(rows_, no_node);
        for (NodeIndex from = 0; from < rows_; ++from) {
            ++found_.hops.checked;
            const NodeIndex node = source.node_of(from);
            const bool wanted = node != to && is_reachable(column[from]);
            if (!wanted) {
                if (hops[from] != NextHops::none) {
                    found_.hops.add(node, to,
                                    node == to ? "has a next hop from a node to itself" : "has a next hop but no path",
                                    examples_);
                }
                continue;
            }
            if (const char* wrong = wrong_step(column, hops[from], from, to, source, slack)) {
                found_.hops.add(node, to, wrong, examples_);
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
                found_.hops.add(source.node_of(node), to, "has next hops that go in circles", examples_);
            }
        }
    }

    const DistanceTable& table_;
    std::size_t n_;
    std::size_t rows_;  // n, or the number of states
    std::size_t first_;
    std::size_t last_;
    std::size_t examples_;
    Found found_;
    std::vector<NodeIndex> next_;       // by row
    std::vector<std::uint32_t> round_;  // by row
};

}  // namespace allways::query
