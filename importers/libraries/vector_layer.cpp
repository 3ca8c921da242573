// SPDX-License-Identifier: Apache-2.0
// File or database → features with fields and lines.
#include "libraries/vector_layer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <limits>
#include <optional>
#include <set>

#include <cpl_string.h>
#include <cpl_vsi.h>
#include <gdal_priv.h>
#include <ogrsf_frmts.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "libraries/gdal_library.h"
#include "libraries/open_dataset.h"
#include "libraries/sqlite_database.h"

namespace allways::importers {

namespace {

void close_quietly(void* dataset) {
    const gdal::QuietErrors quiet;
    GDALClose(dataset);
}
using Dataset = std::unique_ptr<GDALDataset, gdal::Releaser<close_quietly>>;

using Holds = VectorLayer::Holds;

bool is_held(OGRwkbGeometryType type, Holds wanted) {
    const auto straight = wkbFlatten(OGR_GT_GetLinear(type));
    if (wanted == Holds::tables) return straight == wkbNone;
    if (wanted == Holds::shapes) return straight != wkbNone;
    if (wanted == Holds::points) return straight == wkbPoint || straight == wkbMultiPoint;
    if (wanted == Holds::areas) return straight == wkbPolygon || straight == wkbMultiPolygon;
    return straight == wkbLineString || straight == wkbMultiLineString;
}

const char* name(Holds wanted) {
    switch (wanted) {
        case Holds::points: return "points";
        case Holds::areas: return "polygons";
        case Holds::lines: return "lines";
        case Holds::tables: return "rows without geometry";
        case Holds::shapes: break;
    }
    return "points, lines or polygons";
}

// Sets `names_address` if the file gives its reference system as an address, which GDAL then takes for WGS 84.
Dataset open(const std::string& path, Holds wanted, const std::string& encoding, SqliteLimit& limit,
             bool& names_address) {
    const std::string location = gdal::archived_vector_file(path);
    require_whole_sqlite_file(path);
    const gdal::QuietErrors quiet;
    std::vector<const char*> options;
    const std::string name_of_file = lower_case(location);
    // The driver leaves no description file next to the user's file, and reads no schema elsewhere.
    if (name_of_file.ends_with(".gml")) options.insert(options.end(), {"WRITE_GFS=NO", "DOWNLOAD_SCHEMA=NO"});
    if (name_of_file.ends_with(".csv") || name_of_file.ends_with(".tsv")) {
        options.insert(options.end(), {"GEOM_POSSIBLE_NAMES=WKT,the_geom,geom,geometry", "KEEP_GEOM_COLUMNS=NO",
                                       "AUTODETECT_TYPE=YES"});
    }
    // Drivers that do not know the option warn of it, which is not printed.
    const std::string stated = "ENCODING=" + encoding;
    if (!encoding.empty()) options.push_back(stated.c_str());
    // If there are layers with a geometry, SQLite's driver lists no other tables by default.
    if (wanted == Holds::tables) options.push_back("LIST_ALL_TABLES=YES");
    options.push_back(nullptr);
    const SqliteLimit::Opening counted(limit);
    Dataset dataset(GDALDataset::FromHandle(
        gdal::open_dataset(location, GDAL_OF_VECTOR | GDAL_OF_READONLY, options.data(), &names_address)));
    if (!dataset && wanted == Holds::tables) throw InputError(path, 0, "cannot be opened as a table" + quiet.detail());
    if (!dataset) {
        throw InputError(
            without_password(path), 0,
            format("expected a file or database of {} that GDAL can open{}", name(wanted), quiet.detail()));
    }
    return dataset;
}

// Throws InputError if a Shapefile lacks its .dbf; GDAL itself would continue without attributes.
void require_attributes(GDALDataset& dataset, const std::string& path) {
    if (dataset.GetDriver() == nullptr || std::string_view(dataset.GetDriver()->GetDescription()) != "ESRI Shapefile") {
        return;
    }
    char** files = dataset.GetFileList();
    bool found = false;
    for (char** file = files; file != nullptr && *file != nullptr; ++file) {
        found = found || lower_case(*file).ends_with(".dbf");
    }
    CSLDestroy(files);
    if (!found) throw InputError(path, 0, "a Shapefile is several files, and its .dbf with the attributes is missing");
}

// Returns true if the layer's type is the wanted one or, if it states no type, if any of its features has that type.
bool holds(OGRLayer& layer, Holds wanted) {
    const auto type = wkbFlatten(layer.GetGeomType());
    if (type != wkbUnknown && type != wkbGeometryCollection) return is_held(type, wanted);
    bool found = false;
    layer.ResetReading();
    while (const OGRFeatureUniquePtr feature{layer.GetNextFeature()}) {
        const OGRGeometry* geometry = feature->GetGeometryRef();
        if (geometry == nullptr || !is_held(geometry->getGeometryType(), wanted)) continue;
        found = true;
        break;
    }
    layer.ResetReading();
    return found;
}

std::string described_layers(const std::vector<OGRLayer*>& layers) {
    std::vector<std::string> texts;
    for (OGRLayer* layer : layers) {
        texts.push_back(format("{} ({})", layer->GetName(), OGRGeometryTypeToName(layer->GetGeomType())));
    }
    return texts.empty() ? "none" : joined(texts);
}

// Returns the option's name for messages, in PointOptions or ReadOptions.
const char* layer_option(Holds kind) {
    return kind == Holds::points ? "points.layer" : "layer";
}

std::vector<OGRLayer*> layers_of(GDALDataset& dataset) {
    const gdal::QuietErrors quiet;
    std::vector<OGRLayer*> all;
    for (OGRLayer* layer : dataset.GetLayers()) all.push_back(layer);
    return all;
}

OGRLayer& choose_layer(GDALDataset& dataset, const std::string& path, const std::string& wanted, Holds kind) {
    const std::vector<OGRLayer*> all = layers_of(dataset);
    const gdal::QuietErrors quiet;
    if (!wanted.empty()) {
        if (OGRLayer* named = dataset.GetLayerByName(wanted.c_str())) return *named;
        throw InvalidArgument(format("`{}`: '{}' has no layer '{}'; it has: {}", layer_option(kind), path, wanted,
                                     described_layers(all)));
    }
    std::vector<OGRLayer*> fitting;
    std::ranges::copy_if(all, std::back_inserter(fitting), [kind](OGRLayer* layer) { return holds(*layer, kind); });
    if (fitting.empty() && kind == Holds::points)
        std::ranges::copy_if(all, std::back_inserter(fitting), [](auto* layer) { return holds(*layer, Holds::areas); });
    if (fitting.empty()) {
        throw InputError(
            path, 0,
            format("expected a layer of {}; its layers are: {}{}", name(kind), described_layers(all), quiet.detail()));
    }
    if (fitting.size() > 1) {
        throw InputError(path, 0,
                         format("it has several layers of {}: {}; choose one with `{}`", name(kind),
                                described_layers(fitting), layer_option(kind)));
    }
    return *fitting.front();
}

// ---- tables without geometry

std::vector<std::string> field_names_of(OGRLayer& table) {
    std::vector<std::string> names;
    for (int field = 0; field < table.GetLayerDefn()->GetFieldCount(); ++field) {
        names.emplace_back(table.GetLayerDefn()->GetFieldDefn(field)->GetNameRef());
    }
    return names;
}

// Returns true for tables in which SQLite and its spatial extensions keep their own records.
bool is_internal(std::string_view table) {
    return table.starts_with("sqlite_") || table.starts_with("gpkg_") || table == "geometry_columns" ||
           table == "spatial_ref_sys";
}

OGRLayer& choose_table(GDALDataset& dataset, const std::string& path, const std::string& wanted,
                       VectorLayer::FitsNames fits) {
    std::vector<std::string> all;
    std::vector<OGRLayer*> fitting;
    for (OGRLayer* layer : dataset.GetLayers()) {
        if (is_internal(layer->GetName())) continue;
        const auto names = field_names_of(*layer);
        all.push_back(format("{} ({})", layer->GetName(), joined(names)));
        if (layer->GetGeomType() == wkbNone && fits({names.begin(), names.end()})) fitting.push_back(layer);
    }
    if (!wanted.empty()) {
        if (OGRLayer* layer = dataset.GetLayerByName(wanted.c_str())) return *layer;
        throw InvalidArgument(format("`layer`: '{}' has no table '{}'; it has: {}", path, wanted, joined(all)));
    }
    if (fitting.size() == 1) return *fitting.front();
    throw InputError(path, 0,
                     format("{} of its tables {} fields for the ends of arcs: {}. Choose one with `layer`",
                            fitting.empty() ? "none" : "several", fitting.empty() ? "has" : "have", joined(all)));
}

// ---- fields, with facts that GDAL's types omit: which fields of a dBASE table are logical, and the content of
// `other_tags`

constexpr std::size_t descriptor_size = 32;  // size of the header and of each field descriptor
constexpr std::size_t name_size = 11;
constexpr char end_of_fields = '\r';

std::set<std::string> logical_fields_of(const std::string& dbf) {
    std::set<std::string> names;
    VSILFILE* file = VSIFOpenL(dbf.c_str(), "rb");
    if (file == nullptr) return names;
    std::array<char, descriptor_size> descriptor{};
    const auto next = [&] { return VSIFReadL(descriptor.data(), descriptor.size(), 1, file) == 1; };
    for (bool more = next() && next(); more && descriptor[0] != end_of_fields; more = next()) {
        const std::string_view name(descriptor.data(), name_size);
        if (descriptor[name_size] == 'L') names.emplace(trimmed(name.substr(0, name.find('\0'))));
    }
    VSIFCloseL(file);
    return names;
}

// Returns the logical fields (type L) in the .dbf of a Shapefile's layer; GDAL reads them as text. Empty for other
// sources.
std::set<std::string> logical_fields(GDALDataset& dataset, const std::string& layer) {
    if (dataset.GetDriver() == nullptr || std::string_view(dataset.GetDriver()->GetDescription()) != "ESRI Shapefile") {
        return {};
    }
    std::set<std::string> names;
    char** files = dataset.GetFileList();
    for (char** file = files; file != nullptr && *file != nullptr; ++file) {
        const std::filesystem::path path(*file);
        if (path.stem() == layer && lower_case(path.extension().string()) == ".dbf") names = logical_fields_of(*file);
    }
    CSLDestroy(files);
    return names;
}

// Converts T, t, Y, y to true, F, f, N, n to false; anything else ("?", a blank) is unknown.
std::optional<bool> logical_value(std::string_view text) {
    const std::string word = lower_case(trimmed(text));
    if (word == "t" || word == "y") return true;
    if (word == "f" || word == "n") return false;
    return std::nullopt;
}

// Parses "oneway"=>"yes","maxspeed"=>"50": tags for which GDAL's reader of OpenStreetMap has no fields. Skips anything
// that is not such a pair.
VectorLayer::Tags parse_other_tags(std::string_view text) {
    VectorLayer::Tags tags;
    while (text.starts_with('"')) {
        auto key = take_quoted(text);
        if (!key || !text.starts_with("=>\"")) return tags;
        text.remove_prefix(2);
        auto value = take_quoted(text);
        if (!value) return tags;
        tags.emplace_back(std::move(*key), std::move(*value));
        if (text.starts_with(',')) text.remove_prefix(1);
    }
    return tags;
}

using Kind = VectorLayer::Field::Kind;

VectorLayer::Field described(const OGRFieldDefn& definition, const std::set<std::string>& logical) {
    const std::string name = definition.GetNameRef();
    switch (definition.GetType()) {
        case OFTInteger:
        case OFTInteger64:
        case OFTReal: return {name, Kind::number, definition.GetSubType() == OFSTBoolean};
        case OFTString:
            if (logical.contains(name)) return {name, Kind::number, true};
            if (definition.GetSubType() == OFSTJSON) return {name, Kind::other};
            return {name, Kind::text};
        case OFTDate:
        case OFTTime:
        case OFTDateTime: return {name, Kind::text};
        default: return {name, Kind::other};
    }
}

// Tags that describe the use of a road. Layers that GDAL makes of OpenStreetMap have few of them as fields, and the
// others in one text.
constexpr std::array<std::string_view, 7> road_tags{"oneway", "maxspeed", "junction", "ref",
                                                    "layer",  "bridge",   "tunnel"};

std::optional<std::size_t> add_tag_fields(std::vector<VectorLayer::Field>& fields) {
    const auto find = [&](std::string_view name) {
        return std::ranges::find(fields, name, [](const auto& field) { return lower_case(field.name); });
    };
    const auto all = find("other_tags");
    if (all == fields.end() || all->kind != Kind::text) return std::nullopt;
    const auto index = static_cast<std::size_t>(all - fields.begin());
    for (const auto tag : road_tags) {
        if (find(tag) == fields.end()) fields.push_back({std::string(tag), Kind::text, false, true});
    }
    return index;
}

void append_lines(const OGRGeometry& geometry, std::vector<VectorLayer::Line>& lines,
                  std::vector<double>* heights = nullptr) {
    const auto type = wkbFlatten(geometry.getGeometryType());
    if (type == wkbLineString) {
        const OGRLineString& points = *geometry.toLineString();
        VectorLayer::Line line;
        line.reserve(static_cast<std::size_t>(points.getNumPoints()));
        for (int i = 0; i < points.getNumPoints(); ++i) line.push_back({points.getX(i), points.getY(i)});
        lines.push_back(std::move(line));
        for (int i = 0; i < points.getNumPoints() && heights != nullptr; ++i)
            heights->push_back(points.Is3D() ? points.getZ(i) : std::numeric_limits<double>::quiet_NaN());
    } else if (type == wkbMultiLineString || type == wkbGeometryCollection) {
        for (const OGRGeometry* part : *geometry.toGeometryCollection()) append_lines(*part, lines, heights);
    }
}

// Appends the points of points, or the rings of polygons, of a geometry and its parts.
void append_parts(const OGRGeometry& geometry, std::vector<Coordinate>* points, std::vector<VectorLayer::Line>* rings) {
    const auto type = wkbFlatten(geometry.getGeometryType());
    if (type == wkbPoint && points != nullptr && !geometry.IsEmpty()) {
        points->push_back({geometry.toPoint()->getX(), geometry.toPoint()->getY()});
    } else if (type == wkbPolygon && rings != nullptr) {
        for (const OGRLinearRing* ring : *geometry.toPolygon()) append_lines(*ring, *rings);
    } else if (OGR_GT_IsSubClassOf(type, wkbGeometryCollection)) {
        for (const OGRGeometry* part : *geometry.toGeometryCollection()) append_parts(*part, points, rings);
    }
}

// Databases check a filter only when the first feature is requested.
bool answers(OGRLayer& layer) {
    const gdal::QuietErrors quiet;
    const OGRFeatureUniquePtr first{layer.GetNextFeature()};
    return first != nullptr || !quiet.failed();
}

// Returns the digits of a 32-bit number, fewer than those of the double that GDAL returns.
Decimal shortest_float(double value) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, static_cast<float>(value)).ptr;
    return Decimal::parse({text, end}).value_or(Decimal::missing());
}

}  // namespace

