// SPDX-License-Identifier: Apache-2.0
// A field of texts that becomes a column if its values are numbers.
#pragma once

#include <string_view>
#include <utility>

#include "allways/network/road_network.h"
#include "base/text.h"

namespace allways::importers {

// Takes one text per arc. A column is numeric if every value is a number or missing and at least one is a number.
class NumberColumn {
public:
    // Returns false if the text is neither a number nor missing.
    bool add(std::string_view text) {
        if (is_text_) return false;
        if (is_missing_word(text)) {
            values_.push_back(Decimal::missing());
            return true;
        }
        const auto value = Decimal::parse(text);
        if (!value) {
            is_text_ = true;
            values_ = {};
            return false;
        }
        has_number_ = true;
        values_.push_back(*value);
        return true;
    }
    bool is_empty() const { return !is_text_ && !has_number_; }
    bool is_numeric() const { return !is_text_ && has_number_; }
    const std::vector<Decimal>& values() const { return values_; }
    std::vector<Decimal> take() && { return std::move(values_); }

private:
    std::vector<Decimal> values_;
    bool is_text_ = false;
    bool has_number_ = false;
};

}  // namespace allways::importers
