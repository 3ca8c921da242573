// SPDX-License-Identifier: Apache-2.0
// Shared by the benchmarks' main functions.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <exception>

namespace allways::bench {

// Runs work() and returns its exit status. If it throws, prints the benchmark's name and the message, and returns
// failure.
template <class Work>
int run_main(const char* name, const Work& work) {
    try {
        return work();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", name, error.what());
        return EXIT_FAILURE;
    }
}

}  // namespace allways::bench
