// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace allways::tools {

// Whether the value of a field Accept-Encoding takes gzip.
bool accepts_gzip(std::string_view accept_encoding);

// Nothing if memory runs out.
std::optional<std::string> gzip(std::string_view text);

}  // namespace allways::tools
