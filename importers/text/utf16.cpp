// SPDX-License-Identifier: Apache-2.0
#include "text/utf16.h"

#include <cstdint>

#include "allways/base/error.h"

namespace allways::importers {

namespace {

constexpr char32_t utf16_mark = 0xFEFF;

}  // namespace

void put_utf8(std::string& text, char32_t code) {
    const auto follow = [&](int shift) { text += static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0 | (code >> 6));
        follow(0);
    } else if (code < 0x10000) {
        text += static_cast<char>(0xE0 | (code >> 12));
        follow(6);
        follow(0);
    } else {
        text += static_cast<char>(0xF0 | (code >> 18));
        follow(12);
        follow(6);
        follow(0);
    }
}

std::unique_ptr<Utf16Decoder> Utf16Decoder::for_text(const std::string& file, std::string_view begin) {
    // Without a mark the text begins with two characters of ASCII: no other encoding has zeros there.
    const auto zero = [&](std::size_t at) { return begin.size() > at && begin[at] == '\0'; };
    const bool is_ascii = begin.size() >= 4 && zero(0) == zero(2) && zero(1) == zero(3) && zero(0) != zero(1);
    const bool little = begin.starts_with("\xFF\xFE") || (is_ascii && zero(1));
    const bool big = begin.starts_with("\xFE\xFF") || (is_ascii && zero(0));
    if (!little && !big) return nullptr;
    return std::unique_ptr<Utf16Decoder>(new Utf16Decoder(file, little));
}

std::string Utf16Decoder::decode(std::string_view piece, bool is_last) {
    const std::string bytes = rest_ + std::string(piece);
    const auto unit_at = [&](std::size_t at) {
        const auto first = static_cast<unsigned char>(bytes[at]);
        const auto second = static_cast<unsigned char>(bytes[at + 1]);
        return static_cast<char32_t>(little_ ? first | second << 8 : first << 8 | second);
    };
    std::string text;
    std::size_t at = 0;
    while (at + 2 <= bytes.size()) {
        char32_t code = unit_at(at);
        std::size_t length = 2;
        if (code >= 0xD800 && code < 0xDC00) {  // the first half of a pair
            if (at + 4 > bytes.size()) break;
            const char32_t second = unit_at(at + 2);
            if (second < 0xDC00 || second >= 0xE000) throw InputError(file_, 0, "its UTF-16 has half a character");
            code = 0x10000 + ((code - 0xD800) << 10) + (second - 0xDC00);
            length = 4;
        } else if (code >= 0xDC00 && code < 0xE000) {
            throw InputError(file_, 0, "its UTF-16 has half a character");
        }
        if (code != utf16_mark) put_utf8(text, code);
        at += length;
    }
    rest_ = bytes.substr(at);
    if (is_last && !rest_.empty()) throw InputError(file_, 0, "its UTF-16 ends within a character");
    return text;
}

}  // namespace allways::importers
