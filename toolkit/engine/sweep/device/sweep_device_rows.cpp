#include "engine/sweep/device/sweep_device_rows.h"

#include <algorithm>
#include <utility>

#include "allways/base/format.h"
#include "device/staging.h"
#include "engine/sweep/device/sweep_device_errors.h"
#include "engine/sweep/device/sweep_device_transfer.h"

namespace allways::engine {

namespace {

constexpr std::uint64_t shared_bytes = std::uint64_t{128} << 20;  // rows at a time in memory that the host shares

}  // namespace

template <class T>
DeviceRows<T>::DeviceRows(SweepDevice& device, const ordering::Elimination& tree, std::size_t n, std::size_t rows,
                          std::size_t hop_bytes)
    : device_(device), hop_bytes_(hop_bytes) {
    const SweepShape shape = device.shape(cost_type_of<T>);
    const std::uint64_t group = shape.items * shape.columns;
    const std::uint64_t width = (n + group - 1) / group * group;
    const std::uint64_t row = width * (sizeof(T) + hop_bytes);
    const std::uint64_t network =
        sweep_device_fixed_bytes(tree, cost_type_of<T>, n) + width * sweep_device_scratch_bytes(cost_type_of<T>, n);
    const std::uint64_t available = device.available_bytes();
    const std::uint64_t by_memory = available > network ? (available - network) / row : 0;
    std::uint64_t most = std::min(by_memory, device.max_buffer_bytes() / (width * sizeof(T)));
    if (most == 0) {
        throw CapacityError(format("a row of the table and its network need {} bytes on {}, but only {} are available, "
                                   "{} of them in one buffer; use the schedule on the host",
                                   network + row, device.name(), available, device.max_buffer_bytes()),
                            network + row, std::min(available, device.max_buffer_bytes()));
    }
    if (device.device().shares_host_memory) most = std::clamp<std::uint64_t>(shared_bytes / row, 1, most);
    most_rows_ = std::min<std::uint64_t>(most, std::max<std::size_t>(rows, 1));
    device_bytes_ = network + most_rows_ * row;
}

template <class T>
std::uint64_t DeviceRows<T>::host_bytes() const {
    return device_.device().shares_host_memory ? device_bytes_ : device::most_staging_bytes;
}

template <class T>
void DeviceRows<T>::read(RowRange band, std::size_t row_count,
                         const std::function<SweepProblem<T>(std::size_t, std::size_t)>& problem_of,
                         SweepTarget<T> target, const ProgressCallback& progress) {
    ProgressMeter meter(progress, std::uint64_t{band.end - band.begin} * target.stride);
    for (RowRange some = band; some.begin < band.end; some.begin = some.end) {
        if (!held_ || some.begin < held_->rows.begin || some.begin >= held_->rows.end) {
            const std::size_t end = std::min(some.begin + most_rows_, row_count);
            compute({some.begin, end}, problem_of(some.begin, end));
        }
        some.end = std::min(held_->rows.end, band.end);
        on_sweep_device(device_, [&] { copy(some, target, meter); });
        const std::size_t cells = (some.end - some.begin) * target.stride;
        target.cells += cells;
        if (target.hops) target.hops = static_cast<unsigned char*>(target.hops) + cells * target.hop_bytes;
    }
    meter.finish();
}

template <class T>
void DeviceRows<T>::compute(RowRange rows, SweepProblem<T> problem) {
    release();  // its memory is needed
    on_sweep_device(device_, [&] {
        held_ = std::make_unique<Held>(device_, std::move(problem), hop_bytes_);
        held_->rows = rows;
        held_->on_device.pass_upwards();
        seconds_ += held_->on_device.wait();
        held_->on_device.compute(held_->block, {0, held_->problem.columns.count()});
        seconds_ += held_->on_device.wait();
    });
}

template <class T>
void DeviceRows<T>::copy(RowRange some, const SweepTarget<T>& target, ProgressMeter& meter) {
    const ColumnRange all{0, held_->problem.columns.count()};
    ColumnBlockReader<T> reader(device_, all, target, false);
    reader.start(held_->block, all, some.begin - held_->rows.begin, some.end - some.begin);
    reader.wait(meter);
}

template class DeviceRows<std::int32_t>;
template class DeviceRows<float>;
template class DeviceRows<double>;

}  // namespace allways::engine
