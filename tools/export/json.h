// SPDX-License-Identifier: Apache-2.0
// Writes JSON as text, front to back, into a string or a file. Tables of a million numbers are written with it, so it
// formats digits directly and stores nothing but the text. Small values are nlohmann's (allways/export/json.h).
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/fixed_point_text.h"

namespace allways::tools {

class TextBuffer;

class JsonWriter {
public:
    // Keeps the text for take().
    JsonWriter() = default;
    // Puts the text into a file, piece by piece; flush() puts the rest. `in_script`: the text stands in a page's
    // script, which "</script>" in a string would end, so that "<" is escaped.
    explicit JsonWriter(TextBuffer& file, bool in_script = false) : file_(&file), in_script_(in_script) {}

    JsonWriter& begin_object() { return open('{'); }
    JsonWriter& end_object() { return close('}'); }
    JsonWriter& begin_array() { return open('['); }
    JsonWriter& end_array() { return close(']'); }
    JsonWriter& key(std::string_view name);

    JsonWriter& string(std::string_view text);  // invalid UTF-8 becomes U+FFFD
    template <std::integral Integer>
    JsonWriter& integer(Integer value) {
        return converted(value);
    }
    // Rounded to at most `digits` ≤ 9 decimals, without trailing zeros; null if it is not finite.
    JsonWriter& number(double value, int digits) {
        return numbers(1, digits, [&](std::size_t) { return value; });
    }
    // value(0) to value(count - 1), as number() writes them.
    template <class Value>
    JsonWriter& numbers(std::size_t count, int digits, const Value& value) {
        const Decimals& decimals = decimals_of(digits);
        char* at = room(count * (1 + decimals.text.room()));
        bool needs_comma = std::exchange(needs_comma_, needs_comma_ || count > 0);
        for (std::size_t i = 0; i < count; ++i) {
            *at = ',';
            at = put(at + needs_comma, value(i), decimals);
            needs_comma = true;
        }
        size_ = static_cast<std::size_t>(at - text_.data());
        return *this;
    }
    // With the fewest digits that read back as the same number, which is finite.
    JsonWriter& shortest(double value) { return converted(value); }
    JsonWriter& boolean(bool value) { return raw(value ? "true" : "false"); }
    JsonWriter& null() { return raw("null"); }
    // A value that is JSON already.
    JsonWriter& raw(std::string_view json);

    // An array of texts or numbers.
    template <class Values>
    JsonWriter& list(const Values& values) {
        return list(values, [this]<class Value>(const Value& value) {
            if constexpr (std::same_as<Value, bool>)
                boolean(value);
            else if constexpr (std::integral<Value>)
                integer(value);
            else if constexpr (std::floating_point<Value>)
                shortest(value);
            else
                string(value);
        });
    }
    // An array: write(value) writes an element, or several, or none.
    template <class Values, class Write>
    JsonWriter& list(const Values& values, const Write& write) {
        begin_array();
        for (const auto& value : values) write(value);
        return end_array();
    }
    // Appends the elements that another writer has written outside any array.
    JsonWriter& elements(const JsonWriter& others);

    void reserve(std::size_t bytes) { room(bytes); }
    // Empties the text but keeps its memory.
    void clear() {
        size_ = 0;
        needs_comma_ = false;
    }
    std::string take() &&;
    void flush();

private:
    struct Decimals {
        double power;  // of ten
        FixedPointText text;
    };
    static const Decimals& decimals_of(int digits);
    static char* put(char* at, double value, const Decimals& decimals) {
        const double scaled = std::abs(value) * decimals.power + 0.5;
        if (!(scaled < 1e18)) return put_large(at, value);
        const auto units = static_cast<std::int64_t>(scaled);
        return decimals.text.put(at, value < 0 ? -units : units);
    }
    // Writes null for a number that is not finite, and ±9e17 for others.
    static char* put_large(char* at, double value);

    template <class Number>
    JsonWriter& converted(Number value) {
        constexpr std::size_t longest = 32;
        char* const begin = room_for_value(longest);
        size_ += static_cast<std::size_t>(std::to_chars(begin, begin + longest, value).ptr - begin);
        return *this;
    }
    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);
    // Returns where `characters` characters can be written, after a comma where the value that follows needs one; the
    // caller then adds the number written to size_.
    char* room_for_value(std::size_t characters) {
        char* at = room(characters + 1);
        *at = ',';
        size_ += needs_comma_;
        at += needs_comma_;
        needs_comma_ = true;
        return at;
    }
    // Returns where `characters` characters can be written; the caller then adds the number written to size_.
    char* room(std::size_t characters) {
        if (text_.size() - size_ < characters) grow(characters);
        return text_.data() + size_;
    }
    void grow(std::size_t characters);

    TextBuffer* file_ = nullptr;
    bool in_script_ = false;
    std::string text_;  // the text that is not in the file yet, and free space after it
    std::size_t size_ = 0;
    bool needs_comma_ = false;
};

}  // namespace allways::tools
