// SPDX-License-Identifier: Apache-2.0
// The scope of a rule of a segment: the part of the segment (`between`) and the travellers and times (`when`), in the
// words of OpenStreetMap's tags.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "overture/json_value.h"

namespace allways::importers::overture {

// The tags of a piece of a segment. Keys are unique.
using TagList = std::vector<std::pair<std::string, std::string>>;

// The modes of travel that rules of segments name, from the general to the specific, as keys of OpenStreetMap's tags.
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

// A part of a segment, as fractions of its length.
struct Extent {
    double from = 0;
    double to = 1;
    // Up to the rounding of fractions.
    bool covers(const Extent& part) const { return from <= part.from + rounding && part.to <= to + rounding; }
    static constexpr double rounding = 1e-9;
};

// A bound on a size of the vehicle, such as weight > 7.5 t.
struct VehicleBound {
    std::string_view dimension;   // "height", "width", "length" (metres), "weight" (tonnes), "axles"
    std::string_view comparison;  // ">", ">=", "=", "<", "<="
    double value = 0;
};

struct Scope {
    Extent extent;
    std::optional<bool> forward;             // the heading; nothing: both
    std::vector<std::string_view> modes;     // keys of access tags: "motor_vehicle", "hgv"; empty: everybody
    std::string during;                      // opening hours; empty: always
    std::vector<std::string_view> purposes;  // values of access tags: "destination", "private"; empty: any
    std::vector<VehicleBound> vehicle;       // all of these

    bool is_conditional() const { return !during.empty() || !vehicle.empty(); }
    // The condition of a conditional tag: "(Mo-Fr 07:00-09:00) AND weight>7.5".
    std::string condition() const;
};

// Reads `between` of a rule; absent or null: the whole segment. Throws a Fault unless it is a pair 0 <= a < b <= 1.
Extent read_extent(const JsonValue& rule);

// Reads `between` and `when`. Throws a Fault for unknown words and scopes: a rule whose scope is not understood can
// neither be applied nor left out.
Scope read_scope(const JsonValue& rule);

// Reads "forward" (true) or "backward".
bool read_heading(const JsonValue& value);

}  // namespace allways::importers::overture
