// SPDX-License-Identifier: Apache-2.0
// Makes user text safe for formats that require UTF-8: pictures, pages, XML.
#pragma once

#include <string>
#include <string_view>

#include "allways/base/api.h"

namespace allways {

// Returns the text unchanged if it is UTF-8. Each invalid byte becomes U+FFFD; an incomplete character becomes a single
// one. So do the 66 noncharacters: Cairo refuses all of them, XML two.
ALLWAYS_API std::string valid_utf8(std::string_view text);

}  // namespace allways
