// SPDX-License-Identifier: Apache-2.0
// A table computed by many independent processes: each computes some of the rows and writes them to one file on a
// shared file system.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/progress.h"
#include "allways/engine/solve.h"

namespace allways {

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
};

struct JoinReport {
    std::string path;  // of the table
    std::string format;
    std::size_t nodes = 0;
    std::uint64_t bytes = 0;  // of rows, all of which were read
    std::vector<FinishedShard> shards;
    double seconds = 0;
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

}  // namespace allways
