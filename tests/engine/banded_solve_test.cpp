// Tables in bands of rows: the same numbers as the whole table at once.
#include "allways/engine/banded_solve.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>

#include "allways/base/error.h"
#include "allways/network/generate.h"

namespace allways {
namespace {

RoadNetwork streets(std::size_t nodes) {
    RoadNetwork network = generate_streets({.nodes = nodes, .seed = 7, .zero_cost_share = 0.05});
    network.no_through.assign(nodes, 0);
    for (std::size_t node = 0; node < nodes; node += 11) network.no_through[node] = 1;
    return network;
}

// Enough for bands of about `rows`, of int32 with hops of one byte.
SolveOptions with_bands_of(const RoadNetwork& network, std::size_t rows) {
    SolveOptions options;
    const SolveReport report = BandedSolve(network, options).report();
    const std::uint64_t row = network.node_count() * 5;
    options.memory_limit_bytes = report.memory.host - 2 * report.band_rows * row + 2 * rows * row;
    return options;
}

template <class Hop>
const unsigned char* bytes_of(const std::vector<Hop>& hops) {
    return reinterpret_cast<const unsigned char*>(hops.data());
}

// All bands from a row on, against the rows of the table.
void expect_rows_of(const DistanceTable& table, BandedSolve& job, std::size_t first_row) {
    const std::size_t n = table.node_count();
    std::size_t next = first_row;
    job.run(first_row, [&](const TableBand& band) {
        ASSERT_EQ(band.first_row, next);
        ASSERT_GE(band.row_count, 1u);
        ASSERT_LE(band.row_count, job.report().band_rows);
        const auto values = table.values<std::int32_t>();
        const auto& cells = std::get<std::vector<std::int32_t>>(band.distances);
        const unsigned char* hops =
            std::visit([](const auto& all) { return bytes_of(all); }, table.next_hops().storage());
        ASSERT_EQ(table.next_hops().bytes_per_hop(), job.bytes_per_hop());
        EXPECT_EQ(std::memcmp(cells.data(), values.data() + next * n, band.row_count * n * sizeof(std::int32_t)), 0)
            << "row " << next;
        EXPECT_EQ(std::memcmp(band.hops.data(), hops + next * n * job.bytes_per_hop(),
                              band.row_count * n * job.bytes_per_hop()),
                  0)
            << "row " << next;
        next += band.row_count;
    });
    EXPECT_EQ(next, n);
}

TEST(BandedSolve, GivesTheRowsOfTheWholeTable) {
    for (const std::size_t nodes : {1u, 2u, 17u, 400u}) {
        const RoadNetwork network = streets(nodes);
        const DistanceTable table = solve(network, {.schedule = "blocked", .device = "reference"});
        for (const std::size_t rows : {std::size_t{1}, std::size_t{7}, nodes}) {
            BandedSolve job(network, with_bands_of(network, std::min(rows, nodes)));
            expect_rows_of(table, job, 0);
            expect_rows_of(table, job, nodes / 3);
        }
    }
}

TEST(BandedSolve, BandsAreAsHighAsMemoryAllows) {
    const RoadNetwork network = streets(400);
    for (const std::size_t rows : {1u, 2u, 40u, 50u}) {
        EXPECT_EQ(BandedSolve(network, with_bands_of(network, rows)).report().band_rows, rows);
    }
    EXPECT_EQ(BandedSolve(network, with_bands_of(network, 39)).report().band_rows, 37u);  // 11 bands of one height
    EXPECT_EQ(BandedSolve(network).report().band_rows, 50u);                              // an eighth of the table
    SolveOptions too_little = with_bands_of(network, 1);
    const SolveReport report = BandedSolve(network, too_little).report();
    EXPECT_EQ(report.memory.host, too_little.memory_limit_bytes);
    --too_little.memory_limit_bytes;
    EXPECT_THROW(BandedSolve(network, too_little), CapacityError);
}

TEST(BandedSolve, TakesOneBandAtATimeAndPassesOnWhatStopsIt) {
    const RoadNetwork network = streets(400);
    BandedSolve job(network, with_bands_of(network, 7));
    std::size_t taken = 0;
    EXPECT_THROW(job.run(0,
                         [&](const TableBand&) {
                             if (++taken == 3) throw InputError("file", 0, "no space");
                         }),
                 InputError);
    EXPECT_EQ(taken, 3u);

    SolveOptions options = with_bands_of(network, 7);
    std::atomic<std::size_t> finished{0};
    options.progress = [&](const Progress& progress) { return progress.stage != "solve" || finished < 2; };
    BandedSolve cancelled(network, options);
    EXPECT_THROW(cancelled.run(0, [&](const TableBand&) { ++finished; }), Cancelled);
    EXPECT_GE(finished, 2u);
    EXPECT_LT(finished, 400u / 7);
}

TEST(BandedSolve, RefusesWhatNeedsTheWholeTable) {
    const RoadNetwork network = streets(40);
    EXPECT_THROW(BandedSolve(network, {.schedule = "blocked"}), InvalidArgument);
    EXPECT_THROW(BandedSolve(network, {.device = "gpu"}), InvalidArgument);
    EXPECT_THROW(BandedSolve(network, {.tile = 64}), InvalidArgument);
    EXPECT_THROW(BandedSolve(network, {.cost_type = CostType::float32}), InvalidArgument);
    BandedSolve distances(network, {.cost_type = CostType::float32, .next_hops = false});
    EXPECT_EQ(distances.bytes_per_hop(), 0u);
    const DistanceTable table =
        solve(network, {.cost_type = CostType::float32, .schedule = "sweep", .next_hops = false});
    distances.run(0, [&](const TableBand& band) {
        const auto values = table.values<float>().subspan(band.first_row * 40, band.row_count * 40);
        const auto& cells = std::get<std::vector<float>>(band.distances);
        EXPECT_TRUE(std::equal(values.begin(), values.end(), cells.begin()));
    });
}

}  // namespace
}  // namespace allways
