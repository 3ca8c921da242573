// A file that may take several runs to write, and the record of its progress.
#pragma once

#include <cstddef>
#include <string>

#include "export/atomic_file.h"
#include "export/job_record.h"

namespace allways::tools {

// PATH.partial grows into the file; PATH.partial.job is its record: one line of JSON with the job's facts, then for
// each checkpoint a line with the number of finished rows. A run locks the record while it works. Before its first
// checkpoint a job has nothing worth keeping.
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

    // Call it when all but the rows is written. Reserves space for the rows.
    void begin();
    // Records that `rows` rows are finished; they are on disk when it returns.
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
};

}  // namespace allways::tools
