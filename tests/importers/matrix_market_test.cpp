// SPDX-License-Identifier: Apache-2.0
// Matrix Market: coordinate matrices as networks, arrays as coordinates.
#include "support.h"

namespace allways::test {
namespace {

using Texts = std::vector<std::string>;
using Nodes = std::vector<NodeIndex>;

class MatrixMarket : public ::testing::Test {
protected:
    RoadNetwork network(std::string_view header, std::string_view rest, ReadOptions options = {}) {
        options.log = messages_.callback();
        return read_network(write(header, rest), options);
    }
    std::string write(std::string_view header, std::string_view rest, const std::string& name = "a.mtx") {
        return folder_.write(name, "%%MatrixMarket matrix " + std::string(header) + "\n" + std::string(rest));
    }
    TemporaryFolder folder_;
    Messages messages_;
};

TEST_F(MatrixMarket, EntriesAreArcs) {
    const auto read = network("Coordinate REAL general",
                              "%%GraphBLAS type double\n% comment\n\n3 3 4\n1 2 .85\n2 3 -1e-3\n"
                              "% in between\n3 3 7\n1 2 inf\n");
    EXPECT_EQ(read.node_ids.numbers(), (std::vector<std::int64_t>{1, 2, 3}));
    EXPECT_EQ(read.tail, (Nodes{0, 1, 2, 0}));
    EXPECT_EQ(read.head, (Nodes{1, 2, 2, 1}));
    EXPECT_EQ(texts(*read.column("cost")), (Texts{"0.85", "-0.001", "7", "missing"}));
    EXPECT_TRUE(read.reversed.empty());
    EXPECT_EQ(read.arc_ids.numbers(), (std::vector<std::int64_t>{1, 2, 3, 4}));
    EXPECT_FALSE(read.provenance.whole_numbers);
}

TEST_F(MatrixMarket, SymmetricEntriesAreEdges) {
    const auto read = network("coordinate integer symmetric", "3 3 3\n2 1 5\n2 2 1\n3 2 6\n");
    EXPECT_EQ(read.tail, (Nodes{1, 0, 1, 2, 1}));
    EXPECT_EQ(read.head, (Nodes{0, 1, 1, 1, 2}));
    EXPECT_EQ(read.reversed, (std::vector<std::uint8_t>{0, 1, 0, 0, 1}));
    EXPECT_EQ(read.arc_ids.numbers(), (std::vector<std::int64_t>{1, 1, 2, 3, 3}));
    EXPECT_EQ(texts(*read.column("cost")), (Texts{"5", "5", "1", "6", "6"}));
    EXPECT_TRUE(read.provenance.whole_numbers);
}

TEST_F(MatrixMarket, SkewSymmetricEntriesGoBackAtTheNegativeCost) {
    const auto read = network("coordinate real skew-symmetric", "2 2 1\n2 1 0.5\n");
    EXPECT_EQ(texts(*read.column("cost")), (Texts{"0.5", "-0.5"}));
    EXPECT_EQ(read.tail, (Nodes{1, 0}));
}

TEST_F(MatrixMarket, PatternsCostOne) {
    const auto read = network("coordinate pattern general", "2 2 1\n2 1\n");
    EXPECT_EQ(texts(*read.column("cost")), Texts{"1"});
    EXPECT_TRUE(messages_.contains("every arc costs 1"));
}

TEST_F(MatrixMarket, CoordinatesLieBeside) {
    write("array real general", "2 2\n-156.74\n-156.67\n20.5\n21\n", "a_coord.mtx");
    const auto read = network("coordinate pattern symmetric", "2 2 1\n2 1\n");
    ASSERT_EQ(read.coordinates.size(), 2u);
    EXPECT_EQ(read.coordinates[1].x, -156.67);
    EXPECT_EQ(read.coordinates[1].y, 21);
    EXPECT_EQ(read.provenance.crs, "");
    const auto other = write("array integer general", "2 2\n1\n2\n3\n4\n", "places.mtx");
    EXPECT_EQ(network("coordinate pattern symmetric", "2 2 1\n2 1\n", {.node_file = other}).coordinates[0].y, 3);
    const auto wrong = write("array real general", "3 2\n1\n2\n3\n4\n5\n6\n", "wrong.mtx");
    ALLWAYS_EXPECT_ERROR(2, "coordinates of the network's 2 nodes",
                         network("coordinate pattern symmetric", "2 2 1\n2 1\n", {.node_file = wrong}));
}

TEST_F(MatrixMarket, ArraysAreConverted) {
    for (const char* header : {"array real general", "Array integer symmetric"}) {
        const std::string file = write(header, "1 1\n5\n");
        ALLWAYS_EXPECT_ERROR(0, "Matrix Market array", read_network(file));
        ALLWAYS_EXPECT_ERROR(0, "numpy.save('table.npy', scipy.io.mmread('table.mtx'))", read_matrix(file));
        ALLWAYS_EXPECT_ERROR(2, "this is an array; convert it", read_network(file, {.format = "matrix-market"}));
    }
}

TEST_F(MatrixMarket, TheHeaderIsChecked) {
    const auto expect = [&](std::uint64_t line, const char* part, std::string_view header, std::string_view rest) {
        ALLWAYS_EXPECT_ERROR(line, part, network(header, rest));
    };
    expect(1, "expected the layout coordinate or array, found 'sparse'", "sparse real general", "");
    expect(1, "complex numbers have no order", "coordinate complex general", "");
    expect(1, "hermitian", "coordinate real hermitian", "");
    expect(1, "no values that could be skew-symmetric", "coordinate pattern skew-symmetric", "");
    expect(1, "general, symmetric or skew-symmetric", "coordinate real diagonal", "");
    expect(1, "of five words", "coordinate real", "");
    expect(2, "the size line 'rows columns entries'", "coordinate real general", "3 3\n");
    expect(2, "is square, found 3 × 4", "coordinate real general", "3 4 1\n");
    expect(2, "a symmetric matrix is square", "coordinate real symmetric", "3 4 1\n");
    expect(1, "the size line", "coordinate real general", "");
    ALLWAYS_EXPECT_ERROR(1, "'%%MatrixMarket matrix coordinate real general'",
                         read_network(folder_.write("b.mtx", "3 3 1\n"), {.format = "matrix-market"}));
}

TEST_F(MatrixMarket, EntriesAreChecked) {
    const auto expect = [&](std::uint64_t line, const char* part, std::string_view header, std::string_view rest) {
        ALLWAYS_EXPECT_ERROR(line, part, network(header, rest));
    };
    expect(3, "expected an entry 'row column value', found '1 1'", "coordinate real general", "2 2 1\n1 1\n");
    expect(3, "expected an entry 'row column'", "coordinate pattern general", "2 2 1\n1 1 1\n");
    expect(3, "numbered from 1 to 2, found '0'", "coordinate real general", "2 2 1\n0 1 5\n");
    expect(3, "numbered from 1 to 2, found '3'", "coordinate real general", "2 2 1\n1 3 5\n");
    expect(3, "expected a number, found 'x'", "coordinate real general", "2 2 1\n1 2 x\n");
    expect(3, "expected a number, found '-inf'", "coordinate real general", "2 2 1\n1 2 -inf\n");
    expect(3, "expected an integer, found '1.5'", "coordinate integer general", "2 2 1\n1 2 1.5\n");
    expect(3, "states 2 entries, but the file has 1", "coordinate real general", "2 2 2\n1 2 1\n");
    expect(4, "unexpected data after the 1 entries", "coordinate real general", "2 2 1\n1 2 1\n1 2 1\n");
    expect(3, "no entries on its diagonal", "coordinate real skew-symmetric", "2 2 1\n1 1 1\n");
    const auto of_points = [&](std::uint64_t line, const char* part, std::string_view rest) {
        const auto points = write("array real general", rest, "points.mtx");
        ALLWAYS_EXPECT_ERROR(line, part, network("coordinate pattern general", "1 1 0\n", {.node_file = points}));
    };
    of_points(3, "expected an array of 2 numbers, found 1", "1 2\n1\n");
    of_points(3, "unexpected data after the 2 numbers", "1 2\n1 2 3\n");
}

}  // namespace
}  // namespace allways::test
