#include "support.h"

namespace allways::test {
namespace {

using Texts = std::vector<std::string>;

struct Town {
    std::string nodes = "node_id,x_coord,y_coord\n1,0,0\n2,1000,0\n";
    std::string links = "link_id,from_node_id,to_node_id,length,free_speed\n1,1,2,1,36\n";
    std::string config = "short_length,long_length,speed,crs\nm,km,kph,32619\n";

    RoadNetwork read(const TemporaryFolder& folder, const ReadOptions& options = {}) const {
        folder.write("town/node.csv", nodes);
        folder.write("town/link.csv", links);
        folder.write("town/config.csv", config);
        return read_network(folder.path("town"), options);
    }
};

TEST(Gmns, ReadsAFolder) {
    Messages messages;
    ImportReport report;
    const auto network = read_network(fixture("town"), {.log = messages.callback()}, &report);
    EXPECT_EQ(network.node_ids.texts(), (Texts{"z1", "7", "market"}));
    EXPECT_EQ(network.no_through, (std::vector<std::uint8_t>{1, 0, 0}));
    EXPECT_EQ(network.tail, (std::vector<NodeIndex>{0, 1, 2, 2, 2}));
    EXPECT_EQ(network.head, (std::vector<NodeIndex>{1, 2, 1, 1, 0}));
    EXPECT_EQ(network.arc_ids.texts(), (Texts{"1 7", "7 m", "7 m", "m 7", "m z"}));
    EXPECT_EQ(network.reversed, (std::vector<std::uint8_t>{0, 0, 1, 0, 0}));
    EXPECT_EQ(network.coordinates[2].y, 9280);
    EXPECT_EQ(network.provenance.crs, "EPSG:3735");
    EXPECT_EQ(report.no_through_nodes, 1u);

    EXPECT_EQ(network.column("length")->unit, "ft");
    EXPECT_TRUE(messages.contains("lengths are taken as ft"));
    EXPECT_EQ(network.column("free_speed")->unit, "mph");
    EXPECT_EQ(texts(*network.column("lanes")), (Texts{"1", "missing", "missing", "2", "2"}));
    EXPECT_EQ(network.column("facility_type"), nullptr);
    // 5280 ft at 30 mph are 120 s; 5290.5 · 15 / (22 · 25) = 144.286363…
    EXPECT_EQ(texts(*network.column("time")),
              (Texts{"120", "144.286363636364", "144.286363636364", "missing", "missing"}));
    EXPECT_EQ(network.column("time")->unit, "s");
    EXPECT_EQ(network.column("time")->resolution_digits, 3);
}

TEST(Gmns, OneOfItsFilesStandsForTheFolder) {
    EXPECT_EQ(read_network(fixture("town/link.csv")).arc_count(), 5u);
    EXPECT_EQ(read_network(fixture("town/node.csv")).arc_count(), 5u);
}

TEST(Gmns, LengthUnitIsWhatTheStraightLinesSay) {
    const TemporaryFolder folder;
    Town town;
    EXPECT_EQ(town.read(folder).column("length")->unit, "km");
    EXPECT_EQ(texts(*town.read(folder).column("time")), (Texts{"100"}));
    town.links = "link_id,from_node_id,to_node_id,length,free_speed\n1,1,2,1010,36\n";
    EXPECT_EQ(town.read(folder).column("length")->unit, "m");
    EXPECT_EQ(texts(*town.read(folder).column("time")), (Texts{"101"}));
    town.config = "long_length,short_length,speed,crs\nmile,foot,mph,EPSG:4326\n";
    town.nodes = "node_id,x_coord,y_coord\n1,9,48\n2,9,48.01\n";
    town.links = "link_id,from_node_id,to_node_id,length,free_speed\n1,1,2,0.7,36\n";
    EXPECT_EQ(town.read(folder).column("length")->unit, "mi");
    EXPECT_EQ(texts(*town.read(folder).column("time")), (Texts{"70"}));
    town.nodes = "node_id\n1\n2\n";  // no coordinates: the specification's unit
    EXPECT_EQ(town.read(folder).column("length")->unit, "mi");
}

TEST(Gmns, StraightLinesAreMentionedOnlyWhereTheyDecide) {
    const TemporaryFolder folder;
    const auto said = [&](const Town& town) {
        Messages messages;
        town.read(folder, {.log = messages.callback()});
        EXPECT_TRUE(messages.contains("lengths are taken as"));
        return messages.contains("times its straight line");
    };
    Town town;
    EXPECT_TRUE(said(town));
    town.config = "long_length,speed\nkm,kph\n";  // nothing to decide
    EXPECT_FALSE(said(town));
    town.config = "short_length,speed\nm,kph\n";
    EXPECT_FALSE(said(town));
    town.config = "short_length,long_length,speed\nm,km,kph\n";
    town.links = "link_id,from_node_id,to_node_id,length,free_speed\n1,1,2,40,36\n";  // neither unit fits
    EXPECT_FALSE(said(town));
}

TEST(Gmns, ConfigStatesTheUnitOfATimeField) {
    const TemporaryFolder folder;
    Town town;
    town.links = "link_id,from_node_id,to_node_id,length,free_speed,time\n1,1,2,1,36,7.5\n";
    EXPECT_EQ(town.read(folder).column("time")->unit, "");
    for (const auto& [word, unit] : {std::pair{"second", "s"}, {"minute", "min"}, {"hour", "h"}}) {
        town.config = std::string("long_length,speed,time\nkm,kph,") + word + "\n";
        const auto network = town.read(folder);
        EXPECT_EQ(network.column("time")->unit, unit);
        EXPECT_EQ(texts(*network.column("time")), (Texts{"7.5"}));
    }
    town.links = "link_id,from_node_id,to_node_id,time\n1,1,2,7.5\n";
    EXPECT_EQ(town.read(folder).column("time")->unit, "h");
    town.links = "link_id,from_node_id,to_node_id,length,free_speed\n1,1,2,1,36\n";  // its own times are seconds
    EXPECT_EQ(town.read(folder).column("time")->unit, "s");
}

TEST(Gmns, WithoutUnitsThereAreNoTimes) {
    const TemporaryFolder folder;
    Messages messages;
    Town town;
    town.config = "dataset_name\nx\n";
    const auto network = town.read(folder, {.log = messages.callback()});
    EXPECT_EQ(network.column("time"), nullptr);
    EXPECT_TRUE(messages.contains("no config.csv states a unit"));
}

TEST(Gmns, RefusesMalformedFilesByLine) {
    const TemporaryFolder folder;
    Town town;
    town.links = "link_id,from_node_id,to_node_id\n1,1,3\n";
    ALLWAYS_EXPECT_ERROR(2, "to_node_id 3 is not in node.csv", town.read(folder));
    town.links = "link_id,from_node_id,to_node_id,directed\n1,1,2,maybe\n";
    ALLWAYS_EXPECT_ERROR(2, "directed needs TRUE, FALSE", town.read(folder));
    town.links = "link_id,from_node_id\n1,1\n";
    ALLWAYS_EXPECT_ERROR(1, "needs the field 'to_node_id'", town.read(folder));
    town.links = "link_id,from_node_id,to_node_id,length\n1,1,2,long\n";
    ALLWAYS_EXPECT_ERROR(2, "length needs a number, found 'long'", town.read(folder));
    town.links = "link_id,from_node_id,to_node_id,length\n1,1,2,3\n2,1,2\n";
    ALLWAYS_EXPECT_ERROR(3, "4 fields were expected", town.read(folder));
    town = {};
    town.nodes = "node_id,x_coord,y_coord\n1,0,0\n2,0,0\n1,0,0\n";
    ALLWAYS_EXPECT_ERROR(4, "node_id 1 is there twice", town.read(folder));
    town.nodes = "node_id,x_coord,y_coord\n1,0,east\n";
    ALLWAYS_EXPECT_ERROR(2, "x_coord and y_coord need numbers", town.read(folder));
    std::filesystem::remove(folder.path("town/node.csv"));
    ALLWAYS_EXPECT_ERROR(0, "cannot be opened", read_network(folder.path("town")));
}

using Points = std::vector<Coordinate>;

TEST(Gmns, ShapesAreWktOfTheLink) {
    const TemporaryFolder folder;
    Town town;
    town.links =
        "\xEF\xBB\xBFlink_id,from_node_id,to_node_id,directed,geometry,dir_flag\n"
        "a b,1,2,TRUE,\"LINESTRING (0 0, 500 1e2, 1000 0)\",1\n"
        "2,1,2,TRUE,\"linestring(1000 0,0 0)\",-1\n"
        "3,1,2,FALSE,\"LINESTRING Z (0 0 7,1000 0 8)\",\n"
        "4,1,2,FALSE,\"LINESTRING (1000 0,400 5,0 0)\",0\n"
        "5,1,2,TRUE,\"LINESTRING (1000 0,0 0)\",1\n"
        "6,1,2,TRUE,,\n"
        "7,1,2,TRUE,LINESTRING EMPTY,\n";
    const auto network = town.read(folder);
    EXPECT_EQ(network.arc_ids.text(0), "a b");
    EXPECT_EQ(network.tail, (std::vector<NodeIndex>{0, 0, 0, 1, 0, 1, 0, 0, 0}));
    const ArcShapes& shapes = network.shapes;
    EXPECT_EQ(shapes.shape_count(), 5u);
    EXPECT_EQ(shapes.points(0), (Points{{0, 0}, {500, 100}, {1000, 0}}));
    EXPECT_EQ(shapes.points(1), (Points{{0, 0}, {1000, 0}}));
    EXPECT_EQ(shapes.points(2), (Points{{0, 0}, {1000, 0}}));
    EXPECT_EQ(shapes.points(3), (Points{{1000, 0}, {0, 0}}));
    EXPECT_EQ(shapes.shape(2), shapes.shape(3));
    EXPECT_EQ(shapes.points(4), (Points{{0, 0}, {400, 5}, {1000, 0}}));  // no direction stated: as the ends lie
    EXPECT_EQ(shapes.points(5), (Points{{1000, 0}, {400, 5}, {0, 0}}));
    EXPECT_EQ(shapes.points(6), (Points{{1000, 0}, {0, 0}}));  // as stated
    EXPECT_FALSE(shapes.has_shape(7));
    EXPECT_FALSE(shapes.has_shape(8));
    EXPECT_EQ(network.column("dir_flag"), nullptr);
    EXPECT_EQ(network.text("geometry"), nullptr);
}

TEST(Gmns, ShapesOfGeometryCsv) {
    const TemporaryFolder folder;
    folder.write("town/geometry.csv", "geometry_id,geometry\ng1,\"LINESTRING (0 0,1000 0)\"\nunused,\"LINESTRING (0 0,9 9)\"\n");
    Town town;
    town.links =
        "link_id,from_node_id,to_node_id,geometry_id,dir_flag\n"
        "1,1,2,g1,1\n2,2,1,g1,-1\n3,1,2,g9,1\n4,1,2,,\n";
    Messages messages;
    const auto network = town.read(folder, {.log = messages.callback()});
    EXPECT_EQ(network.shapes.shape_count(), 1u);
    EXPECT_EQ(network.shapes.points(1), (Points{{1000, 0}, {0, 0}}));
    EXPECT_FALSE(network.shapes.has_shape(2));
    EXPECT_TRUE(messages.contains("1 link has a geometry_id that is not in geometry.csv"));
    folder.write("town/geometry.csv", "geometry_id,geometry\ng1,\"LINESTRING (0 0,1000 0)\"\ng1,\"LINESTRING (0 0,9 9)\"\n");
    ALLWAYS_EXPECT_ERROR(3, "geometry_id g1 is there twice", town.read(folder));
}

TEST(Gmns, WktThatIsNoLine) {
    const TemporaryFolder folder;
    Town town;
    for (const char* wkt : {"LINESTRING (0 0", "POINT (0 0)", "LINESTRING (0 0)", "LINESTRING (0 0, 1 1) x", "here",
                            "LINESTRING (0 0, nan 1)", "POLYGON ((0 0, 1 1, 1 0, 0 0))"}) {
        town.links = std::string("link_id,from_node_id,to_node_id,geometry\n1,1,2,\n2,1,2,\"") + wkt + "\"\n";
        ALLWAYS_EXPECT_ERROR(3, "geometry needs WKT such as LINESTRING (1 2, 3 4)", town.read(folder));
    }
    town.links = "link_id,from_node_id,to_node_id,dir_flag\n1,1,2,2\n";
    ALLWAYS_EXPECT_ERROR(2, "dir_flag needs 1, -1, 0 or nothing, found '2'", town.read(folder));
}

TEST(Gmns, TextsOfLinks) {
    const TemporaryFolder folder;
    Town town;
    town.links =
        "link_id,from_node_id,to_node_id,name,facility_type,parking,lanes,toll\n"
        "1,1,2,7,none,1,2,\n2,1,2,,,none,NA,\n3,1,2,Main St,hot,angle,1,\n";
    const auto network = town.read(folder);
    const auto text = [&](const char* name) {
        const TextColumn* column = network.text(name);
        return column == nullptr ? Texts{}
                                 : Texts{std::string(column->text(0)), std::string(column->text(1)), std::string(column->text(2))};
    };
    EXPECT_EQ(text("name"), (Texts{"7", "", "Main St"}));
    EXPECT_EQ(text("facility_type"), (Texts{"none", "", "hot"}));
    EXPECT_EQ(text("parking"), (Texts{"1", "none", "angle"}));
    EXPECT_EQ(texts(*network.column("lanes")), (Texts{"2", "missing", "1"}));
    EXPECT_EQ(network.texts.size(), 3u);
    EXPECT_EQ(network.column("toll"), nullptr);
}

}  // namespace
}  // namespace allways::test
