// SPDX-License-Identifier: Apache-2.0
// A table in the making by many processes, and the files beside it.
//
//     PATH.partial                     the table: all but its rows is written once, then rows at their places
//     PATH.partial.job                 the facts of the job. Shards lock it, shared; whoever makes or joins the table
//                                      locks it exclusively
//     PATH.partial.layout              a ShardLayout, as JSON
//     PATH.partial.files/              further files of the format, until the table has its name
//     PATH.partial.shard-3-of-16.job   the record of a shard (ShardRecord), which locks it while it works
//
// The facts are written last: without them the rest does not count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "allways/base/ids.h"
#include "allways/base/stopwatch.h"
#include "allways/export/shards.h"
#include "export/files/atomic_file.h"
#include "export/formats/laid_out_rows.h"
#include "export/jobs/job_record.h"

namespace allways::tools {

// What joining has to know of a table, whatever its format.
struct ShardLayout {
    struct Matrix {
        LaidOutMatrix places;
        std::size_t rows = 0;
    };
    std::string format;
    std::size_t nodes = 0;
    std::vector<NodeIndex> rows;      // in the order of computing
    std::vector<std::size_t> bounds;  // of the shards (TableStream::parts)
    std::vector<Matrix> matrices;     // in the order of RowChecksum's numbers
    std::uint64_t frame_checksum = 0;
    std::vector<std::string> companions;  // names in PATH.partial.files/

    std::uint64_t row_bytes() const;  // of all rows
    std::string text() const;
    // Throws InputError, with the file's name, for a text that is damaged.
    static ShardLayout parse(const std::string& text, const std::string& name);
};

std::vector<ShardLayout::Matrix> matrices_of(const LaidOutTable& table, std::size_t nodes, std::size_t hop_rows);

// The checksum of everything in the file but the rows.
std::uint64_t frame_checksum(const std::string& file, const ShardLayout& layout);
// The checksums of all shards' rows, read by all threads in the order of the file. Throws InputError if the file cannot
// be read or is too short, Cancelled.
std::vector<std::uint64_t> shard_checksums(const std::string& file, const ShardLayout& layout,
                                           const ProgressCallback& progress);

class ShardedTable {
public:
    // Throws as AtomicFile.
    ShardedTable(const std::string& path, bool overwrite);

    // Makes the table unless it is there, and locks it, shared. `lay_out` writes all files but the facts. Waits for
    // another process that does so. With `overwrite` a table of another job is made anew, if nobody works at it. Throws
    // InputError for a table of other facts, Cancelled.
    void open(const JobFacts& facts, const std::function<void()>& lay_out, const ProgressCallback& progress);
    // Locks the table exclusively, if it is there and nobody works at it.
    bool try_lock() { return record_.try_lock(LockMode::exclusive); }

    const std::string& path() const { return file_.path(); }
    const std::string& file() const { return file_.temporary(); }
    std::string layout_file() const { return file() + ".layout"; }
    std::string companion_folder() const { return file() + ".files"; }
    std::string shard_file(std::size_t number, std::size_t count) const;
    std::vector<std::string> shard_files() const;  // that exist, of whatever job

    AtomicFile& target() { return file_; }
    JobRecord& record() { return record_; }
    // Returns true if a join has begun to give names.
    bool is_joining() const { return record_.lines().size() > 1; }
    void remove_records();  // all files but the table

private:
    bool is_open(const JobFacts& facts) const;

    AtomicFile file_;
    bool overwrite_;
    JobRecord record_;
};

// What a record says of a shard.
struct ShardState {
    std::size_t rows = 0;  // finished
    std::uint64_t checksum = 0;
    double seconds = 0;
    bool is_finished = false;
    std::string host;

    std::string line() const;
    // Of a record's last line. Throws InputError.
    static ShardState parse(const std::string& line, const std::string& name);
};

// The line of a table's record after its facts, from which on names are given: what a join that is repeated reports.
std::string joined_line(const JoinReport& report);
// Throws InputError.
JoinReport joined_report(const std::string& path, const std::string& line, const std::string& name);

// The facts of a job with those of one of its shards.
JobFacts shard_facts(JobFacts of_job, const Shard& shard, const ShardLayout& layout);

// The record of a shard: its facts, then a ShardState for each checkpoint, the last one of the finished shard. Before
// its first checkpoint a shard has nothing worth keeping.
class ShardRecord {
public:
    // Throws InputError if another process computes the shard, or a record of an unfinished one is there and neither
    // `resume` nor `overwrite` is set.
    ShardRecord(const ShardedTable& table, const Shard& shard, const JobFacts& facts, bool resume, bool overwrite);
    ~ShardRecord();
    ShardRecord(const ShardRecord&) = delete;
    ShardRecord& operator=(const ShardRecord&) = delete;

    const std::string& file() const { return file_; }  // of the table
    bool is_finished() const { return state_.is_finished; }
    std::size_t finished_rows() const { return saved_rows_; }  // by ended runs
    // Of the rows that are written, by ended runs too.
    std::uint64_t& checksum() { return state_.checksum; }

    bool has_checkpoint() const { return has_checkpoint_; }
    // Records that `rows` rows are finished, and their checksum; they are on disk when it returns.
    void checkpoint(std::size_t rows);
    void finish(std::size_t rows);

private:
    std::string file_;
    std::string facts_line_;
    JobRecord record_;
    ShardState state_;  // seconds: of ended runs
    Stopwatch watch_;
    std::size_t saved_rows_ = 0;
    bool has_checkpoint_ = false;
};

}  // namespace allways::tools
