// SPDX-License-Identifier: Apache-2.0
// Fields of a line layer → columns and texts of arcs: the file's own fields, and length and cost. Costs of a line that
// is cut are divided among its sections.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "allways/importers/read.h"
#include "libraries/vector_layer.h"
#include "vector/line_lengths.h"
#include "vector/line_parts.h"
#include "vector/vector_fields.h"

namespace allways::importers {

// A section of a line, and the direction of travel.
struct PartArc {
    std::uint32_t part = 0;
    bool against = false;
};

class VectorColumns {
public:
    // Borrows both arguments.
    VectorColumns(const VectorLayer& layer, const VectorFields& fields);

    // Reads the costs of the layer's current feature, for is_open(). Throws InputError for a cost that is not a number.
    void take_costs();
    // Returns true if the costs leave the direction open: with a reverse cost, negative and missing costs close it.
    bool is_open(bool against) const;
    // Returns true if all pairs of fields are 0 or missing in this direction, and not all in the other.
    bool has_nothing(bool against) const;
    void add_line();  // stores the current feature's values for one of its lines

    // Adds length and cost of the arcs.
    void add_costs(RoadNetwork& network, const LineParts& parts, const std::vector<PartArc>& arcs,
                   const LineLengths::Unit& unit);
    // Adds the file's fields, in order.
    void add_own(RoadNetwork& network, const LineParts& parts, const std::vector<PartArc>& arcs,
                 const LogCallback& log_to);

private:
    struct Own {
        std::size_t field = 0;
        std::string name;
        std::optional<std::size_t> against;    // the field for the other direction
        std::vector<Decimal> numbers;          // one per line, for number fields
        std::vector<Decimal> numbers_against;  // the same of `against`
        TextColumn texts;                      // one per line, for text fields
    };

    Decimal feature_cost(std::size_t field) const;
    const std::string& name(std::size_t field) const { return layer_.fields()[field].name; }

    const VectorLayer& layer_;
    const VectorFields& fields_;
    std::vector<Own> own_;
    std::vector<Decimal> costs_, reverse_costs_;  // one per line
    Decimal cost_, reverse_cost_;                 // costs of the current feature
};

}  // namespace allways::importers
