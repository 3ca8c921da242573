// SPDX-License-Identifier: Apache-2.0
#include "papers/device_table.h"

#include <algorithm>
#include <type_traits>

#include "papers/float_cells.h"

namespace allways::papers {
namespace {

std::vector<std::int32_t> int_cells(const Graph& graph, std::size_t side) {
    std::vector<std::int32_t> cells(side * side, unreachable);
    for (std::size_t i = 0; i < graph.n; ++i) {
        std::copy_n(graph.cells.begin() + static_cast<std::ptrdiff_t>(i * graph.n), graph.n,
                    cells.begin() + static_cast<std::ptrdiff_t>(i * side));
    }
    return cells;
}

template <class T>
std::vector<T> padded_cells(const Graph& graph, std::size_t side) {
    if constexpr (std::is_same_v<T, float>) {
        return float_cells(graph, side);
    } else {
        return int_cells(graph, side);
    }
}

}  // namespace

template <class T>
DeviceTable<T>::DeviceTable(PaperDevice& device, const Graph& graph, std::size_t side)
    : n_(graph.n), side_(side), cells_(padded_cells<T>(graph, side)), buffer_(device.make_buffer(bytes())) {}

template <class T>
void DeviceTable<T>::upload(const cl::CommandQueue& queue) const {
    queue.enqueueWriteBuffer(buffer_, CL_TRUE, 0, bytes(), cells_.data());
}

template <class T>
void DeviceTable<T>::download(const cl::CommandQueue& queue) {
    queue.enqueueReadBuffer(buffer_, CL_TRUE, 0, bytes(), cells_.data());
}

template <class T>
cl::Event DeviceTable<T>::start_upload(const cl::CommandQueue& queue) const {
    cl::Event done;
    queue.enqueueWriteBuffer(buffer_, CL_FALSE, 0, bytes(), cells_.data(), nullptr, &done);
    return done;
}

template <class T>
cl::Event DeviceTable<T>::start_download(const cl::CommandQueue& queue, const std::vector<cl::Event>& after) {
    cl::Event done;
    queue.enqueueReadBuffer(buffer_, CL_FALSE, 0, bytes(), cells_.data(), &after, &done);
    return done;
}

template <class T>
void DeviceTable<T>::take(std::vector<std::int32_t>& distances) const {
    if constexpr (std::is_same_v<T, float>) {
        take_float_cells(cells_, side_, n_, distances);
    } else {
        distances.resize(n_ * n_);
        for (std::size_t i = 0; i < n_; ++i) {
            std::copy_n(cells_.begin() + static_cast<std::ptrdiff_t>(i * side_), n_,
                        distances.begin() + static_cast<std::ptrdiff_t>(i * n_));
        }
    }
}

template class DeviceTable<std::int32_t>;
template class DeviceTable<float>;

}  // namespace allways::papers
