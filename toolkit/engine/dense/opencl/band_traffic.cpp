// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/opencl/band_traffic.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "allways/base/error.h"
#include "base/threads/parallel.h"
#include "engine/dense/tile_rows.h"

namespace allways::engine {

namespace {

// For each direction: one thread copies while another's row is on the link, and one more for each that computes or
// takes rows at the begin and the end.
constexpr unsigned most_threads = 8;

unsigned threads_a_way() {
    return std::min(most_threads, std::max(2u, hardware_threads()));
}

}  // namespace

std::uint64_t BandTraffic::staging_bytes(std::uint64_t row_bytes) {
    return 2 * threads_a_way() * row_bytes;
}

BandTraffic::BandTraffic(const cl::CommandQueue& in, const cl::CommandQueue& out, DeviceMatrix& matrix,
                         const BandPlan& plan, const RowStream& stream, RowStore& store)
    : context_(in.getInfo<CL_QUEUE_CONTEXT>()),
      in_queue_(in),
      out_queue_(out),
      matrix_(matrix),
      plan_(plan),
      stream_(stream),
      store_(store),
      used_up_to_(plan.out.size()) {
    for (const BandIn& move : plan.in) in_.heights.push_back(matrix.height_of(move.band));
    for (const BandOut& move : plan.out) out_.heights.push_back(matrix.height_of(move.band));
    for (Way* way : {&in_, &out_}) way->rows_left = way->heights;
    try {
        start(in_, &BandTraffic::row_in, in_queue_);
        start(out_, &BandTraffic::row_out, out_queue_);
    } catch (...) {
        stop_and_join();
        throw;
    }
}

BandTraffic::~BandTraffic() {
    stop_and_join();
}

void BandTraffic::stop_and_join() {
    monitor_.stop();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
    for (const cl::CommandQueue& queue : {in_queue_, out_queue_}) clFinish(queue());
    for (auto& staging : stagings_) device::give_staging(std::move(staging));
    stagings_.clear();
}

void BandTraffic::start(Way& way, MoveRow move_row, const cl::CommandQueue& queue) {
    const std::size_t bytes = matrix_.row_bytes() + matrix_.row_hop_bytes();
    bool started = false;
    for (unsigned i = 0; i < threads_a_way(); ++i) {
        stagings_.push_back(device::take_staging(context_, queue, bytes));
        char* memory = stagings_.back()->data();
        if (!start_thread(threads_, [this, &way, move_row, memory] { run(way, move_row, memory); })) break;
        started = true;
    }
    if (!started) throw DeviceError("the system refused to start a thread for device transfers", 0);
}

void BandTraffic::run(Way& way, MoveRow move_row, char* memory) {
    // The next row of the direction; nothing after the last.
    const auto next = [&]() -> std::optional<std::pair<std::size_t, std::uint32_t>> {
        if (way.next_move == way.heights.size()) return {};
        const std::pair at(way.next_move, way.next_row++);
        if (way.next_row == way.heights[at.first]) {
            way.next_row = 0;
            ++way.next_move;
        }
        return at;
    };
    try {
        while (!monitor_.has_ended()) {
            const auto at = monitor_.read(next);
            if (!at) break;
            (this->*move_row)(at->first, at->second, memory);
        }
    } catch (...) {
        monitor_.fail();
    }
}

std::uint32_t BandTraffic::tile_row(std::uint32_t band, std::uint32_t row) const {
    return matrix_.buffers()[band].begin + row;
}

std::uint32_t* BandTraffic::hops_in(char* memory) const {
    return matrix_.row_hop_bytes() == 0 ? nullptr : reinterpret_cast<std::uint32_t*>(memory + matrix_.row_bytes());
}

void BandTraffic::row_in(std::size_t i, std::uint32_t row, char* memory) {
    const BandIn& move = plan_.in[i];
    const auto has_gone = [&](const std::optional<std::uint32_t>& out) { return !out || out_.rows_left[*out] == 0; };
    if (!monitor_.wait([&] { return has_gone(move.emptied) && has_gone(move.left); })) return;
    const std::uint32_t at = tile_row(move.band, row);
    if (move.left) {
        store_.get(at, memory);
    } else {
        fill_tile_row(stream_, matrix_.layout(), matrix_.cell_format(), at, memory, hops_in(memory));
    }
    const RowBuffer& slot = matrix_.slot(move.slot);
    std::vector<cl::Event> written(1);
    in_queue_.enqueueWriteBuffer(slot.cells, CL_FALSE, row * matrix_.row_bytes(), matrix_.row_bytes(), memory, nullptr,
                                 &written.front());
    if (hops_in(memory) != nullptr) {
        in_queue_.enqueueWriteBuffer(slot.hops, CL_FALSE, row * matrix_.row_hop_bytes(), matrix_.row_hop_bytes(),
                                     hops_in(memory), nullptr, &written.emplace_back());
    }
    in_queue_.flush();
    cl::Event::waitForEvents(written);
    monitor_.change([&] { --in_.rows_left[i]; });
}

void BandTraffic::row_out(std::size_t i, std::uint32_t row, char* memory) {
    if (!monitor_.wait([&] { return launched_ > i; })) return;
    for (const cl::Event& event : used_up_to_[i]) {
        if (event() != nullptr) event.wait();
    }
    const BandOut& move = plan_.out[i];
    const RowBuffer& slot = matrix_.slot(move.slot);
    std::vector<cl::Event> read(1);
    out_queue_.enqueueReadBuffer(slot.cells, CL_FALSE, row * matrix_.row_bytes(), matrix_.row_bytes(), memory, nullptr,
                                 &read.front());
    if (hops_in(memory) != nullptr) {
        out_queue_.enqueueReadBuffer(slot.hops, CL_FALSE, row * matrix_.row_hop_bytes(), matrix_.row_hop_bytes(),
                                     hops_in(memory), nullptr, &read.emplace_back());
    }
    out_queue_.flush();
    cl::Event::waitForEvents(read);
    const std::uint32_t at = tile_row(move.band, row);
    if (move.for_good) {
        take_tile_row(stream_, matrix_.layout(), matrix_.cell_format(), at, memory, hops_in(memory));
    } else {
        store_.put(at, memory);
    }
    monitor_.change([&] { --out_.rows_left[i]; });
}

void BandTraffic::before(std::uint32_t step) {
    for (; placed_ < plan_.in.size() && plan_.in[placed_].step <= step; ++placed_) {
        monitor_.wait([&] { return in_.rows_left[placed_] == 0; });
        matrix_.place(plan_.in[placed_].band, plan_.in[placed_].slot);
    }
}

void BandTraffic::after(std::uint32_t step, const std::array<cl::Event, 2>& last) {
    if (launched_ == plan_.out.size() || plan_.out[launched_].step > step) return;
    monitor_.change([&] {
        for (; launched_ < plan_.out.size() && plan_.out[launched_].step <= step; ++launched_) {
            used_up_to_[launched_] = last;
        }
    });
}

void BandTraffic::finish() {
    for (std::size_t i = 0; i < plan_.out.size(); ++i) {
        monitor_.wait([&] { return out_.rows_left[i] == 0; });
    }
}

}  // namespace allways::engine
