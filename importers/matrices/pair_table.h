// SPDX-License-Identifier: Apache-2.0
// A sequence of pairs of nodes with their numbers → a table.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "allways/base/decimal.h"
#include "allways/importers/read.h"
#include "text/file_format.h"

namespace allways::importers {

// Nodes are in the order of their first pair. If origins and destinations are the same nodes and no stated d(i, i)
// differs from 0, the result is a table of all pairs. Pairs that are not added are unreachable.
class PairTable {
public:
    // `fields`: the distances, followed by skims; finish() determines their digits.
    explicit PairTable(std::vector<CostScale> fields) : fields_(std::move(fields)), numbers_(fields_.size()) {}

    // Adds one number per field: a missing one means unreachable, or, for a skim along a path, unknown. `line` is for
    // messages.
    void add(std::string_view from, std::string_view to, const std::vector<Decimal>& numbers, std::uint64_t line);
    std::uint64_t size() const { return rows_.size(); }

    // Number types are those of decimal_matrix.h; skims that do not fit int32 are float64. Throws InputError for a pair
    // that was added twice, CapacityError if memory runs out.
    TableContent finish(const std::string& path, const ReadOptions& options) &&;

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };
    struct Names {
        std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> index;
        std::vector<std::string> texts;

        std::uint32_t add(std::string_view name);
    };

    bool has_same_nodes() const;
    std::vector<std::size_t> cells(bool same, const std::string& path) const;
    std::vector<Decimal> filled(std::size_t field, const std::vector<std::size_t>& cells) const;
    Skim skim(std::size_t field, const std::vector<std::size_t>& cells, const std::vector<Decimal>& distances) const;

    std::vector<CostScale> fields_;
    Names origins_;
    Names destinations_;
    std::vector<std::uint32_t> rows_;  // one per pair
    std::vector<std::uint32_t> columns_;
    std::vector<std::uint64_t> lines_;
    std::vector<std::vector<Decimal>> numbers_;  // by field
};

}  // namespace allways::importers
