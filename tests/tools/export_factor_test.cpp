// SPDX-License-Identifier: Apache-2.0
#include <hdf5.h>

#include <cstring>
#include <string_view>

#include "allways/base/error.h"
#include "allways/cost/arc_costs.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve_between.h"
#include "allways/export/export.h"
#include "allways/importers/read.h"
#include "allways/query/path_source.h"
#include "five_nodes.h"
#include "result/factor_arrays.h"
#include "scratch_folder.h"
#include "small_town.h"

namespace allways::tools {
namespace {

using test::ScratchFolder;

NetworkFactor round_trip(const NetworkFactor& factor) {
    const ScratchFolder folder;
    write_factor(factor, folder.file("city.factor"));
    return read_factor(folder.file("city.factor"));
}

void expect_equal(const NetworkFactor& a, const NetworkFactor& b) {
    ASSERT_EQ(a.node_count(), b.node_count());
    for (NodeIndex node = 0; node < a.node_count(); ++node) EXPECT_EQ(a.node_ids.text(node), b.node_ids.text(node));
    EXPECT_EQ(a.scale, b.scale);
    EXPECT_EQ(a.arcs.first_out, b.arcs.first_out);
    EXPECT_EQ(a.arcs.head, b.arcs.head);
    EXPECT_EQ(a.arcs.cost, b.arcs.cost);
    EXPECT_EQ(a.arcs.columns, b.arcs.columns);
    EXPECT_EQ(a.arcs.texts, b.arcs.texts);
    EXPECT_EQ(a.coordinates, b.coordinates);
    EXPECT_EQ(a.crs, b.crs);
    EXPECT_EQ(a.no_through, b.no_through);
    EXPECT_EQ(a.arrays().order, b.arrays().order);
    EXPECT_EQ(a.arrays().up, b.arrays().up);
    EXPECT_EQ(a.arrays().down, b.arrays().down);
    EXPECT_EQ(a.arrays().first_arc_bits, b.arrays().first_arc_bits);
    EXPECT_EQ(a.height(), b.height());
}

std::string refusal_of(const std::string& path) {
    try {
        read_factor(path);
        return "";
    } catch (const InputError& error) {
        EXPECT_EQ(error.file(), path);
        return error.what();
    }
}

// The town, with node 2 as one that may not be passed, and ids that are texts.
RoadNetwork town() {
    RoadNetwork network = test::small_town();
    network.no_through.assign(network.node_count(), 0);
    network.no_through[2] = 1;
    return network;
}

TEST(ExportFactor, ComesBackWhole) {
    for (const CostType type : {CostType::int32, CostType::float32, CostType::float64}) {
        SCOPED_TRACE(name(type));
        const NetworkFactor factor = factorize(town(), {.cost_type = type});
        ASSERT_GT(factor.fill(), 0u);
        const NetworkFactor read = round_trip(factor);
        expect_equal(factor, read);
        const PathSource before(factor), after(read);
        for (NodeIndex from = 0; from < factor.node_count(); ++from) {
            for (NodeIndex to = 0; to < factor.node_count(); ++to) {
                EXPECT_EQ(before.raw_distance(from, to), after.raw_distance(from, to));
                EXPECT_EQ(before.path(from, to).legs.size(), after.path(from, to).legs.size());
            }
        }
    }
}

// Earlier versions computed them in that type.
TEST(ExportFactor, CellsOfFloat32AreReadAsFloat64) {
    NetworkFactor factor = factorize(town(), {.cost_type = CostType::float32});
    EXPECT_EQ(factor.type(), CostType::float64);
    EXPECT_EQ(factor.chosen_type, CostType::float32);
    NetworkFactor old = factor;
    for (CostArray* costs : {&old.arcs.cost, &old.arrays().up, &old.arrays().down, &old.arrays().places.access_cell})
        *costs = SharedArray<float>(in_float32(std::get<SharedArray<double>>(*costs)));
    const NetworkFactor read = round_trip(old);
    EXPECT_EQ(read.type(), CostType::float64);
    EXPECT_EQ(read.chosen_type, CostType::float32);
    const PathSource exact(factor), rounded(read);
    for (NodeIndex from = 0; from < factor.node_count(); ++from) {
        for (NodeIndex to = 0; to < factor.node_count(); ++to) {
            const double distance = exact.raw_distance(from, to);
            if (std::isinf(distance))
                EXPECT_EQ(rounded.raw_distance(from, to), distance);
            else
                EXPECT_NEAR(rounded.raw_distance(from, to), distance, distance * 0x1p-21);
        }
    }
}

std::string column_beside_cost(const RoadNetwork& network) {
    for (const ArcColumn& column : network.columns) {
        if (column.name != network.columns[0].name) return column.name;
    }
    return "";
}

// Texts of digits stay texts, as they came from an array.
TEST(ExportFactor, IdsOfDigitsMayBeTexts) {
    RoadNetwork network = town();
    std::vector<std::string> ids;
    for (NodeIndex node = 0; node < network.node_count(); ++node) ids.push_back("00" + std::to_string(90 - node));
    network.node_ids = IdTable(ids);
    const NetworkFactor read = round_trip(factorize(network));
    EXPECT_FALSE(read.node_ids.is_numeric());
    EXPECT_EQ(read.node_ids.text(3), "0087");
}

// A column of texts may have none.
TEST(ExportFactor, EmptyTextsComeBack) {
    RoadNetwork network = town();
    TextColumn none("ref");
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) none.add("");
    network.texts.push_back(none);
    const NetworkFactor factor = factorize(network);
    expect_equal(factor, round_trip(factor));
}

TEST(ExportFactor, SumsComeBack) {
    const RoadNetwork network = town();
    const std::string field = column_beside_cost(network);
    const NetworkFactor factor =
        factorize(network, {.cost = network.columns[0].name, .cost_type = CostType::int32, .skims = {field}});
    const ScratchFolder folder;
    const std::string path = folder.file("city.factor");
    write_factor(factor, path);
    const NetworkFactor read = read_factor(path);
    ASSERT_EQ(read.arrays().sums.fields.size(), 1u);
    EXPECT_EQ(read.arrays().sums.fields[0].scale, factor.arrays().sums.fields[0].scale);
    EXPECT_EQ(read.arrays().sums.fields[0].up, factor.arrays().sums.fields[0].up);
    EXPECT_EQ(read.arrays().sums.fields[0].down, factor.arrays().sums.fields[0].down);
    EXPECT_EQ(read.arrays().sums.order, factor.arrays().sums.order);
    EXPECT_EQ(read.arrays().sums.via, factor.arrays().sums.via);
    std::vector<NodeIndex> nodes;
    for (NodeIndex node = 0; node < read.node_count(); ++node) nodes.push_back(node);
    const auto table_of = [&](const NetworkFactor& of) {
        return solve_between(of, nodes, nodes, {.skims = {field}}).value;
    };
    const auto table = table_of(read);
    EXPECT_EQ(table.distances(), table_of(factor).distances());
    EXPECT_EQ(table.skims()[0].values, table_of(factor).skims()[0].values);

    const std::string good = folder.text("city.factor");
    const auto& sums = factor.arrays().sums.fields[0].down;
    const std::string_view stored(reinterpret_cast<const char*>(sums.data()), sums.size() * sizeof(std::int32_t));
    std::string bad = good;
    bad[bad.find(stored) + stored.size() / 2] ^= 1;
    folder.write("city.factor", bad);
    EXPECT_NE(refusal_of(path).find("dataset factor/sums/field_0/down is damaged"), std::string::npos);
    for (std::size_t size = 0; size < good.size(); size += 1 + good.size() / 97) {
        folder.write("city.factor", good.substr(0, size));
        EXPECT_NE(refusal_of(path), "") << size;
    }
}

TEST(ExportFactor, SeveralCostsComeBackEachByItsName) {
    const ScratchFolder folder;
    const std::string path = folder.file("day.factor");
    for (const bool has_turns : {false, true}) {
        RoadNetwork network = town();
        if (has_turns) network.turns.may_turn_round.assign(network.node_count(), 0);
        std::vector<ArcColumn> costs(3, cost_column(network));
        for (std::size_t c = 0; c < costs.size(); ++c) {
            costs[c].name = "hour_" + std::to_string(c);
            for (std::size_t arc = 0; arc < costs[c].values.size(); ++arc) {
                Decimal& value = costs[c].values[arc];
                value = c == 2 && arc % 7 == 0 ? Decimal::missing() : value + Decimal((arc + 1) * c % 5, 0);
            }
        }
        const std::vector<NetworkFactor> factors = factorize(network, costs, {});
        write_factors(factors, path, {.overwrite = true});
        expect_equal(factors.front(), read_factor(path));
        for (const NetworkFactor& factor : factors) {
            SCOPED_TRACE(factor.scale.name);
            ReadOptions options;
            options.cost_field = factor.scale.name;
            const NetworkFactor read = read_factor(path, options);
            expect_equal(factor, read);
            EXPECT_EQ(factor.arcs.states.next, read.arcs.states.next);
            EXPECT_EQ(factor.arrays().places.rank_of, read.arrays().places.rank_of);
            EXPECT_EQ(factor.arrays().places.access_cell, read.arrays().places.access_cell);
            EXPECT_EQ(factor.arrays().up_depth, read.arrays().up_depth);
            const PathSource before(factor), after(read);
            for (NodeIndex from = 0; from < factor.node_count(); ++from) {
                for (NodeIndex to = 0; to < factor.node_count(); ++to)
                    EXPECT_EQ(before.raw_distance(from, to), after.raw_distance(from, to));
            }
        }
        ReadOptions unknown;
        unknown.cost_field = "hour_9";
        try {
            read_factor(path, unknown);
            ADD_FAILURE();
        } catch (const InputError& error) {
            EXPECT_NE(std::string_view(error.what()).find("no cost 'hour_9'; the factor has: hour_0, hour_1, hour_2"),
                      std::string_view::npos)
                << error.what();
        }
    }
    EXPECT_THROW(write_factors({}, path, {.overwrite = true}), InvalidArgument);
}

TEST(ExportFactor, WithTextsForIds) {
    RoadNetwork network = town();
    std::vector<std::string> ids;
    for (std::size_t node = 0; node < network.node_count(); ++node) ids.push_back("Straße " + std::to_string(node));
    network.node_ids = IdTable(ids);
    const NetworkFactor factor = factorize(network);
    expect_equal(factor, round_trip(factor));
}

TEST(ExportFactor, OfNoNodesAndOfNoArcs) {
    for (const std::size_t n : {0, 1, 3}) {
        RoadNetwork network;
        network.node_ids = IdTable::consecutive(n);
        network.arc_ids = IdTable::consecutive(0);
        network.columns.push_back({"cost", "", {}, {}});
        const NetworkFactor factor = factorize(network);
        EXPECT_EQ(factor.arrays().order.size(), n);
        expect_equal(factor, round_trip(factor));
    }
}

// The town with turn rules, ids that do not follow each other, sums, and texts, lines and columns of its arcs.
NetworkFactor rich_factor() {
    RoadNetwork network = town();
    network.turns.add(TurnRules::Kind::forbidden, std::vector<ArcIndex>{0, 1}, "a test");
    std::vector<std::int64_t> ids;
    for (std::size_t node = 0; node < network.node_count(); ++node) ids.push_back(1000 - 7 * static_cast<int>(node));
    network.node_ids = IdTable(ids);
    return factorize(network, {.cost = "time", .skims = {"length"}});
}

// Also between datasets, and in what HDF5 keeps about them.
TEST(ExportFactor, AChangedBitIsRefused) {
    const ScratchFolder folder;
    const std::string path = folder.file("city.factor");
    write_factor(rich_factor(), path);
    const std::string good = folder.text("city.factor");
    ASSERT_EQ(refusal_of(path), "");
    for (std::size_t at = 0; at < good.size(); at += at + 64 < good.size() ? 97 : 1) {
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ (1 << at % 8));
        folder.write("city.factor", bad);
        EXPECT_NE(refusal_of(path), "") << "byte " << at << " of " << good.size();
    }
    folder.write("city.factor", good + '\0');
    EXPECT_NE(refusal_of(path), "");
    for (std::size_t cut = 1; cut <= 64; ++cut) {
        folder.write("city.factor", good.substr(0, good.size() - cut));
        EXPECT_NE(refusal_of(path), "") << cut << " bytes are missing";
    }
}

