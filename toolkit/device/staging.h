// SPDX-License-Identifier: Apache-2.0
// Pinned host memory through which rows pass on their way to and from a device.
#pragma once

#include <cstddef>
#include <memory>

#include "device/opencl.h"

namespace allways::device {

class Staging {
public:
    Staging(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bytes);
    ~Staging();
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;
    char* data() const { return static_cast<char*>(data_); }
    std::size_t bytes() const { return bytes_; }
    cl_context context() const { return context_; }

private:
    cl_context context_;
    cl::CommandQueue queue_;
    cl::Buffer buffer_;
    void* data_;
    std::size_t bytes_;
};

// The largest number of bytes kept for the next solve, and held by one solve.
inline constexpr std::size_t most_staging_bytes = std::size_t{128} << 20;

// Returns memory of at least `bytes`, preferably memory that earlier solves of this process gave back: pinning memory
// takes as long as sending it.
std::unique_ptr<Staging> take_staging(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bytes);

// Keeps the memory for the next solve while the total kept stays small, else frees it.
void give_staging(std::unique_ptr<Staging> staging);

}  // namespace allways::device
