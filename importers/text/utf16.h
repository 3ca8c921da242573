// SPDX-License-Identifier: Apache-2.0
// Converts UTF-16, as spreadsheets export it, to UTF-8.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace allways::importers {

// Appends a character as UTF-8.
void put_utf8(std::string& text, char32_t code);

// Decodes a text block by block.
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
