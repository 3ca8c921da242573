// SPDX-License-Identifier: Apache-2.0
// GeoPackage in Allways' layout → RoadNetwork, without loss: nodes and arcs in the order of their fid. Users may have
// edited it in a GIS: changed costs, deleted links, moved nodes and added fields are accepted.
#include "networks/gpkg.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/network/road_network.h"
#include "attributes/arc_table.h"
#include "attributes/import_report.h"
#include "attributes/node_attributes.h"
#include "attributes/travel_time.h"
#include "attributes/turn_rows.h"
#include "base/text.h"
#include "libraries/gdal_library.h"
#include "libraries/reference_system.h"
#include "libraries/sqlite_database.h"
#include "text/file_format.h"

namespace allways::importers {

namespace {

// ---- the points of a shape: a binary header, then well-known binary

constexpr std::uint32_t point_type = 1;
constexpr std::uint32_t line_type = 2;

std::string shape_type_name(std::uint32_t type) {
    constexpr std::array<const char*, 13> names{
        "GEOMETRY",        "POINT",        "LINESTRING",         "POLYGON",        "MULTIPOINT",
        "MULTILINESTRING", "MULTIPOLYGON", "GEOMETRYCOLLECTION", "CIRCULARSTRING", "COMPOUNDCURVE",
        "CURVEPOLYGON",    "MULTICURVE",   "MULTISURFACE"};
    return type < names.size() ? names[type] : format("type {}", type);
}

// Reads numbers in either byte order. Callers check has() first.
class ShapeBytes {
public:
    explicit ShapeBytes(std::span<const std::byte> bytes) : bytes_(bytes) {}

    bool has(std::size_t count) const { return bytes_.size() >= count; }
    std::size_t left() const { return bytes_.size(); }
    void skip(std::size_t count) { bytes_ = bytes_.subspan(count); }
    void set_little_endian(bool little) { swap_ = little != (std::endian::native == std::endian::little); }

    std::uint8_t byte() { return static_cast<std::uint8_t>(take<1>()[0]); }
    std::uint32_t number() { return std::bit_cast<std::uint32_t>(take<4>()); }
    double real() { return std::bit_cast<double>(take<8>()); }

private:
    template <std::size_t count>
    std::array<std::byte, count> take() {
        std::array<std::byte, count> taken;
        std::memcpy(taken.data(), bytes_.data(), count);
        if (swap_) std::ranges::reverse(taken);
        skip(count);
        return taken;
    }

    std::span<const std::byte> bytes_;
    bool swap_ = false;
};

// Returns the number of ordinates per point from the type's thousands (ISO) or its high bits (PostGIS), and removes
// both from the type.
std::size_t take_ordinates(std::uint32_t& type) {
    std::size_t ordinates = 2;
    for (const std::uint32_t more : {0x80000000u, 0x40000000u}) {
        if ((type & more) != 0) ++ordinates;
    }
    type &= 0x1FFFFFFFu;
    if (type >= 1000 && type < 4000) {
        ordinates += type >= 3000 ? 2 : 1;
        type %= 1000;
    }
    return ordinates;
}

// Stores the points of a point or a line in `points`, which is empty if the shape is; omits heights and measures.
// Returns the problem, or an empty text. Source: OGC 12-128r18, clause 2.1.3, and ISO 13249-3 for the types.
std::string read_points(std::span<const std::byte> shape, std::vector<Coordinate>& points) {
    constexpr const char* damaged = "its shape is damaged: it ends too early";
    points.clear();
    ShapeBytes bytes(shape);
    if (!bytes.has(8) || bytes.byte() != 'G' || bytes.byte() != 'P') return "its shape is not one of a GeoPackage";
    bytes.skip(1);
    const std::uint8_t flags = bytes.byte();
    bytes.skip(4);  // the reference system
    constexpr std::array<std::size_t, 8> envelopes{0, 32, 48, 48, 64, 0, 0, 0};
    const std::size_t envelope = envelopes[flags >> 1 & 7];
    constexpr std::size_t head = 5;  // byte order and type
    if (!bytes.has(envelope + head)) return damaged;
    bytes.skip(envelope);
    bytes.set_little_endian(bytes.byte() == 1);
    std::uint32_t type = bytes.number();
    const std::size_t ordinates = take_ordinates(type);
    if (type != point_type && type != line_type)
        return format("expected a point or a line, found {}", shape_type_name(type));
    std::size_t count = 1;
    if (type == line_type) {
        if (!bytes.has(4)) return damaged;
        count = bytes.number();
    }
    const std::size_t stride = ordinates * sizeof(double);
    if (bytes.left() / stride < count) return damaged;
    points.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double x = bytes.real();
        const double y = bytes.real();
        points.push_back({x, y});
        bytes.skip(stride - 2 * sizeof(double));
    }
    if (type == point_type && std::isnan(points[0].x) && std::isnan(points[0].y))
        points.clear();  // an empty point is written as NaN
    return "";
}

// ---- rows

// Positions of numbers in a list, for many look-ups. Hash table with open addressing, at most half full: one cache miss
// per look-up. Of equal numbers the first counts.
class NumberIndex {
public:
    explicit NumberIndex(std::span<const std::int64_t> numbers) : slots_(std::bit_ceil(2 * numbers.size() + 1)) {
        for (std::uint32_t i = 0; i < numbers.size(); ++i) {
            Slot& slot = slots_[slot_of(numbers[i])];
            if (slot.index == none) slot = {numbers[i], i};
        }
    }

