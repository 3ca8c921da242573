// SPDX-License-Identifier: Apache-2.0
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
    EXPECT_TRUE(messages.contains("lengths are read in ft"));
    EXPECT_EQ(network.column("free_speed")->unit, "mph");
    EXPECT_EQ(texts(*network.column("lanes")), (Texts{"1", "missing", "missing", "2", "2"}));
    EXPECT_EQ(network.column("facility_type"), nullptr);
    // 5280 ft at 30 mph are 120 s; 5290.5 · 15 / (22 · 25) = 144.286363…
    EXPECT_EQ(texts(*network.column("time")),
              (Texts{"120", "144.286363636364", "144.286363636364", "missing", "missing"}));
    EXPECT_EQ(network.column("time")->unit, "s");
    EXPECT_EQ(network.column("time")->resolution_digits, 3);
}

// As in every table of arcs (attributes/arc_table.h).
TEST(Gmns, InfinityIsNoValueAndSpeedsMayHaveADecimalComma) {
    const TemporaryFolder folder;
    Town town;
    town.links =
        "link_id,from_node_id,to_node_id,directed,free_speed,toll,parking\n1,1,2,0,\"50,5 km/h\",inf,none\n"
        "2,2,1,1,30 km/h,2,inf\n3,1,2,1,,,yes\n";
    const auto network = town.read(folder);
    EXPECT_EQ(network.reversed, (std::vector<std::uint8_t>{0, 1, 0, 0}));
    EXPECT_EQ(texts(*network.column("free_speed")), (Texts{"50.5", "50.5", "30", "missing"}));
    EXPECT_EQ(texts(*network.column("toll")), (Texts{"missing", "missing", "2", "missing"}));
    EXPECT_EQ(network.text("parking")->text(1), "none");  // a text where others are texts
    EXPECT_EQ(network.text("parking")->text(2), "inf");
}

TEST(Gmns, ZonesWithoutCentroidsAreMentioned) {
    const TemporaryFolder folder;
    const auto told = [&](const std::string& nodes) {
        folder.write("town/node.csv", nodes);
        folder.write("town/link.csv", "link_id,from_node_id,to_node_id,length\n1,1,2,40\n");
        Messages messages;
        read_network(folder.path("town"), {.log = messages.callback()});
        return messages.contains("no node_type, so centroids are unknown");
    };
    EXPECT_TRUE(told("node_id,x_coord,y_coord,node_type,zone_id\n1,0,0,,7\n2,40,0,,\n"));
    EXPECT_FALSE(told("node_id,x_coord,y_coord,node_type,zone_id\n1,0,0,centroid,7\n2,40,0,,\n"));
    EXPECT_FALSE(told("node_id,x_coord,y_coord,node_type,zone_id\n1,0,0,,\n2,40,0,,\n"));
}

