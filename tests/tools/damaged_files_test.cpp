// SPDX-License-Identifier: Apache-2.0
// Files that claim content that they lack, or that contradict themselves: each causes an error about the file at once.
#include <functional>

#include <gtest/gtest.h>
#include <hdf5.h>
#include <zlib.h>

#include "allways/base/error.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve.h"
#include "allways/engine/solve_between.h"
#include "allways/export/export.h"
#include "allways/importers/read.h"
#include "allways/query/path_source.h"
#include "command/console.h"
#include "scratch_folder.h"
#include "small_town.h"
#include "sqlite_connection.h"
#include "support/renewed_checksums.h"

namespace allways::tools {

using namespace command;
namespace {

using test::run_sql;
using test::ScratchFolder;

// Returns the message of the error that reading throws, or an empty text.
std::string told(const std::function<void()>& read) {
    try {
        read();
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

void expect_told(const std::string& path, const std::string& part) {
    const std::string message = told([&] {
        const Input input = read_input(path);
        if (const auto* table = std::get_if<DistanceTable>(&input)) (void)table->distances();
    });
    EXPECT_NE(message.find(part), std::string::npos) << path << ": " << message;
    EXPECT_TRUE(message.starts_with(path)) << message;
}

TEST(DamagedFiles, ClaimsAreHeldAgainstTheSize) {
    const ScratchFolder folder;
    const auto expect = [&](const std::string& name, const std::string& text, const std::string& part = "it states") {
        SCOPED_TRACE(name);
        folder.write(name, text);
        expect_told(folder.file(name), part);
    };
    expect("b.mtx", "%%MatrixMarket matrix coordinate real general\n1000000 1000000 1\n1 2 3\n");
    expect("a.gr", "p sp 4000000000 1\na 1 2 3\n");
    expect("a.tsp",
           "DIMENSION: 1000000\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0\n");
    expect("a_net.tntp", "<NUMBER OF NODES> 4000000000\n<END OF METADATA>\n~ from to time ;\n1 2 3 ;\n");
    const std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1000000, 1000000), }\n";
    expect("a.npy", std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header);
}

TEST(DamagedFiles, AFewNodesWithoutArcsAreNoClaim) {
    const ScratchFolder folder;
    folder.write("a.gr", "p sp 1000 1\na 1 2 3\n");
    EXPECT_EQ(read_network(folder.file("a.gr")).node_count(), 1000u);
}

TEST(DamagedFiles, WhatUnpacksWithoutEndIsRefused) {
    const ScratchFolder folder;
    const std::string zeros(std::size_t{1} << 20, '0');
    gzFile file = gzopen(folder.file("bomb.csv.gz").c_str(), "wb9");
    for (int megabytes = 0; megabytes < 40; ++megabytes)
        gzwrite(file, zeros.data(), static_cast<unsigned>(zeros.size()));
    gzclose(file);
    expect_told(folder.file("bomb.csv.gz"), "");
    std::string long_line = "from,to,cost\n1,2,";
    long_line.append(std::size_t{40} << 20, '0');
    folder.write("long.csv", long_line);
    expect_told(folder.file("long.csv"), "longer than");
}

// "/data/time_ms"
std::string matrix_in(hid_t file) {
    char name[100] = "/data/";
    H5Lget_name_by_idx(file, "/data", H5_INDEX_NAME, H5_ITER_INC, 0, name + 6, sizeof name - 6, H5P_DEFAULT);
    return name;
}

// Changes one number of a dataset of an HDF5 file; nullptr: of the matrix.
void put(const std::string& file, const char* dataset, std::size_t at, double value) {
    const hid_t opened = H5Fopen(file.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    const std::string matrix = dataset == nullptr ? matrix_in(opened) : dataset;
    const hid_t set = H5Dopen2(opened, matrix.c_str(), H5P_DEFAULT);
    ASSERT_GE(set, 0) << matrix;
    const hid_t space = H5Dget_space(set);
    std::vector<double> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
    ASSERT_FALSE(values.empty()) << matrix;
    H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    values[at % values.size()] = value;
    H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    H5Sclose(space);
    H5Dclose(set);
    H5Fclose(opened);
}

class DamagedTables : public ::testing::Test {
protected:
    void SetUp() override {
        write_table(solve(test::small_town()), file_, {.dtype = "raw"});
        whole_ = folder_.text("table.omx");
    }
    void damage(const char* dataset, std::size_t at, double value) {
        folder_.write("table.omx", whole_);
        put(file_, dataset, at, value);
    }

    ScratchFolder folder_;
    std::string file_ = folder_.file("table.omx");
    std::string whole_;
};

TEST_F(DamagedTables, HopsOfATableWithArcsAreOrdinals) {
    const hid_t file = H5Fopen(file_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    const hid_t hops = H5Dopen2(file, "/allways/next_hops", H5P_DEFAULT);
    H5Adelete(hops, "kind");
    importers::hdf5::write_attribute(hops, file_, "kind", "node_index");
    H5Dclose(hops);
    H5Fclose(file);
    expect_told(file_, "expected next_hops of kind arc_ordinal");
}

TEST_F(DamagedTables, IndexesAreCheckedWhereTheyAreRead) {
    struct Case {
        const char* dataset;
        std::size_t at;
        double value;
    };
    const Case cases[] = {{"/allways/arcs/first_out", 3, 1e6},
                          {"/allways/arcs/first_out", 11, 4e9},
                          {"/allways/arcs/head", 2, 4e9},
                          {"/allways/arcs/head", 0, 11},
                          {"/allways/arcs/cost", 1, 2e9},
                          {"/allways/arcs/cost", 1, -2e9},
                          {"/allways/arcs/reversed", 1, 7},
                          {"/allways/arcs/texts/0/index", 0, 99},
                          {"/allways/arcs/shapes/shape", 0, 50},
                          {"/allways/arcs/shapes/first_point", 1, 1e9},
                          {"/allways/arcs/shapes/first_point", 0, 1},
                          {nullptr, 5, -2e9},
                          {nullptr, 5, 1.9e9},
                          {"/allways/coordinates", 3, 1e300},
                          {"/allways/coordinates", 2, -HUGE_VAL},
                          {"/allways/arcs/shapes/points", 3, NAN},
                          {"/allways/arcs/shapes/points", 0, HUGE_VAL}};
    for (const Case& one : cases) {
        SCOPED_TRACE(one.dataset == nullptr ? "the matrix" : one.dataset);
        damage(one.dataset, one.at, one.value);
        expect_told(file_, "");
    }
}

TEST_F(DamagedTables, HopsThatLeadNowhereEndTheWalk) {
    const std::size_t n = test::small_town().node_count();
    for (const double hop : {0.0, 200.0, 255.0}) {  // in circles, beyond the arcs, none
        SCOPED_TRACE(hop);
        folder_.write("table.omx", whole_);
        for (std::size_t from = 0; from < n; ++from) put(file_, "/allways/next_hops", from * n + 9, hop);
        const DistanceTable table = read_table(file_);
        EXPECT_THROW(for (NodeIndex from = 0; from + 1 < n; ++from)(void) table.path(from, 9), DamagedContent);
    }
}

TEST_F(DamagedTables, ADatasetOfNothingButAClaimIsRefused) {
    const hid_t opened = H5Fopen(file_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    const std::string matrix = matrix_in(opened);
    H5Ldelete(opened, matrix.c_str(), H5P_DEFAULT);
    const hsize_t shape[] = {1'000'000, 1'000'000}, chunk[] = {1000, 1000};
    const hid_t space = H5Screate_simple(2, shape, nullptr);
    const hid_t plan = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(plan, 2, chunk);
    H5Pset_deflate(plan, 9);
    H5Dclose(H5Dcreate2(opened, matrix.c_str(), H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, plan, H5P_DEFAULT));
    H5Pclose(plan);
    H5Sclose(space);
    H5Fclose(opened);
    expect_told(file_, "too many for the file's");
}

TEST(DamagedFactors, CellsCostsAndOrderAreChecked) {
    const ScratchFolder folder;
    const std::string file = folder.file("city.factor");
    write_factor(factorize(test::small_town()), file);
    const std::string whole = folder.text("city.factor");
    const auto refused = [&](const char* dataset, std::size_t at, double value) {
        folder.write("city.factor", whole);
        put(file, dataset, at, value);
        EXPECT_THROW((void)read_factor(file), InputError) << dataset;  // by its checksum
        testing::renew_checksums(file);
        try {
            const NetworkFactor factor = read_factor(file);
            (void)PathSource(factor).path(0, 9);
        } catch (const Error&) {
            return true;
        }
        return false;
    };
    EXPECT_TRUE(refused("/factor/order", 0, 4e9));
    EXPECT_TRUE(refused("/factor/order", 0, 5));  // twice
    (void)refused("/factor/up", 0, -5);
    (void)refused("/factor/down", 0, 2e9);
    EXPECT_TRUE(refused("/allways/arcs/cost", 0, 2e9));
    EXPECT_TRUE(refused("/allways/arcs/head", 0, 4e9));
    EXPECT_TRUE(refused("/allways/arcs/head", 0, 10));
    EXPECT_TRUE(refused("/allways/arcs/first_out", 3, 1e6));
    EXPECT_TRUE(refused("/factor/places/rank_of", 0, 4e9));
    EXPECT_TRUE(refused("/factor/places/rank_of", 0, 3));
    EXPECT_TRUE(refused("/factor/parent", 0, 0));
    EXPECT_TRUE(refused("/factor/up_depth", 0, 4e9));
    EXPECT_TRUE(refused("/factor/first_up", 1, 1e9));
    for (std::size_t arc = 0; arc < 4; ++arc)
        (void)refused("/allways/arcs/cost", arc, 1e9);  // sums beyond int32 end too
}

std::vector<std::string> datasets_of(const std::string& path) {
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    std::vector<std::string> names, datasets;
    const auto visit = [](hid_t, const char* name, const H5L_info_t*, void* into) -> herr_t {
        static_cast<std::vector<std::string>*>(into)->emplace_back(name);
        return 0;
    };
    H5Lvisit(file, H5_INDEX_NAME, H5_ITER_INC, visit, &names);
    for (const std::string& name : names) {
        const hid_t object = H5Oopen(file, name.c_str(), H5P_DEFAULT);
        if (H5Iget_type(object) == H5I_DATASET && H5Dget_storage_size(object) > 0) datasets.push_back(name);
        H5Oclose(object);
    }
    H5Fclose(file);
    return datasets;
}

// What all verbs ask of a factor.
void ask(const NetworkFactor& factor) {
    std::vector<NodeIndex> nodes;
    for (NodeIndex node = 0; node < factor.node_count(); ++node) nodes.push_back(node);
    const std::vector<std::string> skims = {"length"};
    (void)solve_between(factor, nodes, nodes, {.skims = skims});
    (void)solve_between(factor, std::span(nodes).first(2), std::span(nodes).last(2), {.skims = skims});
    const PathSource source(factor);
    for (const NodeIndex from : nodes) {
        for (const NodeIndex to : nodes) {
            const Path path = source.path(from, to);
            for (const PathLeg& leg : path.legs) {
                for (const TextColumn& column : factor.arcs.texts) (void)column.text(leg.arc);
                (void)factor.arcs.shapes.points(leg.arc);
            }
        }
    }
    for (const NodeIndex node : nodes) (void)factor.node_ids.find(factor.node_ids.text(node));
}

// With matching checksums, any wrong number is refused, or requests stay within the arrays.
TEST(DamagedFactors, EveryIndexIsCheckedBeforeUse) {
    const ScratchFolder folder;
    const std::string file = folder.file("city.factor");
    RoadNetwork network = test::small_town();
    for (std::size_t arc = 0; arc < 6; ++arc) network.columns[1].values[arc] = Decimal(0, 0);  // classes
    network.no_through.assign(network.node_count(), 0);
    network.no_through[2] = 1;
    network.turns.add(TurnRules::Kind::forbidden, std::vector<ArcIndex>{0, 1}, "a test");
    write_factor(factorize(network, {.cost = "time", .skims = {"length"}}), file);
    const std::string whole = folder.text("city.factor");
    ask(read_factor(file));
    std::size_t refused = 0, tried = 0;
    for (const std::string& dataset : datasets_of(file)) {
        for (const std::size_t at : {0u, 7u}) {
            for (const double value : {1.0, 9.0, 65535.0, 4294967294.0}) {
                folder.write("city.factor", whole);
                put(file, dataset.c_str(), at, value);
                testing::renew_checksums(file);
                ++tried;
                try {
                    ask(read_factor(file));
                } catch (const Error&) {
                    ++refused;
                }
            }
        }
    }
    EXPECT_GT(refused, tried / 4);
}

const std::string forever = " AS WITH RECURSIVE f(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM f) SELECT ";

// One view searches for a row endlessly, the other returns endless rows.
TEST(DamagedDatabases, ViewsThatNeverEndAreStopped) {
    const ScratchFolder folder;
    write_network(test::small_town(), folder.file("town.gpkg"));
    run_sql(folder.file("town.gpkg"),
            {"ALTER TABLE allways_provenance RENAME TO hidden",
             "CREATE VIEW allways_provenance" + forever + "key, value FROM f, hidden WHERE x < 0"});
    EXPECT_NE(told([&] { (void)read_network(folder.file("town.gpkg"), {.format = "gpkg"}); }), "");

    write_table(solve(test::small_town()), folder.file("table.sqlite"));
    run_sql(folder.file("table.sqlite"),
            {"ALTER TABLE metadata RENAME TO hidden", "CREATE VIEW metadata" + forever + "name, value FROM f, hidden"});
    EXPECT_NE(told([&] { (void)read_table(folder.file("table.sqlite"), {.format = "sqlite"}); }), "");
}

// A list of edges, and a view of it that never ends: it gives rows, or looks for one.
void write_edges(const std::string& file, const std::string& where) {
    run_sql(file,
            {"CREATE TABLE edges (source INTEGER, target INTEGER, cost REAL)", "INSERT INTO edges VALUES (1, 2, 3.5)",
             "CREATE VIEW again" + forever + "source, target, cost FROM f, edges" + where});
}

TEST(DamagedDatabases, ListsOfEdgesThatNeverEndAreStopped) {
    const ScratchFolder folder;
    const std::string rows = folder.file("rows.sqlite"), none = folder.file("none.sqlite");
    write_edges(rows, "");
    write_edges(none, " WHERE x < 0");
    for (const std::string& file : {rows, none}) {
        EXPECT_NE(told([&] { (void)read_network(file, {.format = "edge-list", .layer = "again"}); }), "") << file;
    }
}

TEST(DamagedDatabases, AnInterruptEndsAQuery) {
    const ScratchFolder folder;
    write_edges(folder.file("edges.sqlite"), " WHERE x < 0");
    ReadOptions options{.format = "edge-list", .layer = "again"};
    options.progress = [](const Progress&) { return false; };
    EXPECT_THROW((void)read_network(folder.file("edges.sqlite"), options), Cancelled);
}

TEST(Messages, AreOneLineThatATerminalMayShow) {
    EXPECT_EQ(message_line("a.csv:3: expected a number, found '1\n\x1b[31m2\t\x7f'"),
              "a.csv:3: expected a number, found '1\\n\\x1b[31m2\\t\\x7f'");
    EXPECT_EQ(message_line("the file's own name, 'x'"), "the file's own name, 'x'");
    const std::string cut = "found '" + std::string(80, 'y') + "…', and more";
    EXPECT_EQ(message_line("found '" + std::string(100'000, 'y') + "', and more"), cut);
    EXPECT_EQ(message_line("node " + std::string(100'000, 'z') + " is unknown"),
              "node " + std::string(80, 'z') + "… is unknown");
    EXPECT_LT(message_line(std::string(100'000, 'a') + " '" + std::string(100'000, ' ') + "'").size(), 300u);
    std::string many;
    for (int i = 0; i < 10'000; ++i) many += "word ";
    EXPECT_LT(message_line(many).size(), 2100u);
    EXPECT_EQ(message_line("not \xff UTF-8"), "not \uFFFD UTF-8");
    const ScratchFolder folder;  // names of files are to be found again
    const std::string name = folder.file(std::string(200, 'n'));
    folder.write(std::string(200, 'n'), "");
    EXPECT_EQ(message_line(name + ": is empty"), name + ": is empty");
    EXPECT_EQ(message_line("cannot open '" + name + "'"), "cannot open '" + name + "'");
}

}  // namespace
}  // namespace allways::tools
