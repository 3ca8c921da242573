// SPDX-License-Identifier: Apache-2.0
#include "service/http/answer_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

#include "allways/export/json.h"

namespace allways::tools {

const AnswerWriter::Decimals& AnswerWriter::decimals_of(int digits) {
    static const std::array decimals = [&]<int... digit>(std::integer_sequence<int, digit...>) {
        return std::array{Decimals{std::pow(10, digit), FixedPointText(digit)}...};
    }
    (std::make_integer_sequence<int, 10>());
    return decimals[static_cast<std::size_t>(digits)];
}

char* AnswerWriter::put_large(char* at, double value) {
    if (std::isfinite(value)) return put_fixed_point(at, std::llround(std::copysign(9e17, value)), 0);
    std::memcpy(at, "null", 4);
    return at + 4;
}

void AnswerWriter::grow(std::size_t characters) {
    text_.resize(std::max(2 * text_.size(), size_ + characters + 256));
}

void AnswerWriter::append_value(std::string_view text) {
    std::memcpy(room_for_value(text.size()), text.data(), text.size());
    size_ += text.size();
}

std::string AnswerWriter::take() && {
    text_.resize(size_);
    return std::move(text_);
}

AnswerWriter& AnswerWriter::elements(const AnswerWriter& others) {
    if (others.size_ != 0) append_value({others.text_.data(), others.size_});
    return *this;
}

AnswerWriter& AnswerWriter::open(char bracket) {
    *room_for_value(1) = bracket;
    ++size_;
    needs_comma_ = false;
    return *this;
}

AnswerWriter& AnswerWriter::close(char bracket) {
    *room(1) = bracket;
    ++size_;
    needs_comma_ = true;
    return *this;
}

AnswerWriter& AnswerWriter::key(std::string_view name) {
    string(name);
    *room(1) = ':';
    ++size_;
    needs_comma_ = false;
    return *this;
}

AnswerWriter& AnswerWriter::string(std::string_view text) {
    const bool is_plain = std::ranges::all_of(text, [](char c) {
        return static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f && c != '"' && c != '\\';
    });
    if (!is_plain) {
        append_value(json_text(std::string(text)));
        return *this;
    }
    char* const at = room_for_value(text.size() + 2);
    *at = '"';
    std::memcpy(at + 1, text.data(), text.size());
    at[text.size() + 1] = '"';
    size_ += text.size() + 2;
    return *this;
}

AnswerWriter& AnswerWriter::integer(std::int64_t value) {
    char* const begin = room_for_value(24);
    size_ += static_cast<std::size_t>(std::to_chars(begin, begin + 24, value).ptr - begin);
    return *this;
}

AnswerWriter& AnswerWriter::boolean(bool value) {
    append_value(value ? "true" : "false");
    return *this;
}

AnswerWriter& AnswerWriter::null() {
    append_value("null");
    return *this;
}

}  // namespace allways::tools
