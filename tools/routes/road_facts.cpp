// SPDX-License-Identifier: Apache-2.0
#include "allways/routes/road_facts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "allways/base/error.h"
#include "allways/result/natural_scale.h"
#include "routes/road_classes.h"

namespace allways {

namespace {

std::optional<RoadFacts::Measure> make_measure(const TableArcs& arcs, const std::string& name,
                                               const std::string& unit) {
    const TableColumn* column = arcs.column(name);
    if (column == nullptr) return std::nullopt;
    try {
        const NaturalScale scale({name, column->unit, 0}, unit);
        if (scale.is_decimal()) {
            return RoadFacts::Measure{
                column, scale.column_name(), unit, Decimal(scale.multiplier(), scale.digits()), {}};
        }
    } catch (const InvalidArgument&) {  // unknown unit: unchanged
    }
    return RoadFacts::Measure{
        column, column->unit.empty() ? name : name + "_" + column->unit, column->unit, {1, 0}, {}};
}

bool has_text(const TextColumn* column) {
    return column != nullptr && std::ranges::any_of(column->indexes(), [](std::uint32_t index) { return index != 0; });
}

}  // namespace

RoadFacts::RoadFacts(const TableArcs& arcs, const CostScale& cost)
    : arcs_(&arcs),
      name_(arcs.text("name")),
      ref_(arcs.text("ref")),
      way_(arcs.text("osm_way_id")),
      destination_(arcs.text("destination")),
      destination_ref_(arcs.text("destination:ref")),
      exits_(arcs.text("junction:ref")),
      facility_type_(arcs.text("facility_type")),
      junction_(arcs.text("junction")),
      lanes_(arcs.text("turn:lanes")),
      service_(arcs.text("service")),
      toll_(arcs.text("toll")),
      tunnel_(arcs.text("tunnel")),
      has_names_(has_text(name_) || has_text(ref_)),
      length_(make_measure(arcs, "length", "m")),
      time_(make_measure(arcs, "time", "s")) {
    const bool has_prices = std::visit([](const auto& prices) { return !prices.empty(); }, arcs.step_cost);
    if (time_ && has_prices && cost.name == "time") time_->digits_of_legs = cost.digits;
}

RoadFacts::RoadFacts(const PathSource& source) : RoadFacts(source.arcs(), source.scale()) {
    if (source.departure() != nullptr) time_ = Measure{nullptr, "time_s", "s", {1, 0}, source.scale().digits};
}

bool RoadFacts::is_reversed(const PathLeg& leg) const {
    return has_arc(leg) && !arcs_->reversed.empty() && arcs_->reversed[leg.arc] != 0;
}

std::string RoadFacts::arc_id(const PathLeg& leg) const {
    return has_arc(leg) ? arcs_->arc_ids.text(static_cast<std::uint32_t>(leg.arc)) : "";
}

std::string RoadFacts::road(const PathLeg& leg) const {
    if (!name(leg).empty()) return std::string(name(leg));
    if (!ref(leg).empty()) return tools::listed(ref(leg));
    std::string kind(this->kind(leg));
    std::ranges::replace(kind, '_', ' ');
    if (kind.empty() || kind == "unclassified") return "unnamed road";  // of no class in particular
    if (kind == "parking") kind = "car park";
    constexpr std::array<std::string_view, 12> nouns{"way",   "path", "street",   "link",     "track",    "steps",
                                                     "ferry", "pier", "platform", "corridor", "car park", "road"};
    const bool is_noun = std::ranges::any_of(nouns, [&](std::string_view noun) { return kind.ends_with(noun); });
    return "unnamed " + kind + (is_noun ? "" : " road");
}

std::string RoadFacts::destinations(const PathLeg& leg) const {
    const std::string roads = tools::listed(text(destination_ref_, leg));
    const std::string places = tools::listed(text(destination_, leg));
    return roads + (roads.empty() || places.empty() ? "" : ": ") + places;
}

bool RoadFacts::is_roundabout(std::uint64_t arc) const {
    if (junction_ == nullptr || arc >= arcs_->size()) return false;
    const std::string_view kind = junction_->text(arc);
    return kind == "roundabout" || kind == "circular";
}

Decimal RoadFacts::Measure::of(const PathLeg& leg) const {
    if (digits_of_legs) {
        const bool is_whole = leg.raw_cost == std::trunc(leg.raw_cost);
        const Decimal raw =
            is_whole ? Decimal(static_cast<std::int64_t>(leg.raw_cost), 0) : Decimal::from_double(leg.raw_cost);
        return raw * Decimal(1, *digits_of_legs) * factor;
    }
    return leg.arc < column->values.size() ? column->values[leg.arc] * factor : Decimal::missing();
}

Decimal RoadFacts::Measure::sum(std::span<const PathLeg> legs) const {
    Decimal total;
    for (const PathLeg& leg : legs) total = total + of(leg);
    return total;
}

}  // namespace allways
