// SPDX-License-Identifier: Apache-2.0
// Parses the text of a profile into rules.
#pragma once

#include <string>
#include <string_view>

#include "osm/profile/profile_rules.h"

namespace allways::importers::osm {

// `file` is the name in errors. Throws InputError (file and line) for text that is not TOML, a missing or unknown key,
// a value of the wrong type, and a number out of range.
ProfileRules parse_profile(std::string_view text, const std::string& file);

}  // namespace allways::importers::osm
