// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <fstream>

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
    EXPECT_EQ(a.arcs().columns, b.arcs().columns);
    EXPECT_EQ(a.arcs().texts, b.arcs().texts);
    ASSERT_EQ(a.arcs().shapes.empty(), b.arcs().shapes.empty());
    for (std::size_t arc = 0; arc < a.arcs().shapes.arc_count(); ++arc)
        EXPECT_EQ(a.arcs().shapes.points(arc), b.arcs().shapes.points(arc)) << arc;
    EXPECT_EQ(a.no_through(), b.no_through());
}

// The five nodes with everything a road can have: numbers, missing ones too, names beyond ASCII, shapes both ways.
DistanceTable table_with_roads() {
    const DistanceTable plain = five_node_table();
    TableArcs arcs = plain.arcs();
    const auto decimals = [](std::initializer_list<const char*> texts) {
        std::vector<Decimal> values;
        for (const char* text : texts) values.push_back(*text == 0 ? Decimal::missing() : *Decimal::parse(text));
        return values;
    };
    arcs.columns.push_back({"length", "m", decimals({"0.1", "", "123456789.012345", "0", "-2.5", "1e20", "3e-9"}), 1});
    arcs.columns.push_back({"lanes/used", "", decimals({"1", "2", "3", "4", "5", "6", "7"}), std::nullopt});
    TextColumn names("name");
    for (const char* name : {"Bahnhofstraße", "", "Bahnhofstraße", "Rue des Écoles", "b", "通り", ""}) names.add(name);
    arcs.texts = {names, TextColumn("ref")};
    for (int i = 0; i < 7; ++i) arcs.texts[1].add("");
    const Coordinate bend[] = {{8.5, 47.1}, {8.55, 47.3}, {8.6, 47.2}};
    const Coordinate straight[] = {{8.6, 47.2}, {8.7, 47.3}};
    const auto first = arcs.shapes.add_shape(bend);
    const auto second = arcs.shapes.add_shape(straight);
    arcs.shapes.add_arc(first);
    arcs.shapes.add_arc(ArcShapes::no_shape);
    arcs.shapes.add_arc(first, true);
    arcs.shapes.add_arc(second);
    for (int i = 4; i < 7; ++i) arcs.shapes.add_arc(ArcShapes::no_shape);
    DistanceTable table(plain.cells(), 5, plain.scale(), plain.node_ids());
    table.set_next_hops(plain.next_hops(), std::move(arcs));
    table.set_coordinates(plain.coordinates(), plain.crs());
    table.set_no_through({0, 0, 1, 0, 0});
    return table;
}

std::vector<hsize_t> extents_of(hid_t file, const char* name) {
    const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
    const hid_t space = H5Dget_space(dataset);
    std::vector<hsize_t> extents(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space)));
    H5Sget_simple_extent_dims(space, extents.data(), nullptr);
    H5Sclose(space);
    H5Dclose(dataset);
    return extents;
}

