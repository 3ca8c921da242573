// SPDX-License-Identifier: Apache-2.0
// RoadNetwork → GeoPackage: layers `node` and `link`, one link per arc in the direction of travel, and tables with
// everything that layers cannot hold, so that the network reads back without loss (importers/gpkg.cpp). The layout is
// in docs/formats.md.
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "allways/base/api.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/importers/read.h"
#include "allways/network/road_network.h"
#include "attributes/node_attributes.h"
#include "attributes/turn_rows.h"
#include "base/checksum.h"
#include "base/text.h"
#include "export/features/feature_file.h"
#include "export/features/geopackage.h"
#include "export/features/movement_type.h"
#include "export/files/sqlite_output.h"
#include "export/formats/formats.h"
#include "export/formats/id_file.h"
#include "libraries/open_dataset.h"
#include "libraries/reference_system.h"
#include "libraries/sqlite_database.h"
#include "networks/gpkg.h"

namespace allways::tools {

using namespace importers;

namespace {

using ColumnKind = FeatureField::Type;

constexpr const char* name(ColumnKind storage) {
    switch (storage) {
        case ColumnKind::integer: return "integer";
        case ColumnKind::real: return "real";
        case ColumnKind::text: break;
    }
    return "text";
}

// Integers and exact doubles are stored as numbers, others as text to keep them exact.
ColumnKind storage_of(std::span<const Decimal> values) {
    bool whole = true;
    bool real = true;
    for (const Decimal& value : values) {
        if (value.is_missing()) continue;
        whole = whole && value.fixed_point(0).has_value();
        real = real && Decimal::from_double(value.to_double()) == value;
        if (!whole && !real) return ColumnKind::text;
    }
    return whole ? ColumnKind::integer : ColumnKind::real;
}

// A column of the network as a field of the layer: numbers or texts.
struct LinkField {
    const ArcColumn* numbers = nullptr;
    const TextColumn* texts = nullptr;
    std::string field;
    ColumnKind storage = ColumnKind::text;

    const std::string& name() const { return numbers != nullptr ? numbers->name : texts->name(); }
};

std::vector<LinkField> link_fields(const RoadNetwork& network) {
    // Never a reserved name.
    DistinctNames names({"fid", "geom", "link_id", "from_node_id", "to_node_id", "directed", "reversed", "has_shape",
                         "rowid", "_rowid_", "oid", "ogc_fid", gpkg::destination_only_field});
    const auto unique = [&](const std::string& wanted) {
        const std::string name = valid_utf8(wanted);
        return names.add(name.empty() ? "column" : name);
    };
    std::vector<LinkField> fields;
    for (const ArcColumn& column : network.columns) {
        fields.push_back({&column, nullptr, unique(column.name), storage_of(column.values)});
    }
    for (const TextColumn& column : network.texts) {
        fields.push_back({nullptr, &column, unique(column.name()), ColumnKind::text});
    }
    return fields;
}

// ---- the packed copy of the network (importers/networks/gpkg.h)

// The network read from the layers of the file; nothing if reading them fails or warns.
std::optional<RoadNetwork> read_back(const std::string& file, const std::string& name, const ProgressCallback& progress,
                                     const LogCallback& log_to) {
    bool silent = true;
    ReadOptions options;
    options.progress = [&](const Progress& state) { return !progress || progress({"write", state.done, 0}); };
    options.log = [&](LogLevel, std::string_view) { silent = false; };
    ImportReport found;
    try {
        RoadNetwork network = gpkg::read_layers(file, options, found);
        if (!silent || !found.skipped.empty()) return std::nullopt;
        set_coordinate_unit(network.provenance);
        return network;
    } catch (const InputError& error) {
        log(log_to, LogLevel::warning, format("{} does not read back: {}", name, error.what()));
        return std::nullopt;
    }
}

// Reads the layers of the finished file back and adds the copy of what was read, so that both are equal. If the layers
// cannot be read, no copy is added and the reason is logged; if reading warns, no copy is added either, so that every
// reader sees the warning. `name` is the file's name in messages. Throws InputError if the file cannot be written.
void add_network_copy(const std::string& file, const std::string& name, const ProgressCallback& progress,
                      const LogCallback& log_to) {
    const std::optional<RoadNetwork> network = read_back(file, name, progress, log_to);
    if (!network) return;
    const std::string image = network_image(*network);
    const std::vector<std::string> triggers = gpkg::copy_triggers(SqliteDatabase(file));
    SqliteOutput copy(file, name, progress);
    copy.run("BEGIN");
    copy.run(format("CREATE TABLE {} (part INTEGER PRIMARY KEY, checksum INTEGER NOT NULL, content BLOB NOT NULL)",
                    gpkg::copy_table));
    for (const std::string& trigger : triggers) copy.run(trigger);
    SqliteInsertion row(copy, gpkg::copy_table, 3);
    const auto add_part = [&](std::int64_t part, std::string_view content) {
        row.bind(1, part);
        row.bind(2, static_cast<std::int64_t>(checksum(content.data(), content.size())));
        row.bind_bytes(3, content);
        row.put();
    };
    for (std::size_t begin = 0; begin < image.size(); begin += gpkg::copy_part_bytes) {
        const auto part = static_cast<std::int64_t>(begin / gpkg::copy_part_bytes) + 1;
        add_part(part, std::string_view(image).substr(begin, gpkg::copy_part_bytes));
    }
    copy.run("COMMIT");
    add_part(0, gpkg::copy_header(image.size(), gpkg::layer_definitions(SqliteDatabase(file))));
}

class NetworkWriter {
public:
    NetworkWriter(const RoadNetwork& network, const std::string& path, const ExportOptions& options)
        : network_(network), options_(options), path_(path), file_(path, options.overwrite, options.progress) {
        find_system();
    }

