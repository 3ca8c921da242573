// Fields of a line layer → columns and texts of arcs: the file's own, and those made from them (length, cost,
// free_speed, time).
#pragma once

#include <string>
#include <vector>

#include "allways/importers/read.h"
#include "line_lengths.h"
#include "vector_fields.h"
#include "vector_layer.h"

namespace allways {

class VectorColumns {
public:
    // Borrows both.
    VectorColumns(const VectorLayer& layer, const VectorFields& fields);

    void take_feature();  // the values of the layer's current feature, for the arcs added next
    // Whether its costs leave the direction open: with a reverse cost, negative and missing costs close it.
    bool is_open(bool against) const;
    void add_arc(double length, bool against);

    // Hands everything to the network: length, cost, free_speed and time first, then the file's fields in their order.
    void finish(RoadNetwork& network, const LineLengths::Unit& unit, const LogCallback& log_to) &&;

private:
    struct Own {
        std::size_t field = 0;
        Decimal number;
        std::string text;
        std::vector<Decimal> numbers;  // one an arc, for numbers
        TextColumn texts;              // … for texts
    };

    Decimal feature_cost(std::size_t field) const;
    Decimal feature_speed();
    void add_lengths(RoadNetwork& network, const LineLengths::Unit& unit) const;
    void add_speeds(RoadNetwork& network, const LogCallback& log_to);
    void add_own(RoadNetwork& network, const LogCallback& log_to);
    const std::string& name(std::size_t field) const { return layer_.fields()[field].name; }

    const VectorLayer& layer_;
    const VectorFields& fields_;
    std::vector<Own> own_;
    std::vector<double> lengths_;
    std::vector<Decimal> costs_;
    std::vector<Decimal> speeds_;
    Decimal cost_, reverse_cost_, speed_;  // of the current feature
    std::uint64_t texts_without_speed_ = 0;
    std::string first_without_speed_;
};

}  // namespace allways
