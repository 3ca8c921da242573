// SPDX-License-Identifier: Apache-2.0
#include "engine/sweep/device/sweep_device_rows.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "allways/base/format.h"
#include "base/threads/progress_meter.h"
#include "device/staging.h"
#include "engine/sweep/device/sweep_device_errors.h"
#include "engine/sweep/device/sweep_device_transfer.h"

namespace allways::engine {

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

}  // namespace allways::engine
