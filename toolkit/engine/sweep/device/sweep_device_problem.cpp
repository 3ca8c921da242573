// SPDX-License-Identifier: Apache-2.0
#include "engine/sweep/device/sweep_device_problem.h"

#include <algorithm>
#include <array>

#include "allways/base/format.h"
#include "base/threads/parallel.h"

namespace allways::engine {

namespace {

// The layout in kernels/sweep_cells.cl.
struct DeviceFixedCell {
    std::uint32_t column;
    std::uint32_t row;
    std::uint32_t step;
    std::uint32_t unused = 0;
};

// The layout in kernels/sweep.cl; the cells are stored separately.
struct DeviceAccessArc {
    std::uint32_t rank;
    std::uint32_t first_cell;
};

}  // namespace

template <class T>
DeviceSweepProblem<T>::DeviceSweepProblem(SweepDevice& device, const SweepProblem<T>& problem, std::size_t hop_bytes)
    : device_(device),
      problem_(problem),
      hop_bytes_(problem.has_hops() ? hop_bytes : 0),
      shape_(device.shape(cost_type_of<T>)),
      cell_settings_(format("-D HOPS={} -D FIRST_ARC_BITS={}", static_cast<int>(problem.format.hops),
                            problem.format.first_arc_bits)),
      table_settings_(format("{} -D HOP_BYTES={} -D POTENTIALS={}", cell_settings_, hop_bytes_,
                             problem.rows.potential.empty() ? 0 : 1)) {
    parallel_for(2, [&](std::size_t i) {
        if (i == 0)
            stream_ = make_instruction_stream(problem, shape_.region_nodes, shape_.slots);
        else
            upward_ = make_upward_stream(problem, shape_.region_nodes);
    });
    on_device_.regions = upload(stream_.regions);
    stream_.instructions.resize(stream_.instructions.size() + 3 * chunk_instructions);
    on_device_.instructions = upload(stream_.instructions);
    on_device_.upward_regions = upload(upward_.regions);
    on_device_.upward_nodes = upload(upward_.nodes);
    on_device_.upward_arcs = upload(upward_.arcs);
    on_device_.upward_cells = reserve(upward_.cells * sizeof(T), "the cells of the upward pass");
    upload_columns();
    upload_cells();
    if (hop_bytes_ != 0) upload_hops();
    if (!problem.rows.potential.empty()) upload_potentials();
}

template <class T>
cl::Buffer DeviceSweepProblem<T>::reserve(std::uint64_t bytes, const char* what) {
    if (bytes > device_.max_buffer_bytes()) {
        throw CapacityError(
            format("{} take {} bytes, but one buffer on {} holds at most {}; use the schedule on the host, or fewer "
                   "rows or columns",
                   what, bytes, device_.name(), device_.max_buffer_bytes()),
            bytes, device_.max_buffer_bytes());
    }
    fixed_bytes_ += bytes;
    return {device_.context(), CL_MEM_READ_WRITE, std::max<std::uint64_t>(bytes, 64)};
}

template <class T>
template <class Value>
cl::Buffer DeviceSweepProblem<T>::upload(const std::vector<Value>& values) {
    const std::uint64_t bytes = values.size() * sizeof(Value);
    cl::Buffer buffer = reserve(bytes, "a sweep's arcs or access arcs");
    if (bytes > 0) device_.work_queue().enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes, values.data());
    return buffer;
}

// Pads the columns with some that have no access arcs, so that work-groups are full.
template <class T>
void DeviceSweepProblem<T>::upload_columns() {
    const SweepSide<T>& side = problem_.columns;
    std::vector<DeviceRange> spans(side.count() + shape_.items * shape_.columns, DeviceRange{0, 0});
    for (std::size_t j = 0; j < side.count(); ++j) {
        spans[j] = {static_cast<std::uint32_t>(side.first_access_arc[j]),
                    static_cast<std::uint32_t>(side.access_arcs_of(j).size())};
    }
    std::vector<DeviceAccessArc> access_arcs;
    std::vector<T> cells;
    for (const AccessArc<T>& access : side.access_arcs) {
        access_arcs.push_back({access.rank, upward_.first_cell[access.rank]});
        cells.push_back(access.cell);
    }
    on_device_.columns = upload(spans);
    on_device_.access_arcs = upload(access_arcs);
    on_device_.access_cells = upload(cells);
}

