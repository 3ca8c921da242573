// SPDX-License-Identifier: Apache-2.0
// A file that may take several runs to write, with a record of its progress.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "allways/base/error.h"
#include "export/files/atomic_file.h"
#include "export/jobs/job_record.h"

namespace allways::tools {

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
