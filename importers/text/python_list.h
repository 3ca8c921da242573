// Lists as Python prints them, where files have them as text: "[435660168, 56180220]", "['A', \"B's\"]".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace allways {

// Its items without quotes, or nothing where the text is no such list.
std::optional<std::vector<std::string>> parse_python_list(std::string_view text);

}  // namespace allways
