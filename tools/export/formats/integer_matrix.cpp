// SPDX-License-Identifier: Apache-2.0
#include "export/formats/integer_matrix.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <mutex>

#include <nlohmann/json.hpp>

#include "allways/base/decimal.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/counted.h"
#include "base/threads/parallel.h"
#include "export/formats/cell_text.h"

namespace allways::tools {

namespace {

constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

std::string pair_text(const TableCells& table, std::size_t cell) {
    const auto from = static_cast<std::uint32_t>(cell / table.columns.size());
    const auto to = static_cast<std::uint32_t>(cell % table.columns.size());
    return format("from {} to {}", table.rows.text(from), table.columns.text(to));
}

}  // namespace

// Positions of problem cells in the matrix, the first of each kind.
struct WholeMatrix::Found {
    std::size_t fraction = nowhere;
    std::size_t too_large = nowhere;
    std::size_t unknown = nowhere;  // a reachable pair whose skim is missing
    std::uint64_t unreachable_pairs = 0;
    std::size_t unreachable = nowhere;
    double largest_error = 0;  // in units of 1 / error_parts

    void add(const Found& other) {
        fraction = std::min(fraction, other.fraction);
        too_large = std::min(too_large, other.too_large);
        unknown = std::min(unknown, other.unknown);
        unreachable_pairs += other.unreachable_pairs;
        unreachable = std::min(unreachable, other.unreachable);
        largest_error = std::max(largest_error, other.largest_error);
    }
};

std::optional<std::int64_t> whole_unreachable(const ExportOptions& options, const WholeLimits& limits) {
    if (!options.unreachable) return std::nullopt;
    const std::string& text = *options.unreachable;
    std::int64_t number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
    if (whole && number >= limits.least && number <= limits.most) return number;
    throw InvalidArgument(format("`unreachable`: {} needs an integer from {} to {}, found '{}'", limits.format,
                                 limits.least, limits.most, text));
}

void check_whole_dtype(const ExportOptions& options, const WholeLimits& limits) {
    if (options.dtype == "natural" || options.dtype == "raw") return;
    throw InvalidArgument(
        format("`dtype` {}: {} holds integers as text; choose natural or raw", options.dtype, limits.format));
}

WholeMatrix::WholeMatrix(const TableCells& table, CostView values, const CostScale& scale, const std::string& unit,
                         const ExportOptions& options, const WholeLimits& limits)
    : values_(values),
      rows_(table.rows.size()),
      columns_(table.columns.size()),
      name_(scale.name),
      natural_(scale, unit),
      limits_(limits),
      round_(options.round) {
    if (options.dtype == "raw") {
        digits_ = scale.digits;
    } else {
        multiplier_ = natural_.multiplier();
        divisor_ = natural_.divisor();
    }
    const Found found = look_at_all(table);
    if (found.unknown != nowhere) refuse_unknown(table, found.unknown);
    if (found.fraction != nowhere && !round_) refuse_fraction(table, found.fraction, options.dtype == "raw");
    if (found.too_large != nowhere) refuse_size(table, found.too_large);
    unreachable_pairs_ = found.unreachable_pairs;
    largest_error_ = found.largest_error / error_parts();
    choose_unreachable(table, options, found.unreachable);
}

template <class T>
double WholeMatrix::exact(T value) const {
    return static_cast<double>(value) * static_cast<double>(multiplier_) / static_cast<double>(divisor_);
}

template <class T>
std::pair<std::int64_t, double> WholeMatrix::rounded(T value) const {
    if constexpr (std::is_integral_v<T>) {
        const std::int64_t product = value * multiplier_;
        if (divisor_ == 1) return {product, 0};
        const std::int64_t quotient = product / divisor_;  // the slowest part, executed once per cell
        const std::int64_t rest = product - quotient * divisor_;
        const std::int64_t below = std::abs(rest);
        const std::int64_t above = divisor_ - below;
        if (below < above) return {quotient, static_cast<double>(below)};
        return {quotient + (rest < 0 ? -1 : 1), static_cast<double>(above)};
    } else {
        const double number = exact(value);
        const std::int64_t nearest = std::llround(number);
        return {nearest, std::abs(number - static_cast<double>(nearest))};
    }
}

template <class T>
WholeMatrix::Found WholeMatrix::look_at(const TableCells& table, std::size_t first, std::size_t last) const {
    const auto values = std::get<std::span<const T>>(values_);
    const double most = 0x1p53 * static_cast<double>(divisor_) / static_cast<double>(multiplier_);
    Found found;
    for (std::size_t cell = first; cell < last; ++cell) {
        const T value = values[cell];
        if (!is_reachable(value)) {
            if (table.is_reachable(cell)) found.unknown = std::min(found.unknown, cell);
            found.unreachable = std::min(found.unreachable, cell);
            ++found.unreachable_pairs;
            continue;
        }
        if (std::abs(static_cast<double>(value)) > most) {
            found.too_large = std::min(found.too_large, cell);
            continue;
        }
        const auto [number, error] = rounded(value);
        if (error != 0) {
            found.fraction = std::min(found.fraction, cell);
            found.largest_error = std::max(found.largest_error, error);
        }
        if (number < limits_.least || number > limits_.most) found.too_large = std::min(found.too_large, cell);
    }
    return found;
}

WholeMatrix::Found WholeMatrix::look_at_all(const TableCells& table) const {
    const std::size_t cells = rows_ * columns_;
    constexpr std::size_t step = std::size_t{1} << 18;
    Found all;
    std::mutex mutex;
    parallel_for((cells + step - 1) / step, [&](std::size_t part) {
        const std::size_t last = std::min((part + 1) * step, cells);
        const Found found =
            with_cost_type(type_of(values_), [&]<class T>() { return look_at<T>(table, part * step, last); });
        const std::lock_guard lock(mutex);
        all.add(found);
    });
    return all;
}

void WholeMatrix::refuse_fraction(const TableCells& table, std::size_t cell, bool raw) const {
    const double value =
        with_cost_type(type_of(values_), [&]<class T>() { return exact(std::get<std::span<const T>>(values_)[cell]); });
    std::string ways_out = "`round` rounds to the nearest";
    if (!raw && !unit().empty()) ways_out += ", `unit` sets a smaller unit if the format has a choice";
    if (!raw && type_of(values_) == CostType::int32)
        ways_out += ", `dtype` raw (tsplib, ortools) writes the stored numbers";
    throw InvalidArgument(format("{} holds integers, but {} {} is {}{}{}; {}", limits_.format, name_,
                                 pair_text(table, cell), Decimal::from_double(value).to_string(),
                                 unit().empty() ? "" : " ", unit(), ways_out));
}

void WholeMatrix::refuse_unknown(const TableCells& table, std::size_t cell) const {
    throw InvalidArgument(
        format("{} holds integers, but {} {} is unknown, because an arc of the path has no value; leave {} out of the "
               "table, or give every arc a value",
               limits_.format, name_, pair_text(table, cell), name_));
}

void WholeMatrix::refuse_size(const TableCells& table, std::size_t cell) const {
    const double value =
        with_cost_type(type_of(values_), [&]<class T>() { return exact(std::get<std::span<const T>>(values_)[cell]); });
    throw InvalidArgument(
        format("{} holds numbers from {} to {}, but {} {} is {}; {}", limits_.format, limits_.least, limits_.most,
               name_, pair_text(table, cell), Decimal::from_double(value).to_string(),
               value < 0 ? "choose another format" : "choose a larger unit (`unit`) or another format"));
}

void WholeMatrix::choose_unreachable(const TableCells& table, const ExportOptions& options, std::size_t first) {
    if (const auto given = whole_unreachable(options, limits_)) {
        unreachable_ = *given;
        return;
    }
    if (unreachable_pairs_ == 0) return;
    throw InvalidArgument(
        format("{} unreachable (such as {}), and {} cannot express that; set a number with `unreachable`, which a "
               "solver reads as a distance",
               counted(unreachable_pairs_, "pair is", "pairs are"), pair_text(table, first), limits_.format));
}

std::int64_t WholeMatrix::number(std::size_t row, std::size_t column) const {
    return with_cost_type(type_of(values_), [&]<class T>() {
        const T value = std::get<std::span<const T>>(values_)[row * columns_ + column];
        return is_reachable(value) ? rounded(value).first : unreachable_;
    });
}

bool WholeMatrix::is_symmetric() const {
    if (rows_ != columns_) return false;
    for (std::size_t i = 0; i < rows_; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (number(i, j) != number(j, i)) return false;
        }
    }
    return true;
}

