// SPDX-License-Identifier: Apache-2.0
// Makes user text safe for formats that require UTF-8 (pictures, pages, XML), and for terminals.
#pragma once

#include <string>
#include <string_view>

#include "allways/base/api.h"

namespace allways {

// Returns the text unchanged if it is valid UTF-8. Each invalid byte becomes U+FFFD; an incomplete character becomes a
// single U+FFFD. The 66 noncharacters are replaced, too: Cairo refuses all of them, XML two.
ALLWAYS_API std::string valid_utf8(std::string_view text);

// Returns the text with U+FFFD for every control character (C0 and C1 with DEL) but line feeds and tabs: a terminal
// would obey them.
ALLWAYS_API std::string without_controls(std::string_view text);

}  // namespace allways
