// The library's messages name the fields of its options, for those who fill them in programs; the command's users know
// flags.
#pragma once

#include <string>
#include <string_view>

namespace allways::command {

// The message with the flag of each name in backticks: "`overwrite` replaces it". A name that has no flag stands bare;
// what is in quotes stays, because users and files say that.
std::string with_flags(std::string_view message);

// Of a field as messages name it: "speed_field", "points.layer". Empty where there is none.
std::string_view flag_of(std::string_view name);

}  // namespace allways::command
