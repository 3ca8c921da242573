// SPDX-License-Identifier: Apache-2.0
#include "engine/sweep/device/sweep_device.h"

#include <algorithm>
#include <exception>
#include <mutex>

#include "allways/base/format.h"
#include "base/threads/progress_meter.h"
#include "base/threads/together.h"
#include "device/program_cache.h"
#include "engine/sweep/device/sweep_device_problem.h"
#include "engine/sweep/device/sweep_device_results.h"

namespace allways::engine {

namespace {

// In shared memory a column block exists twice: as the block and in the table.
constexpr std::size_t shared_blocks = 8;
constexpr std::size_t least_shared_columns = 4096;

constexpr double usable_share = 0.94;  // of a device's memory; drivers reserve some

device::CellKind kind_of(CostType type) {
    return {.type = type};
}

}  // namespace

std::size_t wanted_block_columns(const device::OpenClDevice& device, std::size_t columns) {
    if (!device.shares_host_memory) return columns;
    return std::min(columns, std::max(least_shared_columns, (columns + shared_blocks - 1) / shared_blocks));
}

SweepDevice::SweepDevice(device::OpenClDevice device, const device::OpenClOptions& options)
    : device_(std::move(device)),
      options_(options),
      cache_(options.cache_directory, options.log),
      context_(device::context_of(device_)),
      work_queue_(context_, device_.handle, CL_QUEUE_PROFILING_ENABLE),
      read_queue_(context_, device_.handle, CL_QUEUE_PROFILING_ENABLE) {}

std::size_t slots_bytes(const SweepShape& shape) {
    const std::size_t chunks = shape.items > 1 ? 2 * chunk_instructions * sizeof(Instruction) : 0;
    return shape.local_bytes > chunks ? shape.local_bytes - chunks : 0;
}

std::uint64_t SweepDevice::max_buffer_bytes() const {
    const std::uint64_t limit = options_.max_buffer_bytes;
    return limit != 0 ? std::min(limit, device_.info.max_allocation_bytes) : device_.info.max_allocation_bytes;
}

std::uint64_t SweepDevice::available_bytes() const {
    const auto usable = static_cast<std::uint64_t>(static_cast<double>(device_.info.memory_bytes) * usable_share);
    return options_.max_memory_bytes != 0 ? std::min(usable, options_.max_memory_bytes) : usable;
}

SweepShape SweepDevice::shape(CostType type) const {
    const auto tuning = device::find_tuning(device_, kind_of(type), options_.tuning, options_.tuning_directory);
    const bool gpu = tuning.form == device::KernelForm::gpu;
    const std::size_t lanes = type == CostType::float64 ? device_.float_lanes / 2 : device_.float_lanes;
    SweepShape shape;
    shape.region_nodes = tuning.value_or("sweep_region", gpu ? 96 : 256);
    shape.items = tuning.value_or("sweep_items", gpu ? 32 : 1);
    shape.columns = tuning.value_or("sweep_columns", gpu ? 4 : std::clamp<std::size_t>(lanes, 1, 16));
    const std::size_t local_bytes = device_.info.local_memory_bytes;
    shape.local_bytes = std::min(tuning.value_or("sweep_local_bytes", local_bytes), local_bytes);
    const std::size_t most_slots = slots_bytes(shape) / (shape.items * size_of(type));
    shape.slots = std::min(tuning.value_or("sweep_slots", most_slots), most_slots);
    shape.block_columns = tuning.value_or("sweep_block", 0);
    const std::vector<std::size_t> widths{1, 2, 4, 8, 16};
    if (std::find(widths.begin(), widths.end(), shape.columns) == widths.end()) {
        throw InvalidArgument(format("expected sweep_columns 1, 2, 4, 8 or 16, found {}", shape.columns));
    }
    if (shape.items > device_.info.max_work_group || shape.slots == 0) {
        throw InvalidArgument(
            format("sweep_items = {} is more than {} supports (a work-group of {}, local memory {} bytes, {} of them "
                   "for slots)",
                   shape.items, name(), device_.info.max_work_group, shape.local_bytes, slots_bytes(shape)));
    }
    return shape;
}

cl::Kernel& SweepDevice::kernel(const std::string& file, const std::string& name, CostType type,
                                const std::string& settings) {
    const std::string key = format("{} {} {} {}", file, name, static_cast<int>(type), settings);
    const auto found = kernels_.find(key);
    if (found != kernels_.end()) return found->second;
    const auto tuning = device::find_tuning(device_, kind_of(type), options_.tuning, options_.tuning_directory);
    const std::string options = format("-cl-std=CL1.2 -D CELL_TYPE={} -D MIN_FORM={} {} {}", static_cast<int>(type),
                                       tuning.value("min_form"), settings, tuning.build_options);
    const cl::Program program = cache_.build(context_, device_, device::kernel_source(file), options);
    return kernels_.emplace(key, cl::Kernel(program, name.c_str())).first->second;
}

namespace {

// The number of blocks for each of several devices, which take them one after another.
constexpr std::size_t blocks_a_device = 4;

// Writes columns of `range` into the target. Computes ranges of at most `wanted` columns until `next(width)` returns an
// empty one. Uses the memory of one block, or of two alternately: one is read while the other is computed.
template <class T, class Next>
double write_blocks(SweepDevice& device, const SweepProblem<T>& problem, ColumnRange range,
                    const SweepTarget<T>& target, bool pinned, std::size_t wanted, const Next& next,
                    const PairsDone& done) {
    DeviceSweepProblem<T> on_device(device, problem, target.hops ? target.hop_bytes : 0);
    std::size_t width = std::min(on_device.whole_groups(wanted), on_device.most_block_columns(1));
    const bool in_turns = width < range.size();
    if (in_turns) {
        width = std::min(width, on_device.most_block_columns(2));
        const std::size_t parts = (range.size() + width - 1) / width;
        width = on_device.whole_groups((range.size() + parts - 1) / parts);  // all blocks have the same width
    }
    std::vector<DeviceColumnBlock> blocks;
    for (std::size_t i = 0; i < (in_turns ? 2 : 1); ++i) blocks.push_back(on_device.make_block(width));
    ColumnBlockReader<T> reader(device, range, target, pinned);
    on_device.pass_upwards();
    double seconds = on_device.wait();
    ColumnRange part = next(width);
    for (std::size_t i = 0; part.size() > 0; ++i, part = next(width)) {
        const DeviceColumnBlock& block = blocks[i % blocks.size()];
        on_device.compute(block, part);
        reader.wait(done);  // for the previous block, while the device computes this one
        seconds += on_device.wait();
        reader.start(block, part, 0, problem.rows.count());
    }
    reader.wait(done);
    return seconds;
}

// Hands out the columns of a range, some at a time.
class ColumnParts {
public:
    explicit ColumnParts(ColumnRange range) : left_(range) {}
    ColumnRange next(std::size_t width) {
        const std::lock_guard lock(mutex_);
        const std::size_t begin = left_.begin;
        left_.begin = std::min(begin + width, left_.end);
        return {begin, left_.begin};
    }

private:
    std::mutex mutex_;
    ColumnRange left_;
};

}  // namespace

// Counts the arcs of the walk, in fours, and of the upward pass; nodes, access arcs and known cells; and the cells of
// the upward pass.
std::uint64_t sweep_device_fixed_bytes(const ordering::Elimination& tree, CostType type, std::size_t n) {
    const std::uint64_t size = size_of(type);
    std::uint64_t fixed = tree.fill() * (2 * (size + 4) + 16) + n * 128;
    for (const std::uint32_t depth : tree.depth) fixed += depth * size;
    return fixed;
}

std::uint64_t sweep_device_scratch_bytes(CostType type, std::size_t n) {
    constexpr std::uint64_t rows_in_scratch = 16;  // one row in this many is passed on to other regions
    return n / rows_in_scratch * size_of(type);
}

std::uint64_t sweep_device_bytes(const SweepDevice& device, const ordering::Elimination& tree, CostType type,
                                 std::size_t n, std::size_t hop_bytes) {
    const std::uint64_t size = size_of(type);
    const std::uint64_t fixed = sweep_device_fixed_bytes(tree, type, n);
    const auto bytes = [&](std::uint64_t columns, std::uint64_t blocks) {
        return fixed + columns * (n * blocks * (size + hop_bytes) + sweep_device_scratch_bytes(type, n));
    };
    const std::size_t wanted = wanted_block_columns(device.device(), n);
    const std::uint64_t of_buffer = device.max_buffer_bytes() / std::max<std::uint64_t>(1, n * size);
    if (wanted == n && n <= of_buffer && bytes(n, 1) <= device.available_bytes()) return bytes(n, 1);
    const SweepShape shape = device.shape(type);
    const std::uint64_t group = shape.items * shape.columns;
    const std::uint64_t room = device.available_bytes() > fixed ? device.available_bytes() - fixed : 0;
    const std::uint64_t fits = std::min(room / std::max<std::uint64_t>(1, bytes(1, 2) - fixed), of_buffer);
    return bytes(std::clamp<std::uint64_t>(fits, group, std::max<std::uint64_t>(group, wanted)), 2);
}

void require_type(const SweepDevice& device, CostType type) {
    if (device.supports(type)) return;
    throw InvalidArgument(format("these costs need float64, which {} does not support; use int32", device.name()));
}

template <class T>
double sweep_on_device(SweepDevice& device, const SweepProblem<T>& problem, ColumnRange range,
                       const SweepTarget<T>& target, bool pinned, const ProgressCallback& progress) {
    require_type(device, cost_type_of<T>);
    if (problem.rows.count() == 0 || range.size() == 0) return 0;
    ProgressMeter meter(progress, std::uint64_t{problem.rows.count()} * range.size());
    ColumnParts parts(range);
    const double seconds = on_sweep_device(device, [&] {
        return write_blocks(
            device, problem, range, target, pinned, wanted_block_columns(device.device(), range.size()),
            [&](std::size_t width) { return parts.next(width); }, [&](std::uint64_t pairs) { meter.add(pairs); });
    });
    meter.finish();
    return seconds;
}

template <class T>
double sweep_on_devices(const SweepDevices& devices, const SweepProblem<T>& problem, ColumnRange range,
                        const SweepTarget<T>& target, const ProgressCallback& progress) {
    if (devices.size() == 1) return sweep_on_device(*devices.front(), problem, range, target, false, progress);
    for (const auto& device : devices) require_type(*device, cost_type_of<T>);
    if (problem.rows.count() == 0 || range.size() == 0) return 0;
    ProgressMeter meter(progress, std::uint64_t{problem.rows.count()} * range.size());
    const std::size_t wanted = range.size() / (devices.size() * blocks_a_device) + 1;
    ColumnParts parts(range);
    std::vector<double> seconds(devices.size());
    Together together;
    const auto work = [&](std::size_t i) {
        seconds[i] = on_sweep_device(*devices[i], [&] {
            return write_blocks(
                *devices[i], problem, range, target, false, wanted,
                [&](std::size_t width) { return parts.next(width); },
                [&](std::uint64_t pairs) { together.add(pairs); });
        });
    };
    together.run(devices.size(), meter, work, [](const std::exception_ptr&) {});
    meter.finish();
    return std::ranges::max(seconds);
}

#define ALLWAYS_INSTANTIATE(T)                                                                                        \
    template double sweep_on_devices(const SweepDevices&, const SweepProblem<T>&, ColumnRange, const SweepTarget<T>&, \
                                     const ProgressCallback&);                                                        \
    template double sweep_on_device(SweepDevice&, const SweepProblem<T>&, ColumnRange, const SweepTarget<T>&, bool,   \
                                    const ProgressCallback&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
