// SPDX-License-Identifier: Apache-2.0
// Several ranks write one table file: rank 0 lays the file out and assigns parts of the rows; every rank computes its
// parts and writes them at their places in the file.
//
//   rank 0        lay out ─ part ─ part ─────── part ─ … ─ finish the file      between its bands it answers the others
//   other ranks             └ part ─ part ─ part ─ … ─┘
// Schedules over tiles are shared in another way (engine/dense/ranks): there rank 0 has all rows and writes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "allways/cluster/cluster.h"
#include "allways/engine/table_stream.h"
#include "export/formats/laid_out_rows.h"
#include "export/jobs/partial_file.h"

namespace allways::tools {

// The facts on which all ranks must agree, so that they solve the same problem in the same way.
JobFacts facts_of_ranks(const TableStream& job, JobFacts facts);

// Throws InvalidArgument if ranks can share neither the rows nor the tiles of the job.
void require_shared_work(const TableStream& job);

struct RankProgress {
    // Called when rows()[0] … rows()[rows - 1] are in the file, and on disk if other ranks wrote them. `checksum`: of
    // the rows of this run.
    std::function<void(std::size_t rows, std::uint64_t checksum)> finished;
    ProgressCallback progress;  // stage "solve", in rows of all ranks
};

// Runs on rank 0: computes the rows from `first` on, together with the other ranks. `file` is laid out and has a place
// for each row; `write` writes rows of this rank and returns their checksum. Throws as TableStream::run, and what the
// callbacks throw.
void run_first_rank(TableStream& job, std::size_t first, const std::string& file, const JobFacts& facts,
                    Cluster& cluster, const std::function<std::uint64_t(const TableBand&)>& write,
                    const RankProgress& progress);

// Runs on the other ranks until all rows are finished. They flush their rows to disk at most every
// `checkpoint_seconds`. `open` opens the file for them. Throws RankError if the facts differ from those of rank 0.
void run_other_rank(TableStream& job, const JobFacts& facts, Cluster& cluster, double checkpoint_seconds,
                    const std::function<std::unique_ptr<LaidOutRows>(const std::string& file)>& open);

}  // namespace allways::tools
