// SPDX-License-Identifier: Apache-2.0
#include "base/utf8_text.h"

#include <cstddef>
#include <cstdint>

namespace allways {

namespace {

// The form of a character by its first byte (Unicode, table 3-7): the number of its bytes, and the range of the second
// one, which rules out overlong forms, surrogates, and anything beyond U+10FFFF.
struct Form {
    std::size_t bytes = 0;  // 0: no character begins with this byte
    unsigned char least = 0x80, most = 0xBF;
};

Form form_of(unsigned char first) {
    if (first < 0x80) return {1};
    if (first < 0xC2 || first > 0xF4) return {};
    if (first < 0xE0) return {2};
    if (first == 0xE0) return {3, 0xA0, 0xBF};
    if (first == 0xED) return {3, 0x80, 0x9F};
    if (first < 0xF0) return {3};
    if (first == 0xF0) return {4, 0x90, 0xBF};
    if (first == 0xF4) return {4, 0x80, 0x8F};
    return {4};
}

// Returns how many bytes of `form` are present at the beginning of `text`; 1 or more.
std::size_t present(const Form& form, std::string_view text) {
    std::size_t count = 1;
    for (; count < form.bytes && count < text.size(); ++count) {
        const auto byte = static_cast<unsigned char>(text[count]);
        if (byte < (count == 1 ? form.least : 0x80) || byte > (count == 1 ? form.most : 0xBF)) break;
    }
    return count;
}

bool is_noncharacter(std::string_view character) {
    if (character.size() < 3) return false;
    std::uint32_t code = static_cast<unsigned char>(character[0]) & (character.size() == 3 ? 0x0Fu : 0x07u);
    for (const char byte : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(byte) & 0x3Fu);
    return (code & 0xFFFE) == 0xFFFE || (code >= 0xFDD0 && code <= 0xFDEF);
}

}  // namespace

std::string valid_utf8(std::string_view text) {
    std::string valid;
    valid.reserve(text.size());
    while (!text.empty()) {
        const Form form = form_of(static_cast<unsigned char>(text[0]));
        const std::size_t count = present(form, text);
        const std::string_view character = text.substr(0, count);
        valid += count == form.bytes && !is_noncharacter(character) ? character : "\uFFFD";
        text.remove_prefix(count);
    }
    return valid;
}

std::string without_controls(std::string_view text) {
    std::string clean;
    clean.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto byte = [&](std::size_t of) { return of < text.size() ? static_cast<unsigned char>(text[of]) : 0u; };
        const bool is_c1 = byte(at) == 0xC2 && byte(at + 1) >= 0x80 && byte(at + 1) < 0xA0;
        const bool is_c0 = byte(at) < 0x20 && text[at] != '\n' && text[at] != '\t';
        if (is_c1 || is_c0 || byte(at) == 0x7F)
            clean += "\uFFFD";
        else
            clean += text[at];
        at += is_c1;
    }
    return clean;
}

}  // namespace allways
