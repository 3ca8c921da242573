// SPDX-License-Identifier: Apache-2.0
#include "engine/sweep/device/sweep_device_results.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <system_error>
#include <utility>

#include "allways/base/format.h"
#include "base/int32_sums.h"
#include "base/threads/parallel.h"
#include "base/threads/progress_meter.h"
#include "device/opencl.h"
#include "engine/sweep/device/sweep_device.h"
#include "engine/sweep/device/sweep_device_problem.h"

namespace allways::engine {

// ---- Column blocks

namespace {

constexpr std::size_t piece_bytes = std::size_t{64} << 20;  // long enough for a link's full rate
// Smaller copies are not faster; progress is reported after each.
constexpr std::size_t direct_bytes = std::size_t{1} << 30;

}  // namespace

template <class T>
ColumnBlockReader<T>::ColumnBlockReader(SweepDevice& device, ColumnRange range, const SweepTarget<T>& target,
                                        bool pinned)
    : device_(device),
      range_(range),
      target_(target),
      direct_(pinned || (device.device().shares_host_memory && device.options().map_host_memory)) {}

template <class T>
ColumnBlockReader<T>::~ColumnBlockReader() {
    try {
        device_.read_queue().finish();  // the table must not be freed while it is being written
    } catch (const cl::Error&) {
        // The next use of the device reports the error.
    }
}

template <class T>
void ColumnBlockReader<T>::start(const DeviceColumnBlock& block, ColumnRange part, std::size_t first_row,
                                 std::size_t rows) {
    part_ = part;
    first_row_ = first_row;
    rows_ = rows;
    block_width_ = block.width;
    lanes_ = {{block.cells, reinterpret_cast<char*>(target_.cells), sizeof(T)}};
    if (block.hops()) lanes_.push_back({block.hops, static_cast<char*>(target_.hops), target_.hop_bytes});
    if (!direct_) return;
    for (const Lane& lane : lanes_) start_direct(lane);
    device_.read_queue().flush();
}

template <class T>
void ColumnBlockReader<T>::start_direct(const Lane& lane) {
    const std::size_t block_pitch = block_width_ * lane.cell_bytes;
    const std::size_t table_pitch = target_.stride * lane.cell_bytes;
    const std::size_t rows_a_read = std::max<std::size_t>(1, direct_bytes / table_pitch);
    for (std::size_t row = 0; row < rows_; row += rows_a_read) {
        const std::array<cl::size_type, 3> from{0, first_row_ + row, 0};
        const std::array<cl::size_type, 3> to{(part_.begin - range_.begin) * lane.cell_bytes, row, 0};
        const std::size_t rows = std::min(rows_a_read, rows_ - row);
        const std::array<cl::size_type, 3> region{part_.size() * lane.cell_bytes, rows, 1};
        Read& read = reads_.emplace_back(Read{{}, region[1]});
        device_.read_queue().enqueueReadBufferRect(lane.buffer, CL_FALSE, from, to, region, block_pitch, 0, table_pitch,
                                                   0, lane.table, nullptr, &read.event);
    }
}

template <class T>
void ColumnBlockReader<T>::wait(const PairsDone& done) {
    for (const Read& read : reads_) {
        read.event.wait();
        count(read.rows, done);
    }
    reads_.clear();
    if (!direct_) {
        for (const Lane& lane : lanes_) copy_staged(lane, done);
    }
    lanes_.clear();
}

// Copies some rows at a time, in the block's layout: one chunk is copied into place while the next arrives.
template <class T>
void ColumnBlockReader<T>::copy_staged(const Lane& lane, const PairsDone& done) {
    const std::size_t row_bytes = block_width_ * lane.cell_bytes;
    const std::size_t piece_rows = std::clamp<std::size_t>(piece_bytes / row_bytes, 1, rows_);
    for (auto& piece : staging_) {
        piece = device::take_staging(device_.context(), device_.read_queue(), piece_rows * row_bytes);
    }
    const auto read = [&](std::size_t first, const device::Staging& into) {
        const std::size_t rows = std::min(piece_rows, rows_ - first);
        cl::Event event;
        device_.read_queue().enqueueReadBuffer(lane.buffer, CL_FALSE, (first_row_ + first) * row_bytes,
                                               rows * row_bytes, into.data(), nullptr, &event);
        device_.read_queue().flush();
        return event;
    };
    cl::Event coming = read(0, *staging_[0]);
    for (std::size_t first = 0, piece = 0; first < rows_; first += piece_rows, ++piece) {
        coming.wait();
        const std::size_t next = first + piece_rows;
        if (next < rows_) coming = read(next, *staging_[(piece + 1) % 2]);
        const char* from = staging_[piece % 2]->data();
        parallel_for(std::min(piece_rows, rows_ - first), [&](std::size_t row) {
            const std::size_t at = (first + row) * target_.stride + (part_.begin - range_.begin);
            std::memcpy(lane.table + at * lane.cell_bytes, from + row * row_bytes, part_.size() * lane.cell_bytes);
        });
        count(std::min(piece_rows, rows_ - first), done);
    }
    for (auto& piece : staging_) device::give_staging(std::move(piece));
}

template class ColumnBlockReader<std::int32_t>;
template class ColumnBlockReader<double>;

// ---- Rows

namespace {

// Bytes of rows at a time in memory that the host shares.
constexpr std::uint64_t shared_bytes = std::uint64_t{128} << 20;

// The number of parts for each of several devices that differ: enough to correct the sizes of parts.
constexpr std::size_t parts_of_uneven = 8;

}  // namespace

template <class T>
DeviceRows<T>::DeviceRows(const SweepDevices& devices, const ordering::Elimination& tree, std::size_t n,
                          std::size_t rows, std::size_t hop_bytes)
    : hop_bytes_(hop_bytes) {
    const bool alike =
        std::ranges::all_of(devices, [&](const auto& device) { return device->name() == devices.front()->name(); });
    for (const auto& device : devices) {
        const SweepShape shape = device->shape(cost_type_of<T>);
        const std::uint64_t group = shape.items * shape.columns;
        const std::uint64_t width = (n + group - 1) / group * group;
        const std::uint64_t row = width * (sizeof(T) + hop_bytes);
        const std::uint64_t network =
            sweep_device_fixed_bytes(tree, cost_type_of<T>, n) + width * sweep_device_scratch_bytes(cost_type_of<T>, n);
        const std::uint64_t available = device->available_bytes();
        const std::uint64_t by_memory = available > network ? (available - network) / row : 0;
        std::uint64_t most = std::min(by_memory, device->max_buffer_bytes() / (width * sizeof(T)));
        if (most == 0) {
            throw CapacityError(
                format("a row of the table and its network need {} bytes on {}, but only {} are available, "
                       "{} of them in one buffer; use the schedule on the host",
                       network + row, device->name(), available, device->max_buffer_bytes()),
                network + row, std::min(available, device->max_buffer_bytes()));
        }
        if (device->device().shares_host_memory) most = std::clamp<std::uint64_t>(shared_bytes / row, 1, most);
        const std::size_t parts = devices.size() * (alike ? 1 : parts_of_uneven);
        const std::size_t most_rows =
            std::min<std::uint64_t>(most, std::max<std::size_t>((rows + parts - 1) / parts, 1));
        shares_.push_back({.device = device, .most_rows = most_rows, .bytes = network + most_rows * row});
    }
}

template <class T>
std::uint64_t DeviceRows<T>::device_bytes() const {
    std::uint64_t bytes = 0;
    for (const DeviceLoad& share : shares_) bytes += share.bytes;
    return bytes;
}

template <class T>
std::uint64_t DeviceRows<T>::host_bytes() const {
    std::uint64_t bytes = 0;
    for (const DeviceLoad& share : shares_) {
        bytes += share.device->device().shares_host_memory ? share.bytes : device::most_staging_bytes;
    }
    return bytes;
}

template <class T>
double DeviceRows<T>::seconds() const {
    double longest = 0;
    for (const DeviceLoad& share : shares_) longest = std::max(longest, share.seconds);
    return longest;
}

template <class T>
void DeviceRows<T>::read(RowRange band, std::size_t row_count, const ProblemOf& problem_of, SweepTarget<T> target,
                         const ProgressCallback& progress) {
    ProgressMeter meter(progress, std::uint64_t{band.size()} * target.stride);
    for (RowRange some = band; some.begin < band.end; some.begin = some.end) {
        Part& part = part_of(some.begin, row_count, problem_of);
        some.end = std::min(part.rows.end, band.end);
        SweepDevice& device = *shares_[part.of].device;
        on_sweep_device(device, [&] {
            const ColumnRange all{0, part.held->problem.columns.count()};
            ColumnBlockReader<T> reader(device, all, target, false);
            reader.start(part.held->block, all, some.begin - part.rows.begin, some.size());
            reader.wait([&](std::uint64_t pairs) { meter.add(pairs); });
        });
        const std::size_t cells = some.size() * target.stride;
        target.cells += cells;
        if (target.hops) target.hops = static_cast<unsigned char*>(target.hops) + cells * target.hop_bytes;
    }
    meter.finish();
}

// Returns the computed part with that row. Parts before it are no longer needed, so their devices take the next rows.
template <class T>
typename DeviceRows<T>::Part& DeviceRows<T>::part_of(std::size_t row, std::size_t row_count,
                                                     const ProblemOf& problem_of) {
    const bool known = std::ranges::any_of(parts_, [&](const auto& part) { return part->rows.has(row); });
    if (!known) parts_.clear();
    while (!parts_.empty() && !parts_.front()->rows.has(row)) {
        const std::size_t share = parts_.front()->of;
        parts_.erase(parts_.begin());
        start(share, parts_.back()->rows.end, row_count, problem_of);
    }
    if (parts_.empty()) {
        std::size_t begin = row;
        for (std::size_t share = 0; share < shares_.size(); ++share) {
            start(share, begin, row_count, problem_of);
            begin = parts_.back()->rows.end;
        }
    }
    Part& part = *parts_.front();
    if (part.computed.valid()) {
        part.computed.get();
        shares_[part.of].seconds += part.seconds;
        shares_[part.of].rows_computed += part.rows.size();
    }
    return part;
}

// Starts computing a part, on a thread of its own if there are several devices.
template <class T>
void DeviceRows<T>::start(std::size_t of, std::size_t begin, std::size_t row_count, const ProblemOf& problem_of) {
    const DeviceLoad& share = shares_[of];
    const RowRange rows{begin, std::min(begin + rows_of_part(share), row_count)};
    if (rows.size() == 0) return;
    auto part = std::make_unique<Part>(Part{.of = of, .rows = rows, .held = {}, .computed = {}});
    const auto compute = [this, part = part.get(), &device = *share.device,
                          problem = std::make_shared<SweepProblem<T>>(problem_of(rows.begin, rows.end))] {
        on_sweep_device(device, [&] {
            part->held = std::make_unique<Held>(device, std::move(*problem), hop_bytes_);
            part->held->on_device.pass_upwards();
            part->seconds += part->held->on_device.wait();
            part->held->on_device.compute(part->held->block, {0, part->held->problem.columns.count()});
            part->seconds += part->held->on_device.wait();
        });
    };
    if (shares_.size() > 1) {
        try {
            part->computed = std::async(std::launch::async, compute);
        } catch (const std::system_error&) {  // no thread: computed when needed
        }
    }
    if (!part->computed.valid()) part->computed = std::async(std::launch::deferred, compute);
    parts_.push_back(std::move(part));
}

// Sizes parts in proportion to the rates so far, with the largest for the fastest device; each device gets the largest
// size while some rate is unknown.
template <class T>
std::size_t DeviceRows<T>::rows_of_part(const DeviceLoad& share) const {
    const auto rate = [](const DeviceLoad& of) { return static_cast<double>(of.rows_computed) / of.seconds; };
    double fastest = 0;
    for (const DeviceLoad& other : shares_) {
        if (other.rows_computed == 0 || other.seconds == 0) return share.most_rows;
        fastest = std::max(fastest, rate(other));
    }
    const double part = static_cast<double>(share.most_rows) * rate(share) / fastest;
    return std::clamp<std::size_t>(static_cast<std::size_t>(part), 1, share.most_rows);
}

template class DeviceRows<std::int32_t>;
template class DeviceRows<double>;

// ---- Sums

namespace {

// The launches that sum the blocks of one table, with weights of one type.
template <class T, class Weight>
class BlockSums {
public:
    BlockSums(SweepDevice& device, const TableSums<T>& wanted, std::size_t results)
        : device_(device), wanted_(wanted), results_(results), count_(wanted.weights.front().size()) {
        std::vector<Weight> all;
        for (const auto of_kind : wanted.weights) all.insert(all.end(), of_kind.begin(), of_kind.end());
        limits_ = copy_of(wanted.limits);
        weights_ = copy_of(all);
        sums_ = cl::Buffer(device.context(), CL_MEM_READ_WRITE, results * sums_a_result() * sizeof(Weight));
        device.work_queue().enqueueFillBuffer(sums_, Weight{0}, 0, results * sums_a_result() * sizeof(Weight));
    }

