// Runs a schedule on one OpenCL device: tiles up, one launch per step and band, tiles down.
#include "engine/dense/opencl/opencl_executor.h"

#include <deque>
#include <map>
#include <optional>
#include <tuple>

#include "allways/base/format.h"
#include "base/progress_meter.h"
#include "engine/dense/opencl/device_matrix.h"
#include "engine/dense/opencl/kernel_set.h"
#include "engine/dense/opencl/launcher.h"
#include "engine/dense/opencl/row_transfers.h"

namespace allways::engine {
namespace {

using device::OpenClDevice;

// Steps that the host may be ahead of the device: enough that it never starves, few enough that progress is meaningful
// and a cancelled solve ends soon.
constexpr std::size_t max_steps_in_flight = 16;
constexpr std::size_t max_relax_steps_in_flight = 1;  // each is one launch per position of its tiles

class OpenClExecutor final : public Executor {
public:
    OpenClExecutor(OpenClDevice device, const device::OpenClOptions& options)
        : device_(std::move(device)),
          options_(options),
          cache_(options.cache_directory, options.log),
          context_(device::context_of(device_)),
          queues_{cl::CommandQueue(context_, device_.handle), cl::CommandQueue(context_, device_.handle)},
          upload_queue_(context_, device_.handle),
          download_queue_(context_, device_.handle) {}

    std::string description() const override { return device_.info.name; }
    bool supports(CostType type) const override { return type != CostType::float64 || device_.info.has_float64; }

    std::size_t preferred_tile(const CellFormat& cell) const override {
        return static_cast<std::size_t>(tuning(cell).value("tile"));
    }
    std::uint32_t preferred_streamed_pivots(const CellFormat& cell) const override {
        return static_cast<std::uint32_t>(tuning(cell).value_or("ends", 0));  // the tuning table's key
    }
    std::uint32_t preferred_group(const CellFormat& cell) const override {
        return static_cast<std::uint32_t>(tuning(cell).value("group"));
    }

    std::uint64_t available_bytes() const override { return device_.info.memory_bytes; }
    bool shares_host_memory() const override { return device_.shares_host_memory; }

    ExecutionTimes execute(const Schedule& schedule, const TileLayout& layout, const CellFormat& cell,
                           const RowStream& stream, const ProgressCallback& progress) override {
        check_format(cell);
        if (!supports(cell.type)) {
            throw InvalidArgument(format("{} does not support float64; use float32 or int32", device_.info.name));
        }
        if (layout.tiles() == 0) return {};
        try {
            return device::checked(device_.info.name, [&] { return run(schedule, layout, cell, stream, progress); });
        } catch (const DeviceError& error) {
            if (error.code() != CL_MEM_OBJECT_ALLOCATION_FAILURE) throw;
            const std::uint64_t needed = tile_bytes(schedule, layout, cell);
            throw CapacityError(
                format("{} could not allocate the {} bytes of the matrix, though it has {}: other programs may be "
                       "using it; choose another device or a smaller cost type",
                       device_.info.name, needed, device_.info.memory_bytes),
                needed, device_.info.memory_bytes);
        }
    }

private:
    device::Tuning tuning(const CellFormat& cell) const {
        return device::find_tuning(device_, kind_of(cell), options_.tuning, options_.tuning_directory);
    }

    KernelSet& kernels(const CellFormat& cell, std::size_t tile) {
        const auto key = std::tuple(cell.type, cell.hops, cell.first_arc_bits, cell.width, tile);
        const auto found = kernels_.find(key);
        if (found != kernels_.end()) return found->second;
        return kernels_[key] = build_kernels(context_, device_, cache_, tuning(cell), cell, tile);
    }

    ExecutionTimes run(const Schedule& schedule, const TileLayout& layout, const CellFormat& cell,
                       const RowStream& stream, const ProgressCallback& progress) {
        KernelSet& set = kernels(cell, layout.tile);
        std::uint64_t max_buffer_bytes = device_.info.max_allocation_bytes;
        if (options_.max_buffer_bytes != 0) max_buffer_bytes = std::min(max_buffer_bytes, options_.max_buffer_bytes);
        const DeviceMatrix matrix(context_, device_, layout, cell, max_buffer_bytes);
        std::optional<DeviceMatrix> snapshot;
        if (uses_snapshot(schedule)) snapshot.emplace(context_, device_, layout, cell, max_buffer_bytes);
        Launcher launcher(context_, queues_, set, matrix, snapshot ? &*snapshot : nullptr, layout, cell);
        try {
            if (device_.shares_host_memory && options_.map_host_memory)
                return run_mapped(schedule, layout, matrix, launcher, stream, progress);
            return run_streamed(schedule, layout, matrix, set, launcher, stream, progress);
        } catch (...) {
            wait_out();
            throw;
        }
    }

