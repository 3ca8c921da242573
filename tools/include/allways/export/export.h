// SPDX-License-Identifier: Apache-2.0
// Writes tables and networks to files, in every format that Allways supports. One registry entry per format;
// docs/formats.md describes the layouts.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/decimal.h"
#include "allways/base/option_row.h"
#include "allways/base/progress.h"
#include "allways/cost/arc_costs.h"
#include "allways/cost/cost_matrix.h"
#include "allways/network/road_network.h"
#include "allways/result/distance_table.h"
#include "allways/result/network_factor.h"
#include "allways/result/origin_destination_table.h"

namespace allways {

struct TableOutline;

// A pair of a table: its row and column.
struct TableCell {
    std::uint32_t row = 0;
    std::uint32_t column = 0;
    friend bool operator==(const TableCell&, const TableCell&) = default;
};

// Each option is also a row of export_options().
struct ExportOptions {
    std::string format{};    // registry name; empty: from the suffix
    bool overwrite = false;  // replace an existing file
    std::string unit{};      // formats with a choice: unit of the numbers ("min", "km"); empty: the table's own
    // Formats with a choice: "natural" (numbers in the unit) or "raw" (the table's own numbers); binary files also take
    // "float64", "float32" and, if all numbers are whole, "int32" for natural ones. Natural numbers of an int32 table
    // are float32 in binary files if float32 keeps them distinct, else float64, and readers restore the integers; other
    // tables keep their type.
    std::string dtype = "natural";
    std::optional<std::string> unreachable{};  // formats with a choice: text for unreachable; nothing: the usual one
    std::optional<std::uint64_t> decimals{};   // text formats: at most so many digits after the point; nothing: all
    // Formats of pairs: write only pairs at most this far apart, in the unit written, and only this many nearest
    // destinations of each origin, without the origin itself.
    std::optional<Decimal> cutoff{};
    std::optional<std::uint64_t> nearest{};
    // Formats with one row per pair: the cells to write, in this order, repeats included; nothing: all, row by row.
    std::optional<std::vector<TableCell>> picked{};
    // Formats with one row per pair: also write how far the positions of both ends are from their roads. omx and npy
    // always contain these distances.
    bool snap_distances = false;
    bool round = false;            // integer formats: round numbers that are not whole
    bool lossy = false;            // networks: accept losses that change distances
    bool direct_costs = false;     // omx: the numbers are unsolved direct costs, marked so in the file
    std::string cost{};            // single-cost formats: the column to write; empty: chosen as choose_cost does
    TableProvenance provenance{};  // omx, npy, factor: recorded in the file; empty: the table's own
    ProgressCallback progress{};   // stage "write"
    LogCallback log{};             // reports the content that a format cannot hold
};

// Content that a format holds, and options that it takes. All other options and content are refused or reported as
// lost.
enum class FormatTrait {
    tables,
    networks,
    factors,
    // ---- options of all content
    standard_output,
    // ---- tables
    matrices,        // the numbers may also be direct costs, which are not solved
    paths,           // keeps next hops and arcs, so that paths need no other file
    one_matrix,      // holds a table without its skims
    one_list,        // rows and columns must be the same nodes
    places,          // needs the coordinates of rows and columns
    hours,           // holds a table for each hour; the others hold that of a single hour
    costs,           // holds the tables of several costs; the others hold that of a single cost
    snap_distances,  // holds the distances of positions from their roads
    pairs,           // writes pair by pair; options cutoff, nearest
    whole_numbers,   // numbers must be integers; option round
    unit,            // takes the option of this name, as the next three do theirs
    unreachable,
    decimals,
    dtype,
    // ---- networks: the parts that are there when the file is read back
    one_cost,  // holds one column; option cost
    node_ids,
    node_ids_beside,  // in a second file, which standard output cannot have
    arc_ids,
    isolated_nodes,
    no_through,          // without these marks distances change
    coordinates,         // with their reference system
    degrees_beside,      // coordinates in a second file, if all are degrees
    coordinates_beside,  // in a second file, of all nodes, without their reference system
    parallel_arcs,       // without it only the cheapest
    edges,               // two arcs that are the two directions of one road
    turn_marks,          // arcs for destinations only, and where paths may turn round
    shapes,
    texts,
    resolutions,
    order,  // elimination order
    notes,
};

// An output format. Values of this type come from output_formats().
struct OutputFormat {
    std::string name;                   // "omx"
    std::string description;            // one line
    std::vector<std::string> suffixes;  // the first is the usual one
    std::set<FormatTrait> traits{};

