// SPDX-License-Identifier: Apache-2.0
// The ways in which travellers move on a network.
#pragma once

#include <span>
#include <string>
#include <utility>

#include "allways/base/api.h"

namespace allways {

enum class TravelMode { driving, cycling, walking };

// Finds the mode of a network or factor by the note "profile" of its provenance, which importers write: walking for
// "foot …", cycling for "bicycle …", driving for others and if there is no such note.
ALLWAYS_API TravelMode travel_mode(std::span<const std::pair<std::string, std::string>> notes);

}  // namespace allways
