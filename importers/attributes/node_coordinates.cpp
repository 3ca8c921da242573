// SPDX-License-Identifier: Apache-2.0
// Points by node → a network's coordinates.
#include "attributes/node_coordinates.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "attributes/listed_nodes.h"
#include "base/counted.h"
#include "base/text.h"
#include "base/threads/blocks.h"

namespace allways::importers {

bool NodeCoordinates::within_degrees() const {
    return std::ranges::all_of(points_, [](Coordinate p) { return std::abs(p.x) <= 180 && std::abs(p.y) <= 90; });
}

void NodeCoordinates::divide(double divisor) {
    for (auto& point : points_) point = {point.x / divisor, point.y / divisor};
}

std::vector<Coordinate> NodeCoordinates::take(const std::string& path, bool named_by_user,
                                              const LogCallback& log_to) && {
    const auto unknown = static_cast<std::uint64_t>(std::ranges::count(known_, 0));
    if (unknown == 0) return std::move(points_);
    if (unknown == points_.size() && !named_by_user) return {};
    const auto message = format("{} of {} {} no coordinates in it", count_text(unknown),
                                counted(points_.size(), "node"), by_count(unknown, "has", "have"));
    if (named_by_user) throw InputError(path, 0, message);
    log(log_to, LogLevel::loss, format("{}: {}; the network is read without coordinates", path, message));
    return {};
}

void check_places(const std::string& path, std::span<const Coordinate> nodes, std::span<const Coordinate> shapes) {
    const auto refuse = [&](Coordinate at) {
        throw InputError(path, 0,
                         format("{},{} is not valid in any reference system: coordinates are at most {}", at.x, at.y,
                                largest_coordinate));
    };
    const auto is_node = [](Coordinate at) { return is_within_bounds(at) || std::isnan(at.x); };
    if (!holds_for_each(nodes.size(), [&](std::size_t i) { return is_node(nodes[i]); })) {
        refuse(*std::ranges::find_if_not(nodes, is_node));
    }
    if (!holds_for_each(shapes.size(), [&](std::size_t i) { return is_within_bounds(shapes[i]); })) {
        refuse(*std::ranges::find_if_not(shapes, is_within_bounds));
    }
}

void add_coordinates(RoadNetwork& network, const std::string& beside,
                     NodeCoordinates (*read)(const std::string& path, const IdTable& ids), const ReadOptions& options) {
    const bool named = !options.node_file.empty();
    const std::string file = named ? options.node_file : beside;
    if (file.empty()) return;
    if (named && is_node_list(file)) return add_listed_nodes(network, "", options);
    network.coordinates = read(file, network.node_ids).take(file, named, options.log);
    if (network.coordinates.empty()) return;
    log(options.log, LogLevel::info,
        format("coordinates are read from {}{}", file,
               options.crs.empty() ? "; their reference system is not stated" : ""));
}

std::string sibling_of(const std::string& path, const std::vector<std::string>& names) {
    const auto folder = std::filesystem::path(path).parent_path();
    for (const auto& name : names) {
        std::error_code error;
        if (std::filesystem::is_regular_file(folder / name, error)) return (folder / name).string();
    }
    return "";
}

std::string companion_file(const std::string& path, std::string_view suffix, std::string_view companion) {
    std::filesystem::path name = std::filesystem::path(path).filename();
    if (lower_case(name.extension().string()) == ".gz") name = name.stem();
    if (lower_case(name.extension().string()) == suffix) name = name.stem();
    const std::string plain = name.string() + std::string(companion);
    return sibling_of(path, {plain, plain + ".gz"});
}

}  // namespace allways::importers
