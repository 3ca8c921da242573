// SPDX-License-Identifier: Apache-2.0
// UTF-16, as spreadsheets export it, becomes UTF-8.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace allways::importers {

// Decodes a text piece by piece.
// Appends a character as UTF-8.
void put_utf8(std::string& text, char32_t code);

class Utf16Decoder {
public:
    // UTF-8 has at most three bytes where UTF-16 has two; this factor leaves room for what a piece leaves over.
    static constexpr std::size_t most_growth = 4;

    // A decoder if the text begins as UTF-16, with a byte-order mark or ASCII, either way round; else null. `file`: for
    // errors.
    static std::unique_ptr<Utf16Decoder> for_text(const std::string& file, std::string_view begin);

    // The next piece as UTF-8; a character that is cut at its end waits for the next one. Throws InputError for text
    // that is not UTF-16, and for one that ends within a character.
    std::string decode(std::string_view piece, bool is_last);

private:
    Utf16Decoder(std::string file, bool little) : file_(std::move(file)), little_(little) {}

    std::string file_;
    bool little_;
    std::string rest_;  // bytes of a character that is not complete
};

}  // namespace allways::importers
