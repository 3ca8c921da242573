// SPDX-License-Identifier: Apache-2.0
#include "command/message_text.h"

#include <algorithm>
#include <filesystem>

#include "allways/base/format.h"
#include "base/text.h"
#include "base/utf8_text.h"

namespace allways::command {

namespace {

constexpr std::size_t longest_quote = 80;
constexpr std::size_t longest_message = 2000;

bool is_file(std::string_view text) {
    std::error_code error;
    return text.size() < 4096 && std::filesystem::exists(std::filesystem::path(text), error);
}

// Returns the end of a quotation such as "'a b'": no letter precedes its first quote, none follows its last.
std::size_t end_of_quote(std::string_view text, std::size_t open) {
    const auto is_letter = [&](std::size_t at) {
        return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '\'');
    };
    if (open > 0 && is_letter(open - 1)) return text.npos;
    for (std::size_t end = text.find('\'', open + 1); end != text.npos; end = text.find('\'', end + 1)) {
        if (!is_letter(end + 1)) return end;
    }
    return text.npos;
}

std::string with_short_quotes(std::string_view text) {
    std::string result;
    std::size_t done = 0;
    for (std::size_t open = text.find('\''); open != text.npos; open = text.find('\'', open)) {
        const std::size_t end = end_of_quote(text, open);
        if (end == text.npos) {
            ++open;
            continue;
        }
        const std::string_view quote = text.substr(open + 1, end - open - 1);
        result += text.substr(done, open + 1 - done);
        if (quote.size() <= longest_quote || is_file(quote))
            result += quote;
        else
            result += shortened(quote, longest_quote);
        done = open = end;
        ++open;
    }
    return result.append(text.substr(done));
}

// Shortens long words outside quotes, such as ids and names.
std::string with_short_words(std::string_view text) {
    constexpr std::size_t longest_word = 2 * longest_quote;
    std::string result;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        std::string_view word = text.substr(0, end);
        std::string_view bare = word;
        while (bare.ends_with(':') || bare.ends_with(',') || bare.ends_with('.') || bare.ends_with('\''))
            bare.remove_suffix(1);
        if (bare.starts_with('\'')) bare.remove_prefix(1);
        if (word.size() <= longest_word || is_file(bare))
            result += word;
        else
            result += shortened(word, longest_quote);
        text.remove_prefix(end);
        const std::size_t blanks = std::min(text.find_first_not_of(' '), text.size());
        result += text.substr(0, blanks);
        text.remove_prefix(blanks);
    }
    return result;
}

std::string with_escapes(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\n')
            result += "\\n";
        else if (c == '\r')
            result += "\\r";
        else if (c == '\t')
            result += "\\t";
        else if (byte < 32 || byte == 127)
            result += format("\\x{:02x}", byte);
        else
            result += c;
    }
    return result;
}

}  // namespace

std::string message_line(std::string_view message) {
    const std::string text = with_escapes(valid_utf8(with_short_words(with_short_quotes(message))));
    return without_controls(shortened(text, longest_message));
}

}  // namespace allways::command
