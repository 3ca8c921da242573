// GeoPackage of our own layout → RoadNetwork, without loss: nodes and arcs in the order of their fid. Users may have
// edited it in a GIS: costs, deleted links, moved nodes and fields of their own are fine.
#include "gpkg.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/network/elimination_order.h"
#include "gdal_handles.h"
#include "gdal_library.h"
#include "input_file.h"
#include "node_coordinates.h"
#include "reference_system.h"
#include "shared_shapes.h"
#include "sqlite_file.h"

namespace allways {

namespace {

gdal::Dataset open(const std::string& path) {
    gdal::start();
    constexpr std::array<const char*, 2> drivers{"GPKG", nullptr};
    return gdal::Dataset(GDALOpenEx(path.c_str(), GDAL_OF_VECTOR | GDAL_OF_READONLY, drivers.data(), nullptr, nullptr));
}

// The rows of one layer by fid.
class Rows {
public:
    Rows(GDALDatasetH dataset, const std::string& path, const char* layer)
        : path_(path), layer_(layer), query_(dataset, query_of(dataset).c_str()) {
        if (query_.layer() == nullptr) fail("cannot be read" + errors_.detail());
        definition_ = OGR_L_GetLayerDefn(query_.layer());
        require_numbers(dataset);
        CPLErrorReset();
    }

    bool next() {
        row_.reset(OGR_L_GetNextFeature(query_.layer()));
        if (row_ == nullptr && errors_.failed()) fail("cannot be read" + errors_.detail());
        return row_ != nullptr;
    }

    int field_count() const { return OGR_FD_GetFieldCount(definition_); }
    std::string field_name(int field) const { return OGR_Fld_GetNameRef(OGR_FD_GetFieldDefn(definition_, field)); }
    OGRFieldType field_type(int field) const { return OGR_Fld_GetType(OGR_FD_GetFieldDefn(definition_, field)); }
    bool is_whole(int field) const { return field_type(field) == OFTInteger || field_type(field) == OFTInteger64; }
    int find(const char* field) const { return OGR_FD_GetFieldIndex(definition_, field); }  // -1: none
    int require(const std::string& field) const {
        const int found = find(field.c_str());
        if (found < 0) fail(format("has no field '{}'", field));
        return found;
    }

    // Of the row.
    bool has(int field) const { return OGR_F_IsFieldSetAndNotNull(row_.get(), field) != 0; }
    std::string text(int field) const { return OGR_F_GetFieldAsString(row_.get(), field); }
    std::int64_t whole(int field) const { return OGR_F_GetFieldAsInteger64(row_.get(), field); }
    double real(int field) const { return OGR_F_GetFieldAsDouble(row_.get(), field); }
    bool flag(int field) const { return has(field) && whole(field) != 0; }
    // "1.5", or nothing as missing, whatever the type of the field.
    Decimal number(int field) const {
        if (!has(field)) return Decimal::missing();
        if (is_whole(field)) return Decimal(whole(field), 0);
        if (field_type(field) == OFTReal) return Decimal::from_double(real(field));
        const auto parsed = Decimal::parse(text(field));
        if (!parsed) fail_row(format("field '{}' needs a number, found '{}'", field_name(field), text(field)));
        return *parsed;
    }
    // Points of the row's point or line; empty where it has none.
    std::vector<Coordinate> points() const {
        OGRGeometryH geometry = OGR_F_GetGeometryRef(row_.get());
        if (geometry == nullptr) return {};
        const OGRwkbGeometryType type = OGR_GT_Flatten(OGR_G_GetGeometryType(geometry));
        if (type != wkbPoint && type != wkbLineString) {
            fail_row(format("a point or a line was expected, found {}", OGR_G_GetGeometryName(geometry)));
        }
        if (OGR_G_IsEmpty(geometry)) return {};
        std::vector<Coordinate> found(static_cast<std::size_t>(OGR_G_GetPointCount(geometry)));
        OGR_G_GetPoints(geometry, &found[0].x, sizeof(Coordinate), &found[0].y, sizeof(Coordinate), nullptr, 0);
        return found;
    }

