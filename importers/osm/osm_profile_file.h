// The text of a profile becomes its rules.
#pragma once

#include <string>
#include <string_view>

#include "osm/osm_profile_rules.h"

namespace allways::osm {

// `file` is what errors call it. Throws InputError (file and line) for text that is no TOML, a key that is missing or
// unknown, a value of the wrong type, and a number out of its range.
ProfileRules parse_profile(std::string_view text, const std::string& file);

}  // namespace allways::osm
