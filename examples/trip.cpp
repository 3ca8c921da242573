// SPDX-License-Identifier: Apache-2.0
// A trip between two places: length, time, directions and the line to draw.
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <allways/base/error.h>
#include <allways/importers/read.h>
#include <allways/routes/trip.h>

int main(int argc, char** argv) {
    if (argc != 6) {
        std::fprintf(stderr, "usage: trip CITY.osm.pbf LON LAT LON LAT\n");
        return 2;
    }
    try {
        auto network = allways::read_network(argv[1], {.profile = "car"});
        const auto trip = allways::find_trip(
            std::move(network), {{std::atof(argv[2]), std::atof(argv[3])}, {std::atof(argv[4]), std::atof(argv[5])}});
        if (!trip.reachable) return 6;
        std::printf("%.0f m, %.0f s, a line of %zu points\n", trip.length_m.value_or(0), trip.time_s.value_or(0),
                    trip.line.size());
        for (const auto& step : trip.directions) std::printf("%s\n", step.text.c_str());
    } catch (const allways::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
