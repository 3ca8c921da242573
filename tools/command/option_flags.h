// SPDX-License-Identifier: Apache-2.0
// The library's messages name fields of its option structs, for callers in programs; users of the command know flags.
#pragma once

#include <string>
#include <string_view>

#include "allways/base/option_row.h"

namespace allways::command {

// "-F,--input-format", "--no-next-hops" for a switch that is on by default.
std::string flag_names(const OptionText& row, bool is_on_by_default);

// Replaces each name in backticks by its flag: "`overwrite` replaces it". Names without a flag lose their backticks;
// quoted text stays, because it comes from users and files.
std::string with_flags(std::string_view message);

// The flag of a field as messages name it: "speed_field", "points.layer". Empty if it has none.
std::string_view flag_of(std::string_view name);

}  // namespace allways::command