    std::optional<std::uint32_t> find(std::int64_t number) const {
        const std::uint32_t found = slots_[slot_of(number)].index;
        return found == none ? std::nullopt : std::optional(found);
    }

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    struct Slot {
        std::int64_t number = 0;
        std::uint32_t index = none;
    };

    // Returns the slot of the number, or the free slot for it.
    std::size_t slot_of(std::int64_t number) const {
        const std::size_t mask = slots_.size() - 1;
        const std::uint64_t mixed = static_cast<std::uint64_t>(number) * 0x9E3779B97F4A7C15u;
        std::size_t slot = static_cast<std::size_t>(mixed >> 20) & mask;
        while (slots_[slot].index != none && slots_[slot].number != number) slot = (slot + 1) & mask;
        return slot;
    }

    std::vector<Slot> slots_;
};

// The rows of one layer, in order of their row number.
class GpkgRows {
public:
    GpkgRows(const SqliteDatabase& database, const char* layer)
        : path_(database.path()),
          layer_(layer),
          fields_(fields_of(database)),
          rows_(database, query(database), name()) {}

    bool next() {
        if (!rows_.next()) return false;
        const std::int64_t number = rows_.whole(0);
        if (any_ && number <= number_) fail("is damaged: its rows are not in the order of their numbers");
        any_ = true;
        number_ = number;
        return true;
    }

    std::int64_t number() const { return number_; }  // of the current row

    // The number of columns, except the row's number and its shape.
    int field_count() const { return static_cast<int>(fields_.size()); }
    const std::string& field_name(int field) const { return fields_[static_cast<std::size_t>(field)].name; }
    SqliteColumn::Kind kind(int field) const { return fields_[static_cast<std::size_t>(field)].kind; }
    bool is_whole(int field) const { return kind(field) == SqliteColumn::Kind::whole; }
    int find(const std::string& field) const {  // -1: missing
        auto found = std::ranges::find(fields_, field, &SqliteColumn::name);
        if (found == fields_.end()) {
            const auto in_lower_case = [](const SqliteColumn& column) { return lower_case(column.name); };
            found = std::ranges::find(fields_, lower_case(field), in_lower_case);
        }
        return found == fields_.end() ? -1 : static_cast<int>(found - fields_.begin());
    }
    int require(const std::string& field) const {
        const int found = find(field);
        if (found < 0) fail(format("has no field '{}'", field));
        return found;
    }