    void add(const DeviceColumnBlock& block, ColumnRange part) {
        wanted_.of_columns ? add_columns(block, part) : add_rows(block, part);
    }

    std::vector<double> read() const {
        std::vector<Weight> found(results_ * sums_a_result());
        device_.work_queue().enqueueReadBuffer(sums_, CL_TRUE, 0, found.size() * sizeof(Weight), found.data());
        return {found.begin(), found.end()};
    }

private:
    std::size_t sums_a_result() const { return wanted_.weights.size() * wanted_.limits.size(); }
    template <class Value>
    cl::Buffer copy_of(const std::vector<Value>& values) const {
        return {device_.context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, values.size() * sizeof(Value),
                const_cast<Value*>(values.data())};
    }
    std::size_t items() const {
        constexpr std::size_t wanted = 128;
        return std::min<std::size_t>(wanted, device_.device().info.max_work_group);
    }
    cl::Kernel& kernel(const char* name, const DeviceColumnBlock& block) {
        cl::Kernel& found = device_.kernel(
            "sums.cl", name, cost_type_of<T>,
            format("-D WEIGHT_TYPE={} -D KINDS={} -D LIMITS={} -D ITEMS={}", std::is_same_v<Weight, double> ? 1 : 0,
                   wanted_.weights.size(), wanted_.limits.size(), items()));
        device::KernelArguments(found).add(block.cells, limits_, weights_, sums_, static_cast<cl_uint>(block.width),
                                           static_cast<cl_uint>(count_));
        return found;
    }

