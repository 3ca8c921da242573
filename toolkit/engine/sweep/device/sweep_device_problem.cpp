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

struct AccessSpan {
    std::uint32_t first;
    std::uint32_t count;
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
            stream_ = make_instruction_stream(problem, {shape_.region_nodes, shape_.slots});
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
    std::vector<AccessSpan> spans(side.count() + shape_.items * shape_.columns, AccessSpan{0, 0});
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
    struct Fixed {
        DeviceFixedCell cell;
        T distance;
    };
    std::vector<Fixed> fixed;
    for (std::uint32_t i = 0; i < problem_.rows.count(); ++i) {
        problem_.for_each_fixed(i, 0, problem_.columns.count(), [&](const FixedCell<T>& cell) {
            fixed.push_back({{cell.column, i, cell.hop}, cell.distance});
        });
    }
    std::stable_sort(fixed.begin(), fixed.end(),
                     [](const Fixed& a, const Fixed& b) { return a.cell.column < b.cell.column; });
    std::vector<DeviceFixedCell> cells;
    std::vector<T> distances;
    for (const Fixed& known : fixed) {
        cells.push_back(known.cell);
        distances.push_back(known.distance);
        fixed_columns_.push_back(known.cell.column);
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
    if (device_.options().block_columns != 0) {
        columns = std::min<std::uint64_t>(columns, whole_groups(device_.options().block_columns));
    }
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

template <class T>
std::vector<DeviceColumnBlock> DeviceSweepProblem<T>::make_blocks(std::size_t columns) {
    const std::size_t widest = std::min(most_block_columns(1), whole_groups(columns));
    const std::size_t count = (columns + widest - 1) / widest;
    const std::size_t width = whole_groups((columns + count - 1) / count);  // all blocks have the same width
    if (most_block_columns(count) < width) {
        throw CapacityError(format("the whole table takes {} bytes, but {} has {}; transfer it in blocks of columns",
                                   bytes_per_column() * columns, device_.name(), device_.device().info.memory_bytes),
                            bytes_per_column() * columns, device_.device().info.memory_bytes);
    }
    std::vector<DeviceColumnBlock> blocks;
    for (std::size_t i = 0; i < count; ++i) blocks.push_back(make_block(width));
    return blocks;
}

template class DeviceSweepProblem<std::int32_t>;
template class DeviceSweepProblem<double>;

}  // namespace allways::engine
