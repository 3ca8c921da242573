// SPDX-License-Identifier: Apache-2.0
#include "allways/points/pair_lists.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/points/standard_input.h"
#include "allways/result/table_cells.h"
#include "attributes/point_columns.h"
#include "base/text.h"
#include "export/formats/pair_fields.h"
#include "points/node_argument.h"
#include "text/csv_reader.h"
#include "text/line_reader.h"

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
        for (std::uint32_t i = 0; list.shares.empty() && ids_.first_repeated() && i < ids_.size(); ++i) {
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
        for (const std::string& id : ids) {
            at.push_back(*ids_.find(id));
            while (!list_.shares.empty() && at.back() + 1 < ids_.size() && ids_.text(at.back() + 1) == id)
                at.push_back(at.back() + 1);  // nodes of a zone
        }
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

// ---- files of pairs

using namespace importers;

using namespace tools;

namespace {

// The column names of the two ends of a pair.
bool is_start_word(std::string_view field) {
    constexpr auto words = std::to_array<std::string_view>({"from", "origin", "from_node_id", "source", "o", "from_id",
                                                            "origin_id", "start", "start_id", "from_node", "from_point",
                                                            "from_name", "source_id", "origin_name"});
    return std::ranges::find(words, lower_case(field)) != words.end();
}
bool is_end_word(std::string_view field) {
    constexpr auto words = std::to_array<std::string_view>(
        {"to", "destination", "to_node_id", "target", "d", "to_id", "destination_id", "end", "end_id", "to_node",
         "to_point", "to_name", "target_id", "destination_name", "dest", "dest_id"});
    return std::ranges::find(words, lower_case(field)) != words.end();
}

// The separator of the file. Commas in positions are ignored if the first line has another separator:
// "@7.41,43.73;@7.42,43.74".
char delimiter_of(const std::string& path, std::string_view comments) {
    const char guess = CsvReader::guess_delimiter(path, comments);
    LineReader lines(path);
    for (std::string_view line; guess == ',' && lines.next(line);) {
        const std::string_view text = trimmed(line);
        if (text.empty() || comments.find(text.front()) != std::string_view::npos) continue;
        if (text.find('@') == std::string_view::npos || text.find('"') != std::string_view::npos) break;
        const std::size_t separator = text.find_first_of(";\t ");
        return separator == std::string_view::npos ? guess : text[separator];
    }
    return guess;
}

// Returns true for "@7.41", the first half of an unquoted "@7.41,43.73".
bool is_bare_position(std::string_view field, char delimiter) {
    return delimiter == ',' && field.starts_with('@') && parse_real(field.substr(1));
}

// Returns true for names that the path formats use for their own columns and values.
bool is_taken(std::string_view name) {
    constexpr std::string_view taken =
        "alternative arc arcs cost cost_name cost_sum distance fid from from_access from_position "
        "from_snap_distance from_snap_distance_m geom geometry head legs length length_m maneuvers name "
        "osm_way_id parts reachable ref reversed roads route step stops sum tail time time_s to to_access "
        "to_position to_snap_distance to_snap_distance_m unit via";
    return std::ranges::count(split(taken, ' '), name) > 0 || name.starts_with("length_") || name.starts_with("time_");
}

// A name for each of `count` fields, all different.
std::vector<std::string> free_names(const std::vector<std::string>& heading, std::size_t count) {
    std::vector<std::string> names;
    DistinctNames distinct;
    for (std::size_t at = 0; at < count; ++at) {
        std::string name(at < heading.size() ? trimmed(heading[at]) : "");
        if (name.empty()) name = format("column_{}", at + 1);
        names.push_back(distinct.add(is_taken(lower_case(name)) ? "pair_" + name : name));
    }
    return names;
}

// The columns of all rows except `ends`; drops columns with neither name nor values.
PairColumns further_columns(const std::vector<std::string>& heading, std::vector<std::vector<std::string>> rows,
                            std::span<const std::size_t> ends) {
    std::size_t count = heading.size();
    for (const auto& row : rows) count = std::max(count, row.size());
    const auto names = free_names(heading, count);
    PairColumns columns;
    columns.values.resize(rows.size());
    for (auto& row : rows) row.resize(count);
    for (std::size_t at = 0; at < count; ++at) {
        const bool named = at < heading.size() && !heading[at].empty();
        const auto has_value = [&](const auto& row) { return !row[at].empty(); };
        if (std::ranges::find(ends, at) != ends.end() || (!named && std::ranges::none_of(rows, has_value))) continue;
        columns.names.push_back(names[at]);
        for (std::size_t row = 0; row < rows.size(); ++row) columns.values[row].push_back(rows[row][at]);
    }
    return columns;
}

// The two names in "from_x,to_x".
std::array<std::string, 2> two_names(const std::string& text, const char* option) {
    const std::size_t comma = text.find(',');
    if (comma != text.npos)
        return {std::string(trimmed(text.substr(0, comma))), std::string(trimmed(text.substr(comma + 1)))};
    throw InvalidArgument(
        format("`{}` '{}': for pairs expected two columns, of the starts and of the ends: from_x,to_x", option, text));
}

// The columns of the two ends of pairs.
struct EndColumns {
    std::vector<std::string> heading;  // empty: no header line
    std::size_t from = 0;              // of names
    std::size_t to = 1;
    std::optional<std::array<PositionColumns, 2>> positions = {};

    std::vector<std::size_t> used() const {
        if (!positions) return {from, to};
        return {(*positions)[0].x, (*positions)[0].y, (*positions)[1].x, (*positions)[1].y};
    }
};

std::optional<std::array<PositionColumns, 2>> end_positions(const std::vector<std::string>& names) {
    const auto starts = find_position_columns(names_of_end(names, true));
    const auto ends = find_position_columns(names_of_end(names, false));
    if (starts && ends && starts->form == ends->form) return std::array{*starts, *ends};
    return std::nullopt;
}

EndColumns end_columns(const std::vector<std::string_view>& first, const PointOptions& options,
                       const std::string& path) {
    EndColumns found;
    const std::vector<std::string> names(first.begin(), first.end());
    if (!options.x_field.empty() || !options.y_field.empty()) {
        const auto x = two_names(options.x_field, "points.x_field");
        const auto y = two_names(options.y_field, "points.y_field");
        found.positions = {named_position_columns(names, x[0], y[0], path),
                           named_position_columns(names, x[1], y[1], path)};
    } else {
        found.positions = end_positions(names);
    }
    const auto named = named_ends(names);
    if (named && !found.positions) std::tie(found.from, found.to) = *named;
    if (found.positions || named || is_start_word(first[0])) found.heading = names;
    return found;
}

// Reads the rows of a file of pairs.
class PairsReader {
public:
    PairsReader(const std::string& path, const PointOptions& options)
        : path_(path), options_(options), delimiter_(delimiter_of(path, "#")), reader_(path, delimiter_, options, "#") {
        reader_.skip_blank_records();
    }

    PairList read() {
        std::vector<std::string_view> fields;
        for (bool first = true; reader_.next(fields); first = false) {
            if (first) ends_ = end_columns(fields, options_, path_);
            if (first && !ends_.heading.empty()) {
                reader_.end_comments();
                continue;
            }
            if (first) list_.first_line = joined(std::vector<std::string>(fields.begin(), fields.end()));
            ends_.positions ? add_positions(fields) : add_names(fields);
            rows_.emplace_back(fields.begin(), fields.end());
        }
        if (list_.pairs.empty())
            throw InputError(path_, 0, "expected pairs, 'from,to' on each line, but there are none");
        reader_.log_comments(options_.log);
        list_.columns = further_columns(ends_.heading, std::move(rows_), ends_.used());
        const bool in_system = ends_.positions && !are_degrees();
        if (!in_system && !options_.crs.empty())
            throw InvalidArgument("`points.crs` applies to pairs of columns x and y, but there are none");
        if (in_system) list_.crs = options_.crs.empty() ? stated_crs_ : options_.crs;
        return std::move(list_);
    }

private:
    // Returns true for longitudes and latitudes of WGS 84, which become "@lon,lat" without a reference system.
    bool are_degrees() const { return (*ends_.positions)[0].degrees && (*ends_.positions)[1].degrees; }

    void add_positions(const std::vector<std::string_view>& fields) {
        NodePair pair{"", "", reader_.line_number()};
        for (const std::size_t end : {0u, 1u}) {
            const StatedPosition position =
                read_position((*ends_.positions)[end], fields, ends_.heading, delimiter_ != ',');
            if (!position.problem.empty()) reader_.fail(position.problem);
            if (!position.crs.empty()) require_system(position.crs);
            (end == 0 ? pair.from : pair.to) = "@" + position.text;
        }
        list_.pairs.push_back(std::move(pair));
    }

    void require_system(const std::string& crs) {
        const std::string& known = options_.crs.empty() ? stated_crs_ : options_.crs;
        if (!known.empty() && known != crs)
            reader_.fail(format("its geometry is in {}, but the others are in {}", crs, known));
        stated_crs_ = crs;
    }

    void add_names(const std::vector<std::string_view>& fields) {
        if (fields.size() > 2 && (is_bare_position(fields[0], delimiter_) || is_bare_position(fields[1], delimiter_))) {
            reader_.fail(
                "between commas positions need quotes: \"@7.41,43.73\",\"@7.42,43.74\"; or separate them by ';'");
        }
        if (fields.size() <= std::max(ends_.from, ends_.to) || fields[ends_.from].empty() || fields[ends_.to].empty())
            reader_.fail(format("expected 'from,to', found '{}'", fields[0]));
        list_.pairs.push_back({std::string(fields[ends_.from]), std::string(fields[ends_.to]), reader_.line_number()});
    }

    const std::string& path_;
    const PointOptions& options_;
    char delimiter_;
    CsvReader reader_;
    EndColumns ends_;
    PairList list_;
    std::vector<std::vector<std::string>> rows_;  // all fields
    std::string stated_crs_;
};

}  // namespace

std::string PairColumns::label(std::size_t pair) const {
    if (names.empty()) return "";
    for (const std::string_view wanted : {"label", "pair_name", "id"}) {
        const auto found =
            std::ranges::find_if(names, [&](const std::string& name) { return lower_case(name) == wanted; });
        if (found != names.end()) return values[pair][static_cast<std::size_t>(found - names.begin())];
    }
    return values[pair][0];
}

std::optional<std::pair<std::size_t, std::size_t>> named_ends(const std::vector<std::string>& heading) {
    const auto from = std::ranges::find_if(heading, is_start_word);
    const auto to = std::ranges::find_if(heading, is_end_word);
    if (from == heading.end() || to == heading.end()) return std::nullopt;
    return std::pair(static_cast<std::size_t>(from - heading.begin()), static_cast<std::size_t>(to - heading.begin()));
}

bool has_end_positions(const std::vector<std::string>& heading) {
    return end_positions(heading).has_value();
}

PairList read_pairs(const std::string& path, const PointOptions& options) {
    return read_file_or_pipe(path, [&](const std::string& file) { return PairsReader(file, options).read(); });
}

}  // namespace allways
