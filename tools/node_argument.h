// A node as the user names it: by the id of the file.
#pragma once

#include <string>
#include <string_view>

#include "allways/base/ids.h"

namespace allways::tools {

// `source` is the file the ids are of. Throws InputError for an unknown id, naming ids like it, and InvalidArgument
// for a position ("@lon,lat"), which is not supported.
NodeIndex find_node(const IdTable& ids, std::string_view text, const std::string& source);

}  // namespace allways::tools
