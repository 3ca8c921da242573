// SPDX-License-Identifier: Apache-2.0
// Sums fields along the paths to one target, from next hops: each node is visited once, however many starts there are.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "allways/base/ids.h"
#include "allways/network/road_network.h"
#include "allways/result/cell_numbers.h"
#include "allways/result/distance_table.h"
#include "allways/result/next_hops.h"

namespace allways::result {

// One field of the arcs, as integers of 10^-digits in its unit.
struct SkimField {
    static constexpr std::int64_t missing = std::numeric_limits<std::int64_t>::min();
    CostScale scale;
    std::vector<std::int64_t> values;  // in the order of the out-arcs

    // The digits are those that costs would have: of the column's values, or of its resolution; fewer if sums could
    // exceed 62 bits. Throws InvalidArgument for a value beyond 64 bits.
    explicit SkimField(const ArcColumn& column);
};

// Missing if either value is, or if the sum exceeds 64 bits.
inline std::int64_t added(std::int64_t a, std::int64_t b) {
    std::int64_t total = 0;
    if (a == SkimField::missing || b == SkimField::missing || __builtin_add_overflow(a, b, &total)) {
        return SkimField::missing;
    }
    return total;
}

// Throws InvalidArgument for an unknown name, listing the existing ones, for a repeated name, and for the cost's name.
void check_skim_names(const std::vector<ArcColumn>& columns, std::span<const std::string> names, const CostScale& cost);

// Returns the columns of these names, which must have been checked.
std::vector<SkimField> skim_fields(const std::vector<ArcColumn>& columns, std::span<const std::string> names);

// The gain of a path in a column by a step: the value of its arc, and if that is a time, the price of the turn. `step`:
// the position of an arc; under turn rules of a step of the states. `cost`: the scale of arcs.cost. Prices are exact if
// the costs are int32 in s or ms, and rounded to the millisecond otherwise. O(log states).
Decimal step_value(const TableArcs& arcs, const CostScale& cost, const TableColumn& column, std::size_t step);
// The values of all steps.
ArcColumn step_column(const TableArcs& arcs, const CostScale& cost, const TableColumn& column);
// The fields of the columns of these names, by step. Throws InvalidArgument as check_skim_names.
std::vector<SkimField> step_fields(const TableArcs& arcs, const CostScale& cost, std::span<const std::string> names);

// Out-arcs by node, as next hops number them. Borrows.
template <class Offset>
struct HopArcs {
    std::span<const Offset> first_out;
    std::span<const NodeIndex> head;       // by arc
    std::span<const ArcIndex> order = {};  // arcs in the order of the out-arcs; empty: already in this order

    NodeIndex head_of(std::size_t position) const { return head[order.empty() ? position : order[position]]; }
};

// The memory for one thread's walks.
class SkimWalk {
public:
    SkimWalk(std::size_t node_count, std::span<const SkimField> fields)
        : fields_(fields), seen_(node_count, 0), sums_(node_count * fields.size()) {}

    // Begins a new target: a node, or all of its states.
    void begin(std::span<const NodeIndex> target) {
        ++round_;
        for (const NodeIndex state : target) {
            seen_[state] = round_;
            for (std::size_t f = 0; f < fields_.size(); ++f) sums_[state * fields_.size() + f] = 0;
        }
    }
    void begin(NodeIndex target) { begin({&target, 1}); }
    // Returns one sum per field from `node` to the target, SkimField::missing if an arc has no value; empty if there is
    // no path. `hop_of(node)`: its next hop towards the target, an ordinal, or NextHops::none.
    template <class Offset, class HopOf>
    std::span<const std::int64_t> sums(NodeIndex node, const HopArcs<Offset>& arcs, HopOf&& hop_of) {
        const std::size_t count = fields_.size();
        walk_.clear();
        while (seen_[node] != round_) {
            const std::uint32_t hop = hop_of(node);
            if (hop == NextHops::none && walk_.empty()) return {};
            const std::size_t position = arcs.first_out[node] + hop;
            if (position >= arcs.first_out[node + 1] || walk_.size() >= seen_.size()) refuse_walk();
            walk_.push_back({node, position});
            node = arcs.head_of(walk_.back().position);
        }
        const std::int64_t* onward = sums_.data() + node * count;
        for (auto step = walk_.rbegin(); step != walk_.rend(); ++step) {
            std::int64_t* here = sums_.data() + step->node * count;
            for (std::size_t f = 0; f < count; ++f) here[f] = added(fields_[f].values[step->position], onward[f]);
            seen_[step->node] = round_;
            onward = here;
        }
        return {onward, count};
    }

private:
    struct PassedArc {
        NodeIndex node;
        std::size_t position;
    };
    [[noreturn]] static void refuse_walk();  // only for a damaged file: next hops of a solved table form trees

    std::span<const SkimField> fields_;
    std::vector<std::uint32_t> seen_;  // the last round that visited the node
    std::vector<std::int64_t> sums_;   // by node, then field
    std::vector<PassedArc> walk_;
    std::uint32_t round_ = 0;
};

// Cells of skims during computation: int32 as long as all sums fit, then float64. Several threads may put cells at the
// same time.
class SkimCells {
public:
    SkimCells(std::span<const SkimField> fields, std::uint64_t cells, bool whole);

    // `sums` empty: unreachable. Returns false if they do not fit; all cells must then be put again, as float64.
    bool put(std::uint64_t cell, std::span<const std::int64_t> sums);
    std::vector<Skim> finish() &&;

private:
    std::vector<CostScale> scales_;
    std::vector<CostVector> values_;  // by field
    std::vector<double> divisors_;
    bool whole_;
    bool fits_ = true;  // false: the digits exceed those of integer cells
};

}  // namespace allways::result
