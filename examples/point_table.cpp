// SPDX-License-Identifier: Apache-2.0
// Origins and destinations given by coordinates, in any reference system: a table of times, and the lengths of the
// fastest paths.
#include <cstdio>

#include <allways/base/error.h>
#include <allways/export/export.h>
#include <allways/importers/read.h>
#include <allways/points/point_table.h>

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: point_table village.osm TABLE.csv\n");
        return 2;
    }
    try {
        const auto network = allways::read_network(argv[1], {.profile = "car"});
        const auto depots = allways::make_points({{8.0001, 47.0}, {8.0085, 47.004}});  // longitude, latitude
        const auto shops = allways::make_points({{891001.2, 5942727.0}}, "EPSG:3857");
        const auto found = allways::find_table(
            network, {.origins = depots, .destinations = shops, .solve = {.cost = "time", .skims = {"length"}}});
        std::printf("%g %s\n", found.table.distance(0, 0), found.table.unit().c_str());
        allways::write_table(found.table, argv[2], {.format = "csv-long"});
    } catch (const allways::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
