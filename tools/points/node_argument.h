// SPDX-License-Identifier: Apache-2.0
// Finds nodes that the user names: by ids of the file, or by positions.
#pragma once

#include <string>
#include <string_view>

#include "allways/base/ids.h"
#include "allways/network/coordinate.h"

namespace allways::tools {

// The node with an id. Throws InputError for an unknown id, naming `file` and similar ids, and for an id that several
// nodes have.
NodeIndex find_node(const IdTable& ids, std::string_view text, const std::string& file);

// Returns true for a position such as "@7.4166,43.7311", unless a node has that text as its id.
bool names_position(const IdTable& ids, std::string_view text);

// The word for all zone centroids, unless a node has it as its id.
inline constexpr std::string_view all_centroids = "centroids";

// Returns true for "shops.csv" and "data/shops".
bool looks_like_a_file(const std::string& name);

// The length of the position at the beginning of a text, up to the text's end or the next comma; 0 if the text begins
// with anything else.
std::size_t position_length(std::string_view text);

// The position's two numbers: longitude and latitude, or x and y if `degrees` is false. Throws InvalidArgument for a
// position that is malformed or out of range.
Coordinate parse_position(std::string_view text, bool degrees);

}  // namespace allways::tools
