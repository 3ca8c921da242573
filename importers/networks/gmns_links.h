// SPDX-License-Identifier: Apache-2.0
// The tables of a GMNS network: nodes, links with their shapes, and permitted uses (allowed_uses of links, otherwise of
// their lanes; groups of uses; the chosen mode).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "allways/base/progress.h"
#include "allways/importers/read.h"
#include "allways/network/road_network.h"
#include "attributes/arc_table.h"
#include "text/csv_reader.h"

namespace allways::importers {

bool is_gmns_file(const std::filesystem::path& path);

// Records of one CSV table with their fields by name, in lower case.
class GmnsTable {
public:
    GmnsTable(const std::string& path, const TextOptions& options);

    bool next();

    // Finds a field; ignores case.
    std::optional<std::size_t> find(std::string_view name) const { return names_.find(name); }
    // The field with the name of the specification. Throws InputError.
    std::size_t require(std::string_view name) const;
    // The field that an option names. Throws InvalidArgument.
    std::size_t named(std::string_view option, std::string_view name) const { return names_.named(option, name); }

    std::string_view operator[](std::size_t field) const { return fields_[field]; }
    const std::vector<std::string>& names() const { return names_.all(); }
    std::uint64_t line_number() const { return records_.line_number(); }
    [[noreturn]] void fail(std::string_view message) const { records_.fail(message); }

private:
    CsvReader records_;
    FieldNames names_;
    std::vector<std::string_view> fields_;
};

class GmnsUses {
public:
    // Reads use_definition.csv, use_group.csv and lane.csv in `folder` if they exist. Throws InvalidArgument for a
    // profile that names no mode.
    GmnsUses(const std::filesystem::path& folder, const ReadOptions& options);

    void find_field(const GmnsTable& links);
    // Returns true if the chosen mode may travel the table's current link, or if there is no mode.
    bool is_open(const GmnsTable& links, std::string_view link_id);

    bool has_mode() const { return !mode_.empty(); }
    // Returns true if the chosen mode is among the uses in this list, or if there is no mode or no list.
    bool allow(std::string_view list) const;

    // Call it after the last link. Logs how many links are closed to the mode or, without a mode, that links differ.
    // Throws InvalidArgument for a mode that neither the files nor this reader know, InputError if no link is open to
    // the mode.
    void finish(const std::string& path, const LogCallback& log_to) const;

    // Returns the speed in km/h of modes that do not reach free_speed: 5 on foot, 16 by bicycle.
    std::optional<std::int64_t> own_speed() const;

private:
    using Uses = std::set<std::string>;  // canonical words; empty: everyone

    void read_groups(const std::string& path);
    void read_definitions(const std::string& path);
    void read_lanes(const std::string& path);
    Uses uses_in(std::string_view list) const;
    void add_use(const std::string& word, Uses& uses, int depth) const;

    std::string mode_;  // canonical; empty: no mode chosen
    std::string said_mode_;
    std::map<std::string, std::string> groups_;          // lower case → list
    std::set<std::string> known_;                        // canonical words of the files
    std::map<std::string, Uses, std::less<>> of_lanes_;  // by link; links with a lane for everyone are left out
    std::optional<std::size_t> field_;
    std::map<Uses, std::uint64_t> links_of_;
    std::uint64_t closed_ = 0;
};

struct GmnsNodes {
    std::unordered_map<std::string, NodeIndex> index;
    std::vector<std::string> ids;
    std::vector<std::optional<Coordinate>> points;
    std::vector<std::uint8_t> no_through;
    std::vector<std::string> zones;  // empty texts: none
    std::size_t with_type = 0;       // nodes that state a node_type
};

// Adds the links of `folder` that match options.where and are open to the mode, with their ids, columns, texts and
// shapes. Fields have the specification's names, possibly
// cut to ten characters as in Shapefiles, or the names that the options give. Throws InputError with the line, and
// InvalidArgument for an option that names a missing field.
void read_gmns_links(const std::filesystem::path& folder, const GmnsNodes& nodes, GmnsUses& uses,
                     const ReadOptions& options, RoadNetwork& network);

}  // namespace allways::importers
