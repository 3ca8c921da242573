// SPDX-License-Identifier: Apache-2.0
// The record of a job that may take several runs: a text file beside the job's output, to which lines are appended.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "allways/network/road_network.h"
#include "export/files/file_lock.h"

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

}  // namespace allways::tools