template <class T>
void DeviceSweepProblem<T>::upload_cells() {
    std::vector<std::pair<DeviceFixedCell, T>> fixed;
    for (std::uint32_t i = 0; i < problem_.rows.count(); ++i) {
        problem_.for_each_fixed(i, 0, problem_.columns.count(), [&](const FixedCell<T>& cell) {
            fixed.push_back({{cell.column, i, cell.hop}, cell.distance});
        });
    }
    std::ranges::stable_sort(fixed, {}, [](const auto& known) { return known.first.column; });
    std::vector<DeviceFixedCell> cells;
    std::vector<T> distances;
    for (const auto& [cell, distance] : fixed) {
        cells.push_back(cell);
        distances.push_back(distance);
        fixed_columns_.push_back(cell.column);
    }
    on_device_.fixed = upload(cells);
    on_device_.fixed_distances = upload(distances);
    on_device_.direct = upload(stream_.direct);
}

template <class T>
void DeviceSweepProblem<T>::upload_hops() {
    // The first-arc bits of a node's path to itself may index beyond the row's hops; that cell is a fixed one.
    std::vector<std::uint32_t> hops = problem_.hop_of_first_arc;
    hops.resize(hops.size() + static_cast<std::size_t>(problem_.first_arc_mask()) + 1);
    const auto stored = [&]<class Hop>(Hop) { return upload(std::vector<Hop>(hops.begin(), hops.end())); };
    on_device_.hop_of_first_arc = hop_bytes_ == 1   ? stored(std::uint8_t{})
                                  : hop_bytes_ == 2 ? stored(std::uint16_t{})
                                                    : stored(std::uint32_t{});
}

// Sends only the low 32 bits of int32 potentials: the distance itself fits.
template <class T>
void DeviceSweepProblem<T>::upload_potentials() {
    using Value = std::conditional_t<std::is_integral_v<T>, std::int32_t, double>;
    const auto values = [](const std::vector<Wide<T>>& wide, std::size_t more) {
        std::vector<Value> converted(wide.size() + more);
        std::transform(wide.begin(), wide.end(), converted.begin(), [](Wide<T> h) { return static_cast<Value>(h); });
        return converted;
    };
    on_device_.row_potential = upload(values(problem_.rows.potential, 0));
    on_device_.column_potential = upload(values(problem_.columns.potential, shape_.items * shape_.columns));
}

template <class T>
std::size_t DeviceSweepProblem<T>::whole_groups(std::size_t columns) const {
    const std::size_t group = shape_.items * shape_.columns;
    return (columns + group - 1) / group * group;
}

template <class T>
std::uint64_t DeviceSweepProblem<T>::bytes_per_column() const {
    return problem_.rows.count() * (sizeof(T) + hop_bytes_);
}

template <class T>
std::size_t DeviceSweepProblem<T>::most_block_columns(std::size_t blocks) const {
    const std::size_t group = whole_groups(1);
    const std::uint64_t total = device_.available_bytes();
    const std::uint64_t memory = total > fixed_bytes_ ? total - fixed_bytes_ : 0;
    const std::uint64_t scratch = stream_.scratch_rows * sizeof(T);
    const std::uint64_t by_memory = memory / (blocks * bytes_per_column() + scratch);
    const std::uint64_t by_buffer = device_.max_buffer_bytes() / std::max(problem_.rows.count() * sizeof(T), scratch);
    std::uint64_t columns = std::min(by_memory, by_buffer) / group * group;
    if (columns == 0) {
        const std::uint64_t needed = group * (bytes_per_column() + scratch);
        throw CapacityError(
            format("{} columns of {} rows take {} bytes besides the {} of the network, but {} has {}, and {} "
                   "per buffer; use the schedule on the host, or fewer rows",
                   group, problem_.rows.count(), needed, fixed_bytes_, device_.name(), total,
                   device_.max_buffer_bytes()),
            needed, std::min(memory, device_.max_buffer_bytes()));
    }
    if (shape_.block_columns != 0) columns = std::min<std::uint64_t>(columns, whole_groups(shape_.block_columns));
    return columns;
}

