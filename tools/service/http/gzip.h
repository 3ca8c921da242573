// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace allways::tools {

// Returns true if the value of an Accept-Encoding field accepts gzip.
bool accepts_gzip(std::string_view accept_encoding);

// The compressed text; nothing if memory runs out.
std::optional<std::string> gzip(std::string_view text);

}  // namespace allways::tools
