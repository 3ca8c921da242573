// SPDX-License-Identifier: Apache-2.0
// A table that is written while it is computed, never whole in memory, and that a later run can resume.
#pragma once

#include <cstdint>
#include <string>

#include "allways/base/api.h"
#include "allways/engine/table_stream.h"
#include "allways/export/export.h"
#include "allways/export/shards.h"

namespace allways {

// The order in which a format takes rows: any order if rows have fixed places in its file (omx, npy); ascending
// otherwise, and on standard output. Throws InvalidArgument for a format that needs the whole table
// (OutputFormat::takes_rows).
ALLWAYS_API RowOrder row_order(const OutputFormat& output, const std::string& path);

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
    // Formats with fixed places: the least interval between two checkpoints, which flush finished rows to disk and
    // record them; a killed run resumes from there.
    double checkpoint_seconds = 10;
    // Compute only these rows, in the file that all shards of the table share until join_shards gives it its name. A
    // finished shard is left as it is, unless options.overwrite is set.
    Shard shard{};
    // The ranks that solve and write the table together on a shared file system; each of them calls write_stream. Null:
    // this process alone. Formats with fixed places only. Sweeps report the progress of all ranks here, in rows, and
    // only to rank 0.
    Cluster* cluster = nullptr;
    ProgressCallback progress = {};
};

// Solves the job and writes the table to `path`, which appears when the table is complete. Returns the job's report
// with all seconds of the call. After an exception (Ctrl-C, a full disk, …) the finished rows of a job that lasted
// longer than checkpoint_seconds are kept for the next run, and options.log says so; a shorter one leaves nothing.
// Throws as TableStream, PartialFile and require_disk do, and InvalidArgument for `resume` and `shard` if the format
// has no fixed places or the job cannot run parts. A shard also throws InputError if the file belongs to another job,
// naming what differs, and if another process computes the same shard.
ALLWAYS_API SolveReport write_stream(TableStream& job, const std::string& path, const ExportOptions& options,
                                     const StreamOptions& stream = {});

}  // namespace allways
