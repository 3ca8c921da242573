// SPDX-License-Identifier: Apache-2.0
// Comments and first rows of a list → facts.
#include "attributes/edge_list_facts.h"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "allways/base/decimal.h"
#include "base/text.h"
#include "text/csv_reader.h"

namespace allways::importers {

namespace {

using Fields = std::vector<std::string_view>;

bool is_comment(std::string_view line) {
    return edge_list_comments.find(line.front()) != std::string_view::npos;
}

// Returns the words of a comment after its marks ('#', '%') and blanks.
Fields words_of_comment(std::string_view line) {
    Fields words;
    split_blanks(line.substr(std::min(line.find_first_not_of("#%"), line.size())), words);
    return words;
}

std::optional<std::int64_t> count_of(std::string_view text) {
    const auto count = parse_whole(text);
    return count && *count >= 0 ? count : std::nullopt;
}

// Reads comments of SNAP, "# Undirected graph: …" and "# Nodes: 4 Edges: 5", and of KONECT, "% sym unweighted" and then
// "% 5 4 4".
void read_comment(EdgeListFacts& facts, std::string_view line, std::uint64_t line_number) {
    const Fields words = words_of_comment(line);
    if (is_konect_header(line)) {
        facts.konect = true;
        facts.weighted = words[1] != "unweighted" && words[1] != "positive";
        facts.bipartite = words[0] == "bip";
        facts.undirected = words[0] != "asym";
        facts.statement = trimmed(line);
    } else if (words.size() == 3 && facts.konect && !facts.edges && count_of(words[0]) && count_of(words[1])) {
        facts.edges = count_of(words[0]);
        facts.nodes = count_of(words[1]);
        facts.counts_line = line_number;
    } else if (words.size() >= 2 && lower_case(words[1]).starts_with("graph") &&
               (lower_case(words[0]) == "undirected" || lower_case(words[0]) == "directed")) {
        facts.undirected = lower_case(words[0]) == "undirected";
        facts.statement = std::string(words[0]) + " graph";
    } else if (words.size() == 4 && words[0] == "Nodes:" && words[2] == "Edges:") {
        facts.nodes = count_of(words[1]);
        facts.edges = count_of(words[3]);
        facts.counts_line = line_number;
    }
}

// Returns ',', ';', tab or blanks. Some lists separate the end nodes by a blank and the weight by a tab.
char delimiter_of(std::string_view row) {
    for (const char candidate : {',', ';'}) {
        if (row.find(candidate) != row.npos) return candidate;
    }
    if (row.find('\t') == row.npos) return CsvReader::blanks;
    Fields fields;
    split_blanks(row, fields);
    const bool numbers = std::ranges::all_of(fields, [](auto field) { return Decimal::parse(field).has_value(); });
    const auto tabs = static_cast<std::size_t>(std::ranges::count(row, '\t'));
    return numbers && fields.size() > tabs + 1 ? CsvReader::blanks : '\t';
}

struct Sizes {
    std::int64_t nodes = 0;
    std::int64_t rows = 0;
};

// Returns the possible readings of a first row: "nodes edges", "nodes nodes edges" as in Matrix Market, or with the
// edges first as in lists of Network Repository.
std::vector<Sizes> sizes_in(const Fields& row) {
    std::vector<Sizes> readings;
    const bool triple = row.size() == 3;
    if (row.size() != 2 && !triple) return readings;
    const auto first = count_of(row.front());
    const auto last = count_of(row.back());
    if (!first || !last) return readings;
    if (*last > 0 && (!triple || row[0] == row[1])) readings.push_back({*first, *last});
    if (*first > 0 && (!triple || row[1] == row[2])) readings.push_back({*last, *first});
    return readings;
}

// Returns the reading that the rows below allow: no node number exceeds the sizes, and the row count matches or, which
// is less certain, all rows have another number of fields.
std::optional<Sizes> sizes_that_fit(CsvReader& records, std::vector<Sizes> readings, std::size_t field_count) {
    Fields row;
    std::int64_t rows = 0;
    bool other_shape = true;
    while (!readings.empty() && records.next(row)) {
        if (row.size() < 2) return std::nullopt;
        const auto from = count_of(row[0]);
        const auto to = count_of(row[1]);
        if (!from || !to) return std::nullopt;
        other_shape = other_shape && row.size() != field_count;
        ++rows;
        std::erase_if(readings, [&](const Sizes& sizes) {
            return std::max(*from, *to) > sizes.nodes || (rows > sizes.rows && !other_shape);
        });
    }
    const auto exact = std::ranges::find(readings, rows, &Sizes::rows);
    if (exact != readings.end()) return *exact;
    if (readings.empty() || !other_shape || rows == 0) return std::nullopt;
    return readings.front();
}

bool first_field_repeats(const std::string& path, char delimiter) {
    constexpr std::size_t enough = 1000;
    CsvReader records(path, delimiter);
    records.set_comment_marks(std::string(edge_list_comments));
    std::set<std::string, std::less<>> seen;
    Fields row;
    while (seen.size() < enough && records.next(row)) {
        if (!seen.emplace(row[0]).second) return true;
    }
    return false;
}

}  // namespace

bool is_konect_header(std::string_view line) {
    constexpr std::array<std::string_view, 3> formats{"sym", "asym", "bip"};
    constexpr std::array<std::string_view, 9> weights{"unweighted",    "positive",    "posweighted",
                                                      "signed",        "multisigned", "weighted",
                                                      "multiweighted", "dynamic",     "multiposweighted"};
    if (!line.starts_with('%') || line.starts_with("%%")) return false;
    const Fields words = words_of_comment(line);
    return words.size() == 2 && std::ranges::find(formats, words[0]) != formats.end() &&
           std::ranges::find(weights, words[1]) != weights.end();
}

EdgeListFacts survey_edge_list(const std::string& path, const ReadOptions& options) {
    EdgeListFacts facts;
    Fields row;
    std::uint64_t first_line = 0;
    {
        LineReader lines(path);
        std::string_view line;
        while (lines.next(line)) {
            line = trimmed(line);
            if (line.empty()) continue;
            if (!is_comment(line)) {
                facts.delimiter = facts.konect ? CsvReader::blanks : delimiter_of(line);
                first_line = lines.line_number();
                break;
            }
            read_comment(facts, line, lines.line_number());
        }
    }
    const bool ends_named = options.from_field && options.to_field;
    if (first_line == 0 || ends_named) return facts;
    CsvReader records(path, facts.delimiter);
    records.set_comment_marks(std::string(edge_list_comments));
    if (!records.next(row)) return facts;
    const std::size_t field_count = row.size();
    if (const auto readings = sizes_in(row); !readings.empty() && !facts.konect) {
        if (const auto sizes = sizes_that_fit(records, readings, field_count)) {
            facts.has_size_row = true;
            facts.nodes = sizes->nodes;
            facts.edges = sizes->rows;
            facts.counts_line = first_line;
        }
    }
    facts.first_field_repeats = field_count == 4 && first_field_repeats(path, facts.delimiter);
    return facts;
}

}  // namespace allways::importers
