// SPDX-License-Identifier: Apache-2.0
// Source: the schema of Overture Maps, theme transportation, "Scoping rules"; for the words of tags
// https://wiki.openstreetmap.org/wiki/Key:access.
#include "overture/scope.h"

#include <array>
#include <utility>

#include "allways/base/format.h"

namespace allways::importers::overture {

namespace {

using Word = std::pair<std::string_view, std::string_view>;

constexpr std::array mode_words{Word{"vehicle", "vehicle"},
                                Word{"motor_vehicle", "motor_vehicle"},
                                Word{"car", "motorcar"},
                                Word{"truck", "hgv"},
                                Word{"motorcycle", "motorcycle"},
                                Word{"foot", "foot"},
                                Word{"bicycle", "bicycle"},
                                Word{"bus", "bus"},
                                Word{"hgv", "hgv"},
                                Word{"hov", "hov"},
                                Word{"emergency", "emergency"}};

constexpr std::array purpose_words{Word{"as_customer", "customers"}, Word{"at_destination", "destination"},
                                   Word{"to_deliver", "delivery"}, Word{"to_farm", "agricultural"},
                                   Word{"for_forestry", "forestry"}};

// Profiles know no tags for disabled people and students; like permits, these statuses are granted.
constexpr std::array status_words{Word{"as_permitted", "permit"}, Word{"as_private", "private"},
                                  Word{"as_disabled", "private"}, Word{"as_employee", "employees"},
                                  Word{"as_student", "private"}};

constexpr std::array dimension_words{Word{"axle_count", "axles"}, Word{"height", "height"}, Word{"length", "length"},
                                     Word{"weight", "weight"}, Word{"width", "width"}};

constexpr std::array comparison_words{Word{"greater_than", ">"}, Word{"greater_than_equal", ">="}, Word{"equal", "="},
                                      Word{"less_than", "<"}, Word{"less_than_equal", "<="}};

using Factor = std::pair<std::string_view, double>;

constexpr std::array metres_of{Factor{"in", 0.0254}, Factor{"ft", 0.3048}, Factor{"yd", 0.9144}, Factor{"mi", 1609.344},
                               Factor{"cm", 0.01},   Factor{"m", 1.0},     Factor{"km", 1000.0}};

// A short ton has 2000 pounds, a long ton 2240.
constexpr std::array tonnes_of{Factor{"oz", 0.45359237e-3 / 16},
                               Factor{"lb", 0.45359237e-3},
                               Factor{"st", 0.90718474},
                               Factor{"lt", 1.0160469088},
                               Factor{"g", 1e-6},
                               Factor{"kg", 1e-3},
                               Factor{"t", 1.0}};

template <class Table>
void add_words(const JsonValue& list, const Table& table, std::vector<std::string_view>& words) {
    for (std::size_t i = 0; i < list.size(); ++i) words.push_back(known(list.at(i), table));
}

VehicleBound read_bound(const JsonValue& value) {
    value.allow_only({"dimension", "comparison", "value", "unit"});
    VehicleBound bound{known(value["dimension"], dimension_words), known(value["comparison"], comparison_words), 0};
    const JsonValue size = value["value"];
    if (!(size.number() >= 0)) size.refuse("a number of 0 or more");
    double factor = 1;
    if (bound.dimension == "weight") {
        factor = known(value["unit"], tonnes_of);
    } else if (bound.dimension != "axles") {
        factor = known(value["unit"], metres_of);
    }
    bound.value = size.number() * factor;
    return bound;
}

}  // namespace

std::string Scope::condition() const {
    std::string text = during.empty() ? "" : format("({})", during);
    for (const VehicleBound& bound : vehicle) {
        text += format("{}{}{}{:.10g}", text.empty() ? "" : " AND ", bound.dimension, bound.comparison, bound.value);
    }
    return text;
}

Extent read_extent(const JsonValue& rule) {
    const JsonValue between = rule["between"];
    if (between.is_null()) return {};
    constexpr std::string_view wanted = "a pair of fractions a < b from 0 to 1";
    if (between.size() != 2) between.refuse(wanted);
    const Extent extent{between.at(0).number(), between.at(1).number()};
    if (!(extent.from >= 0 && extent.from < extent.to && extent.to <= 1)) between.refuse(wanted);
    return extent;
}

bool read_heading(const JsonValue& value) {
    constexpr std::array headings{std::pair<std::string_view, bool>{"forward", true},
                                  std::pair<std::string_view, bool>{"backward", false}};
    return known(value, headings);
}

Scope read_scope(const JsonValue& rule) {
    Scope scope;
    scope.extent = read_extent(rule);
    const JsonValue when = rule["when"];
    if (when.is_null()) return scope;
    when.allow_only({"heading", "during", "mode", "using", "recognized", "vehicle"});
    if (const JsonValue heading = when["heading"]; !heading.is_null()) scope.forward = read_heading(heading);
    scope.during = when["during"].optional_text().value_or("");
    add_words(when["mode"], mode_words, scope.modes);
    // If both are stated, both have to hold, and the status is the harder one to have.
    add_words(when["recognized"], status_words, scope.purposes);
    std::vector<std::string_view> uses;
    add_words(when["using"], purpose_words, uses);
    if (scope.purposes.empty()) scope.purposes = std::move(uses);
    const JsonValue vehicle = when["vehicle"];
    for (std::size_t i = 0; i < vehicle.size(); ++i) scope.vehicle.push_back(read_bound(vehicle.at(i)));
    return scope;
}

}  // namespace allways::importers::overture
