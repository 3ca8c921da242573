// SPDX-License-Identifier: Apache-2.0
#include "result/skim_walk.h"

#include <algorithm>
#include <cmath>

#include "allways/base/damaged.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/fixed_point.h"
#include "base/threads/large_vector.h"
#include "network/named_column.h"

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

}  // namespace

SkimField::SkimField(const ArcColumn& column, std::span<const ArcIndex> order)
    : scale{column.name, column.unit, digits_of(column)}, values(column.values.size(), missing) {
    for (std::size_t position = 0; position < values.size(); ++position) {
        const Decimal& value = column.values[order.empty() ? position : order[position]];
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

std::vector<SkimField> skim_fields(const std::vector<ArcColumn>& columns, std::span<const std::string> names,
                                   std::span<const ArcIndex> order) {
    std::vector<SkimField> fields;
    for (const std::string& name : names)
        fields.emplace_back(*std::ranges::find(columns, name, &ArcColumn::name), order);
    return fields;
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
