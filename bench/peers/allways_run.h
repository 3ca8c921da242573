// SPDX-License-Identifier: Apache-2.0
// Runs Allways for the comparison: solves a whole table by the sweep, stage by stage, in memory that was touched
// before.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "allways/base/progress.h"
#include "peers/roads.h"
#include "peers/spent.h"

namespace allways::peers {

// Seconds from costs to the finished table.
struct Stages {
    double prepare = 0;
    double order = 0;
    double factor = 0;
    double sweep = 0;
    double core_seconds = 0;  // of all four stages
    double total() const { return prepare + order + factor + sweep; }
};

struct AllwaysOptions {
    int runs = 3;
    std::uint64_t seed = 1;  // for the order of sources()
    // Memory limit of the distances; beyond it one band of columns is reused.
    std::uint64_t table_bytes = 0;
    std::uint64_t band_bytes = std::uint64_t{1} << 30;
    ProgressCallback progress = {};
};

class AllwaysRun {
public:
    // `roads` must outlive it.
    AllwaysRun(const Roads& roads, const AllwaysOptions& options);

    // Returns the stages of the run with the median total(). Nothing if next hops are requested and the cells have no
    // space for first-arc bits.
    std::optional<Stages> run(unsigned threads, bool next_hops);
    // Writes the same number of bytes to the same memory, bypassing the cache, on all cores.
    Spent fill(bool next_hops);

    // Returns true if the memory holds all distances, not only a band.
    bool has_whole_table() const { return columns_ == node_count_; }
    // Nodes in random order: all nodes or, with a band, only those whose rows are kept.
    std::span<const NodeIndex> sources() const { return sources_; }
    // Distances from sources()[i] in the last run.
    std::span<const std::int32_t> row(std::size_t i) const;

private:
    Stages run_once(unsigned threads, bool next_hops);
    template <class Work>
    void for_each_band(const Work& work);
    void make_room_for_hops();
    void keep_rows(std::size_t begin, std::size_t end);

    const Roads& roads_;
    AllwaysOptions options_;
    std::size_t node_count_;
    std::size_t columns_;  // columns of the table that the memory holds at once
    std::size_t hop_bytes_;
    std::vector<NodeIndex> sources_;
    std::vector<std::int32_t> cells_;
    std::vector<std::uint8_t> hops_;
    std::vector<std::int32_t> kept_;  // sources × nodes
};

}  // namespace allways::peers
