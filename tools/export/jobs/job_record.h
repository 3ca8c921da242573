// SPDX-License-Identifier: Apache-2.0
// The record of a job that may take several runs: a text file beside its output, which grows by lines.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "export/files/file_lock.h"

namespace allways::tools {

// Facts that identify a job across runs: names to texts, in order.
using JobFacts = std::vector<std::pair<std::string, std::string>>;

// The differing facts, as "cost is 'length' there and 'time' here"; empty if there are none. `recorded`: the line.
std::string difference(const std::string& recorded, const JobFacts& facts);
// Facts as a line of a record, and back. Throws InputError for a line that holds none.
std::string facts_line(const JobFacts& facts);
JobFacts facts_in(const std::string& line, const std::string& name);

// The first line has the facts of the job, further ones its progress. Lines are only appended, each when what it says
// is on disk, so the record is right however a run ends, even by a kill or a power cut.
class JobRecord {
public:
    explicit JobRecord(std::string path) : path_(std::move(path)) {}
    ~JobRecord();  // unlocks
    JobRecord(const JobRecord&) = delete;
    JobRecord& operator=(const JobRecord&) = delete;

    const std::string& path() const { return path_; }
    // Opens the file, which it creates if it must, locks it and reads its lines. Returns false if another run has a
    // lock that excludes this one. Throws InputError.
    bool try_lock(LockMode mode);
    void unlock();

    // Complete lines: a killed run may have left part of one.
    const std::vector<std::string>& lines() const { return lines_; }

    // With an exclusive lock. On disk when they return.
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

// The complete lines of a record that nobody needs to lock.
std::vector<std::string> recorded_lines(const std::string& path);

}  // namespace allways::tools
