// SPDX-License-Identifier: Apache-2.0
// The library's messages name fields of its option structs, for callers in programs; users of the command know flags.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/option_row.h"

namespace allways::command {

// "-F,--input-format", "--no-next-hops" for a switch that is on by default.
std::string flag_names(const OptionText& row, bool is_on_by_default);

// Flags by the names of fields in messages.
using Flags = std::map<std::string, std::string, std::less<>>;
void add_flag_of(Flags& flags, const std::string& name, const OptionText& row, bool is_on_by_default);
template <class Row>
void add_rows(Flags& flags, const std::vector<Row>& rows, const std::string& prefix = "") {
    for (const Row& row : rows) add_flag_of(flags, prefix + row.name, row, row.is_on_by_default());
}
// Those of 'allways serve', if this build has it.
void add_service_rows(Flags& flags);

// Replaces each name in backticks by its flag: "`overwrite` replaces it". Names without a flag lose their backticks;
// quoted text stays, because it comes from users and files.
std::string with_flags(std::string_view message);

// The flag of a field as messages name it: "speed_field", "points.layer". Empty if it has none.
std::string_view flag_of(std::string_view name);

}  // namespace allways::command
