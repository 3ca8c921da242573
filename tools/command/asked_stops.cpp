// SPDX-License-Identifier: Apache-2.0
#include "command/asked_stops.h"

#include <utility>

#include <CLI/App.hpp>
#include <CLI/Option.hpp>

#include "allways/base/error.h"
#include "allways/points/pair_lists.h"
#include "allways/points/point_list.h"
#include "command/number_options.h"
#include "command/option_rows.h"
#include "command/point_options.h"

namespace allways::command {

namespace {

bool has_lists(const Input& input, const StopArguments& arguments) {
    const auto is_list = [&](const std::string& text) { return names_several(text) && !is_node_id(input, text); };
    return !arguments.to.empty() && (arguments.nearest || is_list(arguments.from) || is_list(arguments.to));
}

PointSet read_side(const Input& input, const std::string& file, const std::string& text, const char* option,
                   const PointOptions& options) {
    if (is_node_id(input, text)) return {.names = {text}};
    PointSet list = read_point_list(text, option, options);
    expand(list, row_names(input), file);
    return list;
}

// Each start with each end, or with the nearest.
PairLists lists_between(const Input& input, const std::string& file, const StopArguments& arguments,
                        const SolveOptions& solve, const SnapChoice& snap) {
    PointOptions options = arguments.read_points;
    options.log = solve.log;
    PointSet starts = read_side(input, file, arguments.from, "--from", options);
    PointSet ends = read_side(input, file, arguments.to, "--to", options);
    check_point_options(arguments.read_points, {&starts, &ends});
    if (!arguments.nearest) return all_pairs(std::move(starts), std::move(ends));
    TableRequest request{.origins = std::move(starts), .destinations = std::move(ends)};
    request.solve = solve;
    request.solve.log = {};  // the paths' own search logs the same
    request.snap = snap;
    request.name = file;
    return (arguments.towards ? nearest_origin_pairs : nearest_pairs)(input, request, *arguments.nearest);
}

// The points that pairs name: --points, or --from and --to.
std::optional<PointSides> named_points(const StopArguments& arguments, const PointOptions& options) {
    if (!arguments.points.empty()) return PointSides{read_point_list(arguments.points, "--points", options)};
    if (arguments.from.empty()) return std::nullopt;
    return PointSides{read_point_list(arguments.from, "--from", options),
                      read_point_list(arguments.to, "--to", options)};
}

PairLists lists_of_pairs(const StopArguments& arguments, const SolveOptions& solve) {
    PointOptions options = arguments.read_points;
    options.log = solve.log;
    const std::optional<PointSides> points = named_points(arguments, options);
    if (!points) {
        check_pair_options(options);
        return read_pair_lists(arguments.pairs, options);
    }
    return read_pair_lists(arguments.pairs, {}, &*points);
}

std::vector<std::string> stop_names(const StopArguments& arguments) {
    std::vector<std::string> names{arguments.from};
    names.insert(names.end(), arguments.via.begin(), arguments.via.end());
    if (!arguments.to.empty()) names.push_back(arguments.to);
    return names;
}

}  // namespace

void add_stop_options(CLI::App& app, StopArguments& arguments) {
    add_flag(app, arguments.from,
             {"--from", "PLACE",
              "Start: a node id, or a position such as @7.4166,43.7311; or several: a file of points, or a list "
              "as in 'allways table --origins'"});
    add_flag(app, arguments.to, {"--to", "PLACE", "End, in the same form; several are combined with each start"});
    add_flag(app, arguments.nearest,
             {"--nearest", "K", "Only the paths to the K nearest ends of each start, by the cost"})
        ->check(count_from(1));
    app.add_flag("--towards", arguments.towards,
                 "With --nearest: the K nearest starts of each end instead, such as the fire stations of an incident");
    add_flag(app, arguments.via, {"--via", "NODE", "Stop on the way, a node id or position; repeatable, in order"});
    add_flag(app, arguments.pairs,
             {"--pairs", "FILE",
              "Find many paths: a file with 'from,to' on each line, or with columns from_lon, from_lat, "
              "to_lon, to_lat; - reads standard input"});
    add_flag(app, arguments.points,
             {"--points", "FILE",
              "Points that the pairs name by their ids: a file of points for both ends; or give --from and --to "
              "as two files"});
    add_point_options(app, arguments.read_points);
}

void check_stop_options(const StopArguments& arguments) {
    const bool ends = !arguments.from.empty() || !arguments.to.empty();
    if (arguments.towards && !arguments.nearest) throw InvalidArgument("--towards needs --nearest");
    if (!arguments.points.empty() && arguments.pairs.empty())
        throw InvalidArgument(
            "--points has the points that --pairs names; for paths between lists give --from and --to");
    if (arguments.pairs.empty()) {
        if (arguments.nearest && (arguments.from.empty() || arguments.to.empty()))
            throw InvalidArgument("--nearest needs --from and --to");
        if (arguments.nearest && !arguments.via.empty())
            throw InvalidArgument("--nearest cannot be combined with --via");
        if (is_standard_input(arguments.from) && is_standard_input(arguments.to))
            throw InvalidArgument("--from and --to cannot both use standard input");
        return;
    }
    if (!arguments.via.empty() || arguments.nearest)
        throw InvalidArgument("--pairs cannot be combined with --via or --nearest");
    if (ends && !arguments.points.empty())
        throw InvalidArgument("--pairs takes its points from --points, or from --from and --to");
    if (ends && (!names_several(arguments.from) || !names_several(arguments.to)))
        throw InvalidArgument("--pairs cannot be combined with --from and --to, unless both are files of its points");
}

std::pair<AskedRoutes, PairColumns> find_asked_stops(Input input, const std::string& file,
                                                     const StopArguments& arguments, const SolveOptions& solve,
                                                     const SnapChoice& snap, const HourlyDeparture* departure) {
    if (departure != nullptr && arguments.nearest)
        throw InvalidArgument("--nearest chooses by costs that do not depend on a departure; leave out --depart");
    if (arguments.pairs.empty() && !has_lists(input, arguments)) {
        check_point_options(arguments.read_points, {});
        const std::vector<std::vector<std::string>> names{stop_names(arguments)};
        return {find_stops(std::move(input), file, names, solve, snap, departure), PairColumns{}};
    }
    if (!arguments.via.empty()) throw InvalidArgument("--via applies to one path, not to lists of starts and ends");
    PairLists lists =
        arguments.pairs.empty() ? lists_between(input, file, arguments, solve, snap) : lists_of_pairs(arguments, solve);
    PairColumns columns = std::move(lists.columns);
    return {find_stops(std::move(input), file, lists, solve, snap, departure), std::move(columns)};
}

PairColumns columns_of_routes(const PairColumns& of_pairs, const std::vector<Route>& routes) {
    PairColumns columns{of_pairs.names, {}};
    if (columns.names.empty()) return columns;
    std::size_t next = 0;
    for (const Route& route : routes) {
        columns.values.push_back(route.alternative == 0 ? of_pairs.values[next++] : columns.values.back());
    }
    return columns;
}

void add_alternatives_option(CLI::App& app, std::size_t& alternatives) {
    app.add_option("--alternatives", alternatives,
                   "Also find up to N other good ways: at most 25 % longer, at most 75 % shared with any other, and "
                   "without detours; 3 if no number is given")
        ->expected(0, 1)
        ->default_str("3")
        ->check(count_from(1))
        ->type_name("N");
}

}  // namespace allways::command