struct VectorLayer::State {
    State(const std::string& file, const TextOptions& options)
        : limit(file, options.progress), texts(without_password(file), options, true) {}

    SqliteLimit limit;
    TextDecoder texts;
    std::string path;
    Dataset dataset;
    OGRLayer* layer = nullptr;
    std::string name;
    bool names_address = false;
    bool is_table = false;
    std::uint64_t rows = 0;
    std::vector<Field> fields;
    std::vector<std::string> row;           // the texts of next(fields)
    std::optional<std::size_t> other_tags;  // index of the field
    OGRFeatureUniquePtr feature;
    std::optional<Tags> tags;  // tags of the current feature; read at the first use
    std::vector<Line> lines;
    std::vector<double> heights;

    // GDAL reads a logical field of dBASE as text.
    std::optional<bool> truth(std::size_t field) const {
        const int index = static_cast<int>(field);
        if (feature->GetFieldDefnRef(index)->GetType() != OFTString) return feature->GetFieldAsInteger64(index) != 0;
        return logical_value(feature->GetFieldAsString(index));
    }
};

VectorLayer::VectorLayer(const std::string& path, const std::string& layer, const std::string& where, Holds holds,
                         const TextOptions& options)
    : state_(std::make_unique<State>(path, options)) {
    state_->limit.guard([&] { find(path, layer, where, holds, options.encoding); });
}

