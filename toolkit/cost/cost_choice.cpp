// SPDX-License-Identifier: Apache-2.0
#include "allways/cost/cost_choice.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "allways/base/units.h"
#include "base/text.h"

namespace allways {

namespace {

enum class Meaning { any, time, length };

struct CostName {
    std::string_view name;
    Meaning meaning;
};

// In the order of preference.
constexpr std::array<CostName, 23> cost_names{{
    {"cost", Meaning::any},
    {"weight", Meaning::any},
    {"time", Meaning::time},
    {"travel_time", Meaning::time},
    {"length", Meaning::length},
    {"traveltime", Meaning::time},
    {"free_flow_time", Meaning::time},
    {"fftt", Meaning::time},
    {"duration", Meaning::time},
    {"seconds", Meaning::time},
    {"minutes", Meaning::time},
    {"hours", Meaning::time},
    {"mins", Meaning::time},
    {"distance", Meaning::length},
    {"dist", Meaning::length},
    {"len", Meaning::length},
    {"leng", Meaning::length},
    {"metres", Meaning::length},
    {"meters", Meaning::length},
    {"km", Meaning::length},
    {"miles", Meaning::length},
    {"w", Meaning::any},
    {"a0", Meaning::any},
}};
// Names of columns that identify, count or describe an arc.
constexpr std::array<std::string_view, 37> other_names{
    "id",    "fid",    "gid",    "osmid",   "objectid", "key",       "index",      "edge",      "link",     "arc",
    "lanes", "lane",   "count",  "layer",   "z_level",  "oneway",    "one_way",    "reversed",  "reverse",  "direction",
    "dir",   "bridge", "tunnel", "speed",   "maxspeed", "speed_kph", "free_speed", "speed_kmh", "capacity", "width",
    "grade", "slope",  "year",   "toll_id", "level",    "class",     "type"};

bool is_other(std::string_view name) {
    return std::ranges::find(other_names, name) != other_names.end();
}

// Removes a unit: "time_min" -> "time". Returns the name itself if it does not end with a unit.
std::string_view without_unit(std::string_view name) {
    const std::size_t at = name.rfind('_');
    return at != name.npos && find_unit(name.substr(at + 1)) != nullptr ? name.substr(0, at) : name;
}

bool may_be_cost(std::string_view name) {
    return !is_other(name) && !name.ends_with("_id") && !name.ends_with("_fid") && !name.ends_with("_count") &&
           !name.starts_with("n_") && !name.starts_with("num_") && !name.starts_with("speed") &&
           !is_other(without_unit(name));
}

const CostName* usual_name(std::string_view lower_name) {
    for (const std::string_view name : {lower_name, without_unit(lower_name)}) {
        const auto found = std::ranges::find(cost_names, name, &CostName::name);
        if (found != cost_names.end()) return &*found;
    }
    return nullptr;
}

bool is_zero(const ArcColumn& column) {
    bool has_value = false;
    for (const Decimal& value : column.values) {
        if (value.is_missing()) continue;
        if (value.digits() != 0) return false;
        has_value = true;
    }
    return has_value;
}

}  // namespace

CostChoice choose_cost(std::span<const std::string> names) {
    std::vector<std::string> lower;
    for (const std::string& name : names) lower.push_back(lower_case(name));
    CostChoice choice;
    const CostName* best = cost_names.end();
    for (std::size_t i = 0; i < lower.size(); ++i) {
        const CostName* usual = usual_name(lower[i]);
        if (usual == nullptr) continue;
        const bool is_exact = usual->name == lower[i];
        const bool is_better = usual < best || (usual == best && is_exact && lower[*choice.column] != usual->name);
        if (is_better) {
            choice.column = i;
            best = usual;
        }
    }
    if (choice.column) {
        choice.has_usual_name = true;
        for (std::size_t i = 0; i < lower.size() && lower[*choice.column] != "cost"; ++i) {
            const CostName* usual = i == *choice.column ? nullptr : usual_name(lower[i]);
            if (usual == nullptr) continue;
            const bool may_differ = best->meaning == Meaning::any || usual->meaning == Meaning::any;
            if (may_differ || usual->meaning == best->meaning) choice.rivals.push_back(i);
        }
        return choice;
    }
    for (std::size_t i = 0; i < lower.size(); ++i) {
        if (may_be_cost(lower[i])) choice.candidates.push_back(i);
    }
    if (choice.candidates.size() == 1) choice.column = choice.candidates.front();
    return choice;
}

CostChoice choose_cost(std::span<const ArcColumn> columns) {
    std::vector<std::string> names;
    for (const ArcColumn& column : columns) names.push_back(column.name);
    const CostChoice by_names = choose_cost(names);
    CostChoice choice = by_names;
    std::vector<std::size_t> passed_over;
    while (choice.column && is_zero(columns[*choice.column])) {
        passed_over.push_back(*choice.column);
        names[*choice.column] = "id";  // never a cost
        choice = choose_cost(names);
    }
    if (!choice.column) choice = by_names;
    std::erase_if(choice.rivals, [&](std::size_t i) { return is_zero(columns[i]); });
    choice.passed_over = std::move(passed_over);
    return choice;
}

}  // namespace allways
