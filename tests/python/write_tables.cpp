// write_tables FOLDER: the tables that check_omx.py looks at, each as NAME.omx and NAME.npy.
#include <filesystem>
#include <limits>
#include <string>

#include "allways/base/format.h"
#include "export/export.h"
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

}  // namespace
}  // namespace allways

int main(int, char** arguments) {
    const std::filesystem::path folder = arguments[1];
    std::filesystem::create_directories(folder);
    allways::tools::ExportOptions options;
    options.overwrite = true;
    const auto write = [&](const allways::DistanceTable& table, const std::string& name) {
        for (const char* suffix : {".omx", ".npy"}) {
            allways::tools::write_table(table, (folder / (name + suffix)).string(), options);
        }
    };
    write(allways::test::five_node_table(), "five_nodes");
    write(allways::float_table(), "floats");
}
