// SPDX-License-Identifier: Apache-2.0
#include "service/folded_words.h"

#include <algorithm>

namespace allways::tools {

namespace {

// Two characters for each letter from U+00C0 to U+017F; "-" fills up.
constexpr std::string_view latin_letters =
    "a-a-a-a-a-a-aec-e-e-e-e-i-i-i-i-d-n-o-o-o-o-o- -o-u-u-u-u-y-thss"
    "a-a-a-a-a-a-aec-e-e-e-e-i-i-i-i-d-n-o-o-o-o-o- -o-u-u-u-u-y-thy-"
    "a-a-a-a-a-a-c-c-c-c-c-c-c-c-d-d-d-d-e-e-e-e-e-e-e-e-e-e-g-g-g-g-"
    "g-g-g-g-h-h-h-h-i-i-i-i-i-i-i-i-i-i-ijijj-j-k-k-k-l-l-l-l-l-l-l-"
    "l-l-l-n-n-n-n-n-n-n-n-n-o-o-o-o-o-o-oeoer-r-r-r-r-r-s-s-s-s-s-s-"
    "s-s-t-t-t-t-t-t-u-u-u-u-u-u-u-u-u-u-u-u-w-w-y-y-y-z-z-z-z-z-z-s-";

// The letter with a code from U+0080 to U+07FF, which has two bytes.
std::string folded_letter(std::string_view bytes) {
    unsigned code = (bytes[0] & 0x1fu) << 6 | (bytes[1] & 0x3fu);
    if (code < 0xc0) return " ";                   // signs
    if (code >= 0x300 && code < 0x370) return "";  // accents that follow their letter
    if (code < 0x180) {
        const std::string_view letters = latin_letters.substr(2 * (code - 0xc0), 2);
        return std::string(letters.substr(0, letters.find('-')));
    }
    const bool has_lower_case = (code >= 0x391 && code <= 0x3a9) || (code >= 0x410 && code <= 0x42f);
    if (has_lower_case) code += 0x20;
    if (code >= 0x400 && code <= 0x40f) code += 0x50;
    return {static_cast<char>(0xc0u | code >> 6), static_cast<char>(0x80u | (code & 0x3fu))};
}

std::string folded(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9');
        if (byte >= 'A' && byte <= 'Z') {
            result += static_cast<char>(byte - 'A' + 'a');
        } else if (byte < 0x80) {
            result += is_letter ? text[i] : ' ';
        } else if (byte >= 0xc2 && byte <= 0xdf && i + 1 < text.size()) {
            result += folded_letter(text.substr(i++, 2));
        } else if (text.substr(i, 2) == "\xe2\x80" && i + 2 < text.size()) {  // U+2000 … U+203F: quotes and dashes
            result += ' ';
            i += 2;
        } else {
            result += text[i];
        }
    }
    return result;
}

}  // namespace

std::vector<std::string> folded_words(std::string_view text) {
    std::vector<std::string> words;
    const std::string all = folded(text);
    for (std::size_t begin = 0; (begin = all.find_first_not_of(' ', begin)) != all.npos;) {
        const std::size_t end = std::min(all.find(' ', begin), all.size());
        words.push_back(all.substr(begin, end - begin));
        begin = end;
    }
    return words;
}

bool have_prefixes(const std::vector<std::string>& words, const std::vector<std::string>& prefixes) {
    return std::ranges::all_of(prefixes, [&](const std::string& prefix) {
        return std::ranges::any_of(words, [&](const std::string& word) { return word.starts_with(prefix); });
    });
}

}  // namespace allways::tools
