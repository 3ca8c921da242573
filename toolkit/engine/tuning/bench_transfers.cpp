// SPDX-License-Identifier: Apache-2.0
#include "engine/tuning/bench_transfers.h"

#include <cstring>

#include "base/threads/parallel.h"
#include "engine/tuning/bench_rows.h"
#include "engine/tuning/bench_run.h"

namespace allways::engine {
namespace {

// Pinned host memory, which a device reads and writes directly.
class PinnedArray {
public:
    PinnedArray(const device::OpenClDevice& device, std::size_t bytes)
        : context_(device::context_of(device)),
          queue_(context_, device.handle),
          buffer_(context_, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes),
          data_(queue_.enqueueMapBuffer(buffer_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes)) {
        std::memset(data_, 0, bytes);
    }
    ~PinnedArray() { clEnqueueUnmapMemObject(queue_(), buffer_(), data_, 0, nullptr, nullptr); }
    PinnedArray(const PinnedArray&) = delete;
    PinnedArray& operator=(const PinnedArray&) = delete;
    void* data() const { return data_; }

private:
    cl::Context context_;
    cl::CommandQueue queue_;
    cl::Buffer buffer_;
    void* data_;
};

template <class T>
void measure(const device::OpenClDevice& device, Executor& apart, Executor& overlapping, const BenchOptions& options,
             BenchResult& result) {
    const std::size_t n = options.n;
    const auto problem = make_bench_problem(options.graph, n, costs_of(options), options.seed);
    const CellFormat cell = format_of(options, *problem);
    const TileLayout layout{.pivot_count = n, .border_count = 0, .tile = result.tile};
    const Schedule schedule =
        make_schedule(options.schedule.text(), layout, result.group, overlapping.preferred_streamed_pivots(cell));
    BenchRows<T> rows(*problem, cell);
    const RowStream made = rows.stream();
    const PinnedArray from(device, n * n * sizeof(T));
    const PinnedArray to(device, n * n * sizeof(T));
    const auto row_of = [n](const PinnedArray& array, std::size_t node) {
        return static_cast<T*>(array.data()) + node * n;
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

}  // namespace

void measure_transfers(const device::OpenClDevice& device, Executor& apart, Executor& overlapping,
                       const BenchOptions& options, BenchResult& result) {
    if (options.hops == BenchHops::array || options.bits16) {
        throw InvalidArgument("transfers are measured for cells without a hop array, of the cost type's own width");
    }
    with_cost_type(options.type, [&]<class T>() {
        device::checked(device.info.name, [&] { measure<T>(device, apart, overlapping, options, result); });
    });
}

}  // namespace allways::engine
