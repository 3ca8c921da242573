// Selects the pairs of a row that a long table writes: all, those within a cutoff, or the nearest destinations.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "allways/export/export.h"
#include "allways/result/natural_scale.h"

namespace allways::tools {

// A row of raw numbers → the columns to write, in order. Unreachable pairs are written only if options.unreachable is
// given, never with a cutoff or among the nearest. Borrows the scale.
template <class T>
class PairSelection {
public:
    // `same_nodes`: column i is row i's own node, which never counts among its nearest.
    PairSelection(const ExportOptions& options, const NaturalScale& scale, bool same_nodes)
        : scale_(scale),
          unreachable_too_(options.unreachable.has_value()),
          nearest_(options.nearest),
          picked_(options.picked ? &*options.picked : nullptr),
          same_nodes_(same_nodes) {
        if (!options.cutoff) return;
        if constexpr (std::is_integral_v<T>)
            raw_limit_ = scale.raw_limit(*options.cutoff);
        else if constexpr (std::is_same_v<T, float>)
            limit_ = options.cutoff->to_float();
        else
            limit_ = options.cutoff->to_double();
    }

    // Replaces the content of `columns`: selects from the picked ones, or from all. Without `nearest` their order is
    // kept; else the nearest come first, ties by column. O(columns + K log K). Several threads may call it.
    void select(std::size_t row, std::span<const T> values, std::vector<std::uint32_t>& columns) const {
        columns.clear();
        const auto add = [&](std::uint32_t j) {
            if (nearest_ && same_nodes_ && j == row) return;
            if (is_reachable(values[j]) ? is_within(values[j]) : unreachable_too_) columns.push_back(j);
        };
        if (picked_ != nullptr) {
            for (const std::uint32_t j : (*picked_)[row]) add(j);
        } else {
            for (std::uint32_t j = 0; j < values.size(); ++j) add(j);
        }
        if (!nearest_) return;
        const auto nearer = [&](std::uint32_t a, std::uint32_t b) {
            return values[a] != values[b] ? values[a] < values[b] : a < b;
        };
        if (columns.size() > *nearest_) {
            std::ranges::nth_element(columns, columns.begin() + static_cast<std::ptrdiff_t>(*nearest_), nearer);
            columns.resize(*nearest_);
        }
        std::ranges::sort(columns, nearer);
    }

private:
    // Compares numbers as they are written: whole raw numbers exactly, floats rounded to their type.
    bool is_within(T value) const {
        if constexpr (std::is_integral_v<T>)
            return !raw_limit_ || value <= *raw_limit_;
        else
            return !limit_ || static_cast<T>(scale_.value(value)) <= *limit_;
    }

    const NaturalScale& scale_;
    bool unreachable_too_;
    std::optional<std::uint64_t> nearest_;
    const std::vector<std::vector<std::uint32_t>>* picked_;  // null: all
    bool same_nodes_;
    std::optional<std::int64_t> raw_limit_{};  // integers
    std::optional<T> limit_{};                 // floats
};

}  // namespace allways::tools
