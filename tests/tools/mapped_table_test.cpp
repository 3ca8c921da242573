// SPDX-License-Identifier: Apache-2.0
// Tables whose rows stay in their file.
#include <fstream>
#include <functional>

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

template <class T>
bool is_mapped(const CellNumbers& cells) {
    return std::get<SharedArray<T>>(cells.all()).is_borrowed();
}

bool has_mapped_hops(const DistanceTable& table) {
    return std::visit([](const auto& hops) { return hops.is_borrowed(); }, table.next_hops().storage());
}

// Stores `value` as the cell of a matrix.
void put_cell(const std::string& path, const char* matrix, hsize_t row, hsize_t column, double value) {
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    const hid_t set = H5Dopen2(file, matrix, H5P_DEFAULT);
    const hid_t space = H5Dget_space(set);
    const hsize_t start[] = {row, column}, count[] = {1, 1};
    const hid_t one = H5Screate_simple(2, count, nullptr);
    H5Sselect_hyperslab(space, H5S_SELECT_SET, start, nullptr, count, nullptr);
    ASSERT_GE(H5Dwrite(set, H5T_NATIVE_DOUBLE, one, space, H5P_DEFAULT, &value), 0);
    for (const auto close : {H5Sclose(one), H5Sclose(space), H5Dclose(set), H5Fclose(file)}) ASSERT_GE(close, 0);
}

// n×n doubles, each its own number.
DistanceTable numbered_table(std::size_t n) {
    std::vector<double> cells(n * n);
    for (std::size_t cell = 0; cell < cells.size(); ++cell) cells[cell] = static_cast<double>(cell);
    return {std::move(cells), n, {"time", "s", 0}, IdTable::consecutive(n)};
}

TEST(MappedTable, RawRowsAndHopsStayInTheFile) {
    const ScratchFolder folder;
    const DistanceTable table = five_node_table();
    write_table(table, folder.file("t.omx"), {.dtype = "raw"});
    const DistanceTable back = read_table(folder.file("t.omx"));
    EXPECT_TRUE(is_mapped<std::int32_t>(back.cells()));
    EXPECT_TRUE(has_mapped_hops(back));
    EXPECT_EQ(back.distances(), table.distances());
    EXPECT_EQ(back.next_hops().storage(), table.next_hops().storage());
    EXPECT_FALSE(is_mapped<std::int32_t>(table.cells()));
}

// Natural numbers stay in the file, too: each becomes an integer when it is asked for.
TEST(MappedTable, NaturalNumbersAreMadeWhereTheyAreUsed) {
    for (const char* unit : {"", "ms"}) {
        const ScratchFolder folder;
        const std::string path = folder.file("t.omx");
        const DistanceTable table = five_node_table();
        write_table(table, path, {.unit = unit});
        const DistanceTable back = read_table(path);
        EXPECT_EQ(back.type(), CostType::int32);
        EXPECT_TRUE(has_mapped_hops(back));
        EXPECT_EQ(back.distance(0, 2), *unit == 0 ? 0.3 : 300);
        for (NodeIndex from = 0; from < 5; ++from) {
            for (NodeIndex to = 0; to < 5; ++to) EXPECT_EQ(back.is_reachable(from, to), table.is_reachable(from, to));
        }
        EXPECT_EQ(back.path(0, 3).legs.size(), 3u);
        EXPECT_EQ(back.distances() == table.distances(), *unit == 0);
    }
}