// Files of version 3 had a checksum of each dataset, but none of the file.
TEST(ExportFactor, FilesWithoutAChecksumOfTheFileAreRead) {
    const ScratchFolder folder;
    const std::string path = folder.file("city.factor");
    const NetworkFactor factor = rich_factor();
    write_factor(factor, path);
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    ASSERT_GE(file, 0);
    ASSERT_GE(H5Adelete(file, "file_checksum"), 0);
    H5Fclose(file);
    expect_equal(read_factor(path), factor);
}

TEST(ExportFactor, DamagedCellsAreNoticed) {
    const ScratchFolder folder;
    const std::string path = folder.file("city.factor");
    const NetworkFactor factor = factorize(town());
    write_factor(factor, path);
    const std::string good = folder.text("city.factor");
    const auto spoil = [&](std::string_view stored, const std::string& name) {
        const std::size_t at = good.find(stored);
        ASSERT_NE(at, good.npos) << name;
        for (const std::size_t byte : {std::size_t{0}, stored.size() / 2, stored.size() - 1}) {
            std::string bad = good;
            bad[at + byte] = static_cast<char>(bad[at + byte] ^ 1);
            folder.write("city.factor", bad);
            EXPECT_NE(refusal_of(path).find("dataset factor/" + name + " is damaged"), std::string::npos)
                << refusal_of(path);
        }
    };
    const auto bytes = [](const auto& values) {
        return std::string_view(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0]));
    };
    spoil(bytes(std::get<SharedArray<std::int32_t>>(factor.arrays().up)), "up");
    spoil(bytes(std::get<SharedArray<std::int32_t>>(factor.arrays().down)), "down");
    spoil(bytes(factor.arrays().parent), "parent");
    spoil(bytes(factor.arrays().places.rank_of), "places/rank_of");
}

