#include "allways/points/pair_lists.h"

#include <optional>
#include <unordered_map>

namespace allways {

namespace {

// One side of the pairs.
class PairEnds {
public:
    explicit PairEnds(const std::string& file) { list_.nodes.file = file; }

    std::uint32_t at(const std::string& name, std::uint64_t line) {
        const auto [found, is_new] = known_.try_emplace(name, static_cast<std::uint32_t>(list_.nodes.names.size()));
        if (is_new) {
            list_.nodes.names.push_back(name);
            list_.nodes.lines.push_back(line);
        }
        return found->second;
    }
    PointList finish() && { return std::move(list_); }

private:
    std::unordered_map<std::string, std::uint32_t> known_;
    PointList list_;
};

}  // namespace

PairLists pair_lists(const std::vector<NodePair>& pairs, const std::string& file) {
    PairEnds origins(file);
    PairEnds destinations(file);
    PairLists lists;
    for (const NodePair& pair : pairs) {
        const std::uint32_t row = origins.at(pair.from, pair.line);
        if (row == lists.cells.size()) lists.cells.emplace_back();
        lists.cells[row].push_back(destinations.at(pair.to, pair.line));
    }
    lists.origins = std::move(origins).finish();
    lists.destinations = std::move(destinations).finish();
    return lists;
}

PairLists read_pair_lists(const std::string& path) {
    return pair_lists(read_pairs(path).pairs, path == "-" ? "standard input" : path);
}

PickedCells picked_cells(const PairLists& lists, const FoundTable& found) {
    if (found.kept_origins.empty()) return lists.cells;
    std::vector<std::optional<std::uint32_t>> column(lists.destinations.size());
    for (std::uint32_t i = 0; i < found.kept_destinations.size(); ++i) column[found.kept_destinations[i]] = i;
    PickedCells cells;
    for (const std::uint32_t row : found.kept_origins) {
        cells.emplace_back();
        for (const std::uint32_t destination : lists.cells[row]) {
            if (column[destination]) cells.back().push_back(*column[destination]);
        }
    }
    return cells;
}

void pick(PickedCells cells, ExportOptions& options) {
    options.picked = std::move(cells);
    if (!options.unreachable && !options.cutoff && !options.nearest) options.unreachable = "";
}

}  // namespace allways
