// SPDX-License-Identifier: Apache-2.0
// Fast buffered output of text and bytes to a file (see AtomicFile) or to standard output ("-").
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "allways/base/progress.h"
#include "export/files/atomic_file.h"
#include "export/files/text_buffer.h"

namespace allways::tools {

// Every writing function throws InputError if the system refuses (no space, no permission).
class OutputFile final : public TextBuffer {
public:
    // `name`: the file's name in errors; empty: `path`.
    OutputFile(const std::string& path, bool overwrite, const std::string& name = {});
    ~OutputFile() override;

    // From now on, control characters of names and ids are replaced, as in everything that goes to a terminal.
    void keep_printable() { printable_ = true; }

    void flush();
    // Writes a text, bypassing the buffer if it is long.
    void write(std::string_view text);

    // Removes the file with the final name. Call it before companion files are renamed, so that a killed run never
    // leaves a mixture of old and new.
    void retire_old();

    // Flushes the buffer and gives the file its name. Without commit the file is removed.
    void commit();

private:
    void make_room(std::size_t) override { flush(); }
    void write_out(std::string_view text);

    std::optional<AtomicFile> file_;  // nothing: standard output, or the null device
    std::string name_;
    int descriptor_ = -1;
    bool printable_ = false;
};

// ---- rows of a text file, formatted by all threads and written in order

// Formats rows first … last-1 into `text`. Several threads call it at once, each with its own block.
using PutRows = std::function<void(std::size_t first, std::size_t last, TextBlock& text)>;

// Rows form blocks of about 16 Ki cells, at least `together` rows. While one block is written, the next ones are
// formatted: memory is one block per thread, whatever the length of the file. Progress stage "write". After a failure
// `put` is not called again. Throws what `put` throws, InputError if the file cannot be written, Cancelled.
void write_rows(OutputFile& file, std::size_t rows, std::size_t cells_per_row, const ProgressCallback& progress,
                const PutRows& put, std::size_t together = 1);

}  // namespace allways::tools
