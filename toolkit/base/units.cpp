// SPDX-License-Identifier: Apache-2.0
#include "allways/base/units.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/unit_symbols.h"

namespace allways {

namespace {

// International feet (304.8 mm), miles (1609.344 m) and nautical miles (1852 m).
constexpr std::array<Unit, 17> units{{
    {"ms", Unit::Kind::time, 1},
    {"s", Unit::Kind::time, 1'000},
    {"min", Unit::Kind::time, 60'000},
    {"h", Unit::Kind::time, 3'600'000},
    {"mm", Unit::Kind::length, 10},
    {"cm", Unit::Kind::length, 100},
    {"dm", Unit::Kind::length, 1'000},
    {"m", Unit::Kind::length, 10'000},
    {"km", Unit::Kind::length, 10'000'000},
    {"ft", Unit::Kind::length, 3'048},
    {"mi", Unit::Kind::length, 16'093'440},
    {"km/h", Unit::Kind::speed, 10'000'000},
    {"mph", Unit::Kind::speed, 16'093'440},
    {"m/s", Unit::Kind::speed, 3'600 * 10'000},
    {"ft/s", Unit::Kind::speed, 3'600 * 3'048},
    {"ft/min", Unit::Kind::speed, 60 * 3'048},
    {"kn", Unit::Kind::speed, 18'520'000},
}};

}  // namespace

std::string CostScale::raw_name() const {
    if (unit.empty()) return name;
    if (unit == "s" && digits == 3) return name + "_ms";
    if (unit == "m" && digits == 1) return name + "_dm";
    if (unit == "m" && digits == 2) return name + "_cm";
    if (unit == "m" && digits == 3) return name + "_mm";
    return name + "_" + unit;
}

double natural_value(double raw, const CostScale& scale) {
    return scale.digits == 0 ? raw : raw / std::pow(10.0, scale.digits);
}

const Unit* find_unit(std::string_view symbol) {
    const auto* found = std::ranges::find(units, symbol, &Unit::symbol);
    return found == units.end() ? nullptr : found;
}

const Unit* find_unit(std::string_view symbol, Unit::Kind kind) {
    const Unit* unit = find_unit(symbol);
    return unit != nullptr && unit->kind == kind ? unit : nullptr;
}

std::vector<std::string_view> unit_symbols(Unit::Kind kind) {
    std::vector<std::string_view> symbols;
    for (const Unit& unit : units) {
        if (unit.kind == kind) symbols.push_back(unit.symbol);
    }
    return symbols;
}

}  // namespace allways