TEST(Gmns, TheCostOfLinksWithoutTimesIsNamed) {
    const TemporaryFolder folder;
    const auto messages_of = [&](const Town& town, ReadOptions options = {}) {
        Messages messages;
        options.log = messages.callback();
        town.read(folder, options);
        return messages;
    };
    Town town;
    EXPECT_FALSE(messages_of(town).contains("so the links have no times"));
    town.links = "link_id,from_node_id,to_node_id,length,lanes\n1,1,2,1,2\n";
    EXPECT_TRUE(messages_of(town).contains(
        "link.csv has no numeric field 'free_speed', so the links have no times: the cost is 'length' by default"));
    EXPECT_FALSE(messages_of(town, {.cost = "lanes"}).contains("by default"));
    town.links = Town().links;
    town.config = "short_length,long_length,speed,crs\nm,km,furlongs,32619\n";
    EXPECT_TRUE(messages_of(town).contains("so the links have no times: the cost is 'length' by default"));
    town.config = "short_length,long_length,crs\nm,km,32619\n";
    EXPECT_TRUE(
        messages_of(town).contains("lengths are in 'km', speeds in unknown units (set `length_unit` and `speed_unit`), "
                                   "so the links have no times"));
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
        EXPECT_TRUE(messages.contains("lengths are read in"));
        return messages.contains("as long as its straight line");
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

TEST(Gmns, StatedLengthUnitsAreHeldAgainstTheStraightLines) {
    const TemporaryFolder folder;
    Messages messages;
    const auto read = [&](const Town& town, const std::string& unit) {
        messages = {};
        return town.read(folder, {.length_unit = unit, .log = messages.callback()}).column("length")->unit;
    };
    Town town;
    town.links = "link_id,from_node_id,to_node_id,length,free_speed\n1,1,2,1000,36\n";
    EXPECT_EQ(read(town, "km"), "km");
    EXPECT_TRUE(
        messages.contains("lengths in km are 1,000 times the straight line between their ends; try `length_unit` m"));
    EXPECT_EQ(read(town, "m"), "m");
    EXPECT_FALSE(messages.contains("straight line"));
    town.config = "short_length,long_length,speed,crs\nfoot,mile,mph,3735\n";
    EXPECT_EQ(read(town, "mi"), "mi");
    EXPECT_TRUE(
        messages.contains("lengths in mi are 5,280 times the straight line between their ends; try `length_unit` ft"));
    town.read(folder, {.log = messages.callback()});
    EXPECT_TRUE(messages.contains("lengths are read in ft, not mi, the long_length of config.csv"));
    town.links = "link_id,from_node_id,to_node_id,length,free_speed\n1,1,2,40,36\n";  // no unit fits
    EXPECT_EQ(read(town, "mi"), "mi");
    EXPECT_FALSE(messages.contains("straight line"));
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
    ALLWAYS_EXPECT_ERROR(3, "expected 4 fields", town.read(folder));
    town = {};
    town.nodes = "node_id,x_coord,y_coord\n1,0,0\n2,0,0\n1,0,0\n";
    ALLWAYS_EXPECT_ERROR(4, "duplicate node_id 1", town.read(folder));
    town.nodes = "node_id,x_coord,y_coord\n1,0,east\n";
    ALLWAYS_EXPECT_ERROR(2, "x_coord and y_coord need numbers", town.read(folder));
    std::filesystem::remove(folder.path("town/node.csv"));
    ALLWAYS_EXPECT_ERROR(0, "cannot be opened", read_network(folder.path("town")));
}

// ALL, WALK, and what lanes and groups say.
struct ModesTown : Town {
    ModesTown() {
        nodes = "node_id\n1\n2\n3\n";
        links =
            "link_id,from_node_id,to_node_id,length,free_speed,allowed_uses\n"
            "road,1,2,1,36,ALL\nempty,2,3,1,36,\npath,1,3,1,36,\"WALK, "
            "Bike\"\nrail,3,1,1,36,LRT\ncar,2,1,1,36,hov2;Car\n";
    }
    std::vector<std::string> arcs(const TemporaryFolder& folder, const ReadOptions& options) const {
        const auto network = read(folder, options);
        std::vector<std::string> ids;
        for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) ids.push_back(network.arc_ids.text(arc));
        return ids;
    }
};

