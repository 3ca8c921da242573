// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/export/export.h"
#include "allways/importers/read.h"
#include "scratch_folder.h"
#include "small_town.h"

namespace allways::tools {
namespace {

std::size_t count(const std::string& text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

TEST(ExportGraphml, KeepsColumnsTextsShapesAndPlaces) {
    const test::ScratchFolder folder;
    RoadNetwork network = test::small_town();
    network.no_through.assign(network.node_count(), 0);
    network.no_through[10] = 1;
    write_network(network, folder.file("town.graphml"));
    const std::string text = folder.text("town.graphml");
    EXPECT_NE(text.find("<data key=\"crs\">EPSG:4326</data>"), std::string::npos);
    EXPECT_NE(text.find("<node id=\"2\"><data key=\"x\">7.001</data><data key=\"y\">43</data></node>\n"),
              std::string::npos);
    EXPECT_EQ(count(text, "<data key=\"through\">true</data>"), 1u);
    EXPECT_EQ(count(text, "<edge "), network.arc_count());
    EXPECT_NE(
        text.find(
            "<edge id=\"0\" source=\"1\" target=\"2\"><data key=\"id\">100</data><data key=\"c0\">100.1</data>"
            "<data key=\"c1\">10.5</data><data key=\"t0\">High Street</data><data key=\"t1\">primary</data></edge>"),
        std::string::npos);
    // The ferry has no length, and the lane is drawn in the direction of each arc.
    EXPECT_EQ(count(text, "<data key=\"c0\">"), network.arc_count() - 2);
    EXPECT_NE(text.find("LINESTRING (7.002 43.001, 7.0021 43.0005, 7.002 43)"), std::string::npos);
    EXPECT_NE(text.find("LINESTRING (7.002 43, 7.0021 43.0005, 7.002 43.001)"), std::string::npos);
}

TEST(ExportGraphml, EscapesWhatXmlMeansOtherwise) {
    const test::ScratchFolder folder;
    RoadNetwork network;
    network.node_ids = IdTable(std::vector<std::string>{"a<b", "\"c\""});
    network.arc_ids = IdTable(std::vector<std::string>{"x\n\x01"});
    network.tail = {0};
    network.head = {1};
    network.texts = {TextColumn("name")};
    network.texts[0].add("Marks & Sons >");
    write_network(network, folder.file("n.graphml"));
    const std::string text = folder.text("n.graphml");
    EXPECT_NE(
        text.find("<edge id=\"0\" source=\"a&lt;b\" target=\"&quot;c&quot;\"><data key=\"id\">x&#10;\xef\xbf\xbd</data>"
                  "<data key=\"t0\">Marks &amp; Sons &gt;</data></edge>"),
        std::string::npos)
        << text;
}

RoadNetwork one_arc(std::vector<std::string> nodes, const std::string& name) {
    RoadNetwork network;
    network.node_ids = IdTable(std::move(nodes));
    network.arc_ids = IdTable(std::vector<std::string>{"Gr\xfc\xdf"});
    network.tail = {0};
    network.head = {1};
    network.texts = {TextColumn("name")};
    network.texts[0].add(name);
    return network;
}

// Expat, behind the reader of GraphML, refuses bytes that are no UTF-8 and characters that XML 1.0 does not have.
TEST(ExportGraphml, WhatIsNoXmlBecomesAReplacementCharacter) {
    const test::ScratchFolder folder;
    const std::string path = folder.file("n.graphml");
    write_network(one_arc({"Stra\xdf"
                           "e",
                           "Straße"},
                          "\x01\xef\xbf\xbf cut \xe2\x82"),
                  path);
    const RoadNetwork back = read_network(path);
    EXPECT_EQ(back.node_ids.texts(), (std::vector<std::string>{"Stra\ufffde", "Straße"}));
    const auto name =
        std::ranges::find(back.texts, std::string_view("name"), [](const TextColumn& text) { return text.name(); });
    ASSERT_NE(name, back.texts.end());
    EXPECT_EQ(name->text(0), "\ufffd\ufffd cut \ufffd");
}

TEST(ExportGraphml, NodesThatWouldBecomeOneAreRefused) {
    const test::ScratchFolder folder;
    for (const char* other : {"Stra\xfc"
                              "e",
                              "Stra\ufffde"}) {
        EXPECT_THROW(write_network(one_arc({"Stra\xdf"
                                            "e",
                                            other},
                                           ""),
                                   folder.file("n.graphml")),
                     InputError);
    }
    EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace allways::tools
