// One input format as the registry (formats.h) holds it: a name, how to know its files, and its reader.
#pragma once

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

// What a file of numbers between nodes holds: direct costs, solved distances of the same nodes both ways, or such
// between two lists of nodes.
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

}  // namespace allways
