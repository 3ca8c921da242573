#include "routes/node_argument.h"

#include "allways/base/error.h"
#include "route_support.h"

namespace allways::tools {
namespace {

using test::small_town;
using test::source_of;
using test::source_of_table;
using Component = NodeFinder::Component;

TEST(NodeArgument, PositionsLeadIntoTheLargestComponent) {
    for (const auto& source : {source_of(small_town()), source_of_table(small_town())}) {
        std::vector<std::string> said;
        NodeFinder finder(*source, Component::largest,
                          [&](LogLevel, std::string_view message) { said.emplace_back(message); });
        const Stop stop = finder.find("@6.9991,43");  // node 11 is nearer, and has no way out
        EXPECT_EQ(stop.node, 0u);
        ASSERT_TRUE(stop.asked);
        EXPECT_TRUE(stop.asked->in_metres);
        EXPECT_NEAR(stop.asked->distance, 73.4, 0.5);
        EXPECT_EQ(said.back(), "@6.9991,43: node 1, 73 m away");
        EXPECT_EQ(NodeFinder(*source, Component::any, {}).find("@6.9991,43").node, 10u);
        EXPECT_FALSE(finder.find("11").asked);
        EXPECT_EQ(finder.positions(), 1u);
    }
}

TEST(NodeArgument, PositionsGoThroughTheReferenceSystem) {
    const auto source = source_of(small_town("EPSG:32632"));
    NodeFinder finder(*source, Component::largest, {});
    const Stop stop = finder.find("@7.0035,43.0026");
    EXPECT_EQ(source->node_ids().text(stop.node), "8");
    EXPECT_NEAR(stop.asked->distance, 11.1, 0.1);
    EXPECT_EQ(stop.asked->point, (Coordinate{7.0035, 43.0026}));
}

TEST(NodeArgument, FarNodesAreWarnedOf) {
    const auto source = source_of(small_town());
    std::vector<std::pair<LogLevel, std::string>> said;
    NodeFinder finder(*source, Component::largest,
                      [&](LogLevel level, std::string_view message) { said.emplace_back(level, message); });
    finder.find("@7.003,43");
    EXPECT_EQ(said.back().first, LogLevel::info);
    finder.find("@43,7", LogLevel::debug);  // as lists are read
    EXPECT_EQ(said.back().first, LogLevel::debug);
    finder.find("@43,7");
    EXPECT_EQ(said.back().first, LogLevel::warning);
    EXPECT_NE(said.back().second.find(" km away; positions are @longitude,latitude"), std::string::npos);
    EXPECT_EQ(finder.level_of(finder.farthest()), LogLevel::warning);
}

TEST(NodeArgument, OfAnUnknownSystemTheFilesOwnNumbers) {
    const auto source = source_of(small_town(""));
    std::vector<std::string> said;
    NodeFinder finder(*source, Component::largest,
                      [&](LogLevel, std::string_view message) { said.emplace_back(message); });
    EXPECT_EQ(finder.find("@1000,43").node, 7u);
    EXPECT_FALSE(finder.find("@7, 43").asked->in_metres);
    EXPECT_EQ(std::ranges::count_if(said, [](const std::string& text) { return text.find("not stated") != text.npos; }),
              1);
}

TEST(NodeArgument, MalformedPositionsAreRefused) {
    const auto source = source_of(small_town());
    NodeFinder finder(*source, Component::largest, {});
    for (const char* text : {"@", "@7", "@7,", "@,43", "@7,43,2", "@7;43", "@a,b", "@nan,43", "@inf,0", "@181,43",
                             "@7,-90.5", "@43.7 7.4"}) {
        EXPECT_THROW(finder.find(text), InvalidArgument) << text;
    }
    EXPECT_THROW(finder.find("12"), InputError);
}

TEST(NodeArgument, WithoutCoordinatesOrComponent) {
    RoadNetwork bare = small_town();
    bare.coordinates.clear();
    EXPECT_THROW(NodeFinder(*source_of(bare), Component::any, {}).find("@7,43"), InputError);

    RoadNetwork lost = small_town();
    lost.coordinates[0].x = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(NodeFinder(*source_of(lost), Component::any, {}).find("@7,43").node, 1u);

    test::TownBuilder one_way("EPSG:4326");
    one_way.street(1, 2, "", "", false);
    const auto source = source_of(one_way.finish());
    EXPECT_THROW(NodeFinder(*source, Component::largest, {}).find("@7,43"), InvalidArgument);
    EXPECT_EQ(NodeFinder(*source, Component::any, {}).find("@7,43").node, 0u);
}

TEST(NodeArgument, ArcsWithoutACostConnectNothing) {
    RoadNetwork town = small_town();
    // Without the second half of High Street, 1 and 2 hang apart from the rest.
    for (const std::size_t arc : {2u, 3u}) town.columns[1].values[arc] = Decimal::missing();
    EXPECT_EQ(NodeFinder(*source_of(town), Component::largest, {}).find("@7,43").node, 2u);
}

}  // namespace
}  // namespace allways::tools
