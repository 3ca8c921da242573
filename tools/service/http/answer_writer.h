// SPDX-License-Identifier: Apache-2.0
// Writes JSON as text, front to back. Tables of a million numbers are written with it, so it formats digits directly
// and stores nothing but the text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace allways::tools {

class AnswerWriter {
public:
    AnswerWriter& begin_object() { return open('{'); }
    AnswerWriter& end_object() { return close('}'); }
    AnswerWriter& begin_array() { return open('['); }
    AnswerWriter& end_array() { return close(']'); }
    AnswerWriter& key(std::string_view name);

    AnswerWriter& string(std::string_view text);  // invalid UTF-8 becomes U+FFFD
    AnswerWriter& integer(std::int64_t value);
    // Rounded to at most `digits` ≤ 9 decimals, without trailing zeros; null if it is not finite.
    AnswerWriter& number(double value, int digits);
    AnswerWriter& boolean(bool value);
    AnswerWriter& null();

    // Appends the elements that another writer has written outside any array.
    AnswerWriter& elements(const AnswerWriter& others);

    void reserve(std::size_t bytes) { room(bytes); }
    // Empties the text but keeps its memory.
    void clear() {
        size_ = 0;
        needs_comma_ = false;
    }
    std::string take() &&;

private:
    AnswerWriter& open(char bracket);
    AnswerWriter& close(char bracket);
    void separate();
    void append(std::string_view text);
    // Returns where `characters` characters can be written; the caller then adds the number written to size_.
    char* room(std::size_t characters);

    std::string text_;  // the text and free space after it
    std::size_t size_ = 0;
    bool needs_comma_ = false;
};

}  // namespace allways::tools
