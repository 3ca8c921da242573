// config.csv and the coordinates → units.
#include "gmns_units.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numbers>
#include <string_view>

#include "allways/base/format.h"
#include "csv_reader.h"
#include "fields.h"
#include "travel_time.h"

namespace allways {

namespace {

double straight_metres_on_earth(Coordinate a, Coordinate b) {
    constexpr double degree = std::numbers::pi / 180;
    const double mean_latitude = (a.y + b.y) / 2 * degree;
    return 6371000.0 * degree * std::hypot((a.x - b.x) * std::cos(mean_latitude), a.y - b.y);
}

// Length over straight line of the link in the middle, in the file's units of each; 0 where no link tells.
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
        records.fail(format("{} fields were expected, found {}", names.size(), fields.size()));
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
            "no config.csv states a unit of length: lengths have no unit, and no times are made; --length-unit and --speed-unit "
            "state them");
        return "";
    }
    const bool geographic = is_geographic(config.crs, network.coordinates);
    const double detour = network.coordinates.empty() ? 0 : typical_detour(network, lengths, geographic);
    const auto as_stated = [&] {
        log(log_to, LogLevel::info, format("lengths are taken as {}, as config.csv says", stated));
        return stated;
    };
    const bool one_unit =
        config.long_length.empty() || config.short_length.empty() || config.long_length == config.short_length;
    if (detour == 0 || one_unit) return as_stated();

    std::string best;
    double least = std::numeric_limits<double>::infinity();
    for (const auto& candidate : {config.long_length, config.short_length}) {
        const auto unit = metres_in(candidate);
        if (!unit) continue;
        for (const double plane_metres : {1.0, 0.3048}) {
            if (geographic && plane_metres != 1.0) continue;
            const double misfit = std::abs(std::log(detour * *unit / plane_metres));
            if (misfit >= least) continue;
            least = misfit;
            best = candidate;
        }
    }
    // Links longer than twice their straight line, or shorter than half of it, are no evidence for any unit.
    if (least > std::log(2.0)) return as_stated();
    log(log_to, best == stated ? LogLevel::info : LogLevel::warning,
        format("lengths are taken as {}: config.csv says long_length = {}, short_length = {}, and a typical link is "
               "{:.6g} times its straight line",
               best, config.long_length, config.short_length, detour, best == stated ? "" : "; --length-unit says otherwise"));
    return best;
}

}  // namespace allways
