// SPDX-License-Identifier: Apache-2.0
// The packed copy in a GeoPackage: it equals the layers, and is no longer used once anybody edits them.
#include <array>
#include <bit>
#include <cstring>
#include <functional>
#include <memory>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/factorize.h"
#include "allways/export/export.h"
#include "allways/importers/read.h"
#include "allways/network/make_network.h"
#include "base/checksum.h"
#include "export/formats/formats.h"
#include "libraries/gdal_library.h"
#include "libraries/open_dataset.h"
#include "networks/gpkg.h"
#include "scratch_folder.h"
#include "small_town.h"
#include "sqlite_connection.h"
#include "support/random_networks.h"

namespace allways::tools {

using namespace importers;
namespace {

using test::Connection;
using test::run_sql;
using test::ScratchFolder;
using test::Statements;

// Equality of everything, down to the bits of coordinates and the order in which texts are stored.
void expect_identical(const RoadNetwork& a, const RoadNetwork& b) {
    const auto same_bits = [](const std::vector<Coordinate>& one, const std::vector<Coordinate>& other) {
        return one.size() == other.size() &&
               (one.empty() || std::memcmp(one.data(), other.data(), one.size() * sizeof(Coordinate)) == 0);
    };
    const auto same_texts = [](const TextColumn& one, const TextColumn& other) {
        return one == other && one.texts() == other.texts() && one.indexes() == other.indexes();
    };
    EXPECT_EQ(a.node_ids, b.node_ids);
    EXPECT_TRUE(same_bits(a.coordinates, b.coordinates));
    EXPECT_EQ(a.no_through, b.no_through);
    EXPECT_EQ(a.elimination_order, b.elimination_order);
    EXPECT_EQ(a.tail, b.tail);
    EXPECT_EQ(a.head, b.head);
    EXPECT_EQ(a.arc_ids, b.arc_ids);
    EXPECT_EQ(a.reversed, b.reversed);
    EXPECT_EQ(a.columns, b.columns);
    EXPECT_TRUE(std::ranges::equal(a.texts, b.texts, same_texts));
    EXPECT_EQ(a.shapes.first_points(), b.shapes.first_points());
    EXPECT_TRUE(same_bits(a.shapes.all_points(), b.shapes.all_points()));
    EXPECT_EQ(a.shapes.shapes_of_arcs(), b.shapes.shapes_of_arcs());
    EXPECT_EQ(a.shapes.backward_of_arcs(), b.shapes.backward_of_arcs());
    EXPECT_EQ(a.turns, b.turns);
    EXPECT_TRUE(same_texts(a.turns.sources, b.turns.sources));
    EXPECT_EQ(a.provenance.source, b.provenance.source);
    EXPECT_EQ(a.provenance.format, b.provenance.format);
    EXPECT_EQ(a.provenance.crs, b.provenance.crs);
    EXPECT_EQ(a.provenance.whole_numbers, b.provenance.whole_numbers);
    EXPECT_EQ(a.provenance.notes, b.provenance.notes);
    EXPECT_EQ(a.provenance.coordinate_unit, b.provenance.coordinate_unit);
    EXPECT_EQ(a.provenance.metres_per_unit, b.provenance.metres_per_unit);
}

struct Logged {
    std::vector<std::pair<LogLevel, std::string>> lines;
    ReadOptions options() {
        ReadOptions with_log;
        with_log.log = [this](LogLevel level, std::string_view text) { lines.emplace_back(level, text); };
        return with_log;
    }
};

bool has_copy(const std::string& path, Logged* logged = nullptr) {
    const SqliteDatabase database(path);
    return gpkg::read_copy(database, logged == nullptr ? ReadOptions{} : logged->options()).has_value();
}

// small_town() with everything that a GeoPackage keeps.
RoadNetwork full_town() {
    RoadNetwork town = test::small_town();
    town.no_through.assign(town.node_count(), 0);
    town.no_through[10] = 2;
    town.turns.add(TurnRules::Kind::forbidden, std::array<ArcIndex, 2>{0, 2}, "relation 1");
    town.turns.costs = {{0, 1, Decimal(25, 1)}};
    town.turns.destination_only.assign(town.arc_count(), 0);
    town.turns.destination_only[3] = 1;
    town.turns.may_turn_round.assign(town.node_count(), 1);
    town.elimination_order = find_order(town);
    return town;
}

std::string write_town(const ScratchFolder& folder, const char* name = "town.gpkg") {
    write_network(full_town(), folder.file(name));
    return folder.file(name);
}

// Reads the file with its copy, then without, and expects no difference.
void expect_same_without_copy(const ScratchFolder& folder, const RoadNetwork& network) {
    const std::string path = folder.file("net.gpkg");
    write_network(network, path, {.overwrite = true});
    ASSERT_TRUE(has_copy(path));
    const RoadNetwork fast = read_network(path);
    run_sql(path, {"DROP TABLE allways_copy"});
    Logged logged;
    expect_identical(fast, read_network(path, logged.options()));
    EXPECT_TRUE(logged.lines.empty());
}

TEST(GpkgCopy, SaysWhatTheLayersSay) {
    const ScratchFolder folder;
    const auto expect_same = [&](const char* what, const RoadNetwork& network) {
        SCOPED_TRACE(what);
        expect_same_without_copy(folder, network);
    };
    expect_same("nothing", RoadNetwork{});
    expect_same("town", full_town());
    expect_same("another unit", test::small_town("EPSG:2223"));
    expect_same("no unit", test::small_town(""));

    RoadNetwork texts = full_town();
    texts.node_ids = texts.node_ids.selection(std::vector<std::uint32_t>{10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0});
    std::vector<std::string> ids;
    for (NodeIndex node = 0; node < texts.node_count(); ++node) ids.push_back(format("{} \xff{}", node, node));
    texts.node_ids = IdTable(ids);
    texts.arc_ids = IdTable(std::vector<std::string>(texts.arc_count(), "a\x80"));
    texts.texts[0] = TextColumn("n\xc3");
    for (std::size_t arc = 0; arc < texts.arc_count(); ++arc) texts.texts[0].add(arc % 3 == 0 ? "" : "\xfe Süd, \"1\"");
    texts.provenance.notes.emplace_back("note \xff", "text \xff");
    expect_same("text ids and bytes that are not UTF-8", texts);

    RoadNetwork numbers = full_town();
    std::vector<std::int64_t> spread;
    for (std::size_t node = 0; node < numbers.node_count(); ++node) {
        spread.push_back(node % 2 == 0 ? std::numeric_limits<std::int64_t>::max() - std::int64_t(node)
                                       : std::numeric_limits<std::int64_t>::min() + std::int64_t(node));
    }
    numbers.node_ids = IdTable(spread);
    for (std::size_t arc = 0; arc < numbers.arc_count(); ++arc) {
        Decimal& value = numbers.columns[0].values[arc];
        if (arc % 4 == 0) value = Decimal::missing();
        if (arc % 4 == 1) value = Decimal(123'456'789'012'345'678, static_cast<int>(arc) - 6);
        if (arc % 4 == 2) value = Decimal(-7, 300);
    }
    numbers.columns[0].resolution_digits = -2;
    numbers.coordinates[0] = {-0.0, 1e-300};
    numbers.coordinates[1] = {0.1 + 0.2, 89.123456789};
    expect_same("far numbers", numbers);

    RoadNetwork none = full_town();
    none.coordinates.clear();
    none.shapes = {};
    none.turns = {};
    none.columns.clear();
    none.texts.clear();
    expect_same("no optional part", none);

    for (const auto& kind : testing::network_kinds()) {
        for (const std::uint64_t seed : {1, 2}) {
            RoadNetwork network = testing::random_network(kind, 5 + 100 * seed, seed);
            network.elimination_order = find_order(network);
            expect_same("random", network);
        }
    }
    RoadNetwork streets = generate_streets({.nodes = 3'000});
    streets.elimination_order = find_order(streets);
    expect_same("streets", streets);
}

// Several parts: one is of 4 MiB.
TEST(GpkgCopy, LargeNetworksTakeSeveralParts) {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(2);
    TextColumn names("name");
    for (int arc = 0; arc < 900; ++arc) {
        network.tail.push_back(0);
        network.head.push_back(1);
        names.add(std::string(10'000, static_cast<char>('a' + arc % 26)) + std::to_string(arc));
    }
    network.arc_ids = IdTable::consecutive(900);
    network.texts = {names};
    const ScratchFolder folder;
    expect_same_without_copy(folder, network);
}

TEST(GpkgCopy, NetworksThatReadWithAWarningHaveNone) {
    RoadNetwork town = full_town();
    town.coordinates[3] = {std::nan(""), std::nan("")};
    const ScratchFolder folder;
    const std::string path = folder.file("town.gpkg");
    write_network(town, path);
    EXPECT_FALSE(has_copy(path));
    Logged logged;
    read_network(path, logged.options());
    ASSERT_EQ(logged.lines.size(), 1u);
    EXPECT_NE(logged.lines[0].second.find("1 of 11 nodes has no coordinates"), std::string::npos);
}

// Reads after an edit: the copy must not count, which is logged once, and the layers must.
void expect_left_aside(const std::string& path, LogLevel level, const std::string& why) {
    Logged logged;
    std::optional<RoadNetwork> network;
    try {
        network = read_network(path, logged.options());
    } catch (const InputError&) {
        // Layers that the edit broke are an error, with a copy as without.
    }
    ASSERT_FALSE(logged.lines.empty());
    EXPECT_EQ(logged.lines[0].first, level);
    EXPECT_NE(logged.lines[0].second.find(why), std::string::npos) << logged.lines[0].second;
    const auto of_copies = std::ranges::count_if(logged.lines, [](const auto& line) {
        return line.second.find("its copy of the network") != std::string::npos;
    });
    EXPECT_EQ(of_copies, 1);
    EXPECT_FALSE(has_copy(path));
    if (!network) return;
    run_sql(path, {"DELETE FROM allways_copy"});
    const RoadNetwork layers = read_network(path);
    expect_identical(*network, layers);
}

TEST(GpkgCopy, EditsBySqlDiscardIt) {
    const Statements edits{
        "UPDATE link SET length = 7 WHERE fid = 3",
        "UPDATE link SET length = length WHERE fid = 3",
        "UPDATE node SET geom = (SELECT geom FROM node WHERE fid = 1) WHERE fid = 2",
        "DELETE FROM link WHERE fid = 2",
        "DELETE FROM link",
        "INSERT INTO node (node_id) VALUES (99)",
        "REPLACE INTO link SELECT * FROM link WHERE fid = 4",
        "INSERT INTO link SELECT * FROM link WHERE fid = 4 ON CONFLICT (fid) DO UPDATE SET length = 1",
        "INSERT OR REPLACE INTO allways_provenance (fid, key, value) VALUES (1, 'program', 'x')",
        "UPDATE allways_column SET unit = 'km' WHERE name = 'length'",
        "UPDATE movement SET rule = 'mandatory' WHERE fid = 1",
        "DELETE FROM movement",
        "DELETE FROM allways_order WHERE fid = 1",
        "DROP TABLE allways_order",
        "DROP TABLE movement",
        "ALTER TABLE link RENAME COLUMN length TO metres",
        "ALTER TABLE link ADD COLUMN slope REAL DEFAULT 3",
        "ALTER TABLE link DROP COLUMN junction",
        "ALTER TABLE link RENAME TO links",
        "DROP TRIGGER allways_copy_node_update",
        "DROP TRIGGER allways_copy_link_insert; CREATE TRIGGER allways_copy_link_insert AFTER INSERT ON link BEGIN "
        "SELECT 1; END",
        "PRAGMA application_id = 0",
        "UPDATE gpkg_geometry_columns SET srs_id = 0",
        "UPDATE gpkg_spatial_ref_sys SET definition = 'other' WHERE srs_id = 4326",
        "CREATE TABLE other AS SELECT * FROM link; DROP TABLE link; ALTER TABLE other RENAME TO link",
    };
    for (const std::string& sql : edits) {
        SCOPED_TRACE(sql);
        const ScratchFolder folder;
        const std::string path = write_town(folder);
        run_sql(path, {"PRAGMA foreign_keys = OFF", sql});
        expect_left_aside(path, LogLevel::info, "because the layers were edited");
    }
}

TEST(GpkgCopy, TablesThatAreNewCountAsEdits) {
    RoadNetwork town = full_town();
    town.turns = {};
    town.elimination_order.clear();
    for (const char* sql : {"CREATE TABLE movement (fid INTEGER PRIMARY KEY, node_id, ib_link_id, ob_link_id, rule)",
                            "CREATE TABLE Allways_Order (fid INTEGER PRIMARY KEY, node_id INTEGER)",
                            "CREATE VIEW movement AS SELECT 1"}) {
        SCOPED_TRACE(sql);
        const ScratchFolder folder;
        const std::string path = folder.file("town.gpkg");
        write_network(town, path);
        run_sql(path, {sql});
        expect_left_aside(path, LogLevel::info, "because the layers were edited");
    }
}

TEST(GpkgCopy, OtherChangesOfTheFileKeepIt) {
    const ScratchFolder folder;
    const std::string path = write_town(folder);
    run_sql(path, {"CREATE TABLE layer_styles (id INTEGER PRIMARY KEY, style TEXT)",
                   "INSERT INTO layer_styles VALUES (1, 'red')", "UPDATE gpkg_contents SET last_change = '2026-01-01'",
                   "BEGIN; DELETE FROM link; ROLLBACK", "UPDATE link SET length = 7 WHERE fid = 1000",
                   "CREATE INDEX of_ids ON link (link_id)", "VACUUM"});
    EXPECT_TRUE(has_copy(path));
    Logged logged;
    const RoadNetwork fast = read_network(path, logged.options());
    EXPECT_TRUE(logged.lines.empty());
    run_sql(path, {"DROP TABLE allways_copy"});
    expect_identical(fast, read_network(path));
}

TEST(GpkgCopy, WritersInWriteAheadModeAreSeenWhenTheyCommit) {
    const ScratchFolder folder;
    const std::string path = write_town(folder);
    Connection writer(path);
    writer.add_functions_of_geometry();
    writer.run("PRAGMA journal_mode = WAL");
    EXPECT_TRUE(has_copy(path));
    writer.run("BEGIN");
    writer.run("UPDATE link SET length = 7.25 WHERE fid = 3");
    EXPECT_TRUE(has_copy(path));
    EXPECT_NE(read_network(path).column("length")->values[2], Decimal(725, 2));
    writer.run("COMMIT");
    EXPECT_FALSE(has_copy(path));
    EXPECT_EQ(read_network(path).column("length")->values[2], Decimal(725, 2));
}

gdal::Dataset open_to_edit(const std::string& path) {
    gdal::start();
    return gdal::Dataset(GDALOpenEx(path.c_str(), GDAL_OF_VECTOR | GDAL_OF_UPDATE, nullptr, nullptr, nullptr));
}

TEST(GpkgCopy, EditsByGdalDiscardIt) {
    using Edit = std::function<void(GDALDatasetH, OGRLayerH link)>;
    const auto check = [](OGRErr status) { EXPECT_EQ(status, OGRERR_NONE); };
    const std::vector<std::pair<const char*, Edit>> edits{
        {"moved line",
         [&](GDALDatasetH, OGRLayerH link) {
             const gdal::Feature row(OGR_L_GetFeature(link, 5));
             OGRGeometryH line = OGR_F_GetGeometryRef(row.get());
             OGR_G_SetPoint_2D(line, 1, 7.0022, 43.0006);
             check(OGR_L_SetFeature(link, row.get()));
         }},
        {"attribute",
         [&](GDALDatasetH, OGRLayerH link) {
             const gdal::Feature row(OGR_L_GetFeature(link, 1));
             OGR_F_SetFieldString(row.get(), OGR_F_GetFieldIndex(row.get(), "name"), "New Street");
             check(OGR_L_SetFeature(link, row.get()));
         }},
        {"added row",
         [&](GDALDatasetH, OGRLayerH link) {
             const gdal::Feature row(OGR_L_GetFeature(link, 1));
             OGR_F_SetFID(row.get(), OGRNullFID);
             check(OGR_L_CreateFeature(link, row.get()));
         }},
        {"deleted row", [&](GDALDatasetH, OGRLayerH link) { check(OGR_L_DeleteFeature(link, 2)); }},
        {"renamed field",
         [&](GDALDatasetH, OGRLayerH link) {
             const int field = OGR_FD_GetFieldIndex(OGR_L_GetLayerDefn(link), "length");
             OGRFieldDefnH renamed = OGR_Fld_Create("metres", OFTReal);
             check(OGR_L_AlterFieldDefn(link, field, renamed, ALTER_NAME_FLAG));
             OGR_Fld_Destroy(renamed);
         }},
        {"deleted field",
         [&](GDALDatasetH, OGRLayerH link) {
             check(OGR_L_DeleteField(link, OGR_FD_GetFieldIndex(OGR_L_GetLayerDefn(link), "name")));
         }},
        {"fields in another order",
         [&](GDALDatasetH, OGRLayerH link) {
             check(OGR_L_ReorderField(link, OGR_FD_GetFieldIndex(OGR_L_GetLayerDefn(link), "name"), 0));
         }},
        {"layer replaced",
         [&](GDALDatasetH file, OGRLayerH link) {
             OGRLayerH copied = GDALDatasetCopyLayer(file, link, "copied", nullptr);
             ASSERT_NE(copied, nullptr);
             const gdal::Feature row(OGR_L_GetFeature(copied, 1));
             OGR_F_SetFieldDouble(row.get(), OGR_F_GetFieldIndex(row.get(), "length"), 7);
             check(OGR_L_SetFeature(copied, row.get()));
             char overwrite[] = "OVERWRITE=YES";
             char* options[] = {overwrite, nullptr};
             ASSERT_NE(GDALDatasetCopyLayer(file, copied, "link", options), nullptr);
         }},
    };
    for (const auto& [what, edit] : edits) {
        SCOPED_TRACE(what);
        const ScratchFolder folder;
        const std::string path = write_town(folder);
        {
            const gdal::Dataset file = open_to_edit(path);
            ASSERT_NE(file, nullptr);
            edit(file.get(), GDALDatasetGetLayerByName(file.get(), "link"));
        }
        expect_left_aside(path, LogLevel::info, "because the layers were edited");
    }
}

TEST(GpkgCopy, OpeningAndIndexingByGdalKeepsIt) {
    const ScratchFolder folder;
    const std::string path = write_town(folder);
    {
        const gdal::Dataset file = open_to_edit(path);
        ASSERT_NE(file, nullptr);
        for (int i = 0; i < GDALDatasetGetLayerCount(file.get()); ++i) {
            EXPECT_STRNE(OGR_L_GetName(GDALDatasetGetLayer(file.get(), i)), gpkg::copy_table);
        }
        { const gdal::QueryRows rows(file.get(), "SELECT DisableSpatialIndex('link', 'geom')"); }
        { const gdal::QueryRows rows(file.get(), "SELECT CreateSpatialIndex('link', 'geom')"); }
    }
    EXPECT_TRUE(has_copy(path));
}

// The header of the file's copy with another start.
std::string sql_bytes(std::string_view bytes) {
    std::string text = "x'";
    for (const char c : bytes) text += format("{:02x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    return text + "'";
}

std::string replace_part(int part, std::string_view content) {
    return format("UPDATE allways_copy SET content = {}, checksum = {} WHERE part = {}", sql_bytes(content),
                  static_cast<std::int64_t>(checksum(content.data(), content.size())), part);
}

TEST(GpkgCopy, DamagedForeignAndOtherVersionsAreLeftAsideWithOneMessage) {
    const RoadNetwork town = [] {
        const ScratchFolder folder;
        return read_network(write_town(folder));
    }();
    const auto header_of = [](const std::string& path) {
        const SqliteDatabase database(path);
        SqliteRows rows(database, "SELECT content FROM allways_copy WHERE part = 0", "the header");
        EXPECT_TRUE(rows.next());
        const auto bytes = rows.blob(0);
        return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    };
    const auto expect = [&](const std::string& sql, LogLevel level, const std::string& why) {
        SCOPED_TRACE(sql.substr(0, 200));
        const ScratchFolder folder;
        const std::string path = write_town(folder);
        run_sql(path, {sql});
        Logged logged;
        RoadNetwork network = read_network(path, logged.options());
        ASSERT_EQ(logged.lines.size(), 1u);
        EXPECT_EQ(logged.lines[0].first, level);
        EXPECT_NE(logged.lines[0].second.find(why), std::string::npos) << logged.lines[0].second;
        network.provenance.source = town.provenance.source;
        expect_identical(network, town);
    };
    const auto expect_damaged = [&](const std::string& sql) { expect(sql, LogLevel::warning, "is damaged"); };
    expect_damaged("UPDATE allways_copy SET checksum = checksum + 1 WHERE part = 1");
    expect_damaged("UPDATE allways_copy SET checksum = checksum + 1 WHERE part = 0");
    expect_damaged("UPDATE allways_copy SET content = substr(content, 1, length(content) - 1) WHERE part = 1");
    expect_damaged("UPDATE allways_copy SET content = x'' WHERE part = 1");
    expect_damaged("UPDATE allways_copy SET content = 'text' WHERE part = 1");
    expect_damaged("DELETE FROM allways_copy WHERE part = 1");
    expect_damaged("INSERT INTO allways_copy SELECT 2, checksum, content FROM allways_copy WHERE part = 1");
    expect_damaged("ALTER TABLE allways_copy RENAME COLUMN content TO bytes");
    expect_damaged("DROP TABLE allways_copy; CREATE TABLE allways_copy (something TEXT)");
    expect("DELETE FROM allways_copy", LogLevel::info, "because the layers were edited");

    const std::string header = [&] {
        const ScratchFolder folder;
        return header_of(write_town(folder));
    }();
    ASSERT_EQ(header.substr(0, 14),
              "\x0c"
              "allways copy\x02");
    std::string next_version = header;
    next_version[13] = 3;
    expect(replace_part(0, next_version), LogLevel::info, "is of version 3, and this program reads version 2");
    std::string first_version = header;  // which has other checksums
    first_version[13] = 1;
    expect(format("UPDATE allways_copy SET content = {} WHERE part = 0", sql_bytes(first_version)), LogLevel::info,
           "is of version 1, and this program reads version 2");
    std::string foreign = header;
    foreign[1] = 'A';
    expect_damaged(replace_part(0, foreign));
    expect_damaged(replace_part(0, header + '\0'));
    expect_damaged(replace_part(0, header.substr(0, 30)));
    expect_damaged(replace_part(0, ""));
    // Right checksums, wrong content: another network's size, and indexes out of range.
    const std::string image = network_image(town);
    for (const std::size_t at : {image.size() / 4, image.size() / 2}) {
        std::string other = image.substr(0, at) + std::string(image.size() - at, '\x7f');
        expect_damaged(replace_part(1, other));
    }
}

}  // namespace
}  // namespace allways::tools
