// SPDX-License-Identifier: Apache-2.0
// config.csv and the coordinates → units.
#include "networks/gmns_units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <numbers>
#include <optional>
#include <string_view>

#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "allways/base/units.h"
#include "base/counted.h"
#include "base/text.h"
#include "text/csv_reader.h"

namespace allways::importers {

namespace {

double straight_metres_on_earth(Coordinate a, Coordinate b) {
    constexpr double degree = std::numbers::pi / 180;
    const double mean_latitude = (a.y + b.y) / 2 * degree;
    return mean_earth_radius_m * degree * std::hypot((a.x - b.x) * std::cos(mean_latitude), a.y - b.y);
}

// Returns the median ratio of length to straight line, each in the file's units; 0 if no link allows it.
double typical_detour(const RoadNetwork& network, const std::vector<Decimal>& lengths, bool geographic) {
    std::vector<double> ratios;
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        if (lengths[arc].is_missing() || lengths[arc].digits() <= 0) continue;
        const Coordinate a = network.coordinates[network.tail[arc]];
        const Coordinate b = network.coordinates[network.head[arc]];
        const double straight = geographic ? straight_metres_on_earth(a, b) : std::hypot(a.x - b.x, a.y - b.y);
        if (straight > 0) ratios.push_back(lengths[arc].to_double() / straight);
    }
    if (ratios.empty()) return 0;
    const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
    std::ranges::nth_element(ratios, middle);
    return *middle;
}

bool is_geographic(const std::string& crs, const std::vector<Coordinate>& points) {
    return crs == "EPSG:4326" ||
           std::ranges::all_of(points, [](Coordinate p) { return std::abs(p.x) <= 180 && std::abs(p.y) <= 90; });
}

std::optional<double> metres_of(const std::string& length_unit) {
    const Unit* unit = find_unit(length_unit, Unit::Kind::length);
    if (unit == nullptr) return std::nullopt;
    return static_cast<double>(unit->size) / sizes_per_metre;
}

// A unit of lengths, and how well the typical link in this unit matches its straight line.
struct Fit {
    std::string unit;
    double plane_metres = 1;                                  // metres per unit of the coordinates
    double misfit = std::numeric_limits<double>::infinity();  // logarithm of length over straight line; 0 is perfect
};

double misfit_of(double detour, double unit_metres, double plane_metres) {
    return std::abs(std::log(detour * unit_metres / plane_metres));
}

// Returns the best of these units; of equal ones the first.
template <class Units>
Fit best_fit(double detour, bool geographic, const Units& candidates) {
    Fit best;
    for (const std::string& candidate : candidates) {
        const auto unit = metres_of(candidate);
        if (!unit) continue;
        for (const double plane_metres : {1.0, *metres_of("ft")}) {
            if (geographic && plane_metres != 1.0) continue;
            const double misfit = misfit_of(detour, *unit, plane_metres);
            if (misfit < best.misfit - 1e-9) best = {candidate, plane_metres, misfit};
        }
    }
    return best;
}

// Links longer than twice their straight line, or shorter than half of it, are no evidence for any unit.
bool is_evidence(const Fit& fit) {
    return fit.misfit <= std::log(2.0);
}

// Returns "5,280 times", or "1/5,280 of".
std::string times_text(double ratio) {
    const auto whole = [](double number) { return count_text(static_cast<std::uint64_t>(std::llround(number))); };
    if (ratio < 1) return "1/" + whole(1 / ratio) + " of";
    return ratio < 10 ? format("{:.2g} times", ratio) : whole(ratio) + " times";
}

}  // namespace

GmnsConfig read_gmns_config(const std::string& path) {
    GmnsConfig config;
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return config;
    CsvReader records(path);
    std::vector<std::string_view> fields;
    if (!records.next(fields)) return config;
    const std::vector<std::string> names(fields.begin(), fields.end());
    if (!records.next(fields)) return config;
    if (fields.size() != names.size()) {
        records.fail(format("expected {} fields, found {}", names.size(), fields.size()));
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (is_missing_word(fields[i])) continue;
        if (names[i] == "short_length") config.short_length = unit_symbol(fields[i]);
        if (names[i] == "long_length") config.long_length = unit_symbol(fields[i]);
        if (names[i] == "speed") config.speed = unit_symbol(fields[i]);
        if (names[i] == "time") config.time = unit_symbol(fields[i]);
        if (names[i] == "crs")
            config.crs = parse_whole(fields[i]) ? format("EPSG:{}", fields[i]) : std::string(fields[i]);
    }
    return config;
}

std::string decide_length_unit(const GmnsConfig& config, const RoadNetwork& network,
                               const std::vector<Decimal>& lengths, const LogCallback& log_to) {
    std::string stated = !config.long_length.empty() ? config.long_length : config.short_length;
    if (stated.empty()) {
        log(log_to, LogLevel::warning,
            "no config.csv states a unit of length, so no times are computed; set `length_unit` and `speed_unit`");
        return "";
    }
    const bool geographic = is_geographic(config.crs, network.coordinates);
    const double detour = network.coordinates.empty() ? 0 : typical_detour(network, lengths, geographic);
    const auto as_stated = [&] {
        log(log_to, LogLevel::info, format("lengths are read in {}, as config.csv states", stated));
        return stated;
    };
    const bool one_unit =
        config.long_length.empty() || config.short_length.empty() || config.long_length == config.short_length;
    if (detour == 0 || one_unit) return as_stated();

    const Fit best = best_fit(detour, geographic, std::array{config.long_length, config.short_length});
    if (!is_evidence(best)) return as_stated();
    if (best.unit == stated) {
        log(log_to, LogLevel::info,
            format("lengths are read in {}, the long_length of config.csv: a typical link is then as long as its "
                   "straight line",
                   stated));
    } else {
        guess(log_to, Guess::lengths,
              format("lengths are read in {}, not {}, the long_length of config.csv: a typical link is then as long as "
                     "its straight line",
                     best.unit, stated));
    }
    return best.unit;
}

void check_stated_length_unit(const std::string& unit, const GmnsConfig& config, const RoadNetwork& network,
                              const std::vector<Decimal>& lengths, const LogCallback& log_to) {
    const auto metres = metres_of(unit);
    const bool geographic = is_geographic(config.crs, network.coordinates);
    const double detour = network.coordinates.empty() ? 0 : typical_detour(network, lengths, geographic);
    if (detour == 0 || !metres) return;
    const Fit as_stated = best_fit(detour, geographic, std::array{unit});
    const Fit best = best_fit(
        detour, geographic, std::array<std::string, 6>{config.short_length, config.long_length, "ft", "mi", "m", "km"});
    if (is_evidence(as_stated) || !is_evidence(best)) return;
    log(log_to, LogLevel::warning,
        format("lengths in {} are {} the straight line between their ends; try `length_unit` {}", unit,
               times_text(detour * *metres / best.plane_metres), best.unit));
}

}  // namespace allways::importers
