// SPDX-License-Identifier: Apache-2.0
// Sums of fields along the arcs of a factor, each of which stands for a path through lower ranks.
//
// The rule of next hops (next_hops_from_distances) selects, among all shortest paths of a pair, the one whose exits
// come first in the order of Prepared, compared exit by exit. Sections of such a path are such paths themselves, so
// each arc of the factor stands for the first of its possible compositions: an exit of the network, or two arcs over a
// lower rank. Sums add up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/threads/work_meter.h"
#include "engine/skims/skim_network.h"
#include "ordering/factor.h"

namespace allways::engine {

// A part of a path: an arc of the factor, up (2·a) or down (2·a + 1), or an exit. Parts of a cut-out factor are
// numbered as in the whole factor.
using PathPart = std::uint64_t;
inline constexpr PathPart exit_part = PathPart{1} << 63;
inline constexpr PathPart no_part_of_path = ~PathPart{0};

// Returns true if part a, of two parts from one node, ends at the higher rank. A row's arcs and rows are in the order
// of ranks. If one of two parts is the beginning of the other, the longer one ends higher.
constexpr bool ends_higher(PathPart a, PathPart b) {
    if ((a | b) & exit_part) return !(a & exit_part);
    return (a ^ b) & 1 ? (b & 1) != 0 : a > b;
}

// The first arc of a path down, and the depth to which it leads.
struct WayDown {
    PathPart arc = no_part_of_path;
    std::uint32_t depth = 0;
};

// A path in parts, read from its beginning: some parts, followed by the path down from a depth.
class PathReader {
public:
    void start(PathPart part) { parts_.assign({part}), depth_ = 0, steps_ = {}, last_ = no_part_of_path; }
    void start(PathPart part, PathPart next) { start(next), parts_.push_back(part); }
    // `last`: the part after the last step, if there is one.
    void start(std::span<const WayDown> steps, std::size_t depth, PathPart last) {
        parts_.clear(), steps_ = steps, depth_ = depth, last_ = last;
    }
    void start(PathPart part, std::span<const WayDown> steps, std::size_t depth, PathPart last) {
        start(steps, depth, last), parts_.push_back(part);
    }

    bool is_over() {
        if (!parts_.empty()) return false;
        if (depth_ < steps_.size()) {
            parts_.push_back(steps_[depth_].arc);
            depth_ = steps_[depth_].depth;
        } else if (last_ != no_part_of_path) {
            parts_.push_back(std::exchange(last_, no_part_of_path));
        }
        return parts_.empty();
    }
    // Returns the next part, unless the path is over.
    PathPart part() const { return parts_.back(); }
    void skip() { parts_.pop_back(); }
    void replace(PathPart part) { parts_.back() = part; }
    void replace(PathPart part, PathPart next) { parts_.back() = next, parts_.push_back(part); }

private:
    std::vector<PathPart> parts_;  // from last to first
    std::span<const WayDown> steps_;
    std::size_t depth_ = 0;
    PathPart last_ = no_part_of_path;
};

// Called for cells that are not sums of other cells, which occur only in a damaged file.
[[noreturn]] void fail_cells();

template <class T, class S>
class ArcSums {
public:
    ArcSums(const SkimNetwork<T>& network, std::span<const std::uint64_t> first_arc);
    virtual ~ArcSums() = default;
    ArcSums(const ArcSums&) = delete;
    ArcSums& operator=(const ArcSums&) = delete;

    const SkimNetwork<T>& network() const { return network_; }
    // The exits of the core that lead into a class beyond it.
    std::span<const std::uint32_t> exits_into(std::uint32_t c) const {
        const std::size_t i = c - network_.core_count;
        return {exits_beyond_.data() + first_exit_beyond_[i], first_exit_beyond_[i + 1] - first_exit_beyond_[i]};
    }

    // Returns the k-th arc up from v; down_part returns the same arc downwards.
    PathPart up_part(std::uint32_t v, std::size_t k) const { return 2 * (first_arc_[v] + k); }
    PathPart down_part(std::uint32_t v, std::size_t k) const { return up_part(v, k) + 1; }
    std::size_t position(std::uint32_t v, PathPart part) const { return part / 2 - first_arc_[v]; }
    virtual PathPart part_of_exit(std::uint32_t exit) const = 0;

    // Returns true if the arc stands for a path. The other functions require that.
    virtual bool has_path(PathPart part) const = 0;
    // The first exit of a part's path; among tied paths from one node the one with the lowest first exit wins.
    virtual std::uint32_t first_exit(PathPart part) const = 0;
    virtual NodeIndex first_tail(PathPart part) const = 0;
    virtual NodeIndex last_head(PathPart part) const = 0;
    virtual void copy_sums(PathPart part, S* to) const = 0;

