// SPDX-License-Identifier: Apache-2.0
// Lines of a plain or gzip text file, with their numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/progress.h"
#include "text/input_file.h"

namespace allways::importers {

// The encoding of texts, and who hears of it: ReadOptions and PointOptions have these in common.
struct TextOptions {
    std::string encoding = {};  // a name that iconv knows; empty: UTF-8, and Windows-1252 where a text is not UTF-8
    ProgressCallback progress = {};
    LogCallback log = {};

    TextOptions() = default;
    template <class Options>
    requires requires(const Options& options) { options.encoding; }
    TextOptions(const Options& options) : encoding(options.encoding), log(options.log) {  // NOLINT: the same options
        if constexpr (requires { options.progress; }) progress = options.progress;
    }
};

// Decodes lines or values, and counts those whose encoding is guessed.
class TextDecoder {
public:
    // `may_be_utf8`: texts are in the stated encoding only where they are not UTF-8. Throws InvalidArgument for an
    // encoding that iconv does not know.
    TextDecoder(std::string source, const TextOptions& options, bool may_be_utf8 = false);
    ~TextDecoder();
    TextDecoder(const TextDecoder&) = delete;
    TextDecoder& operator=(const TextDecoder&) = delete;

    // Returns the text as UTF-8, valid until the next call. `line`: for messages; 0: none. Throws InputError for text
    // that is not in the stated encoding.
    std::string_view decode(std::string_view text, std::uint64_t line = 0);
    // Logs how many texts were guessed since the last call: "line" or "text".
    void tell(std::string_view what);

private:
    std::string source_;
    std::string encoding_;
    LogCallback log_;
    void* first_ = nullptr;   // from UTF-8, to check texts
    void* second_ = nullptr;  // from the stated encoding, or for the first text that is not UTF-8 from Windows-1252
    bool may_be_utf8_;
    std::string decoded_;
    std::uint64_t guessed_ = 0;
    std::uint64_t first_line_ = 0;
};

// Decodes UTF-16, as spreadsheets export it, block by block.
class Utf16Decoder {
public:
    // UTF-8 has at most three bytes where UTF-16 has two; this factor also leaves room for the rest of the previous
    // block.
    static constexpr std::size_t most_growth = 4;

    // Returns a decoder if the text begins as UTF-16, with a byte-order mark or ASCII, in either byte order; otherwise
    // null. `file`: the name for errors.
    static std::unique_ptr<Utf16Decoder> for_text(const std::string& file, std::string_view begin);

    // Returns the next block as UTF-8; a character that is cut at the block's end waits for the next one. Throws
    // InputError for text that is not UTF-16, and for text that ends within a character.
    std::string decode(std::string_view piece, bool is_last);

private:
    Utf16Decoder(std::string file, bool little) : file_(std::move(file)), little_(little) {}

    std::string file_;
    bool little_;
    std::string rest_;  // bytes of a character that is not complete
};

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
