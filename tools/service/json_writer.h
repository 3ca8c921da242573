// JSON as text, written from front to back. Tables of a million numbers go through here, so numbers are made of their
// digits and nothing is kept but the text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace allways::tools {

class JsonWriter {
public:
    JsonWriter& begin_object() { return open('{'); }
    JsonWriter& end_object() { return close('}'); }
    JsonWriter& begin_array() { return open('['); }
    JsonWriter& end_array() { return close(']'); }
    JsonWriter& key(std::string_view name);

    JsonWriter& string(std::string_view text);  // bytes that are no UTF-8 become U+FFFD
    JsonWriter& integer(std::int64_t value);
    // Rounded to at most `digits` ≤ 9 decimals, without trailing zeros; null if it is not finite.
    JsonWriter& number(double value, int digits);
    JsonWriter& boolean(bool value);
    JsonWriter& null();

    void reserve(std::size_t bytes) { text_.reserve(bytes); }
    std::string take() && { return std::move(text_); }

private:
    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);
    void separate();

    std::string text_;
    bool needs_comma_ = false;
};

}  // namespace allways::tools