    // Returns true if the first of two tied paths from one node comes before the other. Both are consumed.
    virtual bool precedes(PathReader& path, PathReader& other) const = 0;

    // Returns the arcs up from v that shortest paths may take, in the order of their paths. is_ordered(): this takes no
    // time.
    virtual bool is_ordered() const = 0;
    virtual std::vector<PathPart> in_order(std::uint32_t v) const = 0;

protected:
    const SkimNetwork<T>& network_;

private:
    std::span<const std::uint64_t> first_arc_;      // by rank
    std::vector<std::uint32_t> first_exit_beyond_;  // by class beyond the core, and one more
    std::vector<std::uint32_t> exits_beyond_;
};

// Implements ArcSums::precedes for sums whose open(path) replaces the next part by the parts of which it is composed.
// The part that ends higher is opened: if paths have the same beginning, it is composed of the same parts, which are
// skipped as a whole.
template <class Sums>
bool precedes(const Sums& sums, PathReader& path, PathReader& other) {
    while (!path.is_over() && !other.is_over()) {
        if (path.part() == other.part()) {
            path.skip();
            other.skip();
            continue;
        }
        const std::uint32_t first = sums.first_exit(path.part());
        const std::uint32_t first_other = sums.first_exit(other.part());
        if (first != first_other) return first < first_other;
        sums.open(ends_higher(path.part(), other.part()) ? path : other);
    }
    return path.is_over() && !other.is_over();
}

// Sums computed from the exits of all ranks, in the same way as the factor.
template <class T, class S>
class ComputedArcSums final : public ArcSums<T, S> {
public:
    // Borrows both. O(triangles) on all cores, plus the comparison of tied paths; the meter counts ranks. Throws
    // CapacityError for 2³¹ arcs or more.
    ComputedArcSums(const SkimNetwork<T>& network, const ordering::Factor<T>& factor, WorkMeter& meter);
    ComputedArcSums(const SkimNetwork<T>& network, const ordering::Factor<T>& factor, WorkMeter&& unmetered = {})
        : ComputedArcSums(network, factor, unmetered) {}

    PathPart part_of_exit(std::uint32_t exit) const override { return exit_part | exit; }
    bool has_path(PathPart part) const override { return first_exit(part) != no_exit; }
    std::uint32_t first_exit(PathPart part) const override {
        return part & exit_part ? static_cast<std::uint32_t>(part) : paths_[part].first;
    }
    NodeIndex first_tail(PathPart part) const override { return network_.exits[first_exit(part)].tail; }
    NodeIndex last_head(PathPart part) const override { return network_.exits[last_exit(part)].head; }
    const S* sums(PathPart part) const { return sums_.data() + part * network_.field_count; }
    void copy_sums(PathPart part, S* to) const override { std::copy_n(sums(part), network_.field_count, to); }
    bool precedes(PathReader& path, PathReader& other) const override { return engine::precedes(*this, path, other); }
    void open(PathReader& path) const {
        const ArcPath& composed = paths_[path.part()];
        if (composed.left == no_part)
            path.replace(exit_part | composed.first);
        else
            path.replace(composed.left, composed.right);
    }
    bool is_ordered() const override { return false; }
    std::vector<PathPart> in_order(std::uint32_t v) const override;

    // The two parts of which a part is composed; no_part: it is an exit.
    static constexpr std::uint32_t no_part = ~std::uint32_t{0};
    std::pair<std::uint32_t, std::uint32_t> parts(PathPart part) const {
        return {paths_[part].left, paths_[part].right};
    }

    static std::uint64_t bytes(std::size_t fill, std::size_t fields) {
        return 2 * std::uint64_t{fill} * (sizeof(ArcPath) + fields * sizeof(S));
    }

private:
    using ArcSums<T, S>::network_;

    // The first exit of an arc, and the two parts of which it is composed; no_part if it is an exit.
    struct ArcPath {
        std::uint32_t first = no_exit;
        std::uint32_t left = no_part;
        std::uint32_t right = no_part;
    };

    // The memory of one thread: the arcs of a row by the depths of their upper end nodes, and two paths.
    struct Work {
        std::vector<std::size_t> arc_at;
        PathReader path, other;
    };

    void place_exits(WorkMeter& meter);
    void sum_arcs(WorkMeter& meter);
    void offer_ways_over(std::size_t i, std::uint32_t u, Work& work);
    void offer(PathPart part, PathPart left, PathPart right, Work& work);
    std::uint32_t last_exit(PathPart part) const;

    const ordering::Factor<T>& factor_;
    std::vector<ArcPath> paths_;  // by part
    std::vector<S> sums_;         // by part, then field
};

}  // namespace allways::engine