    void write() {
        write_nodes();
        write_links();
        write_order();
        write_movements();
        write_columns();
        write_provenance();
        file_.finish();
        add_network_copy(file_.temporary(), path_, options_.progress, options_.log);
        file_.commit();
    }

private:
    void find_system() {
        if (network_.provenance.crs.empty()) return;
        try {
            file_.set_system(ReferenceSystem(network_.provenance.crs).text());
        } catch (const InvalidArgument& error) {
            log(options_.log, LogLevel::loss, format("the layers have no reference system: {}", error.what()));
        }
    }

    OGRLayerH add_layer(const char* name, OGRwkbGeometryType type) {
        return OGRLayer::ToHandle(&file_.add_layer(name, type));
    }

    // Fields of a layer are numbered 0, 1, … in the order they are added.
    void add_field(OGRLayerH layer, const std::string& name, OGRFieldType type, OGRFieldSubType subtype = OFSTNone) {
        file_.add_field(*OGRLayer::FromHandle(layer), name, type, subtype);
    }

    void add_id_field(OGRLayerH layer, const char* name, const IdTable& ids) {
        add_field(layer, name, ids.is_numeric() ? OFTInteger64 : OFTString);
    }

    static void set_id(OGRFeatureH row, int field, const IdTable& ids, std::uint32_t index) {
        if (ids.is_numeric()) {
            OGR_F_SetFieldInteger64(row, field, ids.numbers()[index]);
        } else {
            OGR_F_SetFieldString(row, field, valid_utf8(ids.texts()[index]).c_str());
        }
    }

    static void set_text(OGRFeatureH row, int field, const std::string& text) {
        text.empty() ? OGR_F_SetFieldNull(row, field) : OGR_F_SetFieldString(row, field, valid_utf8(text).c_str());
    }

    // Adds the row; the next one starts from its values.
    void put(OGRLayerH layer, OGRFeatureH row) {
        if (done_++ % 16384 == 0) {
            report(options_.progress, "write", done_ - 1,
                   network_.node_count() + network_.arc_count() + network_.elimination_order.size() +
                       network_.turns.size() + network_.turns.costs.size());
        }
        file_.add(*OGRLayer::FromHandle(layer), *OGRFeature::FromHandle(row));
    }

