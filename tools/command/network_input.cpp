// SPDX-License-Identifier: Apache-2.0
#include "command/network_input.h"

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/importers/read.h"
#include "allways/result/extract_network.h"

namespace allways::command {

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
