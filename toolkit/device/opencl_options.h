// SPDX-License-Identifier: Apache-2.0
// Options for OpenCL devices, common to all engines.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "allways/base/progress.h"

namespace allways::device {

// For tests: a device that allows only small buffers. While one lives, it is the default of
// OpenClOptions::max_buffer_bytes in this process.
class BufferLimit {
public:
    explicit BufferLimit(std::uint64_t bytes) { bytes_ = bytes; }
    ~BufferLimit() { bytes_ = 0; }
    BufferLimit(const BufferLimit&) = delete;
    BufferLimit& operator=(const BufferLimit&) = delete;

    static std::uint64_t bytes() { return bytes_; }  // 0: the devices' own

private:
    static inline std::atomic<std::uint64_t> bytes_ = 0;
};

struct OpenClOptions {
    // 0: the device's limit on one allocation; smaller values are for tests.
    std::uint64_t max_buffer_bytes = BufferLimit::bytes();
    std::uint64_t max_memory_bytes = 0;  // of each device; 0: all its memory
    std::string scratch_directory = {};  // for rows of a matrix that does not fit a device; empty: in the host's memory
    std::string cache_directory = {};    // compiled kernels; empty: not kept
    LogCallback log = {};
    bool map_host_memory = true;    // false, for tests: rows are sent even if the device shares the host's memory
    bool overlap_transfers = true;  // false: transfers run before and after the work, so that each is timed separately
    std::string tuning = {};        // entry of the tuning table to use; empty: the one that fits the device
    // One of the processes that share a machine's devices, each using one; -1: this process uses all.
    int rank = -1;
    std::string tuning_directory = {};  // a user's entries, which override the shipped ones; empty: none
};

}  // namespace allways::device
