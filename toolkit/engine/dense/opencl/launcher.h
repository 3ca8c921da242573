// SPDX-License-Identifier: Apache-2.0
// Launches steps on a device's queues: those of one solve, and those on a tile region in the device's memory.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "device/opencl.h"
#include "engine/dense/executor.h"
#include "engine/dense/opencl/device_matrix.h"
#include "engine/dense/opencl/kernel_set.h"
#include "engine/dense/schedule.h"

namespace allways::engine {

// In-order queues: [1] for steps that the next pivot waits for (Step::ahead), [0] for the rest. A step that depends on
// the other queue waits for its event.
using Queues = std::array<cl::CommandQueue, 2>;

class Launcher {
public:
    // All arguments must outlive the launcher. `snapshot`: null if the schedule has none.
    Launcher(const Queues& queues, KernelSet& kernels, const DeviceMatrix& matrix,
             const DeviceMatrix* snapshot = nullptr);

    // Launches this device's part of the next step of the schedule, but no sharing. Returns the event of its last
    // launch; null if the device has no part in it.
    cl::Event launch(const Step& step);
    // Waits for the steps that `step` comes after.
    void wait_for(const Step& step) const;

    // The last launch on each queue; null: none.
    const std::array<cl::Event, 2>& last_launches() const { return last_of_queue_; }
    // Frees what was kept of a step that is complete.
    void forget(std::size_t step) { done_[step].event = cl::Event(); }

    // Waits for the last comparison. Returns true if the block equals the snapshot.
    bool unchanged();

private:
    struct Done {
        cl::Event event;
        bool ahead;
    };

    void closure(cl_uint pivot);
    void panels(const Step& step);
    void min_plus(const Step& step);
    void relax(const Step& step);
    void copy(const Step& step);
    void compare(const Step& step);

    const cl::CommandQueue& queue() const { return queues_[ahead_ ? 1 : 0]; }
    const std::vector<cl::Event>* waits() const { return wait_list_.empty() ? nullptr : &wait_list_; }
    const DeviceMatrix& at(Source source) const { return source == Source::matrix ? matrix_ : *snapshot_; }
    // Calls work(buffer's index, rows of the span inside it).
    template <class Work>
    void for_each_buffer(const TileSpan& rows, const Work& work) const;
    void enqueue_groups(const cl::Kernel& kernel, std::size_t columns, std::size_t rows, std::size_t group);
    void enqueue_cells(const cl::Kernel& kernel, const TileSpan& rows, const TileSpan& columns);

    const Queues& queues_;
    KernelSet& kernels_;
    const DeviceMatrix& matrix_;
    const DeviceMatrix* snapshot_;
    cl::Buffer changed_;  // one int, the result of comparisons
    std::size_t tile_;
    cl_uint tiles_;
    bool has_hop_array_;
    bool ahead_ = false;
    std::vector<Done> done_;  // by step
    std::vector<cl::Event> wait_list_;
    cl::Event last_;
    std::array<cl::Event, 2> last_of_queue_;
};

// `rows` of tiles, each of layout.tiles() tiles. The arguments must outlive it. Throws as DeviceMatrix.
std::unique_ptr<TileRegion> make_device_tile_region(const device::OpenClDevice& device, const Queues& queues,
                                                    KernelSet& kernels, const TileLayout& layout, std::uint32_t rows,
                                                    const CellFormat& format, std::uint64_t max_buffer_bytes);

}  // namespace allways::engine
