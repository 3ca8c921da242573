// SPDX-License-Identifier: Apache-2.0
// Allways' values as JSON, and the writer of long JSON texts.
#include "export/json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include <nlohmann/json.hpp>

#include "allways/cost/arc_costs.h"
#include "allways/export/json.h"
#include "export/files/text_buffer.h"

namespace allways {

std::string json_text(const nlohmann::ordered_json& value, int indent) {
    return value.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string json_text(const std::string& text) {
    return json_text(nlohmann::ordered_json(text));
}

nlohmann::ordered_json number_json(double value) {
    if (!std::isfinite(value)) return nullptr;
    // Writes whole values without a decimal point: 18, not 18.0.
    constexpr double exact = 9007199254740992.0;
    if (value == std::trunc(value) && std::abs(value) < exact) return static_cast<std::int64_t>(value);
    return value;
}

nlohmann::ordered_json natural_json(double raw, const CostScale& scale) {
    return number_json(std::isfinite(raw) ? natural_value(raw, scale) : raw);
}

nlohmann::ordered_json natural_json(double raw, const NaturalScale& scale) {
    return number_json(std::isfinite(raw) ? scale.value(raw) : raw);
}

nlohmann::ordered_json id_json(const IdTable& ids, std::uint32_t index) {
    if (ids.is_numeric()) return ids.numbers()[index];
    return ids.text(index);
}

}  // namespace allways

// ---- the writer

namespace allways::tools {

const JsonWriter::Decimals& JsonWriter::decimals_of(int digits) {
    static const std::array decimals = [&]<int... digit>(std::integer_sequence<int, digit...>) {
        return std::array{Decimals{std::pow(10, digit), FixedPointText(digit)}...};
    }
    (std::make_integer_sequence<int, 10>());
    return decimals[static_cast<std::size_t>(digits)];
}

char* JsonWriter::put_large(char* at, double value) {
    if (std::isfinite(value)) return put_fixed_point(at, std::llround(std::copysign(9e17, value)), 0);
    std::memcpy(at, "null", 4);
    return at + 4;
}

void JsonWriter::grow(std::size_t characters) {
    constexpr std::size_t piece_of_file = std::size_t{1} << 16;
    if (file_ != nullptr) flush();
    if (text_.size() - size_ >= characters) return;
    const std::size_t least = file_ != nullptr ? piece_of_file : 2 * text_.size();
    text_.resize(std::max(least, size_ + characters + 256));
}

void JsonWriter::flush() {
    file_->put({text_.data(), size_});
    size_ = 0;
}

std::string JsonWriter::take() && {
    text_.resize(size_);
    return std::move(text_);
}

JsonWriter& JsonWriter::raw(std::string_view json) {
    std::memcpy(room_for_value(json.size()), json.data(), json.size());
    size_ += json.size();
    return *this;
}

JsonWriter& JsonWriter::elements(const JsonWriter& others) {
    return others.size_ == 0 ? *this : raw({others.text_.data(), others.size_});
}

JsonWriter& JsonWriter::open(char bracket) {
    *room_for_value(1) = bracket;
    ++size_;
    needs_comma_ = false;
    return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
    *room(1) = bracket;
    ++size_;
    needs_comma_ = true;
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
    string(name);
    *room(1) = ':';
    ++size_;
    needs_comma_ = false;
    return *this;
}

JsonWriter& JsonWriter::string(std::string_view text) {
    const bool is_plain = std::ranges::all_of(text, [&](char c) {
        return static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f && c != '"' && c != '\\' &&
               (c != '<' || !in_script_);
    });
    if (!is_plain) {
        std::string quoted = json_text(std::string(text));
        for (std::size_t at = 0; in_script_ && (at = quoted.find('<', at)) != quoted.npos;) {
            quoted.replace(at, 1, "\\u003c");
        }
        return raw(quoted);
    }
    char* const at = room_for_value(text.size() + 2);
    *at = '"';
    std::memcpy(at + 1, text.data(), text.size());
    at[text.size() + 1] = '"';
    size_ += text.size() + 2;
    return *this;
}

}  // namespace allways::tools
