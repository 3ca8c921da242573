// SPDX-License-Identifier: Apache-2.0
#include "command/command_line.h"

int main(int argc, char** argv) {
    return allways::command::run_command_line(
        {"allways", "Allways: all-pairs shortest paths for road networks and cost matrices",
         allways::command::commands(),
         "  allways demo                                                  try it on a made-up village\n"
         "  allways import city.osm.pbf -o city.gpkg                      read a map once\n"
         "  allways table city.gpkg --points shops.csv -o times.csv       times between all of them\n"
         "  allways path city.gpkg --from @8.54,47.37 --to @8.31,47.05    the way from one place to another\n"},
        argc, argv);
}
