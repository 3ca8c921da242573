// SPDX-License-Identifier: Apache-2.0
// The languages of instructions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"

namespace allways {

// Codes of ISO 639-1: "en", "de", …; English is the default.
ALLWAYS_API const std::vector<std::string>& instruction_languages();

// The first language of an Accept-Language header that instructions have: "de-CH,de;q=0.9,en;q=0.8" gives "de". Empty
// if it names none.
ALLWAYS_API std::string accepted_language(std::string_view header);

}  // namespace allways
