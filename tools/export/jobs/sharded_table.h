// SPDX-License-Identifier: Apache-2.0
// A table that many processes are writing, and the files beside it.
//
//     PATH.partial                     the table: all but its rows is written once, then rows at their places
//     PATH.partial.job                 the facts of the job. Shards lock it, shared; whoever makes or joins the table
//                                      locks it exclusively
//     PATH.partial.layout              a ShardLayout, as JSON
//     PATH.partial.files/              further files of the format, until the table has its name
//     PATH.partial.shard-3-of-16.job   the record of a shard (ShardRecord), which locks it while it works
// The facts are written last: without them the other files are ignored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "allways/base/ids.h"
#include "allways/base/stopwatch.h"
#include "allways/export/write_stream.h"
#include "export/files/atomic_file.h"
#include "export/formats/laid_out_rows.h"
#include "export/jobs/job_record.h"

namespace allways::tools {

// Everything that joining needs to know about a table, whatever its format.
struct ShardLayout {
    struct Matrix {
        LaidOutMatrix places;
        std::size_t rows = 0;
    };
    std::string format;
    std::size_t nodes = 0;
    std::vector<NodeIndex> rows;      // in the order of computing
    std::vector<std::size_t> bounds;  // of the shards (TableStream::parts)
    std::vector<Matrix> matrices;     // in the order of row_checksum's numbers
    std::uint64_t frame_checksum = 0;
    std::vector<std::string> companions;  // names in PATH.partial.files/

    std::uint64_t row_bytes() const;  // of all rows
    std::string text() const;
    // Throws InputError, with the file's name, for damaged text.
    static ShardLayout parse(const std::string& text, const std::string& name);
};

std::vector<ShardLayout::Matrix> matrices_of(const LaidOutTable& table, const TableFrame& frame);

// The checksum of everything in the file except the rows.
std::uint64_t frame_checksum(const std::string& file, const ShardLayout& layout);
// The checksums of all shards' rows, read by all threads in the order of the file. Throws InputError if the file cannot
// be read or is too short, Cancelled.
std::vector<std::uint64_t> shard_checksums(const std::string& file, const ShardLayout& layout,
                                           const ProgressCallback& progress);

class ShardedTable {
public:
    // Throws as AtomicFile.
    ShardedTable(const std::string& path, bool overwrite);

    // Creates the table unless it exists, and takes a shared lock on it. `lay_out` writes all files except the facts.
    // If another process is creating the table, waits for it. With `overwrite`, a table of another job is created anew
    // unless a process works on it. Throws InputError for a table of other facts, Cancelled.
    void open(const JobFacts& facts, const std::function<void()>& lay_out, const ProgressCallback& progress);
    // Locks the table exclusively if it exists and no process works on it.
    bool try_lock() { return record_.try_lock(LockMode::exclusive); }

    const std::string& path() const { return file_.path(); }
    const std::string& file() const { return file_.temporary(); }
    std::string layout_file() const { return file() + ".layout"; }
    std::string companion_folder() const { return file() + ".files"; }
    std::string shard_file(std::size_t number, std::size_t count) const;
    std::vector<std::string> shard_files() const;  // all existing ones, of any job

    AtomicFile& target() { return file_; }
    JobRecord& record() { return record_; }
    // Returns true if a join has begun to give the files their final names.
    bool is_joining() const { return record_.lines().size() > 1; }
    void remove_records();  // removes all files except the table

private:
    bool is_open(const JobFacts& facts) const;

    AtomicFile file_;
    bool overwrite_;
    JobRecord record_;
};

// The progress of a shard, as its record states it.
struct ShardState {
    std::size_t rows = 0;  // finished
    std::uint64_t checksum = 0;
    double seconds = 0;
    bool is_finished = false;
    std::string host;

    std::string line() const;
    // Parses the last line of a record. Throws InputError.
    static ShardState parse(const std::string& line, const std::string& name);
};

// The line after the facts in a table's record. Once it is written, the join gives the files their names; a repeated
// join takes its report from this line.
std::string joined_line(const JoinReport& report);
// Parses that line. Throws InputError.
JoinReport joined_report(const std::string& path, const std::string& line, const std::string& name);

// The facts of a job together with those of one of its shards.
JobFacts shard_facts(JobFacts of_job, const Shard& shard, const ShardLayout& layout);

// The record of a shard: its facts, then a ShardState for each checkpoint, the last one of the finished shard. A shard
// that ends before its first checkpoint leaves no record.
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
    // The checksum of all rows written so far, including those of ended runs.
    std::uint64_t& checksum() { return state_.checksum; }

    bool has_checkpoint() const { return has_checkpoint_; }
    // Records that `rows` rows are finished, and their checksum; they are on disk when it returns.
    void checkpoint(std::size_t rows);
    void finish(std::size_t rows);

private:
    std::string file_;
    std::string facts_line_;
    JobRecord record_;
    ShardState state_;  // `seconds` counts ended runs only
    Stopwatch watch_;
    std::size_t saved_rows_ = 0;
    bool has_checkpoint_ = false;
};

}  // namespace allways::tools
