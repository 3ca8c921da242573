// SPDX-License-Identifier: Apache-2.0
// The role of each field of a line layer: from the options, or by usual names. Also reads the one-way
// field and texts of speeds.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/importers/read.h"
#include "attributes/edge_list_layout.h"
#include "attributes/oneway_values.h"
#include "libraries/vector_layer.h"

namespace allways::importers {

struct VectorFields {
    std::optional<std::size_t> from, to;  // both or neither
    std::optional<std::size_t> id;
    std::optional<std::size_t> cost, reverse_cost;
    std::vector<DirectedField> pairs;  // of numbers
    std::optional<std::size_t> oneway;
    std::optional<std::size_t> speed;
    std::optional<std::size_t> speed_against;          // of a pair; then `speed` is that along the line
    std::optional<std::size_t> name;                   // of the road
    bool name_given = false;                           // an option names it, or states that there is none
    std::optional<std::size_t> facility_type;          // kept under the name facility_type
    std::optional<std::size_t> road_class;             // for speeds and profiles
    std::optional<std::size_t> from_level, to_level;   // of the ends: lines meet on the same level
    std::optional<std::size_t> layer, bridge, tunnel;  // levels of lines that cross over and under each other
    std::vector<std::string> unknown;                  // names of fields without a known meaning
    // The costs of both directions are not a pair, so they state the directions alone, as pgRouting's do.
    bool costs_state_directions = false;
    // Allways wrote it, and its field of times is that of the network.
    bool is_network_of_ours = false;
    bool ends_given = false;
    bool id_given = false;
    bool speed_given = false;
    std::string speed_unit = "km/h";  // unit of speeds that state none
    bool speed_unit_known = false;    // stated by the option or the field's name
};

// Logs guesses, each in one line. Throws InvalidArgument, listing the fields, for an option that names no field, or
// that lacks the option it belongs to. `guess_ends`: fields that no option names may be from and to.
VectorFields decide_vector_fields(VectorLayer& layer, const ReadOptions& options, bool guess_ends);

// Returns the km/h of "50", "30 mph", "50 km/h" (numbers without a unit are in `unit`); missing for empty text, numbers
// that are not positive, and texts that are not speeds.
Decimal speed_kmh(std::string_view text, std::string_view unit);

// Returns the meaning of the one-way field's values, which are counted first. Throws InvalidArgument for invalid
// options.oneway_values, and as OnewayValues::choose.
OnewayValues choose_oneway_values(VectorLayer& layer, const VectorFields& fields, const ReadOptions& options);

// Returns the directions of the current feature: both ways if it states none or has an unknown word.
OnewayValues::Ways stated_ways(const VectorLayer& layer, const VectorFields& fields, const OnewayValues& values);

}  // namespace allways::importers
