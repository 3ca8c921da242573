// A file that may take several runs to write, and the record of how far it is.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "export/atomic_file.h"

namespace allways::tools {

// What a file will hold, by which runs know that they work at the same one: names to texts, in order.
using JobFacts = std::vector<std::pair<std::string, std::string>>;

// PATH.partial grows into the file; PATH.partial.job tells of it, a line of JSON with the job's facts and then a line
// with the number of finished rows for each band. Lines are only added, each after the rows it counts are on the disk,
// so that the record is right whenever a run ends, even by a kill or a power cut. The record is locked while a run has
// it.
class PartialFile {
public:
    enum class Start { fresh, resume };

    // Fresh where there is nothing to resume. Throws InputError: as AtomicFile; where another run has the file; where a
    // fresh start without `overwrite` would lose finished rows; where what is to be resumed was begun with other facts,
    // telling which.
    PartialFile(const std::string& path, bool overwrite, Start start, const JobFacts& facts);
    ~PartialFile();
    PartialFile(const PartialFile&) = delete;
    PartialFile& operator=(const PartialFile&) = delete;

    const std::string& file() const { return file_.temporary(); }
    bool has_begun() const { return has_begun_; }
    std::size_t finished_rows() const { return finished_rows_; }

    // All of the file but its rows is written. It is on the disk when this returns, and there is room for the rows.
    void begin();
    // Rows 0 … rows - 1 are written. They are on the disk when this returns.
    void finish_rows(std::size_t rows);
    // Gives the file its name and removes the record. Without it both are kept once the file has begun.
    void commit();

private:
    std::string record_path() const { return file() + ".job"; }
    void read_record(const JobFacts& facts, bool overwrite, Start start);
    void append(const std::string& line);
    void reserve_disk() const;
    void sync_file() const;

    AtomicFile file_;
    std::string facts_line_;
    int record_ = -1;
    bool has_begun_ = false;
    std::size_t finished_rows_ = 0;
};

}  // namespace allways::tools
