// SPDX-License-Identifier: Apache-2.0
// Units, exact quotients of decimals, and the columns that are made of them.
#include "attributes/travel_time.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/units.h"
#include "allways/cost/arc_costs.h"
#include "base/counted.h"
#include "base/text.h"
#include "base/unit_symbols.h"

namespace allways::importers {

namespace {

__extension__ using Wide = __int128;

// Returns numerator / denominator × 10^12, rounded half up, as a Decimal.
Decimal quotient(const Decimal& length, const Decimal& speed, Wide numerator, Wide denominator) {
    numerator *= length.digits();
    denominator *= speed.digits();
    // 18 significant digits times a conversion of at most 4·10^7 leave room for 10^12. Scales shift the decimal point;
    // a scale beyond that room costs digits that no length has.
    int digits = 12 + speed.scale() - length.scale();
    constexpr Wide room = Wide{1} << 122;
    for (; digits > 0 && numerator < room / 10; --digits) numerator *= 10;
    for (; digits < 0 && denominator < room / 10; ++digits) denominator *= 10;
    if (digits < 0) return Decimal();
    Wide value = (numerator + denominator / 2) / denominator;
    int scale = 12 - digits;
    for (; value > std::numeric_limits<std::int64_t>::max() / 2; --scale) value /= 10;
    return Decimal(static_cast<std::int64_t>(value), scale);
}

ArcColumn* find_column(RoadNetwork& network, std::string_view name) {
    const auto found = std::ranges::find(network.columns, lower_case(name),
                                         [](const ArcColumn& column) { return lower_case(column.name); });
    return found == network.columns.end() ? nullptr : &*found;
}

[[noreturn]] void refuse_missing(const RoadNetwork& network, std::string_view option, std::string_view wanted) {
    std::vector<std::string> names;
    for (const ArcColumn& column : network.columns) names.push_back(column.name);
    throw InvalidArgument(
        format("`{}`: the network has no numeric field '{}'; it has: {}", option, wanted, joined(names)));
}

void state(ArcColumn& column, const std::string& unit, const LogCallback& log_to) {
    replace_unit(column.unit, unit, format("'{}'", column.name), log_to);
}

// Adds the column "time" of an edge list or graph, from lengths and speeds; arcs without a speed get the default.
void add_time_from_speeds(RoadNetwork& network, const ArcColumn* speed, const ReadOptions& options) {
    const std::string_view asked = options.default_speed_kmh ? "default_speed_kmh" : "speed_field";
    const ArcColumn* length = find_column(network, "length");
    if (length == nullptr) refuse_missing(network, asked, "length");
    if (length->unit.empty()) {
        throw InvalidArgument(format("`{}`: the unit of the lengths is not stated; set `length_unit`", asked));
    }
    if (speed != nullptr && speed->unit.empty()) {
        throw InvalidArgument(format("`{}`: the unit of the speeds is not stated; set `speed_unit`", asked));
    }
    ArcColumn usual{"", "km/h", {}, std::nullopt};
    if (options.default_speed_kmh) {
        if (!(*options.default_speed_kmh > 0)) throw InvalidArgument("`default_speed_kmh` needs a speed above 0");
        usual.values.assign(length->values.size(), Decimal::from_double(*options.default_speed_kmh));
    }
    auto time = travel_time(*length, speed != nullptr ? *speed : usual);
    if (!time) {
        throw InvalidArgument(format("`{}`: cannot compute times from lengths in '{}' and speeds in '{}'", asked,
                                     length->unit, speed != nullptr ? speed->unit : usual.unit));
    }
    std::string made_of = format("{} / {}", length->name, speed != nullptr ? speed->name : "speed");
    if (options.default_speed_kmh) {
        if (speed != nullptr) {
            const ArcColumn by_default = *travel_time(*length, usual);
            for (std::size_t arc = 0; arc < time->values.size(); ++arc) {
                if (time->values[arc].is_missing()) time->values[arc] = by_default.values[arc];
            }
        }
        made_of += format(", {} km/h where none is known,", *options.default_speed_kmh);
    }
    add_time(network, std::move(*time), made_of, options.log);
}

}  // namespace

std::optional<ArcColumn> travel_time(const ArcColumn& length, const ArcColumn& speed) {
    const Unit* of_lengths = find_unit(length.unit, Unit::Kind::length);
    const Unit* of_speeds = find_unit(speed.unit, Unit::Kind::speed);
    if (of_lengths == nullptr || of_speeds == nullptr) return std::nullopt;
    const std::int64_t numerator = of_lengths->size * 3600;  // converts from per hour to per second
    const std::int64_t common = std::gcd(numerator, of_speeds->size);
    const std::int64_t denominator = of_speeds->size / common;

    ArcColumn time{"time", "s", {}, 3};
    time.values.reserve(length.values.size());
    for (std::size_t arc = 0; arc < length.values.size(); ++arc) {
        const Decimal& way = length.values[arc];
        const Decimal& pace = speed.values[arc];
        const bool known = !way.is_missing() && !pace.is_missing() && way.digits() >= 0 && pace.digits() > 0;
        time.values.push_back(known ? quotient(way, pace, numerator / common, denominator) : Decimal::missing());
    }
    return time;
}

void state_units(RoadNetwork& network, const ReadOptions& options) {
    ArcColumn* length = find_column(network, "length");
    if (!options.length_unit.empty()) {
        if (length == nullptr) refuse_missing(network, "length_unit", "length");
        state(*length, stated_unit("length_unit", options.length_unit, {Unit::Kind::length}), options.log);
    }
    const std::string named_speed = options.speed_field.value_or("");
    if (options.speed_unit.empty() && named_speed.empty() && !options.default_speed_kmh) return;
    ArcColumn* speed = find_column(network, named_speed.empty() ? "free_speed" : named_speed);
    if (speed == nullptr && named_speed.empty()) speed = find_column(network, "speed");
    if (speed == nullptr && (!named_speed.empty() || !options.speed_unit.empty())) {
        const bool named = !named_speed.empty();
        refuse_missing(network, named ? "speed_field" : "speed_unit", named ? named_speed : "free_speed");
    }
    if (!options.speed_unit.empty())
        state(*speed, stated_unit("speed_unit", options.speed_unit, {Unit::Kind::speed}), options.log);
    if (network.column("time") != nullptr) {
        if (options.default_speed_kmh) throw InvalidArgument("`default_speed_kmh`: the network already has times");
        return;
    }
    add_time_from_speeds(network, speed, options);
}

void add_time(RoadNetwork& network, ArcColumn time, const std::string& made_of, const LogCallback& to) {
    const auto without = static_cast<std::uint64_t>(std::ranges::count_if(time.values, &Decimal::is_missing));
    const std::string said = format("time = {} in seconds", made_of);
    if (without == 0)
        log(to, LogLevel::info, said);
    else {
        log(to, LogLevel::loss,
            format("{}; {} of {} {} no time: length or speed is missing or 0", said, without,
                   counted(time.values.size(), "arc"), by_count(without, "has", "have")));
    }
    network.columns.push_back(std::move(time));
}

// ---- stated units

namespace {

std::string cost_unit_of(const ReadOptions& options) {
    return stated_unit("cost_unit", options.cost_unit, {Unit::Kind::time, Unit::Kind::length});
}

// The column that `cost_field` makes is also named "cost".
std::string cost_name(const ReadOptions& options) {
    const bool by_field = !options.cost_field.empty() && (options.cost.empty() || options.cost == options.cost_field);
    return by_field ? "cost" : options.cost;
}

// Returns the kind of unit that a column of this name has, whatever the file states; nothing: it may hold times or
// lengths.
std::optional<Unit::Kind> kind_of_name(const std::string& name) {
    if (name == "time") return Unit::Kind::time;
    if (name == "length") return Unit::Kind::length;
    return std::nullopt;
}

void check_cost_unit(const ArcColumn& cost, const std::string& unit, bool is_named) {
    const Unit* known = find_unit(cost.unit);
    if (is_named && known != nullptr && cost.unit != unit) {
        throw InvalidArgument(
            format("`cost_unit` {}: '{}' is in {} already; `cost_unit` is for numbers whose unit is not stated", unit,
                   cost.name, cost.unit));
    }
    const auto kind = known != nullptr ? std::optional(known->kind) : kind_of_name(cost.name);
    if (!kind || *kind == find_unit(unit)->kind) return;
    throw InvalidArgument(format("`cost_unit` {}: the cost '{}' is a {}; `cost` names another column", unit, cost.name,
                                 *kind == Unit::Kind::time     ? "time"
                                 : *kind == Unit::Kind::length ? "length"
                                                               : "speed"));
}

}  // namespace

std::string stated_unit(std::string_view option, std::string_view text, std::initializer_list<Unit::Kind> kinds) {
    const std::string symbol = unit_symbol(text);
    const Unit* unit = find_unit(symbol);
    if (unit != nullptr && std::ranges::find(kinds, unit->kind) != kinds.end()) return symbol;
    std::vector<std::string> known;
    for (const Unit::Kind kind : kinds) {
        for (const std::string_view other : unit_symbols(kind)) known.emplace_back(other);
    }
    throw InvalidArgument(format("`{}`: expected one of {}; found '{}'", option, joined(known), text));
}

void replace_unit(std::string& unit, const std::string& stated, std::string_view what, const LogCallback& log_to) {
    if (!unit.empty() && unit != stated) {
        log(log_to, LogLevel::warning,
            format("{} is in {} according to the file, but is read in {}, as the options state", what, unit, stated));
    }
    unit = stated;
}

void settle_cost(RoadNetwork& network, const ReadOptions& options) {
    add_cost(network, options.cost);
    if (options.cost_unit.empty()) return;
    const std::string unit = cost_unit_of(options);
    const std::string name = cost_column(network, cost_name(options)).name;
    const auto cost = std::ranges::find(network.columns, name, &ArcColumn::name);
    if (cost->resolution_digits && cost->unit != unit) {
        throw InvalidArgument(format("`cost_unit`: the cost '{}' is computed in {}; `cost_field` names another field",
                                     name, cost->unit.empty() ? "the units of the coordinates" : cost->unit));
    }
    check_cost_unit(*cost, unit, !options.cost.empty());
    replace_unit(cost->unit, unit, format("'{}'", name), options.log);
}

void state_cost_unit(CostScale& scale, const ReadOptions& options) {
    if (options.cost_unit.empty()) return;
    replace_unit(scale.unit, cost_unit_of(options), format("'{}'", scale.name), options.log);
}

}  // namespace allways::importers