VectorLayer::VectorLayer(const std::string& path, const std::string& table, const std::string& where, FitsNames fits,
                         const TextOptions& options)
    : state_(std::make_unique<State>(path, options)) {
    state_->limit.guard([&] { find(path, table, where, Holds::tables, options.encoding, fits); });
}

void VectorLayer::find(const std::string& path, const std::string& layer, const std::string& where, Holds holds,
                       const std::string& encoding, FitsNames fits) {
    State& state = *state_;
    state.path = without_password(path);
    state.dataset = open(path, holds, encoding, state.limit, state.names_address);
    require_attributes(*state.dataset, state.path);
    state.is_table = holds == Holds::tables;
    state.layer = state.is_table ? &choose_table(*state.dataset, state.path, layer, fits)
                                 : &choose_layer(*state.dataset, state.path, layer, holds);
    state.name = state.layer->GetName();
    const gdal::QuietErrors quiet;
    if (!where.empty() && (state.layer->SetAttributeFilter(where.c_str()) != OGRERR_NONE || !answers(*state.layer))) {
        if (state.is_table) {
            throw InvalidArgument(format("`where`: GDAL does not understand the filter \"{}\"{}; the fields are: {}",
                                         where, quiet.detail(), joined(field_names_of(*state.layer))));
        }
        throw InvalidArgument(format("`{}`: GDAL does not understand the filter \"{}\" for layer '{}'{}",
                                     holds == Holds::points ? "points.where" : "where", where, state.name,
                                     quiet.detail()));
    }
    const OGRFeatureDefn& definition = *state.layer->GetLayerDefn();
    // Booleans of tables keep the text in which they are stored.
    const auto logical = state.is_table ? std::set<std::string>() : logical_fields(*state.dataset, state.name);
    for (int i = 0; i < definition.GetFieldCount(); ++i) {
        state.fields.push_back(described(*definition.GetFieldDefn(i), logical));
        state.fields.back().name = state.texts.decode(state.fields.back().name);
        if (state.is_table) state.fields.back().boolean = false;
    }
    if (holds == Holds::lines) state.other_tags = add_tag_fields(state.fields);
    state.layer->ResetReading();
}

