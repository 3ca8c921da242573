// Allways and the peers on one network, one after the other in one run, each answer compared with Allways' table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "allways/base/progress.h"
#include "peers/allways_run.h"
#include "peers/peer.h"

namespace allways::peers {

struct RaceOptions {
    double limit_seconds = 60;  // for each peer; what takes longer solves a sample of the sources
    std::string python = "python3";
    int runs = 3;  // Allways'; the peers solve the table once
    std::uint64_t seed = 1;
    std::uint64_t table_bytes = 0;  // AllwaysOptions
    std::uint64_t band_bytes = std::uint64_t{1} << 30;
    ProgressCallback progress = {};
};

struct PeerTime {
    std::string name;
    unsigned cores = 0;
    std::size_t sources = 0;  // rows that it solved; fewer than the nodes: a sample
    Spent prepared;           // before any row
    Spent spent;              // for these rows
    std::uint64_t different_cells = 0;
};

struct RaceResult {
    std::size_t nodes = 0;
    Stages distances;                 // Allways' on all cores, without next hops
    std::optional<Stages> with_hops;  // nothing where first arcs do not fit the cells
    Spent fill;                       // for the distances
    Spent fill_with_hops;
    bool whole_table = true;    // else a band of columns that was used again and again
    std::size_t kept_rows = 0;  // Allways', for the peers to be compared with
    std::vector<PeerTime> peers;
    std::vector<std::string> absent;  // not installed, or ended in the middle: with reasons

    // A peer's time for the table over that of Allways without next hops: seconds, and seconds of all cores. The time
    // of its rows is scaled to all of them, its preparation is not.
    Spent times_allways(const PeerTime& peer) const;
};

// The peer's share of the sources, in blocks, until all are done or the time is up; preparation does not use it up.
PeerTime measure_peer(Peer& peer, const AllwaysRun& allways, double limit_seconds, const ProgressCallback& progress);

// Throws Cancelled.
RaceResult run_race(const Roads& roads, const RaceOptions& options);

}  // namespace allways::peers
