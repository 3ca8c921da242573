// SPDX-License-Identifier: Apache-2.0
// Tables in bands of rows: the same numbers as the whole table at once.
#include "allways/engine/table_stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <functional>
#include <iterator>
#include <thread>

#include "allways/base/error.h"
#include "allways/base/stopwatch.h"
#include "allways/network/make_network.h"
#include "base/threads/parallel.h"
#include "device/opencl_options.h"
#include "engine/stream/band_ring.h"
#include "support/solve_settings.h"
#include "support/turn_truth.h"

namespace allways {
namespace {

RoadNetwork streets(std::size_t nodes) {
    RoadNetwork network = generate_streets({.nodes = nodes, .seed = 7, .zero_cost_share = 0.05});
    network.no_through.assign(nodes, 0);
    for (std::size_t node = 0; node < nodes; node += 11) network.no_through[node] = 1;
    return network;
}

std::vector<Decimal>& times_of(RoadNetwork& network) {
    return std::ranges::find(network.columns, "time", &ArcColumn::name)->values;
}

// Enough for bands of about `rows`, of int32 with hops of one byte.
SolveOptions with_bands_of(const RoadNetwork& network, std::size_t rows, RowOrder order) {
    SolveOptions options;
    options.schedule = "sweep";
    const SolveReport report = TableStream(network, options, order).report();
    const std::uint64_t row = network.node_count() * 5;
    options.memory_limit_bytes = report.memory.host - 3 * report.band_rows * row + 3 * rows * row;
    return options;
}

std::size_t band_rows(const RoadNetwork& network, const SolveOptions& options, RowOrder order) {
    return TableStream(network, options, order).report().band_rows;
}

double largest_of(const CellNumbers& numbers) {
    double largest = 0;
    for (std::size_t cell = 0; cell < numbers.size(); ++cell) {
        if (std::isfinite(numbers.raw(cell))) largest = std::max(largest, std::abs(numbers.raw(cell)));
    }
    return largest;
}

// The bands of some rows, against those of the table.
void expect_rows_of(const DistanceTable& table, TableStream& job, std::size_t first, std::size_t end) {
    const std::size_t n = table.node_count();
    ASSERT_EQ(table.next_hops().bytes_per_hop(), job.bytes_per_hop());
    ASSERT_EQ(table.skims().size(), job.skims().size());
    for (std::size_t f = 0; f < job.skims().size(); ++f) ASSERT_EQ(table.skims()[f].scale, job.skims()[f]);
    ASSERT_LE(largest_of(table.cells()), job.largest());
    for (std::size_t f = 0; f < job.skims().size(); ++f) {
        ASSERT_LE(largest_of(table.skims()[f].values), job.largest_skims()[f]);
    }
    std::vector<NodeIndex> found;
    job.run(first, end, [&](const TableBand& band) {
        ASSERT_GE(band.rows.size(), 1u);
        ASSERT_LE(band.rows.size(), job.report().band_rows);
        const auto& cells = std::get<std::vector<std::int32_t>>(band.distances);
        for (std::size_t i = 0; i < band.rows.size(); ++i) {
            const std::span<const std::int32_t> row = table.values<std::int32_t>().subspan(band.rows[i] * n, n);
            EXPECT_TRUE(std::ranges::equal(row, std::span(cells).subspan(i * n, n))) << "row " << band.rows[i];
            for (std::size_t f = 0; f < table.skims().size(); ++f) {
                const auto& whole = std::get<SharedArray<std::int32_t>>(table.skims()[f].values.all());
                const auto& sums = std::get<std::vector<std::int32_t>>(band.skims[f]);
                EXPECT_TRUE(std::ranges::equal(std::span(whole.data(), whole.size()).subspan(band.rows[i] * n, n),
                                               std::span(sums).subspan(i * n, n)))
                    << "skim " << f << ", row " << band.rows[i];
            }
            for (std::size_t to = 0; to < n; ++to) {
                const std::uint32_t hop = band.hops[i * n + to];
                ASSERT_EQ(hop == 255 ? NextHops::none : hop, table.next_hops().at(band.rows[i], to))
                    << band.rows[i] << " to " << to;
            }
            found.push_back(band.rows[i]);
        }
    });
    EXPECT_TRUE(std::ranges::equal(found, job.rows().subspan(first, end - first)));
    std::vector<NodeIndex> all(job.rows().begin(), job.rows().end());
    std::ranges::sort(all);
    for (std::size_t row = 0; row < n; ++row) ASSERT_EQ(all[row], row);
}

// The whole table, its end and its middle, row by row at the seams.
void expect_parts_of(const DistanceTable& table, TableStream& job) {
    const std::size_t rows = job.rows().size();
    expect_rows_of(table, job, 0, rows);
    expect_rows_of(table, job, rows / 3, rows);
    expect_rows_of(table, job, rows / 3, 2 * rows / 3);
    expect_rows_of(table, job, rows / 2, rows / 2 + (rows > 1 ? 1 : 0));
    EXPECT_THROW(job.run(0, rows + 1, [](const TableBand&) {}), InvalidArgument);
    EXPECT_THROW(job.run(1, 0, [](const TableBand&) {}), InvalidArgument);
}

// Reduced costs are bounded first, and potentials add to that.
TEST(TableStream, BoundsHoldForNegativeCosts) {
    RoadNetwork network = streets(80);
    std::vector<Decimal>& times = times_of(network);
    for (std::size_t arc = 0; arc < times.size(); ++arc) {
        const auto height = [](NodeIndex node) { return static_cast<std::int64_t>(node) * 7919 % 20'000; };
        const auto cost = static_cast<std::int64_t>(100 + arc % 97);
        times[arc] = Decimal(cost + height(network.head[arc]) - height(network.tail[arc]), 3);
    }
    const SolveOptions options{.cost = "time", .schedule = "sweep", .next_hops = false};
    const TableStream job(network, options);
    ASSERT_TRUE(job.report().has_negative_costs);
    const double largest = largest_of(solve(network, options).cells());
    EXPECT_GT(largest, 1000);
    EXPECT_LE(largest, job.largest());
    EXPECT_LT(job.largest(), 1e7);
    EXPECT_TRUE(std::isinf(TableStream(network, {.cost_type = CostType::float64, .next_hops = false}).largest()));
}

class Streams : public ::testing::TestWithParam<RowOrder> {};
INSTANTIATE_TEST_SUITE_P(Orders, Streams, ::testing::Values(RowOrder::any, RowOrder::ascending),
                         [](const auto& order) { return order.param == RowOrder::any ? "any" : "ascending"; });

TEST_P(Streams, GiveTheRowsOfTheWholeTable) {
    for (const std::size_t nodes : {1u, 2u, 17u, 400u}) {
        const RoadNetwork network = streets(nodes);
        const DistanceTable table = solve(network, {.schedule = "blocked", .device = "reference"});
        for (const std::size_t rows : {std::size_t{4}, std::size_t{23}, nodes}) {
            const std::size_t height = std::max<std::size_t>(4, std::min(rows, nodes));
            TableStream job(network, with_bands_of(network, height, GetParam()), GetParam());
            expect_parts_of(table, job);
        }
    }
}

// Also where the device holds only some of the rows at a time.
TEST_P(Streams, GiveTheRowsOfTheWholeTableOnADevice) {
    const auto devices = list_devices().devices;
    if (devices.empty()) GTEST_SKIP() << "no OpenCL device";
    for (const std::size_t nodes : {1u, 2u, 17u, 400u}) {
        const RoadNetwork network = streets(nodes);
        const DistanceTable table = solve(network, {.schedule = "blocked", .device = "reference"});
        for (const std::uint64_t buffer : {std::uint64_t{0}, std::uint64_t{120'000}}) {
            const device::BufferLimit limit(buffer);
            for (const DeviceInfo& device : devices) {
                SCOPED_TRACE(device.name);
                const SolveOptions options{.schedule = "sweep", .device = device.id};
                TableStream job(network, options, GetParam());
                EXPECT_GT(job.report().memory.device, 0u);
                expect_parts_of(table, job);
                EXPECT_GT(job.report().busy.at("device"), 0);
            }
        }
    }
}

TEST(TableStream, FloatsOnADeviceAreThoseOfTheHost) {
    const auto devices = list_devices().devices;
    if (devices.empty()) GTEST_SKIP() << "no OpenCL device";
    const RoadNetwork network = streets(300);
    const auto bytes_of = [&](const DeviceChoice& device) {
        std::vector<std::vector<unsigned char>> rows(network.node_count());
        TableStream job(network, {.cost_type = CostType::float32, .schedule = "sweep", .device = device});
        job.run(
            [&](const TableBand& band) {
                const std::span<const float> cells = std::get<std::vector<float>>(band.distances);
                for (std::size_t i = 0; i < band.rows.size(); ++i) {
                    std::vector<unsigned char>& row = rows[band.rows[i]];
                    const auto of_row = std::as_bytes(cells.subspan(i * network.node_count(), network.node_count()));
                    std::ranges::transform(of_row, std::back_inserter(row),
                                           [](std::byte byte) { return std::to_integer<unsigned char>(byte); });
                    const auto hop_bytes = network.node_count() * job.bytes_per_hop();
                    const auto hops = std::span(band.hops).subspan(i * hop_bytes, hop_bytes);
                    row.insert(row.end(), hops.begin(), hops.end());
                }
            },
            [](NodeIndex, std::span<const unsigned char>) { FAIL() << "no column needs repair"; });
        return rows;
    };
    for (const DeviceInfo& device : devices) EXPECT_EQ(bytes_of(device.id), bytes_of({})) << device.name;
}

// Along the paths of next hops, also where nearly all paths tie.
TEST_P(Streams, HaveSkims) {
    for (const std::size_t nodes : {1u, 17u, 400u}) {
        for (const bool tie : {false, true}) {
            SCOPED_TRACE(nodes);
            RoadNetwork network = streets(nodes);
            if (tie) {
                for (Decimal& time : times_of(network)) {
                    if (!time.is_missing() && time.to_double() > 0) time = Decimal(1, 0);
                }
            }
            network.columns.push_back({"arcs", "", std::vector<Decimal>(network.arc_count(), Decimal(1, 0)), {}});
            const std::vector<std::string> skims{"length", "arcs"};
            const DistanceTable table =
                solve(network, {.cost = "time", .schedule = "blocked", .device = "reference", .skims = skims});
            TableStream job(network, {.cost = "time", .schedule = "sweep", .skims = skims}, GetParam());
            expect_parts_of(table, job);
        }
    }
}

TEST_P(Streams, HaveBandsAsHighAsMemoryAllows) {
    const RoadNetwork network = streets(400);
    for (const std::size_t rows : {8u, 40u, 50u}) {
        EXPECT_EQ(band_rows(network, with_bands_of(network, rows, GetParam()), GetParam()), rows);
    }
    EXPECT_EQ(band_rows(network, {.schedule = "sweep"}, GetParam()), 134u);  // a small table is three bands
    SolveOptions too_little = with_bands_of(network, 8, GetParam());
    EXPECT_EQ(TableStream(network, too_little, GetParam()).report().memory.host, too_little.memory_limit_bytes);
    too_little.memory_limit_bytes = 1;
    EXPECT_THROW(TableStream(network, too_little, GetParam()), CapacityError);
}

TEST_P(Streams, TakeOneBandAtATimeAndPassOnWhatStopsThem) {
    const RoadNetwork network = streets(400);
    TableStream job(network, with_bands_of(network, 8, GetParam()), GetParam());
    std::size_t taken = 0;
    EXPECT_THROW(job.run([&](const TableBand&) {
        if (++taken == 3) throw InputError("file", 0, "no space");
    }),
                 InputError);
    EXPECT_EQ(taken, 3u);
    expect_rows_of(solve(network, {.schedule = "blocked", .device = "reference"}), job, 0, 400);  // it may run again

    SolveOptions options = with_bands_of(network, 8, GetParam());
    std::atomic<std::size_t> finished{0};
    options.progress = [&](const Progress& progress) { return progress.stage != "solve" || finished < 2; };
    TableStream cancelled(network, options, GetParam());
    EXPECT_THROW(cancelled.run([&](const TableBand&) {
        ++finished;
        std::this_thread::sleep_for(std::chrono::milliseconds(60));
    }),
                 Cancelled);
    EXPECT_GE(finished, 2u);
    EXPECT_LT(finished, 400u / 8);
}

// A table put together from bands and replaced columns.
template <class T>
void expect_same_table(const RoadNetwork& network, const SolveOptions& options, std::uint64_t repaired_at_least = 0) {
    SolveOptions whole = options;
    whole.memory_limit_bytes = 0;
    const Solution solved = solve_with_report(network, whole);
    const DistanceTable& table = solved.value;
    const std::size_t n = table.node_count();
    TableStream job(network, options);
    const std::size_t bytes = job.bytes_per_hop();
    ASSERT_EQ(bytes, table.next_hops().bytes_per_hop());
    std::vector<T> cells(n * n);
    std::vector<unsigned char> hops(job.rows().size() * n * bytes);
    std::size_t bands = 0;
    job.run(
        [&](const TableBand& band) {
            ++bands;
            for (std::size_t i = 0; i < band.rows.size(); ++i) {
                const NodeIndex row = band.rows[i];
                if (row < n) std::copy_n(std::get<std::vector<T>>(band.distances).begin() + i * n, n, &cells[row * n]);
                std::copy_n(band.hops.begin() + i * n * bytes, n * bytes, &hops[row * n * bytes]);
            }
        },
        [&](NodeIndex column, std::span<const unsigned char> replaced) {
            for (std::size_t row = 0; row < replaced.size() / bytes; ++row) {
                std::copy_n(replaced.begin() + row * bytes, bytes, &hops[(row * n + column) * bytes]);
            }
        });
    EXPECT_GE(bands, n > 100 ? 3u : 1u);
    EXPECT_TRUE(std::ranges::equal(cells, table.values<T>()));
    std::visit([&](const auto& stored) { EXPECT_EQ(std::memcmp(stored.data(), hops.data(), hops.size()), 0); },
               table.next_hops().storage());
    EXPECT_EQ(job.report().repaired_columns, solved.report.repaired_columns);
    EXPECT_GE(job.report().repaired_columns, repaired_at_least);
}

// Enough for some bands of 8 to 12 bytes a cell.
SolveOptions with_some_bands(const RoadNetwork& network, CostType type) {
    SolveOptions options{.cost_type = type, .schedule = "sweep"};
    if (network.node_count() < 100) return options;
    const SolveReport report = TableStream(network, options).report();
    const std::uint64_t row = network.node_count() * (size_of(type) + 1);
    options.memory_limit_bytes =
        report.memory.host - 3 * row * (report.band_rows - std::max<std::size_t>(network.node_count() / 5, 1));
    return options;
}

TEST(TableStream, FindsHopsThatHaveNoRoomInTheCells) {
    for (const std::size_t nodes : {1u, 3u, 300u}) {
        RoadNetwork network = streets(nodes);
        expect_same_table<float>(network, with_some_bands(network, CostType::float32));
        expect_same_table<double>(network, with_some_bands(network, CostType::float64));
        // Costs that leave no bits for first arcs.
        for (Decimal& cost : times_of(network)) cost = Decimal(cost.digits() % 1000 * 9000, 3);
        expect_same_table<std::int32_t>(network, with_some_bands(network, CostType::int32));
    }
}

TEST(TableStream, ReplacesColumnsWhoseHopsCloseACircle) {
    RoadNetwork network = streets(300);
    // In float64 a 1 is lost beside 1e17.
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        times_of(network)[arc] = Decimal(arc / 2 % 3 == 0 ? 1 : 100'000'000'000'000'000, 0);
    }
    ASSERT_FALSE(TableStream(network, {.cost_type = CostType::float64, .schedule = "sweep"}).can_run_parts());
    expect_same_table<double>(network, with_some_bands(network, CostType::float64), 1);
    expect_same_table<float>(network, with_some_bands(network, CostType::float32), 1);
    TableStream job(network, {.cost_type = CostType::float64, .schedule = "sweep"});
    EXPECT_THROW(job.run([](const TableBand&) {}), InvalidArgument);
    EXPECT_THROW(job.run(
                     0, 9, [](const TableBand&) {}, [](NodeIndex, std::span<const unsigned char>) {}),
                 InvalidArgument);
}

TEST(TableStream, FloatsUnderTurnRules) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const RoadNetwork network = testing::random_turn_network(seed);
        expect_same_table<float>(network, {.cost_type = CostType::float32, .schedule = "sweep"});
    }
}

// Rows of tiles come in any order.
template <class T, class Input>
void expect_table_of_tiles(const Input& input, const SolveOptions& options) {
    const DistanceTable table = solve(input, options);
    const std::size_t n = table.node_count();
    TableStream job(input, options);
    EXPECT_FALSE(job.can_run_parts());
    EXPECT_THROW(job.run(1, job.rows().size(), [](const TableBand&) {}), InvalidArgument);
    EXPECT_THROW(job.run(0, job.rows().size() - 1, [](const TableBand&) {}), InvalidArgument);
    const std::size_t rows = options.next_hops ? table.next_hops().row_count() : n;
    ASSERT_EQ(job.rows().size(), rows);
    std::vector<int> seen(rows, 0);
    std::vector<unsigned char> hops(rows * n * job.bytes_per_hop());
    job.run([&](const TableBand& band) {
        for (std::size_t i = 0; i < band.rows.size(); ++i) {
            const NodeIndex row = band.rows[i];
            ++seen[row];
            const auto cells = std::span(std::get<std::vector<T>>(band.distances)).subspan(i * n, n);
            if (row < n) {
                EXPECT_TRUE(std::ranges::equal(cells, table.values<T>().subspan(row * n, n))) << "row " << row;
            }
            const std::size_t bytes = n * job.bytes_per_hop();
            if (bytes > 0) std::copy_n(&band.hops[i * bytes], bytes, &hops[row * bytes]);
        }
    });
    EXPECT_EQ(seen, std::vector<int>(rows, 1));
    if (!options.next_hops) return;
    std::visit([&](const auto& stored) { EXPECT_EQ(std::memcmp(stored.data(), hops.data(), hops.size()), 0); },
               table.next_hops().storage());
}

TEST(TableStream, OfTiles) {
    const RoadNetwork network = streets(150);
    SolveOptions options{.schedule = "blocked", .device = "reference", .tile = 16};
    expect_table_of_tiles<std::int32_t>(network, options);
    EXPECT_TRUE(TableStream(network, options, RowOrder::ascending).is_whole());
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        expect_table_of_tiles<std::int32_t>(
            testing::random_turn_network(seed),
            {.cost_type = CostType::int32, .schedule = "recursive", .device = "reference"});
    }
    std::vector<std::int32_t> costs(90 * 90);
    for (std::size_t i = 0; i < costs.size(); ++i) {
        costs[i] = i * 7919 % 11 == 0 ? unreachable_cost<std::int32_t> : static_cast<std::int32_t>(i * 104729 % 1000);
    }
    const CostMatrix matrix = CostMatrix::own(costs, 90);
    options.tile = 0;
    expect_table_of_tiles<std::int32_t>(matrix, options);
    options.next_hops = false;
    options.cost_type = CostType::float32;
    expect_table_of_tiles<float>(matrix, options);
}

// More threads work on rows than all bands have places.
TEST(BandFiller, WaitsForABandWhileOthersFinishTheirRows) {
    constexpr std::size_t rows = 200;
    std::vector<int> seen(rows, 0);
    const std::function<void(const TableBand&)> take = [&](const TableBand& band) {
        for (const NodeIndex row : band.rows) ++seen[row];
    };
    std::vector<TableBand> bands(engine::BandRing::band_count);
    engine::BandRing ring(bands, take, [] {});
    engine::BandFiller filler(ring, 2);
    parallel_for(
        rows,
        [&](std::size_t row) {
            const auto place = filler.place(static_cast<NodeIndex>(row));
            std::this_thread::sleep_for(std::chrono::microseconds(200));
            filler.done(place);
        },
        16);
    filler.finish();
    ring.finish();
    EXPECT_EQ(seen, std::vector<int>(rows, 1));
}

// The job has to be whole for that reason, and then is the table of solve().
void expect_whole(const RoadNetwork& network, const SolveOptions& options, const RowUse& use, const std::string& why) {
    TableStream job(network, options, use);
    ASSERT_TRUE(job.is_whole());
    EXPECT_NE(job.report().whole_because.find(why), std::string::npos) << job.report().whole_because;
    EXPECT_EQ(job.report().band_rows, 0u);
    EXPECT_FALSE(job.can_run_parts());
    EXPECT_THROW(job.run([](const TableBand&) {}, [](NodeIndex, std::span<const unsigned char>) {}), InvalidArgument);
    const DistanceTable table = job.solve();
    const DistanceTable expected = solve(network, options);
    const auto all = [](const DistanceTable& of) {
        std::vector<double> numbers;
        for (NodeIndex i = 0; i < of.node_count(); ++i) {
            for (NodeIndex j = 0; j < of.node_count(); ++j) {
                numbers.push_back(of.raw_distance(i, j));
                for (const Skim& skim : of.skims()) numbers.push_back(of.skim(skim.scale.name, i, j));
                if (of.has_next_hops()) numbers.push_back(of.next_hops().at(i, j));
            }
        }
        return numbers;
    };
    EXPECT_EQ(all(table), all(expected));
}

TEST(TableStream, SaysWhyTheTableHasToBeWhole) {
    const RoadNetwork network = streets(40);
    for (const DeviceInfo& device : list_devices().devices) {
        expect_whole(network, {.schedule = "sweep", .device = device.id, .skims = {"length"}}, {}, "on a device");
    }
    expect_whole(network, {.cost_type = CostType::float32, .schedule = "sweep", .skims = {"length"}}, {},
                 "do not fit the cells");
    const SolveOptions tiles{.schedule = "blocked", .device = "reference"};
    expect_whole(network, {.schedule = "blocked", .device = "reference", .skims = {"length"}}, {}, "skims");
    expect_whole(network, tiles, RowOrder::ascending, "any order");
    expect_whole(network, {}, {RowOrder::any, "the receiver is a picture"}, "the receiver is a picture");
    RoadNetwork long_ways = streets(40);
    long_ways.columns.push_back({"much", "", std::vector<Decimal>(long_ways.arc_count(), Decimal(1 << 29, 0)), {}});
    expect_whole(long_ways, {.schedule = "sweep", .skims = {"much"}}, {}, "much");
    long_ways.columns.back().values.assign(long_ways.arc_count(), Decimal(1, 0));
    long_ways.columns.back().values.front() = Decimal::missing();
    EXPECT_TRUE(TableStream(long_ways, {.schedule = "sweep", .skims = {"much"}}).is_whole());
    expect_whole(network, {.cost_type = CostType::float32, .schedule = "blocked", .device = "reference"}, {},
                 "next hops");
    RoadNetwork downhill = streets(40);
    times_of(downhill).front() = Decimal(-1, 3);
    expect_whole(downhill, {.cost_type = CostType::float32}, {}, "negative");
    EXPECT_FALSE(TableStream(network).is_whole());
    EXPECT_THROW(TableStream(network).solve(), InvalidArgument);
}

TEST(TableStream, DistancesAlone) {
    const RoadNetwork network = streets(40);
    TableStream distances(network, {.cost_type = CostType::float32, .next_hops = false});
    EXPECT_EQ(distances.bytes_per_hop(), 0u);
    const DistanceTable table =
        solve(network, {.cost_type = CostType::float32, .schedule = "sweep", .next_hops = false});
    distances.run([&](const TableBand& band) {
        const auto& cells = std::get<std::vector<float>>(band.distances);
        for (std::size_t i = 0; i < band.rows.size(); ++i) {
            const auto row = table.values<float>().subspan(band.rows[i] * 40, 40);
            EXPECT_TRUE(std::ranges::equal(row, std::span(cells).subspan(i * 40, 40)));
        }
    });
}

TEST(TableStream, HasPartsOfNearlyEqualWork) {
    const RoadNetwork network = streets(400);
    const TableStream job(network, {.schedule = "sweep"});
    for (const std::size_t count : {1u, 2u, 7u, 400u, 1000u}) {
        const std::vector<std::size_t> bounds = job.parts(count);
        ASSERT_EQ(bounds.size(), count + 1);
        EXPECT_EQ(bounds.front(), 0u);
        EXPECT_EQ(bounds.back(), 400u);
        EXPECT_TRUE(std::ranges::is_sorted(bounds));
    }
    // The first rows are those of the top separators, which have the most arcs upwards.
    const std::vector<std::size_t> halves = job.parts(2);
    EXPECT_GT(halves[1], 120u);
    EXPECT_LT(halves[1], 200u);
    EXPECT_THROW(job.parts(0), InvalidArgument);
    const RoadNetwork nothing = generate_streets({.nodes = 0});
    EXPECT_EQ(TableStream(nothing, {.schedule = "sweep"}).parts(3), std::vector<std::size_t>(4, 0));
}

TEST(TableStream, SecondsAddUp) {
    const RoadNetwork network = streets(2000);
    const Stopwatch watch;
    TableStream job(network);
    job.run([](const TableBand&) { std::this_thread::sleep_for(std::chrono::milliseconds(20)); });
    double sum = 0;
    for (const auto& [stage, seconds] : job.report().seconds) sum += seconds;
    EXPECT_LE(sum, watch.seconds());
    EXPECT_GE(job.report().busy.at("write"), 0.02);
}

}  // namespace
}  // namespace allways
