// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/opencl/device_worker.h"

#include <deque>
#include <limits>
#include <optional>

#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "device/tuning.h"
#include "engine/dense/opencl/band_traffic.h"
#include "engine/dense/opencl/device_matrix.h"
#include "engine/dense/opencl/row_transfers.h"

namespace allways::engine {
namespace {

// Steps that the host may be ahead of the device: enough that it never starves, few enough that progress is meaningful
// and a cancelled solve ends soon.
constexpr std::size_t max_steps_in_flight = 16;
constexpr std::size_t max_relax_steps_in_flight = 1;  // each is one launch per position of its tiles
// A core does 5 to 40 pairs in a nanosecond: at most a tenth of a second for a step, which is long beside its launch.
constexpr std::uint64_t most_pairs_of_a_core = 500'000'000;
constexpr std::uint64_t most_long_steps_in_flight = 2;

// The pairs of a step in the rows of the share.
std::uint64_t own_pairs(const Step& step, const TileShare& share, const TileLayout& layout) {
    Step own = step;
    own.rows = share.own(step.rows);
    if (step.operation == Operation::panels && !share.has(step.inner[0])) own.columns = {};
    return pair_count(own, layout);
}

// The part of a device's memory that is left to rows on their way, and to the driver.
constexpr std::uint64_t memory_parts = 16;

// Stands for the bands' moves where all rows stay on the device.
constexpr auto nothing = [](auto&&...) {};

// Nodes of a band at most: its pivots are enough work for the time in which a band moves, and it leaves room for
// others.
constexpr std::size_t band_nodes = 4096;
// Bands that the device has room for at least, unless they are one row of tiles high.
constexpr std::uint64_t usual_slots = 8;

// Smaller register tiles of a processor, until they divide the tile.
void fit_to_tile(device::Tuning& tuning, std::size_t tile) {
    if (tuning.form != device::KernelForm::cpu) return;
    const int side = static_cast<int>(tile);
    const int vector = tuning.value("vector");
    int& vectors = tuning.values.at("vectors");
    while (vectors > 1 && side % (vector * vectors) != 0) --vectors;
    int& rows = tuning.values.at("rows");
    while (rows > 1 && side % rows != 0) --rows;
}

}  // namespace

struct DeviceWorker::Job {
    const Schedule& schedule;
    const RowStream& stream;
    const Done& done;
    RowExchange* exchange;
    KernelSet& kernels;
    DeviceMatrix& matrix;
    Launcher& launcher;
    std::size_t sharings = 0;  // so far
};

DeviceWorker::DeviceWorker(device::OpenClDevice device, const device::OpenClOptions& options, bool follows)
    : device_(std::move(device)),
      options_(options),
      follows_(follows),
      cache_(options.cache_directory, options.log),
      context_(device::context_of(device_)),
      queues_{cl::CommandQueue(context_, device_.handle), cl::CommandQueue(context_, device_.handle)},
      upload_queue_(context_, device_.handle),
      download_queue_(context_, device_.handle) {
    std::uint64_t& memory = device_.info.memory_bytes;
    if (options.max_memory_bytes != 0) memory = std::min(memory, options.max_memory_bytes);
}

device::Tuning DeviceWorker::tuning(const CellFormat& format) const {
    return device::choose_tuning(device_, kind_of(format), options_);
}

std::uint64_t DeviceWorker::max_buffer_bytes() const {
    const std::uint64_t own = device_.info.max_allocation_bytes;
    return options_.max_buffer_bytes != 0 ? std::min(own, options_.max_buffer_bytes) : own;
}

std::uint64_t DeviceWorker::bytes_for_rows() const {
    return device_.info.memory_bytes - device_.info.memory_bytes / memory_parts;
}

std::uint64_t DeviceWorker::rows_with_room(const TileLayout& layout, const CellFormat& cell) const {
    return bytes_for_rows() / row_of_tiles_bytes(layout, cell);
}

std::uint64_t DeviceWorker::slots_for(std::uint32_t band, const TileLayout& layout, const CellFormat& cell) const {
    return std::min<std::uint64_t>(rows_with_room(layout, cell) / band, (layout.tiles() + band - 1) / band);
}

std::uint32_t DeviceWorker::band_of_rows(const TileLayout& layout, const CellFormat& cell) const {
    if (layout.tiles() == 0) return 0;
    const std::uint64_t room = rows_with_room(layout, cell);
    if (room >= layout.tiles() || room < least_band_slots) return 0;
    const std::uint64_t row_bytes = row_of_tiles_bytes(layout, cell);
    const std::uint64_t in_a_buffer =
        max_buffer_bytes() / std::max(layout.row_cells() * cell_bytes(cell), row_bytes / 2);
    return static_cast<std::uint32_t>(
        std::max<std::uint64_t>(1, std::min({band_nodes / layout.tile, room / usual_slots, in_a_buffer})));
}

MemoryNeed DeviceWorker::memory_for(const Schedule& schedule, const TileLayout& layout, const CellFormat& cell) const {
    MemoryNeed memory{.device = tile_bytes(schedule, layout, cell), .device_available = device_.info.memory_bytes};
    if (schedule.band != 0) {
        const std::uint64_t row_bytes = row_of_tiles_bytes(layout, cell);
        memory.host = BandTraffic::staging_bytes(row_bytes) + (options_.scratch_directory.empty() ? memory.device : 0);
        memory.device = slots_for(schedule.band, layout, cell) * schedule.band * row_bytes;
    }
    if (device_.shares_host_memory) memory.host += memory.device;
    return memory;
}

std::uint64_t DeviceWorker::most_pairs_of_a_step() const {
    if (device_.info.kind == DeviceInfo::Kind::gpu) return std::numeric_limits<std::uint64_t>::max();
    return most_pairs_of_a_core * device_.info.compute_units;
}

KernelSet& DeviceWorker::kernels(const CellFormat& format, std::size_t tile) {
    const auto key = std::tuple(format.type, format.hops, format.first_arc_bits, format.width, tile);
    const auto found = kernels_.find(key);
    if (found != kernels_.end()) return found->second;
    device::Tuning tuned = tuning(format);
    if (follows_) fit_to_tile(tuned, tile);
    device::add_capabilities(tuned, kind_of(format), device_, cache_);
    return kernels_[key] = build_kernels(context_, device_, cache_, tuned, format, tile);
}

ExecutionTimes DeviceWorker::run(const Schedule& schedule, const TileLayout& layout, const CellFormat& cell,
                                 const TileShare& own, RowExchange* exchange, const RowStream& stream,
                                 const Done& done) {
    try {
        return device::checked(device_.info.name, [&] {
            KernelSet& set = kernels(cell, layout.tile);
            if (schedule.band != 0) {
                const auto slots = static_cast<std::uint32_t>(slots_for(schedule.band, layout, cell));
                DeviceMatrix matrix(context_, layout, cell, schedule.band, slots);
                Launcher launcher(queues_, set, matrix);
                Job job{schedule, stream, done, exchange, set, matrix, launcher};
                return to_its_end([&] { return run_in_bands(job, slots); });
            }
            DeviceMatrix matrix(context_, device_, layout, own, cell, max_buffer_bytes(),
                                exchange ? rows_in_sharing(schedule) : 0);
            std::optional<DeviceMatrix> snapshot;
            if (uses_snapshot(schedule)) snapshot.emplace(context_, device_, layout, own, cell, max_buffer_bytes());
            Launcher launcher(queues_, set, matrix, snapshot ? &*snapshot : nullptr);
            Job job{schedule, stream, done, exchange, set, matrix, launcher};
            return to_its_end([&] { return run(job); });
        });
    } catch (const DeviceError& error) {
        if (error.code() != CL_MEM_OBJECT_ALLOCATION_FAILURE) throw;
        const std::uint64_t needed = schedule.band != 0
                                         ? memory_for(schedule, layout, cell).device
                                         : tile_bytes(schedule, layout, cell) / layout.tiles() * own.size();
        throw CapacityError(
            format("{} could not allocate the {} bytes of the matrix, though it has {}: other programs may be "
                   "using it; choose another device or a smaller cost type",
                   device_.info.name, needed, device_.info.memory_bytes),
            needed, device_.info.memory_bytes);
    }
}

// The rows that the device has no room for are in the store.
ExecutionTimes DeviceWorker::run_in_bands(Job& job, std::uint32_t slots) {
    ExecutionTimes times;
    Stopwatch watch;
    DeviceMatrix& matrix = job.matrix;
    const BandPlan plan = plan_bands(job.schedule, matrix.layout(), slots);
    RowStore store(matrix.layout().tiles(), matrix.row_bytes() + matrix.row_hop_bytes(), options_.scratch_directory);
    BandTraffic traffic(upload_queue_, download_queue_, matrix, plan, job.stream, store);
    const auto before = [&](std::uint32_t index) { traffic.before(index); };
    const auto after = [&](std::uint32_t index, const cl::Event&) {
        traffic.after(index, job.launcher.last_launches());
    };
    run_steps(job, before, after);
    for (auto step = static_cast<std::uint32_t>(job.schedule.steps.size()); step < plan.steps; ++step) {
        before(step);
        after(step, {});
    }
    times.solve = watch.lap();
    traffic.finish();
    times.download = watch.lap();
    return times;
}

std::unique_ptr<TileRegion> DeviceWorker::make_tile_region(const TileLayout& layout, std::uint32_t rows,
                                                           const CellFormat& format) {
    return device::checked(device_.info.name, [&] {
        return make_device_tile_region(device_, queues_, kernels(format, layout.tile), layout, rows, format,
                                       max_buffer_bytes());
    });
}

ExecutionTimes DeviceWorker::run(Job& job) {
    return device_.shares_host_memory && options_.map_host_memory ? run_mapped(job) : run_streamed(job);
}

ExecutionTimes DeviceWorker::run_mapped(Job& job) {
    ExecutionTimes times;
    Stopwatch watch;
    job.matrix.fill_mapped(queues_[0], job.stream);
    if (!options_.overlap_transfers) meet(job);
    times.upload = watch.lap();
    run_steps(job, nothing, nothing);
    times.solve = watch.lap();
    job.matrix.take_mapped(queues_[0], job.stream);
    times.download = watch.lap();
    return times;
}

// Steps begin once the rows they touch have arrived, and rows leave when their last step is done; strictly one after
// the other if the options ask for separate times.
ExecutionTimes DeviceWorker::run_streamed(Job& job) {
    ExecutionTimes times;
    Stopwatch watch;
    const auto transfer = [&](const cl::CommandQueue& link, PlacesMemory& places) -> TransferContext {
        return {context_, link, queues_, job.kernels.rows(), job.matrix, job.stream, places, device_.info.memory_bytes};
    };
    const auto last_row = static_cast<std::uint32_t>(job.matrix.layout().tiles() - 1);
    Upload upload(transfer(upload_queue_, upload_places_));
    if (!options_.overlap_transfers) {
        upload.arrive(last_row);
        for (const cl::CommandQueue& queue : queues_) queue.finish();
        meet(job);
        times.upload = watch.lap();
        run_steps(job, nothing, nothing);
        times.solve = watch.lap();
    }
    Download download(transfer(download_queue_, download_places_), job.schedule);
    if (options_.overlap_transfers) {
        const std::vector<Step>& steps = job.schedule.steps;
        run_steps(
            job,
            [&](std::uint32_t index) { upload.arrive(std::max(steps[index].rows.end, steps[index].inner.end) - 1); },
            [&](std::uint32_t index, const cl::Event& event) { download.launched(steps[index], event); });
        upload.arrive(last_row);  // if no step touches some row
        times.solve = watch.lap();
    }
    download.finish();
    times.download = watch.lap();
    return times;
}

// So that the time of solving does not contain a wait for the rows of other devices.
void DeviceWorker::meet(const Job& job) {
    if (job.exchange) job.exchange->meet();
}

template <class Work>
ExecutionTimes DeviceWorker::to_its_end(const Work& work) {
    try {
        return work();
    } catch (...) {
        wait_out();
        throw;
    }
}

// After a failure the device must finish with the buffers before they are freed. Further errors are ignored.
void DeviceWorker::wait_out() noexcept {
    for (const cl::CommandQueue& queue : {queues_[0], queues_[1], upload_queue_, download_queue_}) clFinish(queue());
}

// Calls before(index) and after(index, event of the last launch) for each step, which move rows to and from the device
// meanwhile.
template <class Before, class After>
void DeviceWorker::run_steps(Job& job, const Before& before, const After& after) {
    struct InFlight {
        std::uint32_t step;
        cl::Event event;
        std::uint64_t pairs;
    };
    std::deque<InFlight> in_flight;
    std::uint64_t pairs_in_flight = 0;
    const std::uint64_t most_pairs = most_pairs_of_a_step();
    const auto finish_oldest = [&] {
        in_flight.front().event.wait();
        job.done(in_flight.front().pairs);
        pairs_in_flight -= in_flight.front().pairs;
        job.launcher.forget(in_flight.front().step);
        in_flight.pop_front();
    };
    for (std::uint32_t i = 0; i < job.schedule.steps.size(); ++i) {
        const Step& step = job.schedule.steps[i];
        before(i);
        if (step.operation == Operation::share && job.exchange) share_rows(job, step);
        const cl::Event event = job.launcher.launch(step);
        if (event() != nullptr) {
            in_flight.push_back({i, event, own_pairs(step, job.matrix.share(), job.matrix.layout())});
            pairs_in_flight += in_flight.back().pairs;
        }
        after(i, event);
        if (step.operation == Operation::compare && job.launcher.unchanged()) break;
        const std::size_t most = step.operation == Operation::relax ? max_relax_steps_in_flight : max_steps_in_flight;
        while (in_flight.size() > most || pairs_in_flight / most_long_steps_in_flight > most_pairs) finish_oldest();
    }
    while (!in_flight.empty()) finish_oldest();
}

// The rows' owner has work of its own while it waits for them to close, and the others while they wait for it.
void DeviceWorker::share_rows(Job& job, const Step& step) {
    job.launcher.wait_for(step);
    const TileSpan& rows = step.rows;
    const std::size_t row_bytes = job.matrix.row_bytes();
    const std::size_t sharing = job.sharings++;
    if (job.matrix.share().has(rows.begin)) {
        job.exchange->give([&](char* memory) {
            for (std::uint32_t row = rows.begin; row < rows.end;) {
                const DeviceMatrix::RowsAt at = job.matrix.rows_at(row, rows.end - row);
                download_queue_.enqueueReadBuffer(at.cells, CL_TRUE, at.row * row_bytes, at.count * row_bytes,
                                                  memory + (row - rows.begin) * row_bytes);
                row += at.count;
            }
        });
    } else {
        job.exchange->take(sharing, [&](const char* memory) {
            upload_queue_.enqueueWriteBuffer(job.matrix.room_for_shared(rows), CL_TRUE, 0, rows.size() * row_bytes,
                                             memory);
        });
    }
}

double DeviceWorker::measure(const CellFormat& format, std::size_t tile) {
    constexpr std::uint32_t tiles = 32;
    constexpr std::uint32_t depth = 4;
    constexpr double seconds = 0.05;
    return device::checked(device_.info.name, [&] {
        const TileLayout layout{.pivot_count = tiles * tile, .border_count = 0, .tile = tile};
        const DeviceMatrix matrix(context_, device_, layout, TileShare::all(tiles), format, max_buffer_bytes());
        for (const RowBuffer& buffer : matrix.buffers()) {
            queues_[0].enqueueFillBuffer(buffer.cells, cl_uint{0}, 0, (buffer.end - buffer.begin) * matrix.row_bytes());
        }
        const Step step{.rows = {0, tiles}, .inner = {0, depth}, .columns = {depth, tiles}, .after = {}};
        Launcher launcher(queues_, kernels(format, tile), matrix);
        launcher.launch(step).wait();  // the first one is slower
        const Stopwatch watch;
        std::uint64_t pairs = 0;
        while (watch.seconds() < seconds) {
            launcher.launch(step).wait();
            pairs += pair_count(step, layout);
        }
        return static_cast<double>(pairs) / watch.seconds();
    });
}

}  // namespace allways::engine
