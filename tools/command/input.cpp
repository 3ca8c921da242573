// SPDX-License-Identifier: Apache-2.0
#include "command/input.h"

#include <algorithm>

#include <CLI/App.hpp>
#include <CLI/Option.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/importers/read.h"
#include "allways/points/standard_input.h"
#include "allways/result/network_factor.h"
#include "base/text.h"
#include "command/option_rows.h"

namespace allways::command {

namespace {

// "networks", "format osm", "formats osm, vector"
std::string takers_of(const ReadOptionRow& row) {
    if (row.formats == all_networks) return row.formats;
    std::vector<std::string> names;
    for (const FormatInfo& format : input_formats()) {
        if (std::ranges::find(format.options, row.name) != format.options.end()) names.push_back(format.name);
    }
    return (names.size() == 1 ? "format " : "formats ") + joined(names);
}

}  // namespace

void add_read_options(CLI::App& app, ReadOptions& read) {
    add_options(app, read_options(), read, "Reading");
    app.get_option("--directed")->excludes("--undirected");
}

void add_input(CLI::App& app, InputArguments& input, const std::string& name, const std::string& description) {
    add_flag(app, input.path, {name, "FILE", description})->required();
    add_read_options(app, input.read);
}

void check_read_options(const InputArguments& input) {
    const FormatInfo info = input_format(input.path, input.read);
    for (const ReadOptionRow& row : read_options()) {
        const bool is_taken = row.formats.empty() || std::ranges::find(info.options, row.name) != info.options.end();
        if (is_taken || row.flag == no_flag || !row.is_given(input.read)) continue;
        throw InvalidArgument(format("{} applies only to {}; '{}' has format {}", flag_of(row.name), takers_of(row),
                                     input.path, info.name));
    }
}

namespace {

// Instead of the copy of a pipe.
void name_source(Input& input, ImportReport* report, const char* name) {
    if (auto* network = std::get_if<RoadNetwork>(&input)) network->provenance.source = name;
    if (report != nullptr) report->source = name;
}

}  // namespace

Input read(const InputArguments& input, Console& console, ImportReport* report, double* seconds) {
    const Stopwatch watch;
    ReadOptions options = input.read;
    options.progress = console.progress();
    options.log = console.log();
    Input result = tools::read_file_or_pipe(input.path, [&](const std::string& path) {
        check_read_options({path, input.read});
        return read_input(path, options, report);
    });
    if (input.path == "-") name_source(result, report, "standard input");
    if (seconds != nullptr) *seconds = watch.seconds();
    return result;
}

// ---- For commands that accept only a network

InputArguments network_input(InputArguments input) {
    const FormatInfo info = input_format(input.path, input.read, FormatInfo::Holds::network);
    if (info.holds == FormatInfo::Holds::matrix) {
        throw InputError(
            input.path, 0,
            format("expected a network, but a file of format '{}' holds a matrix; use it with 'allways solve'",
                   info.name));
    }
    if (info.holds == FormatInfo::Holds::table) {
        throw InputError(
            input.path, 0,
            format(
                "expected a network, but a file of format '{}' holds a solved table; convert it with 'allways convert'",
                info.name));
    }
    if (info.holds == FormatInfo::Holds::factor) {
        throw InputError(
            input.path, 0,
            format("expected a network, but a file of format '{}' holds a factor; use it with 'allways path'",
                   info.name));
    }
    input.read.format = info.name;
    return input;
}

RoadNetwork read_network_input(const InputArguments& input, Console& console, ImportReport* report, double* seconds) {
    return std::get<RoadNetwork>(read(network_input(input), console, report, seconds));
}

RoadNetwork& hourly_network(Input& input, const std::string& path, std::string& cost) {
    if (const auto* factor = std::get_if<NetworkFactor>(&input)) {
        cost = factor->scale.name;
        input = extract_network(*factor);
    }
    if (auto* network = std::get_if<RoadNetwork>(&input)) return *network;
    throw InputError(path, 0,
                     "costs by hour are those of a network's arcs, but this is no network; leave out --hourly");
}

}  // namespace allways::command
