#include "engine/row_transfers.h"

#include <algorithm>
#include <numeric>

#include "base/parallel.h"

namespace allways::engine {
namespace {

// Enough that a PCIe link is busy for many times what a launch takes; small, so that the first rows are soon there.
constexpr std::size_t piece_bytes = std::size_t{2} << 20;
// Enough to keep a link busy while rows are made; more would only take pinned memory. Pinned rows need no making.
constexpr std::size_t max_threads = 16;
constexpr std::size_t max_pinned_threads = 4;

std::vector<Piece> cut(const DeviceMatrix& matrix) {
    const std::size_t bytes = matrix.row_bytes() + matrix.row_hop_bytes();
    const auto height = static_cast<std::uint32_t>(std::max<std::size_t>(1, piece_bytes / bytes));
    std::vector<Piece> pieces;
    for (const Band& band : matrix.bands()) {
        for (std::uint32_t begin = band.begin; begin < band.end; begin += height) {
            pieces.push_back({begin, std::min(begin + height, band.end)});
        }
    }
    return pieces;
}

std::size_t most_nodes(const std::vector<Piece>& pieces, const TileLayout& layout) {
    std::size_t most = 0;
    for (const Piece& piece : pieces) {
        most = std::max(most, layout.nodes_before(piece.end) - layout.nodes_before(piece.begin));
    }
    return most;
}

// The tile rows a step writes.
template <class Visit>
void for_each_written_row(const Step& step, const Visit& visit) {
    if (step.operation == Operation::copy || step.operation == Operation::compare) return;
    for (std::uint32_t i = 0; i < step.rows.size(); ++i) visit(step.rows[i]);
    if (step.operation == Operation::panels) visit(step.inner[0]);
}

}  // namespace

// ---- staging

Staging::Staging(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bytes)
    : queue_(queue),
      pinned_(context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes),
      host_(queue.enqueueMapBuffer(pinned_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes)),
      device_(context, CL_MEM_READ_WRITE, bytes),
      bytes_(bytes) {}

Staging::~Staging() {
    try {
        queue_.enqueueUnmapMemObject(pinned_, host_);
    } catch (const cl::Error&) {
        // The next use of the device reports what is wrong.
    }
}

std::unique_ptr<Staging> StagingPool::take(const cl::Context& context, const cl::CommandQueue& queue,
                                           std::size_t bytes) {
    while (!free_.empty()) {
        std::unique_ptr<Staging> staging = std::move(free_.back());
        free_.pop_back();
        if (staging->bytes() >= bytes) return staging;
    }
    return std::make_unique<Staging>(context, queue, bytes);
}

void StagingPool::give(std::unique_ptr<Staging> staging) {
    free_.push_back(std::move(staging));
}

// ---- one piece

PieceCarrier::PieceCarrier(const TransferContext& transfer, const cl::CommandQueue& queue, std::size_t most_rows)
    : transfer_(transfer),
      queue_(queue),
      layout_(transfer.matrix.layout()),
      cells_(part_of(layout_.node_count() * transfer.matrix.cell_bytes(), most_rows, "rows_to_tiles", "tiles_to_rows")),
      hops_() {
    if (transfer.matrix.row_hop_bytes() == 0) return;
    hops_ =
        part_of(layout_.node_count() * sizeof(std::uint32_t), most_rows, "hop_rows_to_tiles", "hop_tiles_to_rows");
}

PieceCarrier::~PieceCarrier() {
    try {
        queue_.finish();  // after a failure too: what is on its way uses the staging
    } catch (const cl::Error&) {
        // The next use of the device reports what is wrong.
    }
    transfer_.pool.give(std::move(cells_.staging));
    if (hops_.staging) transfer_.pool.give(std::move(hops_.staging));
}

PieceCarrier::Part PieceCarrier::part_of(std::size_t row_bytes, std::size_t most_rows, const char* to_tiles,
                                         const char* to_rows) const {
    return {row_bytes, transfer_.pool.take(transfer_.context, queue_, most_rows * row_bytes),
            cl::Kernel(transfer_.kernels, to_tiles), cl::Kernel(transfer_.kernels, to_rows)};
}

PieceCarrier::Rows PieceCarrier::rows_of(const Piece& piece) const {
    const std::size_t first = layout_.nodes_before(piece.begin);
    return {first, layout_.nodes_before(piece.end) - first, piece.begin, piece.end - piece.begin};
}

std::uint32_t* PieceCarrier::hop_row(std::size_t i) const {
    return hops_.staging ? reinterpret_cast<std::uint32_t*>(row(hops_, i)) : nullptr;
}

void PieceCarrier::set_arguments(cl::Kernel& kernel, const Part& part, const Rows& rows,
                                 const cl::Buffer& tiles) const {
    const std::uint32_t band_begin = transfer_.matrix.band_of(rows.first_tile_row).begin;
    cl_uint at = 0;
    kernel.setArg(at++, part.staging->device());
    kernel.setArg(at++, tiles);
    for (const std::size_t value :
         {layout_.node_count(), layout_.pivot_count, layout_.border_begin(), layout_.tiles(), rows.first_node,
          std::size_t{rows.first_tile_row - band_begin}, std::size_t{rows.first_tile_row}}) {
        kernel.setArg(at++, static_cast<cl_uint>(value));
    }
}

void PieceCarrier::send(Part& part, const Rows& rows, const cl::Buffer& tiles, const void* source) {
    queue_.enqueueWriteBuffer(part.staging->device(), CL_FALSE, 0, rows.count * part.row_bytes, source);
    set_arguments(part.to_tiles, part, rows, tiles);
    constexpr cl_uint empty = 9;
    if (&part == &hops_) {
        part.to_tiles.setArg(empty, no_hop);
    } else {
        const CellFormat& format = transfer_.matrix.cell_format();
        with_cell_type(format, [&]<class T>() { part.to_tiles.setArg(empty, empty_cell<T>(format)); });
    }
    queue_.enqueueNDRangeKernel(part.to_tiles, cl::NullRange,
                                cl::NDRange(layout_.side(), rows.tile_rows * layout_.tile));
}

void PieceCarrier::fetch(Part& part, const Rows& rows, const cl::Buffer& tiles, void* target) {
    set_arguments(part.to_rows, part, rows, tiles);
    queue_.enqueueNDRangeKernel(part.to_rows, cl::NullRange, cl::NDRange(layout_.node_count(), rows.count));
    queue_.enqueueReadBuffer(part.staging->device(), CL_FALSE, 0, rows.count * part.row_bytes, target);
}

// Waits for what this carrier has enqueued, not for what others have since.
void PieceCarrier::wait() const {
    cl::Event marker;
    queue_.enqueueMarkerWithWaitList(nullptr, &marker);
    marker.wait();
}

void PieceCarrier::send(const Piece& piece) {
    const Rows rows = rows_of(piece);
    const Band& band = transfer_.matrix.band_of(piece.begin);
    const auto* pinned = static_cast<const char*>(transfer_.stream.pinned_source);
    for (std::size_t i = 0; pinned == nullptr && i < rows.count; ++i) {
        transfer_.stream.fill(rows.first_node + i, row(cells_, i), hop_row(i));
    }
    send(cells_, rows, band.cells, pinned ? pinned + rows.first_node * cells_.row_bytes : row(cells_, 0));
    if (hops_.staging) send(hops_, rows, band.hops, row(hops_, 0));
    wait();
}

void PieceCarrier::fetch(const Piece& piece) {
    const Rows rows = rows_of(piece);
    const Band& band = transfer_.matrix.band_of(piece.begin);
    auto* pinned = static_cast<char*>(transfer_.stream.pinned_target);
    fetch(cells_, rows, band.cells, pinned ? pinned + rows.first_node * cells_.row_bytes : row(cells_, 0));
    if (hops_.staging) fetch(hops_, rows, band.hops, row(hops_, 0));
    wait();
    for (std::size_t i = 0; pinned == nullptr && i < rows.count; ++i) {
        transfer_.stream.take(rows.first_node + i, row(cells_, i), hop_row(i));
    }
}

// ---- threads

PieceThreads::PieceThreads(const TransferContext& transfer, bool pinned)
    : transfer_(transfer), pieces_(cut(transfer.matrix)) {
    const std::size_t most = pinned ? max_pinned_threads : max_threads;
    const std::size_t rows = most_nodes(pieces_, transfer.matrix.layout());
    for (std::size_t i = 0; i < std::min({most, std::size_t{hardware_threads()}, pieces_.size()}); ++i) {
        carriers_.push_back(std::make_unique<PieceCarrier>(transfer_, transfer_.queues[i % 2], rows));
    }
}

PieceThreads::~PieceThreads() {
    stop_and_join();
}

void PieceThreads::start() {
    if (pieces_.size() < 2) return;
    for (const auto& carrier : carriers_) threads_.emplace_back([this, &carrier] { run(*carrier); });
}

void PieceThreads::stop_and_join() {
    {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
}

void PieceThreads::run(PieceCarrier& carrier) {
    try {
        while (true) {
            std::unique_lock lock(mutex_);
            if (stopped_ || failure_ || next_ == pieces_.size()) break;
            const std::size_t piece = next_++;
            lock.unlock();
            work(piece, carrier);
        }
    } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
    }
    changed_.notify_all();
}

template <class Ready>
void PieceThreads::wait_until(std::unique_lock<std::mutex>& lock, const Ready& ready) {
    if (threads_.empty()) {
        lock.unlock();
        if (!carriers_.empty()) run(*carriers_.front());
        lock.lock();
    }
    changed_.wait(lock, [&] { return stopped_ || failure_ || ready(); });
    if (failure_) std::rethrow_exception(failure_);
}

Upload::Upload(const TransferContext& transfer)
    : PieceThreads(transfer, transfer.stream.pinned_source != nullptr), done_(pieces_.size(), 0) {
    start();
}

void Upload::work(std::size_t i, PieceCarrier& carrier) {
    carrier.send(pieces_[i]);
    const std::lock_guard lock(mutex_);
    done_[i] = 1;
    while (first_missing_ < done_.size() && done_[first_missing_]) ++first_missing_;
    changed_.notify_all();
}

void Upload::wait_for(std::uint32_t row) {
    std::unique_lock lock(mutex_);
    const auto sent = [&] { return first_missing_ == pieces_.size() || pieces_[first_missing_].begin > row; };
    if (!sent()) wait_until(lock, sent);
}

Download::Download(const TransferContext& transfer, const Schedule& schedule)
    : PieceThreads(transfer, transfer.stream.pinned_target != nullptr) {
    std::vector<LastSteps> of_row(transfer.matrix.rows(), LastSteps{0, 0});
    for (std::size_t s = 0; s < schedule.steps.size(); ++s) {
        const Step& step = schedule.steps[s];
        for_each_written_row(step, [&](std::uint32_t row) { of_row[row][step.ahead ? 1 : 0] = s + 1; });
    }
    const auto last_steps = [&](const Piece& piece) {
        LastSteps last{0, 0};
        for (std::uint32_t row = piece.begin; row < piece.end; ++row) {
            for (std::size_t q = 0; q < last.size(); ++q) last[q] = std::max(last[q], of_row[row][q]);
        }
        return last;
    };
    // In the order they become complete.
    std::ranges::stable_sort(pieces_, {}, [&](const Piece& piece) { return std::ranges::max(last_steps(piece)); });
    for (const Piece& piece : pieces_) last_steps_.push_back(last_steps(piece));
    start();
}

void Download::launched(const cl::Event& event) {
    {
        const std::lock_guard lock(mutex_);
        events_.push_back(event);
    }
    changed_.notify_all();
}

void Download::wait_for_step(std::size_t step) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stopped_ || complete_ || events_.size() > step; });
    if (complete_ || stopped_) return;
    const cl::Event event = events_[step];
    lock.unlock();
    event.wait();
}

void Download::work(std::size_t i, PieceCarrier& carrier) {
    for (const std::size_t step : last_steps_[i]) {
        if (step != 0) wait_for_step(step - 1);
    }
    {
        std::unique_lock lock(mutex_);
        const bool never_written = last_steps_[i] == LastSteps{0, 0};  // then it is as it was sent, at the latest when
        changed_.wait(lock, [&] { return stopped_ || complete_ || !never_written; });  // all is complete
        if (stopped_) return;
    }
    carrier.fetch(pieces_[i]);
    const std::lock_guard lock(mutex_);
    ++taken_;
    changed_.notify_all();
}

void Download::finish() {
    std::unique_lock lock(mutex_);
    complete_ = true;
    changed_.notify_all();
    wait_until(lock, [&] { return taken_ == pieces_.size(); });
}

}  // namespace allways::engine
