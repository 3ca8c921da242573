// SPDX-License-Identifier: Apache-2.0
// METIS graphs.
#include "support.h"

namespace allways::test {
namespace {

using Texts = std::vector<std::string>;

class Metis : public ::testing::Test {
protected:
    RoadNetwork read(std::string_view text) {
        return read_network(folder_.write("a.graph", text), {.log = messages_.callback()});
    }
    TemporaryFolder folder_;
    Messages messages_;
};

TEST_F(Metis, EdgesAreTwoArcsOfOneId) {
    const auto network = read("% a triangle and two lone nodes\n5 3 001\n2 7 3 9\n1 7 3 4\n1 9 2 4\n\n% last\n\n");
    EXPECT_EQ(network.node_ids.numbers(), (std::vector<std::int64_t>{1, 2, 3, 4, 5}));
    EXPECT_EQ(network.tail, (std::vector<NodeIndex>{0, 1, 0, 2, 1, 2}));
    EXPECT_EQ(network.head, (std::vector<NodeIndex>{1, 0, 2, 0, 2, 1}));
    EXPECT_EQ(network.arc_ids.numbers(), (std::vector<std::int64_t>{1, 1, 2, 2, 3, 3}));
    EXPECT_EQ(network.reversed, (std::vector<std::uint8_t>{0, 1, 0, 1, 0, 1}));
    EXPECT_EQ(texts(*network.column("cost")), (Texts{"7", "7", "9", "9", "4", "4"}));
    EXPECT_TRUE(network.provenance.whole_numbers);
}

TEST_F(Metis, WithoutWeightsEveryArcCostsOne) {
    EXPECT_EQ(texts(*read("2 1\n2\n1\n").column("cost")), (Texts{"1", "1"}));
    EXPECT_TRUE(messages_.contains("every arc costs 1"));
}

TEST_F(Metis, SizesAndWeightsOfNodesArePassedOver) {
    EXPECT_EQ(texts(*read("2 1 111 2\n10 20 30 2 5\n10 20 30 1 5\n").column("cost")), (Texts{"5", "5"}));
    EXPECT_EQ(texts(*read("2 1 11\n20 2 5\n20 1 5\n").column("cost")), (Texts{"5", "5"}));
    EXPECT_EQ(read("2 1 100\n8 2\n8 1\n").arc_count(), 2u);
    EXPECT_EQ(read("2 1 10\n8 2\n8 1\n").arc_count(), 2u);
}

TEST_F(Metis, ErrorsNameTheLine) {
    const auto expect = [&](std::uint64_t line, const char* part, std::string_view text) {
        ALLWAYS_EXPECT_ERROR(line, part, read(text));
    };
    expect(0, "a header 'nodes edges [fmt [ncon]]'", "");
    expect(1, "a header", "2\n");
    expect(1, "a header", "2 x\n");
    expect(1, "fmt has up to three digits of 0 and 1", "2 1 2\n2\n1\n");
    expect(1, "ncon counts weights of nodes", "2 1 001 2\n2\n1\n");
    expect(3, "has lines for 2", "3 1\n2\n1\n");
    expect(4, "unexpected data after the lines of 2 nodes", "2 1\n2\n1\n1\n");
    expect(2, "neighbour 3 is not among the nodes 1 to 2", "2 1\n3\n1\n");
    expect(2, "node 1 is its own neighbour", "2 1\n1\n\n");
    expect(2, "expected an integer, found '2.5'", "2 1 1\n2 2.5\n1 2.5\n");
    expect(2, "pairs of a neighbour and a weight", "2 1 1\n2\n1\n");
    expect(2, "the edge 1–2 is missing on the line of node 2", "2 1\n2\n\n");
    expect(3, "the edge 2–1 is missing on the line of node 1", "2 1\n\n1\n");
    expect(3, "has the weight 6 here and 5 on line 2", "2 1 1\n2 5\n1 6\n");
    expect(2, "is listed twice on this line", "2 1\n2 2\n1 1\n");
    expect(3, "is listed twice on this line", "2 1\n2\n1 1\n");
    expect(3, "states 2 edges, but the file has 1", "2 2\n2\n1\n");
}

}  // namespace
}  // namespace allways::test