    // These functions return values of the current row.
    bool has(int field) const { return rows_.type(field + 1) != SqliteRows::Type::null; }
    std::string_view text(int field) const { return rows_.text(field + 1); }
    // SQLite stores any value in a field of any type.
    std::int64_t whole(int field) const {
        if (rows_.type(field + 1) != SqliteRows::Type::whole) misfit(field);
        return rows_.whole(field + 1);
    }
    bool flag(int field) const { return has(field) && whole(field) != 0; }
    // Parses "1.5" and reads NULL as missing, whatever the type of the field.
    Decimal number(int field) const {
        switch (rows_.type(field + 1)) {
            case SqliteRows::Type::null: return Decimal::missing();
            case SqliteRows::Type::whole:
                if (kind(field) != SqliteColumn::Kind::text) return Decimal(rows_.whole(field + 1), 0);
                break;
            case SqliteRows::Type::real:
                if (kind(field) == SqliteColumn::Kind::real) return Decimal::from_double(rows_.real(field + 1));
                break;
            default: break;
        }
        if (kind(field) != SqliteColumn::Kind::text) misfit(field);
        const auto parsed = Decimal::parse(text(field));
        if (!parsed) misfit(field);
        return *parsed;
    }
    // Returns the points of the row's point or line; empty if it has no shape.
    const std::vector<Coordinate>& points() {
        points_.clear();
        if (!shape_ || rows_.type(shape_column()) == SqliteRows::Type::null) return points_;
        const std::string problem = read_points(rows_.blob(shape_column()), points_);
        if (!problem.empty()) fail_row(problem);
        return points_;
    }

    [[noreturn]] void fail(const std::string& what) const { throw InputError(path_, 0, format("{} {}", name(), what)); }
    [[noreturn]] void fail_row(const std::string& what) const {
        throw InputError(path_, 0, format("{}, feature {}: {}", name(), number_, what));
    }

private:
    std::string name() const { return format("layer '{}'", layer_); }
    int shape_column() const { return field_count() + 1; }

    [[noreturn]] void misfit(int field) const {
        fail_row(format("field '{}' needs {}, found '{}'", field_name(field),
                        is_whole(field) ? "an integer" : "a number", text(field)));
    }

    std::vector<SqliteColumn> fields_of(const SqliteDatabase& database) {
        if (!database.has_table(layer_)) {
            throw InputError(path_, 0, format("has no layer '{}'; it may not be a network that Allways wrote", layer_));
        }
        if (database.has_table("gpkg_geometry_columns")) {
            SqliteRows shapes(
                database,
                format("SELECT column_name FROM gpkg_geometry_columns WHERE table_name = {} COLLATE NOCASE",
                       sql_quoted(layer_, '\'')),
                "the list of shapes");
            if (shapes.next()) shape_ = std::string(shapes.text(0));
        }
        std::vector<SqliteColumn> fields = database.columns(layer_);
        std::erase_if(fields, [&](const SqliteColumn& column) {
            return column.is_key || (shape_ && lower_case(column.name) == lower_case(*shape_));
        });
        return fields;
    }

    std::string query(const SqliteDatabase&) const {
        std::string columns = "rowid";
        for (const SqliteColumn& field : fields_) columns += ", " + sql_quoted(field.name, '"');
        if (shape_) columns += ", " + sql_quoted(*shape_, '"');
        return format("SELECT {} FROM {} ORDER BY rowid", columns, sql_quoted(layer_, '"'));
    }

