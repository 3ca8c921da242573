// SPDX-License-Identifier: Apache-2.0
// Shards of a table: their records, checksums, and the bytes they join to.
#include "allways/export/write_stream.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>

#include "allways/base/error.h"
#include "allways/network/make_network.h"
#include "export/formats/laid_out_rows.h"
#include "export/jobs/job_record.h"
#include "export/jobs/sharded_table.h"
#include "scratch_folder.h"
#include "support/turn_truth.h"

namespace allways::tools {
namespace {

using test::ScratchFolder;

void write_rows_of(const RoadNetwork& network, const SolveOptions& solving, const std::string& path, Shard shard = {}) {
    TableStream job(network, solving);
    ExportOptions options;
    options.dtype = "raw";
    write_stream(job, path, options, {.checkpoint_seconds = 0, .shard = shard});
}

TEST(Shards, AreNamedByTwoNumbers) {
    EXPECT_EQ(parse_shard("3/16"), (Shard{3, 16}));
    EXPECT_EQ(parse_shard("65536/65536"), (Shard{65'536, 65'536}));
    for (const char* text : {"", "3", "3/", "/3", "0/3", "4/3", "-1/3", "1/65537", "1/2/3", "1/3x", " 1/3", "1.0/3"}) {
        EXPECT_THROW(parse_shard(text), InvalidArgument) << text;
    }
}

// Rows of states have hops alone, anywhere among the others.
TEST(Shards, JoinToTheSameBytesUnderTurnRules) {
    const ScratchFolder folder;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        SCOPED_TRACE(seed);
        RoadNetwork network = testing::random_turn_network(seed);
        network.columns.push_back({"arcs", "", std::vector<Decimal>(network.arc_count(), Decimal(1, 0)), {}});
        const SolveOptions solving{.cost_type = CostType::int32, .schedule = "sweep", .skims = {"arcs"}};
        write_rows_of(network, solving, folder.file("whole.omx"));
        const std::size_t count = 1 + seed % 4;
        for (std::size_t number = count; number > 0; --number) {
            write_rows_of(network, solving, folder.file("table.omx"), {number, count});
        }
        const JoinReport report = join_shards(folder.file("table.omx"));
        EXPECT_EQ(report.shards.size(), count);
        EXPECT_EQ(folder.text("table.omx"), folder.text("whole.omx"));
        EXPECT_EQ(folder.names(), (std::vector<std::string>{"table.omx", "whole.omx"}));
        for (const char* name : {"table.omx", "whole.omx"}) std::filesystem::remove(folder.file(name));
    }
}

// Also more shards than rows, and a network without nodes.
TEST(Shards, MayBeEmpty) {
    const ScratchFolder folder;
    for (const std::size_t nodes : {0u, 1u, 3u}) {
        const RoadNetwork network = generate_streets({.nodes = nodes});
        for (const std::string name : {"omx", "npy"}) {
            const std::string path = folder.file("table." + name);
            const SolveOptions solving{.schedule = "sweep", .next_hops = name == "omx"};
            write_rows_of(network, solving, folder.file("whole." + name));
            for (std::size_t number = 1; number <= 5; ++number) write_rows_of(network, solving, path, {number, 5});
            join_shards(path);
            EXPECT_EQ(folder.text("table." + name), folder.text("whole." + name));
            for (const std::string& file : folder.names()) std::filesystem::remove(folder.file(file));
        }
    }
}

TEST(Shards, RefuseWhatFinishesAllRowsAtOnce) {
    const ScratchFolder folder;
    const RoadNetwork network = generate_streets({.nodes = 40});
    EXPECT_THROW(write_rows_of(network, {.schedule = "blocked", .device = "reference"}, folder.file("t.omx"), {1, 2}),
                 InvalidArgument);
    EXPECT_THROW(
        write_rows_of(network, {.cost_type = CostType::float32, .schedule = "sweep"}, folder.file("t.omx"), {1, 2}),
        InvalidArgument);
    TableStream job(network, {.schedule = "sweep"}, RowOrder::ascending);
    EXPECT_THROW(write_stream(job, folder.file("t.csv"), {}, {.shard = {1, 2}}), InvalidArgument);
    EXPECT_TRUE(folder.names().empty());
}

// A format that takes no rows gets the table of solve(), and a job of tiles writes text from the whole table.
TEST(WriteStream, WritesAWholeTableWhereItHasToBe) {
    RoadNetwork network = generate_streets({.nodes = 30});
    network.columns.push_back({"metres", "m", std::vector<Decimal>(network.arc_count(), Decimal(7, 0)), {}});
    const SolveOptions by_sweep{.cost = "metres", .schedule = "sweep"};
    const SolveOptions by_tiles{.cost = "metres", .schedule = "blocked", .device = "reference"};
    for (const auto& [name, options] : {std::pair("t.atsp", by_sweep), {"t.csv", by_tiles}}) {
        SCOPED_TRACE(name);
        const ScratchFolder folder;
        const auto job = make_stream(network, options, folder.file(name), {});
        EXPECT_TRUE(job->is_whole());
        EXPECT_THROW(write_stream(*job, folder.file(name), {}, {.resume = true}), InvalidArgument);
        EXPECT_THROW(write_stream(*job, folder.file(name), {}, {.shard = {1, 2}}), InvalidArgument);
        EXPECT_TRUE(folder.names().empty());
        write_stream(*job, folder.file(name), {});
        const std::string streamed = folder.text(name);
        write_table(solve(network, options), folder.file(name), {.overwrite = true});
        EXPECT_EQ(folder.text(name), streamed);
    }
    EXPECT_FALSE(make_stream(network, by_sweep, "t.csv", {})->is_whole());
}

// A job that was joined as far as the names of its companions.
TEST(Shards, AJoinThatWasKilledMayBeRepeated) {
    const ScratchFolder folder;
    const RoadNetwork network = generate_streets({.nodes = 30});
    const SolveOptions solving{.schedule = "sweep", .next_hops = false};
    write_rows_of(network, solving, folder.file("whole.npy"));
    const auto write_all = [&] {
        for (const std::size_t number : {1u, 2u}) {
            write_rows_of(network, solving, folder.file("table.npy"), {number, 2});
        }
        JobRecord record(folder.file("table.npy.partial.job"));
        ASSERT_TRUE(record.try_lock(LockMode::exclusive));
        record.append(joined_line({"", "npy", 30, 7200, {{15, "here", 1}, {15, "there", 2}}, 0}));
    };
    write_all();
    std::filesystem::rename(folder.file("table.npy.partial.files/table.json"), folder.file("table.json"));
    join_shards(folder.file("table.npy"));
    EXPECT_EQ(folder.text("table.npy"), folder.text("whole.npy"));
    EXPECT_EQ(folder.text("table.json"), folder.text("whole.json"));
    EXPECT_EQ(folder.names().size(), 6u);

    for (const char* name : {"table.npy", "table.json", "table.ids.csv"}) std::filesystem::remove(folder.file(name));
    write_all();
    for (const char* name : {"table.json", "table.ids.csv"}) {
        std::filesystem::rename(folder.file(std::string("table.npy.partial.files/") + name), folder.file(name));
    }
    std::filesystem::rename(folder.file("table.npy.partial"), folder.file("table.npy"));
    const JoinReport report = join_shards(folder.file("table.npy.partial"));
    EXPECT_EQ(report.format, "npy");
    EXPECT_EQ(report.bytes, 7200u);
    ASSERT_EQ(report.shards.size(), 2u);
    EXPECT_EQ(report.shards[1].host, "there");
    EXPECT_EQ(folder.text("table.npy"), folder.text("whole.npy"));
    EXPECT_EQ(folder.names().size(), 6u);
    EXPECT_THROW(join_shards(folder.file("table.npy")), InputError);
}

// The table has its name, and any of the records is gone.
TEST(Shards, AJoinThatWasKilledWhileItRemovedRecordsMayBeRepeated) {
    const RoadNetwork network = generate_streets({.nodes = 30});
    const SolveOptions solving{.schedule = "sweep", .next_hops = false};
    const std::vector<std::string> records{"table.npy.partial.shard-1-of-2.job", "table.npy.partial.shard-2-of-2.job",
                                           "table.npy.partial.files", "table.npy.partial.layout"};
    for (std::size_t removed = 0; removed < 1u << records.size(); ++removed) {
        SCOPED_TRACE(removed);
        const ScratchFolder folder;
        for (const std::size_t number : {1u, 2u}) {
            write_rows_of(network, solving, folder.file("table.npy"), {number, 2});
        }
        {
            JobRecord record(folder.file("table.npy.partial.job"));
            ASSERT_TRUE(record.try_lock(LockMode::exclusive));
            record.append(joined_line({"", "npy", 30, 3600, {{15, "here", 1}, {15, "here", 1}}, 0}));
        }
        for (const char* name : {"table.json", "table.ids.csv"}) {
            std::filesystem::rename(folder.file(std::string("table.npy.partial.files/") + name), folder.file(name));
        }
        std::filesystem::rename(folder.file("table.npy.partial"), folder.file("table.npy"));
        const std::string table = folder.text("table.npy");
        for (std::size_t i = 0; i < records.size(); ++i) {
            if (removed >> i & 1) std::filesystem::remove_all(folder.file(records[i]));
        }
        EXPECT_EQ(join_shards(folder.file("table.npy")).shards.size(), 2u);
        EXPECT_EQ(folder.text("table.npy"), table);
        EXPECT_EQ(folder.names(), (std::vector<std::string>{"table.ids.csv", "table.json", "table.npy"}));
    }
}

TEST(JobRecord, ExcludesOthersAndSurvivesTornLines) {
    const ScratchFolder folder;
    const std::string path = folder.file("record");
    JobRecord first(path), second(path);
    ASSERT_TRUE(first.try_lock(LockMode::shared));
    ASSERT_TRUE(second.try_lock(LockMode::shared));
    EXPECT_FALSE(second.try_lock(LockMode::exclusive));
    first.unlock();
    ASSERT_TRUE(second.try_lock(LockMode::exclusive));
    EXPECT_FALSE(first.try_lock(LockMode::shared));
    second.append("one");
    second.append("two");
    second.unlock();
    std::ofstream(path, std::ios::app) << "thr";
    ASSERT_TRUE(first.try_lock(LockMode::exclusive));
    EXPECT_EQ(first.lines(), (std::vector<std::string>{"one", "two"}));
    first.append("three");
    EXPECT_EQ(folder.text("record"), "one\ntwo\nthree\n");
    first.remove();
    ASSERT_TRUE(second.try_lock(LockMode::exclusive));  // a new file
    EXPECT_TRUE(second.lines().empty());
}

TEST(RowChecksum, NoticesEveryByteAndTheRow) {
    std::array<unsigned char, 100> row{};
    const auto sum = [&](std::size_t matrix, std::size_t number) {
        return row_checksum(matrix, number, row.data(), row.size());
    };
    const std::uint64_t before = sum(0, 7);
    EXPECT_NE(before, sum(0, 8));
    EXPECT_NE(before, sum(1, 7));
    for (unsigned char& byte : row) {
        byte ^= 4;
        EXPECT_NE(sum(0, 7), before);
        byte ^= 4;
    }
    EXPECT_EQ(sum(0, 7), before);
}

TEST(ShardLayout, IsReadAsWritten) {
    ShardLayout layout;
    layout.format = "omx";
    layout.nodes = 3;
    layout.rows = {2, 0, 1};
    layout.bounds = {0, 2, 3};
    layout.matrices = {{{12, 2, {1000, 1024}}, 3}};
    layout.frame_checksum = ~std::uint64_t{0};
    layout.companions = {"a.json"};
    const ShardLayout read = ShardLayout::parse(layout.text(), "layout");
    EXPECT_EQ(read.text(), layout.text());
    EXPECT_EQ(read.row_bytes(), 36u);
    for (const auto& damage : std::vector<std::function<void(ShardLayout&)>>{
             [](ShardLayout& of) {
                 of.rows = {2, 2, 1};
             },
             [](ShardLayout& of) {
                 of.rows = {3, 0, 1};
             },
             [](ShardLayout& of) {
                 of.bounds = {0, 3, 2};
             },
             [](ShardLayout& of) {
                 of.bounds = {0, 2};
             },
             [](ShardLayout& of) { of.matrices[0].rows = 4; },
             [](ShardLayout& of) { of.matrices[0].places.rows_per_chunk = 0; },
             [](ShardLayout& of) { of.matrices[0].places.chunk_offsets.pop_back(); }}) {
        ShardLayout damaged = layout;
        damage(damaged);
        EXPECT_THROW(ShardLayout::parse(damaged.text(), "layout"), InputError);
    }
}

}  // namespace
}  // namespace allways::tools
