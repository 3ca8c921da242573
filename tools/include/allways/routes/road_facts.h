// SPDX-License-Identifier: Apache-2.0
// Names, lengths and times of the roads on a path, from its arcs.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "allways/base/api.h"
#include "allways/base/decimal.h"
#include "allways/query/path_source.h"
#include "allways/result/distance_table.h"

namespace allways {

// Borrows the arcs. If the arcs lack them, as in a matrix, texts are empty and numbers missing.
class ALLWAYS_API RoadFacts {
public:
    // `cost`: the cost that paths minimise. If turns have prices, times are the legs' costs, which include the prices.
    RoadFacts(const TableArcs& arcs, const CostScale& cost);
    // States facts of the source's arcs. With a departure, times are the legs' costs.
    explicit RoadFacts(const PathSource& source);
    RoadFacts(TableArcs&& arcs, const CostScale& cost) = delete;  // would outlive them

    bool has_arc(const PathLeg& leg) const { return leg.arc < arcs_->size(); }
    bool has_names() const { return has_names_; }  // any arc has a road name or number
    bool is_reversed(const PathLeg& leg) const;
    std::string arc_id(const PathLeg& leg) const;

    std::string_view name(const PathLeg& leg) const { return text(name_, leg); }
    std::string_view ref(const PathLeg& leg) const { return text(ref_, leg); }
    std::string_view way(const PathLeg& leg) const { return text(way_, leg); }  // OpenStreetMap way id
    // The texts of signs on the way: "A 1, E 25: Airport, Harbour", and the number of an exit.
    std::string destinations(const PathLeg& leg) const;
    std::string_view exits(const PathLeg& leg) const { return text(exits_, leg); }
    std::string_view kind(const PathLeg& leg) const { return text(facility_type_, leg); }  // "motorway_link"
    std::string_view lanes(const PathLeg& leg) const { return text(lanes_, leg); }  // before its end: "left|through"
    std::string_view service(const PathLeg& leg) const { return text(service_, leg); }  // "driveway"
    bool is_toll(const PathLeg& leg) const { return is_stated(text(toll_, leg)); }
    bool is_tunnel(const PathLeg& leg) const { return is_stated(text(tunnel_, leg)); }
    // The name, else the number, else the class: "unnamed residential road".
    std::string road(const PathLeg& leg) const;
    bool is_unnamed(const PathLeg& leg) const { return name(leg).empty() && ref(leg).empty(); }
    bool is_ferry(const PathLeg& leg) const { return kind(leg) == "ferry"; }
    bool is_roundabout(const PathLeg& leg) const { return is_roundabout(leg.arc); }
    bool is_roundabout(std::uint64_t arc) const;
    bool is_circular(const PathLeg& leg) const { return text(junction_, leg) == "circular"; }

    const TextColumn* name_column() const { return name_; }

    // A column, converted to metres or seconds if its unit allows that exactly.
    struct Measure {
        const TableColumn* column = nullptr;  // null where `digits_of_legs` is set for want of one
        std::string key;                      // "length_m", "time_s"; "length" if no unit is stated
        std::string unit;                     // "m", "s"
        Decimal factor;
        std::optional<int> digits_of_legs = {};  // sum the legs' costs, with this many digits, instead of the column

        Decimal of(const PathLeg& leg) const;
        // Missing if any leg's value is missing.
        Decimal sum(std::span<const PathLeg> legs) const;
    };
    const std::optional<Measure>& length() const { return length_; }
    const std::optional<Measure>& time() const { return time_; }

private:
    std::string_view text(const TextColumn* column, const PathLeg& leg) const {
        return column != nullptr && has_arc(leg) ? column->text(leg.arc) : std::string_view{};
    }

    static bool is_stated(std::string_view text) { return !text.empty() && text != "no"; }

    const TableArcs* arcs_;
    const TextColumn* name_;
    const TextColumn* ref_;
    const TextColumn* way_;
    const TextColumn* destination_;
    const TextColumn* destination_ref_;
    const TextColumn* exits_;
    const TextColumn* facility_type_;
    const TextColumn* junction_;
    const TextColumn* lanes_;
    const TextColumn* service_;
    const TextColumn* toll_;
    const TextColumn* tunnel_;
    bool has_names_ = false;
    std::optional<Measure> length_;
    std::optional<Measure> time_;
};

}  // namespace allways
