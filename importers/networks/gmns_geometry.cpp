// SPDX-License-Identifier: Apache-2.0
// WKT → shapes.
#include "networks/gmns_geometry.h"

#include <filesystem>

#include "base/counted.h"
#include "libraries/line_geometry.h"

namespace allways::importers {

namespace {

// Returns the points of a line; an empty vector for an empty line.
std::vector<Coordinate> parse_line(const GmnsTable& table, std::size_t field) {
    auto line = parse_line_geometry(table[field]);
    if (!line) {
        table.fail(
            format("{} needs {}; found '{}'", table.names()[field], line_geometry_words, shortened(table[field])));
    }
    return std::move(line->points);
}

// Returns true if dir_flag states that the shape runs backward; nothing if it states no direction.
std::optional<bool> stated_backward(const GmnsTable& links, std::optional<std::size_t> field) {
    if (!field || is_missing_word(links[*field]) || links[*field] == "0") return std::nullopt;
    if (links[*field] == "1") return false;
    if (links[*field] == "-1") return true;
    links.fail(format("dir_flag needs 1, -1, 0 or nothing, found '{}'", links[*field]));
}

}  // namespace

GmnsGeometries::GmnsGeometries(const std::string& path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return;
    GmnsTable table(path, {});
    const std::size_t id = table.require("geometry_id");
    const std::size_t geometry = table.require("geometry");
    while (table.next()) {
        if (is_missing_word(table[geometry])) continue;
        const auto [entry, is_new] = stored_.try_emplace(std::string(table[id]));
        if (!is_new) table.fail(format("duplicate geometry_id {}", table[id]));
        entry->second.points = parse_line(table, geometry);
    }
}

void GmnsGeometries::find_fields(const GmnsTable& links) {
    geometry_ = links.find("geometry");
    geometry_id_ = links.find("geometry_id");
    dir_flag_ = links.find("dir_flag");
}

GmnsGeometries::Shape GmnsGeometries::shape_of(const GmnsTable& links, std::optional<Coordinate> from,
                                               std::optional<Coordinate> to) {
    const auto stated = stated_backward(links, dir_flag_);
    Shape shape{find_shape(links), stated.value_or(false)};
    if (shape.index != ArcShapes::no_shape && !stated && from && to) {
        shape.backward = runs_backward(shapes_.shape_points(shape.index), *from, *to);
    }
    return shape;
}

ArcShapes::ShapeIndex GmnsGeometries::find_shape(const GmnsTable& links) {
    if (geometry_ && !is_missing_word(links[*geometry_])) {
        const auto points = parse_line(links, *geometry_);
        return points.empty() ? ArcShapes::no_shape : shapes_.add_shape(points);
    }
    if (geometry_id_ && !is_missing_word(links[*geometry_id_])) return stored_shape(links[*geometry_id_]);
    return ArcShapes::no_shape;
}

ArcShapes::ShapeIndex GmnsGeometries::stored_shape(std::string_view id) {
    const auto found = stored_.find(std::string(id));
    if (found == stored_.end()) {
        ++absent_;
        return ArcShapes::no_shape;
    }
    Stored& stored = found->second;
    if (stored.index == ArcShapes::no_shape && !stored.points.empty()) {
        stored.index = shapes_.add_shape(stored.points);
        stored.points = {};
    }
    return stored.index;
}

ArcShapes GmnsGeometries::take(const LogCallback& log_to) && {
    if (absent_ > 0) {
        log(log_to, LogLevel::loss,
            format("{} a geometry_id that is not in geometry.csv", counted(absent_, "link has", "links have")));
    }
    if (shapes_.shape_count() == 0) return {};
    return std::move(shapes_);
}

}  // namespace allways::importers