template <class T>
DeviceColumnBlock DeviceSweepProblem<T>::make_block(std::size_t width) {
    DeviceColumnBlock block;
    block.width = width;
    const std::uint64_t cells = problem_.rows.count() * width;
    block.cells = cl::Buffer(device_.context(), CL_MEM_READ_WRITE, cells * sizeof(T));
    if (hop_bytes_ != 0) block.hops = cl::Buffer(device_.context(), CL_MEM_READ_WRITE, cells * hop_bytes_);
    if (width > scratch_width_) {
        scratch_width_ = width;
        on_device_.scratch = cl::Buffer(device_.context(), CL_MEM_READ_WRITE,
                                        std::max<std::uint64_t>(64, stream_.scratch_rows * width * sizeof(T)));
    }
    return block;
}

// ---- Launches
//
// The launches of a sweep's problem on a device: the upward pass, the walks of each layer, and the cells that no walk
// computes.

namespace {

constexpr std::size_t most_upward_parts = 8;  // work-items that share the arcs of a node

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
    for (const RegionLaunch& launch : upward_.launches) {
        const std::size_t groups = (launch.most + depths - 1) / depths;
        const bool alone = shape_.items > 1 && groups * launch.regions < busy_groups();
        const std::size_t parts = alone ? most_parts : 1;
        cl::Kernel& pass = kernel("sweep_upward.cl", "sweep_upward",
                                  format("{} -D DEPTHS={} -D PARTS={}", cell_settings_, depths, parts));
        const cl_uint region_argument = device::KernelArguments(pass)
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
    for (const RegionLaunch& launch : stream_.launches) walk(launch, block, range);
    write_cells(block, range);
    device_.work_queue().flush();
}

// Uses the widest work-items whose slots fit local memory: the few most demanding regions use narrower ones.
template <class T>
void DeviceSweepProblem<T>::walk(const RegionLaunch& launch, const DeviceColumnBlock& block, ColumnRange range) {
    const std::size_t slot_bytes = shape_.items * sizeof(T);  // if a work-item has one column
    std::size_t columns = shape_.columns;
    while (columns > 1 && launch.most * slot_bytes * columns > slots_bytes(shape_)) columns /= 2;
    cl::Kernel& walk = kernel(
        "sweep.cl", "sweep",
        format("{} -D COLUMNS={} -D ITEMS={} -D CHUNK={}", table_settings_, columns, shape_.items, chunk_instructions));
    const cl_uint region_argument =
        device::KernelArguments(walk)
            .add(on_device_.regions, on_device_.instructions)
            .add(on_device_.columns, on_device_.access_arcs, on_device_.access_cells)
            .add(on_device_.upward_cells, on_device_.scratch)
            .add(block.cells)
            .add_if(hop_bytes_ != 0, block.hops, on_device_.hop_of_first_arc)
            .add_if(!problem_.rows.potential.empty(), on_device_.row_potential, on_device_.column_potential)
            .add(cl::Local(launch.most * slot_bytes * columns), static_cast<cl_uint>(block.width),
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
        device::KernelArguments(least)
            .add(on_device_.direct, on_device_.instructions, on_device_.scratch, block.cells)
            .add_if(hop_bytes_ != 0, block.hops, on_device_.hop_of_first_arc)
            .add_if(!problem_.rows.potential.empty(), on_device_.row_potential, on_device_.column_potential)
            .add(first_direct, first_column, pitch);
        enqueue(least, directs);
    }
    const auto [first_fixed, fixed] = cells_in(fixed_columns_, range, [](std::uint32_t column) { return column; });
    if (fixed > 0) {
        cl::Kernel& known = kernel("sweep_cells.cl", "sweep_fixed", table_settings_);
        device::KernelArguments(known)
            .add(on_device_.fixed, on_device_.fixed_distances, block.cells)
            .add_if(hop_bytes_ != 0, block.hops)
            .add(first_fixed, first_column, pitch);
        enqueue(known, fixed);
    }
}

template class DeviceSweepProblem<std::int32_t>;
template class DeviceSweepProblem<double>;

}  // namespace allways::engine
