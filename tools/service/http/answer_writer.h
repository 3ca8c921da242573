// SPDX-License-Identifier: Apache-2.0
// JSON as text, written from front to back. Tables of a million numbers go through here, so numbers are made of their
// digits and nothing is kept but the text.
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

    AnswerWriter& string(std::string_view text);  // bytes that are no UTF-8 become U+FFFD
    AnswerWriter& integer(std::int64_t value);
    // Rounded to at most `digits` ≤ 9 decimals, without trailing zeros; null if it is not finite.
    AnswerWriter& number(double value, int digits);
    AnswerWriter& boolean(bool value);
    AnswerWriter& null();

    // Goes on with the elements of another writer, which began none of its own.
    AnswerWriter& elements(const AnswerWriter& others);

    void reserve(std::size_t bytes) { room(bytes); }
    // Keeps the memory.
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
    // Where so many characters can be written; size_ then grows by those that were.
    char* room(std::size_t characters);

    std::string text_;  // the text, and room behind it
    std::size_t size_ = 0;
    bool needs_comma_ = false;
};

}  // namespace allways::tools
