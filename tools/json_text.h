#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace allways::tools {

// JSON as text: on one line, or with `indent` spaces a level. Ids and names of files may hold bytes that are no UTF-8,
// which JSON cannot hold: each becomes U+FFFD.
template <class Json>
std::string json_text(const Json& value, int indent = -1) {
    return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

inline std::string json_text(const std::string& text) { return json_text(nlohmann::json(text)); }

// A text as it would come out of JSON, for other formats of UTF-8: the same, but for U+FFFD in place of bytes that are none.
inline std::string utf8_text(std::string_view text) {
    const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    if (std::ranges::all_of(text, is_ascii)) return std::string(text);
    return nlohmann::json::parse(json_text(std::string(text))).get<std::string>();
}

}  // namespace allways::tools