VectorLayer::~VectorLayer() {
    state_->feature.reset();
}

std::vector<std::string> VectorLayer::names(const std::string& path, Holds wanted) {
    SqliteLimit limit(path, {});
    std::vector<std::string> names;
    limit.guard([&] {
        bool names_address = false;
        const Dataset dataset = open(path, wanted, {}, limit, names_address);
        for (OGRLayer* layer : layers_of(*dataset)) {
            if (holds(*layer, wanted)) names.emplace_back(layer->GetName());
        }
    });
    if (names.empty())
        throw InputError(without_password(path), 0, format("expected a layer of {}", importers::name(wanted)));
    return names;
}

const std::string& VectorLayer::path() const {
    return state_->path;
}

const std::string& VectorLayer::name() const {
    return state_->name;
}

const std::vector<VectorLayer::Field>& VectorLayer::fields() const {
    return state_->fields;
}

std::vector<std::string> VectorLayer::field_names() const {
    std::vector<std::string> names;
    for (const Field& field : fields()) names.push_back(field.name);
    return names;
}

std::string VectorLayer::reference_system() const {
    const OGRSpatialReference* system = state_->layer->GetSpatialRef();
    if (system == nullptr || state_->names_address) return "";
    // GeoPackages use these names for a missing reference system: "Undefined geographic SRS", "Undefined Cartesian
    // SRS".
    const char* const name = system->GetName();
    if (name != nullptr && std::string_view(name).starts_with("Undefined ")) return "";
    const gdal::QuietErrors quiet;
    char* text = nullptr;
    const char* const options[] = {"FORMAT=WKT2_2019", nullptr};
    system->exportToWkt(&text, options);
    std::string wkt = text == nullptr ? "" : text;
    CPLFree(text);
    return wkt;
}

