// Runs a schedule on one OpenCL device: tiles up, one launch a step and band, tiles down.
#include "engine/opencl_executor.h"

#include <deque>
#include <map>
#include <tuple>

#include "allways/base/format.h"
#include "engine/device_matrix.h"
#include "engine/kernel_set.h"
#include "engine/progress_meter.h"

namespace allways::engine {
namespace {

using device::OpenClDevice;

// Steps the host may be ahead of the device: enough that it never starves, few enough that progress means something and
// a cancelled solve ends soon.
constexpr std::size_t max_steps_in_flight = 16;

// The part of a span inside a band, counted from the band's first row.
TileSpan clip(const TileSpan& span, const Band& band) {
    TileSpan part{.begin = std::max(span.begin, band.begin), .end = std::min(span.end, band.end)};
    if (part.begin >= part.end) return {};
    if (span.hole >= part.begin && span.hole < part.end) part.hole = span.hole - band.begin;
    part.begin -= band.begin;
    part.end -= band.begin;
    return part;
}

template <class... Arguments>
void set_arguments(cl::Kernel& kernel, const Arguments&... arguments) {
    cl_uint index = 0;
    (kernel.setArg(index++, arguments), ...);
}

// Launches the steps of one solve on an in-order queue.
class Launcher {
public:
    Launcher(const cl::CommandQueue& queue, KernelSet& kernels, const DeviceMatrix& matrix, const TileLayout& layout,
             const CellFormat& format)
        : queue_(queue),
          kernels_(kernels),
          matrix_(matrix),
          tiles_(static_cast<cl_uint>(layout.tiles())),
          carried_(format.hops == HopMode::carried) {}

    // Returns the event of the step's last launch.
    cl::Event launch(const Step& step) {
        switch (step.operation) {
            case Operation::closure: closure(step.inner[0]); break;
            case Operation::panel_row: panel_row(step.inner[0], step.columns); break;
            case Operation::panel_column: panel_column(step.inner[0], step.rows); break;
            case Operation::min_plus: min_plus(step); break;
        }
        return last_;
    }

private:
    void enqueue(const cl::Kernel& kernel, std::size_t columns, std::size_t rows = 1) {
        queue_.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(columns, rows),
                                    cl::NDRange(kernels_.local_items, 1), nullptr, &last_);
    }

    void closure(cl_uint pivot) {
        const Band& band = matrix_.band_of(pivot);
        const cl_uint row = pivot - band.begin;
        if (carried_) {
            set_arguments(kernels_.closure, band.cells, band.hops, tiles_, row, pivot);
        } else {
            set_arguments(kernels_.closure, band.cells, tiles_, row, pivot);
        }
        enqueue(kernels_.closure, kernels_.closure_items);
    }

    void panel_row(cl_uint pivot, const TileSpan& columns) {
        const Band& band = matrix_.band_of(pivot);
        const cl_uint row = pivot - band.begin;
        panel(kernels_.panel_row, band, band, columns, row, row, pivot);
        enqueue(kernels_.panel_row, columns.size() * kernels_.panel_row_items);
    }

    void panel_column(cl_uint pivot, const TileSpan& rows) {
        const Band& pivot_band = matrix_.band_of(pivot);
        for (const Band& band : matrix_.bands()) {
            const TileSpan part = clip(rows, band);
            if (part.size() == 0) continue;
            panel(kernels_.panel_column, band, pivot_band, part, pivot, pivot - pivot_band.begin, pivot);
            enqueue(kernels_.panel_column, part.size() * kernels_.panel_column_items);
        }
    }

    void panel(cl::Kernel& kernel, const Band& c, const Band& pivot, const TileSpan& span, cl_uint c_at, cl_uint a_row,
               cl_uint a_column) {
        if (carried_) {
            set_arguments(kernel, c.cells, pivot.cells, c.hops, pivot.hops, tiles_, span.begin, span.hole, c_at, a_row,
                          a_column);
        } else {
            set_arguments(kernel, c.cells, pivot.cells, tiles_, span.begin, span.hole, c_at, a_row, a_column);
        }
    }

    void min_plus(const Step& step) {
        for (std::uint32_t k = 0; k < step.inner.size(); ++k) {
            const cl_uint inner = step.inner[k];
            const Band& b = matrix_.band_of(inner);
            for (const Band& c : matrix_.bands()) {
                const TileSpan rows = clip(step.rows, c);
                if (rows.size() == 0) continue;
                const TileSpan& columns = step.columns;
                const cl_uint b_row = inner - b.begin;
                if (carried_) {
                    set_arguments(kernels_.min_plus, c.cells, b.cells, c.hops, tiles_, rows.begin, rows.hole,
                                  columns.begin, columns.hole, inner, b_row);
                } else {
                    set_arguments(kernels_.min_plus, c.cells, b.cells, tiles_, rows.begin, rows.hole, columns.begin,
                                  columns.hole, inner, b_row);
                }
                enqueue(kernels_.min_plus, columns.size() * kernels_.min_plus_items, rows.size());
            }
        }
    }

