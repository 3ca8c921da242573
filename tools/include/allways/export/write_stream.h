// SPDX-License-Identifier: Apache-2.0
// A table that is written while it is computed, whole in memory only where it has to be, and that a later run can
// resume.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "allways/base/api.h"
#include "allways/engine/table_stream.h"
#include "allways/export/export.h"
#include "allways/export/shards.h"

namespace allways {

// Prepares the job whose table write_stream() will write to `path`: without next hops where the format does not keep
// them and no skim needs them. Throws as TableStream, and InvalidArgument for an unknown format.
ALLWAYS_API std::unique_ptr<TableStream> make_stream(const RoadNetwork& network, SolveOptions options,
                                                     const std::string& path, const ExportOptions& output);
ALLWAYS_API std::unique_ptr<TableStream> make_stream(const CostMatrix& matrix, SolveOptions options,
                                                     const std::string& path, const ExportOptions& output);

// Bytes of disk that a job's table takes, and that are available in its folder; bytes left by an ended run count as
// available. For text formats `needed` is 0, since the length is unknown.
struct DiskNeed {
    std::uint64_t needed = 0;
    std::uint64_t available = 0;
};
ALLWAYS_API DiskNeed disk_need(const TableStream& job, const std::string& path, const ExportOptions& options);
// Throws CapacityError with both figures.
ALLWAYS_API void require_disk(const DiskNeed& need, const std::string& path);

struct StreamOptions {
    bool resume = false;  // continue an ended run of the same job, if there is one
    // Formats with fixed offsets: the least interval between two checkpoints, which flush finished rows to disk and
    // record them; a killed run resumes from there.
    double checkpoint_seconds = 10;
    // Compute only these rows, in the file that all shards of the table share until join_shards gives it its name. A
    // finished shard is left as it is, unless options.overwrite is set.
    Shard shard{};
};

// Solves, and writes to `path`, which appears when the table is complete. Each rank of job.cluster() calls this, and
// rank 0 writes. Returns the job's report with all seconds of
// the call. After an exception (Ctrl-C, a full disk, …) the finished rows of a job that lasted longer than
// checkpoint_seconds are kept for the next run, and options.log says so; a shorter one leaves nothing. Throws as
// TableStream, PartialFile and require_disk do, and InvalidArgument for `resume` and `shard` in a format without fixed
// places, of a whole table and of a job that cannot run parts. A shard also throws InputError if the file belongs to
// another job, naming what differs, and if another process computes the same shard.
ALLWAYS_API SolveReport write_stream(TableStream& job, const std::string& path, const ExportOptions& options,
                                     const StreamOptions& stream = {});

}  // namespace allways
