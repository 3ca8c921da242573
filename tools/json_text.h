#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace allways::tools {

// JSON as text: on one line, or with `indent` spaces a level. Ids and names of files may hold bytes that are no UTF-8,
// which JSON cannot hold: each becomes U+FFFD.
std::string json_text(const nlohmann::ordered_json& value, int indent = -1);
std::string json_text(const std::string& text);

}  // namespace allways::tools
