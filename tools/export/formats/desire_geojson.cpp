// SPDX-License-Identifier: Apache-2.0
// Table → desire lines as GeoJSON (RFC 7946), in WGS 84.

#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/export/json.h"
#include "allways/result/provenance.h"
#include "export/features/geojson.h"
#include "export/features/lon_lat.h"
#include "export/files/output_file.h"
#include "export/formats/desire_lines.h"
#include "export/formats/formats.h"

namespace allways::tools {

namespace {

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
    FormatWriter format;
    format.name = "desire-geojson";
    format.description = "table, straight lines from origins to destinations as GeoJSON";
    format.suffixes = {".desire.geojson"};
    format.write_table = [](const DistanceTable& table, const std::string& path, const ExportOptions& options) {
        write_desire_geojson(cells_of(table), path, options);
    };
    format.write_between = [](const OriginDestinationTable& table, const std::string& path,
                              const ExportOptions& options) { write_desire_geojson(cells_of(table), path, options); };
    format.standard_output = format.unit = format.unreachable = format.pairs = format.snap_distances = true;
    format.check_options = check_desire_options;
    format.places = true;
    return format;
}

}  // namespace allways::tools
