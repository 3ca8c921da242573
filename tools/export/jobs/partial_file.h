// SPDX-License-Identifier: Apache-2.0
// A file that may take several runs to write, and the record of its progress.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "allways/base/error.h"
#include "export/files/atomic_file.h"
#include "export/jobs/job_record.h"

namespace allways::tools {

// What a checkpoint records of a file, so that a run which resumes it sees whether it is as it was left.
struct PartialState {
    std::size_t rows = 0;              // finished
    std::uint64_t checksum = 0;        // of these rows, a RowChecksum
    std::uint64_t frame_checksum = 0;  // of all but the rows
    std::uint64_t bytes = 0;           // of the whole file

    std::string line() const;
    // Throws InputError.
    static PartialState parse(const std::string& line, const std::string& name);
};

// PATH.partial grows into the file; PATH.partial.job is its record: one line of JSON with the job's facts, then for
// each checkpoint a line with a PartialState. A run locks the record while it works. Before its first checkpoint a job
// has nothing worth keeping.
class PartialFile {
public:
    enum class Start { fresh, resume };

    // Starts afresh if there is nothing to resume. Throws InputError: as AtomicFile; if another run has the file; if a
    // fresh start without `overwrite` would lose finished rows; if the job to be resumed has other facts, naming them.
    PartialFile(const std::string& path, bool overwrite, Start start, const JobFacts& facts);
    ~PartialFile();
    PartialFile(const PartialFile&) = delete;
    PartialFile& operator=(const PartialFile&) = delete;

    const std::string& file() const { return file_.temporary(); }
    bool has_begun() const { return has_begun_; }
    std::size_t finished_rows() const { return finished_rows_; }  // by ended runs
    // What the next checkpoint records but for the rows and the size; of a file to be resumed, as it was left.
    PartialState& state() { return state_; }

    // Call it when all but the rows is written. Reserves space for the rows.
    void begin();
    // Throws InputError if the file to be resumed does not have its size.
    void require_size() const;
    // The error for a file to be resumed that is not as it was left.
    InputError damaged(const std::string& what) const;
    // Records that `rows` rows are finished, and state(); they are on disk when it returns.
    void checkpoint(std::size_t rows);
    bool has_checkpoint() const { return has_checkpoint_; }
    // Removes the file with the final name, as AtomicFile.
    void retire_old() { file_.retire_old(); }
    // Gives the file its name and removes the record. Without commit both are kept once there is a checkpoint.
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
