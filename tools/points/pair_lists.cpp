// SPDX-License-Identifier: Apache-2.0
#include "allways/points/pair_lists.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/result/table_cells.h"
#include "base/text.h"
#include "export/formats/pair_fields.h"
#include "points/node_argument.h"

namespace allways {

using namespace tools;

namespace {

// Collects one side of the pairs, given as node ids and positions "@lon,lat".
class NamedEnds {
public:
    NamedEnds(const std::string& file, const std::string& first_line) {
        list_.nodes.file = file;
        list_.nodes.first_line = first_line;
        list_.nodes.are_single = true;  // pairs are indexes into this list
    }

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

// Collects one side of the pairs, given as positions in a reference system.
class PositionEnds {
public:
    PositionEnds(const std::string& file, const std::string& crs) : file_(file), crs_(crs) {}

    std::uint32_t at(const std::string& name, std::uint64_t line) {
        const auto [found, is_new] = known_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
        if (is_new) {
            names_.push_back(name);
            places_.push_back(parse_position(name, false));
            lines_.push_back(line);
        }
        return found->second;
    }
    PointList finish() && {
        PointSet points = make_points(std::move(places_), crs_, IdTable::from_texts(std::move(names_)));
        points.source = file_;
        points.lines = std::move(lines_);
        return points;
    }

private:
    const std::string& file_;
    const std::string& crs_;
    std::unordered_map<std::string, std::uint32_t> known_;
    std::vector<std::string> names_;
    std::vector<Coordinate> places_;
    std::vector<std::uint64_t> lines_;
};

// Collects one side of the pairs, given as ids of points.
class PointEnds {
public:
    PointEnds(const PointList& list, const std::string& file) : file_(file), list_(list) {
        if (!list.points && list.nodes.ids.empty()) {
            throw InvalidArgument(
                "pairs name points by their ids, so the points need a file with ids and positions, or with ids and "
                "node_id");
        }
        ids_ = list.points ? list.points->ids : IdTable::from_texts(list.nodes.ids);
        for (std::uint32_t i = 0; ids_.first_repeated() && i < ids_.size(); ++i) {
            if (const auto first = ids_.find(ids_.text(i)); first != i) repeated_.insert(*first);
        }
    }

    std::uint32_t at(const std::string& name, std::uint64_t line) {
        const std::string& source = list_.points ? list_.points->source : list_.nodes.file;
        const auto found = ids_.find(name);
        if (!found)
            throw InputError(file_, line, format("no point '{}' among the {} of {}", name, ids_.size(), source));
        if (repeated_.contains(*found))
            throw InputError(file_, line, format("several points of {} have the id '{}'", source, name));
        const auto [at, is_new] = place_of_.try_emplace(*found, static_cast<std::uint32_t>(used_.size()));
        if (is_new) used_.push_back(*found);
        return at->second;
    }
    PointList finish() && {
        return list_.points ? PointList(points_of(*list_.points)) : PointList(nodes_of(list_.nodes));
    }

private:
    PointSet points_of(const PointSet& from) const {
        PointSet points;
        points.source = from.source;
        points.crs = from.crs;
        points.is_layer = from.is_layer;
        points.ids = ids_.selection(used_);
        for (const std::uint32_t at : used_) {
            points.places.push_back(from.places[at]);
            points.problems.push_back(from.problems[at]);
            points.lines.push_back(from.lines[at]);
        }
        return points;
    }
    NodeList nodes_of(const NodeList& from) const {
        NodeList nodes{from.file, {}, {}, from.first_line, true};
        for (const std::uint32_t at : used_) {
            nodes.names.push_back(from.names[at]);
            nodes.lines.push_back(from.lines[at]);
            nodes.ids.push_back(from.ids[at]);
        }
        return nodes;
    }

    const std::string& file_;
    const PointList& list_;
    IdTable ids_;
    std::unordered_set<std::uint32_t> repeated_;  // the first points of ids that are those of several
    std::unordered_map<std::uint32_t, std::uint32_t> place_of_;
    std::vector<std::uint32_t> used_;
};

template <class Ends>
PairLists lists_of(PairList list, Ends origins, Ends destinations) {
    PairLists lists;
    lists.pairs.reserve(list.pairs.size());
    for (const NodePair& pair : list.pairs) {
        const std::uint32_t from = origins.at(pair.from, pair.line);
        lists.pairs.emplace_back(from, destinations.at(pair.to, pair.line));
    }
    lists.origins = std::move(origins).finish();
    lists.destinations = std::move(destinations).finish();
    lists.columns = std::move(list.columns);
    return lists;
}

}  // namespace

PairLists pair_lists(PairList list, const std::string& file, const NamedPoints* points) {
    if (points != nullptr)
        return lists_of(std::move(list), PointEnds(points->origins, file), PointEnds(points->ends(), file));
    if (!list.crs) {
        const NamedEnds ends(file, list.first_line);
        return lists_of(std::move(list), ends, ends);
    }
    const std::string crs = *list.crs;
    return lists_of(std::move(list), PositionEnds(file, crs), PositionEnds(file, crs));
}

PairLists read_pair_lists(const std::string& path, const PointOptions& options, const NamedPoints* points) {
    return pair_lists(read_pairs(path, options), path == "-" ? "standard input" : path, points);
}

PairLists all_pairs(PointList origins, PointList destinations) {
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