TEST(Gmns, AModeReadsTheLinksThatAreOpenToIt) {
    const TemporaryFolder folder;
    const ModesTown town;
    Messages messages;
    EXPECT_EQ(town.arcs(folder, {.log = messages.callback()}).size(), 5u);
    EXPECT_TRUE(messages.contains("and all are read; modes are auto, bike, hov2, lrt, walk; `mode` states it"));
    messages.lines.clear();
    EXPECT_EQ(town.arcs(folder, {.mode = "auto", .log = messages.callback()}), (Texts{"road", "empty", "car"}));
    EXPECT_TRUE(messages.contains("2 of 5 links are closed to the mode 'auto'"));
    EXPECT_FALSE(messages.contains("all are read"));
    EXPECT_EQ(town.arcs(folder, {.mode = "Foot"}), (Texts{"road", "empty", "path"}));
    EXPECT_EQ(town.arcs(folder, {.profile = "bicycle"}), (Texts{"road", "empty", "path"}));
    EXPECT_EQ(town.arcs(folder, {.profile = "car", .mode = "lrt"}), (Texts{"road", "empty", "rail"}));
    EXPECT_EQ(town.arcs(folder, {.mode = "hov2"}), (Texts{"road", "empty", "car"}));
    try {
        town.read(folder, {.mode = "hovercraft"});
        ADD_FAILURE();
    } catch (const InvalidArgument& error) {
        EXPECT_NE(std::string(error.what()).find("no use 'hovercraft'; it has: auto, bike"), std::string::npos)
            << error.what();
    }
    EXPECT_THROW(town.read(folder, {.profile = "mine.toml"}), InvalidArgument);
}

TEST(Gmns, LanesAndGroupsTellTheUsesOfLinks) {
    const TemporaryFolder folder;
    ModesTown town;
    folder.write("town/use_group.csv",
                 "use_group,uses,description\nsoft,\"bike, walk\",\nmost,\"soft,auto\",\ncircle,circle,\n");
    folder.write("town/use_definition.csv", "use,persons_per_vehicle,pce\nbus,10,2\nshoulder,0,0\n");
    folder.write("town/lane.csv",
                 "lane_id,link_id,lane_num,allowed_uses\n1,empty,1,BUS\n2,empty,2,SOFT\n3,road,1,BUS\n4,rail,1,\n");
    EXPECT_EQ(town.arcs(folder, {.mode = "auto"}), (Texts{"road", "car"}));
    EXPECT_EQ(town.arcs(folder, {.mode = "bus"}), (Texts{"road", "empty"}));
    EXPECT_EQ(town.arcs(folder, {.mode = "walk"}), (Texts{"road", "empty", "path"}));
    EXPECT_THROW(town.read(folder, {.mode = "shoulder"}), InvalidArgument);
    town.links = "link_id,from_node_id,to_node_id,allowed_uses\na,1,2,most\nb,2,1,soft\nc,1,3,circle\n";
    EXPECT_EQ(town.arcs(folder, {.mode = "auto"}), (Texts{"a"}));
    town.links = "link_id,from_node_id,to_node_id,allowed_uses\nb,2,1,soft\n";
    ALLWAYS_EXPECT_ERROR(0, "no link is open to the mode 'auto': 1 for bike and walk",
                         town.read(folder, {.mode = "auto"}));
}

TEST(Gmns, LinksOfOneUseAreNoChoice) {
    const TemporaryFolder folder;
    ModesTown town;
    town.links = "link_id,from_node_id,to_node_id,allowed_uses\na,1,2,AUTO\nb,2,1,auto\n";
    Messages messages;
    EXPECT_EQ(town.arcs(folder, {.log = messages.callback()}).size(), 2u);
    EXPECT_FALSE(messages.contains("`mode`"));
}

// A kilometre at 36 km/h, at 5 on foot and at 16 by bicycle; the same without a stated speed.
TEST(Gmns, WalkersAndCyclistsKeepTheirOwnSpeed) {
    const TemporaryFolder folder;
    ModesTown town;
    EXPECT_EQ(texts(*town.read(folder, {.mode = "auto"}).column("time")), (Texts{"100", "100", "100"}));
    EXPECT_EQ(texts(*town.read(folder, {.mode = "walk"}).column("time")), (Texts{"720", "720", "720"}));
    EXPECT_EQ(texts(*town.read(folder, {.mode = "bike"}).column("time")), (Texts{"225", "225", "225"}));
    town.links = "link_id,from_node_id,to_node_id,length,free_speed\na,1,2,1,\nb,2,1,1,4\n";
    EXPECT_EQ(texts(*town.read(folder, {.mode = "walk"}).column("time")), (Texts{"720", "900"}));
    town.links = "link_id,from_node_id,to_node_id,length\na,1,2,1\n";
    EXPECT_EQ(texts(*town.read(folder, {.mode = "walk"}).column("time")), (Texts{"720"}));
}