std::uint64_t VectorLayer::feature_count() const {
    const gdal::QuietErrors quiet;
    return static_cast<std::uint64_t>(std::max<GIntBig>(0, state_->layer->GetFeatureCount(FALSE)));
}

std::map<std::string, std::uint64_t> VectorLayer::value_counts(std::size_t field) {
    State& state = *state_;
    const char* geometry[] = {"OGR_GEOMETRY", nullptr};
    const bool may_ignore = state.layer->TestCapability(OLCIgnoreFields) != 0;
    if (may_ignore) state.layer->SetIgnoredFields(geometry);
    std::map<std::string, std::uint64_t> counts;
    while (next()) ++counts[text(field)];
    const char* none[] = {nullptr};
    if (may_ignore) state.layer->SetIgnoredFields(none);
    state.layer->ResetReading();
    state.limit.restart_rows();
    return counts;
}

bool VectorLayer::next() {
    State& state = *state_;
    state.lines.clear();
    state.heights.clear();
    state.tags.reset();
    const gdal::QuietErrors quiet;
    const std::string before = state.feature ? format(" after feature {}", state.feature->GetFID()) : "";
    state.feature.reset(state.layer->GetNextFeature());
    if (quiet.failed()) {
        state.limit.check();
        throw InputError(state.path, 0,
                         format("layer '{}' cannot be read on{}: {}", state.name, before, quiet.message()));
    }
    if (!state.feature) {
        state.texts.tell("text");
        return false;
    }
    state.limit.count_row();
    ++state.rows;
    const OGRGeometry* geometry = state.feature->GetGeometryRef();
    if (geometry == nullptr) return true;
    std::vector<double>* const heights = geometry->Is3D() ? &state.heights : nullptr;
    if (!geometry->hasCurveGeometry()) {
        append_lines(*geometry, state.lines, heights);
    } else if (const std::unique_ptr<OGRGeometry> straight{geometry->getLinearGeometry()}) {
        append_lines(*straight, state.lines, heights);
    }
    return true;
}

