// SPDX-License-Identifier: Apache-2.0
#include "export/files/ordered_rows.h"

#include <algorithm>
#include <thread>
#include <vector>

#include "base/threads/monitor.h"
#include "base/threads/parallel.h"

namespace allways::tools {

void write_rows(OutputFile& file, std::size_t rows, std::size_t cells_per_row, const ProgressCallback& progress,
                const PutRows& put, std::size_t together) {
    // About 100 KiB of text, still in the processor's cache when the system copies it.
    constexpr std::size_t cells_per_block = std::size_t{1} << 14;
    const std::size_t step = std::max(together, cells_per_block / std::max<std::size_t>(cells_per_row, 1));
    const std::size_t blocks = (rows + step - 1) / step;
    // Blocks are handed out and finished in order, so the at most `threads` blocks in progress have consecutive
    // numbers, and each has its own text. After a failure this no longer holds: a waiting thread may take another block
    // before parallel_for stops.
    const unsigned threads = hardware_threads();
    std::vector<TextBlock> texts(threads);
    const std::thread::id caller = std::this_thread::get_id();
    InOrder in_order;
    parallel_for(
        blocks,
        [&](std::size_t block) {
            if (in_order.is_abandoned()) return;
            const std::size_t last = std::min((block + 1) * step, rows);
            TextBlock& text = texts[block % threads];
            text.clear();
            try {
                put(block * step, last, text);
            } catch (...) {
                in_order.abandon();
                throw;
            }
            in_order.pass(block, [&] {
                file.write(text.text());
                if (std::this_thread::get_id() == caller) report(progress, "write", last, rows);
            });
        },
        threads);
    if (rows > 0) report(progress, "write", rows, rows);
}

}  // namespace allways::tools