    void write_nodes() {
        OGRLayerH layer = add_layer(gpkg::node_layer, wkbPoint);
        add_id_field(layer, "node_id", network_.node_ids);
        add_field(layer, "node_type", OFTString);
        const std::vector<std::uint8_t>& may_turn_round = network_.turns.may_turn_round;
        if (!may_turn_round.empty()) add_field(layer, gpkg::may_turn_round_field, OFTInteger, OFSTBoolean);
        const gdal::Feature row(OGR_F_Create(OGR_L_GetLayerDefn(layer)));
        for (NodeIndex node = 0; node < network_.node_count(); ++node) {
            set_id(row.get(), 0, network_.node_ids, node);
            set_text(row.get(), 1, std::string(node_type(network_, node)));
            if (!may_turn_round.empty()) OGR_F_SetFieldInteger(row.get(), 2, may_turn_round[node] != 0 ? 1 : 0);
            OGRGeometryH point = nullptr;
            if (!network_.coordinates.empty() && is_finite(network_.coordinates[node])) {
                point = OGR_G_CreateGeometry(wkbPoint);
                OGR_G_SetPoint_2D(point, 0, network_.coordinates[node].x, network_.coordinates[node].y);
            }
            OGR_F_SetGeometryDirectly(row.get(), point);
            put(layer, row.get());
        }
    }

    // The arc's shape, else the straight line between its nodes; null if they have no coordinates.
    OGRGeometryH line_of(std::size_t arc) const {
        const std::vector<Coordinate> points = arc_line(network_, static_cast<ArcIndex>(arc));
        if (points.empty()) return nullptr;
        OGRGeometryH line = OGR_G_CreateGeometry(wkbLineString);
        OGR_G_SetPoints(line, static_cast<int>(points.size()), &points[0].x, sizeof(Coordinate), &points[0].y,
                        sizeof(Coordinate), nullptr, 0);
        return line;
    }

    static void set_number(OGRFeatureH row, int field, const Decimal& value, ColumnKind storage) {
        if (value.is_missing()) return OGR_F_SetFieldNull(row, field);
        switch (storage) {
            case ColumnKind::integer: return OGR_F_SetFieldInteger64(row, field, *value.fixed_point(0));
            case ColumnKind::real: return OGR_F_SetFieldDouble(row, field, value.to_double());
            case ColumnKind::text: return OGR_F_SetFieldString(row, field, value.to_string().c_str());
        }
    }
    static void set_value(OGRFeatureH row, int field, const LinkField& source, std::size_t arc) {
        if (source.numbers != nullptr) return set_number(row, field, source.numbers->values[arc], source.storage);
        const std::string_view text = source.texts->text(arc);
        set_text(row, field, std::string(text));
    }

    void write_links() {
        const std::vector<std::uint8_t>& destination_only = network_.turns.destination_only;
        const int own_fields = destination_only.empty() ? 6 : 7;
        OGRLayerH layer = add_layer(gpkg::link_layer, wkbLineString);
        add_id_field(layer, "link_id", network_.arc_ids);
        add_id_field(layer, "from_node_id", network_.node_ids);
        add_id_field(layer, "to_node_id", network_.node_ids);
        for (const char* flag : {"directed", "reversed", "has_shape"}) {
            add_field(layer, flag, OFTInteger, OFSTBoolean);
        }
        if (!destination_only.empty()) add_field(layer, gpkg::destination_only_field, OFTInteger, OFSTBoolean);
        for (const LinkField& source : fields_) add_field(layer, source.field, ogr_type(source.storage));
        const gdal::Feature row(OGR_F_Create(OGR_L_GetLayerDefn(layer)));
        OGR_F_SetFieldInteger(row.get(), 3, 1);
        for (std::size_t arc = 0; arc < network_.arc_count(); ++arc) {
            set_id(row.get(), 0, network_.arc_ids, static_cast<ArcIndex>(arc));
            set_id(row.get(), 1, network_.node_ids, network_.tail[arc]);
            set_id(row.get(), 2, network_.node_ids, network_.head[arc]);
            OGR_F_SetFieldInteger(row.get(), 4, !network_.reversed.empty() && network_.reversed[arc] != 0 ? 1 : 0);
            OGR_F_SetFieldInteger(row.get(), 5, network_.shapes.has_shape(arc) ? 1 : 0);
            if (!destination_only.empty()) OGR_F_SetFieldInteger(row.get(), 6, destination_only[arc] != 0 ? 1 : 0);
            for (std::size_t i = 0; i < fields_.size(); ++i) {
                set_value(row.get(), own_fields + static_cast<int>(i), fields_[i], arc);
            }
            OGR_F_SetGeometryDirectly(row.get(), line_of(arc));
            put(layer, row.get());
        }
    }

