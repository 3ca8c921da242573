// SPDX-License-Identifier: Apache-2.0
// Open Matrix files with several matrices, and with rows that are other nodes than the columns.
#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <hdf5.h>

#include "allways/base/error.h"
#include "allways/export/export.h"
#include "allways/importers/read.h"
#include "five_nodes.h"
#include "scratch_folder.h"

namespace allways::tools {
namespace {

using test::five_node_table;
using test::ScratchFolder;

// One in integers and one of a name that HDF5 would take for a folder's; the second's dataset would be the first's.
std::vector<Skim> skims_of(std::size_t cells) {
    std::vector<std::int32_t> lengths(cells);
    std::vector<double> tolls(cells);
    for (std::size_t at = 0; at < cells; ++at) {
        lengths[at] = static_cast<std::int32_t>(100 + at);
        tolls[at] = 0.25 * static_cast<double>(at);
    }
    lengths[cells - 2] = unreachable_cost<std::int32_t>;
    tolls[cells - 2] = unreachable_cost<double>;
    std::vector<double> others(cells, 7.5);
    return {{{"length", "m", 1}, lengths}, {{"toll/use", "", 0}, tolls}, {{"length_dm", "", 0}, others}};
}

void expect_equal(const std::vector<Skim>& a, const std::vector<Skim>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (const Skim& skim : a) {
        const auto same = std::ranges::find(b, skim.scale, &Skim::scale);  // the file has its own order
        ASSERT_NE(same, b.end()) << skim.scale.name;
        EXPECT_EQ(skim.values, same->values) << skim.scale.name;
    }
}

TEST(OmxMatrices, SkimsComeBackBesideTheDistances) {
    DistanceTable table = five_node_table();
    std::vector<Skim> skims = skims_of(25);
    for (Skim& skim : skims) {  // 0 from a node to itself
        skim.values = std::visit(
            [](auto values) {
                for (std::size_t i = 0; i < 5; ++i) values.edit()[i * 6] = 0;
                return CellNumbers(std::move(values.edit()));
            },
            skim.values.all());
        table.add_skim(skim);
    }
    const ScratchFolder folder;
    write_table(table, folder.file("t.omx"));
    const DistanceTable back = read_table(folder.file("t.omx"));
    EXPECT_EQ(back.distances(), table.distances());
    EXPECT_EQ(back.scale(), table.scale());
    EXPECT_EQ(back.next_hops().storage(), table.next_hops().storage());
    expect_equal(skims, back.skims());

    const DistanceTable lengths = read_table(folder.file("t.omx"), {.cost_field = "length"});
    EXPECT_EQ(lengths.cells(), skims[0].values);
    EXPECT_EQ(lengths.scale(), skims[0].scale);
    EXPECT_FALSE(lengths.has_next_hops());  // which are those of the distances
    EXPECT_TRUE(lengths.skims().empty());
    expect_equal(skims, read_table(folder.file("t.omx"), {.cost_field = "time_s"}).skims());
}

TEST(OmxMatrices, OriginsByDestinationsComeBackWithSkimsAndPlaces) {
    const std::vector<NodeIndex> origins{1, 4, 1};
    const std::vector<NodeIndex> destinations{3, 0};
    OriginDestinationTable table = sub_table(five_node_table(), origins, destinations);
    const std::vector<Skim> skims = skims_of(6);
    for (const Skim& skim : skims) table.add_skim(skim);
    const ScratchFolder folder;
    std::uint64_t done = 0;
    std::uint64_t total = 0;
    ExportOptions options{.dtype = "raw"};
    options.progress = [&](const Progress& progress) {
        done = progress.done;
        total = progress.total;
        return true;
    };
    write_table(table, folder.file("t.omx"), options);
    EXPECT_EQ(done, total);
    const OriginDestinationTable back = read_origin_destination_table(folder.file("t.omx"));
    EXPECT_EQ(back.distances(), table.distances());
    EXPECT_EQ(back.scale(), table.scale());
    EXPECT_EQ(back.origin_ids(), table.origin_ids());
    EXPECT_EQ(back.destination_ids(), table.destination_ids());
    EXPECT_EQ(back.origin_places(), table.origin_places());
    EXPECT_EQ(back.destination_places(), table.destination_places());
    EXPECT_EQ(back.crs(), "EPSG:4326");
    expect_equal(skims, back.skims());
    EXPECT_EQ(read_origin_destination_table(folder.file("t.omx"), {.cost_field = "length"}).cells(), skims[0].values);
}

// NaN of a natural number is a pair without a path, or a sum that is not known: the distances tell which.
TEST(OmxMatrices, UnknownSumsAreNotUnreachablePairs) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double x = unreachable_cost<double>;
    for (const char* dtype : {"natural", "raw"}) {
        OriginDestinationTable table(std::vector<std::int32_t>{3, 4, unreachable_cost<std::int32_t>, 6},
                                     {"time", "s", 0}, IdTable::consecutive(2),
                                     IdTable(std::vector<std::int64_t>{7, 8}));
        table.add_skim({{"toll", "", 0}, std::vector<double>{0.5, nan, x, 1}});
        const ScratchFolder folder;
        write_table(table, folder.file("t.omx"), {.dtype = dtype});
        const OriginDestinationTable back = read_origin_destination_table(folder.file("t.omx"));
        ASSERT_EQ(back.skims().size(), 1u);
        const auto& toll = std::get<SharedArray<double>>(back.skims()[0].values.all());
        EXPECT_EQ(toll[0], 0.5);
        EXPECT_TRUE(std::isnan(toll[1]));
        EXPECT_EQ(toll[2], x);
        EXPECT_EQ(back.distances(), table.distances());
    }
}

// The points of two files may have the same ids, and be others.
TEST(OmxMatrices, TheSameIdsElsewhereAreNoTableOfAllPairs) {
    OriginDestinationTable table(std::vector<std::int32_t>{3, 4, 5, 6}, {"time", "s", 0}, IdTable::consecutive(2),
                                 IdTable::consecutive(2));
    table.set_places({{0, 0}, {1, 1}}, {{0, 0}, {2, 2}}, "EPSG:4326");
    const ScratchFolder folder;
    write_table(table, folder.file("t.omx"));
    EXPECT_EQ(read_origin_destination_table(folder.file("t.omx")).destination_places(), table.destination_places());
    EXPECT_THROW(read_table(folder.file("t.omx")), InputError);
}

TEST(OmxMatrices, ATableOfAllPairsIsNotTakenForOneOfTwoSides) {
    const ScratchFolder folder;
    write_table(five_node_table(), folder.file("t.omx"));
    EXPECT_THROW(read_origin_destination_table(folder.file("t.omx")), InputError);
}

// Files of another program: a lookup that states it is for columns, and one as long as there are rows.
TEST(OmxMatrices, ForeignRectangle) {
    const ScratchFolder folder;
    const std::string path = folder.file("foreign.omx");
    const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t data = H5Gcreate2(file, "data", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t lookup = H5Gcreate2(file, "lookup", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const auto put = [](hid_t group, const char* name, hid_t type, const std::vector<hsize_t>& extents,
                        const void* values) {
        const hid_t space = H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr);
        const hid_t set = H5Dcreate2(group, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
        H5Sclose(space);
        return set;
    };
    const double minutes[] = {1, 2, 3, 4, 5, 6};
    const int homes[] = {7, 8};
    const int shops[] = {1, 2, 3};
    const int dimension = 1;
    H5Dclose(put(data, "minutes", H5T_NATIVE_DOUBLE, {2, 3}, minutes));
    H5Dclose(put(lookup, "home", H5T_NATIVE_INT, {2}, homes));
    const hid_t columns = put(lookup, "a_shop", H5T_NATIVE_INT, {3}, shops);
    const hid_t scalar = H5Screate(H5S_SCALAR);
    const hid_t attribute = H5Acreate2(columns, "DIM", H5T_NATIVE_INT, scalar, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(attribute, H5T_NATIVE_INT, &dimension);
    H5Aclose(attribute);
    H5Sclose(scalar);
    H5Dclose(columns);
    for (const hid_t group : {data, lookup}) H5Gclose(group);
    H5Fclose(file);

    const OriginDestinationTable table = read_origin_destination_table(path);
    EXPECT_EQ(table.distance(1, 0), 4);
    EXPECT_EQ(table.origin_ids().text(1), "8");
    EXPECT_EQ(table.destination_ids().text(2), "3");
    EXPECT_TRUE(table.origin_places().empty());
}

// PyTables, and so openmatrix, may pack matrices by Blosc.
TEST(OmxMatrices, SaysHowMatricesArePacked) {
    const H5Z_class2_t blosc{
        H5Z_CLASS_T_VERS,
        32001,
        1,
        1,
        "blosc",
        nullptr,
        nullptr,
        [](unsigned, std::size_t, const unsigned*, std::size_t bytes, std::size_t*, void**) { return bytes; }};
    ASSERT_GE(H5Zregister(&blosc), 0);
    const ScratchFolder folder;
    const hid_t file = H5Fcreate(folder.file("t.omx").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t data = H5Gcreate2(file, "data", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const hsize_t shape[] = {2, 2};
    const hid_t space = H5Screate_simple(2, shape, nullptr);
    const hid_t plan = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(plan, 2, shape);
    H5Pset_filter(plan, 32001, H5Z_FLAG_OPTIONAL, 0, nullptr);
    const hid_t set = H5Dcreate2(data, "time", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, plan, H5P_DEFAULT);
    const double values[] = {0, 1, 2, 0};
    H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    H5Dclose(set), H5Pclose(plan), H5Sclose(space), H5Gclose(data), H5Fclose(file);
    EXPECT_EQ(read_table(folder.file("t.omx")).node_count(), 2u);
    H5Zunregister(32001);
    try {
        read_table(folder.file("t.omx"));
        ADD_FAILURE();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("dataset time is packed by Blosc, which this HDF5 library cannot"),
                  std::string::npos)
            << error.what();
    }
}

}  // namespace
}  // namespace allways::tools