    [[noreturn]] void fail(const std::string& what) const {
        throw InputError(path_, 0, format("layer '{}' {}", layer_, what));
    }
    [[noreturn]] void fail_row(const std::string& what) const {
        throw InputError(path_, 0, format("layer '{}', feature {}: {}", layer_, OGR_F_GetFID(row_.get()), what));
    }

private:
    // SQLite keeps any value in a field of any type, and GDAL hands out 0 for a text and 1 for 1.5 in a whole field.
    void require_numbers(GDALDatasetH dataset) const {
        std::string names, values;
        for (int field = 0; field < field_count(); ++field) {
            if (!is_whole(field) && field_type(field) != OFTReal) continue;
            const std::string name = sql_quoted(field_name(field), '"');
            const std::string misfit =
                format("WHEN typeof({}) NOT IN ('null', 'integer'{}) THEN ", name, is_whole(field) ? "" : ", 'real'");
            names += misfit + sql_quoted(field_name(field), '\'') + " ";
            values += format("{}CAST({} AS TEXT) ", misfit, name);
        }
        if (names.empty()) return;
        const std::string id = sql_quoted(OGR_L_GetFIDColumn(GDALDatasetGetLayerByName(dataset, layer_)), '"');
        const auto query =
            format("SELECT CAST({} AS TEXT), CASE {}END AS misfit, CASE {}END FROM {} WHERE misfit IS NOT NULL LIMIT 1",
                   id, names, values, sql_quoted(layer_, '"'));
        const gdal::QueryRows misfits(dataset, query.c_str());
        if (misfits.layer() == nullptr) fail("cannot be read" + errors_.detail());
        const gdal::Feature found(OGR_L_GetNextFeature(misfits.layer()));
        if (found == nullptr) return;
        const auto value = [&](int field) { return OGR_F_GetFieldAsString(found.get(), field); };
        const bool whole = is_whole(find(value(1)));
        throw InputError(path_, 0,
                         format("layer '{}', feature {}: field '{}' needs a {}number, found '{}'", layer_, value(0),
                                value(1), whole ? "whole " : "", value(2)));
    }

    std::string query_of(GDALDatasetH dataset) const {
        OGRLayerH layer = GDALDatasetGetLayerByName(dataset, layer_);
        if (layer == nullptr) {
            throw InputError(path_, 0,
                             format("has no layer '{}'; is it a network that 'allways import' wrote?", layer_));
        }
        return format("SELECT * FROM \"{}\" ORDER BY \"{}\"", layer_, OGR_L_GetFIDColumn(layer));
    }

    const std::string& path_;
    const char* layer_;
    gdal::QuietErrors errors_;
    gdal::QueryRows query_;
    OGRFeatureDefnH definition_ = nullptr;
    gdal::Feature row_;
};

// Ids of one field: numbers where the field is of whole numbers, else texts.
class Ids {
public:
    Ids(const Rows& rows, int field) : rows_(rows), field_(field), numeric_(rows.is_whole(field)) {}

    void add() {
        if (!rows_.has(field_)) rows_.fail_row(format("has no {}", rows_.field_name(field_)));
        numeric_ ? numbers_.push_back(rows_.whole(field_)) : texts_.push_back(rows_.text(field_));
    }
    IdTable take() && { return numeric_ ? IdTable(std::move(numbers_)) : IdTable(std::move(texts_)); }

private:
    const Rows& rows_;
    int field_;
    bool numeric_;
    std::vector<std::int64_t> numbers_;
    std::vector<std::string> texts_;
};

// Nodes by id, for the ends of links.
class NodeIndexes {
public:
    explicit NodeIndexes(const IdTable& ids) : ids_(ids) {
        if (!ids.is_numeric()) return;
        numbers_.reserve(ids.size());
        for (NodeIndex node = 0; node < ids.size(); ++node) numbers_.emplace(ids.numbers()[node], node);
    }
    std::optional<NodeIndex> find(const Rows& rows, int field) const {
        if (!ids_.is_numeric() || !rows.is_whole(field)) return ids_.find(rows.text(field));
        const auto found = numbers_.find(rows.whole(field));
        return found == numbers_.end() ? std::nullopt : std::optional(found->second);
    }

private:
    const IdTable& ids_;
    std::unordered_map<std::int64_t, NodeIndex> numbers_;
};

class Reader {
public:
    Reader(const std::string& path, const ReadOptions& options, ImportReport& found)
        : path_(path), options_(options), found_(found), dataset_(open(path)) {
        if (dataset_ == nullptr) throw InputError(path, 0, "cannot be opened as a GeoPackage" + errors_.detail());
    }

    RoadNetwork read() {
        read_provenance();
        read_nodes();
        const NodeIndexes nodes(network_.node_ids);
        read_links(nodes);
        read_order(nodes);
        return std::move(network_);
    }

private:
    void read_provenance() {
        std::map<std::string, std::string> own{
            {"program", ""}, {"source", ""}, {"format", ""}, {"crs", ""}, {"whole_numbers", ""}};
        Provenance& provenance = network_.provenance;
        std::map<std::string, bool> seen;
        Rows rows(dataset_.get(), path_, gpkg::provenance_table);
        const int key_field = rows.require("key");
        const int value_field = rows.require("value");
        while (rows.next()) {
            const std::string key = rows.text(key_field);
            // Ours come first; a note may be called the same.
            if (const auto known = own.find(key); known != own.end() && !std::exchange(seen[key], true)) {
                known->second = rows.text(value_field);
            } else {
                provenance.notes.emplace_back(key, rows.text(value_field));
            }
        }
        provenance.notes.insert(provenance.notes.begin(),
                                {{gpkg::source_note, own["source"]}, {gpkg::format_note, own["format"]}});
        provenance.whole_numbers = own["whole_numbers"] == "1";
        provenance.crs = crs_of(own["crs"]);
    }

