// SPDX-License-Identifier: Apache-2.0
// The sweep on an OpenCL device: the same tables as sweep_on_host.
//
// The tree is cut into layers of regions (instruction_stream.h); work-groups walk each region, each for some columns
// (kernels/sweep.cl). A table too large for the device is computed in column blocks, one read back while the next is
// computed. docs/sweep.md gives the costs, with figures for one GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "device/opencl.h"
#include "device/opencl_options.h"
#include "device/program_cache.h"
#include "device/tuning.h"
#include "engine/sweep/sweep_problem.h"

namespace allways::engine {

// The shape of a device's walk, by the keys of its tuning entry, or without them the value stated here.
struct SweepShape {
    std::size_t region_nodes = 0;  // "sweep_region", largest number of nodes per region: 96; on a CPU 256
    std::size_t items = 0;         // "sweep_items", work-items per group: 32; on a CPU 1
    std::size_t columns = 0;       // "sweep_columns" per work-item, 1, 2, 4, 8 or 16: 4; on a CPU its vector's width
    // "sweep_slots", largest number per region: as many as local memory holds if a work-item has one column.
    std::size_t slots = 0;
    std::size_t local_bytes = 0;  // "sweep_local_bytes", most local memory per work-group: all that the device has
    // "sweep_block", for tests: columns per block, rounded up to whole work-groups; 0: as many as memory allows.
    std::size_t block_columns = 0;
};

// The local memory left for slots after the chunks of the instruction stream.
std::size_t slots_bytes(const SweepShape& shape);

class SweepDevice {
public:
    // `options`: max_memory_bytes is the most memory to use; map_host_memory allows a device that shares the host's
    // memory to write to the target directly.
    SweepDevice(device::OpenClDevice device, const device::OpenClOptions& options);

    const device::OpenClDevice& device() const { return device_; }
    const std::string& name() const { return device_.info.name; }
    const device::OpenClOptions& options() const { return options_; }
    const cl::Context& context() const { return context_; }
    const cl::CommandQueue& work_queue() const { return work_queue_; }  // in order, with profiling
    const cl::CommandQueue& read_queue() const { return read_queue_; }
    std::uint64_t max_buffer_bytes() const;
    std::uint64_t available_bytes() const;  // the memory that drivers leave, as far as the options allow

    // Returns true if the device can sweep costs of that type, int32 or float64.
    bool supports(CostType type) const { return type == CostType::int32 || device_.info.has_float64; }

    // Throws InvalidArgument for one that the device does not support.
    SweepShape shape(CostType type) const;
    // Returns a kernel from a file in kernels/, built once with these settings (and those of the tuning entry).
    cl::Kernel& kernel(const std::string& file, const std::string& name, CostType type, const std::string& settings);

private:
    device::OpenClDevice device_;
    device::OpenClOptions options_;
    device::ProgramCache cache_;
    cl::Context context_;
    cl::CommandQueue work_queue_;
    cl::CommandQueue read_queue_;
    std::map<std::string, cl::Kernel> kernels_;
};

// The devices that share a sweep; if empty, the host's processor sweeps.
using SweepDevices = std::vector<std::shared_ptr<SweepDevice>>;

// Estimates of the device memory for a network with this elimination: the fixed amount, whatever rows and columns are
// computed, and the amount for each column of a launch.
std::uint64_t sweep_device_fixed_bytes(const ordering::Elimination& tree, CostType type, std::size_t n);
std::uint64_t sweep_device_scratch_bytes(CostType type, std::size_t n);

// Device memory that sweep_on_device uses for an n × n table of a network with this elimination: roughly the factor and
// the upward pass, plus column blocks of the preferred width if there is room, otherwise of one work-group.
std::uint64_t sweep_device_bytes(const SweepDevice& device, const ordering::Elimination& tree, CostType type,
                                 std::size_t n, std::size_t hop_bytes);

// The number of columns of a block. A link transfers whole rows in half the time of partial rows, and there is little
// work to overlap, so one block is best; if it does not fit, two alternate.
std::size_t wanted_block_columns(const device::OpenClDevice& device, std::size_t columns);

// Throws InvalidArgument if the device does not support the type.
void require_type(const SweepDevice& device, CostType type);

// Writes all rows of the columns of `range`, as sweep_on_host does; several devices take blocks of columns one after
// another, so that a faster one takes more. `pinned`: the target is memory that the device can write to (a mapped
// buffer with CL_MEM_ALLOC_HOST_PTR); otherwise rows pass through such memory. Returns the seconds that the device was
// busy, for several devices the longest. Throws Cancelled, DeviceError, CapacityError, and InvalidArgument if a device
// does not support the type.
template <class T>
double sweep_on_devices(const SweepDevices& devices, const SweepProblem<T>& problem, ColumnRange range,
                        const SweepTarget<T>& target, const ProgressCallback& progress = {});
template <class T>
double sweep_on_device(SweepDevice& device, const SweepProblem<T>& problem, ColumnRange range,
                       const SweepTarget<T>& target, bool pinned = false, const ProgressCallback& progress = {});

// ---- Failures of a device during a sweep as errors

// Returns work(). Throws CapacityError for memory that the driver refuses, DeviceError for its other errors.
template <class Work>
decltype(auto) on_sweep_device(const SweepDevice& device, Work&& work) {
    try {
        return device::checked(device.name(), work);
    } catch (const DeviceError& error) {
        if (error.code() != CL_MEM_OBJECT_ALLOCATION_FAILURE) throw;
        throw CapacityError(
            format("{} could not allocate the blocks of the table, though it has {} bytes: other programs may "
                   "be using it; set a lower memory limit, or choose another device",
                   device.name(), device.device().info.memory_bytes),
            device.available_bytes(), device.device().info.memory_bytes);
    }
}

}  // namespace allways::engine
