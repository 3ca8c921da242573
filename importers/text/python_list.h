// SPDX-License-Identifier: Apache-2.0
// Lists as Python prints them, stored as text in files: "[435660168, 56180220]", "['A', \"B's\"]".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace allways::importers {

// Returns the items without quotes, or nothing if the text is not such a list.
std::optional<std::vector<std::string>> parse_python_list(std::string_view text);

}  // namespace allways::importers
