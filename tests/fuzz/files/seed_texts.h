// SPDX-License-Identifier: Apache-2.0
// The seeds that no command writes, as they are.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace fuzz {

extern const char* const village_osm;
// The village with turn restrictions, conditional tags, limits of size and gates.
extern const char* const ruled_osm;

// A file's path below the folder of all seeds, and its text.
std::vector<std::pair<std::string, std::string>> seed_texts();

}  // namespace fuzz
