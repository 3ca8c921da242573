// SPDX-License-Identifier: Apache-2.0
// GeoPackage in Allways' layout → RoadNetwork, without loss: nodes and arcs in the order of their fid. Users may have
// edited it in a GIS: changed costs, deleted links, moved nodes and added fields are accepted.
#include "networks/gpkg.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/network/road_network.h"
#include "attributes/no_through_nodes.h"
#include "attributes/node_coordinates.h"
#include "attributes/shared_shapes.h"
#include "attributes/travel_time.h"
#include "base/text.h"
#include "libraries/gdal_library.h"
#include "libraries/reference_system.h"
#include "libraries/sqlite_database.h"
#include "libraries/sqlite_file.h"
#include "networks/gpkg_copy.h"
#include "networks/gpkg_movements.h"
#include "networks/gpkg_rows.h"
#include "text/file_format.h"

namespace allways::importers {

namespace {

// The ids of one field: numbers if it is an integer field, otherwise texts.
class Ids {
public:
    Ids(const GpkgRows& rows, int field) : rows_(rows), field_(field), numeric_(rows.is_whole(field)) {}

    void add() {
        if (!rows_.has(field_)) rows_.fail_row(format("has no {}", rows_.field_name(field_)));
        if (numeric_)
            numbers_.push_back(rows_.whole(field_));
        else
            texts_.emplace_back(rows_.text(field_));
    }
    IdTable take() && { return numeric_ ? IdTable(std::move(numbers_)) : IdTable(std::move(texts_)); }

private:
    const GpkgRows& rows_;
    int field_;
    bool numeric_;
    std::vector<std::int64_t> numbers_;
    std::vector<std::string> texts_;
};

class GpkgReader {
public:
    GpkgReader(const SqliteDatabase& database, const ReadOptions& options, ImportReport& found)
        : path_(database.path()), options_(options), found_(found), database_(database) {}

    RoadNetwork read() {
        read_provenance();
        read_nodes();
        const GpkgNodes nodes(network_.node_ids);
        read_links(nodes);
        read_order(nodes);
        read_gpkg_movements(database_, nodes, features_, network_, found_);
        return std::move(network_);
    }

private:
    void read_provenance() {
        std::map<std::string, std::string> own{
            {"program", ""}, {"source", ""}, {"format", ""}, {"crs", ""}, {"whole_numbers", ""}};
        Provenance& provenance = network_.provenance;
        std::map<std::string, bool> seen;
        GpkgRows rows(database_, gpkg::provenance_table);
        const int key_field = rows.require("key");
        const int value_field = rows.require("value");
        while (rows.next()) {
            const std::string key(rows.text(key_field));
            // Allways' own entries come first; a note may have the same name.
            if (const auto known = own.find(key); known != own.end() && !std::exchange(seen[key], true)) {
                known->second = rows.text(value_field);
            } else {
                provenance.notes.emplace_back(key, std::string(rows.text(value_field)));
            }
        }
        provenance.notes.insert(provenance.notes.begin(),
                                {{gpkg::source_note, own["source"]}, {gpkg::format_note, own["format"]}});
        provenance.whole_numbers = own["whole_numbers"] == "1";
        provenance.crs = crs_of(own["crs"]);
    }

    // Returns the stated system if the layer still has it, otherwise the layer's.
    std::string crs_of(const std::string& stated) const {
        if (!database_.has_table("gpkg_geometry_columns") || !database_.has_table("gpkg_spatial_ref_sys"))
            return stated;
        SqliteRows systems(
            database_,
            format("SELECT s.srs_id, s.organization, s.organization_coordsys_id, s.definition FROM "
                   "gpkg_geometry_columns AS c JOIN gpkg_spatial_ref_sys AS s ON s.srs_id = c.srs_id WHERE "
                   "c.table_name = '{}' COLLATE NOCASE",
                   gpkg::node_layer),
            "the reference system");
        if (!systems.next() || systems.whole(0) == -1 || systems.whole(0) == 0)
            return stated;  // the specification's "undefined" system
        const std::string code = format("{}:{}", systems.text(1), systems.whole(2));
        if (lower_case(code) == lower_case(stated)) return stated;
        const gdal::QuietErrors quiet;
        const auto system_of = [](const std::string& text) -> std::optional<OGRSpatialReference> {
            try {
                return gdal::spatial_reference(text);
            } catch (const InvalidArgument&) {
                return std::nullopt;
            }
        };
        const std::string definition(systems.text(3));
        std::optional<OGRSpatialReference> found;
        if (lower_case(code).starts_with("epsg:")) found = system_of(code);
        if (!found) found = system_of(definition);
        // A local system means the same as "undefined": GDAL 3.9 writes one (99999) if there is no system.
        if (!found || found->IsLocal()) return stated;
        const std::optional<OGRSpatialReference> as_stated = system_of(stated);
        if (as_stated && as_stated->IsSame(&*found)) return stated;
        char* wkt = nullptr;
        found->exportToWkt(&wkt);
        const ReferenceSystem system(wkt == nullptr ? definition : wkt);
        CPLFree(wkt);
        log(options_.log, LogLevel::warning,
            format("the layers of {} are in {}, not in '{}' as imported; using the system of the layers", path_,
                   system.name(), stated));
        return system.text();
    }

