// SPDX-License-Identifier: Apache-2.0
// Writes JSON as text, front to back. Tables of a million numbers are written with it, so it formats digits directly
// and stores nothing but the text.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/fixed_point_text.h"

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
    AnswerWriter& number(double value, int digits) {
        return numbers(1, digits, [&](std::size_t) { return value; });
    }
    // value(0) to value(count - 1), as number() writes them.
    template <class Value>
    AnswerWriter& numbers(std::size_t count, int digits, const Value& value) {
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

    AnswerWriter& open(char bracket);
    AnswerWriter& close(char bracket);
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
    void append_value(std::string_view text);
    // Returns where `characters` characters can be written; the caller then adds the number written to size_.
    char* room(std::size_t characters) {
        if (text_.size() - size_ < characters) grow(characters);
        return text_.data() + size_;
    }
    void grow(std::size_t characters);

    std::string text_;  // the text and free space after it
    std::size_t size_ = 0;
    bool needs_comma_ = false;
};

}  // namespace allways::tools
