// SPDX-License-Identifier: Apache-2.0
// A table's numbers as integers for TSPLIB, VROOM and OR-Tools, checked completely before a byte is written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "allways/export/export.h"
#include "allways/result/natural_scale.h"
#include "allways/result/table_cells.h"
#include "export/files/text_buffer.h"

namespace allways::tools {

// The integers that a format takes.
struct WholeLimits {
    const char* format;  // "tsplib", for messages
    std::int64_t least;
    std::int64_t most;
};

// ExportOptions::unreachable as an integer of the format; nothing if it is not given. Throws InvalidArgument for other
// texts.
std::optional<std::int64_t> whole_unreachable(const ExportOptions& options, const WholeLimits& limits);

// Throws InvalidArgument unless options.dtype is "natural" or "raw".
void check_whole_dtype(const ExportOptions& options, const WholeLimits& limits);

// One matrix of a table as integers in a given unit. Borrows the table.
class WholeMatrix {
public:
    // `values` and `scale` are the table's own or a skim's. `unit` empty: the scale's own. With options.dtype "raw" the
    // raw numbers are written. With options.round halves are rounded away from zero. All threads share one pass over
    // the cells. Throws InvalidArgument, naming the pair, if a number is not whole, beyond the limits or unknown (in a
    // skim), or if a pair is unreachable and options.unreachable is not given; Cancelled.
    WholeMatrix(const TableCells& table, CostView values, const CostScale& scale, const std::string& unit,
                const ExportOptions& options, const WholeLimits& limits);

    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }
    std::int64_t number(std::size_t row, std::size_t column) const;
    bool is_symmetric() const;  // O(cells)
    // Writes a row's numbers separated by `between`. Several threads may call it.
    void put_row(TextBlock& text, std::size_t row, char between) const;

    const std::string& cost() const { return name_; }  // "time"
    const std::string& unit() const { return natural_.unit(); }
    int digits() const { return digits_; }  // natural = number × 10^-digits; 0 unless raw
    std::uint64_t unreachable_pairs() const { return unreachable_pairs_; }
    std::int64_t unreachable() const { return unreachable_; }  // options.unreachable
    double largest_error() const { return largest_error_; }    // of rounding, in the numbers' unit

    // "time in s; 2 pairs are unreachable, written as 70; rounded, by 0.5 at most"
    std::string description() const;
    nlohmann::ordered_json json() const;  // the same as an object

private:
    struct Found;  // the findings in some rows
    template <class T>
    Found look_at(const TableCells& table, std::size_t first, std::size_t last) const;
    Found look_at_all(const TableCells& table) const;
    template <class T>
    double exact(T value) const;  // not rounded
    // The number, and how far it is from the value in units of 1 / error_parts, 0 if whole. Reachable pairs only.
    template <class T>
    std::pair<std::int64_t, double> rounded(T value) const;
    double error_parts() const { return type_of(values_) == CostType::int32 ? static_cast<double>(divisor_) : 1; }
    [[noreturn]] void refuse_fraction(const TableCells& table, std::size_t cell, bool raw) const;
    [[noreturn]] void refuse_unknown(const TableCells& table, std::size_t cell) const;
    [[noreturn]] void refuse_size(const TableCells& table, std::size_t cell) const;
    void choose_unreachable(const TableCells& table, const ExportOptions& options, std::size_t first);

    CostView values_;
    std::size_t rows_;
    std::size_t columns_;
    std::string name_;
    NaturalScale natural_;
    WholeLimits limits_;
    bool round_;
    int digits_ = 0;
    std::int64_t multiplier_ = 1;  // number = raw × multiplier / divisor
    std::int64_t divisor_ = 1;
    std::uint64_t unreachable_pairs_ = 0;
    std::int64_t unreachable_ = 0;
    double largest_error_ = 0;
};

}  // namespace allways::tools
