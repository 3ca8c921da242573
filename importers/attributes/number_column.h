// SPDX-License-Identifier: Apache-2.0
// A field of texts that becomes a column if its values are numbers.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "allways/base/units.h"
#include "allways/network/road_network.h"
#include "base/text.h"

namespace allways::importers {

// Parses a number, or a speed with its unit: "25 mph". `unit` is that of the column's numbers before (empty: none
// stated); nothing before the first, which sets it. Returns nothing for another unit.
inline std::optional<Decimal> parse_with_unit(std::string_view text, std::optional<std::string>& unit) {
    text = trimmed(text);
    auto value = Decimal::parse(text);
    std::string symbol;
    if (!value) {
        const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
        symbol = unit_symbol(text.substr(end));
        if (find_unit(symbol, Unit::Kind::speed) == nullptr) return std::nullopt;
        value = Decimal::parse(text.substr(0, end));
    }
    if (!value || (unit && *unit != symbol)) return std::nullopt;
    unit = symbol;
    return value;
}

// Takes one text per arc. A column is numeric if every value is a number or missing, at least one is a number, and all
// have the same unit or none.
class NumberColumn {
public:
    // Returns false if the text is neither a number nor missing.
    bool add(std::string_view text) {
        if (is_text_) return false;
        if (is_missing_word(text)) {
            values_.push_back(Decimal::missing());
            return true;
        }
        const auto value = parse_with_unit(text, unit_);
        if (!value) {
            is_text_ = true;
            values_ = {};
            return false;
        }
        has_number_ = true;
        values_.push_back(*value);
        return true;
    }
    bool is_text() const { return is_text_; }
    bool is_empty() const { return !is_text_ && !has_number_; }
    bool is_numeric() const { return !is_text_ && has_number_; }
    std::string unit() const { return unit_.value_or(""); }
    const std::vector<Decimal>& values() const { return values_; }
    std::vector<Decimal> take() && { return std::move(values_); }

private:
    std::vector<Decimal> values_;
    std::optional<std::string> unit_;
    bool is_text_ = false;
    bool has_number_ = false;
};

}  // namespace allways::importers
