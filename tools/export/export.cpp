// SPDX-License-Identifier: Apache-2.0
#include "allways/export/export.h"

#include <algorithm>
#include <filesystem>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "export/files/atomic_file.h"
#include "export/formats/formats.h"
#include "export/formats/id_file.h"
#include "export/formats/losses.h"
#include "text/input_file.h"

namespace allways {

// ---- options

namespace {

// "Round to integers (tsplib, vroom, ortools)"
std::string in_formats(const std::string& sentence, bool OutputFormat::*property) {
    return sentence + " (" + formats_with(property) + ")";
}

std::vector<ExportOptionRow> make_export_rows() {
    using Export = ExportOptions;
    using Format = OutputFormat;
    return {
        {"format", &Export::format, "NAME", "Format of the output (default: by suffix; see `output_formats()`)", "",
         "-f,--format"},
        {"overwrite", &Export::overwrite, "", "Overwrite an existing output", "", "-O,--overwrite"},
        {"cost", &Export::cost, "FIELD", in_formats("Column to write in formats with one cost", &Format::one_cost),
         all_networks},
        {"lossy", &Export::lossy, "",
         "Write the network even if the format cannot hold something that changes distances, such as no-through "
         "nodes",
         all_networks},
        {"dtype", &Export::dtype, "natural|raw|float32|float64|int32",
         in_formats("Number type: natural (in the unit; in binary files float32 where that keeps all integers apart, "
                    "else float64) or raw (the integers themselves); in binary files also float32, float64 or int32",
                    &Format::dtype),
         all_tables},
        {"unreachable", &Export::unreachable, "TEXT",
         in_formats("Text or number for unreachable cells, such as inf, -1 or ''", &Format::unreachable), all_tables},
        {"unit", &Export::unit, "UNIT", in_formats("Unit of the numbers, such as min or km", &Format::unit),
         all_tables},
        {"decimals", &Export::decimals, "NUMBER",
         in_formats("Round to at most NUMBER digits after the point", &Format::decimals), all_tables},
        {"round", &Export::round, "", in_formats("Round to integers", &Format::whole_numbers), all_tables},
        {"cutoff", &Export::cutoff, "COST",
         in_formats("Leave out pairs farther apart than this, in the unit that is written", &Format::pairs),
         all_tables},
        {"nearest", &Export::nearest, "COUNT",
         in_formats("Write only the COUNT nearest destinations of each origin, nearest first, without the origin "
                    "itself",
                    &Format::pairs),
         all_tables},
        {"snap_distances", &Export::snap_distances, "",
         "Also write how far both ends of a pair are from their roads (" + formats_with(&Format::snap_distances) +
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

template <class Content>
struct Kind;
template <>
struct Kind<DistanceTable> {
    static constexpr auto writer = &FormatWriter::write_table;
    static constexpr const char* name = "a table";
};
template <>
struct Kind<RoadNetwork> {
    static constexpr auto writer = &FormatWriter::write_network;
    static constexpr const char* name = "a network";
};
template <>
struct Kind<NetworkFactor> {
    static constexpr auto writer = &FormatWriter::write_factors;
    static constexpr const char* name = "a factor";
};

template <class Content>
std::string known_formats() {
    std::string list;
    for (const FormatWriter& format : format_writers()) {
        if (format.*Kind<Content>::writer == nullptr) continue;
        list += allways::format("{}{} ({})", list.empty() ? "" : ", ", format.name, format.suffixes.front());
    }
    return list;
}

// The named format, or the one with the longest suffix that the path ends with; null if there is none.
template <class Content>
const FormatWriter* look_up_format(const std::string& path, const ExportOptions& options) {
    const FormatWriter* best = nullptr;
    std::size_t length = 0;
    const bool is_dropped = is_null_device(path);
    for (const FormatWriter& format : format_writers()) {
        if (format.*Kind<Content>::writer == nullptr) continue;
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

template <class Content>
bool has_format(const std::string& path, const ExportOptions& options) {
    return look_up_format<Content>(path, options) != nullptr;
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

template <class Content>
const FormatWriter& find_format(const std::string& path, const ExportOptions& options) {
    if (const FormatWriter* found = look_up_format<Content>(path, options)) return *found;
    throw no_format(Kind<Content>::name, path, options, known_formats<Content>());
}

// States what each format holds, by the functions that it has.
std::vector<FormatWriter> with_content(std::vector<FormatWriter> formats) {
    for (FormatWriter& format : formats) {
        format.tables = format.write_table != nullptr;
        format.networks = format.write_network != nullptr;
        format.factors = format.write_factors != nullptr;
        format.hours = format.write_hours != nullptr;
        format.keeps_order = format.keeps.order;
    }
    return formats;
}

void check_pairs(const OutputFormat& format, const ExportOptions& options) {
    const char* option = options.picked ? "picked" : options.cutoff ? "cutoff" : options.nearest ? "nearest" : nullptr;
    if (option == nullptr) return;
    if (!format.pairs) {
        throw InvalidArgument(
            allways::format("`{}` selects pairs, but format {} does not write single pairs; choose one of {}", option,
                            format.name, formats_with(&OutputFormat::pairs)));
    }
    if (options.unreachable && (options.cutoff || options.nearest)) {
        option = options.cutoff ? "cutoff" : "nearest";
        throw InvalidArgument(
            allways::format("`{}` leaves out unreachable pairs and cannot be combined with `unreachable`", option));
    }
}

void refuse_options(const FormatWriter& format, const std::string& path, const ExportOptions& options) {
    const auto refuse = [&](bool given, const char* option, bool OutputFormat::*property) {
        if (!given || format.*property) return;
        throw InvalidArgument(allways::format("`{}` does not apply to format {}, but to {}", option, format.name,
                                              formats_with(property)));
    };
    check_pairs(format, options);
    refuse(!options.unit.empty(), "unit", &OutputFormat::unit);
    refuse(options.unreachable.has_value(), "unreachable", &OutputFormat::unreachable);
    refuse(options.decimals.has_value(), "decimals", &OutputFormat::decimals);
    refuse(options.dtype != "natural", "dtype", &OutputFormat::dtype);
    refuse(options.snap_distances, "snap_distances", &OutputFormat::snap_distances);
    if (options.dtype == "raw" && !options.unit.empty()) {
        throw InvalidArgument("`dtype` raw keeps the table's own unit; leave out `unit`, or choose another `dtype`");
    }
    if (options.round && !format.whole_numbers) {
        throw InvalidArgument(allways::format("`round` applies only to integer formats ({}), not to {}",
                                              formats_with(&OutputFormat::whole_numbers), format.name));
    }
    refuse(!options.cost.empty(), "cost", &OutputFormat::one_cost);
    if (path == "-" && !format.standard_output) {
        throw InvalidArgument(allways::format("format {} cannot go to standard output; give a file name", format.name));
    }
    if (format.check_options != nullptr) format.check_options(options);
}

template <class Content>
const FormatWriter& checked_format(const std::string& path, const ExportOptions& options) {
    const FormatWriter& format = find_format<Content>(path, options);
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

template <class Content>
void check_output(const std::string& path, const ExportOptions& options) {
    check_files(checked_format<Content>(path, options), path, options);
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

std::string formats_with(bool OutputFormat::*property) {
    std::string list;
    for (const OutputFormat& format : output_formats()) {
        if (!(format.*property)) continue;
        list += list.empty() ? "" : ", ";
        list += format.name;
    }
    return list;
}

const FormatWriter& tools::table_writer(const std::string& path, const ExportOptions& options) {
    return find_format<DistanceTable>(path, options);
}

const FormatWriter& tools::network_writer(const std::string& path, const ExportOptions& options) {
    return find_format<RoadNetwork>(path, options);
}

const OutputFormat& table_format(const std::string& path, const ExportOptions& options) {
    return table_writer(path, options);
}

const OutputFormat& network_format(const std::string& path, const ExportOptions& options) {
    return network_writer(path, options);
}

const OutputFormat& factor_format(const std::string& path, const ExportOptions& options) {
    return find_format<NetworkFactor>(path, options);
}

std::vector<std::string> files_of(const OutputFormat& format, const std::string& path) {
    if (path == "-" || is_null_device(path)) return {};
    const auto found = std::ranges::find(format_writers(), format.name, &FormatWriter::name);
    return found == format_writers().end() || found->files == nullptr ? std::vector<std::string>{path}
                                                                      : found->files(path);
}

void tools::log_left_out(std::span<const CostScale> skims, const OutputFormat& format, const ExportOptions& options) {
    if (!format.one_matrix || skims.empty()) return;
    std::string names;
    for (const CostScale& skim : skims) {
        names += names.empty() ? "" : ", ";
        names += skim.name;
    }
    log(options.log, LogLevel::loss,
        allways::format("{} holds one matrix, so the skims ({}) are left out; csv-long (-o X.long.csv) has one row per "
                        "pair with all "
                        "fields",
                        format.name, names));
}

namespace {

std::vector<CostScale> scales_of(const std::vector<Skim>& skims) {
    std::vector<CostScale> scales;
    for (const Skim& skim : skims) scales.push_back(skim.scale);
    return scales;
}

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

void write_table(const DistanceTable& table, const std::string& path, const ExportOptions& options) {
    const FormatWriter& known = checked_format<DistanceTable>(path, options);
    require_snap_distances(false, options);
    if (is_null_device(path)) return;
    log_left_out(scales_of(table.skims()), known, options);
    known.write_table(table, path, options);
}

void write_table(const OriginDestinationTable& table, const std::string& path, const ExportOptions& options) {
    const FormatWriter& known = checked_format<DistanceTable>(path, options);
    require_snap_distances(!table.snap_distances().empty(), options);
    if (is_null_device(path)) return;
    log_left_out(scales_of(table.skims()), known, options);
    known.write_between(table, path, options);
}

void write_table(const HourlyTables& tables, const std::string& path, const ExportOptions& options) {
    const FormatWriter& known = checked_format<DistanceTable>(path, options);
    check_hours_output(path, options, tables.tables.size());
    if (tables.empty()) throw InvalidArgument("there are no hours to write");
    if (known.write_hours == nullptr) return write_table(tables.tables.front(), path, options);
    require_snap_distances(!tables.tables.front().snap_distances().empty(), options);
    if (!is_null_device(path)) known.write_hours(tables, path, options);
}

void check_hours_output(const std::string& path, const ExportOptions& options, std::size_t hours) {
    const OutputFormat& known = table_format(path, options);
    if (known.hours || hours <= 1) return;
    throw InvalidArgument(
        allways::format("{} holds the table of one hour, but there are {}; choose one of {}, or one of the `hours`",
                        known.name, hours, formats_with(&OutputFormat::hours)));
}

void check_costs_output(const std::string& path, const ExportOptions& options) {
    const OutputFormat& known = table_format(path, options);
    if (known.costs) return;
    throw InvalidArgument(allways::format("{} holds the table of one `cost`, but there are several; choose one of {}",
                                          known.name, formats_with(&OutputFormat::costs)));
}

void write_network(const RoadNetwork& network, const std::string& path, const ExportOptions& options) {
    const FormatWriter& known = checked_format<RoadNetwork>(path, options);
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
    const FormatWriter& known = checked_format<NetworkFactor>(path, options);
    if (factors.empty()) throw InvalidArgument("there are no factors to write");
    if (!is_null_device(path)) known.write_factors(factors, path, options);
}

void check_table_output(const std::string& path, const ExportOptions& options) {
    check_output<DistanceTable>(path, options);
}

void check_network_output(const std::string& path, const ExportOptions& options) {
    check_output<RoadNetwork>(path, options);
}

void check_network_content(const RoadNetwork& network, const std::string& path, const ExportOptions& options) {
    if (is_null_device(path)) return;
    with_cost(network, options, [&](const RoadNetwork& written) {
        refuse_losses(written, network_writer(path, options), path, options);
    });
}

void check_factor_output(const std::string& path, const ExportOptions& options) {
    check_output<NetworkFactor>(path, options);
}

void check_any_output(const std::string& path, const ExportOptions& options) {
    const bool table = has_format<DistanceTable>(path, options);
    const bool network = has_format<RoadNetwork>(path, options);
    if (!table && !network) {
        const std::string known = known_formats<DistanceTable>() + ", " + known_formats<RoadNetwork>();
        throw no_format("an output", path, options, known);
    }
    if (table && network) {
        try {
            return check_output<DistanceTable>(path, options);
        } catch (const InvalidArgument&) {
            try {
                return check_output<RoadNetwork>(path, options);
            } catch (const InvalidArgument&) {  // tables take more options, so the table's error says more
            }
            throw;
        }
    }
    network ? check_output<RoadNetwork>(path, options) : check_output<DistanceTable>(path, options);
}

bool is_matrix_format(const std::string& path, const ExportOptions& options) {
    for (const OutputFormat& format : output_formats()) {
        if (!options.format.empty() && format.name == options.format) return format.matrices;
        // A .csv may be a matrix or a list of arcs; without `format` it is a matrix.
        if (options.format.empty() && format.dtype && path.ends_with(format.suffixes.front())) return true;
    }
    return false;
}

void write_matrix(const CostMatrix& matrix, const std::string& path, const ExportOptions& options) {
    const OutputFormat& format = table_format(path, options);
    if (!format.matrices) {
        throw InvalidArgument(allways::format(
            "{} holds only solved tables, but this is a matrix of direct costs; solve it, or choose one of {}",
            format.name, formats_with(&OutputFormat::matrices)));
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
