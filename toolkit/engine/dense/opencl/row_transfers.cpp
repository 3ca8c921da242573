// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/opencl/row_transfers.h"

#include <algorithm>

#include "allways/base/error.h"
#include "base/threads/parallel.h"

namespace allways::engine {

// ---- Between devices

RowExchange::RowExchange(std::size_t devices, const cl::Context& context, const cl::CommandQueue& queue,
                         std::size_t bytes)
    : devices_(devices) {
    if (devices < 2) return;
    for (Slot& slot : slots_) slot.memory = device::take_staging(context, queue, bytes);
}

RowExchange::~RowExchange() {
    for (Slot& slot : slots_) {
        if (slot.memory) device::give_staging(std::move(slot.memory));
    }
}

void RowExchange::meet() {
    monitor_.change([&] { ++met_; });
    monitor_.wait([&] { return met_ == devices_; });
}

// Sharings have an order that all devices follow, so at most one device gives at a time.
void RowExchange::give(const std::function<void(char* memory)>& read) {
    Slot& slot = slots_[monitor_.read([&] { return given_; }) % slots_.size()];
    monitor_.wait([&] { return slot.takers == 0; });
    read(slot.memory->data());
    monitor_.change([&] {
        slot.sharing = ++given_;
        slot.takers = devices_ - 1;
    });
}

void RowExchange::take(std::size_t sharing, const std::function<void(const char* memory)>& write) {
    Slot& slot = slots_[sharing % slots_.size()];
    monitor_.wait([&] { return slot.sharing == sharing + 1; });
    write(slot.memory->data());
    monitor_.change([&] { --slot.takers; });
}

// ---- Between a device and the host

namespace {

// A matrix is some dozens of pieces. Computing a piece takes at least as long as starting a thread; if there are many,
// sending one takes many times as long as a launch.
constexpr std::size_t smallest_piece_bytes = std::size_t{1} << 18;
constexpr std::size_t largest_piece_bytes = std::size_t{16} << 20;
constexpr std::size_t pieces_a_matrix = 64;

// The argument of `empty` (kernels/rows.cl).
constexpr cl_uint empty_argument = 10;

// Splits a matrix into pieces: large enough to keep a link busy, small enough that transfers start and end early.
std::vector<Piece> pieces_of(const DeviceMatrix& matrix) {
    const std::size_t bytes = matrix.row_bytes() + matrix.row_hop_bytes();
    const std::size_t wanted =
        std::clamp(bytes * matrix.share().size() / pieces_a_matrix, smallest_piece_bytes, largest_piece_bytes);
    const auto height = static_cast<std::uint32_t>(std::max<std::size_t>(1, wanted / bytes));
    const TileLayout& layout = matrix.layout();
    std::vector<Piece> pieces;
    const TileShare& share = matrix.share();
    for (const RowBuffer& buffer : matrix.buffers()) {
        for (std::uint32_t at = buffer.begin; at < buffer.end;) {
            const std::uint32_t begin = share[at];
            std::uint32_t end = begin;
            do {
                ++end;
                ++at;
            } while (at < buffer.end && end - begin < height && share[at] == end);
            const std::size_t first = layout.nodes_before(begin);
            pieces.push_back({begin, end, first, layout.nodes_before(end) - first});
        }
    }
    return pieces;
}

// Enough threads to keep a link busy while rows are computed; more would only take pinned memory. For rows in pinned
// memory a thread only enqueues and waits, so two suffice in turns.
constexpr std::size_t max_threads = 16;
constexpr std::size_t pinned_threads = 2;
// Places for pieces on the device: all pieces, if that takes a small part of its memory.
constexpr std::size_t least_places = 8;
constexpr std::size_t staging_share = 32;
// Launches that move all of the places: few enough to cost little, enough that places free up while others are in use.
constexpr std::size_t launches_a_round = 4;

void grow(cl::Buffer& buffer, const cl::Context& context, std::size_t needed) {
    const std::size_t bytes = buffer() == nullptr ? 0 : buffer.getInfo<CL_MEM_SIZE>();
    if (needed <= bytes) return;
    buffer = cl::Buffer();  // freed before the larger one is allocated
    buffer = cl::Buffer(context, CL_MEM_READ_WRITE, needed);
}

// Calls visit for the tile rows that a step writes.
template <class Visit>
void for_each_written_row(const Step& step, const Visit& visit) {
    if (step.operation == Operation::copy || step.operation == Operation::compare ||
        step.operation == Operation::share) {
        return;
    }
    for (std::uint32_t i = 0; i < step.rows.size(); ++i) visit(step.rows[i]);
    if (step.operation == Operation::panels && !step.columns.empty()) visit(step.inner[0]);
}

}  // namespace

PieceThreads::PieceThreads(const TransferContext& transfer, const char* cells_kernel, const char* hops_kernel,
                           const void* pinned)
    : transfer_(transfer),
      layout_(transfer.matrix.layout()),
      row_bytes_(layout_.node_count() * transfer.matrix.cell_bytes()),
      row_hop_bytes_(transfer.matrix.row_hop_bytes() != 0 ? layout_.node_count() * sizeof(std::uint32_t) : 0),
      cells_kernel_(transfer.kernels, cells_kernel),
      pieces_(pieces_of(transfer.matrix)) {
    if (has_hop_array()) hops_kernel_ = cl::Kernel(transfer.kernels, hops_kernel);
    for (const Piece& piece : pieces_) nodes_a_place_ = std::max(nodes_a_place_, piece.node_count);
    const std::size_t bytes = nodes_a_place_ * (row_bytes_ + row_hop_bytes_);
    const std::size_t places = std::max(least_places, transfer.memory_bytes / staging_share / bytes);
    places_ = std::min(places, pieces_.size());
    grow(transfer.places.cells, transfer.context, places_ * nodes_a_place_ * row_bytes_);
    grow(transfer.places.hops, transfer.context, places_ * nodes_a_place_ * row_hop_bytes_);
    const std::size_t threads = pinned ? pinned_threads : std::min(max_threads, std::size_t{hardware_threads()});
    for (std::size_t i = 0; i < std::min(threads, pieces_.size()); ++i) {
        stagings_.push_back(pinned ? nullptr : device::take_staging(transfer.context, transfer.link, bytes));
    }
}

PieceThreads::~PieceThreads() {
    stop_and_join();
    clFinish(transfer_.link());  // even after a failure: transfers in progress use the staging memory
    for (auto& staging : stagings_) {
        if (staging) device::give_staging(std::move(staging));
    }
}

void PieceThreads::start() {
    if (pieces_.size() < 2) return;
    for (const auto& staging : stagings_) {
        if (!start_thread(threads_, [this, &staging] { run(staging.get()); })) break;
    }
    // Pieces wait for places that the launching thread empties, so it cannot move them itself.
    if (threads_.empty()) throw DeviceError("the system refused to start a thread for device transfers", 0);
}

void PieceThreads::stop_and_join() {
    monitor_.stop();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
}

void PieceThreads::run(device::Staging* staging) {
    try {
        while (!monitor_.has_ended()) {
            const std::size_t piece = monitor_.read([&] { return next_ == pieces_.size() ? next_ : next_++; });
            if (piece == pieces_.size()) break;
            move(piece, staging);
        }
    } catch (...) {
        monitor_.fail();
    }
}

template <class Ready>
void PieceThreads::wait_until(const Ready& ready) {
    if (threads_.empty()) run(stagings_.front().get());
    monitor_.wait(ready);
}

std::uint32_t* PieceThreads::hops_in(device::Staging& staging, const Piece& piece, std::size_t row) const {
    if (!has_hop_array()) return nullptr;
    return reinterpret_cast<std::uint32_t*>(cells_in(staging, piece.node_count) + row * row_hop_bytes_);
}

// A launch for each piece would take longer than its work; one for too many would wait for the last of them.
std::size_t PieceThreads::in_one_launch(std::size_t i, std::size_t end) const {
    const auto follows = [&](std::size_t next) {
        const Piece& before = pieces_[next - 1];
        return pieces_[next].begin == before.end && pieces_[next].first_node == before.first_node + before.node_count &&
               &transfer_.matrix.buffer_of(pieces_[next].begin) == &transfer_.matrix.buffer_of(before.begin) &&
               place_of(next) == place_of(next - 1) + 1 && before.node_count == nodes_a_place_;
    };
    const std::size_t most = std::max<std::size_t>(1, places_ / launches_a_round);
    std::size_t next = i + 1;
    while (next < end && next - i < most && follows(next)) ++next;
    return next - i;
}

Piece PieceThreads::joined(std::size_t i, std::size_t count) const {
    const Piece& first = pieces_[i];
    const Piece& last = pieces_[i + count - 1];
    return {first.begin, last.end, first.first_node, last.first_node + last.node_count - first.first_node};
}

cl::Event PieceThreads::launch(const cl::CommandQueue& queue, const cl::NDRange& range, const Piece& joined,
                               std::size_t i, const std::vector<cl::Event>& waits) {
    const RowBuffer& buffer = transfer_.matrix.buffer_of(joined.begin);
    cl::Event done;
    const auto launch_one = [&](cl::Kernel& kernel, const cl::Buffer& rows, const cl::Buffer& tiles) {
        device::KernelArguments arguments(kernel);
        arguments.add(rows, tiles, static_cast<cl_ulong>(offset_of(i, layout_.node_count())));
        for (const std::size_t value :
             {layout_.node_count(), layout_.pivot_count, layout_.border_begin(), layout_.tiles(), joined.first_node,
              std::size_t{transfer_.matrix.row_in_buffer(joined.begin)}, std::size_t{joined.begin}}) {
            arguments.add(static_cast<cl_uint>(value));
        }
        device::enqueue_kernel(queue, kernel, range, cl::NullRange, &waits, &done);
    };
    launch_one(cells_kernel_, transfer_.places.cells, buffer.cells);
    if (has_hop_array()) launch_one(hops_kernel_, transfer_.places.hops, buffer.hops);
    queue.flush();
    return done;
}

// ---- to the device

Upload::Upload(const TransferContext& transfer)
    : PieceThreads(transfer, "rows_to_tiles", "hop_rows_to_tiles", transfer.stream.pinned_source),
      written_(pieces_.size()),
      in_tiles_(pieces_.size()) {
    const CellFormat& format = transfer.matrix.cell_format();
    with_cell_type(format, [&]<class T>() { cells_kernel_.setArg(empty_argument, empty_cell<T>(format)); });
    if (has_hop_array()) hops_kernel_.setArg(empty_argument, no_hop);
    start();
}

void Upload::move(std::size_t i, device::Staging* staging) {
    const Piece& piece = pieces_[i];
    const RowStream& stream = transfer_.stream;
    auto* source = static_cast<char*>(const_cast<void*>(stream.pinned_source));
    if (staging) {
        source = staging->data();
        for (std::size_t row = 0; row < piece.node_count; ++row) {
            stream.fill(piece.first_node + row, cells_in(*staging, row), hops_in(*staging, piece, row));
        }
    } else {
        source += piece.first_node * row_bytes_;
    }
    if (i >= places_) {  // the piece that had this place before must have left it
        cl::Event emptied;
        if (!monitor_.wait([&] { return in_tiles_[i - places_]() != nullptr; },
                           [&] { emptied = in_tiles_[i - places_]; })) {
            return;
        }
        emptied.wait();
    }
    cl::Event written;
    transfer_.link.enqueueWriteBuffer(transfer_.places.cells, CL_FALSE, offset_of(i, row_bytes_),
                                      piece.node_count * row_bytes_, source, nullptr, &written);
    if (has_hop_array()) {
        transfer_.link.enqueueWriteBuffer(transfer_.places.hops, CL_FALSE, offset_of(i, row_hop_bytes_),
                                          piece.node_count * row_hop_bytes_, hops_in(*staging, piece, 0), nullptr,
                                          &written);
    }
    transfer_.link.flush();
    monitor_.change([&] { written_[i] = written; });
    written.wait();  // few writes at a time: threads that only enqueue block others from the driver
}

void Upload::arrive(std::uint32_t row) {
    std::size_t end = arrived_;
    while (end < pieces_.size() && pieces_[end].begin <= row) ++end;
    if (end == arrived_) return;
    cl::Event last;
    while (arrived_ < end) {
        const std::size_t count = in_one_launch(arrived_, end);
        wait_until([&] {
            return std::all_of(&written_[arrived_], &written_[arrived_] + count,
                               [](const cl::Event& event) { return event() != nullptr; });
        });
        const auto written =
            monitor_.read([&] { return std::vector<cl::Event>(&written_[arrived_], &written_[arrived_] + count); });
        const Piece piece = joined(arrived_, count);
        last = launch(transfer_.work[1], cl::NDRange(layout_.side(), (piece.end - piece.begin) * layout_.tile), piece,
                      arrived_, written);
        monitor_.change([&] { std::fill_n(&in_tiles_[arrived_], count, last); });
        arrived_ += count;
    }
    const std::vector<cl::Event> waits{last};
    transfer_.work[0].enqueueBarrierWithWaitList(&waits);
}

// ---- from the device

Download::Download(const TransferContext& transfer, const Schedule& schedule)
    : PieceThreads(transfer, "tiles_to_rows", "hop_tiles_to_rows", transfer.stream.pinned_target) {
    std::vector<std::size_t> of_row(transfer.matrix.layout().tiles(), 0);
    for (std::size_t s = 0; s < schedule.steps.size(); ++s) {
        for_each_written_row(schedule.steps[s], [&](std::uint32_t row) { of_row[row] = s + 1; });
    }
    const auto last_step = [&](const Piece& piece) {
        return *std::max_element(of_row.begin() + piece.begin, of_row.begin() + piece.end);
    };
    // Sorted by completion.
    std::ranges::stable_sort(pieces_, {}, last_step);
    for (const Piece& piece : pieces_) last_step_.push_back(last_step(piece));
    in_rows_.resize(pieces_.size());
    taken_.resize(pieces_.size(), 0);
    start();
}

// Moves pieces out of the tiles, up to `end`, once their places on the device are free.
void Download::leave(const cl::CommandQueue& queue, std::size_t end) {
    std::vector<cl::Event> waits;
    for (const cl::Event& event : last_event_) {
        if (event()) waits.push_back(event);
    }
    while (leaving_ < end) {
        const std::size_t count = in_one_launch(leaving_, end);
        const std::size_t last = leaving_ + count - 1;
        if (last >= places_) {
            const char* taken = taken_.data() + std::max(leaving_, places_) - places_;
            const char* taken_end = taken_.data() + last + 1 - places_;
            wait_until([&] { return std::find(taken, taken_end, 0) == taken_end; });
        }
        const Piece piece = joined(leaving_, count);
        const cl::Event done =
            launch(queue, cl::NDRange(layout_.node_count(), piece.node_count), piece, leaving_, waits);
        monitor_.change([&] { std::fill_n(&in_rows_[leaving_], count, done); });
        leaving_ += count;
    }
}

void Download::launched(const Step& step, const cl::Event& event) {
    ++steps_;
    if (event() != nullptr) last_event_[step.ahead ? 1 : 0] = event;
    // Pieces that no step writes wait for the end: they may not have arrived yet.
    std::size_t end = leaving_;
    while (end < pieces_.size() && last_step_[end] == steps_) ++end;
    leave(transfer_.work[step.ahead ? 1 : 0], end);
}

void Download::move(std::size_t i, device::Staging* staging) {
    cl::Event in_rows;
    if (!monitor_.wait([&] { return in_rows_[i]() != nullptr; }, [&] { in_rows = in_rows_[i]; })) return;
    in_rows.wait();
    const Piece& piece = pieces_[i];
    const RowStream& stream = transfer_.stream;
    char* target = staging ? staging->data() : static_cast<char*>(stream.pinned_target) + piece.first_node * row_bytes_;
    cl::Event read;
    transfer_.link.enqueueReadBuffer(transfer_.places.cells, CL_FALSE, offset_of(i, row_bytes_),
                                     piece.node_count * row_bytes_, target, nullptr, &read);
    if (has_hop_array()) {
        transfer_.link.enqueueReadBuffer(transfer_.places.hops, CL_FALSE, offset_of(i, row_hop_bytes_),
                                         piece.node_count * row_hop_bytes_, hops_in(*staging, piece, 0), nullptr,
                                         &read);
    }
    transfer_.link.flush();
    read.wait();
    for (std::size_t row = 0; staging && row < piece.node_count; ++row) {
        stream.take(piece.first_node + row, cells_in(*staging, row), hops_in(*staging, piece, row));
    }
    monitor_.change([&] {
        taken_[i] = 1;
        ++taken_count_;
    });
}

void Download::finish() {
    leave(transfer_.work[0], pieces_.size());
    wait_until([&] { return taken_count_ == pieces_.size(); });
}

}  // namespace allways::engine
