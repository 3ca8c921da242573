// SPDX-License-Identifier: Apache-2.0
// write_tables FOLDER: writes the tables that other programs will read, each as NAME.omx, NAME.raw.omx and NAME.npy.
#include <filesystem>
#include <limits>
#include <string>

#include "allways/base/format.h"
#include "allways/export/export.h"
#include "five_nodes.h"

namespace allways {

namespace {

// n of a chunk and a bit, text ids, floats, hops of two bytes.
DistanceTable float_table() {
    constexpr std::size_t n = 600;
    std::vector<float> values(n * n);
    std::vector<std::string> ids;
    NextHops hops(NextHops::Kind::node_index, n, n);
    for (std::size_t i = 0; i < n; ++i) {
        ids.push_back(format("n{}", i));
        for (std::size_t j = 0; j < n; ++j) {
            const bool reachable = i == j || (i + j) % 7 != 0;
            values[i * n + j] = i == j      ? 0.0f
                                : reachable ? 0.1f * static_cast<float>(i) + static_cast<float>(j)
                                            : std::numeric_limits<float>::infinity();
            if (reachable && i != j) hops.set(i, j, static_cast<std::uint32_t>(j));
        }
    }
    DistanceTable table(std::move(values), n, {"length", "km", 0}, IdTable(std::move(ids)));
    table.set_next_hops(std::move(hops), {});
    return table;
}

// The table's pairs of some nodes, with two skims: one more in int32, one in float64 with holes.
OriginDestinationTable part_with_skims() {
    const std::vector<NodeIndex> origins{4, 0, 1};
    const std::vector<NodeIndex> destinations{1, 3};
    OriginDestinationTable part = sub_table(test::five_node_table(), origins, destinations);
    constexpr std::int32_t x = unreachable_cost<std::int32_t>;
    part.add_skim({{"length", "m", 1}, std::vector<std::int32_t>{x, x, 125, 5, 0, 77}});
    constexpr double infinity = unreachable_cost<double>;
    part.add_skim({{"toll", "", 0}, std::vector<double>{infinity, infinity, 0.1, 2.5, 0, 1e-3}});
    return part;
}

}  // namespace
}  // namespace allways

int main(int, char** arguments) {
    const std::filesystem::path folder = arguments[1];
    std::filesystem::create_directories(folder);
    allways::ExportOptions options;
    options.overwrite = true;
    const auto write = [&](const auto& table, const std::string& name) {
        for (const char* suffix : {".omx", ".npy"}) {
            allways::write_table(table, (folder / (name + suffix)).string(), options);
        }
        allways::ExportOptions raw = options;
        raw.dtype = "raw";
        allways::write_table(table, (folder / (name + ".raw.omx")).string(), raw);
    };
    write(allways::test::five_node_table(), "five_nodes");
    write(allways::float_table(), "floats");
    write(allways::part_with_skims(), "part");
    for (const char* name : {"part.sqlite", "part.desire.gpkg", "part.desire.geojson"}) {
        allways::write_table(allways::part_with_skims(), (folder / name).string(), options);
    }
}
