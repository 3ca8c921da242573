// SPDX-License-Identifier: Apache-2.0
// Fields → coordinates of nodes and shapes of arcs.
#include "networks/edge_list_places.h"

#include <array>
#include <utility>

#include "allways/base/format.h"
#include "attributes/node_coordinates.h"
#include "base/text.h"
#include "libraries/line_geometry.h"

namespace allways::importers {

namespace {

// Returns false if one of the four is missing.
bool read_ends(const EdgeListLayout& layout, const Records& records, const std::vector<std::string_view>& fields,
               Coordinate& from, Coordinate& to) {
    std::array<double, 4> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto text = fields[(*layout.ends)[i]];
        if (is_missing_word(text)) return false;
        const auto number = parse_real(text);
        if (!number) {
            records.fail(
                format("the field '{}' needs a number, found '{}'", layout.names[(*layout.ends)[i]], shortened(text)));
        }
        numbers[i] = *number;
    }
    from = {numbers[0], numbers[1]};
    to = {numbers[2], numbers[3]};
    return true;
}

}  // namespace

void EdgeListPlaces::add_row(const EdgeListLayout& layout, const Records& records,
                             const std::vector<std::string_view>& fields) {
    if (!layout.ends && !layout.geometry) return;
    Row& row = rows_.emplace_back();
    if (layout.ends) row.has_ends = read_ends(layout, records, fields, row.from, row.to);
    if (!layout.geometry || !no_line_.empty() || is_missing_word(fields[*layout.geometry])) return;
    if (!add_line(row, layout, records, fields[*layout.geometry])) no_line_ = shortened(fields[*layout.geometry]);
}

// Returns false for a text that is not a line, unless an earlier row had a line.
bool EdgeListPlaces::add_line(Row& row, const EdgeListLayout& layout, const Records& records, std::string_view text) {
    const auto line = parse_line_geometry(text);
    const bool is_first = shapes_.shape_count() == 0;
    if (!line && is_first) return false;
    if (!line) {
        records.fail(format("the field '{}' needs {}, or EWKB; found '{}'", layout.names[*layout.geometry],
                            line_geometry_words, shortened(text)));
    }
    if (line->points.empty()) return true;
    if (is_first) srid_ = line->srid;
    if (line->srid != srid_) {
        records.fail(
            format("expected a line in the reference system {}, as the first one, found {}", srid_, line->srid));
    }
    row.shape = shapes_.add_shape(line->points);
    if (row.has_ends) {
        row.shape_is_backward = runs_backward(line->points, row.from, row.to);
    } else {
        row.from = line->points.front();
        row.to = line->points.back();
        row.has_ends = true;
    }
    return true;
}

void EdgeListPlaces::finish(RoadNetwork& network, const std::vector<NodeIndex>& ends, std::span<const RowArc> arcs,
                            const std::string& path, const LogCallback& log_to) && {
    if (!no_line_.empty()) {
        log(log_to, LogLevel::loss,
            format("{}: skipped the geometry field: '{}' is neither WKT nor EWKB of a line", path, no_line_));
    }
    std::vector<std::uint8_t> known(network.node_count(), 0);
    NodeCoordinates coordinates(network.node_count());
    bool any = false;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        if (!rows_[row].has_ends) continue;
        any = true;
        for (const auto& [node, point] :
             {std::pair{ends[2 * row], rows_[row].from}, {ends[2 * row + 1], rows_[row].to}}) {
            if (std::exchange(known[node], 1) == 0) coordinates.set(node, point);
        }
    }
    if (any) network.coordinates = std::move(coordinates).take(path, false, log_to);
    if (srid_ > 0) network.provenance.crs = format("EPSG:{}", srid_);
    if (shapes_.shape_count() == 0) return;
    for (const RowArc& arc : arcs) {
        const Row& row = rows_[arc.row];
        shapes_.add_arc(row.shape, row.shape_is_backward != arc.against);
    }
    network.shapes = std::move(shapes_);
}

}  // namespace allways::importers
