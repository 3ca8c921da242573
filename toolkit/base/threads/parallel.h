// SPDX-License-Identifier: Apache-2.0
// Independent work spread over the host's threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace allways {

inline std::atomic<unsigned> most_threads{0};  // limit_threads()

inline thread_local bool works_alone = false;  // WorkAlone

// While it lives, work that its thread starts uses no further threads: for jobs of which each thread does one.
class WorkAlone {
public:
    WorkAlone() : before_(std::exchange(works_alone, true)) {}
    ~WorkAlone() { works_alone = before_; }
    WorkAlone(const WorkAlone&) = delete;
    WorkAlone& operator=(const WorkAlone&) = delete;

private:
    bool before_;
};

// The number of threads that the calling thread may use.
inline unsigned hardware_threads() {
    if (works_alone) return 1;
    const unsigned available = std::max(1u, std::thread::hardware_concurrency());
    const unsigned most = most_threads;
    return most == 0 ? available : std::min(most, available);
}

// Starts one more thread. Returns false if the system refuses (a limit on processes, no memory for a stack); the
// existing threads then do the work.
template <class Run>
bool start_thread(std::vector<std::thread>& threads, Run&& run) {
    try {
        threads.emplace_back(std::forward<Run>(run));
        return true;
    } catch (const std::system_error&) {
        return false;
    } catch (const std::bad_alloc&) {
        return false;
    }
}

// Calls work(i) for i in 0 … count-1, in any order, on as many threads as the machine has (or `threads`), or as many as
// the system grants, at least the caller's. The first exception stops the distribution of work and is rethrown when
// every thread has ended.
template <class Work>
void parallel_for(std::size_t count, Work&& work, unsigned threads = hardware_threads()) {
    threads = static_cast<unsigned>(std::min<std::size_t>(threads, count));
    if (threads <= 1) {
        for (std::size_t i = 0; i < count; ++i) work(i);
        return;
    }
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failure_mutex;
    const auto run = [&] {
        try {
            for (std::size_t i = next++; i < count; i = next++) work(i);
        } catch (...) {
            const std::lock_guard lock(failure_mutex);
            if (!failure) failure = std::current_exception();
            next = count;
        }
    };
    std::vector<std::thread> pool;
    while (pool.size() + 1 < threads && start_thread(pool, run)) {
    }
    run();
    for (std::thread& thread : pool) thread.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace allways