    const std::string& path_;
    const char* layer_;
    std::optional<std::string> shape_;  // column of the shape
    std::vector<SqliteColumn> fields_;
    SqliteRows rows_;
    std::int64_t number_ = 0;
    bool any_ = false;
    std::vector<Coordinate> points_;
};

// Finds nodes by the id that a field of another layer states.
class GpkgNodes {
public:
    explicit GpkgNodes(const IdTable& ids) : ids_(ids) {
        if (ids.is_numeric()) {
            numbers_.emplace(ids.numbers());
        } else {
            texts_.reserve(ids.size());
            for (NodeIndex node = 0; node < ids.size(); ++node) texts_.emplace(ids.texts()[node], node);
        }
    }
    std::optional<NodeIndex> find(const GpkgRows& rows, int field) const {
        if (numbers_) return rows.is_whole(field) ? numbers_->find(rows.whole(field)) : ids_.find(rows.text(field));
        const auto found = texts_.find(rows.text(field));
        return found == texts_.end() ? std::nullopt : std::optional(found->second);
    }

private:
    const IdTable& ids_;
    std::optional<NumberIndex> numbers_;
    std::unordered_map<std::string_view, NodeIndex> texts_;
};

// ---- the network

// The table `movement` → turn rules, in the order of its rows. Movements whose links or node are gone, or no longer
// meet, are skipped and counted. Throws InputError, with table and feature, for a row that is malformed, matches
// several sequences of arcs, or states another price for a pair of arcs. `features`: the feature number of each arc,
// ascending.
class GpkgMovements {
public:
    GpkgMovements(const SqliteDatabase& database, const GpkgNodes& nodes, std::span<const std::int64_t> features,
                  RoadNetwork& network, ImportReport& found)
        : nodes_(nodes),
          features_(features),
          network_(network),
          found_(found),
          arcs_(network.arc_ids),
          prices_(network.turns),
          rows_(database, gpkg::movement_table),
          node_(rows_.require("node_id")),
          inbound_(rows_.require("ib_link_id")),
          outbound_(rows_.require("ob_link_id")),
          via_(rows_.find("via_link_ids")),
          rule_(rows_.require("rule")),
          penalty_(rows_.find("penalty")),
          source_(rows_.find("source")),
          fids_(rows_.find("link_fids")) {}

    void read() {
        while (rows_.next()) read_row();
    }

private:
    bool has_text(int field) const { return field >= 0 && rows_.has(field) && !rows_.text(field).empty(); }

    void read_row() {
        const std::vector<std::string> ids = link_ids();
        const auto [kind, price] = rule();
        if (price && ids.size() > 2) rows_.fail_row("a price needs two links; remove via_link_ids");
        const std::vector<ArcIndex> arcs = find_arcs(ids);
        if (arcs.empty()) return;
        if (!price) {
            network_.turns.add(*kind, arcs, source_ >= 0 ? rows_.text(source_) : "");
            return;
        }
        if (const Decimal* known = prices_.find(arcs[0], arcs[1]); known != nullptr && *known != *price) {
            rows_.fail_row(format("the price of links {} and {} is {} here and {} in an earlier row", ids[0], ids[1],
                                  price->to_string(), known->to_string()));
        }
        prices_.set(arcs[0], arcs[1], *price);
    }

    std::vector<std::string> link_ids() const {
        for (const int field : {inbound_, outbound_}) {
            if (!rows_.has(field)) rows_.fail_row(format("has no {}", rows_.field_name(field)));
        }
        std::vector<std::string> ids{std::string(rows_.text(inbound_))};
        if (has_text(via_)) {
            auto via = split_ids(rows_.text(via_));
            if (!via) {
                rows_.fail_row(
                    format("via_link_ids needs link ids separated by commas, found '{}'", shortened(rows_.text(via_))));
            }
            std::ranges::move(*via, std::back_inserter(ids));
        }
        ids.emplace_back(rows_.text(outbound_));
        return ids;
    }

    // A row without a word in `rule` is a price if it has a penalty, and otherwise forbids the movement.
    std::pair<std::optional<TurnRules::Kind>, std::optional<Decimal>> rule() const {
        const std::string word = has_text(rule_) ? lower_case(rows_.text(rule_)) : "";
        const Decimal penalty = penalty_ >= 0 && has_text(penalty_) ? rows_.number(penalty_) : Decimal::missing();
        if (word == gpkg::price_rule || (word.empty() && !penalty.is_missing())) {
            if (penalty.is_missing()) rows_.fail_row("rule 'price' needs a penalty in seconds");
            return {std::nullopt, penalty};
        }
        if (!penalty.is_missing()) rows_.fail_row(format("rule '{}' takes no penalty; only 'price' does", word));
        if (word.empty()) return {TurnRules::Kind::forbidden, std::nullopt};
        for (const auto kind : {TurnRules::Kind::forbidden, TurnRules::Kind::mandatory}) {
            if (word == name_of(kind)) return {kind, std::nullopt};
        }
        rows_.fail_row(
            format("rule needs 'forbidden', 'mandatory' or 'price', found '{}'", shortened(rows_.text(rule_))));
    }

