// SPDX-License-Identifier: Apache-2.0
// The dense benchmark: solves a generated graph on an executor, times it, checks it, and compares it with the ceiling.
#include "allways/engine/bench.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/engine/solve.h"
#include "base/host_memory.h"
#include "base/human.h"
#include "base/text.h"
#include "base/threads/parallel.h"
#include "device/opencl.h"
#include "device/tuning.h"
#include "engine/dense/opencl/opencl_executor.h"
#include "engine/tuning/bench_run.h"
#include "engine/tuning/device_meters.h"
#include "engine/tuning/tuning_search.h"

namespace allways {
using namespace engine;

namespace {

// ---- Transfers

template <class T>
void measure_transfers_of(const device::OpenClDevice& device, Executor& apart, Executor& overlapping,
                          const BenchOptions& options, BenchResult& result) {
    const std::size_t n = options.n;
    const auto problem = make_bench_problem(options.graph, n, costs_of(options), options.seed);
    const CellFormat cell = format_of(options, problem->first_arc_bits());
    const TileLayout layout{.pivot_count = n, .border_count = 0, .tile = result.tile};
    const Schedule schedule =
        make_schedule(options.schedule.text(), layout, result.group, overlapping.preferred_streamed_pivots(cell));
    BenchRows<T> rows(*problem, cell);
    const RowStream made = rows.stream();
    const cl::Context context = device::context_of(device);
    const cl::CommandQueue queue(context, device.handle);
    const device::Staging from(context, queue, n * n * sizeof(T));
    const device::Staging to(context, queue, n * n * sizeof(T));
    for (const device::Staging* array : {&from, &to}) std::memset(array->data(), 0, array->bytes());
    const auto row_of = [n](const device::Staging& array, std::size_t node) {
        return reinterpret_cast<T*>(array.data()) + node * n;
    };
    parallel_for(n, [&](std::size_t node) { made.fill(node, row_of(from, node), nullptr); });
    RowStream stream;  // fill and take are set for a device that shares the host's memory
    stream.fill = [&](std::size_t node, void* cells, std::uint32_t*) {
        std::memcpy(cells, row_of(from, node), n * sizeof(T));
    };
    stream.take = [&](std::size_t node, const void* cells, const std::uint32_t*) {
        std::memcpy(row_of(to, node), cells, n * sizeof(T));
    };
    if (options.transfers == BenchTransfers::pinned) {
        stream.pinned_source = from.data();
        stream.pinned_target = to.data();
    }
    std::vector<double> upload, download, transfers, work, total;
    for (unsigned run = 0; run <= std::max(1u, options.runs); ++run) {
        const ExecutionTimes times = apart.execute(schedule, layout, cell, stream, options.progress);
        const ExecutionTimes whole = overlapping.execute(schedule, layout, cell, stream, options.progress);
        if (run == 0) continue;  // warms up
        upload.push_back(times.upload);
        download.push_back(times.download);
        transfers.push_back(times.upload + times.download);
        work.push_back(times.solve);
        total.push_back(whole.total());
    }
    result.upload_seconds = median(upload);
    result.download_seconds = median(download);
    result.transfer_seconds = median(transfers);
    result.work_seconds = median(work);
    result.total_seconds = median(total);
    if (!options.check) return;
    parallel_for(n, [&](std::size_t node) { made.take(node, row_of(to, node), nullptr); });
    rows.check();
}

// Measures transfers from one array in pinned host memory to another, both touched before: the transfers alone, on the
// executor that runs one step at a time, and the whole job on the executor that overlaps them with computing. Fills in
// `result`, whose tile and group it uses. Throws InvalidArgument for a hop array and for 16-bit cells.
void measure_transfers(const device::OpenClDevice& device, Executor& apart, Executor& overlapping,
                       const BenchOptions& options, BenchResult& result) {
    if (options.hops == BenchHops::array || options.bits16) {
        throw InvalidArgument("transfers are measured for cells without a hop array, of the cost type's own width");
    }
    with_cost_type(options.type, [&]<class T>() {
        device::checked(device.info.name,
                        [&] { measure_transfers_of<T>(device, apart, overlapping, options, result); });
    });
}

// ---- The benchmark

// Bytes per pair on the device, including a schedule's snapshot of the matrix; a problem of four tiles suffices to
// measure them.
std::uint64_t bytes_of_a_pair(const BenchOptions& bench) {
    const TileLayout four_tiles{.pivot_count = 4, .border_count = 0, .tile = 1};
    const Schedule schedule = make_schedule(bench.schedule.text(), four_tiles, 1);
    return tile_bytes(schedule, four_tiles, format_of(bench, 0)) / four_tiles.cells();
}

// Throws CapacityError if the matrix does not fit; a system that overcommits would kill the run instead.
void check_fits(const BenchOptions& bench, const std::vector<device::OpenClDevice>& devices) {
    std::uint64_t available = 0;
    for (const device::OpenClDevice& device : devices) {
        if (device.info.kind != DeviceInfo::Kind::cpu) available += device.info.memory_bytes;
    }
    // One device processes a larger matrix in bands of rows; the other rows stay in host memory.
    const bool on_host = available == 0 || (devices.size() == 1 && available < available_host_bytes());
    if (on_host) available = available_host_bytes();
    const std::uint64_t bytes_a_pair = bytes_of_a_pair(bench);
    if (std::uint64_t{bench.n} * bench.n <= available / bytes_a_pair) return;
    const double needed =
        static_cast<double>(bench.n) * static_cast<double>(bench.n) * static_cast<double>(bytes_a_pair);
    const auto whole = needed < 0x1p63 ? static_cast<std::uint64_t>(needed) : std::uint64_t{1} << 63;
    throw CapacityError(
        format("not enough memory: {} nodes need {} on {}, which has {}; use fewer nodes (`n`)", count_text(bench.n),
               bytes_text(whole), on_host ? "this host" : "these devices", bytes_text(available)),
        whole, available);
}

// Returns the seconds that it took.
double tune_first(const device::OpenClDevice& device, const BenchOptions& options,
                  const device::OpenClOptions& opencl) {
    constexpr double pairs_of_a_long_job = 1e18;
    const Stopwatch watch;
    const auto found = tune_itself(device, format_of(options, 0), pairs_of_a_long_job, opencl, options.progress);
    log(options.log, LogLevel::info, found.value_or(format("{} keeps its tuning", device.info.name)));
    return watch.seconds();
}

}  // namespace

BenchResult run_bench(const BenchOptions& options) {
    if (options.bits16 && options.hops == BenchHops::array) {
        throw InvalidArgument("uint16 cells cannot hold a hop array; use `hops` first-arcs or none, or `type` int32");
    }
    device::OpenClOptions opencl{.max_memory_bytes = options.device_memory_bytes,
                                 .cache_directory = options.cache_directory,
                                 .log = options.log,
                                 .overlap_transfers = false,
                                 .tuning = options.tuning,
                                 .tuning_directory = options.tuning_directory};
    BenchResult result;
    std::vector<device::OpenClDevice> devices;
    if (!options.device.is_reference()) devices = choose_devices(options.device);
    check_fits(options, devices);
    if (options.transfers != BenchTransfers::none && devices.size() > 1) {
        throw InvalidArgument("transfers are measured on one device; name one, or leave out `transfers`");
    }
    if (options.self_tuning && !devices.empty()) result.tuning_seconds = tune_first(devices.front(), options, opencl);
    // Without a device it is the reference executor, either requested or as a fallback; make_executor logs which.
    const auto executor =
        devices.empty() ? make_executor(options.device, opencl) : make_opencl_executor(devices, opencl);
    double ceiling = 0;
    for (const device::OpenClDevice& device : devices) {
        device::ProgramCache cache(options.cache_directory, options.log);
        const device::CellKind kind{.type = options.type,
                                    .width = options.bits16 ? CellWidth::bits16 : CellWidth::full};
        const auto tuning = device::choose_tuning(device, kind, opencl);
        ceiling += measure_ceiling(device, cache, tuning, kind);
    }
    const double tuning_seconds = result.tuning_seconds;
    result = run_bench_on(*executor, options);
    result.tuning_seconds = tuning_seconds;
    if (!devices.empty()) result.driver = devices.front().info.driver;
    result.ceiling_pairs_per_second = ceiling;
    if (ceiling > 0) result.share = result.pairs_per_second / ceiling;
    if (options.transfers != BenchTransfers::none && !devices.empty()) {
        opencl.overlap_transfers = true;
        const auto overlapping = make_opencl_executor(devices, opencl);
        measure_transfers(devices.front(), *executor, *overlapping, options, result);
    }
    return result;
}

const std::vector<BenchOptionRow>& bench_options() {
    using Bench = BenchOptions;
    static const std::vector<BenchOptionRow> rows{
        {"device", &Bench::device, "TEXT", device_text},
        {"runs", &Bench::runs, "COUNT", "Number of measured runs, after a warm-up run"},
        {"seed", &Bench::seed, "NUMBER", "Random seed"},
        {"n", &Bench::n, "COUNT", "Number of nodes", "", "--n,--nodes"},
        {"graph", &Bench::graph, "GRAPH",
         "Graph to solve: dense, a complete digraph; street, a street network with nodes in random order"},
        {"type", &Bench::type, "TYPE", "Number type of costs", "", no_flag},
        {"bits16", &Bench::bits16, "", "Store int32 costs in cells of 16 bits", "", no_flag},
        {"large", &Bench::large, "", "Use int32 costs so large that distances may fill the cells", "", no_flag},
        {"hops", &Bench::hops, "HOPS",
         "Next hops: none, first-arcs (in the low bits of int32 and uint16 cells) or array (beside the cells; all but "
         "uint16)"},
        {"schedule", &Bench::schedule, joined(tile_schedules(), "|"), std::string("Schedule: ") + tile_schedules_text},
        {"group", &Bench::group, "TILES",
         "Pivot tiles in a group of the blocked and squaring schedules (default: as tuned for the device)"},
        {"tile", &Bench::tile, "NODES", "Tile size in nodes (default: as tuned for the device)"},
        {"device_memory_bytes", &Bench::device_memory_bytes, "SIZE", device_memory_text, "", "--device-memory"},
        {"tuning", &Bench::tuning, "NAME", "Entry of the tuning table (default: the one that fits the device)"},
        {"self_tuning", &Bench::self_tuning, "",
         "Let a device without an entry of its own tune itself first, as for a long job", "", no_flag},
        {"transfers", &Bench::transfers, "HOW", "Also measure the transfer of rows to and from the device", "",
         no_flag},
        {"check", &Bench::check, "", "Without this check, answers are not compared with Dijkstra's algorithm"},
        {"cache_directory", &Bench::cache_directory, "FOLDER", "Folder that keeps compiled kernels; empty: none", "",
         no_flag},
        {"tuning_directory", &Bench::tuning_directory, "FOLDER",
         "Folder of tuning entries that override the shipped ones; empty: none", "", no_flag},
    };
    return rows;
}

}  // namespace allways