    void add_rows(const DeviceColumnBlock& block, ColumnRange part) {
        cl::Kernel& sum = kernel("sums_of_rows", block);
        sum.setArg(6, static_cast<cl_uint>(part.begin));
        sum.setArg(7, static_cast<cl_uint>(part.size()));
        constexpr std::size_t most = 65535;  // rows of work-groups that every device accepts in a launch
        for (std::size_t row = 0; row < results_; row += most) {
            sum.setArg(8, static_cast<cl_uint>(row));
            device::enqueue_kernel(device_.work_queue(), sum, cl::NDRange(items(), std::min(most, results_ - row)),
                                   cl::NDRange(items(), 1));
        }
    }

    void add_columns(const DeviceColumnBlock& block, ColumnRange part) {
        cl::Kernel& sum = kernel("sums_of_columns", block);
        sum.setArg(6, static_cast<cl_uint>(part.begin));
        device::enqueue_kernel(device_.work_queue(), sum, cl::NDRange(part.size()), cl::NullRange);
    }

    SweepDevice& device_;
    const TableSums<T>& wanted_;
    std::size_t results_;  // rows, or columns
    std::size_t count_;    // weights of a kind
    cl::Buffer limits_, weights_, sums_;
};

template <class Weight, class T>
std::vector<double> sums_of_blocks(SweepDevice& device, const SweepProblem<T>& problem, const TableSums<T>& wanted,
                                   const ProgressCallback& progress) {
    const std::size_t rows = problem.rows.count();
    const std::size_t columns = problem.columns.count();
    ProgressMeter meter(progress, std::uint64_t{rows} * columns);
    DeviceSweepProblem<T> on_device(device, problem, 0);
    BlockSums<T, Weight> sums(device, wanted, wanted.of_columns ? columns : rows);
    const std::size_t width = std::min(on_device.whole_groups(wanted_block_columns(device.device(), columns)),
                                       on_device.most_block_columns(1));
    const DeviceColumnBlock block = on_device.make_block(width);
    on_device.pass_upwards();
    for (std::size_t begin = 0; begin < columns; begin += width) {
        const ColumnRange part{begin, std::min(begin + width, columns)};
        on_device.compute(block, part);
        sums.add(block, part);
        on_device.wait();
        meter.add(std::uint64_t{rows} * part.size());
    }
    meter.finish();
    return sums.read();
}

}  // namespace

template <class T>
std::vector<double> sums_on_device(SweepDevice& device, const SweepProblem<T>& problem, const TableSums<T>& wanted,
                                   const ProgressCallback& progress) {
    require_type(device, cost_type_of<T>);
    if (problem.rows.count() == 0 || problem.columns.count() == 0) {
        const std::size_t results = wanted.of_columns ? problem.columns.count() : problem.rows.count();
        return std::vector<double>(results * wanted.weights.size() * wanted.limits.size());
    }
    const bool whole = std::ranges::all_of(wanted.weights, add_up_in_int32);
    if (!whole && !device.device().info.has_float64) {
        throw InvalidArgument(
            format("weights that are not integers, or total more than 2^31, need float64, which {} "
                   "does not support; leave out the device",
                   device.name()));
    }
    return on_sweep_device(device, [&] {
        return whole ? sums_of_blocks<std::int32_t>(device, problem, wanted, progress)
                     : sums_of_blocks<double>(device, problem, wanted, progress);
    });
}

#define ALLWAYS_INSTANTIATE(T)                                                                             \
    template std::vector<double> sums_on_device(SweepDevice&, const SweepProblem<T>&, const TableSums<T>&, \
                                                const ProgressCallback&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
