// SPDX-License-Identifier: Apache-2.0
// Tables that are written while they are computed, by one process or by many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/progress.h"
#include "allways/engine/solve.h"
#include "allways/engine/table_stream.h"
#include "allways/export/export.h"

namespace allways {

// ---- A table computed by many independent processes: each computes some of the rows and writes them to one file on a
// shared file system

// Part `number` (from 1) of the `count` parts of a table's rows that TableStream::parts makes. Given a shard,
// write_stream computes these rows and writes them at their places in PATH.partial. The first process creates this
// file; join_shards turns it into the table.
struct Shard {
    std::size_t number = 0;  // 0: the whole table
    std::size_t count = 0;

    static constexpr std::size_t most = 65'536;
    bool is_whole() const { return number == 0; }
    friend bool operator==(const Shard&, const Shard&) = default;
};

// Parses "3/16". Throws InvalidArgument for other text, and unless 1 ≤ number ≤ count ≤ Shard::most.
ALLWAYS_API Shard parse_shard(const std::string& text);

// The options to solve a shard with: `schedule` auto becomes sweep, since only sweeps have shards and other machines
// might choose otherwise.
ALLWAYS_API SolveOptions for_shard(SolveOptions options, const Shard& shard);

struct FinishedShard {
    std::size_t rows = 0;
    std::string host;    // where it was finished
    double seconds = 0;  // spent computing and writing, in all its runs

    static void each_row(auto&& row) {
        row("rows", &FinishedShard::rows);
        row("host", &FinishedShard::host, "Where it was finished");
        row("seconds", &FinishedShard::seconds, "Spent computing and writing, in all its runs");
    }
};

struct JoinReport {
    std::string path;  // of the table
    std::string format;
    std::size_t nodes = 0;
    std::uint64_t bytes = 0;  // of rows, all of which were read
    std::vector<FinishedShard> shards;
    double seconds = 0;

    static void each_row(auto&& row) {
        row("path", &JoinReport::path, "The file of the table", JsonForm::absent);
        row("format", &JoinReport::format);
        row("nodes", &JoinReport::nodes);
        row("bytes", &JoinReport::bytes, "Size of the rows, all of which were read");
        row("shards", &JoinReport::shards);
        row("seconds", &JoinReport::seconds);
    }
};

struct JoinOptions {
    bool overwrite = false;       // replace an existing table
    ProgressCallback progress{};  // stage "read", in bytes
    LogCallback log{};
};

// Finishes the table `path` (or PATH.partial): checks that all shards are there, complete and of the same job, reads
// all rows with all threads, and compares their checksums with those recorded when they were computed; then gives the
// table and the files beside it their names and removes the records. The file is byte for byte the one that a single
// process writes. A join that was killed may be repeated. Throws InputError that names each shard that is missing,
// unfinished, of another job or damaged, before anything is changed; if `path` exists and may not be replaced; if there
// are no shards; Cancelled.
ALLWAYS_API JoinReport join_shards(const std::string& path, const JoinOptions& options = {});

// ---- A table that is written while it is computed, whole in memory only where it has to be, and that a later run can
// resume

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
