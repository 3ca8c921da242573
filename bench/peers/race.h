// SPDX-License-Identifier: Apache-2.0
// Runs Allways and then each peer on one network, and compares the peers' answers with Allways' table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "allways/base/progress.h"
#include "peers/allways_run.h"
#include "peers/peer.h"

namespace allways::peers {

struct RaceOptions {
    double limit_seconds = 60;  // per peer; slower peers solve a sample of the sources
    std::string python = "python3";
    int runs = 3;  // of Allways; the peers solve the table once
    std::uint64_t seed = 1;
    std::uint64_t table_bytes = 0;  // AllwaysOptions
    std::uint64_t band_bytes = std::uint64_t{1} << 30;
    ProgressCallback progress = {};
};

struct PeerTime {
    std::string name;
    unsigned cores = 0;
    std::size_t sources = 0;  // rows solved; fewer than the nodes: a sample
    Spent prepared;           // time before any row
    Spent spent;              // time for these rows
    std::uint64_t different_cells = 0;
};

struct RaceResult {
    std::size_t nodes = 0;
    Stages distances;                 // Allways on all cores, without next hops
    std::optional<Stages> with_hops;  // nothing if first arcs do not fit in the cells
    Spent fill;                       // of the same bytes as the distances
    Spent fill_with_hops;
    bool whole_table = true;    // false: one band of columns was reused
    std::size_t kept_rows = 0;  // of Allways, to compare the peers with
    std::vector<PeerTime> peers;
    std::vector<std::string> absent;  // not installed, or failed during the run; with reasons

    // A peer's time for the table divided by that of Allways without next hops: in seconds, and in seconds of all
    // cores. The time of its rows is scaled to all rows, its preparation is not.
    Spent times_allways(const PeerTime& peer) const;
};

// Lets the peer solve the sources in blocks, until all are done or the time is up; preparation does not count.
PeerTime measure_peer(Peer& peer, const AllwaysRun& allways, double limit_seconds, const ProgressCallback& progress);

// Throws Cancelled.
RaceResult run_race(const Roads& roads, const RaceOptions& options);

}  // namespace allways::peers
