// SPDX-License-Identifier: Apache-2.0
// Loops over long arrays, in blocks that threads share. The blocks are the same for any number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <span>
#include <vector>

#include "base/threads/large_vector.h"
#include "base/threads/parallel.h"
#include "base/threads/work_meter.h"

namespace allways {

inline constexpr std::size_t block_size = 65'536;

inline std::size_t block_count(std::size_t count) {
    return (count + block_size - 1) / block_size;
}

// Calls work(begin, end) for each block of 0 … count - 1, and checks the meter before each.
template <class Work>
void for_each_block(std::size_t count, WorkMeter& meter, const Work& work, unsigned threads = hardware_threads()) {
    const auto one = [&](std::size_t block) {
        meter.check();
        work(block * block_size, std::min(count, (block + 1) * block_size));
    };
    if (count > block_size)
        meter.run(block_count(count), one, threads);
    else if (count > 0)
        one(0);
}

// Calls work(i) for i in 0 … count - 1.
template <class Work>
void for_each_index(std::size_t count, WorkMeter& meter, const Work& work, unsigned threads = hardware_threads()) {
    for_each_block(
        count, meter,
        [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) work(i);
        },
        threads);
}

// Runs work() for an array of `count`, by one thread that checks the meter itself.
template <class Work>
void run_alone(std::size_t count, WorkMeter& meter, const Work& work) {
    if (count > block_size)
        meter.run_alone(work);
    else
        work();
}

// Sets values[i] to values[0] + … + values[i].
template <class T>
void running_sums(std::span<T> values, WorkMeter& meter) {
    std::vector<T> before(block_count(values.size()) + 1, 0);
    for_each_block(values.size(), meter, [&](std::size_t begin, std::size_t end) {
        T sum = 0;
        for (std::size_t i = begin; i < end; ++i) sum += values[i];
        before[begin / block_size + 1] = sum;
    });
    for (std::size_t block = 0; block + 1 < before.size(); ++block) before[block + 1] += before[block];
    for_each_block(values.size(), meter, [&](std::size_t begin, std::size_t end) {
        T sum = before[begin / block_size];
        for (std::size_t i = begin; i < end; ++i) values[i] = sum += values[i];
    });
}

// Returns value(0), …, value(count - 1).
template <class T, class Value>
std::vector<T> made_vector(std::size_t count, WorkMeter& meter, const Value& value) {
    std::vector<T> values;
    reserve_large(values, count);
    run_alone(count, meter, [&] {
        while (values.size() < count) {
            meter.check();
            values.resize(std::min(count, values.size() + 16 * block_size));
        }
    });
    for_each_index(count, meter, [&](std::size_t i) { values[i] = value(i); });
    return values;
}

// Returns true if holds(i) is true for all i in 0 … count - 1; runs on all cores if there are many. `holds` may still
// be called for further indexes after one that fails.
template <class Holds>
bool holds_for_each(std::size_t count, const Holds& holds) {
    std::atomic<bool> all{true};
    const auto one = [&](std::size_t block) {
        bool fine = true;
        const std::size_t end = std::min(count, (block + 1) * block_size);
        for (std::size_t i = block * block_size; i < end; ++i) fine &= holds(i);
        if (!fine) all = false;
    };
    parallel_for(block_count(count), one);
    return all;
}

}  // namespace allways
