#include "service/answer_writer.h"

#include <charconv>
#include <cmath>

#include "allways/export/json.h"

namespace allways::tools {

void AnswerWriter::separate() {
    if (needs_comma_) text_ += ',';
    needs_comma_ = true;
}

AnswerWriter& AnswerWriter::open(char bracket) {
    separate();
    text_ += bracket;
    needs_comma_ = false;
    return *this;
}

AnswerWriter& AnswerWriter::close(char bracket) {
    text_ += bracket;
    needs_comma_ = true;
    return *this;
}

AnswerWriter& AnswerWriter::key(std::string_view name) {
    string(name);
    text_ += ':';
    needs_comma_ = false;
    return *this;
}

AnswerWriter& AnswerWriter::string(std::string_view text) {
    separate();
    bool is_plain = true;
    for (const char c : text) {
        is_plain = is_plain && static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f &&
                   c != '"' && c != '\\';
    }
    if (is_plain)
        ((text_ += '"') += text) += '"';
    else
        text_ += json_text(std::string(text));
    return *this;
}

AnswerWriter& AnswerWriter::integer(std::int64_t value) {
    separate();
    char digits[24];
    text_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
    return *this;
}

AnswerWriter& AnswerWriter::number(double value, int digits) {
    static constexpr double powers[] = {1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
    const double scaled = std::round(std::abs(value) * powers[digits]);
    if (!(scaled < 1e18)) return std::isfinite(value) ? integer(std::llround(std::copysign(9e17, value))) : null();
    separate();
    auto whole = static_cast<std::uint64_t>(scaled);
    if (value < 0 && whole > 0) text_ += '-';
    char buffer[32];
    char* const end = buffer + sizeof buffer;
    char* at = end;
    bool has_decimals = false;
    for (int i = 0; i < digits; ++i, whole /= 10) {
        const auto digit = static_cast<char>(whole % 10);
        if (digit == 0 && !has_decimals) continue;
        has_decimals = true;
        *--at = static_cast<char>('0' + digit);
    }
    if (has_decimals) *--at = '.';
    do {
        *--at = static_cast<char>('0' + whole % 10);
        whole /= 10;
    } while (whole > 0);
    text_.append(at, end);
    return *this;
}

AnswerWriter& AnswerWriter::boolean(bool value) {
    separate();
    text_ += value ? "true" : "false";
    return *this;
}

AnswerWriter& AnswerWriter::null() {
    separate();
    text_ += "null";
    return *this;
}

}  // namespace allways::tools