    void write_order() {
        const std::vector<NodeIndex>& order = network_.elimination_order;
        if (order.empty()) return;
        if (const std::string misfit = why_order_misfits(network_, order); !misfit.empty()) {
            return log(options_.log, LogLevel::loss, format("the network's order is left out: {}", misfit));
        }
        OGRLayerH layer = add_layer(gpkg::order_table, wkbNone);
        add_id_field(layer, "node_id", network_.node_ids);
        const gdal::Feature row(OGR_F_Create(OGR_L_GetLayerDefn(layer)));
        for (const NodeIndex node : order) {
            set_id(row.get(), 0, network_.node_ids, node);
            put(layer, row.get());
        }
    }

    // Fields of the table `movement`; GMNS defines the first six and `penalty`.
    struct MovementField {
        enum : int { mvmt_id, node_id, ib_link_id, ob_link_id, type, penalty, rule, via, source, link_fids };
    };

    void write_movements() {
        const TurnRules& turns = network_.turns;
        if (turns.size() == 0 && turns.costs.empty()) return;
        std::vector<Decimal> prices;
        for (const TurnRules::Cost& cost : turns.costs) prices.push_back(cost.seconds);
        const ColumnKind storage = storage_of(prices);

        OGRLayerH layer = add_layer(gpkg::movement_table, wkbNone);
        add_field(layer, "mvmt_id", OFTInteger64);
        add_id_field(layer, "node_id", network_.node_ids);
        add_id_field(layer, "ib_link_id", network_.arc_ids);
        add_id_field(layer, "ob_link_id", network_.arc_ids);
        add_field(layer, "type", OFTString);
        add_field(layer, "penalty", ogr_type(storage));
        for (const char* field : {"rule", "via_link_ids", "source", "link_fids"}) add_field(layer, field, OFTString);

        const IdTable ids = written_ids(network_.arc_ids);
        const ArcsById arcs(ids);
        const gdal::Feature row(OGR_F_Create(OGR_L_GetLayerDefn(layer)));
        for (std::size_t i = 0; i < turns.size(); ++i) {
            set_movement(row.get(), i + 1, turns.sequence(i), ids, arcs);
            OGR_F_SetFieldString(row.get(), MovementField::rule, std::string(name_of(turns.kinds[i])).c_str());
            set_text(row.get(), MovementField::source, std::string(turns.sources.text(i)));
            put(layer, row.get());
        }
        OGR_F_SetFieldString(row.get(), MovementField::rule, gpkg::price_rule);
        OGR_F_SetFieldNull(row.get(), MovementField::source);
        for (std::size_t i = 0; i < turns.costs.size(); ++i) {
            const TurnRules::Cost& cost = turns.costs[i];
            set_movement(row.get(), turns.size() + i + 1, std::array{cost.from, cost.to}, ids, arcs);
            set_number(row.get(), MovementField::penalty, cost.seconds, storage);
            put(layer, row.get());
        }
    }

    // Ids as set_id() stores them.
    static IdTable written_ids(const IdTable& ids) {
        if (ids.is_numeric()) return ids;
        std::vector<std::string> texts;
        for (const std::string& text : ids.texts()) texts.push_back(valid_utf8(text));
        return IdTable(std::move(texts));
    }

    // Sets the links. Their feature numbers are needed only if other arcs have the same ids and node.
    void set_movement(OGRFeatureH row, std::size_t number, std::span<const ArcIndex> sequence, const IdTable& ids,
                      const ArcsById& arcs) const {
        OGR_F_SetFieldInteger64(row, MovementField::mvmt_id, static_cast<GIntBig>(number));
        set_id(row, MovementField::node_id, network_.node_ids, network_.head[sequence.front()]);
        set_id(row, MovementField::ib_link_id, network_.arc_ids, sequence.front());
        set_id(row, MovementField::ob_link_id, network_.arc_ids, sequence.back());
        set_text(row, MovementField::type,
                 sequence.size() > 2 ? "" : std::string(movement_type(network_, sequence[0], sequence[1])));
        std::vector<std::string> names;
        std::vector<std::string> features;
        std::vector<std::span<const ArcIndex>> lists;
        for (const ArcIndex arc : sequence) {
            names.push_back(ids.text(arc));
            features.push_back(std::to_string(std::uint64_t{arc} + 1));  // GDAL numbers them from 1
            lists.push_back(arcs.find(names.back()));
        }
        set_text(row, MovementField::via, joined_ids(std::span(names).subspan(1, names.size() - 2)));
        const bool unique =
            connect_arcs(network_, lists, network_.head[sequence.front()]).ways == ConnectedArcs::Ways::one;
        set_text(row, MovementField::link_fids, unique ? "" : joined_ids(features));
    }

