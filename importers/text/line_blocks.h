// SPDX-License-Identifier: Apache-2.0
// Parses long text files on all threads: in blocks of whole lines, whose results are taken in the order of the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/threads/monitor.h"
#include "base/threads/parallel.h"
#include "text/line_reader.h"

namespace allways::importers {

// Calls take(parse(block)) for the lines that `lines` has not returned yet. parse(LineBlock&) runs on any thread;
// take(its result) runs on one thread at a time, in the order of the file, so the result does not depend on the
// threads. The error of the earliest block is thrown, after the blocks before it were taken.
template <class Parse, class Take>
void parse_blocks(LineReader& lines, const Parse& parse, const Take& take) {
    std::mutex reading;
    std::size_t next = 0;
    InOrder taking;
    std::exception_ptr failure;
    const auto caller = std::this_thread::get_id();

    // Calls work() after all blocks before this one were taken. Returns false after the last block, and if this block
    // or an earlier one failed.
    const auto in_order = [&](std::size_t number, const auto& work) {
        try {
            return taking.pass(number, work);
        } catch (...) {
            failure = std::current_exception();
            return false;
        }
    };
    // Returns false after the last block.
    const auto one_block = [&] {
        std::unique_lock read_lock(reading);
        const std::size_t number = next++;
        try {
            if (std::this_thread::get_id() == caller) lines.report_progress();
            LineBlock block;
            const bool is_last = !lines.next_block(block);
            read_lock.unlock();
            if (is_last) {
                in_order(number, [&] { taking.abandon(); });
                return false;
            }
            auto part = parse(block);
            return in_order(number, [&] { take(std::move(part)); });
        } catch (...) {
            if (read_lock.owns_lock()) read_lock.unlock();
            const std::exception_ptr own = std::current_exception();
            return in_order(number, [&] { std::rethrow_exception(own); });
        }
    };
    parallel_for(hardware_threads(), [&](std::size_t) {
        while (!taking.is_abandoned() && one_block()) {
        }
    });
    if (failure) std::rethrow_exception(failure);
    lines.report_progress();
}

}  // namespace allways::importers
