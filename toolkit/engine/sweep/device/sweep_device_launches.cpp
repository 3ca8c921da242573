// SPDX-License-Identifier: Apache-2.0
// The launches of a sweep's problem on a device: the upward pass, the walks of each layer, and the cells that no walk
// computes.
#include <algorithm>

#include "allways/base/format.h"
#include "engine/sweep/device/sweep_device_problem.h"

namespace allways::engine {

namespace {

constexpr std::size_t most_upward_parts = 8;  // work-items that share the arcs of a node

// Sets the arguments of a kernel one after the other.
class WalkArguments {
public:
    explicit WalkArguments(cl::Kernel& kernel) : kernel_(kernel) {}
    template <class... Values>
    WalkArguments& add(const Values&... values) {
        (kernel_.setArg(index_++, values), ...);
        return *this;
    }
    cl_uint count() const { return index_; }
    template <class... Values>
    WalkArguments& add_if(bool wanted, const Values&... values) {
        return wanted ? add(values...) : *this;
    }

private:
    cl::Kernel& kernel_;
    cl_uint index_ = 0;
};

// The cells in the range, of cells sorted by column: the index of the first, and their number.
template <class Cells, class ColumnOf>
std::pair<cl_uint, std::size_t> cells_in(const Cells& cells, ColumnRange range, const ColumnOf& column_of) {
    const auto first_from = [&](std::size_t column) {
        return std::partition_point(cells.begin(), cells.end(),
                                    [&](const auto& cell) { return column_of(cell) < column; }) -
               cells.begin();
    };
    const auto first = first_from(range.begin);
    return {static_cast<cl_uint>(first), static_cast<std::size_t>(first_from(range.end) - first)};
}

}  // namespace

template <class T>
void DeviceSweepProblem<T>::launched(const cl::Event& event) {
    if (first_and_last_.size() < 2)
        first_and_last_.push_back(event);
    else
        first_and_last_.back() = event;
}

template <class T>
double DeviceSweepProblem<T>::wait() {
    device_.work_queue().finish();
    if (first_and_last_.empty()) return 0;
    const auto begin = first_and_last_.front().getProfilingInfo<CL_PROFILING_COMMAND_START>();
    const auto end = first_and_last_.back().getProfilingInfo<CL_PROFILING_COMMAND_END>();
    first_and_last_.clear();
    return static_cast<double>(end - begin) * 1e-9;
}

// Launches one row of work-groups per region. The kernel's argument `region_argument` is the first region of a launch.
template <class T>
void DeviceSweepProblem<T>::enqueue_regions(cl::Kernel& kernel, std::size_t width, std::size_t group,
                                            cl_uint region_argument, std::uint32_t first, std::uint32_t regions) {
    constexpr std::uint32_t most = 65535;  // rows of work-groups that every device accepts in a launch
    for (const std::uint32_t end = first + regions; first < end; first += most) {
        kernel.setArg(region_argument, static_cast<cl_uint>(first));
        cl::Event event;
        device::enqueue_kernel(device_.work_queue(), kernel, cl::NDRange(width, std::min(most, end - first)),
                               cl::NDRange(group, 1), nullptr, &event);
        launched(event);
    }
}

// Launches the upward pass. If a launch alone does not fill the device, several work-items share the arcs of a node.
template <class T>
void DeviceSweepProblem<T>::pass_upwards() {
    constexpr std::size_t depths = 32;  // depths per work-group
    const std::size_t most_parts =
        std::clamp<std::size_t>(device_.device().info.max_work_group / depths, 1, most_upward_parts);
    for (const UpwardLaunch& launch : upward_.launches) {
        const std::size_t groups = (launch.depths + depths - 1) / depths;
        const bool alone = shape_.items > 1 && groups * launch.regions < busy_groups();
        const std::size_t parts = alone ? most_parts : 1;
        cl::Kernel& pass = kernel("sweep_upward.cl", "sweep_upward",
                                  format("{} -D DEPTHS={} -D PARTS={}", cell_settings_, depths, parts));
        const cl_uint region_argument = WalkArguments(pass)
                                            .add(on_device_.upward_regions, on_device_.upward_nodes)
                                            .add(on_device_.upward_arcs, on_device_.upward_cells)
                                            .count();
        enqueue_regions(pass, groups * depths * parts, depths * parts, region_argument, launch.first_region,
                        launch.regions);
    }
    device_.work_queue().flush();
}

template <class T>
void DeviceSweepProblem<T>::compute(const DeviceColumnBlock& block, ColumnRange range) {
    for (const StreamLaunch& launch : stream_.launches) walk(launch, block, range);
    write_cells(block, range);
    device_.work_queue().flush();
}

// Uses the widest work-items whose slots fit local memory: the few most demanding regions use narrower ones.
template <class T>
void DeviceSweepProblem<T>::walk(const StreamLaunch& launch, const DeviceColumnBlock& block, ColumnRange range) {
    const std::size_t slot_bytes = shape_.items * sizeof(T);  // if a work-item has one column
    std::size_t columns = shape_.columns;
    while (columns > 1 && launch.slots * slot_bytes * columns > slots_bytes(shape_)) columns /= 2;
    cl::Kernel& walk = kernel(
        "sweep.cl", "sweep",
        format("{} -D COLUMNS={} -D ITEMS={} -D CHUNK={}", table_settings_, columns, shape_.items, chunk_instructions));
    const cl_uint region_argument =
        WalkArguments(walk)
            .add(on_device_.regions, on_device_.instructions)
            .add(on_device_.columns, on_device_.access_arcs, on_device_.access_cells)
            .add(on_device_.upward_cells, on_device_.scratch)
            .add(block.cells)
            .add_if(hop_bytes_ != 0, block.hops, on_device_.hop_of_first_arc)
            .add_if(!problem_.rows.potential.empty(), on_device_.row_potential, on_device_.column_potential)
            .add(cl::Local(launch.slots * slot_bytes * columns), static_cast<cl_uint>(block.width),
                 static_cast<cl_uint>(range.begin))
            .count();
    enqueue_regions(walk, whole_groups(range.size()) / columns, shape_.items, region_argument, launch.first_region,
                    launch.regions);
}

template <class T>
void DeviceSweepProblem<T>::write_cells(const DeviceColumnBlock& block, ColumnRange range) {
    const auto enqueue = [&](cl::Kernel& kernel, std::size_t cells) {
        cl::Event event;
        device::enqueue_kernel(device_.work_queue(), kernel, cl::NDRange(cells), cl::NullRange, nullptr, &event);
        launched(event);
    };
    const auto first_column = static_cast<cl_uint>(range.begin);
    const auto pitch = static_cast<cl_uint>(block.width);
    const auto [first_direct, directs] =
        cells_in(stream_.direct, range, [](const StreamDirectCell<T>& direct) { return direct.column; });
    if (directs > 0) {
        cl::Kernel& least = kernel("sweep_cells.cl", "sweep_direct", table_settings_);
        WalkArguments(least)
            .add(on_device_.direct, on_device_.instructions, on_device_.scratch, block.cells)
            .add_if(hop_bytes_ != 0, block.hops, on_device_.hop_of_first_arc)
            .add_if(!problem_.rows.potential.empty(), on_device_.row_potential, on_device_.column_potential)
            .add(first_direct, first_column, pitch);
        enqueue(least, directs);
    }
    const auto [first_fixed, fixed] = cells_in(fixed_columns_, range, [](std::uint32_t column) { return column; });
    if (fixed > 0) {
        cl::Kernel& known = kernel("sweep_cells.cl", "sweep_fixed", table_settings_);
        WalkArguments(known)
            .add(on_device_.fixed, on_device_.fixed_distances, block.cells)
            .add_if(hop_bytes_ != 0, block.hops)
            .add(first_fixed, first_column, pitch);
        enqueue(known, fixed);
    }
}

#define ALLWAYS_INSTANTIATE(T)                           \
    template double DeviceSweepProblem<T>::wait();       \
    template void DeviceSweepProblem<T>::pass_upwards(); \
    template void DeviceSweepProblem<T>::compute(const DeviceColumnBlock&, ColumnRange);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
