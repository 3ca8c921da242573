// SPDX-License-Identifier: Apache-2.0
#include <zlib.h>

#include "support.h"

namespace allways::test {
namespace {

using Texts = std::vector<std::string>;

void write_gzip(const std::string& path, std::string_view content) {
    gzFile file = gzopen(path.c_str(), "wb");
    ASSERT_EQ(gzwrite(file, content.data(), static_cast<unsigned>(content.size())), static_cast<int>(content.size()));
    gzclose(file);
}

TEST(Dimacs, KeepsLoopsParallelArcsZerosAndIsolatedNodes) {
    ImportReport report;
    const auto network = read_network(fixture("small.gr"), {}, &report);
    EXPECT_EQ(network.node_count(), 5u);
    EXPECT_EQ(network.tail, (std::vector<NodeIndex>{0, 1, 1, 1, 2, 2}));
    EXPECT_EQ(network.head, (std::vector<NodeIndex>{1, 0, 2, 2, 2, 3}));
    EXPECT_EQ(texts(*network.column("cost")), (Texts{"7", "7", "0", "4", "1", "12"}));
    EXPECT_EQ(network.arc_ids.text(5), "6");
    EXPECT_TRUE(network.provenance.whole_numbers);
    EXPECT_EQ(report.self_loops, 1u);
    EXPECT_EQ(report.parallel_arcs, 1u);
    EXPECT_EQ(report.isolated_nodes, 1u);
    EXPECT_EQ(report.components, 2u);
    EXPECT_EQ(report.strong_components, 4u);
    EXPECT_EQ(report.largest_strong_component, 2u);
    EXPECT_EQ(report.columns[0].zero, 1u);
    EXPECT_EQ(report.columns[0].smallest, "0");
    EXPECT_EQ(report.columns[0].largest, "12");
}

TEST(Dimacs, CoordinatesAreMicrodegrees) {
    const auto network = read_network(fixture("small.gr"));
    ASSERT_EQ(network.coordinates.size(), 5u);
    EXPECT_EQ(network.coordinates[0].x, 9.17);
    EXPECT_EQ(network.coordinates[3].y, -48.79);
    EXPECT_EQ(network.provenance.crs, "EPSG:4326");
}

TEST(Dimacs, LargeCoordinatesStayAsTheyAre) {
    const TemporaryFolder folder;
    const auto path = folder.write("a.gr", "p sp 1 0\n");
    folder.write("a.co", "p aux sp co 1\nv 1 400000000 5\n");
    const auto network = read_network(path);
    EXPECT_EQ(network.coordinates.at(0).x, 4e8);
    EXPECT_EQ(network.provenance.crs, "");
}

// Some megabytes, so that threads share them.
std::string long_file(std::size_t arcs, std::string_view line_end) {
    std::string text =
        "\xEF\xBB\xBF"
        "c a comment" +
        std::string(line_end) + "p sp 1000 " + std::to_string(arcs) + std::string(line_end);
    for (std::size_t arc = 0; arc < arcs; ++arc) {
        text += "a " + std::to_string(arc % 1000 + 1) + " " + std::to_string(arc % 999 + 1) + " " +
                std::to_string(arc) + (arc + 1 < arcs ? std::string(line_end) : "");
    }
    return text;
}

TEST(Dimacs, ReadsLongFilesInOrder) {
    const TemporaryFolder folder;
    constexpr std::size_t arcs = 200'000;
    const std::string text = long_file(arcs, "\r\n");
    write_gzip(folder.path("packed.gr.gz"), text);
    for (const std::string& path : {folder.write("a.gr", text), folder.path("packed.gr.gz")}) {
        const auto network = read_network(path);
        ASSERT_EQ(network.arc_count(), arcs);
        for (std::size_t arc = 0; arc < arcs; ++arc) {
            ASSERT_EQ(network.tail[arc], arc % 1000);
            ASSERT_EQ(network.head[arc], arc % 999);
            ASSERT_EQ(network.columns[0].values[arc], Decimal(static_cast<std::int64_t>(arc), 0));
        }
    }
}

TEST(Dimacs, ErrorsOfLongFilesNameTheFirstWrongLine) {
    const TemporaryFolder folder;
    const std::string text = long_file(200'000, "\n");
    for (const std::size_t line : {3, 70'000, 150'000, 200'001}) {
        std::string wrong = text;
        std::size_t begin = 0;
        for (std::size_t i = 1; i < line; ++i) begin = wrong.find('\n', begin) + 1;
        wrong[begin] = 'b';
        wrong[wrong.rfind('a')] = 'b';
        const auto message = input_error([&] { read_network(folder.write("a.gr", wrong)); }, line);
        EXPECT_NE(message.find("expected a line that starts with c, p or a"), message.npos) << message;
    }
}

TEST(Dimacs, ReadingLongFilesCanBeCancelled) {
    const TemporaryFolder folder;
    const auto path = folder.write("a.gr", long_file(200'000, "\n"));
    int reports = 0;
    EXPECT_THROW(read_network(path, {.progress = [&](const Progress&) { return ++reports < 2; }}), Cancelled);
    EXPECT_EQ(reports, 2);
}

TEST(Dimacs, ReadsGzip) {
    const TemporaryFolder folder;
    write_gzip(folder.path("a.gr.gz"), "p sp 2 1\na 1 2 5\n");
    write_gzip(folder.path("a.co.gz"), "p aux sp co 2\nv 1 1000000 2000000\nv 2 0 0\n");
    const auto network = read_network(folder.path("a.gr.gz"));
    EXPECT_EQ(network.arc_count(), 1u);
    EXPECT_EQ(network.coordinates.at(0).y, 2);

    std::ifstream whole(folder.path("a.gr.gz"), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(whole), {});
    ALLWAYS_EXPECT_ERROR(0, "cut short", read_network(folder.write("b.gr.gz", bytes.substr(0, bytes.size() - 6))));
}

TEST(Dimacs, RefusesMalformedFilesByLine) {
    const TemporaryFolder folder;
    const auto read = [&](std::string_view text) { return read_network(folder.write("x.gr", text)); };
    ALLWAYS_EXPECT_ERROR(2, "states 2 arcs, but the file has 1", read("p sp 2 2\na 1 2 5\n"));
    ALLWAYS_EXPECT_ERROR(2, "node 3 is not among 1 to 2", read("p sp 2 1\na 1 3 5\n"));
    ALLWAYS_EXPECT_ERROR(2, "found 'a 1 2 5.5'", read("p sp 2 1\na 1 2 5.5\n"));
    ALLWAYS_EXPECT_ERROR(3, "found 'a 1 2'", read("c x\np sp 2 1\na 1 2\n"));
    ALLWAYS_EXPECT_ERROR(1, "must come before the first arc", read("a 1 2 3\n"));
    ALLWAYS_EXPECT_ERROR(1, "expected a problem line 'p sp nodes arcs'", read("p max 2 1\n"));
    ALLWAYS_EXPECT_ERROR(2, "a second problem line", read("p sp 2 1\np sp 2 1\n"));
    ALLWAYS_EXPECT_ERROR(2, "starts with c, p or a", read("p sp 2 1\nn 1 s\n"));
    ALLWAYS_EXPECT_ERROR(0, "no problem line", read(""));
    ALLWAYS_EXPECT_ERROR(1, "from 0 to 4294967294 (nodes and arcs have 32-bit numbers), found 'p sp 4294967295 1'",
                         read("p sp 4294967295 1\n"));
    ALLWAYS_EXPECT_ERROR(1, "two costs", read("sp min 2 1\n1 2 3 4\n"));
}

TEST(Dimacs, RefusesMalformedCoordinates) {
    const TemporaryFolder folder;
    const auto path = folder.write("x.gr", "p sp 2 1\na 1 2 5\n");
    const auto read = [&](std::string_view text) { return read_network(path, {.node_file = folder.write("y", text)}); };
    ALLWAYS_EXPECT_ERROR(1, "expected 'p aux sp co 2'", read("p aux sp co 3\n"));
    ALLWAYS_EXPECT_ERROR(1, "found 'v 1 2.5 3'", read("v 1 2.5 3\n"));
    ALLWAYS_EXPECT_ERROR(0, "1 of 2 nodes", read("v 1 2 3\n"));
    ALLWAYS_EXPECT_ERROR(0, "cannot be opened", read_network(path, {.node_file = folder.path("nowhere.co")}));
}

}  // namespace
}  // namespace allways::test
