#include "allways/points/pairs_file.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/text.h"
#include "points/standard_input.h"
#include "text/csv_reader.h"
#include "text/line_reader.h"

namespace allways {

using namespace importers;

using namespace tools;

namespace {

bool is_pair_heading(std::string_view field) {
    const std::string first = lower_case(field);
    return first == "from" || first == "origin" || first == "from_node_id" || first == "source" || first == "o";
}

// The columns of a header with positions: from_lon, from_lat, to_lon, to_lat.
using PositionColumns = std::array<std::size_t, 4>;

std::optional<PositionColumns> position_columns(const std::vector<std::string_view>& names) {
    constexpr std::array<std::string_view, 4> wanted{"from_lon", "from_lat", "to_lon", "to_lat"};
    PositionColumns columns{};
    for (std::size_t at = 0; at < wanted.size(); ++at) {
        const auto found =
            std::ranges::find_if(names, [&](std::string_view name) { return lower_case(name) == wanted[at]; });
        if (found == names.end()) return std::nullopt;
        columns[at] = static_cast<std::size_t>(found - names.begin());
    }
    return columns;
}

// Ignores commas in positions if the first line has another separator: "@7.41,43.73;@7.42,43.74".
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
    constexpr auto taken = std::to_array<std::string_view>(
        {"alternative", "arc",       "arcs",          "cost",       "cost_name", "cost_sum",  "distance", "fid",
         "from",        "from_away", "from_position", "geom",       "geometry",  "head",      "legs",     "length",
         "length_m",    "maneuvers", "name",          "osm_way_id", "parts",     "reachable", "ref",      "reversed",
         "roads",       "route",     "step",          "stops",      "sum",       "tail",      "time",     "time_s",
         "to",          "to_away",   "to_position",   "unit",       "via"});
    return std::ranges::find(taken, name) != taken.end() || name.starts_with("length_") || name.starts_with("time_");
}

// A name for each of `count` fields, unique in any case, as GeoPackages require.
std::vector<std::string> free_names(const std::vector<std::string>& heading, std::size_t count) {
    std::vector<std::string> names;
    std::set<std::string> used;
    for (std::size_t at = 0; at < count; ++at) {
        std::string name(at < heading.size() ? trimmed(heading[at]) : "");
        if (name.empty()) name = format("column_{}", at + 1);
        if (is_taken(lower_case(name))) name = "pair_" + name;
        const std::string once = name;
        for (int number = 2; !used.insert(lower_case(name)).second; ++number) name = format("{}_{}", once, number);
        names.push_back(std::move(name));
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

PairList read_pairs_file(const std::string& path) {
    constexpr std::string_view comments = "#";
    const char delimiter = delimiter_of(path, comments);
    CsvReader reader(path, delimiter);
    reader.set_comment_marks(std::string(comments));
    std::vector<NodePair> pairs;
    std::vector<std::string> heading;
    std::vector<std::vector<std::string>> rows;  // all fields
    std::vector<std::string_view> fields;
    std::optional<PositionColumns> positions;
    for (bool first = true; reader.next(fields); first = false) {
        if (first && (positions = position_columns(fields))) {
            heading.assign(fields.begin(), fields.end());
            continue;
        }
        if (positions) {
            std::array<std::string_view, 4> values;
            for (std::size_t at = 0; at < values.size(); ++at) {
                if ((*positions)[at] >= fields.size())
                    reader.fail("a field of from_lon, from_lat, to_lon, to_lat is missing");
                values[at] = fields[(*positions)[at]];
            }
            pairs.push_back(
                {format("@{},{}", values[0], values[1]), format("@{},{}", values[2], values[3]), reader.line_number()});
            rows.emplace_back(fields.begin(), fields.end());
            continue;
        }
        if (fields.size() > 2 && (is_bare_position(fields[0], delimiter) || is_bare_position(fields[1], delimiter))) {
            reader.fail(
                "between commas positions need quotes: \"@7.41,43.73\",\"@7.42,43.74\"; or separate them by ';'");
        }
        if (fields.size() < 2 || fields[0].empty() || fields[1].empty()) {
            reader.fail(format("expected 'from,to', found '{}'", fields[0]));
        }
        if (first && is_pair_heading(fields[0])) {
            heading.assign(fields.begin(), fields.end());
            continue;
        }
        pairs.push_back({std::string(fields[0]), std::string(fields[1]), reader.line_number()});
        rows.emplace_back(fields.begin(), fields.end());
    }
    if (pairs.empty()) throw InputError(path, 0, "expected pairs, 'from,to' on each line, but there are none");
    const std::vector<std::size_t> ends =
        positions ? std::vector<std::size_t>(positions->begin(), positions->end()) : std::vector<std::size_t>{0, 1};
    return {std::move(pairs), further_columns(heading, std::move(rows), ends)};
}

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

PairList read_pairs(const std::string& path) {
    return read_file_or_pipe(path, read_pairs_file);
}

}  // namespace allways