void WholeMatrix::put_row(TextBlock& text, std::size_t row, char between) const {
    with_cost_type(type_of(values_), [&]<class T>() {
        const T* values = std::get<std::span<const T>>(values_).data() + row * columns_;
        const FixedPointText whole(0);
        const auto put = [&](char* at, std::size_t j) {
            if (j > 0) *at++ = between;
            return whole.put(at, is_reachable(values[j]) ? rounded(values[j]).first : unreachable_);
        };
        put_each(text, columns_, whole.room() + 1, put);
    });
}

std::string WholeMatrix::description() const {
    std::string text = unit().empty() ? name_ : format("{} in {}", name_, unit());
    if (digits_ > 0) text += format(", in steps of 10^-{}", digits_);
    if (unreachable_pairs_ > 0) {
        text += format("; {} unreachable, written as {}", counted(unreachable_pairs_, "pair is", "pairs are"),
                       unreachable_);
    }
    if (largest_error_ > 0) text += format("; rounded, by {:.6g} at most", largest_error_);
    return text;
}

nlohmann::ordered_json WholeMatrix::json() const {
    nlohmann::ordered_json json;
    json["cost"] = name_;
    json["unit"] = unit();
    json["digits"] = digits_;
    json["unreachable"] = unreachable_pairs_ > 0 ? nlohmann::ordered_json(unreachable_) : nullptr;
    json["unreachable_pairs"] = unreachable_pairs_;
    json["largest_rounding_error"] = largest_error_;
    return json;
}

}  // namespace allways::tools
