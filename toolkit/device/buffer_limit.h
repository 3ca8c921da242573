// SPDX-License-Identifier: Apache-2.0
// For tests: a device that allows only small buffers.
#pragma once

#include <atomic>
#include <cstdint>

namespace allways::device {

// While one lives, it is the default of OpenClOptions::max_buffer_bytes in this process.
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

}  // namespace allways::device
