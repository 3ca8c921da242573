#include "json_text.h"

#include <nlohmann/json.hpp>

namespace allways::tools {

std::string json_text(const nlohmann::ordered_json& value, int indent) {
    return value.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string json_text(const std::string& text) { return json_text(nlohmann::ordered_json(text)); }

}  // namespace allways::tools
