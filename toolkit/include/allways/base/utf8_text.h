// Text of a user's files for what takes UTF-8 alone: pictures, pages, XML.
#pragma once

#include <string>
#include <string_view>

namespace allways {

// The same text where it is UTF-8. Bytes that are not become U+FFFD: one for each, or one for the beginning of a
// character whose rest is missing. So do the 66 noncharacters, which Cairo refuses, and two of them XML.
std::string valid_utf8(std::string_view text);

}  // namespace allways
