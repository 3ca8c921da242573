// SPDX-License-Identifier: Apache-2.0
// What does not belong to a single format: detection, the list of formats, no-through nodes by option, progress.
#include <new>
#include <set>

#include "allways/importers/read.h"
#include "base/text.h"
#include "support.h"

namespace allways::test {
namespace {

TEST(Read, ContentTellsWhereTheSuffixDoesNot) {
    const TemporaryFolder folder;
    ImportReport report;
    read_network(folder.write("a.txt", "c x\np sp 2 1\na 1 2 3\n"), {}, &report);
    EXPECT_EQ(report.format, "dimacs");
    read_network(folder.write("a.data", "<NUMBER OF NODES> 1\n<END OF METADATA>\n"), {}, &report);
    EXPECT_EQ(report.format, "tntp");
    read_matrix(folder.write("a.data",
                             "NAME: x\nDIMENSION: 0\nEDGE_WEIGHT_TYPE: EXPLICIT\n"
                             "EDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n"),
                {}, &report);
    EXPECT_EQ(report.format, "tsplib");
    read_network(folder.write("a.csv", "from,to\n1,2\n"), {}, &report);
    EXPECT_EQ(report.format, "edge-list");
    read_matrix(folder.write("a.csv", "0,2\n1,0\n"), {}, &report);
    EXPECT_EQ(report.format, "matrix-csv");
}

TEST(Read, InputIsWhateverTheFileHolds) {
    EXPECT_TRUE(std::holds_alternative<RoadNetwork>(read_input(fixture("small.gr"))));
    EXPECT_TRUE(std::holds_alternative<CostMatrix>(read_input(fixture("table.csv"))));
}

TEST(Read, SaysWhatAFileHoldsInstead) {
    ALLWAYS_EXPECT_ERROR(0, "expected a matrix, but format 'dimacs' contains a network",
                         read_matrix(fixture("small.gr")));
    ALLWAYS_EXPECT_ERROR(0, "contains a matrix", read_network(fixture("three.atsp")));
    ALLWAYS_EXPECT_ERROR(0, "expected a solved table", read_table(fixture("three.atsp")));
}

TEST(Read, UnknownInputTellsWhatToDo) {
    const TemporaryFolder folder;
    const auto path = folder.write("a.xyz", "nothing known");
    ALLWAYS_EXPECT_ERROR(0, "`input_formats()` lists the names", read_network(path));
    ALLWAYS_EXPECT_ERROR(0, "cannot be opened", read_network(folder.path("nowhere.gr")));
    ALLWAYS_EXPECT_ERROR(0, "folder", read_network(folder.path()));
    ALLWAYS_EXPECT_ERROR(0, "It is empty", read_network(folder.write("b", "")));
    EXPECT_THROW(read_network(fixture("small.gr"), {.format = "grr"}), InvalidArgument);
}

TEST(Read, PlacesOfNoReferenceSystemAreRefused) {
    const TemporaryFolder folder;
    ALLWAYS_EXPECT_ERROR(
        0, "such as 10000000000000,0 lie outside WGS 84",
        read_network(folder.write("far.geojson", R"({"type":"FeatureCollection","features":[{"type":"Feature",)"
                                                 R"("properties":{},"geometry":{"type":"LineString","coordinates":)"
                                                 R"([[0,0],[1e13,0]]}}]})")));
}

TEST(Read, ArchivesAreNamed) {
    const TemporaryFolder folder;
    std::string tar(600, '\0');
    tar.replace(0, 3, "DC1").replace(257, 5, "ustar");
    ALLWAYS_EXPECT_ERROR(0, "tar archive: unpack it", read_network(folder.write("DC1.tar.gz", tar)));
}

TEST(Read, EveryFormatIsListed) {
    std::vector<std::string> names;
    for (const auto& format : input_formats()) {
        names.push_back(format.name);
        EXPECT_FALSE(format.description.empty());
        EXPECT_FALSE(format.suffixes.empty());
    }
    EXPECT_EQ(names, (std::vector<std::string>{"tntp-trips", "tntp", "dimacs", "gmns", "osm", "overture", "gpkg",
                                               "graphml", "metis", "matrix-market", "tsplib", "npy", "factor", "omx",
                                               "csv-long", "sqlite", "matrix-csv", "edge-list", "vector"}));
}

TEST(Read, OptionsNameFormatsThatExist) {
    std::set<std::string> known{all_networks};
    for (const FormatInfo& format : input_formats()) known.insert(format.name);
    std::set<std::string> names;
    for (const ReadOptionRow& row : read_options()) {
        EXPECT_TRUE(names.insert(row.name).second) << row.name;
        EXPECT_FALSE(row.is_given({})) << row.name;
        std::vector<std::string_view> takers;
        split_blanks(row.formats, takers);
        for (const std::string_view taker : takers) EXPECT_TRUE(known.contains(std::string(taker))) << row.name;
    }
    const auto options_of = [](const char* name) { return input_format("", {.format = name}).options; };
    const std::vector<std::string> of_osm{"no_through", "turns",   "bbox", "avoid",   "exclude", "elevation",
                                          "profile",    "vehicle", "at",   "holiday", "where",   "lenient"};
    EXPECT_EQ(options_of("osm"), of_osm);
    std::vector<std::string> of_overture = of_osm;
    of_overture.insert(of_overture.end() - 2, "layer");
    EXPECT_EQ(options_of("overture"), of_overture);
    EXPECT_EQ(options_of("npy"), (std::vector<std::string>{"cost_unit", "cost"}));
}

TEST(Read, NoThroughNodesByOption) {
    const TemporaryFolder folder;
    const auto blocked = [](const std::string& path, const std::string& selection) {
        return read_network(path, {.no_through = selection}).no_through;
    };
    using Marks = std::vector<std::uint8_t>;
    const auto net = fixture("small.gr");
    EXPECT_TRUE(read_network(net).no_through.empty());
    EXPECT_EQ(blocked(net, "2-3, 5"), (Marks{0, 1, 1, 0, 1}));
    EXPECT_EQ(blocked(net, "1-99999"), (Marks{1, 1, 1, 1, 1}));
    const auto list = folder.write("list", "1 # the first\n4-5,2\n");
    EXPECT_EQ(blocked(net, "@" + list), (Marks{1, 1, 0, 1, 1}));
    EXPECT_EQ(blocked(fixture("small_net.tntp"), "4"), (Marks{1, 1, 0, 1, 0}));  // beside the file's own
    EXPECT_EQ(blocked(fixture("town"), "market,1-9"), (Marks{1, 1, 1}));
    EXPECT_EQ(blocked(folder.write("x.csv", "from,to\n1-2,b\n"), "1-2"),
              (Marks{1, 0}));  // an id that looks like a range

    EXPECT_THROW(blocked(net, "9"), InvalidArgument);
    EXPECT_THROW(blocked(net, "7-9"), InvalidArgument);
    EXPECT_THROW(blocked(net, "x-y"), InvalidArgument);
    EXPECT_THROW(read_matrix(fixture("table.csv"), {.no_through = "1"}), InvalidArgument);
    ALLWAYS_EXPECT_ERROR(2, "no node has the id '77'", blocked(net, "@" + folder.write("bad", "1\n77\n")));
}

TEST(Read, ProgressCancels) {
    ReadOptions options;
    options.progress = [](const Progress& progress) {
        EXPECT_EQ(progress.stage, "read");
        return false;
    };
    EXPECT_THROW(read_network(fixture("small.gr"), options), Cancelled);
}

TEST(Read, EndOfMemoryNamesTheFileAndItsNodes) {
    const TemporaryFolder folder;
    // Memory ends at the second piece of the file: its header has been read then.
    const std::string rest = "c " + std::string(600'000, 'x') + "\n";
    for (const auto& [name, start] : {std::pair<std::string, std::string>{"a.gr", "p sp 4000000000 1\n"},
                                      {"a.tntp", "<NUMBER OF NODES> 7\n<END OF METADATA>\n"}}) {
        int pieces = 0;
        ReadOptions options;
        options.progress = [&](const Progress&) -> bool {
            if (++pieces > 1) throw std::bad_alloc();
            return true;
        };
        try {
            read_network(folder.write(name, start + rest), options);
            ADD_FAILURE() << name;
        } catch (const CapacityError& error) {
            const std::string message = error.what();
            EXPECT_NE(message.find(name), std::string::npos) << message;
            EXPECT_NE(message.find(name == "a.gr" ? "states 4000000000 nodes" : "states 7 nodes"), std::string::npos)
                << message;
        }
    }
}

TEST(Read, ASmallSquareWithoutFieldNamesIsNotGuessed) {
    const TemporaryFolder folder;
    const auto square = folder.write("a.csv", "1,2,5\n2,3,6\n3,1,7\n");
    ALLWAYS_EXPECT_ERROR(0, "set `read.format` to matrix-csv or edge-list", read_input(square));
    EXPECT_TRUE(std::holds_alternative<CostMatrix>(read_input(square, {.format = "matrix-csv"})));
    EXPECT_TRUE(std::holds_alternative<RoadNetwork>(read_input(square, {.format = "edge-list"})));
    EXPECT_TRUE(std::holds_alternative<RoadNetwork>(read_input(square, {.cost_field = "3"})));
    EXPECT_EQ(read_matrix(square).node_count(), 3u);
    EXPECT_EQ(read_network(square).arc_count(), 3u);
    for (const char* text : {"1 2 0.5\n2 3 0.6\n3 1 0.7\n", "9,1,2,5\n8,2,3,6\n7,3,1,7\n6,1,3,4\n", "1;2\n2;1\n",
                             "von;nach;laenge\n1;2;3.5\n2;3;4.25\n3;1;2\n", "von;nach;laenge\n1;2;3.5\n2;3;4.25\n"}) {
        ALLWAYS_EXPECT_ERROR(0, "matrix-csv or edge-list", read_input(folder.write("b.txt", text)));
    }
    // Zeros along the diagonal, parts of nodes, ids, and five columns make a matrix; another count of rows does not.
    for (const char* text : {"0,2,5\n2,0,6\n3,1,0\n", "1.5,2,5\n2,1,6\n3,1,1\n", "x,y,z\n0,2,5\n2,0,6\n3,1,0\n",
                             "1,2,5,1,1\n2,3,6,1,1\n3,1,7,1,1\n1,1,1,1,1\n1,1,1,1,1\n"}) {
        EXPECT_TRUE(std::holds_alternative<CostMatrix>(read_input(folder.write("b.csv", text)))) << text;
    }
    EXPECT_TRUE(std::holds_alternative<RoadNetwork>(read_input(folder.write("b.csv", "1,2,5\n2,3,6\n"))));
}

// Places may have names that are usual for the ends of arcs.
TEST(Read, TablesOfPlacesThatAreCalledAsEndsAreTables) {
    const TemporaryFolder folder;
    for (const char* text : {"node_id,A,B,C\nA,0,2,3\nB,4,0,5\nC,6,7,0\n", ",from,to\nfrom,0,2\nto,3,0\n",
                             "id,u,v,w\nu,0,2,3\nv,4,0,5\nw,6,7,0\n"}) {
        EXPECT_TRUE(std::holds_alternative<CostMatrix>(read_input(folder.write("a.csv", text)))) << text;
    }
    EXPECT_TRUE(std::holds_alternative<OriginDestinationTable>(
        read_input(folder.write("a.csv", "node_id,from,to\n7,1,2\n9,3,4\n"))));
    for (const char* text : {"id,from,to\n1,2,3\n2,3,2\n", "A,B,cost\n1,2,3\n2,1,4\n3,1,4\n"})
        EXPECT_TRUE(std::holds_alternative<RoadNetwork>(read_input(folder.write("a.csv", text)))) << text;
}

TEST(Read, LinesLongerThanTheBuffer) {
    const TemporaryFolder folder;
    const std::string text =
        "c " + std::string(700'000, 'x') + "\np sp 2 1\nc " + std::string(300'000, 'y') + "\na 1 2 3";
    EXPECT_EQ(read_network(folder.write("a.gr", text)).arc_count(), 1u);
}

}  // namespace
}  // namespace allways::test