    ExecutionTimes run_mapped(const Schedule& schedule, const TileLayout& layout, const DeviceMatrix& matrix,
                              Launcher& launcher, const RowStream& stream, const ProgressCallback& progress) {
        ExecutionTimes times;
        Stopwatch watch;
        matrix.fill_mapped(queues_[0], stream);
        times.upload = watch.lap();
        run_steps(schedule, layout, launcher, progress, nullptr, nullptr);
        times.solve = watch.lap();
        matrix.take_mapped(queues_[0], stream);
        times.download = watch.lap();
        return times;
    }

    // Steps begin once the rows they touch have arrived, and rows leave when their last step is done; strictly one
    // after the other if the options ask for separate times.
    ExecutionTimes run_streamed(const Schedule& schedule, const TileLayout& layout, const DeviceMatrix& matrix,
                                KernelSet& set, Launcher& launcher, const RowStream& stream,
                                const ProgressCallback& progress) {
        ExecutionTimes times;
        Stopwatch watch;
        const auto transfer = [&](const cl::CommandQueue& link, PlacesMemory& places) -> TransferContext {
            return {context_, link, queues_, set.rows(), matrix, stream, places, device_.info.memory_bytes};
        };
        const std::uint32_t last_row = matrix.rows() - 1;
        Upload upload(transfer(upload_queue_, upload_places_));
        if (!options_.overlap_transfers) {
            upload.arrive(last_row);
            for (const cl::CommandQueue& queue : queues_) queue.finish();
            times.upload = watch.lap();
            run_steps(schedule, layout, launcher, progress, nullptr, nullptr);
            times.solve = watch.lap();
        }
        Download download(transfer(download_queue_, download_places_), schedule);
        if (options_.overlap_transfers) {
            run_steps(schedule, layout, launcher, progress, &upload, &download);
            upload.arrive(last_row);  // if no step touches some row
            times.solve = watch.lap();
        }
        download.finish();
        times.download = watch.lap();
        return times;
    }

    // After a failure the device must finish with the buffers before they are freed. Further errors are ignored.
    void wait_out() noexcept {
        for (const cl::CommandQueue& queue : {queues_[0], queues_[1], upload_queue_, download_queue_})
            clFinish(queue());
    }

    // `upload` and `download` are null if all rows are on the device, and stay there.
    void run_steps(const Schedule& schedule, const TileLayout& layout, Launcher& launcher,
                   const ProgressCallback& progress, Upload* upload, Download* download) {
        ProgressMeter meter(progress, pair_count(schedule, layout));
        struct InFlight {
            cl::Event event;
            std::uint64_t pairs;
        };
        std::deque<InFlight> in_flight;
        const auto finish_oldest = [&] {
            in_flight.front().event.wait();
            meter.add(in_flight.front().pairs);
            in_flight.pop_front();
        };
        for (const Step& step : schedule.steps) {
            if (upload) upload->arrive(std::max(step.rows.end, step.inner.end) - 1);
            in_flight.push_back({launcher.launch(step), pair_count(step, layout)});
            if (download) download->launched(step, in_flight.back().event);
            if (step.operation == Operation::compare && launcher.unchanged()) break;
            const std::size_t most =
                step.operation == Operation::relax ? max_relax_steps_in_flight : max_steps_in_flight;
            while (in_flight.size() > most) finish_oldest();
        }
        while (!in_flight.empty()) finish_oldest();
        meter.finish();
    }

    OpenClDevice device_;
    device::OpenClOptions options_;
    device::ProgramCache cache_;
    cl::Context context_;
    Queues queues_;
    cl::CommandQueue upload_queue_;
    cl::CommandQueue download_queue_;
    PlacesMemory upload_places_;
    PlacesMemory download_places_;
    std::map<std::tuple<CostType, HopMode, int, CellWidth, std::size_t>, KernelSet> kernels_;
};

}  // namespace

std::unique_ptr<Executor> make_opencl_executor(OpenClDevice device, const device::OpenClOptions& options) {
    const std::string name = device.info.name;
    return device::checked(name, [&] { return std::make_unique<OpenClExecutor>(std::move(device), options); });
}

}  // namespace allways::engine
