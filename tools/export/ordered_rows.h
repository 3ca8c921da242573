// The rows of a text file, made by all threads and written in their order.
#pragma once

#include <functional>

#include "allways/base/progress.h"
#include "export/output_file.h"

namespace allways::tools {

// Puts the text of rows first … last-1. Called by several threads at once, each with a block of its own.
using PutRows = std::function<void(std::size_t first, std::size_t last, TextBlock& text)>;

// Rows go in blocks of about 16 Ki cells, at least `together` rows. While one block is written the next ones are made:
// a block a thread is all the memory there is, however long the file. Reports the stage "write". After a failure `put`
// is not called again. Throws what `put` throws, InputError where the file cannot be written, Cancelled.
void write_rows(OutputFile& file, std::size_t rows, std::size_t cells_per_row, const ProgressCallback& progress,
                const PutRows& put, std::size_t together = 1);

}  // namespace allways::tools
