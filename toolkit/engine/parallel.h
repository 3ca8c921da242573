// Independent pieces of work over host threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace allways::engine {

// Threads to use where the caller names none.
inline unsigned default_threads() { return std::max(1u, std::thread::hardware_concurrency()); }

// Calls work(i) for i = 0 … count-1, each once, from up to `threads` threads, and returns when all are done. The first
// exception stops the handing out of work and is rethrown here.
template <class Work>
void parallel_for(std::size_t count, unsigned threads, const Work& work) {
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
            next = count;
            const std::lock_guard lock(failure_mutex);
            if (!failure) failure = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        for (unsigned t = 1; t < threads; ++t) others.emplace_back(run);
        run();
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace allways::engine
