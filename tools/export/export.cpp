// SPDX-License-Identifier: Apache-2.0
#include "allways/export/export.h"

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "export/files/atomic_file.h"
#include "export/formats/formats.h"
#include "export/formats/id_file.h"
#include "export/formats/laid_out_rows.h"
#include "export/formats/losses.h"
#include "text/input_file.h"

namespace allways {

// ---- options

namespace {

// "Round to integers (tsplib, vroom, ortools)"
std::string in_formats(const std::string& sentence, FormatTrait trait) {
    return sentence + " (" + formats_with(trait) + ")";
}

std::vector<ExportOptionRow> make_export_rows() {
    using Export = ExportOptions;
    using enum FormatTrait;
    return {
        {"format", &Export::format, "NAME", "Format of the output (default: by suffix; see `output_formats()`)", "",
         "-f,--format"},
        {"overwrite", &Export::overwrite, "", "Overwrite an existing output", "", "-O,--overwrite"},
        {"cost", &Export::cost, "FIELD", in_formats("Column to write in formats with one cost", one_cost),
         all_networks},
        {"lossy", &Export::lossy, "",
         "Write the network even if the format cannot hold something that changes distances, such as no-through nodes",
         all_networks},
        {"dtype", &Export::dtype, "natural|raw|float32|float64|int32",
         in_formats("Number type: natural (in the unit; in binary files float32 where that keeps all integers apart, "
                    "else float64) or raw (the integers themselves); in binary files also float32, float64 or int32",
                    dtype),
         all_tables},
        {"unreachable", &Export::unreachable, "TEXT",
         in_formats("Text or number for unreachable cells, such as inf, -1 or ''", unreachable), all_tables},
        {"unit", &Export::unit, "UNIT", in_formats("Unit of the numbers, such as min or km", unit), all_tables},
        {"decimals", &Export::decimals, "NUMBER",
         in_formats("Round to at most NUMBER digits after the point", decimals), all_tables},
        {"round", &Export::round, "", in_formats("Round to integers", whole_numbers), all_tables},
        {"cutoff", &Export::cutoff, "COST",
         in_formats("Leave out pairs farther apart than this, in the unit that is written", pairs), all_tables},
        {"nearest", &Export::nearest, "COUNT",
         in_formats("Write only the COUNT nearest destinations of each origin, nearest first, without the origin "
                    "itself",
                    pairs),
         all_tables},
        {"snap_distances", &Export::snap_distances, "",
         "Also write how far both ends of a pair are from their roads (" + formats_with(snap_distances) +
             "; omx and npy have it in any case)",
         tables_of_positions},
    };
}

}  // namespace

const std::vector<ExportOptionRow>& export_options() {
    static const std::vector<ExportOptionRow> rows = make_export_rows();
    return rows;
}

// ---- writing

using namespace tools;

namespace fs = std::filesystem;

namespace {

// "omx (.omx), csv (.csv)": the formats that hold such content.
std::string known_formats(FormatTrait content) {
    std::string list;
    for (const FormatWriter& format : format_writers()) {
        if (!format.has(content)) continue;
        list += allways::format("{}{} ({})", list.empty() ? "" : ", ", format.name, format.suffixes.front());
    }
    return list;
}

// The named format, or the one with the longest suffix that the path ends with; null if there is none.
const FormatWriter* look_up_format(FormatTrait content, const std::string& path, const ExportOptions& options) {
    const FormatWriter* best = nullptr;
    std::size_t length = 0;
    const bool is_dropped = is_null_device(path);
    for (const FormatWriter& format : format_writers()) {
        if (!format.has(content)) continue;
        if (!options.format.empty()) {
            if (format.name == options.format) return &format;
            continue;
        }
        if (is_dropped) return &format;  // any will do
        for (const std::string& suffix : format.suffixes) {
            if (!path.ends_with(suffix) || suffix.size() <= length) continue;
            best = &format;
            length = suffix.size();
        }
    }
    return best;
}

InvalidArgument no_format(const char* what, const std::string& path, const ExportOptions& options,
                          const std::string& known) {
    if (importers::names_parquet(path, options.format)) return InvalidArgument(importers::how_to_write_parquet);
    if (path == "-" && options.format.empty()) {
        return InvalidArgument(
            format("standard output has no suffix that names the format of {}: give `format`, such "
                   "as csv; known are {}",
                   what, known));
    }
    return InvalidArgument(format(
        "no format for {} {}; known are {}", what,
        options.format.empty() ? format("by the name '{}'", path) : format("is called '{}'", options.format), known));
}

const FormatWriter& find_format(FormatTrait content, const std::string& path, const ExportOptions& options) {
    if (const FormatWriter* found = look_up_format(content, path, options)) return *found;
    const char* const what = content == FormatTrait::tables     ? "a table"
                             : content == FormatTrait::networks ? "a network"
                                                                : "a factor";
    throw no_format(what, path, options, known_formats(content));
}

// Adds the traits that follow from the functions that a format has.
std::vector<FormatWriter> with_content(std::vector<FormatWriter> formats) {
    for (FormatWriter& format : formats) {
        if (format.write_table != nullptr || format.open_rows != nullptr || format.write_frame != nullptr)
            format.traits.insert(FormatTrait::tables);
        if (format.write_network != nullptr) format.traits.insert(FormatTrait::networks);
        if (format.write_factors != nullptr) format.traits.insert(FormatTrait::factors);
    }
    return formats;
}

void check_pairs(const OutputFormat& format, const ExportOptions& options) {
    const char* option = options.picked ? "picked" : options.cutoff ? "cutoff" : options.nearest ? "nearest" : nullptr;
    if (option == nullptr) return;
    if (!format.has(FormatTrait::pairs)) {
        throw InvalidArgument(
            allways::format("`{}` selects pairs, but format {} does not write single pairs; choose one of {}", option,
                            format.name, formats_with(FormatTrait::pairs)));
    }
    if (options.unreachable && (options.cutoff || options.nearest)) {
        option = options.cutoff ? "cutoff" : "nearest";
        throw InvalidArgument(
            allways::format("`{}` leaves out unreachable pairs and cannot be combined with `unreachable`", option));
    }
}

void refuse_options(const FormatWriter& format, const std::string& path, const ExportOptions& options) {
    using enum FormatTrait;
    const auto refuse = [&](bool given, const char* option, FormatTrait trait) {
        if (!given || format.has(trait)) return;
        throw InvalidArgument(
            allways::format("`{}` does not apply to format {}, but to {}", option, format.name, formats_with(trait)));
    };
    check_pairs(format, options);
    refuse(!options.unit.empty(), "unit", unit);
    refuse(options.unreachable.has_value(), "unreachable", unreachable);
    refuse(options.decimals.has_value(), "decimals", decimals);
    refuse(options.dtype != "natural", "dtype", dtype);
    refuse(options.snap_distances, "snap_distances", snap_distances);
    if (options.dtype == "raw" && !options.unit.empty()) {
        throw InvalidArgument("`dtype` raw keeps the table's own unit; leave out `unit`, or choose another `dtype`");
    }
    if (options.round && !format.has(whole_numbers)) {
        throw InvalidArgument(allways::format("`round` applies only to integer formats ({}), not to {}",
                                              formats_with(whole_numbers), format.name));
    }
    refuse(!options.cost.empty(), "cost", one_cost);
    if (path == "-" && !format.has(standard_output)) {
        throw InvalidArgument(allways::format("format {} cannot go to standard output; give a file name", format.name));
    }
    if (format.check_options != nullptr) format.check_options(options);
}

const FormatWriter& checked_format(FormatTrait content, const std::string& path, const ExportOptions& options) {
    const FormatWriter& format = find_format(content, path, options);
    refuse_options(format, path, options);
    return format;
}

// Throws if a file already exists and may not be replaced, or cannot be created.
void check_files(const FormatWriter& format, const std::string& path, const ExportOptions& options) {
    if (path == "-" || is_null_device(path)) return;
    std::error_code error;
    if (format.folder && !fs::is_directory(path, error)) {
        const fs::path folder = fs::path(path).has_filename() ? fs::path(path) : fs::path(path).parent_path();
        if (fs::exists(folder, error)) throw InputError(path, 0, "the folder cannot be created: a file has that name");
        AtomicFile(folder.string(), options.overwrite);  // its parent must be writable
        return;
    }
    for (const std::string& file : files_of(format, path)) {
        AtomicFile(file, options.overwrite || is_shared(path, file));  // its ids are compared once they are known
        require_closed(file);
    }
}

void check_output(FormatTrait content, const std::string& path, const ExportOptions& options) {
    check_files(checked_format(content, path, options), path, options);
}

}  // namespace

const std::vector<FormatWriter>& tools::format_writers() {
    static const std::vector<FormatWriter> all = with_content({omx_output(),
                                                               npy_output(),
                                                               csv_output(),
                                                               csv_long_output(),
                                                               sqlite_output(),
                                                               desire_gpkg_output(),
                                                               desire_shapefile_output(),
                                                               desire_flatgeobuf_output(),
                                                               desire_geojson_output(),
                                                               tsplib_output(),
                                                               vroom_output(),
                                                               ortools_output(),
                                                               matrix_market_output(),
                                                               gpkg_output(),
                                                               shapefile_output(),
                                                               flatgeobuf_output(),
                                                               dimacs_output(),
                                                               tntp_output(),
                                                               tntp_trips_output(),
                                                               gmns_output(),
                                                               graphml_output(),
                                                               edge_list_output(),
                                                               factor_output()});
    return all;
}

const std::vector<OutputFormat>& output_formats() {
    static const std::vector<OutputFormat> formats(format_writers().begin(), format_writers().end());
    return formats;
}

std::string formats_with(FormatTrait trait) {
    std::string list;
    for (const OutputFormat& format : output_formats()) {
        if (!format.has(trait)) continue;
        list += list.empty() ? "" : ", ";
        list += format.name;
    }
    return list;
}

const FormatWriter& tools::table_writer(const std::string& path, const ExportOptions& options) {
    return find_format(FormatTrait::tables, path, options);
}

const FormatWriter& tools::network_writer(const std::string& path, const ExportOptions& options) {
    return find_format(FormatTrait::networks, path, options);
}

const OutputFormat& table_format(const std::string& path, const ExportOptions& options) {
    return table_writer(path, options);
}

const OutputFormat& network_format(const std::string& path, const ExportOptions& options) {
    return network_writer(path, options);
}

const OutputFormat& factor_format(const std::string& path, const ExportOptions& options) {
    return find_format(FormatTrait::factors, path, options);
}

std::vector<std::string> files_of(const OutputFormat& format, const std::string& path) {
    if (path == "-" || is_null_device(path)) return {};
    const auto found = std::ranges::find(format_writers(), format.name, &FormatWriter::name);
    return found == format_writers().end() || found->files == nullptr ? std::vector<std::string>{path}
                                                                      : found->files(path);
}

void tools::log_left_out(std::span<const CostScale> skims, const OutputFormat& format, const ExportOptions& options) {
    if (!format.has(FormatTrait::one_matrix) || skims.empty()) return;
    std::string names;
    for (const CostScale& skim : skims) {
        names += names.empty() ? "" : ", ";
        names += skim.name;
    }
    log(options.log, LogLevel::loss,
        allways::format("{} holds one matrix, so the skims ({}) are left out; csv-long (-o X.long.csv) has one row per "
                        "pair with all fields",
                        format.name, names));
}

namespace {

// Calls use() with the network, which has a column of the cost expression that the options may name.
template <class Use>
void with_cost(const RoadNetwork& network, const ExportOptions& options, Use&& use) {
    if (options.cost.empty() || network.column(options.cost) != nullptr) return use(network);
    RoadNetwork other = network;
    add_cost(other, options.cost);
    use(other);
}

}  // namespace

void tools::require_snap_distances(bool has_positions, const ExportOptions& options) {
    if (!options.snap_distances || has_positions) return;
    throw InvalidArgument(
        "`snap_distances` are those of positions from their roads, but all rows and columns of this table are nodes; "
        "compute it from a file of points, or from positions such as @7.4166,43.7311");
}

const TableProvenance& recorded_provenance(const TableProvenance& own, const ExportOptions& options) {
    return options.provenance.empty() ? own : options.provenance;
}

namespace {

// The fields of a table: a format of one matrix has no use for skims.
std::vector<TableField> fields_of(const TableCells& table, const FormatWriter& format, const ExportOptions& options) {
    const auto field = [&](const CostScale& scale, const CostView& cells) {
        TableField made{scale, type_of(cells)};
        if (!format.has(FormatTrait::dtype)) return made;
        made.largest = largest_number(cells);
        made.all_reachable =
            options.direct_costs &&
            std::visit([]<class T>(std::span<const T> all) { return std::ranges::all_of(all, is_reachable<T>); },
                       cells);
        return made;
    };
    std::vector<TableField> fields{field(table.scale, table.distances)};
    if (format.has(FormatTrait::one_matrix)) return fields;
    for (const Skim& skim : table.skims) fields.push_back(field(skim.scale, view(skim.values.all())));
    return fields;
}

TableFrame frame_of(const TableCells& table, const ExportOptions& options) {
    return {.rows = table.rows,
            .columns = table.columns,
            .one_list = table.same_nodes(),
            .row_places = table.row_places,
            .column_places = table.column_places,
            .crs = table.crs,
            .snap_distances = table.snap_distances,
            .provenance = recorded_provenance(table.provenance, options)};
}

// Writes the tables of a frame, one for each of its hours if it has any, or one. `hops`: next hops of the only table.
void write_tables(const FormatWriter& format, std::span<const TableCells> tables, TableFrame frame,
                  std::span<const unsigned char> hops, const std::string& path, const ExportOptions& options) {
    require_snap_distances(!frame.snap_distances.empty(), options);
    if (is_null_device(path)) return;
    std::vector<CostScale> skims;
    for (const Skim& skim : tables.front().skims) skims.push_back(skim.scale);
    log_left_out(skims, format, options);
    if (format.write_table != nullptr) return format.write_table(tables.front(), path, options);
    for (const TableCells& table : tables) frame.tables.push_back(fields_of(table, format, options));
    std::size_t at = 0;
    ExportOptions each = options;
    if (options.progress && tables.size() > 1) {
        each.progress = [&](const Progress& of_table) {
            return options.progress({of_table.stage, at * of_table.total + of_table.done,
                                     tables.size() * of_table.total, of_table.is_time});
        };
    }
    const auto writer =
        format.is_laid_out(path) ? open_laid_out(format, frame, path, each) : format.open_rows(frame, path, each);
    std::vector<NodeIndex> rows(hops.empty() ? frame.rows.size() : frame.hop_rows());
    std::iota(rows.begin(), rows.end(), NodeIndex{0});
    for (; at < tables.size(); ++at) {
        RowBand band{at, rows, {tables[at].distances}, hops};
        for (std::size_t skim = 0; band.fields.size() < frame.tables[at].size(); ++skim)
            band.fields.push_back(view(tables[at].skims[skim].values.all()));
        writer->write(band);
    }
    writer->finish();
}

}  // namespace

void write_table(const DistanceTable& table, const std::string& path, const ExportOptions& options) {
    const FormatWriter& format = checked_format(FormatTrait::tables, path, options);
    const TableCells cells = cells_of(table);
    TableFrame frame = frame_of(cells, options);
    frame.no_through = table.no_through();
    std::span<const unsigned char> hops;
    if (format.has(FormatTrait::paths) && table.has_next_hops()) {
        frame.bytes_per_hop = table.next_hops().bytes_per_hop();
        if (table.next_hops().kind() == NextHops::Kind::arc_ordinal) frame.arcs = &table.arcs();
        hops = std::visit(
            [](const auto& all) {
                return std::span(reinterpret_cast<const unsigned char*>(all.data()), all.size() * sizeof(all[0]));
            },
            table.next_hops().storage());
    }
    write_tables(format, {&cells, 1}, std::move(frame), hops, path, options);
}

void write_table(const OriginDestinationTable& table, const std::string& path, const ExportOptions& options) {
    const FormatWriter& format = checked_format(FormatTrait::tables, path, options);
    const TableCells cells = cells_of(table);
    write_tables(format, {&cells, 1}, frame_of(cells, options), {}, path, options);
}

void write_table(const HourlyTables& tables, const std::string& path, const ExportOptions& options) {
    const FormatWriter& format = checked_format(FormatTrait::tables, path, options);
    check_hours_output(path, options, tables.tables.size());
    if (tables.empty()) throw InvalidArgument("there are no hours to write");
    std::vector<TableCells> cells;
    for (const OriginDestinationTable& table : tables.tables) cells.push_back(cells_of(table));
    TableFrame frame = frame_of(cells.front(), options);
    if (format.has(FormatTrait::hours)) {
        frame.name = tables.name;
        frame.hours = tables.hours;
    }
    write_tables(format, cells, std::move(frame), {}, path, options);
}

void check_hours_output(const std::string& path, const ExportOptions& options, std::size_t hours) {
    const OutputFormat& known = table_format(path, options);
    if (known.has(FormatTrait::hours) || hours <= 1) return;
    throw InvalidArgument(
        allways::format("{} holds the table of one hour, but there are {}; choose one of {}, or one of the `hours`",
                        known.name, hours, formats_with(FormatTrait::hours)));
}

void check_costs_output(const std::string& path, const ExportOptions& options) {
    const OutputFormat& known = table_format(path, options);
    if (known.has(FormatTrait::costs)) return;
    throw InvalidArgument(allways::format("{} holds the table of one `cost`, but there are several; choose one of {}",
                                          known.name, formats_with(FormatTrait::costs)));
}

void write_network(const RoadNetwork& network, const std::string& path, const ExportOptions& options) {
    const FormatWriter& known = checked_format(FormatTrait::networks, path, options);
    if (is_null_device(path)) return;
    with_cost(network, options, [&](const RoadNetwork& written) {
        refuse_losses(written, known, path, options);
        tell_losses(written, known, path, options);
        known.write_network(written, path, options);
    });
}

void write_factor(const NetworkFactor& factor, const std::string& path, const ExportOptions& options) {
    write_factors({&factor, 1}, path, options);
}

void write_factors(std::span<const NetworkFactor> factors, const std::string& path, const ExportOptions& options) {
    const FormatWriter& known = checked_format(FormatTrait::factors, path, options);
    if (factors.empty()) throw InvalidArgument("there are no factors to write");
    if (!is_null_device(path)) known.write_factors(factors, path, options);
}

void check_table_output(const std::string& path, const ExportOptions& options) {
    check_output(FormatTrait::tables, path, options);
}

void check_network_output(const std::string& path, const ExportOptions& options) {
    check_output(FormatTrait::networks, path, options);
}

void check_network_content(const RoadNetwork& network, const std::string& path, const ExportOptions& options) {
    if (is_null_device(path)) return;
    with_cost(network, options, [&](const RoadNetwork& written) {
        refuse_losses(written, network_writer(path, options), path, options);
    });
}

void check_factor_output(const std::string& path, const ExportOptions& options) {
    check_output(FormatTrait::factors, path, options);
}

void check_any_output(const std::string& path, const ExportOptions& options) {
    const bool table = look_up_format(FormatTrait::tables, path, options) != nullptr;
    const bool network = look_up_format(FormatTrait::networks, path, options) != nullptr;
    if (!table && !network) {
        const std::string known = known_formats(FormatTrait::tables) + ", " + known_formats(FormatTrait::networks);
        throw no_format("an output", path, options, known);
    }
    if (table && network) {
        try {
            return check_output(FormatTrait::tables, path, options);
        } catch (const InvalidArgument&) {
            try {
                return check_output(FormatTrait::networks, path, options);
            } catch (const InvalidArgument&) {  // tables take more options, so the table's error says more
            }
            throw;
        }
    }
    network ? check_output(FormatTrait::networks, path, options) : check_output(FormatTrait::tables, path, options);
}

bool is_matrix_format(const std::string& path, const ExportOptions& options) {
    for (const OutputFormat& format : output_formats()) {
        if (!options.format.empty() && format.name == options.format) return format.has(FormatTrait::matrices);
        // A .csv may be a matrix or a list of arcs; without `format` it is a matrix.
        if (options.format.empty() && format.has(FormatTrait::dtype) && path.ends_with(format.suffixes.front()))
            return true;
    }
    return false;
}

void write_matrix(const CostMatrix& matrix, const std::string& path, const ExportOptions& options) {
    const OutputFormat& format = table_format(path, options);
    if (!format.has(FormatTrait::matrices)) {
        throw InvalidArgument(allways::format(
            "{} holds only solved tables, but this is a matrix of direct costs; solve it, or choose one of {}",
            format.name, formats_with(FormatTrait::matrices)));
    }
    with_cost_type(matrix.type(), [&]<class T>() {
        const auto values = matrix.values<T>();
        ExportOptions chosen = options;
        chosen.direct_costs = true;
        const DistanceTable numbers(std::vector<T>(values.begin(), values.end()), matrix.node_count(), matrix.scale(),
                                    matrix.node_ids());
        write_table(numbers, path, chosen);
    });
}

}  // namespace allways
