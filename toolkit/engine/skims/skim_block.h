// One column block of a sweep that also sums fields, computed by one thread: an upward pass from the block's
// destinations, then ranks from the roots down, as sweep_problem.h describes. On a tie the first way is kept
// (SkimFactor), so the sums are those of the path that the rule of next hops gives.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/skims/skim_problem.h"

namespace allways::engine {

// The memory a block writes to: origins × destinations.
struct SkimTarget {
    std::span<std::int32_t> distances;
    result::SkimCells& cells;
};

class SkimBlock {
public:
    // `width`: the most columns swept at once.
    SkimBlock(const SkimFactor& skims, const ordering::Factor<std::int32_t>& factor, const SkimProblem& problem,
              std::size_t width);

    // Computes the columns at positions begin … begin + width - 1 of the problem's order. Returns true if sums fit the
    // cells.
    bool run(std::size_t begin, const SkimTarget& target);

    // Columns that fit into a processor's cache with all their rows.
    static std::size_t wanted_width(std::size_t height, std::size_t fields);
    // The most memory of a block. `tied_rows`: origins beyond the core.
    static std::uint64_t bytes(const ordering::Elimination& tree, std::size_t tied_rows, std::size_t width,
                               std::size_t fields);

private:
    // A lane's way out of a node: its cost, first exit (SkimFactor::no_exit: it is the destination's node) and sums.
    struct Lanes {
        std::vector<std::int32_t> cost;
        std::vector<std::uint32_t> first;
        std::vector<std::int64_t> sums;
        void resize(std::size_t count, std::size_t fields);
    };
    // An access arc of a column.
    struct Seed {
        SkimAccessArc arc;
        std::uint32_t lane;
    };

    void gather_seeds();
    void pass_upwards();
    void pass_upwards(std::uint32_t rank);
    void append_way(std::vector<PathPart>& path, std::uint32_t rank, std::uint32_t depth) const;
    bool way_precedes(std::uint32_t rank, std::uint32_t depth, std::size_t arc);

    void relax(const SkimVisit& visit, std::span<const SkimArc> arcs);
    void take_seeds(const SkimVisit& visit, std::span<const SkimArc> arcs);
    bool seed_precedes(const SkimVisit& visit, const Seed& seed, PathPart arc, std::int32_t other_seed);
    void seed_path(std::vector<PathPart>& path, const SkimVisit& visit, const Seed& seed) const;
    void sum_arcs(const SkimVisit& visit, std::span<const SkimArc> arcs);
    void sum_seed(const SkimVisit& visit, const Seed& seed, std::size_t at);
    void take_access(const SkimVisit& visit, const RowAccess& access);
    void take_direct(std::uint32_t row, Lanes& lanes, std::size_t from) const;
    // Adds the step from the class that `in` leads into to the next part of a lane's way.
    void add_onward(std::int64_t* sums, std::uint32_t in, std::uint32_t next, std::size_t lane) const;
    bool write(std::uint32_t row, const Lanes& lanes, std::size_t from, const SkimTarget& target) const;

    NodeIndex destination(std::size_t lane) const { return problem_.destinations[problem_.column_at[begin_ + lane]]; }
    std::int64_t* sums_of(Lanes& lanes, std::size_t at) const { return lanes.sums.data() + at * fields_; }

    const SkimFactor& skims_;
    const ordering::Factor<std::int32_t>& factor_;
    const ordering::Elimination& tree_;
    const SkimProblem& problem_;
    std::size_t width_;
    std::size_t fields_;
    std::size_t begin_ = 0;
    std::size_t columns_ = 0;

    std::vector<Seed> seeds_;  // descending ranks
    // Ways down to the nodes above which seeds lie, from each of their ancestors by depth: up_[cell_at_[rank] + depth].
    std::vector<std::size_t> cell_at_;   // by rank; none if nothing is passed
    std::vector<std::uint32_t> passed_;  // ranks, descending
    Lanes up_;
    std::vector<std::uint32_t> via_;    // the last arc of each way
    std::vector<std::int32_t> won_up_;  // for one rank, by depth: the arc that won

    Lanes stack_;                    // by depth, then lane
    std::vector<std::int32_t> won_;  // for the visit, by lane: the arc or the seed that won
    Lanes slots_;
    std::vector<PathPart> path_, other_;
};

}  // namespace allways::engine
