// SPDX-License-Identifier: Apache-2.0
#include "attributes/other_tables.h"

#include <algorithm>
#include <array>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "libraries/line_geometry.h"

namespace allways::importers {

namespace {

struct Table {
    std::array<std::string_view, 3> fields;  // all must be present; an empty name needs no field
    std::string_view description;
};

constexpr std::string_view gmns_movement = "a GMNS table of movements: name link.csv or its folder";
constexpr std::string_view gmns_lane = "a GMNS table of lanes: name link.csv or its folder";
constexpr std::string_view gmns_segment = "a GMNS table of segments: name link.csv or its folder";
constexpr std::string_view gmns_config = "a GMNS table of units, read with the link.csv beside it";
constexpr std::string_view trips = "a table of trips between origins and destinations";
constexpr std::string_view places = "a table of places with coordinates";

constexpr std::array<Table, 13> tables{{
    {{"mvmt_id", "ib_link_id", "ob_link_id"}, gmns_movement},
    {{"lane_id", "link_id", ""}, gmns_lane},
    {{"segment_id", "link_id", ""}, gmns_segment},
    {{"short_length", "long_length", ""}, gmns_config},
    {{"o", "d", ""}, trips},
    {{"origin", "destination", ""}, trips},
    {{"origin_id", "destination_id", ""}, trips},
    {{"o_zone_id", "d_zone_id", ""}, trips},
    {{"x", "y", ""}, places},
    {{"x_coord", "y_coord", ""}, places},
    {{"lon", "lat", ""}, places},
    {{"longitude", "latitude", ""}, places},
    {{"lng", "lat", ""}, places},
}};

}  // namespace

std::string_view describe_other_table(const std::vector<std::string>& lower_names) {
    const auto has = [&](std::string_view name) { return name.empty() || std::ranges::count(lower_names, name) > 0; };
    const auto found =
        std::ranges::find_if(tables, [&](const Table& table) { return std::ranges::all_of(table.fields, has); });
    return found == tables.end() ? std::string_view() : found->description;
}

void OtherLists::refuse(const Rows& records, std::string_view from, std::string_view to) {
    for (const auto id : {from, to}) {
        const auto refuse_as = [&](std::string_view what) {
            records.fail(
                format("expected a node id, found '{}'. Is this a list of {}? Otherwise set `from_field` "
                       "and `to_field` to the numbers of the fields",
                       shortened(id), what));
        };
        if (id.find('.') != id.npos && parse_real(id)) refuse_as("nodes");
        if (id.ends_with(':')) refuse_as("named values");
        if (id.find('(') != id.npos && parse_line_geometry(id)) refuse_as("shapes");
    }
    ++rows_;
    starts_ += to == "1";
    if (to == "-1" && ends_++ == 0) first_end_ = records.line_number();
}

void OtherLists::refuse_queries(const std::string& path) const {
    if (starts_ == 0 || ends_ == 0 || starts_ + ends_ < rows_) return;
    throw InputError(
        path, first_end_,
        "lines 'node 1' and 'node -1' were found: a list of origins and destinations, not of arcs. Otherwise "
        "set `from_field` and `to_field` to the numbers of the fields");
}

}  // namespace allways::importers
