// Checks every cell of a table, column by column: that it is a distance, that there is a next hop exactly where one
// should be, and that each hop is tight and leads to the target. Complete, where the other checks of verifier.h are
// samples: with distances that satisfy the arcs' bound, tight hops that arrive prove them.
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
#include "base/parallel.h"

namespace allways::query {

// What is wrong with one cell, in words; empty: nothing.
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

// True for a reachable distance, or exactly the value of unreachable.
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

    // `step_of(from, hop)` returns a PathLeg with its head and its cost in the source, infinite if there is none;
    // `slack(magnitude)` is the allowed error of a sum. If `tight` is false, checks only for hops where none should be.
    template <class StepOf, class IsPassable, class Slack>
    static Found check(const DistanceTable& table, std::size_t examples, const StepOf& step_of,
                       const IsPassable& is_passable, const Slack& slack, const ProgressCallback& progress) {
        const std::size_t n = table.node_count();
        const std::size_t blocks = (n + width - 1) / width;
        std::vector<Found> found(blocks);
        std::mutex mutex;
        std::size_t done = 0;
        parallel_for(blocks, [&](std::size_t block) {
            ColumnChecks one(table, block * width, std::min(n, (block + 1) * width), examples);
            one.check_columns(step_of, is_passable, slack);
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
    static constexpr std::size_t width = 64;  // columns per block, so that rows are read in runs

    ColumnChecks(const DistanceTable& table, std::size_t first, std::size_t last, std::size_t examples)
        : table_(table), n_(table.node_count()), first_(first), last_(last), examples_(examples) {}

    template <class StepOf, class IsPassable, class Slack>
    void check_columns(const StepOf& step_of, const IsPassable& is_passable, const Slack& slack) {
        const bool has_hops = table_.has_next_hops();
        std::vector<T> distances((last_ - first_) * n_);
        std::vector<std::uint32_t> hops(has_hops ? distances.size() : 0);
        const auto values = table_.values<T>();
        for (std::size_t from = 0; from < n_; ++from) {
            for (std::size_t to = first_; to < last_; ++to) {
                distances[(to - first_) * n_ + from] = values[from * n_ + to];
                if (has_hops) hops[(to - first_) * n_ + from] = table_.next_hops().at(from, to);
            }
        }
        for (std::size_t to = first_; to < last_; ++to) {
            const T* column = distances.data() + (to - first_) * n_;
            check_cells(column, static_cast<NodeIndex>(to));
            if (has_hops) {
                const std::uint32_t* column_hops = hops.data() + (to - first_) * n_;
                check_hops(column, column_hops, static_cast<NodeIndex>(to), step_of, is_passable, slack);
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

    template <class StepOf, class IsPassable, class Slack>
    void check_hops(const T* column, const std::uint32_t* hops, NodeIndex to, const StepOf& step_of,
                    const IsPassable& is_passable, const Slack& slack) {
        next_.assign(n_, no_node);
        for (NodeIndex from = 0; from < n_; ++from) {
            ++found_.hops.checked;
            const bool wanted = from != to && is_reachable(column[from]);
            if (!wanted) {
                if (hops[from] != NextHops::none) {
                    found_.hops.add(from, to,
                                    from == to ? "has a next hop from a node to itself" : "has a next hop but no path",
                                    examples_);
                }
                continue;
            }
            if (const char* wrong = wrong_step(column, hops[from], from, to, step_of, is_passable, slack)) {
                found_.hops.add(from, to, wrong, examples_);
            }
        }
        check_arrival(to);
    }

    // Returns why the hop is on no shortest path; null: it may be. Sets next_ if it leads somewhere.
    template <class StepOf, class IsPassable, class Slack>
    const char* wrong_step(const T* column, std::uint32_t hop, NodeIndex from, NodeIndex to, const StepOf& step_of,
                           const IsPassable& is_passable, const Slack& slack) {
        if (hop == NextHops::none) return "has a path but no next hop";
        const PathLeg leg = step_of(from, hop);
        if (leg.to == no_node || !std::isfinite(leg.cost)) return "has a next hop that is not in the source";
        if (leg.to != to && !is_passable(leg.to)) return "has a next hop to a no-through node";
        if (leg.to != to && !is_reachable(column[leg.to])) return "has a next hop from which no path continues";
        next_[from] = leg.to;
        const double onward = leg.to == to ? 0 : static_cast<double>(column[leg.to]);
        const double apart = std::abs(leg.cost + onward - static_cast<double>(column[from]));
        return apart <= slack(std::abs(leg.cost) + std::abs(onward))
                   ? nullptr
                   : "has a next hop whose cost does not match the distance";
    }

    // Reports hops in circles, each circle once.
    void check_arrival(NodeIndex to) {
        round_.assign(n_, 0);
        std::uint32_t round = 0;
        for (NodeIndex start = 0; start < n_; ++start) {
            if (round_[start] != 0) continue;
            ++round;
            NodeIndex node = start;
            while (node != no_node && node != to && round_[node] == 0) {
                round_[node] = round;
                node = next_[node];
            }
            if (node != no_node && node != to && round_[node] == round) {
                found_.hops.add(node, to, "has next hops that go in circles", examples_);
            }
        }
    }

    const DistanceTable& table_;
    std::size_t n_;
    std::size_t first_;
    std::size_t last_;
    std::size_t examples_;
    Found found_;
    std::vector<NodeIndex> next_;
    std::vector<std::uint32_t> round_;
};

}  // namespace allways::query
