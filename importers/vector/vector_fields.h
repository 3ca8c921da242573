// Which field of a line layer is what: from the options, or by their usual names. What texts of speeds mean.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/importers/read.h"
#include "libraries/vector_layer.h"

namespace allways {

struct VectorFields {
    std::optional<std::size_t> from, to;  // both or none
    std::optional<std::size_t> id;
    std::optional<std::size_t> cost, reverse_cost;
    std::optional<std::size_t> oneway;
    std::optional<std::size_t> speed;
    std::optional<std::size_t> facility_type;          // kept under this name
    std::optional<std::size_t> road_class;             // for speeds and profiles
    std::optional<std::size_t> layer, bridge, tunnel;  // what lies over and under each other
    bool ends_given = false;
    bool id_given = false;
    bool speed_given = false;
    std::string speed_unit = "km/h";  // of speeds that state none
    bool speed_unit_known = false;    // by the option or the field's name
};

// Guesses are said through options.log, in one line each. Throws InvalidArgument for an option that names no field, or
// goes without the one it belongs to; it lists the fields there are. `guess_ends`: whether fields that no option names
// may be from and to.
VectorFields decide_vector_fields(const VectorLayer& layer, const ReadOptions& options, bool guess_ends);

// Kilometres an hour of "50", "30 mph", "50 km/h" (numbers without a unit in `unit`); missing for nothing, numbers that
// are not positive, and texts that say no speed.
Decimal speed_kmh(std::string_view text, std::string_view unit);

}  // namespace allways
