// SPDX-License-Identifier: Apache-2.0
// Loaded before a command (LD_PRELOAD): the system lets it have GRANTED_THREADS threads at a time, beside its first.
#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>

namespace {

std::atomic<int> granted{0};

struct Start {
    void* (*run)(void*);
    void* argument;
};

void* run_and_return(void* given) {
    const Start start = *static_cast<Start*>(given);
    delete static_cast<Start*>(given);
    void* const result = start.run(start.argument);
    ++granted;
    return result;
}

__attribute__((constructor)) void read_limit() {
    const char* limit = std::getenv("GRANTED_THREADS");
    granted = limit ? std::atoi(limit) : 0;
}

}  // namespace

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                              void* argument) {
    static const auto system_create = reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
    if (--granted < 0) {
        ++granted;
        return EAGAIN;
    }
    return system_create(thread, attributes, run_and_return, new Start{run, argument});
}