bool VectorLayer::next(std::vector<std::string_view>& fields) {
    fields.clear();
    if (!next()) return false;
    State& state = *state_;
    state.row.resize(state.fields.size());
    for (std::size_t field = 0; field < state.row.size(); ++field) state.row[field] = text(field);
    fields.assign(state.row.begin(), state.row.end());
    return true;
}

std::int64_t VectorLayer::feature_id() const {
    return state_->feature->GetFID();
}

bool VectorLayer::is_null(std::size_t field) const {
    if (state_->fields[field].tag) return text(field).empty();
    if (!state_->feature->IsFieldSetAndNotNull(static_cast<int>(field))) return true;
    return state_->fields[field].boolean && !state_->truth(field);
}

Decimal VectorLayer::number(std::size_t field) const {
    if (is_null(field)) return Decimal::missing();
    if (state_->fields[field].tag) return Decimal::parse(trimmed(text(field))).value_or(Decimal::missing());
    if (state_->fields[field].boolean) return Decimal(*state_->truth(field) ? 1 : 0, 0);
    const OGRFeature& feature = *state_->feature;
    const int index = static_cast<int>(field);
    const OGRFieldDefn& definition = *feature.GetFieldDefnRef(index);
    if (definition.GetType() == OFTReal) {
        const double value = feature.GetFieldAsDouble(index);
        return definition.GetSubType() == OFSTFloat32 ? shortest_float(value) : Decimal::from_double(value);
    }
    if (state_->fields[field].kind == Field::Kind::number) return Decimal(feature.GetFieldAsInteger64(index), 0);
    return Decimal::parse(trimmed(state_->feature->GetFieldAsString(index))).value_or(Decimal::missing());
}

std::string VectorLayer::text(std::size_t field) const {
    if (state_->fields[field].tag) {
        for (const auto& [key, value] : other_tags()) {
            if (key == state_->fields[field].name) return value;
        }
        return "";
    }
    if (is_null(field)) return "";
    if (state_->fields[field].boolean) return *state_->truth(field) ? "true" : "false";
    if (state_->fields[field].kind == Field::Kind::number) return number(field).to_string();
    return std::string(state_->texts.decode(state_->feature->GetFieldAsString(static_cast<int>(field))));
}

const VectorLayer::Tags& VectorLayer::other_tags() const {
    auto& tags = state_->tags;
    if (!tags) tags = state_->other_tags ? parse_other_tags(text(*state_->other_tags)) : Tags{};
    return *tags;
}

