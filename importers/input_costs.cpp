// SPDX-License-Identifier: Apache-2.0
#include "allways/importers/read.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/counted.h"

namespace allways {

namespace {

void check_cost_options(const CostOptions& cost, const Input& input) {
    if (!cost.field.empty() && !std::holds_alternative<RoadNetwork>(input)) {
        throw InvalidArgument("`cost` selects a column of a network, but this input has only one cost");
    }
    if (!cost.type) return;
    if (std::holds_alternative<DistanceTable>(input) || std::holds_alternative<OriginDestinationTable>(input)) {
        throw InvalidArgument("`cost_type` does not apply to a solved table");
    }
    if (std::holds_alternative<NetworkFactor>(input)) {
        throw InvalidArgument("`cost_type` does not apply to a factor");
    }
}

}  // namespace

std::string named_cost(const CostOptions& cost, const ReadOptions& read, const Input& input) {
    check_cost_options(cost, input);
    if (!cost.field.empty() || read.cost_field.empty()) return cost.field;
    return std::holds_alternative<RoadNetwork>(input) ? "cost" : "";  // the cost of a table names its matrix
}

void require_costs(const std::string& cost, const ReadOptions& read, const Input& input, const LogCallback& log_to) {
    const auto* network = std::get_if<RoadNetwork>(&input);
    if (network == nullptr) return;
    const ArcColumn& column = cost_column(*network, cost);
    const auto missing = static_cast<std::uint64_t>(std::ranges::count_if(column.values, &Decimal::is_missing));
    if (missing == 0) return;
    const std::string without =
        format("{} of {} have no '{}'", count_text(missing), counted(column.values.size(), "arc"), column.name);
    if (read.lenient || !is_much(missing, column.values.size())) {
        log(log_to, network->provenance.format == "gpkg" ? LogLevel::info : LogLevel::loss,
            without + " and are closed");
        return;
    }
    const std::string remedy = network->provenance.format == "gmns"
                                   ? "read the links of one mode (`mode` auto)"
                                   : "give lines a speed when they are read (`default_speed_kmh`, `class_speeds`)";
    throw InputError(network->provenance.source, 0,
                     format("{}, more than a fifth, and would be closed. Choose another cost (`cost`), {}, or go on "
                            "without these arcs (`lenient`)",
                            without, remedy));
}

}  // namespace allways