    void write_columns() {
        OGRLayerH layer = add_layer(gpkg::column_table, wkbNone);
        for (const char* field : {"field", "name", "kind", "unit"}) add_field(layer, field, OFTString);
        add_field(layer, "resolution_digits", OFTInteger);
        add_field(layer, "storage", OFTString);
        for (const LinkField& source : fields_) {
            const gdal::Feature row(OGR_F_Create(OGR_L_GetLayerDefn(layer)));
            OGR_F_SetFieldString(row.get(), 0, source.field.c_str());
            OGR_F_SetFieldString(row.get(), 1, valid_utf8(source.name()).c_str());
            OGR_F_SetFieldString(row.get(), 2, source.numbers != nullptr ? gpkg::number_kind : gpkg::text_kind);
            if (source.numbers != nullptr) set_text(row.get(), 3, source.numbers->unit);
            if (source.numbers != nullptr && source.numbers->resolution_digits) {
                OGR_F_SetFieldInteger(row.get(), 4, *source.numbers->resolution_digits);
            }
            OGR_F_SetFieldString(row.get(), 5, name(source.storage));
            file_.add(*OGRLayer::FromHandle(layer), *OGRFeature::FromHandle(row.get()));
        }
    }

    // Allways' own keys come first, then the notes. A network read from a GeoPackage keeps its first source.
    void write_provenance() {
        const Provenance& from = network_.provenance;
        std::vector<std::pair<std::string, std::string>> rows{{"program", format("allways {}", version())},
                                                              {"source", from.source},
                                                              {"format", from.format},
                                                              {"crs", from.crs},
                                                              {"whole_numbers", from.whole_numbers ? "1" : "0"}};
        for (const auto& note : from.notes) {
            if (note.first == gpkg::source_note) {
                rows[1].second = note.second;
            } else if (note.first == gpkg::format_note) {
                rows[2].second = note.second;
            } else {
                rows.push_back(note);
            }
        }
        OGRLayerH layer = add_layer(gpkg::provenance_table, wkbNone);
        add_field(layer, "key", OFTString);
        add_field(layer, "value", OFTString);
        for (const auto& [key, value] : rows) {
            const gdal::Feature row(OGR_F_Create(OGR_L_GetLayerDefn(layer)));
            OGR_F_SetFieldString(row.get(), 0, valid_utf8(key).c_str());
            OGR_F_SetFieldString(row.get(), 1, valid_utf8(value).c_str());
            file_.add(*OGRLayer::FromHandle(layer), *OGRFeature::FromHandle(row.get()));
        }
    }

    const RoadNetwork& network_;
    const ExportOptions& options_;
    const std::string& path_;
    GeoPackage file_;
    std::vector<LinkField> fields_ = link_fields(network_);
    std::uint64_t done_ = 0;
};

void write_gpkg(const RoadNetwork& network, const std::string& path, const ExportOptions& options) {
    require_distinct_ids(network.node_ids, path, valid_utf8);  // links refer to nodes by id
    NetworkWriter(network, path, options).write();
}

}  // namespace

FormatWriter gpkg_output() {
    using enum FormatTrait;
    FormatWriter format{{"gpkg",
                         "network, a GeoPackage with layers node and link",
                         {".gpkg"},
                         {node_ids, arc_ids, isolated_nodes, no_through, coordinates, parallel_arcs, edges, turn_marks,
                          shapes, texts, resolutions, order, notes}}};
    format.write_network = write_gpkg;
    format.lost_turns = [](const RoadNetwork&) { return std::uint64_t{0}; };
    format.keeps_unit = [](const ArcColumn&) { return true; };
    return format;
}

}  // namespace allways::tools
