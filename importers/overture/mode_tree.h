// SPDX-License-Identifier: Apache-2.0
// The modes of travel that rules of segments name, from the general to the specific, as keys of OpenStreetMap's tags.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace allways::importers::overture {

// The tags of a piece of a segment. Keys are unique.
using TagList = std::vector<std::pair<std::string, std::string>>;

// Every mode follows the more general one to which it belongs.
struct ModeNode {
    std::string_view key;
    std::size_t parent;  // of the first: itself
};
inline constexpr std::array<ModeNode, 11> mode_tree{{{"access", 0},
                                                     {"foot", 0},
                                                     {"vehicle", 0},
                                                     {"bicycle", 2},
                                                     {"motor_vehicle", 2},
                                                     {"motorcar", 4},
                                                     {"motorcycle", 4},
                                                     {"hgv", 4},
                                                     {"bus", 4},
                                                     {"hov", 4},
                                                     {"emergency", 4}}};

inline std::size_t mode_index(std::string_view key) {
    return static_cast<std::size_t>(std::ranges::find(mode_tree, key, &ModeNode::key) - mode_tree.begin());
}

// Returns true if the mode is `general` or belongs to it.
constexpr bool belongs_to(std::size_t mode, std::size_t general) {
    while (mode != general && mode != 0) mode = mode_tree[mode].parent;
    return mode == general;
}

// Indexes of the modes that a rule names; a rule that names none is for everybody.
inline std::vector<std::size_t> modes_of(const std::vector<std::string_view>& keys) {
    if (keys.empty()) return {0};
    std::vector<std::size_t> modes;
    for (const std::string_view key : keys) modes.push_back(mode_index(key));
    return modes;
}

// Headings of a rule, as indexes: both, along the segment, against it.
inline constexpr std::array<std::string_view, 3> heading_suffixes{"", ":forward", ":backward"};

}  // namespace allways::importers::overture
