// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/opencl/band_traffic.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <optional>
#include <system_error>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/human.h"
#include "base/threads/parallel.h"
#include "engine/dense/dense_problem.h"

namespace allways::engine {

// ---- Which bands a device has

namespace {

class Planner {
public:
    Planner(const Schedule& schedule, std::uint32_t bands, std::uint32_t slots)
        : schedule_(schedule), last_use_(bands), used_(bands), slot_of_(bands), left_(bands) {
        for (std::uint32_t slot = 0; slot < slots; ++slot) free_.push_back({slot, std::nullopt});
        std::vector<char> touched(bands, 0);
        for (std::uint32_t step = 0; step < schedule.steps.size(); ++step) {
            for (const std::uint32_t band : bands_of(step)) {
                last_use_[band] = step;
                touched[band] = 1;
            }
        }
        for (std::uint32_t band = 0; band < bands; ++band) {
            if (touched[band]) continue;
            last_use_[band] = static_cast<std::uint32_t>(schedule.steps.size() + untouched_.size());
            untouched_.push_back(band);
        }
    }

    BandPlan plan() {
        plan_.steps = static_cast<std::uint32_t>(schedule_.steps.size() + untouched_.size());
        for (std::uint32_t step = 0; step < plan_.steps; ++step) {
            const std::array<std::uint32_t, 2> bands = bands_of(step);
            for (const std::uint32_t band : bands) used_[band] = step + 1;
            for (const std::uint32_t band : bands) {
                if (!slot_of_[band]) come(band, step);
            }
            for (const std::uint32_t band : bands) {
                if (slot_of_[band] && last_use_[band] == step) leave(band, step);
            }
        }
        sort_out();
        return std::move(plan_);
    }

private:
    struct FreeSlot {
        std::uint32_t slot;
        std::optional<std::uint32_t> emptied;
    };

    // Twice the same if it is one.
    std::array<std::uint32_t, 2> bands_of(std::uint32_t step) const {
        if (step >= schedule_.steps.size()) {
            const std::uint32_t band = untouched_[step - schedule_.steps.size()];
            return {band, band};
        }
        const Step& of = schedule_.steps[step];
        const std::uint32_t inner = of.inner[0] / schedule_.band;
        return {of.rows.empty() ? inner : of.rows[0] / schedule_.band, inner};
    }

    void come(std::uint32_t band, std::uint32_t step) {
        if (free_.empty()) {
            std::uint32_t oldest = band;
            for (std::uint32_t other = 0; other < slot_of_.size(); ++other) {
                if (slot_of_[other] && used_[other] < used_[oldest]) oldest = other;
            }
            leave(oldest, used_[oldest] - 1);
        }
        const FreeSlot slot = free_.front();
        free_.erase(free_.begin());
        slot_of_[band] = slot.slot;
        plan_.in.push_back({band, slot.slot, step, slot.emptied, left_[band]});
    }

    void leave(std::uint32_t band, std::uint32_t step) {
        left_[band] = static_cast<std::uint32_t>(plan_.out.size());
        free_.push_back({*slot_of_[band], left_[band]});
        plan_.out.push_back({.band = band, .slot = *slot_of_[band], .step = step, .for_good = last_use_[band] == step});
        slot_of_[band].reset();
    }

    // Moves out are found when their slots are needed, later than they can begin.
    void sort_out() {
        std::vector<std::uint32_t> order(plan_.out.size());
        std::iota(order.begin(), order.end(), 0u);
        std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return plan_.out[i].step; });
        std::vector<std::uint32_t> place(order.size());
        std::vector<BandMove> sorted;
        for (const std::uint32_t i : order) {
            place[i] = static_cast<std::uint32_t>(sorted.size());
            sorted.push_back(plan_.out[i]);
        }
        plan_.out = std::move(sorted);
        for (BandMove& move : plan_.in) {
            if (move.emptied) move.emptied = place[*move.emptied];
            if (move.left) move.left = place[*move.left];
        }
    }

    const Schedule& schedule_;
    std::vector<std::uint32_t> untouched_;
    std::vector<std::uint32_t> last_use_;
    std::vector<std::uint32_t> used_;  // step + 1
    std::vector<std::optional<std::uint32_t>> slot_of_;
    std::vector<std::optional<std::uint32_t>> left_;
    std::vector<FreeSlot> free_;
    BandPlan plan_;
};

}  // namespace

