// SPDX-License-Identifier: Apache-2.0
// A graph as a table in device memory, for kernels that update it in place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "papers/experiment.h"
#include "papers/paper_device.h"

namespace allways::papers {

// side×side cells, row-major, side ≥ n. Cells beyond the graph's n rows and columns mean no path, so padding changes no
// distance. T: std::int32_t, with `unreachable` for no path, or float, with +inf.
template <class T>
class DeviceTable {
public:
    // Throws NotRun if the device cannot hold a table of that side. Uploads nothing.
    DeviceTable(PaperDevice& device, const Graph& graph, std::size_t side);

    const cl::Buffer& buffer() const { return buffer_; }
    cl_uint side() const { return static_cast<cl_uint>(side_); }

    // Both functions wait for completion.
    void upload(const cl::CommandQueue& queue) const;
    void download(const cl::CommandQueue& queue);
    // Neither function waits for the copy; the table must outlive it.
    cl::Event start_upload(const cl::CommandQueue& queue) const;
    cl::Event start_download(const cl::CommandQueue& queue, const std::vector<cl::Event>& after);

    // Takes the last downloaded table, n×n. Host work, which no paper's measurement includes.
    void take(std::vector<std::int32_t>& distances) const;

private:
    std::size_t bytes() const { return cells_.size() * sizeof(T); }

    std::size_t n_;
    std::size_t side_;
    std::vector<T> cells_;
    cl::Buffer buffer_;
};

// The smallest multiple of `step` not less than `count`.
inline std::size_t rounded_up(std::size_t count, std::size_t step) {
    return (count + step - 1) / step * step;
}

}  // namespace allways::papers
