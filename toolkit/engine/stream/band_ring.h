// SPDX-License-Identifier: Apache-2.0
// The bands of a table on their way from the thread that computes them to the one that takes them.
#pragma once

#include <algorithm>
#include <chrono>
#include <deque>
#include <functional>
#include <mutex>
#include <span>
#include <thread>
#include <unordered_map>
#include <vector>

#include "allways/base/stopwatch.h"
#include "allways/engine/table_stream.h"
#include "base/threads/monitor.h"
#include "base/threads/parallel.h"

namespace allways::engine {

// A few bands go round: empty() gives one to fill, hand_over() passes it on to `take`, in order, one at a time. If the
// system refuses a thread, hand_over() calls `take` itself.
class BandRing {
public:
    static constexpr std::size_t band_count = 3;  // one is computed, one is taken, and one waits so that neither does
    // More rows in a band would take more memory than the table.
    static std::size_t most_rows(std::size_t row_count) {
        return std::max<std::size_t>((row_count + band_count - 1) / band_count, 1);
    }

    // The bands must outlive the ring. `while_waiting` is called ten times a second by the thread that waits; it may
    // throw.
    BandRing(std::span<TableBand> bands, const std::function<void(const TableBand&)>& take,
             std::function<void()> while_waiting)
        : take_(take), while_waiting_(std::move(while_waiting)) {
        for (TableBand& band : bands) empty_.push_back(&band);
        start_thread(thread_, [this] { take_all(); });
    }
    // Waits for the band that is being taken; the others are dropped.
    ~BandRing() {
        monitor_.change([&] { full_.clear(); });
        monitor_.stop();
        for (std::thread& thread : thread_) thread.join();
    }
    BandRing(const BandRing&) = delete;
    BandRing& operator=(const BandRing&) = delete;

    // Waits for a band that may be filled. Throws what `take` threw.
    TableBand& empty() {
        wait([this] { return !empty_.empty(); });
        return *monitor_.read([this] {
            TableBand* const band = empty_.front();
            empty_.pop_front();
            return band;
        });
    }
    void hand_over(TableBand& band) {
        if (thread_.empty()) timed_take(band);
        monitor_.change([&] { (thread_.empty() ? empty_ : full_).push_back(&band); });
    }
    // Waits until every band that was handed over is taken. Throws what `take` threw.
    void finish() {
        wait([this] { return full_.empty() && !taking_; });
    }
    double seconds_of_taking() const { return seconds_; }  // after finish()

private:
    template <class Condition>
    void wait(const Condition& condition) {
        monitor_.wait_through([&] { return failed_ || condition(); }, ticker_, while_waiting_);
        monitor_.check();
    }
    void timed_take(const TableBand& band) {
        const Stopwatch watch;
        take_(band);
        seconds_ += watch.seconds();
    }
    void take_all() {
        try {
            TableBand* band = nullptr;
            const auto next = [&] {
                band = full_.front();
                full_.pop_front();
                taking_ = true;
            };
            while (monitor_.wait([this] { return !full_.empty(); }, next)) {
                timed_take(*band);
                monitor_.change([&] {
                    taking_ = false;
                    empty_.push_back(band);
                });
            }
        } catch (...) {
            monitor_.fail();
            monitor_.change([&] { failed_ = true; });
        }
    }

    const std::function<void(const TableBand&)>& take_;
    std::function<void()> while_waiting_;
    Ticker ticker_{std::chrono::milliseconds(100)};
    Monitor monitor_;
    std::deque<TableBand*> empty_;
    std::deque<TableBand*> full_;
    bool taking_ = false;
    bool failed_ = false;
    double seconds_ = 0;
    std::vector<std::thread> thread_;  // one, or none
};

// Gives rows places in bands, in the order in which they are asked for, and hands a band over when all its rows are
// written. Used by several threads.
class BandFiller {
public:
    BandFiller(BandRing& ring, std::size_t band_rows) : ring_(ring), band_rows_(band_rows) {}

    struct Slot {
        TableBand* band;
        std::size_t row;
    };
    // Waits for an empty band where the last one is full. Throws what the ring throws.
    Slot place(NodeIndex row) {
        const std::lock_guard placing(placing_);
        // Waiting must not keep others from done(): the band that comes free may be theirs.
        TableBand* const empty = open_ == nullptr ? &ring_.empty() : nullptr;
        const std::lock_guard lock(mutex_);
        if (empty != nullptr) {
            TableBand& band = *empty;
            open_ = &fillings_[&band];
            open_->band = &band;
            open_->rows.clear();
            open_->rows.reserve(band_rows_);
            open_->written = 0;
        }
        Filling& filling = *open_;
        filling.rows.push_back(row);
        if (filling.rows.size() == band_rows_) open_ = nullptr;
        return {filling.band, filling.rows.size() - 1};
    }
    void done(const Slot& place) {
        const std::lock_guard lock(mutex_);
        Filling& filling = fillings_.at(place.band);
        if (++filling.written == filling.rows.size() && &filling != open_) hand_over(filling);
    }
    // Hands over the last band, which need not be full.
    void finish() {
        if (open_ != nullptr) hand_over(*open_);
    }

private:
    struct Filling {
        TableBand* band = nullptr;
        std::vector<NodeIndex> rows;  // the band refers to them until it is filled again
        std::size_t written = 0;
    };
    void hand_over(Filling& filling) {
        filling.band->rows = filling.rows;
        ring_.hand_over(*filling.band);
    }

    BandRing& ring_;
    std::size_t band_rows_;
    std::mutex placing_;  // held by place() alone, while it waits too
    std::mutex mutex_;
    std::unordered_map<TableBand*, Filling> fillings_;
    Filling* open_ = nullptr;  // changed under both
};

}  // namespace allways::engine
