// SPDX-License-Identifier: Apache-2.0
// The rows of a sweep, shared by ranks: rank 0 gives out parts of the rows, and every rank computes parts and writes
// them to a place that all of them share.
//
//   rank 0        part ─ part ─────── part ─ … ─ done      between its bands it answers the others
//   other ranks   └ part ─ part ─ part ─ … ─┘
//
// Tiles are shared in another way (engine/dense/ranks): there rank 0 has all rows, and writes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "allways/cluster/cluster.h"
#include "allways/engine/table_stream.h"

namespace allways::engine {

// Throws InvalidArgument for a job of which ranks can compute neither rows nor tiles.
void require_shared_work(const TableStream& job);

// The receiver of a rank's rows.
struct RankRows {
    std::function<std::uint64_t(const TableBand&)> write;  // returns the rows' checksum
    std::function<void()> put_on_disk = {};                // all that was written; not for rank 0
};

struct RankProgress {
    // rows()[0] … rows()[rows - 1] are written, and on disk if other ranks wrote them; `checksum`: the sum of the
    // checksums of those of this run.
    std::function<void(std::size_t rows, std::uint64_t checksum)> finished;
    ProgressCallback progress;  // stage "solve", in rows of all ranks
};

// Called by rank 0: computes the rows from `first` on together with the other ranks of job.cluster(). Throws as
// TableStream::run, and what the callbacks throw.
void run_first_rank(TableStream& job, std::size_t first, const RankRows& rows, const RankProgress& progress);

// Called by the other ranks, with the same `first`, until all rows are finished. They put their rows on disk that
// often, at most.
void run_other_rank(TableStream& job, std::size_t first, const RankRows& rows, double checkpoint_seconds);

}  // namespace allways::engine
