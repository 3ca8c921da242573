// SPDX-License-Identifier: Apache-2.0
#include "command/ranks.h"

#ifdef __linux__
#include <sched.h>
#endif

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#ifdef ALLWAYS_MPI
#include "allways/mpi/mpi_cluster.h"
#endif

namespace allways::command {

namespace {

// Variables of the programs that start ranks: Open MPI's mpirun; srun and others by PMI.
constexpr const char* size_variables[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};

int started_processes() {
    for (const char* variable : size_variables) {
        const char* text = std::getenv(variable);
        int size = 0;
        if (text != nullptr) std::from_chars(text, text + std::string_view(text).size(), size);
        if (size > 1) return size;
    }
    return 1;
}

#ifdef ALLWAYS_MPI
std::unique_ptr<Cluster> ranks;

// The processors of the machine that this process may run on.
std::vector<int> processors(const cpu_set_t& set) {
    std::vector<int> found;
    for (int i = 0; i < CPU_SETSIZE; ++i) {
        if (CPU_ISSET(i, &set)) found.push_back(i);
    }
    return found;
}

// Ranks of a machine share its processors, whatever mpirun bound them to, and PoCL and others take as many threads.
void take_processors(const Cluster& cluster) {
    cpu_set_t all;
    CPU_ZERO(&all);
    for (int i = 0; i < CPU_SETSIZE; ++i) CPU_SET(i, &all);
    sched_setaffinity(0, sizeof all, &all);  // all that the system grants
    if (sched_getaffinity(0, sizeof all, &all) != 0) return;
    const std::vector<int> there = processors(all);
    const auto rank = static_cast<std::size_t>(cluster.rank_on_machine());
    const auto count = static_cast<std::size_t>(cluster.ranks_on_machine());
    const std::size_t begin = rank * there.size() / count;
    const std::size_t end = std::max(begin + 1, (rank + 1) * there.size() / count);
    cpu_set_t own;
    CPU_ZERO(&own);
    for (std::size_t i = begin; i < end; ++i) CPU_SET(there[i], &own);
    sched_setaffinity(0, sizeof own, &own);
    limit_threads(static_cast<unsigned>(end - begin));
    setenv("POCL_MAX_PTHREAD_COUNT", std::to_string(end - begin).c_str(), 0);
}
#endif

}  // namespace

#ifdef ALLWAYS_MPI
Cluster* join_ranks() {
    const bool by_srun = std::getenv("PMIX_RANK") != nullptr;
    if (started_processes() == 1 && !by_srun) return nullptr;
    ranks = start_mpi();
    if (ranks->size() == 1) return nullptr;
    take_processors(*ranks);
    return ranks.get();
}

void leave_ranks(int code) {
    if (!ranks) return;
    if (code != 0 && ranks->size() > 1) abort_mpi(code);
    ranks.reset();
}
#else
Cluster* join_ranks() {
    const int size = started_processes();
    if (size == 1) return nullptr;
    throw InvalidArgument(
        format("this is one of {} processes, but this 'allways' was built without MPI, so each would solve the whole "
               "table; build with -DALLWAYS_MPI=ON, or start it without mpirun",
               size));
}

void leave_ranks(int) {}
#endif

// If all ranks fail alike, the message of the first is enough, and it ends them.
void let_first_rank_speak() {
    if (own_rank() > 0) std::this_thread::sleep_for(std::chrono::seconds(3));
}

int own_rank() {
#ifdef ALLWAYS_MPI
    return ranks ? ranks->rank() : 0;
#else
    return 0;
#endif
}

}  // namespace allways::command
