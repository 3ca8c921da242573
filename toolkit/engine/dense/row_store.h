// SPDX-License-Identifier: Apache-2.0
// Rows of tiles of a matrix that does not fit a device, while they are not there: in memory, or in a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace allways::engine {

class RowStore {
public:
    // `directory`: where to keep them in a file that nobody else sees and that goes with the store; empty: in memory,
    // which is taken as rows come. Throws InputError if the directory cannot hold them.
    RowStore(std::size_t rows, std::size_t row_bytes, const std::string& directory);
    ~RowStore();
    RowStore(const RowStore&) = delete;
    RowStore& operator=(const RowStore&) = delete;

    // Different rows from several threads at once. Throws InputError (the file), CapacityError (the memory).
    void put(std::size_t row, const char* bytes);
    // What `put` was given last.
    void get(std::size_t row, char* bytes) const;

private:
    struct Free {
        void operator()(char* memory) const;
    };

    std::size_t row_bytes_;
    std::string directory_;
    int file_ = -1;
    std::vector<std::unique_ptr<char, Free>> memory_;
};

}  // namespace allways::engine
