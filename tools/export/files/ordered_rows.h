// SPDX-License-Identifier: Apache-2.0
// Rows of a text file, formatted by all threads and written in order.
#pragma once

#include <functional>

#include "allways/base/progress.h"
#include "export/files/output_file.h"

namespace allways::tools {

// Formats rows first … last-1 into `text`. Several threads call it at once, each with its own block.
using PutRows = std::function<void(std::size_t first, std::size_t last, TextBlock& text)>;

// Rows form blocks of about 16 Ki cells, at least `together` rows. While one block is written, the next ones are
// formatted: memory is one block per thread, whatever the length of the file. Progress stage "write". After a failure
// `put` is not called again. Throws what `put` throws, InputError if the file cannot be written, Cancelled.
void write_rows(OutputFile& file, std::size_t rows, std::size_t cells_per_row, const ProgressCallback& progress,
                const PutRows& put, std::size_t together = 1);

}  // namespace allways::tools
