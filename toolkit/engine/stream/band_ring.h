// SPDX-License-Identifier: Apache-2.0
// The bands of a table on their way from the thread that computes them to the one that takes them.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "allways/base/stopwatch.h"
#include "allways/engine/table_stream.h"
#include "base/parallel.h"

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
        {
            const std::lock_guard lock(mutex_);
            full_.clear();
            ended_ = true;
        }
        changed_.notify_all();
        for (std::thread& thread : thread_) thread.join();
    }
    BandRing(const BandRing&) = delete;
    BandRing& operator=(const BandRing&) = delete;

    // Waits for a band that may be filled. Throws what `take` threw.
    TableBand& empty() {
        wait([this] { return !empty_.empty(); });
        TableBand& band = *empty_.front();
        empty_.pop_front();
        return band;
    }
    void hand_over(TableBand& band) {
        if (thread_.empty()) timed_take(band);
        const std::lock_guard lock(mutex_);
        (thread_.empty() ? empty_ : full_).push_back(&band);
        changed_.notify_all();
    }
    // Waits until every band that was handed over is taken. Throws what `take` threw.
    void finish() {
        wait([this] { return full_.empty() && !taking_; });
    }
    double seconds_of_taking() const { return seconds_; }  // after finish()

private:
    template <class Condition>
    void wait(const Condition& condition) {
        constexpr auto interval = std::chrono::milliseconds(100);
        std::unique_lock lock(mutex_);
        while (!failure_ && !condition()) {
            changed_.wait_for(lock, interval);
            if (since_told_.seconds() < std::chrono::duration<double>(interval).count()) continue;
            since_told_ = Stopwatch();
            lock.unlock();
            while_waiting_();
            lock.lock();
        }
        if (failure_) std::rethrow_exception(failure_);
    }
    void timed_take(const TableBand& band) {
        const Stopwatch watch;
        take_(band);
        seconds_ += watch.seconds();
    }
    void take_all() {
        std::unique_lock lock(mutex_);
        for (;;) {
            changed_.wait(lock, [this] { return ended_ || !full_.empty(); });
            if (ended_) return;
            TableBand* const band = full_.front();
            full_.pop_front();
            taking_ = true;
            lock.unlock();
            std::exception_ptr failure;
            try {
                timed_take(*band);
            } catch (...) {
                failure = std::current_exception();
            }
            lock.lock();
            taking_ = false;
            empty_.push_back(band);
            changed_.notify_all();
            if (!failure) continue;
            failure_ = failure;
            return;
        }
    }

    const std::function<void(const TableBand&)>& take_;
    std::function<void()> while_waiting_;
    Stopwatch since_told_;  // of waiting
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<TableBand*> empty_;
    std::deque<TableBand*> full_;
    bool taking_ = false;
    bool ended_ = false;
    std::exception_ptr failure_;
    double seconds_ = 0;
    std::vector<std::thread> thread_;  // one, or none
};

}  // namespace allways::engine
