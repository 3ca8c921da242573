// SPDX-License-Identifier: Apache-2.0
#include "allways/cost/arc_costs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "allways/base/units.h"
#include "allways/network/road_network.h"
#include "base/counted.h"
#include "base/fixed_point.h"
#include "base/text.h"
#include "base/threads/blocks.h"
#include "base/threads/parallel.h"
#include "cost/fixed_cost.h"
#include "network/named_column.h"
#include "network/turns/state_network.h"

namespace allways {

namespace {

using namespace cost;

template <class T>
std::vector<T> floating_values(const RoadNetwork& network, const ArcColumn& column, WorkMeter& meter) {
    return made_vector<T>(column.values.size(), meter, [&](std::size_t arc) {
        const Decimal& decimal = column.values[arc];
        if (decimal.is_missing()) return unreachable_cost<T>;
        T value{};
        if constexpr (std::is_same_v<T, float>)
            value = decimal.to_float();
        else
            value = decimal.to_double();
        if (std::isfinite(value)) return value;
        throw InputError(
            network.provenance.source, 0,
            format("{} costs {}, beyond {}", arc_text(network, arc), decimal.to_string(), name(cost_type_of<T>)));
    });
}

void log_float_type(const std::string& name, const std::string& misfit, CostType type, const LogCallback& callback) {
    const bool wide = type == CostType::float64;
    log(callback, wide ? LogLevel::info : LogLevel::loss,
        format("cost '{}' is rounded to about {} digits ({}), because it does not fit int32: {}{}", name, wide ? 15 : 7,
               allways::name(type), misfit, wide ? "" : "; cost type float64 keeps 15 digits"));
}

// Prices of turns are added to times, so the digits hold them too, unless the column states its resolution.
int digits_with_prices(const RoadNetwork& network, const ArcColumn& column, WorkMeter& meter) {
    const int digits = needed_digits(column, meter);
    const Unit* time = network.turns.costs.empty() ? nullptr : find_unit(column.unit, Unit::Kind::time);
    if (time == nullptr || column.resolution_digits) return digits;
    std::vector<Decimal> prices;
    prices.reserve(network.turns.costs.size());
    for (const TurnRules::Cost& cost : network.turns.costs) prices.push_back(network::in_unit(cost.seconds, *time));
    return std::max(digits, decimal_digits(prices, meter));
}

}  // namespace

ArcCosts build_arc_costs(const RoadNetwork& network, const AdjacencyArray& adjacency, const CostOptions& options,
                         CostType float_type, const LogCallback& log_callback, WorkMeter& meter) {
    const ArcColumn& column = chosen_cost(network, options.field, log_callback);
    return build_arc_costs(network, adjacency, ColumnCosts{column, options.type, float_type}, log_callback, meter);
}

ArcCosts build_arc_costs(const RoadNetwork& network, const AdjacencyArray& adjacency, const ColumnCosts& of,
                         const LogCallback& log_callback, WorkMeter& meter) {
    const ArcColumn& column = of.column;
    ArcCosts costs;
    costs.scale = {column.name, column.unit, 0};
    CostType wanted = of.type.value_or(CostType::int32);
    if (wanted == CostType::int32) {
        FixedCosts fixed =
            try_fixed_costs(network, &adjacency, column, digits_with_prices(network, column, meter), meter, of.bound);
        if (fixed.fits()) {
            costs.scale.digits = fixed.digits;
            costs.values = std::move(fixed.values);
            costs.bound = fixed.bound;
            return costs;
        }
        const bool whole = network.provenance.whole_numbers;
        if (of.type || whole) {
            throw InputError(network.provenance.source, 0,
                             format("cost '{}' does not fit int32: {}; use cost type {}", column.name, fixed.misfit,
                                    whole ? "float64" : "float64 or float32"));
        }
        wanted = of.float_type;
        log_float_type(column.name, fixed.misfit, wanted, log_callback);
    }
    if (wanted == CostType::float64)
        costs.values = floating_values<double>(network, column, meter);
    else
        costs.values = floating_values<float>(network, column, meter);
    return costs;
}

ArcCosts build_arc_costs(const RoadNetwork& network, const CostOptions& options, const LogCallback& log_callback) {
    WorkMeter unmetered;
    return build_arc_costs(network, build_adjacency(network.node_count(), network.tail), options, CostType::float64,
                           log_callback, unmetered);
}

// ---- the choice of a column

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

namespace {

// Columns made by a program may have any length.
const ArcColumn& checked(const ArcColumn& column, const RoadNetwork& network) {
    if (column.values.size() == network.arc_count()) return column;
    throw InvalidArgument(format("column '{}' has {} values, but the network has {} arcs", column.name,
                                 column.values.size(), network.arc_count()));
}

std::vector<std::string> names_of(const RoadNetwork& network, std::span<const std::size_t> columns) {
    std::vector<std::string> names;
    for (const std::size_t i : columns) names.push_back("'" + network.columns[i].name + "'");
    return names;
}

[[noreturn]] void refuse_choice(const RoadNetwork& network) {
    std::vector<std::string> names;
    std::vector<std::string> candidates;
    for (const ArcColumn& column : network.columns) names.push_back(column.name);
    for (const std::size_t i : choose_cost(names).candidates) candidates.push_back(names[i]);
    throw InvalidArgument(
        candidates.empty() ? format("no column is known to be a cost; set `cost` to one of: {}", joined(names))
                           : format("several columns may be the cost; set `cost` to one of: {}", joined(candidates)));
}

void tell_choice(const RoadNetwork& network, const LogCallback& callback) {
    const CostChoice choice = choose_cost(std::span<const ArcColumn>(network.columns));
    std::vector<std::string> why;
    if (!choice.passed_over.empty()) {
        const std::vector<std::string> zeros = names_of(network, choice.passed_over);
        why.push_back(format("{} {} 0 on {}", joined(zeros), by_count(zeros.size(), "is", "are"),
                             counted(network.arc_count(), "arc")));
    }
    if (!choice.rivals.empty()) why.push_back(format("{} may be meant", joined(names_of(network, choice.rivals))));
    if (!choice.has_usual_name && network.columns.size() > 1)
        why.emplace_back("it is the only other column of numbers that may be a cost");
    if (why.empty()) return;
    guess(callback, Guess::cost,
          format("cost '{}' is minimised, but {}", network.columns[*choice.column].name, joined(why, "; ")));
}

}  // namespace

const ArcColumn* usual_cost_column(const RoadNetwork& network) {
    const CostChoice choice = choose_cost(std::span<const ArcColumn>(network.columns));
    return choice.column ? &network.columns[*choice.column] : nullptr;
}

const ArcColumn& cost_column(const RoadNetwork& network, std::string_view field) {
    if (network.columns.empty()) {
        throw InvalidArgument(network.arc_count() == 0 ? "the network has no arcs"
                                                       : "the network has no numeric column to use as the cost");
    }
    if (field.empty()) {
        const ArcColumn* chosen = usual_cost_column(network);
        if (chosen == nullptr) refuse_choice(network);
        return checked(*chosen, network);
    }
    return checked(network::named_column(network.columns, field, "to use as the cost"), network);
}

const ArcColumn& chosen_cost(const RoadNetwork& network, std::string_view field, const LogCallback& callback) {
    const ArcColumn& column = cost_column(network, field);
    if (field.empty()) tell_choice(network, callback);
    return column;
}

// ---- roads that points divide

namespace {

using namespace cost;

constexpr double steps_of_a_usual_arc = 1000;
constexpr int most_significant_digits = 17;  // digits that always fit a 64-bit fixed-point value

std::vector<double> sizes(const ArcColumn& column) {
    std::vector<double> found;
    for (const Decimal& value : column.values) {
        if (value.is_missing()) continue;
        const double size = std::abs(value.to_double());
        if (size > 1e-300 && std::isfinite(size)) found.push_back(size);
    }
    return found;
}

// Digits that give the median arc enough steps, but never so many that the largest value exceeds 64 bits.
int wanted_digits(const ArcColumn& column) {
    WorkMeter unmetered;
    std::vector<double> values = sizes(column);
    const int own = needed_digits(column, unmetered);
    if (values.empty()) return own;
    const double largest = *std::ranges::max_element(values);
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    const int for_steps = static_cast<int>(std::ceil(std::log10(steps_of_a_usual_arc / *middle)));
    const int most = most_significant_digits - 1 - static_cast<int>(std::floor(std::log10(largest)));
    return std::clamp(std::max(own, for_steps), 0, std::clamp(most, 0, most_cost_digits));
}

int cost_digits(const RoadNetwork& network, const ArcColumn& column, std::optional<CostType> type) {
    const int wanted = wanted_digits(column);
    WorkMeter unmetered;
    if (type.value_or(CostType::int32) != CostType::int32) return wanted;
    int digits = needed_digits(column, unmetered);
    const FixedCosts fixed = try_fixed_costs(network, nullptr, column, digits, unmetered);
    if (!fixed.fits()) return type ? digits : wanted;  // an explicit int32 fails only for its own digits
    std::int64_t largest = 0;
    for (const std::int32_t value : fixed.values) {
        if (is_reachable(value)) largest = std::max<std::int64_t>(largest, std::abs(value));
    }
    // A path between two points is a section of an arc, a path, and another section; rounding adds at most one to each
    // section.
    std::int64_t reach = fixed.bound + 2 * largest + 2;
    for (; digits < wanted && 10 * reach < int32_limit; ++digits) reach *= 10;
    return digits;
}

}  // namespace

std::vector<std::optional<int>> split_precision(const RoadNetwork& network, const CostOptions& cost,
                                                std::span<const std::string> sums) {
    const ArcColumn& of_cost = cost_column(network, cost.field);
    for (const std::string& field : sums) network::named_column(network.columns, field, "to sum along the paths");
    std::vector<std::optional<int>> digits;
    for (const ArcColumn& column : network.columns) {
        const bool named = std::ranges::find(sums, column.name) != sums.end();
        if (&column == &of_cost)
            digits.emplace_back(cost_digits(network, column, cost.type));
        else if (named || is_additive(column))
            digits.emplace_back(wanted_digits(column));
        else
            digits.emplace_back(std::nullopt);
    }
    return digits;
}

std::vector<std::optional<int>> split_precision(const RoadNetwork& network, std::span<const ArcColumn> costs,
                                                std::optional<CostType> type) {
    std::vector<std::optional<int>> digits(costs.size());
    parallel_for(costs.size(), [&](std::size_t i) {
        const WorkAlone alone;
        digits[i] = cost_digits(network, costs[i], type);
    });
    return digits;
}

int split_precision(const ArcColumn& sum) {
    return wanted_digits(sum);
}

}  // namespace allways