    // As it was stated, where the layer still has that system; else the layer's.
    std::string crs_of(const std::string& stated) const {
        OGRLayerH layer = GDALDatasetGetLayerByName(dataset_.get(), gpkg::node_layer);
        OGRSpatialReferenceH system = layer == nullptr ? nullptr : OGR_L_GetSpatialRef(layer);
        // "Undefined Cartesian SRS", "Undefined geographic SRS": srs_id -1 and 0 of the GeoPackage specification.
        if (system == nullptr || std::string_view(OSRGetName(system)).starts_with("Undefined")) return stated;
        char* wkt = nullptr;
        const gdal::SpatialReference as_stated(OSRNewSpatialReference(nullptr));
        const bool known = !stated.empty() && OSRSetFromUserInput(as_stated.get(), stated.c_str()) == OGRERR_NONE;
        OSRSetAxisMappingStrategy(as_stated.get(), OAMS_TRADITIONAL_GIS_ORDER);
        if (known && OSRIsSame(as_stated.get(), system)) return stated;
        OSRExportToWkt(system, &wkt);
        const std::string definition = wkt == nullptr ? "" : wkt;
        CPLFree(wkt);
        const ReferenceSystem found(definition);
        log(options_.log, LogLevel::warning,
            format("the layers of {} are in {}, not in '{}' as it was imported; taken as the layers say", path_,
                   found.name(), stated));
        return found.text();
    }

    void read_nodes() {
        Rows rows(dataset_.get(), path_, gpkg::node_layer);
        const int id = rows.require("node_id");
        const int type = rows.find("node_type");
        Ids ids(rows, id);
        std::vector<Coordinate> places;
        std::vector<std::uint8_t> placed;
        while (rows.next()) {
            if (places.size() == no_node) rows.fail("has more nodes than their 32-bit numbers can count");
            ids.add();
            network_.no_through.push_back(type >= 0 && rows.text(type) == gpkg::centroid ? 1 : 0);
            const auto points = rows.points();
            places.push_back(points.empty() ? Coordinate{} : points[0]);
            placed.push_back(points.empty() ? 0 : 1);
            tick();
        }
        network_.node_ids = std::move(ids).take();
        found_.nodes = places.size();
        if (const auto repeated = network_.node_ids.first_repeated()) {
            rows.fail(format("has node_id {} twice", network_.node_ids.text(*repeated)));
        }
        if (std::ranges::count(network_.no_through, 1) == 0) network_.no_through.clear();
        NodeCoordinates coordinates(places.size());
        for (std::size_t node = 0; node < places.size(); ++node) {
            if (placed[node]) coordinates.set(static_cast<NodeIndex>(node), places[node]);
        }
        network_.coordinates = std::move(coordinates).take(path_, false, options_.log);
    }

    // The columns that the network had, and then fields that were added since.
    struct Sources {
        std::vector<int> numbers;  // fields, one for each column
        std::vector<int> texts;
    };

    Sources find_columns(const Rows& links) {
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
        Rows rows(dataset_.get(), path_, gpkg::column_table);
        const int field_name = rows.require("field");
        const int name = rows.require("name");
        const int kind = rows.require("kind");
        const int unit = rows.require("unit");
        const int digits = rows.require("resolution_digits");
        while (rows.next()) {
            const int field = links.require(rows.text(field_name));
            taken[static_cast<std::size_t>(field)] = 1;
            add(field, rows.text(kind) == gpkg::text_kind, rows.text(name), rows.text(unit),
                rows.has(digits) ? std::optional(static_cast<int>(rows.whole(digits))) : std::nullopt);
        }
        for (int field = 0; field < links.field_count(); ++field) {
            const OGRFieldType type = links.field_type(field);
            if (taken[static_cast<std::size_t>(field)]) continue;
            if (links.is_whole(field) || type == OFTReal || type == OFTString) {
                add(field, type == OFTString, links.field_name(field), "", std::nullopt);
            } else {
                log(options_.log, LogLevel::warning,
                    format("field '{}' of layer '{}' is neither number nor text and is passed over",
                           links.field_name(field), gpkg::link_layer));
            }
        }
        return sources;
    }

