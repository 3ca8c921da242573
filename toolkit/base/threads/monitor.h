// SPDX-License-Identifier: Apache-2.0
// The one way in which threads of a job wait for each other.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <type_traits>
#include <utility>

namespace allways {

// Tells a thread that waits when to do something else, over many waits.
class Ticker {
public:
    explicit Ticker(std::chrono::milliseconds interval) : interval_(interval) { restart(); }
    void restart() { next_ = Clock::now() + interval_; }

private:
    friend class Monitor;
    using Clock = std::chrono::steady_clock;
    std::chrono::milliseconds interval_;
    Clock::time_point next_;
};

// Guards the state that some threads share. They change it one at a time, wait for what others change, and all end when
// one of them fails or the work is stopped. (Hoare 1974, "Monitors: an operating system structuring concept".)
class Monitor {
public:
    // Calls change() alone, wakes the threads that wait, and returns its result.
    template <class Change>
    auto change(const Change& change) {
        const WakeAll wake{changed_};
        const std::lock_guard lock(mutex_);
        return change();
    }
    // Calls read() alone and returns its result.
    template <class Read>
    auto read(const Read& read) {
        const std::lock_guard lock(mutex_);
        return read();
    }

    // Waits until ready(), then calls change() as above and returns true. Returns false if the work was stopped. Throws
    // the first failure.
    template <class Ready, class Change>
    bool wait(const Ready& ready, const Change& change) {
        const WakeAll wake{changed_};
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return is_over() || ready(); });
        if (failure_) std::rethrow_exception(failure_);
        if (stopped_) return false;
        change();
        return true;
    }
    template <class Ready>
    bool wait(const Ready& ready) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return is_over() || ready(); });
        if (failure_) std::rethrow_exception(failure_);
        return !stopped_;
    }
    // Waits until ready(), whatever happens to the work, and calls meanwhile() whenever the ticker is due. Throws
    // what meanwhile() throws.
    template <class Ready, class Meanwhile>
    void wait_through(const Ready& ready, Ticker& ticker, const Meanwhile& meanwhile) {
        std::unique_lock lock(mutex_);
        while (!changed_.wait_until(lock, ticker.next_, ready)) {
            lock.unlock();
            meanwhile();
            ticker.restart();
            lock.lock();
        }
    }

    // Ends all waits. stop() keeps a failure that is there; of several failures the first is kept. fail() returns
    // whether it is this one.
    void stop() {
        change([&] { stopped_ = true; });
    }
    bool fail(std::exception_ptr failure = std::current_exception()) {
        return change([&] {
            if (failure_) return false;
            failure_ = std::move(failure);
            return true;
        });
    }

    bool has_ended() {
        const std::lock_guard lock(mutex_);
        return is_over();
    }
    // Throws the first failure, if there is one.
    void check() {
        const std::lock_guard lock(mutex_);
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    struct WakeAll {
        std::condition_variable& changed;
        ~WakeAll() { changed.notify_all(); }
    };
    bool is_over() const { return stopped_ || failure_; }

    std::mutex mutex_;
    std::condition_variable changed_;
    bool stopped_ = false;
    std::exception_ptr failure_;
};

// Lets threads pass one at a time, in the order of their numbers 0, 1, 2, …
class InOrder {
public:
    // Waits for its number, and calls pass(); then the next number is due. Returns false, without calling, if an
    // earlier one failed or abandoned the rest. Throws what `pass` throws, and then no later number passes.
    template <class Pass>
    bool pass(std::size_t number, const Pass& pass) {
        if (!monitor_.wait([&] { return next_ == number; })) return false;
        try {
            pass();
        } catch (...) {
            abandon();
            throw;
        }
        monitor_.change([&] { ++next_; });
        return true;
    }
    void abandon() { monitor_.stop(); }
    bool is_abandoned() { return monitor_.has_ended(); }

private:
    Monitor monitor_;
    std::size_t next_ = 0;
};

}  // namespace allways
