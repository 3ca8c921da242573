// SPDX-License-Identifier: Apache-2.0
// Solves a network from a program's own arrays, and prints distances and a path.
#include <cstdio>
#include <vector>

#include <allways/engine/solve.h>
#include <allways/network/make_network.h>

int main() {
    // Six streets between four crossings, with their minutes.
    const std::vector<allways::NodeIndex> tail{0, 1, 1, 2, 2, 3};
    const std::vector<allways::NodeIndex> head{1, 0, 2, 1, 3, 0};
    const std::vector<double> minutes{2.5, 2.5, 4, 4, 1.25, 3};

    const auto network = allways::make_network({.tail = tail, .head = head, .cost = minutes, .unit = "min"});
    const auto table = allways::solve(network);
    for (allways::NodeIndex from = 0; from < 4; ++from) {
        for (allways::NodeIndex to = 0; to < 4; ++to) std::printf("%6g", table.distance(from, to));
        std::printf("\n");
    }
    for (const auto& leg : table.path(0, 3).legs) std::printf("%u -> %u\n", leg.from, leg.to);
}