TEST(ExportFactor, TruncatedFilesAreRefused) {
    const ScratchFolder folder;
    const std::string path = folder.file("city.factor");
    write_factor(factorize(town()), path);
    const std::string good = folder.text("city.factor");
    for (std::size_t size = 0; size < good.size(); size += 1 + good.size() / 97) {
        folder.write("city.factor", good.substr(0, size));
        EXPECT_NE(refusal_of(path), "") << size;
    }
}

TEST(ExportFactor, OtherVersionsAreRefused) {
    const ScratchFolder folder;
    const std::string path = folder.file("city.factor");
    write_factor(factorize(town()), path);
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    const hid_t group = H5Gopen2(file, "factor", H5P_DEFAULT);
    const hid_t version = H5Aopen(group, "version", H5P_DEFAULT);
    const std::int32_t other = 2;
    H5Awrite(version, H5T_NATIVE_INT32, &other);
    H5Aclose(version);
    EXPECT_NE(
        refusal_of(path).find("another version of Allways made this factor (layout 2, expected 3); make it again"),
        std::string::npos)
        << refusal_of(path);
    H5Adelete(group, "version");  // as the first version, which had none
    H5Gclose(group);
    H5Fclose(file);
    EXPECT_NE(refusal_of(path).find("(layout 1, expected 3)"), std::string::npos) << refusal_of(path);
}

