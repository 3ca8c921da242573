#include "support.h"

namespace allways::test {
namespace {

using Texts = std::vector<std::string>;

TEST(EdgeList, ReadsCsvWithQuotesAndTextIds) {
    Messages messages;
    ImportReport report;
    const auto network = read_network(fixture("streets.csv"), {.log = messages.callback()}, &report);
    EXPECT_EQ(network.node_ids.texts(), (Texts{"A", "B", "C"}));
    EXPECT_EQ(network.arc_ids.texts(), (Texts{"r1", "r2", "r3"}));
    EXPECT_EQ(network.head, (std::vector<NodeIndex>{1, 2, 0}));
    EXPECT_EQ(texts(*network.column("cost")), (Texts{"12.5", "7", "3"}));
    EXPECT_EQ(texts(*network.column("length")), (Texts{"12.5", "7", "3"}));
    EXPECT_EQ(texts(*network.column("time")), (Texts{"60", "missing", "10"}));
    EXPECT_EQ(texts(*network.column("lanes")), (Texts{"2", "missing", "1"}));
    EXPECT_EQ(network.column("name"), nullptr);
    EXPECT_TRUE(messages.contains("from = 'source', to = 'target', cost = 'length', id = 'id'"));
    EXPECT_EQ(report.columns[2].missing, 1u);
}

TEST(EdgeList, OptionsNameTheFields) {
    const auto network =
        read_network(fixture("streets.csv"),
                     {.from_field = "target", .to_field = "SOURCE", .cost_field = "time", .id_field = "name"});
    EXPECT_EQ(network.node_ids.text(network.tail[0]), "B");
    EXPECT_EQ(texts(*network.column("cost")), (Texts{"60", "missing", "10"}));
    EXPECT_EQ(network.arc_ids.text(2), "two\nlines");
    EXPECT_EQ(network.arc_ids.text(1), "the \"Old\" Mill");
    EXPECT_THROW(read_network(fixture("streets.csv"), {.cost_field = "speed"}), InvalidArgument);
}

TEST(EdgeList, UndirectedRowsAreTwoArcsOfOneId) {
    const auto network = read_network(fixture("roads.cedge"), {.undirected = true});
    EXPECT_EQ(network.node_ids.numbers(), (std::vector<std::int64_t>{0, 2, 10}));
    EXPECT_EQ(network.tail, (std::vector<NodeIndex>{0, 2, 2, 1, 1, 1}));
    EXPECT_EQ(network.head, (std::vector<NodeIndex>{2, 0, 1, 2, 1, 1}));
    EXPECT_EQ(network.arc_ids.numbers(), (std::vector<std::int64_t>{0, 0, 1, 1, 2, 2}));
    EXPECT_EQ(network.reversed, (std::vector<std::uint8_t>{0, 1, 0, 1, 0, 1}));
    EXPECT_EQ(texts(*network.column("cost")), (Texts{"1.5", "1.5", "0.25", "0.25", "3", "3"}));
}

TEST(EdgeList, CedgeWithoutTheOptionIsDirectedAndSaidSo) {
    Messages messages;
    EXPECT_EQ(read_network(fixture("roads.cedge"), {.log = messages.callback()}).arc_count(), 3u);
    EXPECT_TRUE(messages.contains("usually list undirected edges"));
}

TEST(EdgeList, ShortFormsAndDelimiters) {
    const TemporaryFolder folder;
    const auto three = read_network(folder.write("a.txt", "# from to cost\n5 7 1.5\n7\t5  2\n"));
    EXPECT_EQ(three.node_ids.numbers(), (std::vector<std::int64_t>{5, 7}));
    EXPECT_EQ(texts(*three.column("cost")), (Texts{"1.5", "2"}));
    const auto two = read_network(folder.write("b.edges", "x y\ny z\nz 1\n"));
    EXPECT_EQ(two.node_ids.texts(), (Texts{"x", "y", "z", "1"}));
    EXPECT_EQ(texts(*two.column("cost")), (Texts{"1", "1", "1"}));
    const auto semicolons = read_network(folder.write("c.csv", "u;v;toll\n1;2;0.5\n"));
    EXPECT_EQ(semicolons.column("cost"), nullptr);
    EXPECT_EQ(texts(*semicolons.column("toll")), (Texts{"0.5"}));
    const auto numbered =
        read_network(folder.write("d.edges", "9 a b 4 7\n"), {.from_field = "2", .to_field = "3", .cost_field = "5"});
    EXPECT_EQ(texts(*numbered.column("cost")), (Texts{"7"}));
}

TEST(EdgeList, IdsThatOnlyLookAlikeStayApart) {
    const TemporaryFolder folder;
    const auto network = read_network(folder.write("a.csv", "from,to,cost\n7,007,1\n007,+7,1\n"));
    EXPECT_EQ(network.node_ids.texts(), (Texts{"7", "007", "+7"}));
}

TEST(EdgeList, RowsWithoutAnEndArePassedOverAndCounted) {
    const TemporaryFolder folder;
    ImportReport report;
    Messages messages;
    const auto path = folder.write("a.csv", "from,to,cost\n1,2,5\n,2,5\n2,,4\n2,1,3\n");
    ALLWAYS_EXPECT_ERROR(0, "2 of 4 records would be lost, more than a fifth: 2 × row without a from or to node",
                         read_network(path));
    const auto network = read_network(path, {.lenient = true, .log = messages.callback()}, &report);
    EXPECT_EQ(network.arc_count(), 2u);
    ASSERT_EQ(report.skipped.size(), 1u);
    EXPECT_EQ(report.skipped[0].count, 2u);
    EXPECT_EQ(report.skipped[0].first_line, 3u);
    EXPECT_TRUE(messages.contains("row without a from or to node"));
    // A fifth is not more than a fifth.
    EXPECT_EQ(read_network(folder.write("b.csv", "from,to,cost\n1,2,5\n,2,5\n2,3,4\n2,1,3\n3,1,1\n")).arc_count(), 4u);
}

TEST(EdgeList, RefusesMalformedFilesByLine) {
    const TemporaryFolder folder;
    const auto read = [&](std::string_view text) {
        return read_network(folder.write("x.csv", text), {.format = "edge-list"});
    };
    ALLWAYS_EXPECT_ERROR(3, "3 fields were expected (from, to, cost), found 2", read("from,to,cost\n1,2,3\n1,2\n"));
    ALLWAYS_EXPECT_ERROR(2, "the cost needs a number, found 'far'", read("from,to,cost\n1,2,far\n"));
    ALLWAYS_EXPECT_ERROR(1, "it has: O, D, Ton", read("O,D,Ton\n1,2,100\n"));
    ALLWAYS_EXPECT_ERROR(1, "Is this a list of nodes?", read("0 2418.38 689.4\n"));
    ALLWAYS_EXPECT_ERROR(1, "2 to 4 fields", read("1 2 3 4 5\n"));
    ALLWAYS_EXPECT_ERROR(2, "never closed", read("from,to,name\n1,2,\"x\n3,4,y\n"));
    ALLWAYS_EXPECT_ERROR(2, "must be doubled", read("from,to,name\n1,2,\"x\"y\"\n"));
    ALLWAYS_EXPECT_ERROR(0, "no rows", read("# nothing\n"));
}

}  // namespace
}  // namespace allways::test
