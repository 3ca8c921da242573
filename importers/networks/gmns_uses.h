// SPDX-License-Identifier: Apache-2.0
// Permitted uses of GMNS links: allowed_uses of links, otherwise of their lanes; groups of uses; the chosen mode.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "allways/importers/read.h"
#include "networks/gmns_table.h"

namespace allways::importers {

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

}  // namespace allways::importers
