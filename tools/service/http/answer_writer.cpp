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

char* AnswerWriter::room(std::size_t characters) {
    if (text_.size() - size_ < characters) text_.resize(std::max(2 * text_.size(), size_ + characters + 256));
    return text_.data() + size_;
}

void AnswerWriter::append(std::string_view text) {
    std::memcpy(room(text.size()), text.data(), text.size());
    size_ += text.size();
}

std::string AnswerWriter::take() && {
    text_.resize(size_);
    return std::move(text_);
}

AnswerWriter& AnswerWriter::elements(const AnswerWriter& others) {
    if (others.size_ == 0) return *this;
    separate();
    append({others.text_.data(), others.size_});
    return *this;
}

void AnswerWriter::separate() {
    if (needs_comma_) append(",");
    needs_comma_ = true;
}

AnswerWriter& AnswerWriter::open(char bracket) {
    separate();
    append({&bracket, 1});
    needs_comma_ = false;
    return *this;
}

AnswerWriter& AnswerWriter::close(char bracket) {
    append({&bracket, 1});
    needs_comma_ = true;
    return *this;
}

AnswerWriter& AnswerWriter::key(std::string_view name) {
    string(name);
    append(":");
    needs_comma_ = false;
    return *this;
}

AnswerWriter& AnswerWriter::string(std::string_view text) {
    separate();
    const bool is_plain = std::ranges::all_of(text, [](char c) {
        return static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f && c != '"' && c != '\\';
    });
    if (!is_plain) {
        append(json_text(std::string(text)));
        return *this;
    }
    append("\"");
    append(text);
    append("\"");
    return *this;
}

AnswerWriter& AnswerWriter::integer(std::int64_t value) {
    separate();
    char* const begin = room(24);
    size_ += static_cast<std::size_t>(std::to_chars(begin, begin + 24, value).ptr - begin);
    return *this;
}

AnswerWriter& AnswerWriter::boolean(bool value) {
    separate();
    append(value ? "true" : "false");
    return *this;
}

AnswerWriter& AnswerWriter::null() {
    separate();
    append("null");
    return *this;
}

}  // namespace allways::tools
