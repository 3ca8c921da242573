// SPDX-License-Identifier: Apache-2.0
// Networks through our own GeoPackage and back: nothing may be lost, and what GDAL sees must be right.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <tuple>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/factorize.h"
#include "allways/export/export.h"
#include "allways/importers/read.h"
#include "allways/network/make_network.h"
#include "allways/network/road_network.h"
#include "libraries/gdal_library.h"
#include "libraries/open_dataset.h"
#include "scratch_folder.h"
#include "support/random_networks.h"

namespace allways::tools {

using namespace importers;
namespace {

using test::ScratchFolder;

std::vector<std::string> texts(const IdTable& ids) {
    std::vector<std::string> all;
    for (std::uint32_t i = 0; i < ids.size(); ++i) all.push_back(ids.text(i));
    return all;
}

bool any(const std::vector<std::uint8_t>& flags) {
    return std::ranges::any_of(flags, [](std::uint8_t flag) { return flag != 0; });
}

// `back` was read from a file that `network` was written to.
void expect_same(const RoadNetwork& back, const RoadNetwork& network) {
    EXPECT_EQ(texts(back.node_ids), texts(network.node_ids));
    EXPECT_EQ(back.node_ids.is_numeric(), network.node_ids.is_numeric());
    EXPECT_EQ(texts(back.arc_ids), texts(network.arc_ids));
    EXPECT_EQ(back.arc_ids.is_numeric(), network.arc_ids.is_numeric());
    EXPECT_EQ(back.coordinates, network.coordinates);  // bit for bit: no value here is NaN
    EXPECT_EQ(back.tail, network.tail);
    EXPECT_EQ(back.head, network.head);
    EXPECT_EQ(back.no_through, any(network.no_through) ? network.no_through : std::vector<std::uint8_t>{});
    EXPECT_EQ(back.reversed, any(network.reversed) ? network.reversed : std::vector<std::uint8_t>{});
    EXPECT_EQ(back.columns, network.columns);
    EXPECT_EQ(back.texts, network.texts);
    EXPECT_EQ(back.shapes.shape_count(), network.shapes.shape_count());
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        EXPECT_EQ(back.shapes.has_shape(arc), network.shapes.has_shape(arc)) << arc;
        EXPECT_EQ(back.shapes.points(arc), network.shapes.points(arc)) << arc;
    }
    EXPECT_EQ(back.elimination_order, network.elimination_order);
    EXPECT_EQ(back.turns, network.turns);
    EXPECT_EQ(back.provenance.crs, network.provenance.crs);
    EXPECT_EQ(back.provenance.whole_numbers, network.provenance.whole_numbers);
    EXPECT_EQ(back.provenance.format, "gpkg");
    auto notes = network.provenance.notes;
    if (notes.empty() || notes[0].first != "source") {
        notes.insert(notes.begin(),
                     {{"source", network.provenance.source}, {"source_format", network.provenance.format}});
    }
    EXPECT_EQ(back.provenance.notes, notes);
}

RoadNetwork round_trip(const RoadNetwork& network, const ScratchFolder& folder) {
    const std::string path = folder.file("net.gpkg");
    write_network(network, path, {.overwrite = true});
    EXPECT_EQ(folder.names(), std::vector<std::string>{"net.gpkg"});
    return read_network(path);
}

void expect_round_trip(const RoadNetwork& network) {
    const ScratchFolder folder;
    const RoadNetwork back = round_trip(network, folder);
    expect_same(back, network);
    expect_same(round_trip(back, folder), back);
}

Decimal decimal(const char* text) {
    return *Decimal::parse(text);
}

// Four nodes; an edge with a shape, a one-way arc without one, a parallel one with its own, a loop.
RoadNetwork town() {
    RoadNetwork network;
    network.node_ids = IdTable(std::vector<std::int64_t>{10, -3, 9'007'199'254'740'993, 4});
    network.coordinates = {{8.5, 47.1}, {8.6, 47.2}, {0.1 + 0.2, -1e-300}, {-0.0, 47}};
    network.no_through = {NoThrough::barrier, 0, 0, 0};
    network.tail = {0, 1, 1, 1, 2};
    network.head = {1, 0, 2, 2, 2};
    network.arc_ids = IdTable(std::vector<std::int64_t>{7, 7, 2, 3, 4});
    network.reversed = {0, 1, 0, 0, 0};
    const auto exact = decimal("0.123456789012345678");
    const auto gone = Decimal::missing();
    network.columns.push_back({"length", "m", {decimal("12.5"), decimal("12.5"), gone, decimal("0"), gone}, 1});
    network.columns.push_back({"toll", "", {exact, gone, decimal("-1"), decimal("123456789012345678e-3"), gone}, {}});
    network.columns.push_back(
        {"lanes", "", {decimal("1"), decimal("900719925474099301"), gone, decimal("-2"), decimal("0")}, 0});
    network.columns.push_back({"nothing", "s", {gone, gone, gone, gone, gone}, 3});
    network.columns.push_back({"huge", "", {decimal("1e300"), decimal("1e-300"), gone, gone, gone}, {}});
    network.texts.emplace_back("name");
    for (const char* name : {"Rue d'Été", "Rue d'Été", "", "\"quoted\"; 50 %", "東京"}) network.texts[0].add(name);
    const std::vector<Coordinate> bend{{8.5, 47.1}, {8.55, 47.3}, {8.6, 47.2}};
    const std::vector<Coordinate> straight{{8.6, 47.2}, {0.1 + 0.2, -1e-300}};
    const auto edge = network.shapes.add_shape(bend);
    const auto line = network.shapes.add_shape(straight);
    network.shapes.add_arc(edge);
    network.shapes.add_arc(edge, true);
    network.shapes.add_arc(ArcShapes::no_shape);
    network.shapes.add_arc(line);
    network.shapes.add_arc(ArcShapes::no_shape);
    network.provenance = {"town.osm", "osm", "EPSG:4326", false, {{"profile", "car"}, {"attribution", "© some"}}};
    return network;
}

TEST(ExportGpkg, TownComesBackWhole) {
    expect_round_trip(town());
}

TEST(ExportGpkg, TextIdsComeBackWhole) {
    RoadNetwork network = town();
    network.node_ids = IdTable(std::vector<std::string>{"a b", "\"", "ü'", "-"});
    network.arc_ids = IdTable(std::vector<std::string>{"1 2", "1 2", "", "x", "x"});
    expect_round_trip(network);
}

TEST(ExportGpkg, TextIdsThatLookLikeNumbersStayTexts) {
    RoadNetwork network = town();
    network.node_ids = IdTable(std::vector<std::string>{"1", "2", "3", "04"});
    network.arc_ids = IdTable(std::vector<std::string>{"1", "2", "3", "4", "5"});
    expect_round_trip(network);
}

// town() with every part of TurnRules. Its arcs: 10 ⇄ -3 (0 and 1), twice -3 → 9007… (2 and 3), and a loop there (4).
RoadNetwork town_with_turns() {
    RoadNetwork network = town();
    using Kind = TurnRules::Kind;
    network.turns.add(Kind::forbidden, std::array<ArcIndex, 2>{0, 1}, "relation 7 no_u_turn");
    network.turns.add(Kind::mandatory, std::array<ArcIndex, 2>{0, 3});
    network.turns.add(Kind::mandatory, std::array<ArcIndex, 4>{1, 0, 2, 4}, "Schild \"Ü\", 50 %");
    network.turns.add(Kind::forbidden, std::array<ArcIndex, 3>{2, 4, 4});
    network.turns.costs = {
        {0, 2, decimal("12.5")}, {4, 4, decimal("0.123456789012345678")}, {0, 1, decimal("0")}, {1, 0, decimal("-3")}};
    network.turns.destination_only = {0, 0, 1, 0, 1};
    network.turns.may_turn_round = {0, 1, 0, 1};
    return network;
}

TEST(ExportGpkg, TurnRulesComeBackWhole) {
    expect_round_trip(town_with_turns());
    const auto with = [](const auto& change) {
        RoadNetwork network = town_with_turns();
        change(network.turns);
        expect_round_trip(network);
    };
    with([](TurnRules& turns) { turns.costs.clear(); });
    with([](TurnRules& turns) { turns.costs.resize(1); });  // stored as a real
    with([](TurnRules& turns) {
        const std::vector<TurnRules::Cost> costs = turns.costs;
        turns = {};
        turns.costs = costs;
    });
    with([](TurnRules& turns) {
        turns = {};
        turns.destination_only = {0, 0, 0, 0, 0};
    });
    with([](TurnRules& turns) {
        turns = {};
        turns.may_turn_round = {0, 0, 0, 0};
    });
}

TEST(ExportGpkg, TurnRulesOfLinksThatShareIdsComeBackWhole) {
    RoadNetwork network = town_with_turns();
    network.arc_ids = IdTable(std::vector<std::int64_t>{1, 1, 1, 1, 1});
    expect_round_trip(network);
    network.arc_ids = IdTable(std::vector<std::string>{"a, \"b\"", "a, \"b\"", "", "", "{c}"});
    network.node_ids = IdTable(std::vector<std::string>{"1 x", "2,", "", "4"});
    expect_round_trip(network);
    network.arc_ids = IdTable(std::vector<std::string>{"\xff", "\xfe", "x", "y", "z"});  // both become U+FFFD
    const ScratchFolder folder;
    EXPECT_EQ(round_trip(network, folder).turns, network.turns);
}

TEST(ExportGpkg, ColumnsMayBeCalledLikeTheMarksOfTurns) {
    RoadNetwork network = town_with_turns();
    network.columns[0].name = "destination_only";
    network.columns[1].name = "may_turn_round";
    expect_round_trip(network);
    network.turns = {};
    expect_round_trip(network);
}

TEST(ExportGpkg, NetworksWithoutShapesOrPlacesComeBackWhole) {
    RoadNetwork network = town();
    network.shapes = {};
    expect_round_trip(network);
    network.coordinates.clear();
    network.provenance.crs.clear();
    network.provenance.whole_numbers = true;
    expect_round_trip(network);
    network = town();
    network.coordinates.clear();  // shapes without nodes' places
    expect_round_trip(network);
}

TEST(ExportGpkg, EmptyNetworksComeBackWhole) {
    RoadNetwork network;
    expect_round_trip(network);
    network.node_ids = IdTable::consecutive(3);
    network.columns.push_back({"time", "s", {}, 3});
    network.texts.emplace_back("name");
    expect_round_trip(network);
    network.coordinates = {{1, 2}, {3, 4}, {5, 6}};
    expect_round_trip(network);
}

TEST(ExportGpkg, ColumnNamesThatCollideComeBackWhole) {
    RoadNetwork network = town();
    network.columns.clear();
    for (const char* name : {"link_id", "fid", "FID", "geom", "Time", "time", "TIME_2", "", "rowid", "a \"b\" 'c'",
                             "has_shape", "naïve", "select", "from_node_id", "x; drop table link", "[x]", "%s"}) {
        network.columns.push_back({name, "s", std::vector<Decimal>(5, Decimal(std::ssize(network.columns), 1)), {}});
    }
    network.texts.emplace_back("time");
    network.texts.emplace_back("");
    for (int arc = 0; arc < 5; ++arc) {
        network.texts[1].add("text");
        network.texts[2].add("other");
    }
    expect_round_trip(network);
}

TEST(ExportGpkg, ReferenceSystemsComeBack) {
    RoadNetwork network = town();
    for (const char* crs : {"EPSG:4326", "EPSG:32632", "EPSG:2223", "EPSG:2056", "OGC:CRS84", "",
                            "LOCAL_CS[\"somewhere\"]", "of nobody's knowledge"}) {
        network.provenance.crs = crs;
        SCOPED_TRACE(crs);
        expect_round_trip(network);
    }
}

TEST(ExportGpkg, NotesMayBeCalledLikeOurOwn) {
    RoadNetwork network = town();
    network.provenance.notes = {{"crs", "none"}, {"program", "theirs"}, {"twice", "1"}, {"twice", "2"}, {"", ""}};
    expect_round_trip(network);
}

TEST(ExportGpkg, RandomNetworksComeBackWhole) {
    for (const auto& kind : testing::network_kinds()) {
        for (const std::uint64_t seed : {1, 2, 3}) {
            RoadNetwork network = testing::random_network(kind, 5 + 40 * seed, seed);
            SCOPED_TRACE(network.provenance.source);
            Random random(seed);
            network.columns[0].resolution_digits = 2;
            ArcColumn decimals{"decimals", "min", {}, {}};
            network.texts.emplace_back("ref");
            for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
                const auto digits = static_cast<std::int64_t>(random.below(1'000'000'000'000'000'000));
                decimals.values.push_back(random.chance(0.2) ? Decimal::missing()
                                                             : Decimal(digits, static_cast<int>(random.below(30))));
                network.texts[0].add(random.chance(0.5) ? "" : std::string(random.below(9), 'A'));
            }
            network.columns.push_back(std::move(decimals));
            for (std::size_t node = 0; node < network.node_count(); ++node) {
                network.coordinates.push_back({static_cast<double>(random.below(1u << 31)) / 3e7,
                                               static_cast<double>(random.below(1u << 31)) / 7e7});
            }
            for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
                if (random.chance(0.3)) {
                    network.shapes.add_arc(ArcShapes::no_shape);
                    continue;
                }
                std::vector<Coordinate> line{network.coordinates[network.tail[arc]]};
                for (auto bends = random.below(4); bends > 0; --bends) {
                    line.push_back({static_cast<double>(random.below(1u << 31)), 0.1});
                }
                line.push_back({static_cast<double>(arc), 0.2});  // no two are the same
                network.shapes.add_arc(network.shapes.add_shape(line), false);
            }
            expect_round_trip(network);
        }
    }
}

TEST(ExportGpkg, LayersAreWhatAGisExpects) {
    const ScratchFolder folder;
    const std::string path = folder.file("town.gpkg");
    write_network(town(), path);
    gdal::start();
    const gdal::Dataset dataset(GDALOpenEx(path.c_str(), GDAL_OF_VECTOR, nullptr, nullptr, nullptr));
    ASSERT_NE(dataset, nullptr);
    EXPECT_STREQ(GDALGetDriverShortName(GDALGetDatasetDriver(dataset.get())), "GPKG");
    ASSERT_EQ(GDALDatasetGetLayerCount(dataset.get()), 4);
    const auto expect_layer = [&](const char* name, OGRwkbGeometryType type, GIntBig features) {
        OGRLayerH layer = GDALDatasetGetLayerByName(dataset.get(), name);
        ASSERT_NE(layer, nullptr) << name;
        EXPECT_EQ(OGR_L_GetGeomType(layer), type);
        EXPECT_EQ(OGR_L_GetFeatureCount(layer, TRUE), features);
        if (type == wkbNone) return;
        EXPECT_STREQ(OSRGetAuthorityCode(OGR_L_GetSpatialRef(layer), nullptr), "4326");
        EXPECT_TRUE(OGR_L_TestCapability(layer, OLCFastSpatialFilter));
        OGREnvelope extent;
        ASSERT_EQ(OGR_L_GetExtent(layer, &extent, FALSE), OGRERR_NONE);
        EXPECT_EQ(extent.MaxX, 8.6);
        EXPECT_EQ(extent.MaxY, type == wkbPoint ? 47.2 : 47.3);
        OGR_L_SetSpatialFilterRect(layer, 8.55, 47.1, 8.7, 47.25);
        EXPECT_EQ(OGR_L_GetFeatureCount(layer, TRUE), type == wkbPoint ? 1 : 4);
    };
    expect_layer("node", wkbPoint, 4);
    expect_layer("link", wkbLineString, 5);
    expect_layer("allways_column", wkbNone, 6);
    expect_layer("allways_provenance", wkbNone, 7);
    const gdal::QueryRows rows(dataset.get(),
                               "SELECT count(*) FROM gpkg_extensions WHERE extension_name = 'gpkg_rtree_index'");
    EXPECT_EQ(OGR_F_GetFieldAsInteger(gdal::Feature(OGR_L_GetNextFeature(rows.layer())).get(), 0), 2);
    EXPECT_EQ(folder.text("town.gpkg").substr(68, 4), "GPKG");  // application_id
}

TEST(ExportGpkg, MovementsAreATableThatAGisOpens) {
    const ScratchFolder folder;
    const std::string path = folder.file("town.gpkg");
    write_network(town_with_turns(), path);
    gdal::start();
    const gdal::Dataset dataset(GDALOpenEx(path.c_str(), GDAL_OF_VECTOR, nullptr, nullptr, nullptr));
    ASSERT_NE(dataset, nullptr);
    EXPECT_EQ(GDALDatasetGetLayerCount(dataset.get()), 5);
    const auto texts_of = [&](const char* sql) {
        std::vector<std::string> all;
        const gdal::QueryRows rows(dataset.get(), sql);
        while (const gdal::Feature row{OGR_L_GetNextFeature(rows.layer())}) {
            std::string line;
            for (int i = 0; i < OGR_F_GetFieldCount(row.get()); ++i) {
                if (i > 0) line += '|';
                line += OGR_F_GetFieldAsString(row.get(), i);
            }
            all.push_back(line);
        }
        return all;
    };
    using Rows = std::vector<std::string>;
    EXPECT_EQ(texts_of("SELECT data_type, identifier FROM gpkg_contents WHERE table_name = 'movement'"),
              Rows{"attributes|movement"});
    EXPECT_EQ(texts_of("SELECT mvmt_id, node_id, ib_link_id, ob_link_id, type, penalty, rule, via_link_ids, link_fids "
                       "FROM movement ORDER BY fid"),
              (Rows{"1|-3|7|7|uturn||forbidden||", "2|-3|7|3|thru||mandatory||", "3|10|7|4|||mandatory|7,2|",
                    "4|9007199254740993|2|4|||forbidden|4|", "5|-3|7|2|thru|12.5|price||",
                    "6|9007199254740993|4|4|uturn|0.123456789012345678|price||", "7|-3|7|7|uturn|0|price||",
                    "8|10|7|7|uturn|-3|price||"}));
    EXPECT_EQ(texts_of("SELECT source FROM movement WHERE source IS NOT NULL ORDER BY fid"),
              (Rows{"relation 7 no_u_turn", "Schild \"Ü\", 50 %"}));
    EXPECT_EQ(texts_of("SELECT group_concat(destination_only) FROM link"), Rows{"0,0,1,0,1"});
    EXPECT_EQ(texts_of("SELECT group_concat(may_turn_round) FROM node"), Rows{"0,1,0,1"});
}

TEST(ExportGpkg, FilesAppearWholeOrNotAtAll) {
    const ScratchFolder folder;
    const std::string path = folder.file("town.gpkg");
    ExportOptions cancelling;
    int calls = 0;
    cancelling.progress = [&](const Progress& progress) { return progress.stage != "write" || ++calls < 2; };
    EXPECT_THROW(write_network(generate_streets({.nodes = 20'000}), path, cancelling), Cancelled);
    EXPECT_TRUE(folder.names().empty());

    write_network(town(), path);
    const std::string before = folder.text("town.gpkg");
    EXPECT_THROW(write_network(town(), path), InputError);
    EXPECT_EQ(folder.text("town.gpkg"), before);
    folder.write("town.gpkg-wal", "");  // open elsewhere
    EXPECT_THROW(write_network(town(), path, {.overwrite = true}), InputError);
    EXPECT_EQ(folder.text("town.gpkg"), before);
}

// Runs SQL on a file, as a user of a GIS would edit it.
void edit(const std::string& path, const std::vector<std::string>& statements) {
    gdal::start();
    const gdal::Dataset dataset(GDALOpenEx(path.c_str(), GDAL_OF_VECTOR | GDAL_OF_UPDATE, nullptr, nullptr, nullptr));
    ASSERT_NE(dataset, nullptr);
    for (const auto& sql : statements) {
        const gdal::QuietErrors errors;
        { const gdal::QueryRows rows(dataset.get(), sql.c_str()); }
        EXPECT_FALSE(errors.failed()) << sql << errors.detail();
    }
}

RoadNetwork read_edited(const std::vector<std::string>& statements, const RoadNetwork& network = town(),
                        const ReadOptions& options = {}) {
    const ScratchFolder folder;
    const std::string path = folder.file("town.gpkg");
    write_network(network, path);
    edit(path, statements);
    return read_network(path, options);
}

TEST(ImportGpkg, EditsOfUsersAreFine) {
    const RoadNetwork costs = read_edited({"UPDATE link SET length = 7.25, toll = '0.5' WHERE fid = 3"});
    EXPECT_EQ(costs.column("length")->values[2], decimal("7.25"));
    EXPECT_EQ(costs.column("toll")->values[2], decimal("0.5"));
    EXPECT_EQ(costs.column("toll")->values[0], town().column("toll")->values[0]);

    const RoadNetwork fewer = read_edited({"DELETE FROM link WHERE fid IN (1, 3)"});
    EXPECT_EQ(fewer.tail, (std::vector<NodeIndex>{1, 1, 2}));
    EXPECT_EQ(fewer.shapes.points(0), town().shapes.points(1));

    const RoadNetwork more =
        read_edited({"ALTER TABLE link ADD COLUMN slope REAL", "ALTER TABLE link ADD COLUMN note TEXT",
                     "UPDATE link SET slope = 0.5, note = 'steep' WHERE fid = 2"});
    ASSERT_NE(more.column("slope"), nullptr);
    EXPECT_EQ(more.column("slope")->values[1], decimal("0.5"));
    EXPECT_TRUE(more.column("slope")->values[0].is_missing());
    ASSERT_NE(more.text("note"), nullptr);
    EXPECT_EQ(more.text("note")->text(1), "steep");

    const RoadNetwork blocked = read_edited({"UPDATE node SET node_type = 'centroid' WHERE fid = 3"});
    EXPECT_EQ(blocked.no_through, (std::vector<std::uint8_t>{NoThrough::barrier, 0, NoThrough::centroid, 0}));
}

using Arcs = std::vector<ArcIndex>;

std::vector<Arcs> sequences(const TurnRules& turns) {
    std::vector<Arcs> all;
    for (std::size_t i = 0; i < turns.size(); ++i) all.emplace_back(turns.sequence(i).begin(), turns.sequence(i).end());
    return all;
}

TEST(ImportGpkg, EditedMovementsAreFine) {
    const auto read = [](const std::vector<std::string>& statements) {
        return read_edited(statements, town_with_turns()).turns;
    };
    TurnRules turns =
        read({"DELETE FROM movement WHERE fid IN (1, 8)", "UPDATE movement SET rule = 'forbidden' WHERE fid = 2",
              "UPDATE movement SET penalty = 7 WHERE fid = 5"});
    EXPECT_EQ(sequences(turns), (std::vector<Arcs>{{0, 3}, {1, 0, 2, 4}, {2, 4, 4}}));
    EXPECT_EQ(turns.kinds[0], TurnRules::Kind::forbidden);
    ASSERT_EQ(turns.costs.size(), 3u);
    EXPECT_EQ(turns.costs[0].seconds, decimal("7"));

    // New rows need the ids of the links, and the node where these leave a choice.
    turns = read({"DELETE FROM movement", "INSERT INTO movement (ib_link_id, ob_link_id) VALUES (7, 2)",
                  "INSERT INTO movement (ib_link_id, ob_link_id, penalty) VALUES (3, 4, '2.5')",
                  "INSERT INTO movement (ib_link_id, ob_link_id, via_link_ids, rule) VALUES (7, 4, '2', 'MANDATORY')",
                  "INSERT INTO movement (node_id, ib_link_id, ob_link_id, rule, source) VALUES (10, 7, 7, '', '')"});
    EXPECT_EQ(sequences(turns), (std::vector<Arcs>{{0, 2}, {0, 2, 4}, {1, 0}}));
    EXPECT_EQ(turns.costs, (std::vector<TurnRules::Cost>{{3, 4, decimal("2.5")}}));

    turns = read({"UPDATE link SET destination_only = 1 WHERE fid = 1",
                  "UPDATE link SET destination_only = NULL WHERE fid = 3", "DELETE FROM link WHERE fid = 2",
                  "UPDATE node SET may_turn_round = NULL"});
    EXPECT_EQ(turns.destination_only, (std::vector<std::uint8_t>{1, 0, 0, 1}));
    EXPECT_EQ(turns.may_turn_round, (std::vector<std::uint8_t>{0, 0, 0, 0}));

    turns = read({"ALTER TABLE movement DROP COLUMN source", "ALTER TABLE movement DROP COLUMN link_fids",
                  "ALTER TABLE movement ADD COLUMN note TEXT"});
    EXPECT_EQ(sequences(turns), sequences(town_with_turns().turns));
    EXPECT_EQ(turns.sources.text(0), "");
    EXPECT_EQ(read({"DROP TABLE movement"}).costs.size(), 0u);
    // Old files have none of these.
    EXPECT_TRUE(read_edited({"DELETE FROM link WHERE fid = 1"}).turns.empty());
}

TEST(ImportGpkg, MovementsThatLostALinkAreSkipped) {
    const auto read = [](const std::vector<std::string>& statements, RoadNetwork network = town_with_turns()) {
        const ScratchFolder folder;
        const std::string path = folder.file("town.gpkg");
        write_network(network, path);
        edit(path, statements);
        ImportReport report;
        std::vector<std::string> said;
        ReadOptions options;
        options.log = [&](LogLevel level, std::string_view message) {
            if (is_warning(level)) said.emplace_back(message);
        };
        const TurnRules turns = read_network(path, options, &report).turns;
        std::string skipped;
        for (const auto& one : report.skipped) skipped += format("{} × {};", one.count, one.reason);
        EXPECT_EQ(said.size(), report.skipped.size());
        return std::pair(turns, skipped);
    };
    auto [turns, skipped] = read({"DELETE FROM link WHERE fid = 3"});  // arcs 3 and 4 become 2 and 3
    EXPECT_EQ(sequences(turns), (std::vector<Arcs>{{0, 1}, {0, 2}}));
    EXPECT_EQ(turns.costs.size(), 3u);
    EXPECT_EQ(turns.costs[0].from, 3u);
    EXPECT_EQ(skipped, "3 × movement whose link is gone;");

    std::tie(turns, skipped) = read({"DELETE FROM link WHERE fid = 2"});  // the way back of an edge
    EXPECT_EQ(sequences(turns), (std::vector<Arcs>{{0, 2}, {1, 3, 3}}));
    EXPECT_EQ(skipped, "4 × movement whose links no longer meet at its node;");

    std::tie(turns, skipped) = read({"UPDATE movement SET node_id = 77 WHERE fid = 1"});
    EXPECT_EQ(skipped, "1 × movement whose node is gone;");
    EXPECT_EQ(turns.size(), 3u);

    // Of links that share an id, their feature numbers decide.
    RoadNetwork same = town_with_turns();
    same.arc_ids = IdTable(std::vector<std::int64_t>{7, 7, 2, 2, 4});
    std::tie(turns, skipped) = read({"DELETE FROM link WHERE fid = 3"}, same);
    EXPECT_EQ(sequences(turns), (std::vector<Arcs>{{0, 1}, {0, 2}}));
    EXPECT_EQ(skipped, "3 × movement whose link is gone;");
    // Another program may have numbered them anew.
    std::tie(turns, skipped) = read({"UPDATE movement SET link_fids = '5,1' WHERE fid = 1"}, same);
    EXPECT_EQ(sequences(turns), sequences(same.turns));
    EXPECT_EQ(skipped, "");
}

void expect_error(const std::vector<std::string>& statements, const std::string& said,
                  const RoadNetwork& network = town()) {
    try {
        read_edited(statements, network);
        ADD_FAILURE() << "read in spite of " << statements.front();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find(said), std::string::npos) << error.what();
    }
}

TEST(ImportGpkg, WhatDoesNotFitIsAnErrorWithLayerAndFeature) {
    expect_error({"UPDATE link SET to_node_id = 99 WHERE fid = 4"}, "layer 'link', feature 4: to_node_id 99 is not in");
    expect_error({"DELETE FROM node WHERE fid = 3"}, "layer 'link', feature 3: to_node_id 9007199254740993");
    expect_error({"UPDATE link SET from_node_id = NULL WHERE fid = 2"}, "layer 'link', feature 2: has no from_node_id");
    expect_error({"UPDATE link SET toll = 'much' WHERE fid = 2"},
                 "layer 'link', feature 2: field 'toll' needs a number");
    expect_error({"UPDATE link SET length = 'far' WHERE fid = 4"},
                 "layer 'link', feature 4: field 'length' needs a number, found 'far'");
    expect_error({"ALTER TABLE link ADD COLUMN \"lanes's\" INTEGER", "UPDATE link SET \"lanes's\" = 1.5 WHERE fid = 2"},
                 "layer 'link', feature 2: field 'lanes's' needs an integer, found '1.5'");
    expect_error({"UPDATE node SET node_id = 'here' WHERE fid = 2"},
                 "layer 'node', feature 2: field 'node_id' needs an integer, found 'here'");
    expect_error({"UPDATE link SET directed = 0 WHERE fid = 3"}, "layer 'link', feature 3: directed is 0");
    expect_error({"UPDATE node SET node_id = 10 WHERE fid = 2"}, "layer 'node' has duplicate node_id 10");
    expect_error({"ALTER TABLE link RENAME COLUMN toll TO fee"}, "layer 'link' has no field 'toll'");
    expect_error({"ALTER TABLE link RENAME COLUMN from_node_id TO a"}, "layer 'link' has no field 'from_node_id'");
    expect_error({"DROP TABLE link"}, "no layer 'link'");
    expect_error({"DROP TABLE node"}, "no layer 'node'");
}

TEST(ImportGpkg, MalformedMovementsAreErrorsWithTableAndRow) {
    const auto expect = [](const std::string& change, const std::string& said) {
        expect_error({"UPDATE movement SET " + change}, "layer 'movement', feature " + said, town_with_turns());
    };
    expect("ib_link_id = NULL WHERE fid = 2", "2: has no ib_link_id");
    expect("ob_link_id = NULL WHERE fid = 2", "2: has no ob_link_id");
    expect("rule = 'no_left_turn' WHERE fid = 1",
           "1: rule needs 'forbidden', 'mandatory' or 'price', found 'no_left_turn'");
    expect("penalty = 'long' WHERE fid = 5", "5: field 'penalty' needs a number, found 'long'");
    expect("penalty = NULL WHERE fid = 5", "5: rule 'price' needs a penalty in seconds");
    expect("penalty = 4 WHERE fid = 1", "1: rule 'forbidden' takes no penalty; only 'price' does");
    expect("penalty = 4, rule = 'price' WHERE fid = 3", "3: a price needs two links; remove via_link_ids");
    expect("via_link_ids = '7,,2' WHERE fid = 3", "3: via_link_ids needs link ids separated by commas, found '7,,2'");
    expect("node_id = NULL WHERE fid = 1", "1: links 7, 7 meet in more than one way; state node_id");
    expect("node_id = 'x' WHERE fid = 1", "1: field 'node_id' needs an integer, found 'x'");
    expect("ib_link_id = 7, ob_link_id = 2, node_id = -3 WHERE fid = 7",
           "7: the price of links 7 and 2 is 0 here and 12.5 in an earlier row");
    expect("link_fids = '1' WHERE fid = 1", "1: link_fids needs the numbers of 2 links separated by commas, found '1'");
    expect("link_fids = '1,x' WHERE fid = 1", "1: link_fids needs the numbers of 2 links");
    // Another table of that name, such as GMNS has, lists what is allowed.
    expect_error({"ALTER TABLE movement DROP COLUMN rule"}, "layer 'movement' has no field 'rule'", town_with_turns());
    expect_error({"ALTER TABLE movement RENAME COLUMN ib_link_id TO inbound"},
                 "layer 'movement' has no field 'ib_link_id'", town_with_turns());
    expect_error({"UPDATE link SET destination_only = 'yes' WHERE fid = 2"},
                 "layer 'link', feature 2: field 'destination_only' needs an integer", town_with_turns());
}

// A GeoPackage's binary of a line or another type, as hexadecimal digits: in either order of bytes, with as many
// ordinates a point, and an envelope of zeros where `envelope` is 1 (of x and y).
std::string shape_hex(std::uint32_t type, const std::vector<Coordinate>& points, int ordinates, bool little,
                      int envelope = 0) {
    std::string hex;
    const auto put = [&](std::uint64_t value, int bytes, bool swapped) {
        for (int i = 0; i < bytes; ++i) {
            const int at = swapped ? i : bytes - 1 - i;
            hex += format("{:02X}", static_cast<unsigned>(value >> (8 * at) & 0xFF));
        }
    };
    hex = "475000";
    put(static_cast<std::uint64_t>(envelope << 1 | (little ? 1 : 0)), 1, false);
    put(4326, 4, little);
    for (int i = 0; i < 4 * envelope; ++i) put(0, 8, little);
    put(little ? 1 : 0, 1, false);
    put(type, 4, little);
    put(points.size(), 4, little);
    for (const Coordinate& at : points) {
        for (int i = 0; i < ordinates; ++i)
            put(std::bit_cast<std::uint64_t>(i == 0 ? at.x : i == 1 ? at.y : 400.0), 8, little);
    }
    return hex;
}

// Without the triggers of the spatial index, which know no such shapes.
RoadNetwork read_with_shape(const std::string& hex) {
    std::vector<std::string> statements;
    for (int i = 1; i <= 7; ++i) statements.push_back(format("DROP TRIGGER IF EXISTS rtree_link_geom_update{}", i));
    statements.push_back(format("UPDATE link SET geom = X'{}' WHERE fid = 1", hex));
    return read_edited(statements);
}

TEST(ImportGpkg, ShapesMayHaveHeightsEnvelopesAndEitherOrderOfBytes) {
    const std::vector<Coordinate> drawn{{8.5, 47.1}, {8.51, 47.2}, {8.55, 47.3}, {8.6, 47.2}};
    for (const bool little : {true, false}) {
        for (const int envelope : {0, 1}) {
            EXPECT_EQ(read_with_shape(shape_hex(2, drawn, 2, little, envelope)).shapes.points(0), drawn);
            EXPECT_EQ(read_with_shape(shape_hex(1002, drawn, 3, little, envelope)).shapes.points(0), drawn);
            EXPECT_EQ(read_with_shape(shape_hex(2002, drawn, 3, little, envelope)).shapes.points(0), drawn);
            EXPECT_EQ(read_with_shape(shape_hex(3002, drawn, 4, little, envelope)).shapes.points(0), drawn);
            EXPECT_EQ(read_with_shape(shape_hex(0x80000002, drawn, 3, little, envelope)).shapes.points(0), drawn);
        }
    }
    EXPECT_FALSE(read_with_shape(shape_hex(2, {}, 2, true)).shapes.has_shape(0));
}

TEST(ImportGpkg, DamagedAndOtherShapesAreErrorsWithTheirFeature) {
    const auto expect = [](const std::string& hex, const std::string& said) {
        try {
            read_with_shape(hex);
            ADD_FAILURE() << "read in spite of " << hex;
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find("layer 'link', feature 1: " + said), std::string::npos)
                << error.what();
        }
    };
    const std::string line = shape_hex(2, {{8.5, 47.1}, {8.6, 47.2}}, 2, true);
    for (std::size_t bytes = 8; bytes < line.size() / 2; bytes += 5)
        expect(line.substr(0, 2 * bytes), "its shape is damaged");
    expect(line.substr(0, 14), "its shape is not one of a GeoPackage");
    expect("00" + line.substr(2), "its shape is not one of a GeoPackage");
    expect(shape_hex(3, {}, 2, true), "expected a point or a line, found POLYGON");
    expect(shape_hex(1005, {}, 3, false), "expected a point or a line, found MULTILINESTRING");
    expect(shape_hex(77, {}, 2, true), "expected a point or a line, found type 77");
    std::string long_line = line;
    long_line.replace(2 * 13, 8, "FFFFFFFF");  // points
    expect(long_line, "its shape is damaged");
}

TEST(ImportGpkg, LayersAreTablesAndFieldsHaveAnyCase) {
    expect_error({"CREATE TABLE old AS SELECT * FROM link", "DROP TABLE link", "CREATE VIEW link AS SELECT * FROM old"},
                 "has no layer 'link'");
    EXPECT_EQ(read_edited(
                  {"ALTER TABLE link RENAME COLUMN to_node_id TO a", "ALTER TABLE link RENAME COLUMN a TO TO_NODE_ID"})
                  .head,
              town().head);
    const RoadNetwork more =
        read_edited({"ALTER TABLE link ADD COLUMN \"built\" DATE", "ALTER TABLE link ADD COLUMN width NUMERIC",
                     "UPDATE link SET width = 2.5 WHERE fid = 1"});
    EXPECT_EQ(more.column("built"), nullptr);
    EXPECT_EQ(more.column("width")->values[0], decimal("2.5"));
}

// As QGIS does when a layer is saved in another system.
TEST(ImportGpkg, TheLayersReferenceSystemCounts) {
    std::string said;
    ReadOptions options;
    options.log = [&](LogLevel, std::string_view text) { said += text; };
    const std::vector<std::string> moved{
        "INSERT OR REPLACE INTO gpkg_spatial_ref_sys (srs_name, srs_id, organization, organization_coordsys_id, "
        "definition) "
        "VALUES ('LV95', 2056, 'EPSG', 2056, 'undefined')",
        "UPDATE gpkg_geometry_columns SET srs_id = 2056"};
    EXPECT_EQ(read_edited(moved, town(), options).provenance.crs, "EPSG:2056");
    EXPECT_NE(said.find("not in 'EPSG:4326' as imported"), std::string::npos) << said;
    EXPECT_EQ(read_edited({"UPDATE gpkg_geometry_columns SET srs_id = -1"}).provenance.crs, "EPSG:4326");
}

// Node 10 may not be passed.
RoadNetwork town_in_order() {
    RoadNetwork network = town();
    network.elimination_order = {3, 1, 2};
    return network;
}

// As GDAL 3.9 and later mark layers without a reference system.
TEST(ImportGpkg, LocalReferenceSystemsAreNone) {
    RoadNetwork network = town();
    network.provenance.crs.clear();
    const std::vector<std::string> marked{
        "INSERT OR REPLACE INTO gpkg_spatial_ref_sys (srs_name, srs_id, organization, organization_coordsys_id, "
        "definition) "
        "VALUES ('Undefined SRS', 99999, 'GDAL', 99999, 'LOCAL_CS[\"Undefined SRS\",LOCAL_DATUM[\"unknown\",32767],"
        "UNIT[\"unknown\",0],AXIS[\"Easting\",EAST],AXIS[\"Northing\",NORTH]]')",
        "UPDATE gpkg_geometry_columns SET srs_id = 99999"};
    EXPECT_EQ(read_edited(marked, network).provenance.crs, "");
}

TEST(ExportGpkg, OrdersComeBackWhole) {
    expect_round_trip(town_in_order());
    RoadNetwork network = town_in_order();
    network.node_ids = IdTable(std::vector<std::string>{"1", "2", "3", "04"});
    expect_round_trip(network);
    network = generate_streets({.nodes = 300, .seed = 3});
    network.elimination_order = find_order(network);
    expect_round_trip(network);
}

TEST(ExportGpkg, OrdersThatDoNotFitAreNotWritten) {
    const ScratchFolder folder;
    RoadNetwork network = town_in_order();
    network.elimination_order = {3, 1, 7};
    std::string said;
    write_network(network, folder.file("town.gpkg"), {.log = [&](LogLevel, std::string_view text) { said += text; }});
    EXPECT_NE(said.find("left out"), std::string::npos) << said;
    EXPECT_TRUE(read_network(folder.file("town.gpkg")).elimination_order.empty());
}

TEST(ImportGpkg, OrdersOfEditedNetworksAreLeftAsideAloud) {
    const auto expect_aside = [](const std::vector<std::string>& statements, const std::string& part) {
        std::string said;
        ReadOptions options;
        options.log = [&](LogLevel level, std::string_view text) {
            if (is_warning(level)) said += text;
        };
        EXPECT_TRUE(read_edited(statements, town_in_order(), options).elimination_order.empty()) << statements.front();
        EXPECT_NE(said.find("does not match its nodes: " + part), std::string::npos) << said;
    };
    expect_aside({"DELETE FROM link", "DELETE FROM node WHERE node_id = -3"}, "node_id -3 is not in layer 'node'");
    expect_aside({"INSERT INTO node (node_id) VALUES (77)"},
                 "an elimination order must contain each of the 4 passable nodes once; found 3");
    expect_aside({"DELETE FROM link", "UPDATE node SET node_id = 5 WHERE node_id = 4"},
                 "node_id 4 is not in layer 'node'");
    expect_aside({"UPDATE node SET node_type = NULL"},
                 "an elimination order must contain each of the 4 passable nodes");
    expect_aside({"UPDATE node SET node_type = 'centroid' WHERE node_id = 4"},
                 "an elimination order must contain each of the 2 passable nodes once; node 4 is not passable");
    expect_aside({"DELETE FROM allways_order WHERE fid = 1"},
                 "an elimination order must contain each of the 3 passable nodes");
}

TEST(ImportGpkg, OrdersOutliveEditsThatKeepTheNodes) {
    const std::vector<NodeIndex> order = town_in_order().elimination_order;
    EXPECT_EQ(read_edited({"DELETE FROM link WHERE fid IN (1, 3)"}, town_in_order()).elimination_order, order);
    EXPECT_EQ(read_edited({"UPDATE link SET length = 1"}, town_in_order()).elimination_order, order);
    EXPECT_TRUE(read_edited({"DROP TABLE allways_order"}, town_in_order()).elimination_order.empty());
}

TEST(ImportGpkg, OrdersFollowWhatReadingLeavesOut) {
    ReadOptions options;
    options.no_through = "4";
    EXPECT_EQ(read_edited({"UPDATE link SET length = 1"}, town_in_order(), options).elimination_order,
              (std::vector<NodeIndex>{1, 2}));
    ReadOptions box;
    box.bbox = BoundingBox{-1, 46, 9, 48};  // all but the third node
    EXPECT_EQ(read_edited({"UPDATE link SET length = 1"}, town_in_order(), box).elimination_order,
              (std::vector<NodeIndex>{2, 1}));
}

TEST(ImportGpkg, DamagedOrdersAreErrorsWithLayerAndFeature) {
    const RoadNetwork network = town_in_order();
    expect_error({"UPDATE allways_order SET node_id = NULL WHERE fid = 2"},
                 "layer 'allways_order', feature 2: has no node_id", network);
    expect_error({"UPDATE allways_order SET node_id = 4 WHERE fid = 3"},
                 "layer 'allways_order', feature 3: duplicate node_id 4", network);
    expect_error({"UPDATE allways_order SET node_id = 'first' WHERE fid = 1"},
                 "layer 'allways_order', feature 1: field 'node_id' needs an integer, found 'first'", network);
    expect_error({"ALTER TABLE allways_order RENAME COLUMN node_id TO id"},
                 "layer 'allways_order' has no field 'node_id'", network);
}

TEST(ImportGpkg, FilesCutShortAreErrors) {
    const ScratchFolder folder;
    const std::string path = folder.file("town.gpkg");
    write_network(town(), path);
    const std::string whole = folder.text("town.gpkg");
    for (std::size_t size = 0; size < whole.size(); size += size < 200 ? 17 : 1021) {
        folder.write("cut.gpkg", whole.substr(0, size));
        EXPECT_THROW(read_network(folder.file("cut.gpkg"), {.format = "gpkg"}), InputError) << size;
        EXPECT_THROW(read_network(folder.file("cut.gpkg")), InputError) << size;
    }
}

TEST(ImportGpkg, PagesOfZerosAreErrorsOrGoUnnoticed) {
    const ScratchFolder folder;
    const std::string path = folder.file("town.gpkg");
    write_network(town(), path);
    const std::string whole = folder.text("town.gpkg");
    int errors = 0;
    for (std::size_t page = 0; page * 4096 < whole.size(); ++page) {
        std::string damaged = whole;
        damaged.replace(page * 4096, 4096, 4096, '\0');
        folder.write("damaged.gpkg", damaged);
        try {
            // Pages of the spatial index and of GDAL's own statistics are not read here.
            expect_same(read_network(folder.file("damaged.gpkg"), {.format = "gpkg"}), town());
        } catch (const InputError&) {
            ++errors;
        }
    }
    EXPECT_GE(errors, 6);  // the header, and a page of each table that is read
}

}  // namespace
}  // namespace allways::tools
