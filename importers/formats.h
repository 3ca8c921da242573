// The registry of input formats, and how a file finds its own: by suffix, then by content.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "allways/importers/read.h"

namespace allways {

// What detection looks at.
struct FileSample {
    std::string path;
    std::string name;  // file name, lower case, without ".gz"
    std::string text;  // the first 64 KiB, unpacked; empty for a folder
    bool folder = false;
    bool table_wanted = false;  // a matrix or a table, and no network

    // The lines of `text` that are not blank, trimmed; the last may be cut short.
    std::vector<std::string_view> lines(std::size_t most) const;
};

// What a file of numbers between nodes holds: direct costs, solved distances of the same nodes both ways, or such between
// two lists of nodes.
using TableContent = std::variant<CostMatrix, DistanceTable, OriginDestinationTable>;

// One format: a name, how to know it, and the one reader it has. Readers fill `skipped` of the report and leave the
// counts to describe(); they leave source, format name and ReadOptions::no_through to read.cpp. A reader sets the
// report's nodes as soon as the file states their number, for the message where memory ends.
struct Format {
    FormatInfo info;
    // A signature that no other format has; null where there is none. Must not throw for readable files.
    bool (*recognises)(const FileSample&) = nullptr;
    // For formats that share a suffix and have no signature: whether the content fits.
    bool (*fits)(const FileSample&) = nullptr;
    // Whether content that fits could as well be of another format with the same suffix: then the user has to say.
    bool (*ambiguous)(const FileSample&) = nullptr;
    // Names that are no files: databases. They are asked for before any file is opened.
    bool (*claims_name)(const std::string& path) = nullptr;

    RoadNetwork (*read_network)(const std::string& path, const ReadOptions&, ImportReport&) = nullptr;
    // Of formats that hold matrices or tables.
    TableContent (*read_table)(const std::string& path, const ReadOptions&, ImportReport&) = nullptr;
    NetworkFactor (*read_factor)(const std::string& path, const ReadOptions&) = nullptr;
};

const std::vector<Format>& formats();

// The format of options.format, or of the file. `wanted` decides between formats that only share a suffix: a .csv
// asked for as a matrix or a table is one. Throws InvalidArgument for an unknown name, InputError for a file that no format
// claims; both list what is known. InputError too for a small square of numbers that is a matrix as well as an edge
// list.
const Format& find_format(const std::string& path, const ReadOptions& options,
                          std::optional<FormatInfo::Holds> wanted = std::nullopt);

}  // namespace allways
