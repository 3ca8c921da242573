// SPDX-License-Identifier: Apache-2.0
// Tables that ranks solve together: rank 0 writes the file of one process.
#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/export/write_stream.h"
#include "allways/network/make_network.h"
#include "scratch_folder.h"
#include "support/thread_cluster.h"

namespace allways::tools {
namespace {

using test::ScratchFolder;

void write_by_ranks(int ranks, const RoadNetwork& network, SolveOptions solving, const std::string& path) {
    run_ranks(ranks, [&](Cluster& cluster) {
        SolveOptions own = solving;
        own.cluster = &cluster;
        const auto job = make_stream(network, own, path, {});
        write_stream(*job, path, {});
    });
}

TEST(RankTables, AreTheFilesOfOneProcess) {
    const ScratchFolder folder;
    const RoadNetwork network = generate_streets({.nodes = 150});
    const SolveOptions solving{.schedule = "blocked", .device = "reference", .tile = 16};
    for (const std::string name : {"omx", "npy"}) {
        const std::string path = folder.file("table." + name);
        const std::string whole = folder.file("whole." + name);
        write_by_ranks(4, network, solving, path);
        write_stream(*make_stream(network, solving, whole, {}), whole, {});
        EXPECT_EQ(folder.text("table." + name), folder.text("whole." + name));
        for (const std::string& file : folder.names()) EXPECT_EQ(file.find("partial"), std::string::npos) << file;
    }
    EXPECT_NO_THROW(write_by_ranks(2, network, solving, "/dev/null"));
}

TEST(RankTables, OfSweepsAndWholeOnesLeaveNothing) {
    const ScratchFolder folder;
    const RoadNetwork network = generate_streets({.nodes = 150});
    EXPECT_THROW(write_by_ranks(2, network, {}, folder.file("table.omx")), InvalidArgument);
    EXPECT_THROW(write_by_ranks(2, network, {.schedule = "blocked", .device = "reference"}, folder.file("table.csv")),
                 InvalidArgument);
    EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace allways::tools
