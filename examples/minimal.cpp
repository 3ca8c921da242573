// SPDX-License-Identifier: Apache-2.0
// The shortest program around Allways: read a network, solve it, ask for a distance and a path.
#include <cstdio>

#include <allways/base/error.h>
#include <allways/engine/solve.h>
#include <allways/importers/read.h>

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fprintf(stderr, "usage: minimal NETWORK FROM TO\n");
        return 2;
    }
    try {
        const auto network = allways::read_network(argv[1]);
        const auto table = allways::solve(network, {.cost = "time"});
        const auto from = table.node_ids().find(argv[2]);
        const auto to = table.node_ids().find(argv[3]);
        if (!from || !to) {
            std::fprintf(stderr, "no such node\n");
            return 3;
        }
        std::printf("%s to %s: %g %s\n", argv[2], argv[3], table.distance(*from, *to), table.unit().c_str());
        for (const auto& leg : table.path(*from, *to).legs) {
            std::printf("  %s -> %s\n", table.node_ids().text(leg.from).c_str(), table.node_ids().text(leg.to).c_str());
        }
    } catch (const allways::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
