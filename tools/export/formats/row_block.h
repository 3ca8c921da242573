// SPDX-License-Identifier: Apache-2.0
// Whole tables, and the bands of those that are still being computed, as blocks of rows for one writer. A writer has
// put<T>(const RowBlock&, std::span<const T> distances) and commit().
#pragma once

#include <algorithm>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "allways/engine/table_stream.h"
#include "allways/result/table_cells.h"
#include "export/formats/formats.h"

namespace allways::tools {

// Some rows of a table: the cell of row numbers[i] and column j is at i·columns + j.
struct RowBlock {
    std::span<const NodeIndex> numbers;
    CostView distances;
    const ProgressCallback& progress;  // of these rows
    std::vector<CostView> skims;

    // Returns true if one of the skims, such as the distances of another cost, has a path.
    bool has_other_path(std::size_t cell) const {
        return std::ranges::any_of(skims, [&](const CostView& skim) {
            return std::visit([&](const auto& all) { return is_reachable(all[cell]); }, skim);
        });
    }
};

template <class Writer>
void put_block(Writer& writer, const RowBlock& rows) {
    std::visit([&]<class T>(std::span<const T> cells) { writer.template put<T>(rows, cells); }, rows.distances);
}

template <class Writer>
void put_table(Writer& writer, const TableCells& table, const ProgressCallback& progress) {
    std::vector<NodeIndex> numbers(table.rows.size());
    std::iota(numbers.begin(), numbers.end(), NodeIndex{0});
    std::vector<CostView> skims;
    for (const Skim& skim : table.skims) skims.push_back(view(skim.values.all()));
    put_block(writer, {numbers, table.distances, progress, std::move(skims)});
}

// Writes rows as they are computed. Progress is reported by the stage that computes them.
template <class Writer>
class StreamedRows final : public RowWriter {
public:
    explicit StreamedRows(std::unique_ptr<Writer> writer) : writer_(std::move(writer)) {}
    void write(const TableBand& band) override {
        std::vector<CostView> skims;
        for (const CostVector& sums : band.skims) skims.push_back(view(sums));
        put_block(*writer_, {band.rows, view(band.distances), {}, std::move(skims)});
    }
    void finish() override { writer_->commit(); }

private:
    std::unique_ptr<Writer> writer_;
};

}  // namespace allways::tools
