// SPDX-License-Identifier: Apache-2.0
// Profiles of OpenStreetMap: the rules by which a mode of travel reads its tags (docs/profiles.md).
#pragma once

#include <string>
#include <vector>

#include "allways/base/api.h"

namespace allways {

// The built-in profiles: "car", "bicycle", "foot", "truck", "taxi", "bus", "emergency".
ALLWAYS_API std::vector<std::string> osm_profile_names();

// Returns the text of a built-in profile, to copy and edit. Throws InvalidArgument for an unknown name.
ALLWAYS_API std::string osm_profile_text(const std::string& name);

// Throws the errors that reading with ReadOptions::profile and ReadOptions::vehicle would throw: InvalidArgument for a
// name that is neither built in nor a file, and for invalid sizes; InputError (file and line) for a file that is not a
// profile.
ALLWAYS_API void check_osm_profile(const std::string& name_or_file, const std::string& vehicle = {});

}  // namespace allways
