// SPDX-License-Identifier: Apache-2.0
#include "allways/export/export.h"

#include <algorithm>
#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/result/natural_scale.h"
#include "cost/fixed_cost.h"
#include "export/formats/formats.h"
#include "network/named_column.h"
#include "result/skim_walk.h"

namespace allways {

namespace {

template <class T>
bool are_whole(const std::vector<T>& values, const CostScale& scale, const std::string& unit, bool raw) {
    if constexpr (std::is_integral_v<T>) {
        if (raw) return true;
        const NaturalScale natural(scale, unit);
        const std::int64_t divisor = natural.divisor();
        __extension__ using Wide = __int128;
        return std::ranges::all_of(values, [&](T value) { return Wide{value} * natural.multiplier() % divisor == 0; });
    } else {
        const NaturalScale natural(scale, raw ? "" : unit);
        return std::ranges::all_of(values, [&](T value) {
            const double number = natural.value(static_cast<double>(value));
            return !is_reachable(value) || number == std::trunc(number);
        });
    }
}

// Drops the value that means unreachable.
template <class T>
std::vector<T> reachable(std::vector<T> values) {
    std::erase_if(values, [](T value) { return !is_reachable(value); });
    return values;
}

void require_whole(const FieldOutline& field, const std::string& unit, const OutputFormat& format,
                   const ExportOptions& options) {
    if (field.is_whole(unit, options.dtype == "raw")) return;
    const std::string in = unit.empty() ? field.unit : unit;
    const bool whole_numbers = format.has(FormatTrait::whole_numbers);
    throw InvalidArgument(allways::format(
        "{} holds integers, but not every {} is one{}; {}{}", whole_numbers ? format.name : "`dtype` int32", field.name,
        in.empty() ? "" : " in " + in, whole_numbers ? "`round` rounds to the nearest" : "`dtype` float64 holds them",
        in.empty() ? "" : ", `unit` sets a smaller unit if the format has a choice"));
}

}  // namespace

FieldOutline outline_of(const RoadNetwork& network, const CostOptions& cost) {
    const ArcColumn& column = cost_column(network, cost.field);
    return {column.name, column.unit, [&network, cost](const std::string& unit, bool raw) {
                const ArcCosts costs = build_arc_costs(network, cost);
                return std::visit(
                    [&](const auto& values) { return are_whole(reachable(values), costs.scale, unit, raw); },
                    costs.values);
            }};
}

FieldOutline outline_of(const CostMatrix& matrix) {
    return {matrix.scale().name, matrix.scale().unit, [&matrix](const std::string& unit, bool raw) {
                return with_cost_type(matrix.type(), [&]<class T>() {
                    const auto values = matrix.values<T>();
                    return are_whole(reachable(std::vector<T>(values.begin(), values.end())), matrix.scale(), unit,
                                     raw);
                });
            }};
}

FieldOutline outline_of(const NetworkFactor& factor) {
    return {factor.scale.name, factor.scale.unit, [&factor](const std::string& unit, bool raw) {
                return std::visit(
                    [&](const auto& costs) { return are_whole(reachable(costs), factor.scale, unit, raw); },
                    own(factor.arcs.cost));
            }};
}

namespace {

bool has_whole_sums(const ArcColumn& column, const std::string& unit, bool raw) {
    result::SkimField field(column);
    std::erase(field.values, result::SkimField::missing);
    return are_whole(field.values, field.scale, unit, raw);
}

}  // namespace

FieldOutline outline_of_skim(const RoadNetwork& network, const std::string& name) {
    const ArcColumn& column = network::named_column(network.columns, name, "to sum along the paths");
    return {column.name, column.unit,
            [&column](const std::string& unit, bool raw) { return has_whole_sums(column, unit, raw); }};
}

FieldOutline outline_of_skim(const NetworkFactor& factor, const std::string& name) {
    std::vector<ArcColumn> columns;  // without values, for the message
    for (const TableColumn& column : factor.arcs.columns) columns.push_back({column.name, column.unit, {}, {}});
    network::named_column(columns, name, "to sum along the paths");
    const TableColumn& column = *factor.arcs.column(name);
    return {column.name, column.unit,
            [&column](const std::string& unit, bool raw) { return has_whole_sums(column.of_network(), unit, raw); }};
}

void check_table_content(const TableOutline& table, const std::string& path, const ExportOptions& options) {
    const tools::FormatWriter& format = tools::table_writer(path, options);
    if (format.has(FormatTrait::one_list) && !table.one_list) {
        throw InvalidArgument(
            allways::format("{} needs one list of places, but this table's origins and destinations differ; make one "
                            "with `destinations = origins`",
                            format.name));
    }
    if (format.has(FormatTrait::places) && !table.places && table.rows.size() > 0 && table.columns.size() > 0) {
        throw InvalidArgument(allways::format(
            "{} needs the coordinates of origins and destinations, but this network has none", format.name));
    }
    tools::require_snap_distances(table.snapped, options);
    if (format.check_table != nullptr) format.check_table(table, path, options);
    const bool own_units = !format.has(FormatTrait::unit);  // check_table checks them
    if (format.has(FormatTrait::whole_numbers) ? options.round || own_units : options.dtype != "int32") return;
    require_whole(table.distances, options.unit, format, options);
    if (format.has(FormatTrait::one_matrix)) return;
    for (const FieldOutline& skim : table.skims) require_whole(skim, "", format, options);
}

}  // namespace allways
