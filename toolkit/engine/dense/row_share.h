// SPDX-License-Identifier: Apache-2.0
// The rows of tiles that one device has, out of all.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/dense/schedule.h"

namespace allways::engine {

class RowShare {
public:
    RowShare() : RowShare(0, {}) {}
    // All `tiles` rows.
    static RowShare all(std::uint32_t tiles);
    // Some of `tiles` rows, ascending.
    RowShare(std::uint32_t tiles, std::span<const std::uint32_t> rows);

    std::uint32_t size() const { return static_cast<std::uint32_t>(rows_.size()); }
    std::uint32_t tiles() const { return static_cast<std::uint32_t>(before_.size() - 1); }
    // The i-th of them.
    std::uint32_t operator[](std::uint32_t i) const { return rows_[i]; }
    bool has(std::uint32_t tile) const { return before_[tile + 1] != before_[tile]; }
    // How many of them come before `tile`; for one of them its own place.
    std::uint32_t before(std::uint32_t tile) const { return before_[tile]; }
    // The places of the rows that lie in a span.
    TileSpan own(const TileSpan& span) const {
        return {before(span.begin), before(span.end), before(span.hole_begin), before(span.hole_end)};
    }

private:
    std::vector<std::uint32_t> rows_;
    std::vector<std::uint32_t> before_;
};

// Shares rows of tiles among devices in proportion to their speeds, `group` rows at a time, in turns, so that each has
// a part of every stretch of pivots. `most`: rows that each device has room for. Returns nothing if they do not fit.
std::vector<RowShare> share_rows(std::uint32_t tiles, std::uint32_t group, std::span<const double> speeds,
                                 std::span<const std::uint64_t> most);

}  // namespace allways::engine