TEST(Gmns, FieldsGoByTheOptionsOrByNamesCutShort) {
    const TemporaryFolder folder;
    Town town;
    town.links = "LINK_ID,FROM_NODE_,TO_NODE_ID,LENGTH,FREE_SPEED,ALLOWED_US\nx,1,2,1,36,WALK\ny,2,1,1,36,AUTO\n";
    EXPECT_EQ(town.read(folder, {.mode = "walk"}).arc_ids.text(0), "x");
    folder.write("cut/node.csv", town.nodes);
    EXPECT_EQ(read_network(folder.write("cut/link.csv", town.links)).provenance.format, "gmns");
    town.links = "nr,a,b,length,v,price\nx,1,2,1,72,0.1234567890123456789012\ny,2,1,1,36,5\n";
    const ReadOptions options{
        .from_field = "A", .to_field = "b", .cost_field = "price", .id_field = "nr", .speed_field = "v"};
    const auto network = town.read(folder, options);
    EXPECT_EQ(network.arc_ids.text(1), "y");
    EXPECT_EQ(texts(*network.column("cost")), (Texts{"0.123456789012345679", "5"}));
    EXPECT_EQ(texts(*network.column("time")), (Texts{"50", "100"}));
    EXPECT_THROW(town.read(folder, {.from_field = "c", .to_field = "b"}), InvalidArgument);
    EXPECT_THROW(town.read(folder, {.from_field = "a", .to_field = "b", .speed_field = "nr"}), InvalidArgument);
}

TEST(Gmns, AFilterKeepsLinks) {
    const TemporaryFolder folder;
    Town town;
    town.links = "link_id,from_node_id,to_node_id,lanes,name\nx,1,2,2,Main\ny,2,1,10,\nz,2,1,,Side\n";
    const auto ids = [&](const std::string& where) {
        const auto network = town.read(folder, {.where = where});
        std::string all;
        for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) all += network.arc_ids.text(arc);
        return all;
    };
    EXPECT_EQ(ids("lanes >= 2"), "xy");  // as numbers
    EXPECT_EQ(ids("name IS NULL OR name = 'Side'"), "yz");
    EXPECT_EQ(ids("name LIKE 'M%' AND NOT lanes IN (3, 4)"), "x");
    EXPECT_THROW(ids("speed > 3"), InvalidArgument);
    EXPECT_THROW(ids("lanes >"), InvalidArgument);
    ALLWAYS_EXPECT_ERROR(0, "no link of 3 passes the filter", ids("lanes > 99"));
}

TEST(Gmns, UnitsThatNoFileStatesAreStatedByOptions) {
    const TemporaryFolder folder;
    Town town;
    town.config = "dataset_name\nx\n";
    Messages messages;
    const auto network = town.read(folder, {.length_unit = "mi", .speed_unit = "mph", .log = messages.callback()});
    EXPECT_EQ(texts(*network.column("time")), (Texts{"100"}));
    EXPECT_EQ(network.column("length")->unit, "mi");
    EXPECT_FALSE(messages.contains("no config.csv"));
    town.config = "long_length,speed\nkm,kph\n";
    EXPECT_EQ(texts(*town.read(folder, {.length_unit = "m"}).column("time")), (Texts{"0.1"}));
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
    folder.write("town/geometry.csv",
                 "geometry_id,geometry\ng1,\"LINESTRING (0 0,1000 0)\"\nunused,\"LINESTRING (0 0,9 9)\"\n");
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
    folder.write("town/geometry.csv",
                 "geometry_id,geometry\ng1,\"LINESTRING (0 0,1000 0)\"\ng1,\"LINESTRING (0 0,9 9)\"\n");
    ALLWAYS_EXPECT_ERROR(3, "duplicate geometry_id g1", town.read(folder));
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
        return column == nullptr
                   ? Texts{}
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
