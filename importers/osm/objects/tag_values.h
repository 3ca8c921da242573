// SPDX-License-Identifier: Apache-2.0
// Values of OpenStreetMap tags as numbers. Functions return nothing for invalid text: people type the tags.
#pragma once

#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace allways::importers::osm {

inline constexpr double lowest_kmh = 0.5;  // for posted limits and profiles
inline constexpr double highest_kmh = 300;
inline constexpr double longest_duration_s = 30 * 86400;

// The values of a tag, which semicolons separate: one or more, without the blanks around them.
class Values {
public:
    class Iterator {
    public:
        using value_type = std::string_view;
        using difference_type = std::ptrdiff_t;
        Iterator() = default;
        explicit Iterator(std::string_view text) : end_(text.find(';')), text_(text) {}
        std::string_view operator*() const { return trimmed(text_.substr(0, end_)); }
        Iterator& operator++() {
            is_end_ = end_ == text_.npos;
            if (!is_end_) *this = Iterator(text_.substr(end_ + 1));
            return *this;
        }
        Iterator operator++(int) { return std::exchange(*this, ++Iterator(*this)); }
        bool operator==(std::default_sentinel_t) const { return is_end_; }

    private:
        bool is_end_ = false;
        std::size_t end_ = 0;
        std::string_view text_;
    };
    explicit Values(std::string_view text) : begin_(text) {}
    Iterator begin() const { return begin_; }
    std::default_sentinel_t end() const { return {}; }
    std::string_view front() const { return *begin_; }

private:
    Iterator begin_;
};
inline Values values_of(std::string_view text) {
    return Values(text);
}

// Returns the km/h of a speed unit as tags spell it: "mph", "kph", "knots"; nothing for others.
std::optional<double> kmh_of_unit(std::string_view unit);

// Returns the km/h of "50", "50 km/h", "30 mph", "10 knots"; nothing outside lowest_kmh to highest_kmh.
std::optional<double> parse_kmh(std::string_view text);

// Returns the seconds of "1:30" (hours), "0:45:30", "45" (minutes), "90 min", "1h30", "PT1H30M", "P1DT2H"; of several
// values the first that is one. Returns nothing unless they are above zero and at most longest_duration_s.
std::optional<double> parse_duration_s(std::string_view text);

}  // namespace allways::importers::osm