// A factor that is open keeps the file that it opened.
TEST(ExportFactor, MayBeReplacedWhileItIsRead) {
    const ScratchFolder folder;
    const std::string path = folder.file("city.factor");
    const NetworkFactor factor = factorize(town());
    write_factor(factor, path);
    const PathSource before(factor), first(read_factor(path)), second(read_factor(path));
    RoadNetwork other = town();
    for (ArcColumn& column : other.columns) {
        for (Decimal& value : column.values) value = value + Decimal(100, 0);
    }
    write_factor(factorize(other), path, {.overwrite = true});
    const PathSource replaced(read_factor(path));
    bool differs = false;
    for (NodeIndex from = 0; from < factor.node_count(); ++from) {
        for (NodeIndex to = 0; to < factor.node_count(); ++to) {
            ASSERT_EQ(first.raw_distance(from, to), before.raw_distance(from, to));
            ASSERT_EQ(second.path(from, to).legs.size(), before.path(from, to).legs.size());
            differs = differs || replaced.raw_distance(from, to) != before.raw_distance(from, to);
        }
    }
    EXPECT_TRUE(differs);
}

TEST(ExportFactor, OtherFilesAreRefused) {
    const ScratchFolder folder;
    const std::string table = folder.file("table.omx");
    write_table(test::five_node_table(), table);
    ReadOptions options;
    options.format = "factor";
    try {
        read_factor(table, options);
        FAIL() << "a table was read as a factor";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("no group /factor"), std::string::npos) << error.what();
    }
    EXPECT_NE(refusal_of(table).find("expected a factor"), std::string::npos);
}

}  // namespace
}  // namespace allways::tools