const std::vector<VectorLayer::Line>& VectorLayer::lines() const {
    return state_->lines;
}

const std::vector<double>& VectorLayer::heights() const {
    return state_->heights;
}

bool VectorLayer::is_area() const {
    const OGRGeometry* geometry = state_->feature->GetGeometryRef();
    return geometry != nullptr && is_held(geometry->getGeometryType(), Holds::areas);
}

std::optional<Coordinate> VectorLayer::point() const {
    const OGRGeometry* geometry = state_->feature->GetGeometryRef();
    if (geometry == nullptr || geometry->IsEmpty()) return std::nullopt;
    if (wkbFlatten(geometry->getGeometryType()) == wkbMultiPoint) {
        const OGRMultiPoint& several = *geometry->toMultiPoint();
        if (several.getNumGeometries() != 1) return std::nullopt;
        geometry = several.getGeometryRef(0);
    }
    if (is_area()) {
        OGRPoint centre;
        if (geometry->Centroid(&centre) != OGRERR_NONE || centre.IsEmpty()) return std::nullopt;
        return Coordinate{centre.getX(), centre.getY()};
    }
    if (wkbFlatten(geometry->getGeometryType()) != wkbPoint) return std::nullopt;
    return Coordinate{geometry->toPoint()->getX(), geometry->toPoint()->getY()};
}

std::vector<Coordinate> VectorLayer::points() const {
    std::vector<Coordinate> all;
    if (const OGRGeometry* geometry = state_->feature->GetGeometryRef()) append_parts(*geometry, &all, nullptr);
    return all;
}

std::vector<VectorLayer::Line> VectorLayer::rings() const {
    std::vector<Line> all;
    const OGRGeometry* geometry = state_->feature->GetGeometryRef();
    if (geometry == nullptr) return all;
    const std::unique_ptr<OGRGeometry> straight{geometry->getLinearGeometry()};
    append_parts(straight ? *straight : *geometry, nullptr, &all);
    return all;
}

std::string VectorLayer::geometry_name() const {
    const OGRGeometry* geometry = state_->feature->GetGeometryRef();
    if (geometry == nullptr || geometry->IsEmpty()) return "empty";
    return OGRGeometryTypeToName(wkbFlatten(geometry->getGeometryType()));
}

void VectorLayer::fail(std::string_view message) const {
    if (state_->is_table)
        throw InputError(state_->path, 0, format("table '{}', row {}: {}", state_->name, state_->rows, message));
    throw InputError(state_->path, 0, format("layer '{}', feature {}: {}", state_->name, feature_id(), message));
}

bool may_hold_tables(std::string_view start, std::string_view name) {
    return start.starts_with("SQLite format 3") || name.ends_with(".dbf");
}

bool is_vector_source(const std::string& name) {
    if (name.starts_with("/vsi")) return true;
    const auto colon = name.find(':');
    const auto prefix = std::string_view(name).substr(0, colon);
    const bool like_a_driver = colon != std::string::npos && prefix.size() > 1 &&
                               std::ranges::all_of(prefix, [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; });
    std::error_code error;
    return like_a_driver && !std::filesystem::exists(name, error);
}

std::string without_password(std::string name) {
    if (!is_vector_source(name)) return name;
    constexpr std::string_view key = "password=";
    for (std::size_t at = lower_case(name).find(key); at != std::string::npos;) {
        const std::size_t begin = at + key.size();
        const bool quoted = begin < name.size() && name[begin] == '\'';
        const std::size_t end = quoted ? name.find('\'', begin + 1) : name.find_first_of(" ,;&", begin);
        name.replace(begin, end == std::string::npos ? end : end + (quoted ? 1 : 0) - begin, "***");
        at = lower_case(name).find(key, begin);
    }
    // The name has the form postgresql://user:password@host.
    const std::size_t scheme = name.find("://");
    const std::size_t host = scheme == std::string::npos ? scheme : name.find('@', scheme);
    const std::size_t colon = host == std::string::npos ? host : name.find(':', scheme + 1);
    if (colon < host) name.replace(colon + 1, host - colon - 1, "***");
    return name;
}

}  // namespace allways::importers
