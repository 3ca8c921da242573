// SPDX-License-Identifier: Apache-2.0
#include "result/skim_walk.h"

#include <algorithm>
#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/units.h"
#include "base/fixed_point.h"
#include "base/threads/large_vector.h"
#include "network/named_column.h"
#include "network/turns/state_network.h"

namespace allways::result {

namespace {

// Returns the digits that the values need, or that are significant, as for costs; fewer if a path along every arc could
// exceed 62 bits.
int digits_of(const ArcColumn& column) {
    int digits = column.resolution_digits.value_or(0);
    double all = 0;
    for (const Decimal& value : column.values) {
        if (value.is_missing()) continue;
        if (!column.resolution_digits) digits = std::max(digits, value.scale());
        all += std::abs(value.to_double());
    }
    constexpr double most = 4e18;
    while (digits > 0 && all * std::pow(10.0, digits) > most) --digits;
    return digits;
}

// The price of the turn of a step, in seconds: what the step costs more than its arc, which has a price only if the
// cost is a time.
Decimal price_of(const TableArcs& arcs, const CostScale& cost, std::size_t arc, std::size_t step) {
    const Unit* unit = find_unit(cost.unit, Unit::Kind::time);
    if (unit == nullptr) return {};
    return std::visit(
        [&]<class T>(const SharedArray<T>& steps) {
            const T whole = steps[step];
            const T alone = std::get<SharedArray<T>>(arcs.cost)[arc];
            if (!is_reachable(whole) || !is_reachable(alone)) return Decimal();
            constexpr double second_ms = 1000;
            const auto price = static_cast<double>(whole - alone);
            if constexpr (std::is_integral_v<T>) {
                if (unit->size == second_ms) return Decimal(whole - alone, cost.digits);
                if (unit->size == 1) return Decimal(whole - alone, cost.digits + 3);
            }
            const double natural = std::is_integral_v<T> ? price / std::pow(10.0, cost.digits) : price;
            return Decimal(std::llround(natural * static_cast<double>(unit->size)), 3);
        },
        arcs.step_cost);
}

Decimal value_at(const TableArcs& arcs, const CostScale& cost, const TableColumn& column, std::size_t arc,
                 std::size_t step) {
    const Decimal value = column.values[arc];
    const bool has_prices = std::visit([](const auto& steps) { return !steps.empty(); }, arcs.step_cost);
    if (!has_prices || value.is_missing()) return value;
    const Unit* time = find_unit(column.unit, Unit::Kind::time);
    return time == nullptr ? value : value + network::in_unit(price_of(arcs, cost, arc, step), *time);
}

}  // namespace

SkimField::SkimField(const ArcColumn& column)
    : scale{column.name, column.unit, digits_of(column)}, values(column.values.size(), missing) {
    for (std::size_t position = 0; position < values.size(); ++position) {
        const Decimal& value = column.values[position];
        if (value.is_missing()) continue;
        const auto fixed = value.rounded_fixed_point(scale.digits);
        if (!fixed) {
            throw InvalidArgument(format("{} cannot be summed: {} with {} decimal digits does not fit 64 bits",
                                         column.name, value.to_string(), scale.digits));
        }
        values[position] = *fixed;
    }
}

void check_skim_names(const std::vector<ArcColumn>& columns, std::span<const std::string> names,
                      const CostScale& cost) {
    for (auto name = names.begin(); name != names.end(); ++name) {
        const ArcColumn& column = network::named_column(columns, *name, "to sum along the paths");
        if (column.values.size() != columns.front().values.size()) {
            throw InvalidArgument(format("column '{}' has {} values, but '{}' has {}", column.name,
                                         column.values.size(), columns.front().name, columns.front().values.size()));
        }
        if (*name == cost.name)
            throw InvalidArgument(format("'{}' is the cost itself, whose sums are the distances", *name));
        if (std::find(names.begin(), name, *name) != name) {
            throw InvalidArgument(format("the field '{}' is requested twice", *name));
        }
    }
}

std::vector<SkimField> skim_fields(const std::vector<ArcColumn>& columns, std::span<const std::string> names) {
    std::vector<SkimField> fields;
    for (const std::string& name : names) fields.emplace_back(*std::ranges::find(columns, name, &ArcColumn::name));
    return fields;
}

Decimal step_value(const TableArcs& arcs, const CostScale& cost, const TableColumn& column, std::size_t step) {
    if (arcs.states.empty()) return column.values[step];
    const auto& first = arcs.states.first_step;
    const auto state = static_cast<std::size_t>(std::upper_bound(first.begin(), first.end(), step) - first.begin()) - 1;
    return value_at(arcs, cost, column, arcs.first_out[arcs.states.node[state]] + (step - first[state]), step);
}

ArcColumn step_column(const TableArcs& arcs, const CostScale& cost, const TableColumn& column) {
    ArcColumn made = column.of_network();
    const TurnStates& states = arcs.states;
    if (states.empty() || column.values.size() != arcs.size()) return made;
    made.values.clear();
    made.values.reserve(states.next.size());
    for (std::size_t state = 0; state < states.size(); ++state) {
        const std::size_t first = arcs.first_out[states.node[state]];
        for (std::size_t i = 0; i < states.steps(state).size(); ++i)
            made.values.push_back(value_at(arcs, cost, column, first + i, states.first_step[state] + i));
    }
    return made;
}

std::vector<SkimField> step_fields(const TableArcs& arcs, const CostScale& cost, std::span<const std::string> names) {
    if (names.empty()) return {};
    std::vector<ArcColumn> columns;
    for (const TableColumn& column : arcs.columns) {
        const bool is_requested = std::ranges::find(names, column.name) != names.end();
        columns.push_back(is_requested ? step_column(arcs, cost, column)
                                       : ArcColumn{column.name, column.unit, {}, column.resolution_digits});
    }
    // The sizes of columns that nobody requests do not matter.
    std::ranges::stable_partition(columns, [](const ArcColumn& column) { return !column.values.empty(); });
    check_skim_names(columns, names, cost);
    return skim_fields(columns, names);
}

void SkimWalk::refuse_walk() {
    throw DamagedContent("the next hops do not lead to their target; the table is damaged");
}

SkimCells::SkimCells(std::span<const SkimField> fields, std::uint64_t cells, bool whole) : whole_(whole) {
    for (const SkimField& field : fields) {
        divisors_.push_back(std::pow(10.0, field.scale.digits));
        CostScale scale = field.scale;
        fits_ = fits_ && (!whole || scale.digits <= most_cost_digits);
        if (!whole) scale.digits = 0;
        scales_.push_back(scale);
        if (whole)
            values_.push_back(large_vector<std::int32_t>(cells));
        else
            values_.push_back(large_vector<double>(cells));
    }
}

bool SkimCells::put(std::uint64_t cell, std::span<const std::int64_t> sums) {
    if (!fits_) return false;
    for (std::size_t f = 0; f < values_.size(); ++f) {
        CostVector& values = values_[f];
        if (whole_) {
            auto& cells = std::get<std::vector<std::int32_t>>(values);
            if (sums.empty()) {
                cells[cell] = unreachable_cost<std::int32_t>;
                continue;
            }
            if (std::abs(static_cast<double>(sums[f])) >= unreachable_cost<std::int32_t>) return false;
            cells[cell] = static_cast<std::int32_t>(sums[f]);
        } else {
            auto& cells = std::get<std::vector<double>>(values);
            cells[cell] = sums.empty()                    ? unreachable_cost<double>
                          : sums[f] == SkimField::missing ? std::nan("")
                                                          : static_cast<double>(sums[f]) / divisors_[f];
        }
    }
    return true;
}

std::vector<Skim> SkimCells::finish() && {
    std::vector<Skim> skims;
    for (std::size_t f = 0; f < values_.size(); ++f) skims.push_back({scales_[f], std::move(values_[f])});
    return skims;
}

}  // namespace allways::result
