// SPDX-License-Identifier: Apache-2.0
// The scope of a rule of a segment: the part of the segment (`between`) and the travellers and times (`when`), in the
// words of OpenStreetMap's tags.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "overture/json_value.h"

namespace allways::importers::overture {

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
