// SPDX-License-Identifier: Apache-2.0
// One input format in the registry: a name, how to recognise its files, and its reader. The format of a file is found
// by its suffix, then by its content.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "allways/importers/read.h"

namespace allways::importers {

// The input for detecting a format.
struct FileSample {
    std::string path;
    std::string name;  // file name, lower case, without ".gz"
    std::string text;  // the first 64 KiB, unpacked; empty for a folder
    bool folder = false;
    bool table_wanted = false;  // a matrix or a table is wanted, not a network

    // Returns the non-blank lines of `text`, trimmed; the last may be cut short.
    std::vector<std::string_view> lines(std::size_t most) const;
};

// The content of a file of numbers between nodes: direct costs, solved distances among the same nodes, or distances
// between two lists of nodes.
using TableContent = std::variant<CostMatrix, DistanceTable, OriginDestinationTable>;

// One format: a name, how to recognise it, and its reader. Readers fill `skipped` of the report and leave the counts to
// describe(); they leave source, format name and the options that no format owns to read.cpp. A reader sets the
// report's nodes as soon as the file states their number, for the out-of-memory message.
struct Format {
    FormatInfo info;
    // Detects a signature that no other format has; null if there is none. Must not throw for readable files.
    bool (*recognises)(const FileSample&) = nullptr;
    // For formats that share a suffix and have no signature: returns true if the content fits.
    bool (*fits)(const FileSample&) = nullptr;
    // Returns true if matching content could also be another format with the same suffix; then the user has to decide.
    bool (*ambiguous)(const FileSample&) = nullptr;
    // Returns true for names that are not files, such as databases. Called before any file is opened.
    bool (*claims_name)(const std::string& path) = nullptr;

    // True for readers that apply ReadOptions::crs themselves, or whose files always state their system.
    bool chooses_system = false;
    // True for Allways' own files, which state the decision: an unknown system is not guessed.
    bool keeps_system = false;
    // True for networks whose roads `where` filters after they are read, by their columns and texts.
    bool filters_arcs = false;

    RoadNetwork (*read_network)(const std::string& path, const ReadOptions&, ImportReport&) = nullptr;
    // Reads a file; set for formats with matrices or tables.
    TableContent (*read_table)(const std::string& path, const ReadOptions&, ImportReport&) = nullptr;
    NetworkFactor (*read_factor)(const std::string& path, const ReadOptions&) = nullptr;
};

// ---- the formats, each at the end of the source that reads it; formats.cpp lists them

// Networks: lists of arcs as CSV with field names or as numbers between blanks; Allways' own GeoPackages; a folder of
// GMNS; DIMACS X.gr with X.co; TNTP X_net.tntp with X_node.tntp; METIS graphs.
Format edge_list_format();
Format gpkg_format();
Format graphml_format();
Format gmns_format();
Format dimacs_format();
Format tntp_format();
Format metis_format();
Format osm_format();       // OpenStreetMap data, for one mode of travel
Format overture_format();  // the theme transportation of Overture Maps: GeoJSON, and layers with the same columns
Format vector_format();    // line layers of files and databases in any format that GDAL reads

// Matrices, tables and factors. csv_long and sqlite_table are lists of pairs as Allways writes them, one row each; the
// former is recognised by the suffix .long.csv, or if a table is wanted: otherwise such a list could be one of arcs.
Format matrix_csv_format();
Format matrix_market_format();
Format npy_format();
Format tsplib_format();
Format tntp_trips_format();  // the demand between zones
Format omx_format();
Format csv_long_format();
Format sqlite_table_format();
Format factor_format();

// Tells users what to do with Matrix Market arrays, which are not read (docs/decisions/0023-matrix-market-arrays.md).
inline constexpr const char* how_to_read_arrays =
    "convert it to NumPy's format: python3 -c \"import numpy, scipy.io; numpy.save('table.npy', "
    "scipy.io.mmread('table.mtx'))\"; coordinates in X_coord.mtx are read with X.mtx";

// ---- the registry

const std::vector<Format>& formats();

// Returns the format that options.format names, otherwise the format of the file. `wanted` decides between formats that
// only share a suffix: a .csv file is a matrix or a table if one is wanted. Throws InvalidArgument for an unknown name
// and InputError for a file that no format accepts; both list the known formats. Also throws InputError for a small
// square of numbers that could be a matrix or an edge list.
const Format& find_format(const std::string& path, const ReadOptions& options,
                          std::optional<FormatInfo::Holds> wanted = std::nullopt);

}  // namespace allways::importers
