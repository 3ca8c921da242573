// SPDX-License-Identifier: Apache-2.0
// Parts of a file that all threads make, and one takes in their order.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "base/threads/parallel.h"

namespace allways::importers::osm {

// Calls make(i) → std::shared_ptr<Part> for i in 0 … count-1 on all threads, and take(i, part) on the calling one, in
// order. At most two parts a thread exist at a time. What make(i) throws is thrown where its part would be taken.
template <class Part, class Make, class Take>
void make_in_order(std::size_t count, const Make& make, const Take& take) {
    struct Slot {
        bool is_ready = false;
        std::shared_ptr<Part> part;
        std::exception_ptr failure;
    };
    std::vector<Slot> slots(std::size_t{2} * hardware_threads());
    std::mutex mutex;
    std::condition_variable changed;
    std::size_t next = 0;   // to be made
    std::size_t taken = 0;  // so far
    bool stopped = false;
    // With the mutex locked. Returns false if nothing can be made now.
    const auto make_one = [&](std::unique_lock<std::mutex>& lock) {
        if (stopped || next >= count || next >= taken + slots.size()) return false;
        const std::size_t at = next++;
        lock.unlock();
        Slot made;
        try {
            made.part = make(at);
        } catch (...) {
            made.failure = std::current_exception();
        }
        made.is_ready = true;
        lock.lock();
        slots[at % slots.size()] = std::move(made);
        changed.notify_all();
        return true;
    };
    std::vector<std::thread> threads;
    const auto run = [&] {
        std::unique_lock lock(mutex);
        while (!stopped && next < count) {
            if (!make_one(lock)) changed.wait(lock);
        }
    };
    while (threads.size() + 1 < std::min<std::size_t>(hardware_threads(), count) && start_thread(threads, run)) {
    }
    std::exception_ptr failure;
    try {
        std::unique_lock lock(mutex);
        while (taken < count) {
            Slot& slot = slots[taken % slots.size()];
            if (!slot.is_ready) {
                if (!make_one(lock)) changed.wait(lock);
                continue;
            }
            const Slot ready = std::exchange(slot, {});
            lock.unlock();
            if (ready.failure) std::rethrow_exception(ready.failure);
            take(taken, *ready.part);
            lock.lock();
            ++taken;
            changed.notify_all();
        }
    } catch (...) {
        failure = std::current_exception();
    }
    {
        const std::lock_guard lock(mutex);
        stopped = true;
        changed.notify_all();
    }
    for (std::thread& thread : threads) thread.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace allways::importers::osm
