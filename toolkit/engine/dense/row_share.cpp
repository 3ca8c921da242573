// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/row_share.h"

#include <algorithm>
#include <numeric>

namespace allways::engine {

RowShare::RowShare(std::uint32_t tiles, std::span<const std::uint32_t> rows)
    : rows_(rows.begin(), rows.end()), before_(std::size_t{tiles} + 1, 0) {
    for (const std::uint32_t row : rows) before_[row + 1] = 1;
    std::partial_sum(before_.begin(), before_.end(), before_.begin());
}

RowShare RowShare::all(std::uint32_t tiles) {
    std::vector<std::uint32_t> rows(tiles);
    std::iota(rows.begin(), rows.end(), 0u);
    return {tiles, rows};
}

// Each group goes to the device that would finish it first.
std::vector<RowShare> share_rows(std::uint32_t tiles, std::uint32_t group, std::span<const double> speeds,
                                 std::span<const std::uint64_t> most) {
    std::vector<std::vector<std::uint32_t>> rows(speeds.size());
    for (std::uint32_t begin = 0; begin < tiles; begin += group) {
        const std::uint32_t end = std::min(begin + group, tiles);
        std::size_t first = speeds.size();
        double least = 0;
        for (std::size_t device = 0; device < speeds.size(); ++device) {
            const std::uint64_t then = rows[device].size() + (end - begin);
            if (then > most[device]) continue;
            const double finished = static_cast<double>(then) / speeds[device];
            if (first != speeds.size() && finished >= least) continue;
            first = device;
            least = finished;
        }
        if (first == speeds.size()) return {};
        for (std::uint32_t row = begin; row < end; ++row) rows[first].push_back(row);
    }
    std::vector<RowShare> shares;
    for (const auto& of_device : rows) shares.emplace_back(tiles, of_device);
    return shares;
}

}  // namespace allways::engine
