// A graph as a table in device memory, for the kernels that work on it in place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "papers/experiment.h"
#include "papers/paper_device.h"

namespace allways::papers {

// side×side cells, row-major, side ≥ n. Cells beyond the graph's n rows and columns are no path, so that padding
// changes no distance. T: std::int32_t, with `unreachable` for no path, or float, with +inf.
template <class T>
class DeviceTable {
public:
    // Throws NotRun where the device cannot have a table of that side. Uploads nothing.
    DeviceTable(PaperDevice& device, const Graph& graph, std::size_t side);

    const cl::Buffer& buffer() const { return buffer_; }
    cl_uint side() const { return static_cast<cl_uint>(side_); }

    // Both wait until they are done.
    void upload(const cl::CommandQueue& queue) const;
    void download(const cl::CommandQueue& queue);
    // Neither waits for the copy; the table must outlive it.
    cl::Event start_upload(const cl::CommandQueue& queue) const;
    cl::Event start_download(const cl::CommandQueue& queue, const std::vector<cl::Event>& after);

    // The table that was downloaded last, n×n. Host work: not part of any paper's measurement.
    void take(std::vector<std::int32_t>& distances) const;

private:
    std::size_t bytes() const { return cells_.size() * sizeof(T); }

    std::size_t n_;
    std::size_t side_;
    std::vector<T> cells_;
    cl::Buffer buffer_;
};

// The least multiple of `step` that is no less than `count`.
inline std::size_t rounded_up(std::size_t count, std::size_t step) {
    return (count + step - 1) / step * step;
}

}  // namespace allways::papers
