// SPDX-License-Identifier: Apache-2.0
// Independent work spread over the host's threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <memory>
#include <new>
#include <system_error>
#include <thread>
#include <type_traits>
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

// The body of a loop, borrowed: what runs loops is compiled once for all bodies.
class LoopBody {
public:
    template <class Work>
    requires(!std::same_as<std::remove_cvref_t<Work>, LoopBody>)
        LoopBody(Work&& work)  // NOLINT: every function of an index is a body
        : work_(const_cast<void*>(static_cast<const void*>(std::addressof(work)))),
          call_([](void* body, std::size_t i) { (*static_cast<std::remove_reference_t<Work>*>(body))(i); }) {}

    void operator()(std::size_t i) const { call_(work_, i); }

private:
    void* work_;
    void (*call_)(void*, std::size_t);
};

// Calls work(i) for i in 0 … count-1, in any order, on as many threads as the machine has (or `threads`), or as many as
// the system grants, at least the caller's. The first exception stops the distribution of work and is rethrown when
// every thread has ended.
void parallel_for(std::size_t count, LoopBody work, unsigned threads = hardware_threads());

}  // namespace allways
