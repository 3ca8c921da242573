// SPDX-License-Identifier: Apache-2.0
#include "allways/points/pair_lists.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/points/standard_input.h"
#include "allways/result/table_cells.h"
#include "base/text.h"
#include "export/formats/pair_fields.h"
#include "points/node_argument.h"

namespace allways {

using namespace tools;

namespace {

// The distinct names of one side of the pairs, in order of first appearance.
struct SideNames {
    std::vector<std::string> names;
    std::vector<std::uint64_t> lines;
    std::unordered_map<std::string, std::uint32_t> known = {};

    std::uint32_t at(const std::string& name, std::uint64_t line) {
        const auto [found, is_new] = known.try_emplace(name, static_cast<std::uint32_t>(names.size()));
        if (is_new) {
            names.push_back(name);
            lines.push_back(line);
        }
        return found->second;
    }
};

// Points by their ids.
class NamedPoints {
public:
    explicit NamedPoints(const PointSet& list) : list_(list) {
        if (ids_.size() == 0) {
            throw InvalidArgument(
                "pairs name points by their ids, so the points need a file with ids and positions, or with ids and "
                "node_id");
        }
        for (std::uint32_t i = 0; ids_.first_repeated() && i < ids_.size(); ++i) {
            if (const auto first = ids_.find(ids_.text(i)); first != i) repeated_.insert(*first);
        }
    }

    // The id with this text, as the points have it. `file`: that of the pairs.
    std::string id(const std::string& name, const std::string& file, std::uint64_t line) const {
        const auto found = ids_.find(name);
        if (!found)
            throw InputError(file, line, format("no point '{}' among the {} of {}", name, ids_.size(), source_));
        if (repeated_.contains(*found))
            throw InputError(file, line, format("several points of {} have the id '{}'", source_, name));
        return ids_.text(*found);
    }

    PointSet with_ids(const std::vector<std::string>& ids) const {
        std::vector<std::uint32_t> at;
        for (const std::string& id : ids) at.push_back(*ids_.find(id));
        PointSet points = list_.selection(at);
        points.are_single = true;
        return points;
    }

private:
    const PointSet& list_;
    const IdTable& ids_ = list_.ids;
    const std::string& source_ = list_.source;
    std::unordered_set<std::uint32_t> repeated_;  // the first points of ids that are those of several
};

PointSet positions_of(const SideNames& side, const std::string& file, const std::string& crs) {
    std::vector<Coordinate> places;
    for (const std::string& name : side.names) places.push_back(parse_position(name, false));
    PointSet points = make_points(std::move(places), crs, IdTable::from_texts(side.names));
    points.source = file;
    points.lines = side.lines;
    return points;
}

}  // namespace

PairLists pair_lists(PairList list, const std::string& file, const PointSides* points) {
    std::optional<NamedPoints> of_rows;
    std::optional<NamedPoints> of_columns;
    if (points != nullptr) {
        of_rows.emplace(points->origins);
        of_columns.emplace(points->columns());
    }
    SideNames origins;
    SideNames destinations;
    PairLists lists;
    lists.pairs.reserve(list.pairs.size());
    for (const auto& [from, to, line] : list.pairs) {
        const std::uint32_t row = origins.at(of_rows ? of_rows->id(from, file, line) : from, line);
        lists.pairs.emplace_back(row, destinations.at(of_columns ? of_columns->id(to, file, line) : to, line));
    }
    const auto list_of = [&](SideNames& side, const std::optional<NamedPoints>& named) -> PointSet {
        if (named) return named->with_ids(side.names);
        if (list.crs) return positions_of(side, file, *list.crs);
        return PointSet{.source = file,
                        .lines = std::move(side.lines),
                        .names = std::move(side.names),
                        .first_line = list.first_line,
                        .are_single = true};
    };
    lists.origins = list_of(origins, of_rows);
    lists.destinations = list_of(destinations, of_columns);
    lists.columns = std::move(list.columns);
    return lists;
}

PairLists read_pair_lists(const std::string& path, const PointOptions& options, const PointSides* points) {
    return pair_lists(read_pairs(path, options), source_name(path), points);
}

PairLists all_pairs(PointSet origins, PointSet destinations) {
    PairLists lists{std::move(origins), std::move(destinations), {}};
    lists.pairs.reserve(lists.origins.size() * lists.destinations.size());
    for (std::uint32_t from = 0; from < lists.origins.size(); ++from) {
        for (std::uint32_t to = 0; to < lists.destinations.size(); ++to) lists.pairs.emplace_back(from, to);
    }
    return lists;
}

namespace {

// The pairs of each column with its nearest rows, nearest first, equal ones in order.
template <class T>
void add_nearest_rows(const TableCells& cells, std::uint64_t nearest, PairLists& lists) {
    const bool same_nodes = cells.same_nodes();  // compares the lists
    std::vector<std::uint32_t> rows;
    for (std::uint32_t column = 0; column < cells.columns.size(); ++column) {
        rows.clear();
        const auto cost = [&](std::uint32_t row) { return cells.row<T>(row)[column]; };
        for (std::uint32_t row = 0; row < cells.rows.size(); ++row) {
            if (is_reachable(cost(row)) && !(same_nodes && row == column)) rows.push_back(row);
        }
        std::ranges::stable_sort(rows, {}, cost);
        if (rows.size() > nearest) rows.resize(nearest);
        for (const std::uint32_t row : rows) lists.pairs.emplace_back(row, column);
    }
}

}  // namespace

PairLists nearest_pairs(const Input& input, const TableRequest& request, std::uint64_t nearest) {
    const FoundTable found = find_table(input, request);
    PairLists lists{request.origins, request.columns(), {}};
    ExportOptions options;
    options.nearest = nearest;
    visit_pairs(cells_of(found.table), options,
                [&](std::uint32_t row, std::uint32_t column, bool) { lists.pairs.emplace_back(row, column); });
    return lists;
}

PairLists nearest_origin_pairs(const Input& input, const TableRequest& request, std::uint64_t nearest) {
    const FoundTable found = find_table(input, request);
    PairLists lists{request.origins, request.columns(), {}};
    const TableCells cells = cells_of(found.table);
    with_cost_type(cells.type(), [&]<class T>() { add_nearest_rows<T>(cells, nearest, lists); });
    return lists;
}

PickedCells picked_cells(const PairLists& lists, const FoundTable& found, std::vector<std::uint32_t>* kept) {
    const bool is_whole = found.kept_origins.empty();  // lists of nodes: the table has all entries
    std::vector<std::optional<std::uint32_t>> row(lists.origins.size());
    std::vector<std::optional<std::uint32_t>> column(lists.destinations.size());
    const auto set = [&](auto& place, const std::vector<std::uint32_t>& kept) {
        for (std::uint32_t i = 0; i < (is_whole ? place.size() : kept.size()); ++i) place[is_whole ? i : kept[i]] = i;
    };
    set(row, found.kept_origins);
    set(column, found.kept_destinations);
    PickedCells cells;
    for (std::uint32_t i = 0; i < lists.pairs.size(); ++i) {
        const auto [from, to] = lists.pairs[i];
        if (!row[from] || !column[to]) continue;
        cells.push_back({*row[from], *column[to]});
        if (kept != nullptr) kept->push_back(i);
    }
    return cells;
}

void pick(PickedCells cells, ExportOptions& options) {
    options.picked = std::move(cells);
    if (!options.unreachable && !options.cutoff && !options.nearest) options.unreachable = "";
}

}  // namespace allways