    bool has(FormatTrait trait) const { return traits.contains(trait); }
};

ALLWAYS_API const std::vector<OutputFormat>& output_formats();

// "csv, csv-long": the formats with a trait, for help and messages.
ALLWAYS_API std::string formats_with(FormatTrait trait);

// The format of options.format or of the suffix. Throws InvalidArgument if there is none.
ALLWAYS_API const OutputFormat& table_format(const std::string& path, const ExportOptions& options);
ALLWAYS_API const OutputFormat& network_format(const std::string& path, const ExportOptions& options);
ALLWAYS_API const OutputFormat& factor_format(const std::string& path, const ExportOptions& options);

// The files that writing to `path` creates; empty for standard output.
ALLWAYS_API std::vector<std::string> files_of(const OutputFormat& format, const std::string& path);

// The provenance that a written table or factor records: options.provenance, else its own.
ALLWAYS_API const TableProvenance& recorded_provenance(const TableProvenance& own, const ExportOptions& options);

// Writes to `path` in the format of options.format or its suffix; text formats and npy take "-" for standard output.
// Files appear complete or not at all. Throws InvalidArgument (unknown format, an option the format does not take,
// content it does not hold or that the table lacks), InputError if the file cannot be written, Cancelled.
ALLWAYS_API void write_table(const DistanceTable& table, const std::string& path, const ExportOptions& options = {});
ALLWAYS_API void write_table(const OriginDestinationTable& table, const std::string& path,
                             const ExportOptions& options = {});
// Formats with the trait `hours` have a matrix, or a row of each pair, for each hour; the others take a single hour.
ALLWAYS_API void write_table(const HourlyTables& tables, const std::string& path, const ExportOptions& options = {});
ALLWAYS_API void write_network(const RoadNetwork& network, const std::string& path, const ExportOptions& options = {});
ALLWAYS_API void write_factor(const NetworkFactor& factor, const std::string& path, const ExportOptions& options = {});
// Factors of several costs of one network (factorize() of several costs) in one file, which stores once what they
// share. read_factor() takes the first, or the one whose cost ReadOptions::cost_field names.
ALLWAYS_API void write_factors(std::span<const NetworkFactor> factors, const std::string& path,
                               const ExportOptions& options = {});

// Checks only the names and options, and throws as the writers would. Call it before the work.
ALLWAYS_API void check_table_output(const std::string& path, const ExportOptions& options);
// Throws InvalidArgument if the format of `path` does not hold tables of so many hours.
ALLWAYS_API void check_hours_output(const std::string& path, const ExportOptions& options, std::size_t hours);
// Throws InvalidArgument if the format of `path` holds the table of one cost only.
ALLWAYS_API void check_costs_output(const std::string& path, const ExportOptions& options);
ALLWAYS_API void check_network_output(const std::string& path, const ExportOptions& options);
// Throws as write_network would for content that the format cannot hold; losses that leave distances unchanged are not
// reported.
ALLWAYS_API void check_network_content(const RoadNetwork& network, const std::string& path,
                                       const ExportOptions& options);
ALLWAYS_API void check_factor_output(const std::string& path, const ExportOptions& options);
// For content not yet known to be a table or a network: throws if the file could hold neither.
ALLWAYS_API void check_any_output(const std::string& path, const ExportOptions& options);

// Writes a matrix of direct costs in a table format that holds them (FormatTrait::matrices). Throws InvalidArgument
// for other formats.
ALLWAYS_API void write_matrix(const CostMatrix& matrix, const std::string& path, const ExportOptions& options);
// Returns true if the name and options alone say that the file holds a matrix rather than a network.
ALLWAYS_API bool is_matrix_format(const std::string& path, const ExportOptions& options);

// ---- the options of writing as rows, from which the command and Python make theirs

using ExportOptionRow = OptionRow<ExportOptions, bool, std::string, std::optional<std::string>, std::optional<Decimal>,
                                  std::optional<std::uint64_t>>;

// OptionText::formats of rows that need a table between positions.
inline constexpr const char* tables_of_positions = "tables of positions";

// In the order of the command's help.
ALLWAYS_API const std::vector<ExportOptionRow>& export_options();

// ---- facts about a table before it is solved, so that content that its format cannot hold is refused before the work

// The distances or a skim. Sums of integers are integers; sums of other numbers hardly ever are.
struct FieldOutline {
    std::string name;
    std::string unit;
    // Returns true if every arc's number is an integer in `unit` (empty: its own) or, with `raw`, as stored. Reads all
    // arcs.
    std::function<bool(const std::string& unit, bool raw)> is_whole;
};

// Borrows its parts.
struct TableOutline {
    FieldOutline distances;
    std::vector<FieldOutline> skims;
    const IdTable& rows;
    const IdTable& columns;
    bool one_list;  // rows and columns are the same nodes, in the same order
    bool places;    // their coordinates are known
    bool snapped;   // some are positions, with distances from their roads
};

// The outline of a network's or a matrix' distances; it borrows the input.
ALLWAYS_API FieldOutline outline_of(const RoadNetwork& network, const CostOptions& cost);
ALLWAYS_API FieldOutline outline_of(const CostMatrix& matrix);
ALLWAYS_API FieldOutline outline_of(const NetworkFactor& factor);
ALLWAYS_API FieldOutline outline_of_skim(const RoadNetwork& network, const std::string& name);
ALLWAYS_API FieldOutline outline_of_skim(const NetworkFactor& factor, const std::string& name);

// Throws InvalidArgument if the format of `path` cannot hold such a table, InputError if a companion file is in the
// way.
ALLWAYS_API void check_table_content(const TableOutline& table, const std::string& path, const ExportOptions& options);

}  // namespace allways