BandPlan plan_bands(const Schedule& schedule, const TileLayout& layout, std::uint32_t slots) {
    const auto tiles = static_cast<std::uint32_t>(layout.tiles());
    return Planner(schedule, (tiles + schedule.band - 1) / schedule.band, slots).plan();
}

// ---- Rows elsewhere

namespace {

constexpr std::size_t large_page = std::size_t{2} << 20;

[[noreturn]] void fail(const std::string& directory, int error, std::string_view what) {
    throw InputError(directory, 0, format("{}: {}", what, std::generic_category().message(error)));
}

// A file without a name; its space is free again however the process ends.
int open_nameless(const std::string& directory) {
#ifdef O_TMPFILE
    const int nameless = ::open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (nameless >= 0) return nameless;
#endif
    std::string name = directory + "/allways-XXXXXX";
    const int file = ::mkstemp(name.data());
    if (file < 0) fail(directory, errno, "no scratch file can be made in that folder");
    ::unlink(name.c_str());
    return file;
}

// Gives the file that size, with room on the disk for all of it; returns an error number.
int reserve(int file, off_t bytes) {
#ifdef __APPLE__  // has no posix_fallocate
    fstore_t room{F_ALLOCATEALL, F_PEOFPOSMODE, 0, bytes, 0};
    return ::fcntl(file, F_PREALLOCATE, &room) == -1 || ::ftruncate(file, bytes) != 0 ? errno : 0;
#else
    return ::posix_fallocate(file, 0, bytes);
#endif
}

// Calls move(bytes done) → bytes more, or -1, until all are done.
template <class Move>
bool in_pieces(std::size_t bytes, const Move& move) {
    for (std::size_t done = 0; done < bytes;) {
        const ssize_t moved = move(done);
        if (moved < 0 && errno == EINTR) continue;
        if (moved == 0) errno = EIO;
        if (moved <= 0) return false;
        done += static_cast<std::size_t>(moved);
    }
    return true;
}

}  // namespace

RowStore::RowStore(std::size_t rows, std::size_t row_bytes, const std::string& directory)
    : row_bytes_(row_bytes), directory_(directory) {
    if (directory.empty()) {
        for (std::size_t row = 0; row < rows; ++row) memory_.emplace_back(nullptr, &std::free);
        return;
    }
    file_ = open_nameless(directory);
    const int error = reserve(file_, static_cast<off_t>(rows * row_bytes));
    if (error == 0) return;
    ::close(file_);
    fail(directory, error,
         format("{} of the matrix do not fit there; choose a folder with more space", bytes_text(rows * row_bytes)));
}

RowStore::~RowStore() {
    if (file_ >= 0) ::close(file_);
}

void RowStore::put(std::size_t row, const char* bytes) {
    if (file_ >= 0) {
        const auto write = [&](std::size_t done) {
            return ::pwrite(file_, bytes + done, row_bytes_ - done, static_cast<off_t>(row * row_bytes_ + done));
        };
        if (!in_pieces(row_bytes_, write)) fail(directory_, errno, "a row cannot be written");
        return;
    }
    if (!memory_[row]) {
        const std::size_t whole = (row_bytes_ + large_page - 1) / large_page * large_page;
        memory_[row].reset(static_cast<char*>(std::aligned_alloc(large_page, whole)));
        if (!memory_[row]) {
            throw CapacityError(format("no memory for {} more of the matrix; choose a folder for a scratch file",
                                       bytes_text(row_bytes_)),
                                row_bytes_, 0);
        }
#ifdef MADV_HUGEPAGE
        ::madvise(memory_[row].get(), whole, MADV_HUGEPAGE);  // advice only
#endif
    }
    std::memcpy(memory_[row].get(), bytes, row_bytes_);
}

void RowStore::get(std::size_t row, char* bytes) const {
    if (file_ < 0) {
        std::memcpy(bytes, memory_[row].get(), row_bytes_);
        return;
    }
    const auto read = [&](std::size_t done) {
        return ::pread(file_, bytes + done, row_bytes_ - done, static_cast<off_t>(row * row_bytes_ + done));
    };
    if (!in_pieces(row_bytes_, read)) fail(directory_, errno, "a row cannot be read");
}

// ---- Traffic

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
    for (const BandMove& move : plan.in) in_.heights.push_back(matrix.height_of(move.band));
    for (const BandMove& move : plan.out) out_.heights.push_back(matrix.height_of(move.band));
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
    const BandMove& move = plan_.in[i];
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
    const BandMove& move = plan_.out[i];
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
