// Units, exact quotients of decimals, and the columns that they make.
#include "attributes/travel_time.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <string>

#include "allways/base/counted.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/text.h"

namespace allways {

namespace {

// Lengths in tenths of millimetres, so that all are whole: 1 ft = 304.8 mm, 1 mi = 1609.344 m.
struct LengthUnit {
    std::string_view symbol;
    std::int64_t tenth_mm;
};
constexpr std::array<LengthUnit, 4> length_units{{{"ft", 3048}, {"mi", 16093440}, {"m", 10000}, {"km", 10000000}}};

std::optional<LengthUnit> find_length_unit(std::string_view symbol) {
    const auto* found = std::ranges::find(length_units, symbol, &LengthUnit::symbol);
    if (found == length_units.end()) return std::nullopt;
    return *found;
}

// Tenths of millimetres an hour; divided by 3600 they are a second's.
std::optional<std::int64_t> speed_per_hour(std::string_view symbol) {
    if (symbol == "mph") return 16093440;
    if (symbol == "km/h") return 10000000;
    if (symbol == "m/s") return 36000000;
    if (symbol == "ft/s") return std::int64_t{3600} * 3048;
    if (symbol == "ft/min") return std::int64_t{60} * 3048;
    return std::nullopt;
}

__extension__ using Wide = __int128;

// numerator / denominator × 10^12, rounded half up, as a Decimal.
Decimal quotient(const Decimal& length, const Decimal& speed, Wide numerator, Wide denominator) {
    numerator *= length.digits();
    denominator *= speed.digits();
    // 18 significant digits times a conversion of at most 4·10^7 leaves room for 10^12; scales move the point, and a
    // scale beyond that room costs digits that no length has.
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

// The user's word, over what the file states.
void state(ArcColumn& column, const std::string& unit, const LogCallback& log_to) {
    if (!column.unit.empty() && column.unit != unit) {
        log(log_to, LogLevel::warning,
            format("'{}' is in {} by the file and is taken as {}, as the options say", column.name, column.unit, unit));
    }
    column.unit = unit;
}

// The column "time" of an edge list or graph, from the lengths and the speeds or, where an arc has none, the default.
void add_time(RoadNetwork& network, const ArcColumn* speed, const ReadOptions& options) {
    const std::string_view asked = options.default_speed_kmh ? "default_speed_kmh" : "speed_field";
    const ArcColumn* length = find_column(network, "length");
    if (length == nullptr) refuse_missing(network, asked, "length");
    if (length->unit.empty()) {
        throw InvalidArgument(format("`{}`: the unit of the lengths is not stated; `length_unit` states it", asked));
    }
    if (speed != nullptr && speed->unit.empty()) {
        throw InvalidArgument(format("`{}`: the unit of the speeds is not stated; `speed_unit` states it", asked));
    }
    ArcColumn usual{"", "km/h", {}, std::nullopt};
    if (options.default_speed_kmh) {
        if (!(*options.default_speed_kmh > 0)) throw InvalidArgument("`default_speed_kmh` needs a speed above 0");
        usual.values.assign(length->values.size(), Decimal::from_double(*options.default_speed_kmh));
    }
    auto time = travel_time(*length, speed != nullptr ? *speed : usual);
    if (!time) {
        throw InvalidArgument(format("`{}`: no times from lengths in '{}' and speeds in '{}'", asked, length->unit,
                                     speed != nullptr ? speed->unit : usual.unit));
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

std::optional<double> metres_in(std::string_view length_unit) {
    const auto unit = find_length_unit(length_unit);
    if (!unit) return std::nullopt;
    return static_cast<double>(unit->tenth_mm) / 1e4;
}

std::optional<ArcColumn> travel_time(const ArcColumn& length, const ArcColumn& speed) {
    const auto unit = find_length_unit(length.unit);
    const auto per_hour = speed_per_hour(speed.unit);
    if (!unit || !per_hour) return std::nullopt;
    const std::int64_t numerator = unit->tenth_mm * 3600;
    const std::int64_t common = std::gcd(numerator, *per_hour);

    ArcColumn time{"time", "s", {}, 3};
    time.values.reserve(length.values.size());
    for (std::size_t arc = 0; arc < length.values.size(); ++arc) {
        const Decimal& way = length.values[arc];
        const Decimal& pace = speed.values[arc];
        const bool known = !way.is_missing() && !pace.is_missing() && way.digits() >= 0 && pace.digits() > 0;
        time.values.push_back(known ? quotient(way, pace, numerator / common, *per_hour / common) : Decimal::missing());
    }
    return time;
}

void state_units(RoadNetwork& network, const ReadOptions& options) {
    ArcColumn* length = find_column(network, "length");
    if (!options.length_unit.empty()) {
        if (length == nullptr) refuse_missing(network, "length_unit", "length");
        state(*length, options.length_unit, options.log);
    }
    const std::string named_speed = options.speed_field.value_or("");
    if (options.speed_unit.empty() && named_speed.empty() && !options.default_speed_kmh) return;
    ArcColumn* speed = find_column(network, named_speed.empty() ? "free_speed" : named_speed);
    if (speed == nullptr && named_speed.empty()) speed = find_column(network, "speed");
    if (speed == nullptr && (!named_speed.empty() || !options.speed_unit.empty())) {
        const bool named = !named_speed.empty();
        refuse_missing(network, named ? "speed_field" : "speed_unit", named ? named_speed : "free_speed");
    }
    if (!options.speed_unit.empty()) state(*speed, options.speed_unit, options.log);
    if (network.column("time") != nullptr) {
        if (options.default_speed_kmh) throw InvalidArgument("`default_speed_kmh`: the network has times of its own");
        return;
    }
    add_time(network, speed, options);
}

void add_time(RoadNetwork& network, ArcColumn time, const std::string& made_of, const LogCallback& to) {
    const auto without = static_cast<std::uint64_t>(std::ranges::count_if(time.values, &Decimal::is_missing));
    const std::string said = format("time = {} in seconds", made_of);
    if (without == 0)
        log(to, LogLevel::info, said);
    else {
        log(to, LogLevel::warning,
            format("{}; {} of {} {} none: their length or speed is missing or 0", said, without,
                   counted(time.values.size(), "arc"), by_count(without, "has", "have")));
    }
    network.columns.push_back(std::move(time));
}

}  // namespace allways
