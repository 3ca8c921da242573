// SPDX-License-Identifier: Apache-2.0
// Table → desire lines: a straight line for each pair, from the place of its origin to that of its destination. As
// GeoJSON (RFC 7946) in WGS 84; as a GeoPackage, Shapefile or FlatGeobuf in the table's own reference system.
#include <array>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/json.h"
#include "allways/result/distance_table.h"
#include "export/features/feature_file.h"
#include "export/features/geojson.h"
#include "export/features/lon_lat.h"
#include "export/files/output_file.h"
#include "export/formats/formats.h"
#include "export/formats/pair_fields.h"

namespace allways::tools {

namespace {

// Throws InvalidArgument if the table lacks the coordinates of its rows and columns.
void require_places(const TableCells& table) {
    const bool empty = table.rows.size() == 0 || table.columns.size() == 0;
    if (empty || (!table.row_places.empty() && !table.column_places.empty())) return;
    throw InvalidArgument(
        "desire lines need the coordinates of origins and destinations, but this table has none; compute it from a "
        "network with coordinates (such as an imported GeoPackage, or add them with `node_file`), and keep it in .omx");
}

// Returns true if a pair has a line: both places are known and differ. Other pairs are written without geometry.
bool has_line(const TableCells& table, std::uint32_t row, std::uint32_t column) {
    const Coordinate from = table.row_places[row];
    const Coordinate to = table.column_places[column];
    return is_finite(from) && is_finite(to) && from != to;
}

// Checks the options that all formats of desire lines share.
void check_desire_options(const ExportOptions& options) {
    check_unit(options.unit);
    unreachable_number(options);
}

// ---- GeoJSON

using Json = nlohmann::ordered_json;

std::vector<std::string> id_texts(const IdTable& ids) {
    std::vector<std::string> texts;
    for (std::uint32_t index = 0; index < ids.size(); ++index) {
        texts.push_back(ids.is_numeric() ? std::to_string(ids.numbers()[index]) : json_text(ids.text(index)));
    }
    return texts;
}

// "[8.55,47.2]", formatted once for each row or column; empty if its place is unknown.
std::vector<std::string> point_texts(const std::vector<Coordinate>& places, const PointToLonLat& to_lon_lat) {
    std::vector<std::string> texts;
    for (const Coordinate place : places) {
        texts.emplace_back();
        if (!is_finite(place)) continue;
        const Coordinate point = to_lon_lat(place);
        TextBlock text(128);
        put_position(text, point);
        texts.back() = text.text();
    }
    return texts;
}

void write_desire_geojson(const TableCells& table, const std::string& path, const ExportOptions& options) {
    require_places(table);
    const std::vector<PairField> fields = pair_fields(table, options, {"from", "to"});
    const std::optional<double> unreachable = unreachable_number(options);
    const PointToLonLat to_lon_lat(table.crs, {table.row_places, table.column_places}, "the table", options.log);
    const auto rows = id_texts(table.rows);
    const auto columns = id_texts(table.columns);
    const auto row_points = point_texts(table.row_places, to_lon_lat);
    const auto column_points = point_texts(table.column_places, to_lon_lat);
    std::vector<std::string> keys;
    for (const PairField& field : fields) keys.push_back(format(",{}:", json_text(field.column)));

    OutputFile out(path, options.overwrite);
    out.put(geojson_begin(attribution_in(recorded_provenance(table.provenance, options))));
    const char* before = "\n";
    visit_pairs(table, options, [&](std::uint32_t row, std::uint32_t column, bool reachable) {
        out.put(before);
        before = ",\n";
        out.put(R"({"type":"Feature","geometry":)");
        if (has_line(table, row, column)) {
            for (const std::string_view part :
                 {std::string_view(R"({"type":"LineString","coordinates":[)"), std::string_view(row_points[row]),
                  std::string_view(","), std::string_view(column_points[column]), std::string_view("]}")}) {
                out.put(part);
            }
        } else {
            out.put("null");
        }
        out.put(R"(,"properties":{"from":)");
        out.put(rows[row]);
        out.put(R"(,"to":)");
        out.put(columns[column]);
        for (std::size_t at = 0; at < fields.size(); ++at) {
            out.put(keys[at]);
            const auto value = fields[at].number(row * columns.size() + column, reachable, unreachable);
            if (value)
                out.put_plain_number(*value);
            else
                out.put("null");
        }
        out.put("}}");
    });
    out.put(geojson_end);
    out.commit();
}

}  // namespace

FormatWriter desire_geojson_output() {
    using enum FormatTrait;
    FormatWriter format{{"desire-geojson",
                         "table, straight lines from origins to destinations as GeoJSON",
                         {".desire.geojson"},
                         {standard_output, unit, unreachable, pairs, snap_distances, places}}};
    format.write_table = write_desire_geojson;
    format.check_options = check_desire_options;
    return format;
}

// ---- GeoPackage, Shapefile and FlatGeobuf: layer desire_line

namespace {

FeatureLayer layer_of(const TableCells& table, const std::vector<PairField>& fields) {
    FeatureLayer layer{"desire_line", wkbLineString, {id_field("from", table.rows), id_field("to", table.columns)}};
    for (const PairField& field : fields) {
        layer.fields.push_back({field.column, field.whole ? FeatureField::Type::integer : FeatureField::Type::real});
    }
    return layer;
}

void write_desire_layer(const char* kind, const TableCells& table, const std::string& path,
                        const ExportOptions& options) {
    require_places(table);
    const std::vector<PairField> fields =
        pair_fields(table, options, {"from", "to", "fid", "geom", "rowid", "_rowid_", "oid", "ogc_fid"});
    const std::optional<double> unreachable = unreachable_number(options);
    const auto file = make_feature_file({path, kind, options.overwrite, options.progress, options.log}, table.crs,
                                        attribution_in(recorded_provenance(table.provenance, options)));
    file->begin_layer(layer_of(table, fields));
    std::vector<FeatureValue> values(2 + fields.size());
    visit_pairs(table, options, [&](std::uint32_t from, std::uint32_t to, bool reachable) {
        values[0] = id_value(table.rows, from);
        values[1] = id_value(table.columns, to);
        for (std::size_t at = 0; at < fields.size(); ++at) {
            const auto value = fields[at].number(from * table.columns.size() + to, reachable, unreachable);
            values[2 + at] = value ? FeatureValue(*value) : FeatureValue();
        }
        const std::array ends{table.row_places[from], table.column_places[to]};
        file->add_line(values, std::span(ends).first(has_line(table, from, to) ? 2 : 0));
    });
    file->commit();
}

template <int kind>
FormatWriter desire_layer_output(const char* description) {
    static constexpr std::array<const char*, 3> names{"gpkg", "shp", "fgb"};
    using enum FormatTrait;
    FormatWriter format{{std::string("desire-") + names[kind],
                         description,
                         {std::string(".desire.") + names[kind]},
                         {unit, unreachable, pairs, snap_distances, places}}};
    format.write_table = [](const TableCells& table, const std::string& path, const ExportOptions& options) {
        write_desire_layer(names[kind], table, path, options);
    };
    format.check_options = check_desire_options;
    return format;
}

}  // namespace

FormatWriter desire_gpkg_output() {
    return desire_layer_output<0>("table, straight lines from origins to destinations in a GeoPackage");
}

FormatWriter desire_shapefile_output() {
    return desire_layer_output<1>("table, straight lines from origins to destinations in a Shapefile");
}

FormatWriter desire_flatgeobuf_output() {
    return desire_layer_output<2>("table, straight lines from origins to destinations in a FlatGeobuf");
}

}  // namespace allways::tools
