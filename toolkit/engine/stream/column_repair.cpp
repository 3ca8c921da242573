// SPDX-License-Identifier: Apache-2.0
#include "engine/stream/column_repair.h"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "engine/next_hops/hop_graphs.h"
#include "engine/next_hops/hop_trees.h"
#include "engine/next_hops/hops_from_distances.h"
#include "engine/sweep/sweep_host.h"

namespace allways::engine {

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{128} << 20;  // of the distances of columns in work

template <class T>
class ColumnRepair {
public:
    ColumnRepair(const PreparedJob<T>& job, const CellFormat& format,
                 const std::shared_ptr<const ordering::Factor<T>>& factor)
        : job_(job), format_(format), factor_(factor), rows_(first_nodes(job.row_count)) {}

    std::uint64_t repair(std::span<const NodeIndex> columns, const TableStream::TakeColumn& take) const {
        std::vector<NodeIndex> ends;
        for (const NodeIndex column : columns) ends.push_back(job_.ends[column]);
        std::vector<T> cells(rows_.size() * columns.size());
        sweep_on_host<T>(sweep_problem<T>(job_.prepared, factor_, format_, rows_, ends), {0, columns.size()},
                         {cells.data(), columns.size(), nullptr, 0});
        NextHops hops(NextHops::Kind::arc_ordinal, columns.size(), job_.steps, rows_.size());
        const HopNetwork<T> network = job_.hop_network();
        next_hops_from_distances<T>(network, rows_, {cells.data(), columns, ends, {}}, bytes_of(hops).data(),
                                    hops.bytes_per_hop());
        const std::vector<unsigned char> before(bytes_of(hops).begin(), bytes_of(hops).end());
        const std::uint64_t repaired =
            repair_hop_trees<T>(hop_graph<T>(network.network, network.adjacency, network.costs, network.prepared),
                                columns, ends, cells, hops);
        for (std::size_t j = 0; j < columns.size(); ++j) take_changed(hops, before, j, columns[j], take);
        return repaired;
    }

private:
    void take_changed(NextHops& hops, std::span<const unsigned char> before, std::size_t j, NodeIndex column,
                      const TableStream::TakeColumn& take) const {
        const std::size_t hop_bytes = hops.bytes_per_hop();
        const std::span<const unsigned char> now = bytes_of(hops);
        std::vector<unsigned char> of_column(rows_.size() * hop_bytes);
        bool changed = false;
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            const std::size_t at = (row * hops.node_count() + j) * hop_bytes;
            changed = changed || !std::ranges::equal(before.subspan(at, hop_bytes), now.subspan(at, hop_bytes));
            std::ranges::copy(now.subspan(at, hop_bytes), of_column.begin() + row * hop_bytes);
            // A drive ends at the first state of its destination.
            if (job_.roads->expanded.node_of(static_cast<NodeIndex>(row)) == column) {
                store_hop(of_column.data(), hop_bytes, row, NextHops::none);
            }
        }
        if (changed) take(column, of_column);
    }

    const PreparedJob<T>& job_;
    const CellFormat& format_;
    const std::shared_ptr<const ordering::Factor<T>>& factor_;
    std::vector<NodeIndex> rows_;
};

}  // namespace

template <class T>
std::uint64_t repair_columns(const PreparedJob<T>& job, const CellFormat& format,
                             const std::shared_ptr<const ordering::Factor<T>>& factor,
                             std::span<const NodeIndex> columns, const ProgressCallback& progress,
                             const TableStream::TakeColumn& take) {
    const ColumnRepair<T> repair(job, format, factor);
    const std::size_t together = std::max<std::size_t>(most_bytes / (job.row_count * sizeof(T)), 1);
    std::uint64_t repaired = 0;
    for (std::size_t begin = 0; begin < columns.size(); begin += together) {
        report(progress, "next hops", begin, columns.size());
        repaired += repair.repair(columns.subspan(begin, std::min(together, columns.size() - begin)), take);
    }
    return repaired;
}

#define ALLWAYS_INSTANTIATE(T)                                                                       \
    template std::uint64_t repair_columns(                                                           \
        const PreparedJob<T>&, const CellFormat&, const std::shared_ptr<const ordering::Factor<T>>&, \
        std::span<const NodeIndex>, const ProgressCallback&, const TableStream::TakeColumn&);
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