    void read_nodes() {
        GpkgRows rows(database_, gpkg::node_layer);
        const int id = rows.require("node_id");
        const int type = rows.find("node_type");
        const int may_turn_round = rows.find(gpkg::may_turn_round_field);
        Ids ids(rows, id);
        std::vector<Coordinate> places;
        std::vector<std::uint8_t> placed;
        while (rows.next()) {
            if (places.size() == no_node) rows.fail("has more nodes than 32-bit indexes allow");
            ids.add();
            network_.no_through.push_back(no_through_of(type >= 0 ? rows.text(type) : ""));
            const auto& points = rows.points();
            places.push_back(points.empty() ? Coordinate{} : points[0]);
            placed.push_back(points.empty() ? 0 : 1);
            if (may_turn_round >= 0) network_.turns.may_turn_round.push_back(rows.flag(may_turn_round) ? 1 : 0);
            tick();
        }
        network_.node_ids = std::move(ids).take();
        found_.nodes = places.size();
        if (const auto repeated = network_.node_ids.first_repeated()) {
            rows.fail(format("has duplicate node_id {}", network_.node_ids.text(*repeated)));
        }
        if (count_no_through(network_) == 0) network_.no_through.clear();
        NodeCoordinates coordinates(places.size());
        for (std::size_t node = 0; node < places.size(); ++node) {
            if (placed[node]) coordinates.set(static_cast<NodeIndex>(node), places[node]);
        }
        network_.coordinates = std::move(coordinates).take(path_, false, options_.log);
    }

    // Fields of the network's original columns, followed by fields that were added later.
    struct Sources {
        std::vector<int> numbers;  // fields, one for each column
        std::vector<int> texts;
        int destination_only = -1;  // a field; -1: missing
    };

    Sources find_columns(const GpkgRows& links) {
        Sources sources;
        std::vector<std::uint8_t> taken(static_cast<std::size_t>(links.field_count()), 0);
        for (const char* own : {"link_id", "from_node_id", "to_node_id", "directed", "reversed", "has_shape"}) {
            if (const int field = links.find(own); field >= 0) taken[static_cast<std::size_t>(field)] = 1;
        }
        const auto add = [&](int field, bool is_text, const std::string& name, const std::string& unit,
                             std::optional<int> digits) {
            if (is_text) {
                network_.texts.emplace_back(name);
                sources.texts.push_back(field);
            } else {
                network_.columns.push_back({name, unit, {}, digits});
                sources.numbers.push_back(field);
            }
        };
        GpkgRows rows(database_, gpkg::column_table);
        const int field_name = rows.require("field");
        const int name = rows.require("name");
        const int kind = rows.require("kind");
        const int unit = rows.require("unit");
        const int digits = rows.require("resolution_digits");
        while (rows.next()) {
            const int field = links.require(std::string(rows.text(field_name)));
            taken[static_cast<std::size_t>(field)] = 1;
            add(field, rows.text(kind) == gpkg::text_kind, std::string(rows.text(name)), std::string(rows.text(unit)),
                rows.has(digits) ? std::optional(static_cast<int>(rows.whole(digits))) : std::nullopt);
        }
        // A column of the network may have this name.
        const int destination_only = links.find(gpkg::destination_only_field);
        if (destination_only >= 0 && std::exchange(taken[static_cast<std::size_t>(destination_only)], 1) == 0) {
            sources.destination_only = destination_only;
        }
        for (int field = 0; field < links.field_count(); ++field) {
            if (taken[static_cast<std::size_t>(field)]) continue;
            if (links.kind(field) != SqliteColumn::Kind::other) {
                add(field, links.kind(field) == SqliteColumn::Kind::text, links.field_name(field), "", std::nullopt);
            } else {
                log(options_.log, LogLevel::loss,
                    format("skipped field '{}' of layer '{}': neither number nor text", links.field_name(field),
                           gpkg::link_layer));
            }
        }
        return sources;
    }

    NodeIndex end_of_link(const GpkgRows& rows, int field, const GpkgNodes& nodes) const {
        if (!rows.has(field)) rows.fail_row(format("has no {}", rows.field_name(field)));
        if (const auto node = nodes.find(rows, field)) return *node;
        rows.fail_row(format("{} {} is not in layer '{}'", rows.field_name(field), rows.text(field), gpkg::node_layer));
    }

    // Somebody has edited a straight line that now has bends, or a line without the mark.
    static bool is_shape(const GpkgRows& rows, int has_shape, const std::vector<Coordinate>& points) {
        if (points.size() < 2) return false;
        return points.size() > 2 || !rows.has(has_shape) || rows.flag(has_shape);
    }

