// SPDX-License-Identifier: Apache-2.0
// Texts in other encodings become UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "allways/base/progress.h"

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

}  // namespace allways::importers