template <class T>
std::vector<T> values_of(hid_t file, const char* name, hid_t type, std::size_t count) {
    std::vector<T> values(count);
    const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
    EXPECT_GE(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
    H5Dclose(dataset);
    return values;
}

std::int32_t number_attribute(hid_t file, const char* object, const char* name) {
    std::int32_t value = -1;
    const hid_t attribute = H5Aopen_by_name(file, object, name, H5P_DEFAULT, H5P_DEFAULT);
    EXPECT_GE(H5Aread(attribute, H5T_NATIVE_INT32, &value), 0);
    H5Aclose(attribute);
    return value;
}

TEST(ExportOmx, OriginsByDestinationsHaveALookupForEachSide) {
    const std::vector<NodeIndex> origins{1, 4, 1};
    const std::vector<NodeIndex> destinations{3, 0};
    const ScratchFolder folder;
    write_table(sub_table(five_node_table(), origins, destinations), folder.file("t.omx"), {.dtype = "raw"});
    const hid_t file = H5Fopen(folder.file("t.omx").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    ASSERT_GE(file, 0);
    EXPECT_EQ(extents_of(file, "/data/time_s"), (std::vector<hsize_t>{3, 2}));
    constexpr std::int32_t x = unreachable_cost<std::int32_t>;
    EXPECT_EQ(values_of<std::int32_t>(file, "/data/time_s", H5T_NATIVE_INT32, 6),
              (std::vector<std::int32_t>{4, 1, x, x, 4, 1}));
    EXPECT_EQ(values_of<std::int64_t>(file, "/lookup/origin_id", H5T_NATIVE_INT64, 3),
              (std::vector<std::int64_t>{20, 50, 20}));
    EXPECT_EQ(values_of<std::int64_t>(file, "/lookup/destination_id", H5T_NATIVE_INT64, 2),
              (std::vector<std::int64_t>{40, 10}));
    EXPECT_EQ(number_attribute(file, "/lookup/origin_id", "DIM"), 0);
    EXPECT_EQ(number_attribute(file, "/lookup/destination_id", "DIM"), 1);
    EXPECT_EQ(number_attribute(file, "/data/time_s", "NA"), x);
    H5Fclose(file);
    EXPECT_THROW(read_table(folder.file("t.omx")), InputError);
}

TEST(ExportOmx, AShapeThatContradictsItsMatrixIsReported) {
    const ScratchFolder folder;
    write_table(five_node_table(), folder.file("t.omx"));
    std::string said;
    ReadOptions options;
    options.log = [&](LogLevel, std::string_view text) { said += text; };
    read_table(folder.file("t.omx"), options);
    EXPECT_EQ(said.find("SHAPE"), said.npos) << said;
    const hid_t file = H5Fopen(folder.file("t.omx").c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    const hid_t shape = H5Aopen(file, "SHAPE", H5P_DEFAULT);
    const std::int32_t others[] = {4, 6};
    EXPECT_GE(H5Awrite(shape, H5T_NATIVE_INT32, others), 0);
    H5Aclose(shape);
    H5Fclose(file);
    read_table(folder.file("t.omx"), options);
    EXPECT_NE(said.find("its attribute SHAPE states 4 × 6, but matrix"), said.npos) << said;
    EXPECT_NE(said.find("has 5 × 5 cells"), said.npos) << said;
}

TEST(ExportOmx, DistancesFromRoadsComeBack) {
    const std::vector<NodeIndex> origins{1, 4, 1};
    const std::vector<NodeIndex> destinations{3, 0};
    OriginDestinationTable table = sub_table(five_node_table(), origins, destinations);
    table.set_snap_distances({{12.5, NAN, 0}, {7, 480.25}, true});
    const ScratchFolder folder;
    write_table(table, folder.file("t.omx"));
    const auto read = std::get<OriginDestinationTable>(read_input(folder.file("t.omx"))).snap_distances();
    EXPECT_TRUE(read.in_metres);
    ASSERT_EQ(read.origins.size(), 3u);
    EXPECT_EQ(read.origins[0], 12.5);
    EXPECT_TRUE(std::isnan(read.origins[1]));
    EXPECT_EQ(read.destinations, (std::vector<double>{7, 480.25}));
    EXPECT_THROW(table.set_snap_distances({{1, 2}, {3, 4}, true}), InvalidArgument);
    EXPECT_THROW(write_table(table, folder.file("t.csv"), {.snap_distances = true}), InvalidArgument);
    EXPECT_THROW(write_table(five_node_table(), folder.file("t.long.csv"), {.snap_distances = true}), InvalidArgument);
}

// Other programs see seconds and metres, in float32 while that keeps integers apart, and NaN where there is no path;
// reading restores the integers.
TEST(ExportOmx, IntegersAreNaturalFloatsOfTheSmallestType) {
    constexpr std::int32_t x = unreachable_cost<std::int32_t>;
    struct Largest {
        std::int32_t raw;
        int digits;
        std::size_t bytes;
    };
    for (const Largest& largest : {Largest{16'383'999, 3, 4},
                                   {16'384'000, 3, 8},
                                   {10'485'759, 1, 4},
                                   {10'485'760, 1, 8},
                                   {16'777'215, 0, 4},
                                   {16'777'216, 0, 8},
                                   {x - 1, 3, 8}}) {
        SCOPED_TRACE(largest.raw);
        const ScratchFolder folder;
        const std::string path = folder.file("t.omx");
        const DistanceTable table(std::vector<std::int32_t>{0, largest.raw, 1536, 0, 0, x, -7, largest.raw - 1, 0}, 3,
                                  {"length", "km", largest.digits}, IdTable::consecutive(3));
        write_table(table, path);
        const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
        const hid_t set = H5Dopen2(file, "/data/length_km", H5P_DEFAULT);
        const hid_t type = H5Dget_type(set);
        EXPECT_EQ(H5Tget_class(type), H5T_FLOAT);
        EXPECT_EQ(H5Tget_size(type), largest.bytes);
        const auto values = values_of<double>(file, "/data/length_km", H5T_NATIVE_DOUBLE, 9);
        EXPECT_NEAR(values[2], 1536 / std::pow(10, largest.digits), 1e-7 * values[2]);
        EXPECT_TRUE(std::isnan(values[5]));
        EXPECT_EQ(number_attribute(file, "/data/length_km", "decimals"), largest.digits);
        EXPECT_EQ(number_attribute(file, "/data/length_km", "digits"), 0);
        H5Tclose(type);
        H5Dclose(set);
        H5Fclose(file);
        expect_equal(table, read_table(path));
    }
}

// The form every program can read: floats in the unit, and NaN if there is no path.
TEST(ExportOmx, NaturalNumbersUnlessRawOnesAreAskedFor) {
    const ScratchFolder folder;
    struct Form {
        const char* dtype;
        const char* unit;
        const char* matrix;
        double second;  // from 10 to 20: 0.1 s
    };
    for (const Form& form : {Form{"natural", "", "/data/time_s", 0.1f}, Form{"natural", "ms", "/data/time_ms", 100},
                             Form{"float32", "", "/data/time_s", 0.1f}, Form{"int32", "ms", "/data/time_ms", 100},
                             Form{"natural", "h", "/data/time_h", 1.0 / 36000}, Form{"raw", "", "/data/time_s", 1}}) {
        SCOPED_TRACE(std::string(form.dtype) + " " + form.unit);
        const std::string path = folder.file("t.omx");
        write_table(five_node_table(), path, {.overwrite = true, .unit = form.unit, .dtype = form.dtype});
        const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
        ASSERT_GE(file, 0);
        const auto values = values_of<double>(file, form.matrix, H5T_NATIVE_DOUBLE, 25);
        EXPECT_EQ(values[1], form.second);
        const bool whole = std::string_view(form.dtype) == "raw" || std::string_view(form.dtype) == "int32";
        if (whole)
            EXPECT_EQ(values[4], unreachable_cost<std::int32_t>);
        else
            EXPECT_TRUE(std::isnan(values[4]));
        H5Fclose(file);

        // Everything can be read back, next hops and arcs too; raw numbers if the unit keeps them.
        const DistanceTable back = read_table(path);
        ASSERT_TRUE(back.has_next_hops());
        const Path walk = back.path(0, 3);
        EXPECT_EQ(walk.legs.size(), 3u);
        double sum = 0;
        for (const PathLeg& leg : walk.legs) sum += leg.raw_cost;
        EXPECT_NEAR(sum, walk.raw_distance, 1e-6 * sum);
        EXPECT_EQ(back.unit(), *form.unit == 0 ? "s" : form.unit);
        EXPECT_FALSE(back.is_reachable(0, 4));
        if (*form.unit == 0) expect_equal(five_node_table(), back);
    }
}

// Without next hops, to which distances belong.
TEST(ExportOmx, NaturalNumbersThatWereChangedStayFloats) {
    const ScratchFolder folder;
    const std::string path = folder.file("t.omx");
    const DistanceTable table = five_node_table();
    write_table(DistanceTable(own(table.distances()), 5, table.scale(), table.node_ids()), path);
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    auto values = values_of<double>(file, "/data/time_s", H5T_NATIVE_DOUBLE, 25);
    values[1] = 0.12345;
    const hid_t set = H5Dopen2(file, "/data/time_s", H5P_DEFAULT);
    H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    H5Dclose(set);
    H5Fclose(file);
    const DistanceTable back = read_table(path);
    EXPECT_EQ(back.type(), CostType::float32);
    EXPECT_EQ(back.distance(0, 1), 0.12345f);
    EXPECT_EQ(back.distance(0, 2), 0.3f);
    EXPECT_FALSE(back.is_reachable(0, 4));
}

TEST(ExportOmx, WholeNumbersAndUnitsThatDoNotGoAreRefused) {
    const ScratchFolder folder;
    const auto write = [&](const ExportOptions& options) {
        write_table(five_node_table(), folder.file("t.omx"), options);
    };
    EXPECT_THROW(write({.dtype = "int32"}), InvalidArgument);  // 0.1 s
    EXPECT_THROW(write({.unit = "min", .dtype = "raw"}), InvalidArgument);
    EXPECT_THROW(write({.unit = "km"}), InvalidArgument);
    EXPECT_THROW(write({.dtype = "int8"}), InvalidArgument);
    EXPECT_TRUE(folder.names().empty());
}

// The same number of origins, but other nodes: must not be taken for a table of the destinations.
TEST(ExportOmx, OtherOriginsThanDestinationsAreNoTableOfAllPairs) {
    const std::vector<NodeIndex> origins{1, 4};
    const std::vector<NodeIndex> destinations{3, 0};
    const ScratchFolder folder;
    write_table(sub_table(five_node_table(), origins, destinations), folder.file("t.omx"));
    EXPECT_THROW(read_table(folder.file("t.omx")), InputError);
}

TEST(ExportOmx, TheSameNodesOnBothSidesComeBackAsATable) {
    const std::vector<NodeIndex> nodes{3, 0, 4};
    const OriginDestinationTable table = sub_table(five_node_table(), nodes, nodes);
    const ScratchFolder folder;
    write_table(table, folder.file("t.omx"));
    const DistanceTable back = read_table(folder.file("t.omx"));
    EXPECT_EQ(back.distances(), table.distances());
    EXPECT_EQ(back.node_ids(), table.origin_ids());
    EXPECT_EQ(back.scale(), table.scale());
    EXPECT_FALSE(back.has_next_hops());
}

TEST(ExportOmx, NetworkTableComesBackWhole) {
    const DistanceTable table = five_node_table();
    expect_equal(table, round_trip(table));
}

TEST(ExportOmx, RoadsComeBackWhole) {
    const DistanceTable table = table_with_roads();
    expect_equal(table, round_trip(table));
}

// Stores texts as older files do, as HDF5 texts of any length. Returns the offset of the first one's length.
std::uint64_t keep_texts_as_before(const std::string& path, const std::vector<std::string>& kept) {
    std::vector<const char*> texts;
    for (const std::string& text : kept) texts.push_back(text.c_str());
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    H5Ldelete(file, "allways/arcs/texts/0/bytes", H5P_DEFAULT);
    H5Ldelete(file, "allways/arcs/texts/0/ends", H5P_DEFAULT);
    const hsize_t size = texts.size();
    const hid_t space = H5Screate_simple(1, &size, nullptr);
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    const hid_t set =
        H5Dcreate2(file, "allways/arcs/texts/0/texts", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data());
    const std::uint64_t at = H5Dget_offset(set);
    H5Dclose(set);
    H5Tclose(type);
    H5Sclose(space);
    H5Fclose(file);
    return at;
}

TEST(ExportOmx, TextsOfOlderFilesAreRead) {
    const ScratchFolder folder;
    const std::string path = folder.file("table.omx");
    write_table(table_with_roads(), path);
    const std::uint64_t at = keep_texts_as_before(path, table_with_roads().arcs().texts[0].texts());
    expect_equal(read_table(path), table_with_roads());

    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(at));
    file.write("\xff\xff\xff\x3f", 4);  // a gigabyte
    file.close();
    try {
        read_table(path);
        ADD_FAILURE();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("states texts of"), std::string::npos) << error.what();
    }
}

TEST(ExportOmx, ProgressEndsAtItsTotal) {
    const ScratchFolder folder;
    ExportOptions options;
    std::uint64_t done = 0;
    std::uint64_t total = 0;
    options.progress = [&](const Progress& progress) {
        EXPECT_GE(progress.done, done);
        done = progress.done;
        total = progress.total;
        return true;
    };
    write_table(table_with_roads(), folder.file("table.omx"), options);
    EXPECT_EQ(total, table_with_roads().node_count());  // rows
    EXPECT_EQ(done, total);
}

// Each dataset once with a value out of range and once of another size.
TEST(ExportOmx, DamagedRoadsAreRefused) {
    struct Damage {
        const char* dataset;
        hid_t type;
        std::vector<double> values;
    };
    const double far = 99;
    const std::vector<Damage> damages = {
        {"arcs/columns/0", H5T_STD_I32LE, {1, 2}},
        {"arcs/texts/0/index", H5T_STD_U32LE, {far, 0, 0, 0, 0, 0, 0}},
        {"arcs/texts/0/index", H5T_STD_U32LE, {0}},
        {"arcs/texts/0/bytes", H5T_STD_U8LE, {0}},
        {"arcs/texts/0/ends", H5T_STD_U64LE, {0}},
        {"arcs/texts/0/ends", H5T_STD_U64LE, {0, 3, 1, 9, 9}},
        {"arcs/texts/0/ends", H5T_STD_U64LE, {0, 1, 2, 3, 1e9}},
        {"arcs/shapes/first_point", H5T_STD_U64LE, {0, 1, 5}},
        {"arcs/shapes/first_point", H5T_STD_U64LE, {0, far, 5}},
        {"arcs/shapes/first_point", H5T_STD_U64LE, {0, 3, far}},
        {"arcs/shapes/points", H5T_IEEE_F64LE, {1, 2, 3}},
        {"arcs/shapes/shape", H5T_STD_U32LE, {0, 0, 0, 0, 0, 0, 2}},
        {"arcs/shapes/backward", H5T_STD_U8LE, {0}},
        {"no_through", H5T_STD_U8LE, {0}},
    };
    for (const Damage& damage : damages) {
        const ScratchFolder folder;
        const std::string path = folder.file("table.omx");
        write_table(table_with_roads(), path);
        const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
        const std::string name = std::string("allways/") + damage.dataset;
        ASSERT_GE(H5Ldelete(file, name.c_str(), H5P_DEFAULT), 0) << name;
        const hsize_t size = damage.values.size();
        const hid_t space = H5Screate_simple(1, &size, nullptr);
        const hid_t set = H5Dcreate2(file, name.c_str(), damage.type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, damage.values.data());
        H5Dclose(set);
        H5Sclose(space);
        H5Fclose(file);
        EXPECT_THROW(read_table(path), InputError) << name;
    }
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

// Writes another layout than the program's into the group /allways.
void set_layout(const std::string& path, const char* text) {
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    ASSERT_GE(file, 0);
    ASSERT_GE(H5Adelete_by_name(file, "/allways", "layout", H5P_DEFAULT), 0);
    const hid_t group = H5Gopen(file, "/allways", H5P_DEFAULT);
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, std::string_view(text).size());
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t attribute = H5Acreate(group, "layout", type, space, H5P_DEFAULT, H5P_DEFAULT);
    EXPECT_GE(H5Awrite(attribute, type, text), 0);
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
    H5Gclose(group);
    H5Fclose(file);
}

TEST(ExportOmx, NewerLayoutIsRefused) {
    const ScratchFolder folder;
    const std::string path = folder.file("table.omx");
    write_table(five_node_table(), path);
    expect_equal(read_table(path), five_node_table());
    set_layout(path, "2");
    try {
        read_table(path);
        FAIL() << "a newer layout was read";
    } catch (const InputError& error) {
        const std::string said = error.what();
        EXPECT_NE(said.find("its group /allways has layout 2, expected 1"), said.npos) << said;
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

    options = {};
    options.all_matrices = true;
    const DistanceTable all = read_table(path, options);
    EXPECT_EQ(all.scale().name, "counts");
    ASSERT_EQ(all.skims().size(), 1u);
    EXPECT_EQ(all.skims()[0].scale.name, "minutes");
    EXPECT_EQ(all.skims()[0].value(1), 1.5);
    write_table(all, folder.file("copy.omx"));
    EXPECT_EQ(read_table(folder.file("copy.omx")).skims()[0].value(1), 1.5);
}

}  // namespace
}  // namespace allways::tools