    void read_links(const GpkgNodes& nodes) {
        GpkgRows rows(database_, gpkg::link_layer);
        const int from = rows.require("from_node_id");
        const int to = rows.require("to_node_id");
        const int directed = rows.require("directed");
        const int reversed = rows.require("reversed");
        const int has_shape = rows.require("has_shape");
        const Sources sources = find_columns(rows);
        Ids ids(rows, rows.require("link_id"));
        SharedShapes shapes;
        while (rows.next()) {
            if (network_.arc_count() == no_arc) rows.fail("has more links than 32-bit indexes allow");
            ids.add();
            network_.tail.push_back(end_of_link(rows, from, nodes));
            network_.head.push_back(end_of_link(rows, to, nodes));
            if (rows.has(directed) && !rows.flag(directed)) {
                rows.fail_row("directed is 0, but every link is one-way; add another link for the way back");
            }
            network_.reversed.push_back(rows.flag(reversed) ? 1 : 0);
            for (std::size_t i = 0; i < sources.numbers.size(); ++i) {
                network_.columns[i].values.push_back(rows.number(sources.numbers[i]));
            }
            for (std::size_t i = 0; i < sources.texts.size(); ++i) network_.texts[i].add(rows.text(sources.texts[i]));
            if (sources.destination_only >= 0)
                network_.turns.destination_only.push_back(rows.flag(sources.destination_only) ? 1 : 0);
            features_.push_back(rows.number());
            const auto& points = rows.points();
            is_shape(rows, has_shape, points) ? shapes.add_arc(points) : shapes.add_straight_arc();
            tick();
        }
        network_.arc_ids = std::move(ids).take();
        if (std::ranges::count(network_.reversed, 1) == 0) network_.reversed.clear();
        network_.shapes = std::move(shapes).take();
    }

    // An impossible table is damaged; a table with other nodes belongs to a network that was edited later.
    void read_order(const GpkgNodes& nodes) {
        if (!database_.has_table(gpkg::order_table)) return;
        GpkgRows rows(database_, gpkg::order_table);
        const int id = rows.require("node_id");
        std::vector<std::uint8_t> named(network_.node_count(), 0);
        std::vector<NodeIndex> order;
        std::string misfit;
        while (rows.next()) {
            if (!rows.has(id)) rows.fail_row("has no node_id");
            const auto node = nodes.find(rows, id);
            if (!node) {
                if (misfit.empty()) misfit = format("node_id {} is not in layer '{}'", rows.text(id), gpkg::node_layer);
                continue;
            }
            if (std::exchange(named[*node], 1)) rows.fail_row(format("duplicate node_id {}", rows.text(id)));
            order.push_back(*node);
            tick();
        }
        if (misfit.empty()) misfit = why_order_misfits(network_, order);
        if (misfit.empty()) {
            network_.elimination_order = std::move(order);
        } else {
            log(options_.log, LogLevel::warning,
                format(
                    "ignored layer '{}' of {}, which does not match its nodes: {}; run `find_order()` to recompute it",
                    gpkg::order_table, path_, misfit));
        }
    }

    void tick() {
        if (done_++ % 16384 == 0) report(options_.progress, "read", done_ - 1, 0);
    }

    const std::string& path_;
    const ReadOptions& options_;
    ImportReport& found_;
    const SqliteDatabase& database_;
    RoadNetwork network_;
    std::vector<std::int64_t> features_;  // the feature number of each arc
    std::uint64_t done_ = 0;
};

RoadNetwork read_gpkg(const std::string& path, const ReadOptions& options, ImportReport& found) {
    if (!is_sqlite_file(path)) throw InputError(path, 0, "not a GeoPackage");
    const SqliteDatabase database(path);
    std::optional<RoadNetwork> network = gpkg::read_copy(database, options);
    if (network)
        found.nodes = network->node_count();
    else
        network = GpkgReader(database, options, found).read();
    state_units(*network, options);
    return std::move(*network);
}

bool recognise_gpkg(const FileSample& sample) {
    if (!sample.text.starts_with("SQLite format 3")) return false;
    try {
        const SqliteDatabase database(sample.path);
        return database.has_table(gpkg::provenance_table) && database.has_table(gpkg::column_table);
    } catch (const InputError&) {
        return false;
    }
}

}  // namespace

RoadNetwork gpkg::read_layers(const std::string& path, const ReadOptions& options, ImportReport& found) {
    const SqliteDatabase database(path);
    return GpkgReader(database, options, found).read();
}

Format gpkg_format() {
    Format format;
    format.info = {"gpkg", "network in a GeoPackage written by Allways", {".gpkg"}, FormatInfo::Holds::network};
    format.keeps_system = true;
    format.filters_arcs = true;
    format.recognises = recognise_gpkg;
    format.read_network = read_gpkg;
    return format;
}

}  // namespace allways::importers
