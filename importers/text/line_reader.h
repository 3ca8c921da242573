// SPDX-License-Identifier: Apache-2.0
// Lines of a plain or gzip text file, with their numbers.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/progress.h"
#include "text/encoding.h"
#include "text/input_file.h"

namespace allways::importers {

// Whole lines of a file in memory.
class LineBlock {
public:
    // Reads the next line without its line end (LF or CRLF). The view is valid as long as the block. Returns false
    // after the last line.
    bool next(std::string_view& line);

    std::uint64_t line_number() const { return line_number_; }  // in the file, of the last line returned, from 1
    // Throws InputError with the number of the last line returned.
    [[noreturn]] void fail(std::string_view message) const;

private:
    friend class LineReader;

    std::string path_;
    std::vector<char> text_;
    std::size_t begin_ = 0;  // unread bytes are text_[begin_, end_)
    std::size_t end_ = 0;
    std::uint64_t line_number_ = 0;
};

class LineReader {
public:
    explicit LineReader(const std::string& path, const TextOptions& options = {});

    // Reads the next line without its line end (LF or CRLF) and, on the first line, without a byte-order mark. A file
    // whose mark is that of UTF-16 is converted to UTF-8, and so are lines in other encodings (TextDecoder). The view
    // is valid until the next call. Returns false at the end of the file, and logs guesses.
    bool next(std::string_view& line);
    // Reads the lines from the next one on, as many as are in memory. Returns false at the end of the file. Does not
    // report progress: any thread may call it, one at a time.
    bool next_block(LineBlock& block);
    void report_progress() const;  // throws Cancelled

    std::uint64_t line_number() const { return line_number_; }  // number of the last line returned, from 1
    const std::string& path() const { return file_.path(); }
    const InputFile& file() const { return file_; }

    // Throws InputError with the number of the last line returned.
    [[noreturn]] void fail(std::string_view message) const;

private:
    bool refill();
    std::size_t read(char* to, std::size_t size);

    InputFile file_;
    std::unique_ptr<Utf16Decoder> decoder_;  // used for a file in UTF-16
    TextDecoder lines_;                      // used for others
    ProgressCallback progress_;
    std::vector<char> buffer_;
    std::size_t begin_ = 0;  // unread bytes are buffer_[begin_, end_)
    std::size_t end_ = 0;
    bool at_end_ = false;
    std::uint64_t line_number_ = 0;
};

}  // namespace allways::importers
