// SPDX-License-Identifier: Apache-2.0
// The record of a job that may take several runs: a text file beside the job's output, to which lines are appended.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/network/road_network.h"
#include "export/files/atomic_file.h"

namespace allways::tools {

// Covers nodes, arcs, columns, texts and shapes: everything that a table of the network may contain. The hash is 64-bit
// FNV-1a (Fowler, Noll and Vo), which detects accidental differences but not forged ones.
std::string fingerprint(const RoadNetwork& network);
// The fingerprint of a table's rows in their order of computing.
std::string fingerprint(std::span<const NodeIndex> rows);

// Facts that identify a job across runs: names to texts, in order.
using JobFacts = std::vector<std::pair<std::string, std::string>>;

// The differing facts, as "cost is 'length' there and 'time' here"; empty if all agree. `recorded`: the record's first
// line.
std::string difference(const std::string& recorded, const JobFacts& facts);
// Converts facts to a line of a record, and back. Throws InputError for a line that contains no facts.
std::string facts_line(const JobFacts& facts);
JobFacts facts_in(const std::string& line, const std::string& name);

// The first line has the facts of the job, further ones its progress. A line is appended only when the data that it
// describes are on disk, so the record is right even after a kill or a power failure.
class JobRecord {
public:
    explicit JobRecord(std::string path) : path_(std::move(path)) {}
    ~JobRecord();  // unlocks
    JobRecord(const JobRecord&) = delete;
    JobRecord& operator=(const JobRecord&) = delete;

    const std::string& path() const { return path_; }
    // Opens the file, creating it if necessary, locks it and reads its lines. Returns false if another run has a lock
    // that excludes this one. Throws InputError.
    bool try_lock(LockMode mode);
    void unlock();

    // The complete lines; a killed run may have left an incomplete last line.
    const std::vector<std::string>& lines() const { return lines_; }

    // These require an exclusive lock. The record is on disk when they return.
    void append(const std::string& line);
    void clear();
    void remove();

private:
    void read_lines();

    std::string path_;
    int descriptor_ = -1;
    std::size_t size_ = 0;  // of the complete lines
    std::vector<std::string> lines_;
};

// The complete lines of a record, read without a lock.
std::vector<std::string> recorded_lines(const std::string& path);

// ---- a file that may take several runs to write, with a record of its progress

// The state of a file in a checkpoint: a run that resumes the file uses it to check that the file is unchanged.
struct PartialState {
    std::size_t rows = 0;              // finished
    std::uint64_t checksum = 0;        // of these rows, sums of row_checksum
    std::uint64_t frame_checksum = 0;  // of everything except the rows
    std::uint64_t bytes = 0;           // of the whole file

    std::string line() const;
    // Throws InputError.
    static PartialState parse(const std::string& line, const std::string& name);
};

// PATH.partial grows into the file; PATH.partial.job is its record: one line of JSON with the job's facts, then for
// each checkpoint a line with a PartialState. A run locks the record while it works. A job that ends before its first
// checkpoint leaves no files.
class PartialFile {
public:
    enum class Start { fresh, resume };

    // Starts from the beginning if there is nothing to resume. Throws InputError as AtomicFile does; if another run has
    // the file; if a new start without `overwrite` would lose finished rows; and if the job to be resumed has other
    // facts, which the error names.
    PartialFile(const std::string& path, bool overwrite, Start start, const JobFacts& facts);
    ~PartialFile();
    PartialFile(const PartialFile&) = delete;
    PartialFile& operator=(const PartialFile&) = delete;

    const std::string& file() const { return file_.temporary(); }
    bool has_begun() const { return has_begun_; }
    std::size_t finished_rows() const { return finished_rows_; }  // by ended runs
    // The state that the next checkpoint records; rows and size are filled in then. For a resumed file, the recorded
    // state.
    PartialState& state() { return state_; }

    // Call it when everything except the rows is written. Reserves space for the rows.
    void begin();
    // Throws InputError if the size of the file to be resumed differs from the recorded size.
    void require_size() const;
    // The error for a file to be resumed that has changed since its last checkpoint.
    InputError damaged(const std::string& what) const;
    // Records that `rows` rows are finished, and state(); they are on disk when it returns.
    void checkpoint(std::size_t rows);
    bool has_checkpoint() const { return has_checkpoint_; }
    // Removes the file with the final name, as AtomicFile::retire_old() does.
    void retire_old() { file_.retire_old(); }
    // Gives the file its name and removes the record. Without commit, both are kept if there is a checkpoint.
    void commit();

private:
    void read_record(const JobFacts& facts, bool overwrite, Start start);

    AtomicFile file_;
    std::string facts_line_;
    JobRecord record_;
    bool has_begun_ = false;
    bool has_checkpoint_ = false;
    std::size_t finished_rows_ = 0;
    PartialState state_;
};

}  // namespace allways::tools