    NodeIndex end_of_link(const Rows& rows, int field, const NodeIndexes& nodes) const {
        if (!rows.has(field)) rows.fail_row(format("has no {}", rows.field_name(field)));
        if (const auto node = nodes.find(rows, field)) return *node;
        rows.fail_row(format("{} {} is not in layer '{}'", rows.field_name(field), rows.text(field), gpkg::node_layer));
    }

    // A line that was straight and has bends now was drawn by somebody, and so was one without the mark.
    static bool is_shape(const Rows& rows, int has_shape, const std::vector<Coordinate>& points) {
        if (points.size() < 2) return false;
        return points.size() > 2 || !rows.has(has_shape) || rows.flag(has_shape);
    }

    void read_links(const NodeIndexes& nodes) {
        Rows rows(dataset_.get(), path_, gpkg::link_layer);
        const int from = rows.require("from_node_id");
        const int to = rows.require("to_node_id");
        const int directed = rows.require("directed");
        const int reversed = rows.require("reversed");
        const int has_shape = rows.require("has_shape");
        const Sources sources = find_columns(rows);
        Ids ids(rows, rows.require("link_id"));
        SharedShapes shapes;
        while (rows.next()) {
            if (network_.arc_count() == no_arc) rows.fail("has more links than their 32-bit numbers can count");
            ids.add();
            network_.tail.push_back(end_of_link(rows, from, nodes));
            network_.head.push_back(end_of_link(rows, to, nodes));
            if (rows.has(directed) && !rows.flag(directed)) {
                rows.fail_row("directed is 0, and every link runs one way; add another link for the way back");
            }
            network_.reversed.push_back(rows.flag(reversed) ? 1 : 0);
            for (std::size_t i = 0; i < sources.numbers.size(); ++i) {
                network_.columns[i].values.push_back(rows.number(sources.numbers[i]));
            }
            for (std::size_t i = 0; i < sources.texts.size(); ++i) network_.texts[i].add(rows.text(sources.texts[i]));
            const auto points = rows.points();
            is_shape(rows, has_shape, points) ? shapes.add_arc(points) : shapes.add_straight_arc();
            tick();
        }
        network_.arc_ids = std::move(ids).take();
        if (std::ranges::count(network_.reversed, 1) == 0) network_.reversed.clear();
        network_.shapes = std::move(shapes).take();
    }

    // A table that cannot have been written so is damaged; one of other nodes is of a network that was edited since.
    void read_order(const NodeIndexes& nodes) {
        if (GDALDatasetGetLayerByName(dataset_.get(), gpkg::order_table) == nullptr) return;
        Rows rows(dataset_.get(), path_, gpkg::order_table);
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
            if (std::exchange(named[*node], 1)) rows.fail_row(format("node_id {} comes twice", rows.text(id)));
            order.push_back(*node);
            tick();
        }
        if (misfit.empty()) misfit = why_order_misfits(network_, order);
        if (misfit.empty()) {
            network_.elimination_order = std::move(order);
        } else {
            log(options_.log, LogLevel::warning,
                format("layer '{}' of {} does not fit its nodes and is left aside: {}; 'allways import --order' makes it anew",
                       gpkg::order_table, path_, misfit));
        }
    }

    void tick() {
        if (done_++ % 16384 == 0) report(options_.progress, "read", done_ - 1, 0);
    }

    const std::string& path_;
    const ReadOptions& options_;
    ImportReport& found_;
    gdal::QuietErrors errors_;
    gdal::Dataset dataset_;
    RoadNetwork network_;
    std::uint64_t done_ = 0;
};

RoadNetwork read(const std::string& path, const ReadOptions& options, ImportReport& found) {
    if (!is_sqlite_file(path)) throw InputError(path, 0, "a GeoPackage was expected, and this is none");
    require_whole_sqlite_file(path);
    return Reader(path, options, found).read();
}

bool recognise(const FileSample& sample) {
    if (!sample.text.starts_with("SQLite format 3")) return false;
    const gdal::QuietErrors quiet;
    const gdal::Dataset dataset = open(sample.path);
    return dataset != nullptr && GDALDatasetGetLayerByName(dataset.get(), gpkg::provenance_table) != nullptr &&
           GDALDatasetGetLayerByName(dataset.get(), gpkg::column_table) != nullptr;
}

}  // namespace

Format gpkg_format() {
    Format format;
    format.info = {
        "gpkg", "network in a GeoPackage that 'allways import' wrote", {".gpkg"}, FormatInfo::Holds::network};
    format.recognises = recognise;
    format.read_network = read;
    return format;
}

}  // namespace allways
