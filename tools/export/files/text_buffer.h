// SPDX-License-Identifier: Apache-2.0
// The text buffer into which all text writers put their fields.
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/fixed_point_text.h"

namespace allways::tools {

// A CSV field, quoted if necessary (RFC 4180).
std::string csv_field(std::string_view text);

// Derived classes decide what happens to a full buffer. Numbers are written independently of the locale.
class TextBuffer {
public:
    virtual ~TextBuffer() = default;
    TextBuffer(const TextBuffer&) = delete;
    TextBuffer& operator=(const TextBuffer&) = delete;

    void put(char c) { *room(1) = c, ++used_; }
    void put(std::string_view text);
    void put_bytes(const void* data, std::size_t size) { put({static_cast<const char*>(data), size}); }
    // Writes integers, and floats with the fewest digits that read back as the same number.
    template <class Number>
    void put_number(Number number) {
        constexpr std::size_t longest = 32;
        char* begin = room(longest);
        end(std::to_chars(begin, begin + longest, number).ptr);
    }
    // Writes floats without an exponent if that is short; see put_plain.
    template <class Float>
    void put_plain_number(Float number) {
        end(put_plain(room(plain_room), number));
    }
    // Writes value × 10^-digits as exact decimal text, without trailing zeros.
    void put_fixed_point(std::int64_t value, int digits) {
        end(allways::put_fixed_point(room(fixed_point_room(digits)), value, digits));
    }
    void put_field(std::string_view text);  // csv_field(text)
    // Writes a row of CSV, or its first fields: texts, and numbers, of which those that are not finite are left empty.
    template <class... Fields>
    void put_row(const Fields&... fields) {
        put_fields(fields...);
        put('\n');
    }
    template <class First, class... Further>
    void put_fields(const First& first, const Further&... further) {
        if constexpr (!std::is_arithmetic_v<First>)
            put_field(first);
        else if (std::isfinite(static_cast<double>(first)))
            put_number(first);
        ((put(','), put_fields(further)), ...);
    }
    // Adds texts to a row that has begun.
    template <class Texts>
    void add_fields(const Texts& texts) {
        for (const std::string_view text : texts) put(','), put_field(text);
    }

    // For writing several things at once: room() provides at least `size` free characters after the text, and end()
    // sets its new end.
    char* room(std::size_t size) {
        if (capacity_ - used_ < size) make_room(size);
        return data_.get() + used_;
    }
    void end(const char* end) { used_ = static_cast<std::size_t>(end - data_.get()); }

protected:
    explicit TextBuffer(std::size_t capacity)
        : data_(std::make_unique_for_overwrite<char[]>(capacity)), capacity_(capacity) {}
    // Makes space for `size` more characters, or for as many as an empty buffer has.
    virtual void make_room(std::size_t size) = 0;

    std::unique_ptr<char[]> data_;
    std::size_t capacity_;
    std::size_t used_ = 0;
};

// A buffer that keeps its text and grows.
class TextBlock final : public TextBuffer {
public:
    explicit TextBlock(std::size_t capacity = std::size_t{1} << 16) : TextBuffer(capacity) {}
    std::string_view text() const { return {data_.get(), used_}; }
    void clear() { used_ = 0; }

private:
    void make_room(std::size_t size) override;
};

}  // namespace allways::tools