    // Returns the movement's arcs; an empty vector if a link is gone.
    std::vector<ArcIndex> find_arcs(const std::vector<std::string>& ids) {
        const auto skip = [&](const char* reason) {
            note_skipped(found_, reason, 0);
            return std::vector<ArcIndex>{};
        };
        std::optional<NodeIndex> node;
        if (rows_.has(node_)) {
            node = nodes_.find(rows_, node_);
            if (!node) return skip("movement whose node is gone");
        }
        std::vector<std::span<const ArcIndex>> lists;
        for (const std::string& id : ids) {
            lists.push_back(arcs_.find(id));
            if (lists.back().empty()) return skip("movement whose link is gone");
        }
        if (has_text(fids_)) {
            auto numbered = arcs_by_number(ids);
            if (numbered && numbered->empty()) return skip("movement whose link is gone");
            if (numbered) return std::move(*numbered);
        }
        ConnectedArcs found = connect_arcs(network_, lists, node);
        if (found.ways == ConnectedArcs::Ways::none) return skip("movement whose links no longer meet at its node");
        if (found.ways == ConnectedArcs::Ways::several) {
            rows_.fail_row(
                format("links {} meet in more than one way; state node_id, or in link_fids the numbers (fid) of the "
                       "links",
                       joined(ids)));
        }
        return std::move(found.arcs);
    }

    // Returns the arcs that link_fids names: an empty vector if one is gone, nothing if the numbers belong to other
    // links, as after renumbering.
    std::optional<std::vector<ArcIndex>> arcs_by_number(const std::vector<std::string>& ids) const {
        const auto numbers = split_ids(rows_.text(fids_));
        std::vector<ArcIndex> arcs;
        bool all = true;
        if (!numbers || numbers->size() != ids.size()) fail_numbers(ids.size());
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const auto number = parse_whole((*numbers)[i]);
            if (!number) fail_numbers(ids.size());
            const auto found = std::ranges::lower_bound(features_, *number);
            if (found == features_.end() || *found != *number) {
                all = false;
                continue;
            }
            arcs.push_back(static_cast<ArcIndex>(found - features_.begin()));
            if (std::ranges::count(arcs_.find(ids[i]), arcs.back()) == 0) return std::nullopt;
        }
        if (!all) return std::vector<ArcIndex>{};
        for (std::size_t i = 1; i < arcs.size(); ++i) {
            if (network_.head[arcs[i - 1]] != network_.tail[arcs[i]]) return std::nullopt;
        }
        return arcs;
    }
    [[noreturn]] void fail_numbers(std::size_t count) const {
        rows_.fail_row(format("link_fids needs the numbers of {} links separated by commas, found '{}'", count,
                              shortened(rows_.text(fids_))));
    }

    const GpkgNodes& nodes_;
    std::span<const std::int64_t> features_;
    RoadNetwork& network_;
    ImportReport& found_;
    ArcsById arcs_;
    TurnPrices prices_;
    GpkgRows rows_;
    int node_, inbound_, outbound_, via_, rule_, penalty_, source_, fids_;  // fields; -1: missing
};

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
        if (database_.has_table(gpkg::movement_table))
            GpkgMovements(database_, nodes, features_, network_, found_).read();
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
    return {.info = {"gpkg", "network in a GeoPackage written by Allways", {".gpkg"}, FormatInfo::Holds::network},
            .recognises = recognise_gpkg,
            .keeps_system = true,
            .filters_arcs = true,
            .read_network = read_gpkg};
}

}  // namespace allways::importers
