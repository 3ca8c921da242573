// SPDX-License-Identifier: Apache-2.0
// Table → desire lines as a GeoPackage, Shapefile or FlatGeobuf in the table's own reference system: layer desire_line,
// one line per pair.
#include <array>

#include "allways/result/provenance.h"
#include "export/features/feature_file.h"
#include "export/formats/desire_lines.h"
#include "export/formats/formats.h"

namespace allways::tools {

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
    const auto file =
        make_feature_file(path, {.format = kind,
                                 .overwrite = options.overwrite,
                                 .crs = table.crs,
                                 .attribution = attribution_in(recorded_provenance(table.provenance, options)),
                                 .log = options.log,
                                 .progress = options.progress});
    file->begin_layer(layer_of(table, fields));
    std::vector<FeatureValue> values(2 + fields.size());
    visit_pairs(table, options, [&](std::uint32_t from, std::uint32_t to, bool reachable) {
        values[0] = id_value(table.rows, from);
        values[1] = id_value(table.columns, to);
        for (std::size_t at = 0; at < fields.size(); ++at) {
            const auto value = fields[at].number(from * table.columns.size() + to, reachable, unreachable);
            values[2 + at] = value ? FeatureValue(*value) : FeatureValue();
        }
        OGRLineString line;
        if (has_line(table, from, to)) {
            for (const Coordinate end : {table.row_places[from], table.column_places[to]}) line.addPoint(end.x, end.y);
        }
        file->add(values, &line);
    });
    file->commit();
}

template <int kind>
FormatWriter desire_layer_output(const char* description) {
    static constexpr std::array<const char*, 3> names{"gpkg", "shp", "fgb"};
    FormatWriter format;
    format.name = std::string("desire-") + names[kind];
    format.description = description;
    format.suffixes = {std::string(".desire.") + names[kind]};
    format.write_table = [](const DistanceTable& table, const std::string& path, const ExportOptions& options) {
        write_desire_layer(names[kind], cells_of(table), path, options);
    };
    format.write_between = [](const OriginDestinationTable& table, const std::string& path,
                              const ExportOptions& options) {
        write_desire_layer(names[kind], cells_of(table), path, options);
    };
    format.unit = format.unreachable = format.pairs = format.snap_distances = true;
    format.check_options = check_desire_options;
    format.places = true;
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