TEST(MappedTable, AChangedNaturalNumberIsFoundWhereItIsUsed) {
    const ScratchFolder folder;
    const std::string path = folder.file("t.omx");
    constexpr std::size_t n = 100;  // more than one block of numbers that are made together
    std::vector<std::int32_t> cells(n * n);
    for (std::size_t cell = 0; cell < cells.size(); ++cell) cells[cell] = static_cast<std::int32_t>(cell);
    DistanceTable table(cells, n, {"time", "s", 3}, IdTable::consecutive(n));
    table.set_next_hops(NextHops(NextHops::Kind::node_index, n, n), {});
    write_table(table, path);
    put_cell(path, "/data/time_s", 90, 3, 0.12345);
    const DistanceTable back = read_table(path);
    EXPECT_EQ(back.raw_distance(0, 3), 3);
    EXPECT_EQ(back.row<std::int32_t>(2).front(), 200);
    for (const auto& use : {std::function<void()>([&] { back.row<std::int32_t>(90); }), {[&] { back.distances(); }}}) {
        try {
            use();
            FAIL() << "expected InputError";
        } catch (const InputError& error) {
            const std::string said = error.what();
            EXPECT_NE(said.find("t.omx"), std::string::npos) << said;
            EXPECT_NE(said.find("0.12345"), std::string::npos) << said;
            EXPECT_NE(said.find("attribute 'decimals'"), std::string::npos) << said;
        }
    }
}

// More chunks than a node of HDF5's tree usually has: rows still follow each other.
TEST(MappedTable, ManyChunksAreOneArray) {
    const ScratchFolder folder;
    constexpr std::size_t n = 3000;
    const DistanceTable table = numbered_table(n);
    write_table(table, folder.file("t.omx"), {.dtype = "raw"});
    const DistanceTable back = read_table(folder.file("t.omx"));
    EXPECT_EQ(back.raw_distance(2999, 1), 2999.0 * n + 1);
    EXPECT_TRUE(is_mapped<double>(back.cells()));
    EXPECT_TRUE(back.distances() == table.distances());
}

TEST(MappedTable, DamageIsFoundWhereItIsUsed) {
    for (const std::int32_t wrong : {-unreachable_cost<std::int32_t>, unreachable_cost<std::int32_t> + 1}) {
        const ScratchFolder folder;
        const std::string path = folder.file("t.omx");
        const DistanceTable table = five_node_table();
        write_table(table, path, {.dtype = "raw"});
        put_cell(path, "/data/time_s", 1, 3, wrong);
        const DistanceTable back = read_table(path);
        EXPECT_EQ(back.raw_distance(0, 3), table.raw_distance(0, 3));
        EXPECT_EQ(back.row<std::int32_t>(2).front(), table.row<std::int32_t>(2).front());
        try {
            back.path(1, 3);
            FAIL() << "expected InputError";
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find("t.omx"), std::string::npos) << error.what();
            EXPECT_NE(std::string(error.what()).find(std::to_string(wrong)), std::string::npos) << error.what();
        }
        EXPECT_THROW(back.row<std::int32_t>(1), InputError);
        EXPECT_THROW(back.distances(), InputError);
        EXPECT_THROW(write_table(back, folder.file("u.csv")), InputError);
        EXPECT_FALSE(std::ifstream(folder.file("u.csv")).good());
    }
}

TEST(MappedTable, AReaderKeepsTheTableThatIsReplaced) {
    const ScratchFolder folder;
    const std::string path = folder.file("t.omx");
    const DistanceTable table = five_node_table();
    write_table(table, path, {.dtype = "raw"});
    const DistanceTable first = read_table(path);
    write_table(numbered_table(5), path, {.overwrite = true, .dtype = "raw"});
    const DistanceTable second = read_table(path);
    EXPECT_EQ(first.distances(), table.distances());
    EXPECT_EQ(first.path(1, 3).legs.size(), table.path(1, 3).legs.size());
    EXPECT_EQ(second.raw_distance(4, 4), 24);
}

TEST(MappedTable, ChangedCopiesLeaveTheFileAlone) {
    const ScratchFolder folder;
    const std::string path = folder.file("t.omx");
    const DistanceTable table = five_node_table();
    write_table(table, path, {.dtype = "raw"});
    NextHops hops = read_table(path).next_hops();
    hops.set(1, 3, 0);
    EXPECT_EQ(hops.at(1, 3), 0U);
    EXPECT_EQ(read_table(path).next_hops().storage(), table.next_hops().storage());
}

}  // namespace
}  // namespace allways::tools
