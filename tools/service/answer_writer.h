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

    void reserve(std::size_t bytes) { text_.reserve(bytes); }
    std::string take() && { return std::move(text_); }

private:
    AnswerWriter& open(char bracket);
    AnswerWriter& close(char bracket);
    void separate();

    std::string text_;
    bool needs_comma_ = false;
};

}  // namespace allways::tools
