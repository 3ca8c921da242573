// Which field of a line layer is what: from the options, or by their usual names. What values of one-way and speed
// fields mean.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/importers/read.h"
#include "vector_layer.h"

namespace allways {

struct VectorFields {
    std::optional<std::size_t> from, to;  // both or none
    std::optional<std::size_t> id;
    std::optional<std::size_t> cost, reverse_cost;
    std::optional<std::size_t> oneway;
    std::optional<std::size_t> speed;
    std::optional<std::size_t> facility_type;
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

// Which ways a line may be travelled, by the text of its one-way field.
class OnewayValues {
public:
    enum class Ways { along, against, both };

    // "F,T,B", or empty for the usual values. Throws InvalidArgument where these are not three.
    explicit OnewayValues(const std::string& option);
    std::optional<Ways> find(std::string_view value) const;  // nothing for an unknown value
    std::string known() const;                               // for messages

private:
    std::vector<std::string> given_;  // along, against, both; empty: the usual
};

// Kilometres an hour of "50", "30 mph", "50 km/h" (numbers without a unit in `unit`); missing for nothing, numbers that
// are not positive, and texts that say no speed.
Decimal speed_kmh(std::string_view text, std::string_view unit);

}  // namespace allways
