#include <hdf5.h>

#include "allways/base/error.h"
#include "allways/importers/read.h"
#include "export/export.h"
#include "five_nodes.h"
#include "scratch_folder.h"

namespace allways::tools {
namespace {

using test::five_node_table;
using test::ScratchFolder;

DistanceTable round_trip(const DistanceTable& table) {
    const ScratchFolder folder;
    write_table(table, folder.file("table.omx"));
    return read_table(folder.file("table.omx"));
}

void expect_equal(const DistanceTable& a, const DistanceTable& b) {
    EXPECT_EQ(a.distances(), b.distances());
    EXPECT_EQ(a.scale(), b.scale());
    ASSERT_EQ(a.node_count(), b.node_count());
    for (NodeIndex i = 0; i < a.node_count(); ++i) EXPECT_EQ(a.node_ids().text(i), b.node_ids().text(i));
    EXPECT_EQ(a.coordinates(), b.coordinates());
    EXPECT_EQ(a.crs(), b.crs());
    ASSERT_EQ(a.has_next_hops(), b.has_next_hops());
    if (!a.has_next_hops()) return;
    EXPECT_EQ(a.next_hops().kind(), b.next_hops().kind());
    EXPECT_EQ(a.next_hops().storage(), b.next_hops().storage());
    EXPECT_EQ(a.arcs().first_out, b.arcs().first_out);
    EXPECT_EQ(a.arcs().head, b.arcs().head);
    EXPECT_EQ(a.arcs().cost, b.arcs().cost);
    EXPECT_EQ(a.arcs().reversed, b.arcs().reversed);
    ASSERT_EQ(a.arcs().arc_ids.size(), b.arcs().arc_ids.size());
    for (ArcIndex i = 0; i < a.arcs().arc_ids.size(); ++i)
        EXPECT_EQ(a.arcs().arc_ids.text(i), b.arcs().arc_ids.text(i));
}

TEST(ExportOmx, NetworkTableComesBackWhole) {
    const DistanceTable table = five_node_table();
    expect_equal(table, round_trip(table));
}

TEST(ExportOmx, ProvenanceTravels) {
    const ScratchFolder folder;
    ExportOptions options;
    options.provenance = {{"source", "Zürich.csv"}, {"device", ""}};
    write_table(five_node_table(), folder.file("first.omx"), options);
    write_table(read_table(folder.file("first.omx")), folder.file("second.omx"));
    const TableProvenance found = read_table(folder.file("second.omx")).provenance();
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0], (std::pair<std::string, std::string>{"device", ""}));
    EXPECT_EQ(found[1].first, "generator");
    EXPECT_EQ(found[2].second, "Zürich.csv");
}

TEST(ExportOmx, HopWidthsAndTextIds) {
    for (const std::size_t steps : {3u, 300u, 70000u}) {
        DistanceTable table(std::vector<double>{0, 0.1, std::numeric_limits<double>::infinity(), 0}, 2, {"cost", "", 0},
                            IdTable(std::vector<std::string>{"Zürich HB", "b"}));
        NextHops hops(NextHops::Kind::node_index, 2, steps);
        hops.set(0, 1, 1);
        table.set_next_hops(hops, {});
        const DistanceTable back = round_trip(table);
        expect_equal(table, back);
        EXPECT_EQ(back.next_hops().bytes_per_hop(), NextHops::bytes_for(steps));
        EXPECT_EQ(back.path(0, 1).legs.size(), 1u);
    }
}

TEST(ExportOmx, FloatsAndSmallTables) {
    for (const std::size_t n : {0u, 1u, 2u, 700u}) {  // 700 rows of 2,800 bytes: two chunks, the last not full
        std::vector<float> values(n * n);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = 0.1f * static_cast<float>(i);
        const DistanceTable table(std::move(values), n, {"toll", "", 0}, IdTable::consecutive(n));
        if (n < 2) {
            expect_equal(table, round_trip(table));
        } else {
            EXPECT_EQ(table.distances(), round_trip(table).distances());
        }
    }
}

