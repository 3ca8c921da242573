// SPDX-License-Identifier: Apache-2.0
#include "allways/cost/cost_choice.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "allways/base/units.h"
#include "base/text.h"

namespace allways {

namespace {

// In the order of preference.
constexpr std::array<std::string_view, 24> cost_names{
    "cost",           "weight",   "time",     "travel_time", "length",  "traveltime",
    "free_flow_time", "fftt",     "duration", "seconds",     "minutes", "hours",
    "mins",           "distance", "dist",     "len",         "leng",    "length_m",
    "metres",         "meters",   "km",       "miles",       "w",       "a0"};
// Names of columns that identify, count or describe an arc.
constexpr std::array<std::string_view, 37> other_names{
    "id",    "fid",    "gid",    "osmid",   "objectid", "key",       "index",      "edge",      "link",     "arc",
    "lanes", "lane",   "count",  "layer",   "z_level",  "oneway",    "one_way",    "reversed",  "reverse",  "direction",
    "dir",   "bridge", "tunnel", "speed",   "maxspeed", "speed_kph", "free_speed", "speed_kmh", "capacity", "width",
    "grade", "slope",  "year",   "toll_id", "level",    "class",     "type"};

template <class Names>
bool is_one_of(const Names& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

// Removes a unit: "time_min" -> "time". Returns the name itself if it does not end with a unit.
std::string_view without_unit(std::string_view name) {
    const std::size_t at = name.rfind('_');
    return at != name.npos && find_unit(name.substr(at + 1)) != nullptr ? name.substr(0, at) : name;
}

bool may_be_cost(std::string_view name) {
    return !is_one_of(other_names, name) && !name.ends_with("_id") && !name.ends_with("_fid") &&
           !name.ends_with("_count") && !name.starts_with("n_") && !name.starts_with("num_") &&
           !name.starts_with("speed") && !is_one_of(other_names, without_unit(name));
}

}  // namespace

CostChoice choose_cost(std::span<const std::string> names) {
    std::vector<std::string> lower;
    for (const std::string& name : names) lower.push_back(lower_case(name));
    const auto place = [&](std::string_view wanted, auto&& as) -> std::optional<std::size_t> {
        const auto found = std::ranges::find(lower, wanted, as);
        if (found == lower.end()) return std::nullopt;
        return static_cast<std::size_t>(found - lower.begin());
    };
    for (const std::string_view usual : cost_names) {
        if (const auto found = place(usual, [](const std::string& name) { return std::string_view(name); }))
            return {found, true, {}};
        if (const auto found = place(usual, [](const std::string& name) { return without_unit(name); }))
            return {found, true, {}};
    }
    CostChoice choice;
    for (std::size_t i = 0; i < lower.size(); ++i) {
        if (may_be_cost(lower[i])) choice.candidates.push_back(i);
    }
    if (choice.candidates.size() == 1) choice.column = choice.candidates.front();
    return choice;
}

}  // namespace allways
