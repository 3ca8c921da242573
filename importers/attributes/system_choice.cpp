// SPDX-License-Identifier: Apache-2.0
#include "attributes/system_choice.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "allways/importers/read.h"

namespace allways::importers {

namespace {

// A typical road is longer than a tenth of a metre or a foot, and shorter than a tenth of a degree (11 km).
constexpr double shortest_road = 0.1;

// The first two decimals of degrees carry little information; in a plane of ±180 m, further decimals are millimetres.
bool has_fine_fraction(double value) {
    constexpr double hundredths = 100;
    return std::abs(value * hundredths - std::round(value * hundredths)) > 1e-6;
}

// The guesses that the points alone allow.
struct Range {
    bool degrees = true;
    bool exchanged = true;
    std::size_t points = 0;
    std::size_t fine = 0;

    void add(Coordinate at) {
        const double x = std::abs(at.x);
        const double y = std::abs(at.y);
        degrees = degrees && x <= 180 && y <= 90;
        exchanged = exchanged && x <= 90 && y <= 180;
        ++points;
        fine += has_fine_fraction(at.x) || has_fine_fraction(at.y);
    }
};

double distance(Coordinate a, Coordinate b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

// `lengths`: those of all roads, in the units of the coordinates.
CoordinateGuess guess(const Range& range, std::vector<double> lengths) {
    std::erase_if(lengths, [](double length) { return !(length > 0); });
    if (lengths.empty()) return CoordinateGuess::plane;
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::ranges::nth_element(lengths, middle);
    if (*middle < shortest_road) return range.degrees ? CoordinateGuess::degrees : CoordinateGuess::exchanged_degrees;
    return range.degrees && 2 * range.fine > range.points ? CoordinateGuess::unclear : CoordinateGuess::plane;
}

constexpr const char* wgs84 = "EPSG:4326";

std::string text_of(const std::optional<ReferenceSystem>& system) {
    return system ? system->text() : "";
}

// Returns for example "WGS 84 (EPSG:4326)".
std::string title_of(const ReferenceSystem& system) {
    const bool is_code = system.text().size() < 20;  // a code, not WKT
    return is_code ? format("{} ({})", system.name(), system.text()) : system.name();
}

// Refuses a projection for coordinates that can only be degrees, for example of a .prj that belongs to another layer.
void refuse_contradiction(const Coordinates& coordinates, const ReferenceSystem& stated, std::string_view subject) {
    constexpr double largest_unit = 10;  // metres; a plane in kilometres may lie within ±90
    if (stated.is_geographic() || stated.metres_per_unit() > largest_unit) return;
    if (coordinates.guess() != CoordinateGuess::degrees) return;
    throw InputError(coordinates.path, 0,
                     format("{} {}, but its coordinates can only be degrees; set `crs` to their reference "
                            "system, such as {}",
                            subject, title_of(stated), wgs84));
}

std::optional<ReferenceSystem> by_option(const Coordinates& coordinates, const ReadOptions& options) {
    std::optional<ReferenceSystem> chosen;
    if (options.crs != no_system) chosen.emplace(options.crs);
    if (coordinates.stated && text_of(chosen) != coordinates.stated->text()) {
        log(options.log, LogLevel::warning,
            format("{} states {}, but its coordinates are read {}, as `crs` states", coordinates.name,
                   title_of(*coordinates.stated),
                   chosen ? "in " + title_of(*chosen) : std::string("in a plane of unknown units")));
    }
    if (chosen) refuse_contradiction(coordinates, *chosen, format("`crs`: {} is read in", coordinates.name));
    return chosen;
}

std::optional<ReferenceSystem> by_guess(const Coordinates& coordinates, const ReadOptions& options) {
    const std::string ways_out = format(
        "`crs` to {} for longitudes and latitudes, to another reference system, or to "
        "{} for a plane in units of its own",
        wgs84, no_system);
    switch (coordinates.guess()) {
        case CoordinateGuess::degrees:
            allways::guess(options.log, Guess::crs,
                           format("{} states no reference system; its coordinates can only be degrees and are read as "
                                  "longitudes and latitudes of WGS 84",
                                  coordinates.name));
            return ReferenceSystem(wgs84);
        case CoordinateGuess::exchanged_degrees:
            throw InputError(coordinates.path, 0,
                             format("{} states no reference system, and its coordinates can only be degrees with "
                                    "latitude before longitude; exchange x and y in the file, or set `crs` to {} for a "
                                    "plane",
                                    coordinates.name, no_system));
        case CoordinateGuess::unclear:
            if (!coordinates.are_lengths) return std::nullopt;
            throw InputError(coordinates.path, 0,
                             format("{} states no reference system, and its coordinates could be degrees or lengths; "
                                    "set {}",
                                    coordinates.name, ways_out));
        case CoordinateGuess::plane: break;
    }
    return std::nullopt;
}

// Accepts longitudes from 0 to 360, too.
void require_degrees(const RoadNetwork& network, const std::string& path, const ReferenceSystem& system) {
    const auto is_outside = [](Coordinate at) {
        return is_finite(at) && (std::abs(at.x) > 360 || std::abs(at.y) > 90);
    };
    const auto wrong = std::ranges::find_if(network.coordinates, is_outside);
    if (wrong == network.coordinates.end()) return;
    const auto node = static_cast<NodeIndex>(wrong - network.coordinates.begin());
    const bool exchanged = std::ranges::all_of(network.coordinates, [](Coordinate at) {
        return !is_finite(at) || (std::abs(at.x) <= 90 && std::abs(at.y) <= 180);
    });
    throw InputError(path, 0,
                     format("node {} is at {},{}, which are not degrees of {}{}", network.node_ids.text(node), wrong->x,
                            wrong->y, title_of(system),
                            exchanged ? "; exchange x and y: longitude comes before latitude"
                                      : format("; set `crs` to the right reference system, or to {} for a plane in "
                                               "units of its own",
                                               no_system)));
}

}  // namespace

CoordinateGuess guess_coordinates(const ArcShapes& lines) {
    Range range;
    for (const Coordinate at : std::span<const Coordinate>(lines.all_points())) range.add(at);
    if (!range.degrees && !range.exchanged) return CoordinateGuess::plane;
    std::vector<double> lengths;
    for (ArcShapes::ShapeIndex line = 0; line < lines.shape_count(); ++line) {
        const auto points = lines.shape_points(line);
        double length = 0;
        for (std::size_t i = 1; i < points.size(); ++i) length += distance(points[i - 1], points[i]);
        lengths.push_back(length);
    }
    return guess(range, std::move(lengths));
}

CoordinateGuess guess_coordinates(const RoadNetwork& network) {
    Range range;
    for (const Coordinate at : network.coordinates) {
        if (is_finite(at)) range.add(at);
    }
    if (range.points == 0 || (!range.degrees && !range.exchanged)) return CoordinateGuess::plane;
    std::vector<double> lengths;
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        lengths.push_back(distance(network.coordinates[network.tail[arc]], network.coordinates[network.head[arc]]));
    }
    return guess(range, std::move(lengths));
}

std::optional<ReferenceSystem> choose_system(const Coordinates& coordinates, const ReadOptions& options) {
    if (!options.crs.empty()) return by_option(coordinates, options);
    if (!coordinates.stated) return coordinates.may_guess ? by_guess(coordinates, options) : std::nullopt;
    if (coordinates.may_guess) refuse_contradiction(coordinates, *coordinates.stated, coordinates.name + " states");
    return coordinates.stated;
}

void settle_system(RoadNetwork& network, const std::string& path, const ReadOptions& options, bool may_guess) {
    if (network.coordinates.empty()) {
        if (!options.crs.empty()) throw InvalidArgument("`crs` applies to coordinates, but the network has none");
        return;
    }
    Provenance& provenance = network.provenance;
    Coordinates coordinates{path, path, std::nullopt, false, may_guess, [&] { return guess_coordinates(network); }};
    try {
        if (!provenance.crs.empty()) coordinates.stated.emplace(provenance.crs);
    } catch (const InvalidArgument&) {  // PROJ does not know the system, which the file may state as a note
        if (options.crs.empty()) return;
    }
    const auto system = choose_system(coordinates, options);
    if (system && system->is_geographic()) require_degrees(network, path, *system);
    if (coordinates.stated && text_of(system) == coordinates.stated->text()) return;
    provenance.crs = text_of(system);
    provenance.coordinate_unit = Provenance::CoordinateUnit::unknown;
    provenance.metres_per_unit = 1;
    set_coordinate_unit(provenance);
}

std::string named_system(const std::string& crs) {
    return crs == no_system ? "" : ReferenceSystem(crs).text();
}

bool names_degrees(const std::string& crs) {
    return crs != no_system && ReferenceSystem(crs).is_geographic();
}

}  // namespace allways::importers

namespace allways {

void set_coordinate_unit(Provenance& provenance) {
    if (provenance.crs.empty()) return;
    try {
        const importers::ReferenceSystem system(provenance.crs);
        const bool degrees = system.is_geographic();
        provenance.coordinate_unit = degrees ? Provenance::CoordinateUnit::degrees : Provenance::CoordinateUnit::length;
        if (!degrees) provenance.metres_per_unit = system.metres_per_unit();
    } catch (const InvalidArgument&) {
    }
}

}  // namespace allways