TEST(ExportOmx, NothingIsLeftWhereWritingFails) {
    const ScratchFolder folder;
    ExportOptions options;
    options.progress = [](const Progress& progress) {
        EXPECT_EQ(progress.stage, "write");
        return false;
    };
    EXPECT_THROW(write_table(five_node_table(), folder.file("table.omx"), options), Cancelled);
    EXPECT_TRUE(folder.names().empty());
}

TEST(ExportOmx, ExistingFileIsKeptUnlessOverwritten) {
    const ScratchFolder folder;
    folder.write("table.omx", "precious");
    EXPECT_THROW(write_table(five_node_table(), folder.file("table.omx")), InputError);
    EXPECT_EQ(folder.text("table.omx"), "precious");
    ExportOptions options;
    options.overwrite = true;
    options.progress = [](const Progress&) { return false; };
    EXPECT_THROW(write_table(five_node_table(), folder.file("table.omx"), options), Cancelled);
    EXPECT_EQ(folder.text("table.omx"), "precious");
    options.progress = {};
    write_table(five_node_table(), folder.file("table.omx"), options);
    expect_equal(five_node_table(), read_table(folder.file("table.omx")));
    EXPECT_EQ(folder.names().size(), 1u);
    EXPECT_THROW(write_table(five_node_table(), folder.file("no/table.omx")), InputError);
}

TEST(ExportOmx, ErrorsOfReadingNameTheFileAndTheLack) {
    const ScratchFolder folder;
    folder.write("text.omx", "not HDF5 at all");
    EXPECT_THROW(read_table(folder.file("text.omx")), InputError);
    const std::string path = folder.file("bare.omx");
    H5Fclose(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
    try {
        read_table(path);
        FAIL() << "expected an InputError";
    } catch (const InputError& error) {
        EXPECT_EQ(error.file(), path);
        EXPECT_NE(std::string(error.what()).find("/data"), std::string::npos);
    }
    write_table(five_node_table(), folder.file("table.omx"));
    ReadOptions options;
    options.cost_field = "distance";
    try {
        read_table(folder.file("table.omx"), options);
        FAIL() << "expected an InputError";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("time_s"), std::string::npos) << error.what();
    }
}

// A file of another program: float64 in one piece, lookup of floats, no attributes.
TEST(ExportOmx, ForeignFile) {
    const ScratchFolder folder;
    const std::string path = folder.file("foreign.omx");
    const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t data = H5Gcreate2(file, "data", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t lookup = H5Gcreate2(file, "lookup", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const hsize_t extents[] = {2, 2};
    const hid_t square = H5Screate_simple(2, extents, nullptr);
    const hid_t line = H5Screate_simple(1, extents, nullptr);
    const double minutes[] = {std::numeric_limits<double>::quiet_NaN(), 1.5, std::numeric_limits<double>::infinity(),
                              0};
    const int counts[] = {0, 7, 8, 0};
    const double zones[] = {12, 7};
    const auto put = [](hid_t group, const char* name, hid_t type, hid_t space, const void* values) {
        const hid_t set = H5Dcreate2(group, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
        H5Dclose(set);
    };
    put(data, "minutes", H5T_NATIVE_DOUBLE, square, minutes);
    put(data, "counts", H5T_NATIVE_INT, square, counts);
    put(lookup, "zone", H5T_NATIVE_DOUBLE, line, zones);
    for (const hid_t group : {data, lookup}) H5Gclose(group);
    for (const hid_t space : {square, line}) H5Sclose(space);
    H5Fclose(file);

    const DistanceTable first = read_table(path);
    EXPECT_EQ(first.scale().name, "counts");
    EXPECT_EQ(first.type(), CostType::int32);
    ReadOptions options;
    options.cost_field = "minutes";
    const DistanceTable named = read_table(path, options);
    EXPECT_EQ(named.type(), CostType::float64);
    EXPECT_EQ(named.distance(0, 0), 0);
    EXPECT_EQ(named.distance(0, 1), 1.5);
    EXPECT_FALSE(named.is_reachable(1, 0));
    EXPECT_FALSE(named.has_next_hops());
    EXPECT_EQ(named.node_ids().text(0), "12");
}

}  // namespace
}  // namespace allways::tools
