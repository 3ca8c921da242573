#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace allways::tools {

// JSON as text: on one line, or with `indent` spaces a level. Ids and names of files may hold bytes that are no UTF-8,
// which JSON cannot hold: each becomes U+FFFD.
template <class Json>
std::string json_text(const Json& value, int indent = -1) {
    return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

inline std::string json_text(const std::string& text) { return json_text(nlohmann::json(text)); }

}  // namespace allways::tools
