// SPDX-License-Identifier: Apache-2.0
#include "attributes/point_values.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"

namespace allways::importers {

PointValueColumns::PointValueColumns(const PointOptions& options, const std::vector<std::string>& known,
                                     const std::string& path)
    : names_(options.number_fields), may_miss_(options.missing_numbers) {
    const auto find = [&](const std::string& name) {
        auto found = std::ranges::find(known, name);
        if (found == known.end()) {
            found = std::ranges::find_if(known,
                                         [&](const std::string& one) { return lower_case(one) == lower_case(name); });
        }
        if (found == known.end()) {
            throw InvalidArgument(
                format("{} has no field '{}'; it has: {}", path, name, known.empty() ? "none" : joined(known)));
        }
        return static_cast<std::size_t>(found - known.begin());
    };
    for (const std::string& name : names_) numbers_.push_back(find(name));
    if (!options.text_field.empty()) text_ = find(options.text_field);
}

void PointValueColumns::add(const std::function<std::string(std::size_t)>& text_of, bool commas,
                            const std::function<void(const std::string&)>& fail,
                            std::vector<std::vector<double>>& numbers, std::vector<std::string>& texts) const {
    numbers.resize(numbers_.size());
    for (std::size_t f = 0; f < numbers_.size(); ++f) {
        std::string text = text_of(numbers_[f]);
        if (may_miss_ && trimmed(text).empty()) {
            numbers[f].push_back(std::numeric_limits<double>::quiet_NaN());
            continue;
        }
        if (commas) std::ranges::replace(text, ',', '.');
        const auto number = parse_real(trimmed(text));
        if (!number || !std::isfinite(*number)) {
            fail(format("expected a number in {}, found '{}'", names_[f], text));
        }
        numbers[f].push_back(*number);
    }
    if (text_) texts.push_back(text_of(*text_));
}

}  // namespace allways::importers
