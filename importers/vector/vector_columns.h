// Fields of a line layer → columns and texts of arcs: the file's own, and length and cost. Costs of a line that is cut
// are shared out among its parts.
#pragma once

#include <string>
#include <vector>

#include "allways/importers/read.h"
#include "libraries/vector_layer.h"
#include "vector/line_lengths.h"
#include "vector/line_parts.h"
#include "vector/vector_fields.h"

namespace allways {

// A part of a line, and the way it is travelled.
struct PartArc {
    std::uint32_t part = 0;
    bool against = false;
};

class VectorColumns {
public:
    // Borrows both.
    VectorColumns(const VectorLayer& layer, const VectorFields& fields);

    // The costs of the layer's current feature, for is_open(). Throws InputError for one that is no number.
    void take_costs();
    // Whether its costs leave the direction open: with a reverse cost, negative and missing costs close it.
    bool is_open(bool against) const;
    void add_line();  // the values of the current feature, for a line of it

    // Length and cost of the arcs.
    void add_costs(RoadNetwork& network, const LineParts& parts, const std::vector<PartArc>& arcs,
                   const LineLengths::Unit& unit);
    // The file's fields, in their order.
    void add_own(RoadNetwork& network, const LineParts& parts, const std::vector<PartArc>& arcs,
                 const LogCallback& log_to);

private:
    struct Own {
        std::size_t field = 0;
        std::vector<Decimal> numbers;  // one a line, for numbers
        TextColumn texts;              // … for texts
    };

    Decimal feature_cost(std::size_t field) const;
    const std::string& name(std::size_t field) const { return layer_.fields()[field].name; }

    const VectorLayer& layer_;
    const VectorFields& fields_;
    std::vector<Own> own_;
    std::vector<Decimal> costs_, reverse_costs_;  // one a line
    Decimal cost_, reverse_cost_;                 // of the current feature
};

}  // namespace allways
