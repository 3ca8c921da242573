// A node as the user names it: by the id of the file, or by a position near it.
#pragma once

#include <string>
#include <string_view>

#include "allways/base/ids.h"
#include "allways/network/coordinate.h"

namespace allways::tools {

// The node of an id. Throws InputError, naming `file` and ids like it.
NodeIndex find_node(const IdTable& ids, std::string_view text, const std::string& file);

// "@7.4166,43.7311" is a position where no id is spelled so.
bool names_position(const IdTable& ids, std::string_view text);

// Of the position that a text begins with, as far as the text's end or another comma; 0 where it begins with none.
std::size_t position_length(std::string_view text);

// Its two numbers: longitude and latitude, or where `degrees` is false x and y. Throws InvalidArgument for a position
// that is malformed or out of range.
Coordinate parse_position(std::string_view text, bool degrees);

}  // namespace allways::tools