    const cl::CommandQueue& queue_;
    KernelSet& kernels_;
    const DeviceMatrix& matrix_;
    cl_uint tiles_;
    bool carried_;
    cl::Event last_;
};

class OpenClExecutor final : public Executor {
public:
    OpenClExecutor(OpenClDevice device, const OpenClOptions& options)
        : device_(std::move(device)),
          options_(options),
          cache_(options.cache_directory, options.log),
          context_(device_.handle),
          queue_(context_, device_.handle) {}

    std::string description() const override { return device_.info.name; }
    bool supports(CostType type) const override { return type != CostType::float64 || device_.info.has_float64; }

    std::size_t preferred_tile(const CellFormat& cell) const override {
        return static_cast<std::size_t>(tuning(cell).value("tile"));
    }

    std::uint64_t device_bytes(const TileLayout& layout, const CellFormat& cell) const override {
        return layout.cells() * (size_of(cell.type) + (cell.hops == HopMode::carried ? sizeof(std::uint32_t) : 0));
    }
    std::uint64_t available_bytes() const override { return device_.info.memory_bytes; }
    bool shares_host_memory() const override { return device_.shares_host_memory; }

    ExecutionTimes execute(const Schedule& schedule, const TileLayout& layout, const CellFormat& cell,
                           const TileStream& stream, const ProgressCallback& progress) override {
        check_format(cell);
        if (!supports(cell.type)) {
            throw InvalidArgument(format("{} has no float64; use float32 or int32", device_.info.name));
        }
        if (layout.tiles() == 0) return {};
        try {
            return device::checked(device_.info.name, [&] { return run(schedule, layout, cell, stream, progress); });
        } catch (const DeviceError& error) {
            if (error.code() != CL_MEM_OBJECT_ALLOCATION_FAILURE) throw;
            const std::uint64_t needed = device_bytes(layout, cell);
            throw CapacityError(
                format("{} could not allocate the {} bytes of the matrix, though it has {}: other programs may be "
                       "using it; choose another device or a smaller cost type",
                       device_.info.name, needed, device_.info.memory_bytes),
                needed, device_.info.memory_bytes);
        }
    }

private:
    device::Tuning tuning(const CellFormat& cell) const {
        return device::find_tuning(device_, cell.type, cell.hops == HopMode::carried, options_.tuning,
                                   options_.tuning_directory);
    }

    KernelSet& kernels(const CellFormat& cell, std::size_t tile) {
        const auto key = std::tuple(cell.type, cell.hops, cell.label_bits, tile);
        const auto found = kernels_.find(key);
        if (found != kernels_.end()) return found->second;
        return kernels_[key] = build_kernels(context_, device_, cache_, tuning(cell), cell, tile);
    }

    ExecutionTimes run(const Schedule& schedule, const TileLayout& layout, const CellFormat& cell,
                       const TileStream& stream, const ProgressCallback& progress) {
        KernelSet& set = kernels(cell, layout.tile);
        std::uint64_t max_buffer_bytes = device_.info.max_allocation_bytes;
        if (options_.max_buffer_bytes != 0) max_buffer_bytes = std::min(max_buffer_bytes, options_.max_buffer_bytes);
        DeviceMatrix matrix(context_, device_, layout, cell, max_buffer_bytes);
        ExecutionTimes times;
        Stopwatch watch;
        matrix.upload(queue_, stream);
        times.upload = watch.lap();
        try {
            run_steps(schedule, layout, Launcher(queue_, set, matrix, layout, cell), progress);
        } catch (...) {
            wait_out();
            throw;
        }
        times.solve = watch.lap();
        matrix.download(queue_, stream);
        times.download = watch.lap();
        return times;
    }

    // After a failure: the device must be done with the buffers before they go. What it says now adds nothing.
    void wait_out() noexcept {
        try {
            queue_.finish();
        } catch (const cl::Error&) {
        }
    }

    // The queue is in order, so every step comes after those it depends on.
    void run_steps(const Schedule& schedule, const TileLayout& layout, Launcher launcher,
                   const ProgressCallback& progress) {
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
            in_flight.push_back({launcher.launch(step), pair_count(step, layout)});
            queue_.flush();
            if (in_flight.size() > max_steps_in_flight) finish_oldest();
        }
        while (!in_flight.empty()) finish_oldest();
        meter.finish();
    }

    OpenClDevice device_;
    OpenClOptions options_;
    device::ProgramCache cache_;
    cl::Context context_;
    cl::CommandQueue queue_;
    std::map<std::tuple<CostType, HopMode, int, std::size_t>, KernelSet> kernels_;
};

}  // namespace

std::unique_ptr<Executor> make_opencl_executor(OpenClDevice device, const OpenClOptions& options) {
    const std::string name = device.info.name;
    return device::checked(name, [&] { return std::make_unique<OpenClExecutor>(std::move(device), options); });
}

}  // namespace allways::engine
