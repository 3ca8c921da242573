// SPDX-License-Identifier: Apache-2.0
#include "command/difference_report.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/export/export.h"
#include "allways/export/json.h"
#include "allways/result/natural_scale.h"
#include "base/human.h"
#include "base/text.h"
#include "base/text_table.h"
#include "command/reports.h"

namespace allways::command {

namespace {

using Json = nlohmann::ordered_json;

std::string number_text(double value) {
    return std::isfinite(value) ? format("{:.10g}", value) : "inf";
}

std::string line(std::string_view label, const std::string& value) {
    return format("{:<21} {}\n", label, value);
}

std::string side_text(const DifferenceReport::Side& side) {
    const CostScale& scale = side.table.fields.front().scale;
    return format("{}: {} × {}, {}{}", side.file, count_text(side.table.rows.size()),
                  count_text(side.table.columns.size()), scale.name, scale.unit.empty() ? "" : " in " + scale.unit);
}

// "2 only in A (17, 18)"
std::string only_text(const std::vector<std::uint32_t>& indexes, const IdTable& ids, char side) {
    constexpr std::size_t most = 5;
    std::string text = format("{} only in {}", count_text(indexes.size()), side);
    if (indexes.empty()) return text;
    std::vector<std::string> names;
    for (std::size_t at = 0; at < std::min(most, indexes.size()); ++at) names.push_back(ids.text(indexes[at]));
    return text + format(" ({}{})", joined(names), indexes.size() > most ? ", …" : "");
}

std::string ids_text(const CommonIds& ids, const IdTable& a, const IdTable& b) {
    return format("{} common, {}, {}", count_text(ids.common.size()), only_text(ids.only_a, a, 'A'),
                  only_text(ids.only_b, b, 'B'));
}

std::string pair_text(const PairDifference& pair, const ComparedTable& a) {
    return format("from {} to {}: {} in A, {} in B", a.rows.text(pair.row), a.columns.text(pair.column),
                  number_text(pair.a), number_text(pair.b));
}

// "50 %: 0, 90 %: 1.5"
std::string percentiles_text(const FieldDifference& field, double DifferencePercentile::*measure) {
    std::vector<std::string> parts;
    for (const DifferencePercentile& at : field.percentiles)
        parts.push_back(format("{:g} %: {:.4g}", at.share, at.*measure));
    return joined(parts);
}

std::string means_text(const MeanDifference& means, const std::string& prefix) {
    return line(prefix + "mean", format("{:.6g} in A, {:.6g} in B", means.a, means.b)) +
           line(prefix.empty() ? "mean difference" : prefix + "difference",
                format("{:.4g} (B - A), {:.4g} absolute, {:.4g} root mean square", means.difference, means.absolute,
                       means.root_mean_square));
}

std::string statistics_text(const FieldDifference& field, const std::string& weights) {
    std::string text;
    if (field.means) text += means_text(*field.means, "");
    if (field.within + field.differing > 0) {
        text += line("percentiles", percentiles_text(field, &DifferencePercentile::absolute));
        text += line("relative", percentiles_text(field, &DifferencePercentile::relative));
    }
    if (field.weighted) {
        text += line("weights", format("{:.10g} in {}", field.weighted->weight, weights));
        text += means_text(*field.weighted, "weighted ");
    }
    return text;
}

std::string worst_pairs_text(const FieldDifference& field, const ComparedTable& a) {
    std::vector<std::vector<std::string>> rows{{"from", "to", "A", "B", "difference"}};
    for (const PairDifference& pair : field.worst) {
        rows.push_back({a.rows.text(pair.row), a.columns.text(pair.column), number_text(pair.a), number_text(pair.b),
                        std::isfinite(pair.absolute) ? number_text(pair.absolute) : "-"});
    }
    return text_table(rows, 0);
}

std::string worst_ends_text(const std::vector<FieldDifference::End>& ends, const IdTable& ids, const char* what) {
    std::vector<std::vector<std::string>> rows{{what, "pairs that differ", "by at most"}};
    for (const auto& end : ends) {
        rows.push_back({ids.text(end.index), count_text(end.differing),
                        std::isfinite(end.largest) ? number_text(end.largest) : "-"});
    }
    return text_table(rows, 0);
}

std::string field_text(const FieldDifference& field, const ComparedTable& a, const std::string& weights) {
    const std::string unit = field.unit.empty() ? "" : " " + field.unit;
    std::string text = format("\n{}{}\n", field.name, field.unit.empty() ? "" : ", in " + field.unit);
    text += line("pairs", count_text(field.pairs));
    text += line("equal", format("{}, {} of them unreachable", count_text(field.equal), count_text(field.unreachable)));
    text += line("within the tolerance", count_text(field.within));
    text += line("differing", count_text(field.differing));
    text += line("reachable only in A", count_text(field.reachable_in_a));
    text += line("reachable only in B", count_text(field.reachable_in_b));
    if (field.no_distances > 0)
        text += line("above unreachable", format("{}: damaged cells of one table", count_text(field.no_distances)));
    if (field.largest_absolute) {
        text += line("largest difference", format("{}{}, {}", number_text(field.largest_absolute->absolute), unit,
                                                  pair_text(*field.largest_absolute, a)));
        text += line("largest relative",
                     format("{:.3g}, {}", field.largest_relative->relative, pair_text(*field.largest_relative, a)));
    }
    text += statistics_text(field, weights);
    if (field.same()) return text;
    return text + "\n" + worst_pairs_text(field, a) + "\n" + worst_ends_text(field.worst_rows, a.rows, "origin") +
           "\n" + worst_ends_text(field.worst_columns, a.columns, "destination");
}

std::string stray_text(const DifferenceReport::Side& side, char name) {
    const StrayHops& stray = side.stray_hops;
    if (!stray.any()) return "";
    return line(format("next hops of {}", name),
                format("damaged: {} where there is no path, {} missing; the first from {} to {}",
                       count_text(stray.where_no_path), count_text(stray.missing), side.table.rows.text(stray.from),
                       side.table.columns.text(stray.to)));
}

// Explains why there is nothing to compare, and suggests a remedy.
std::string nothing_text(const DifferenceReport& report) {
    const ComparedTable& a = report.a.table;
    const ComparedTable& b = report.b.table;
    const bool one_size = a.rows.size() == b.rows.size() && a.columns.size() == b.columns.size();
    const bool no_row = report.rows.common.empty();
    return format(
        "\nNo {} of A is in B: the tables have nothing in common.\n{}",
        report.square ? "node"
        : no_row      ? "origin"
                      : "destination",
        one_size ? "If one has lost its ids, --by-position compares the first row with the first, and so on.\n" : "");
}

std::string verdict(const DifferenceReport& report) {
    if (!report.same()) return "The tables differ.";
    const bool exact =
        std::ranges::all_of(report.fields, [](const FieldDifference& field) { return field.within == 0; });
    return exact ? "The tables are equal." : "The tables are equal within the tolerance.";
}

Json ids_json(const CommonIds& ids, const IdTable& a, const IdTable& b) {
    Json json{{"common", ids.common.size()}, {"only_a", Json::array()}, {"only_b", Json::array()}};
    for (const std::uint32_t index : ids.only_a) json["only_a"].push_back(id_json(a, index));
    for (const std::uint32_t index : ids.only_b) json["only_b"].push_back(id_json(b, index));
    return json;
}

Json pair_json(const PairDifference& pair, const ComparedTable& a) {
    Json json{{"from", id_json(a.rows, pair.row)}, {"to", id_json(a.columns, pair.column)}};
    json.update(json_of(pair));
    return json;
}

Json ends_json(const std::vector<FieldDifference::End>& ends, const IdTable& ids) {
    Json json = Json::array();
    for (const auto& end : ends) {
        Json one{{"id", id_json(ids, end.index)}};
        one.update(json_of(end));
        json.push_back(std::move(one));
    }
    return json;
}

Json field_json(const FieldDifference& field, const ComparedTable& a) {
    Json json = json_of(field);
    if (field.largest_absolute) json["largest_absolute"] = pair_json(*field.largest_absolute, a);
    if (field.largest_relative) json["largest_relative"] = pair_json(*field.largest_relative, a);
    json["worst_pairs"] = Json::array();
    for (const PairDifference& pair : field.worst) json["worst_pairs"].push_back(pair_json(pair, a));
    json["worst_origins"] = ends_json(field.worst_rows, a.rows);
    json["worst_destinations"] = ends_json(field.worst_columns, a.columns);
    return json;
}

}  // namespace

bool DifferenceReport::same() const {
    if (a.stray_hops.any() || b.stray_hops.any()) return false;
    const bool all_ids = rows.same() && columns.same();
    const bool any_pairs = fields.front().pairs > 0;
    return (all_ids || (common_only && any_pairs)) &&
           std::ranges::all_of(fields, [](const FieldDifference& field) { return field.same(); });
}

bool DifferenceReport::nothing_in_common() const {
    const auto nothing = [](const CommonIds& ids) { return ids.common.empty() && !ids.same(); };
    return nothing(rows) || nothing(columns);
}

std::string to_text(const DifferenceReport& report) {
    std::string text = line("A", side_text(report.a)) + line("B", side_text(report.b));
    const auto matched = [&](const CommonIds& ids, const IdTable& a, const IdTable& b) {
        return report.by_position ? format("{}, matched by position", count_text(ids.common.size()))
                                  : ids_text(ids, a, b);
    };
    text += line(report.square ? "nodes" : "origins", matched(report.rows, report.a.table.rows, report.b.table.rows));
    if (!report.square) {
        text += line("destinations", matched(report.columns, report.a.table.columns, report.b.table.columns));
    }
    if (!report.a.skims.empty()) text += line("skims only in A", joined(report.a.skims));
    if (!report.b.skims.empty()) text += line("skims only in B", joined(report.b.skims));
    text += stray_text(report.a, 'A') + stray_text(report.b, 'B');
    if (report.nothing_in_common()) return text + nothing_text(report);
    for (const FieldDifference& field : report.fields) text += field_text(field, report.a.table, report.weights);
    return text + "\n" + verdict(report) + "\n";
}

Json to_json(const DifferenceReport& report) {
    const auto damaged = [](const DifferenceReport::Side& side) {
        return side.stray_hops.where_no_path + side.stray_hops.missing;
    };
    Json json{
        {"same", report.same()},
        {"matched_by", report.by_position ? "position" : "id"},
        {"a", {{"file", report.a.file}, {"skims_only_here", report.a.skims}, {"damaged_next_hops", damaged(report.a)}}},
        {"b", {{"file", report.b.file}, {"skims_only_here", report.b.skims}, {"damaged_next_hops", damaged(report.b)}}},
        {"origins", ids_json(report.rows, report.a.table.rows, report.b.table.rows)},
        {"destinations", ids_json(report.columns, report.a.table.columns, report.b.table.columns)},
        {"weights", report.weights.empty() ? Json() : Json(report.weights)},
        {"matrices", Json::array()}};
    for (const FieldDifference& field : report.fields) json["matrices"].push_back(field_json(field, report.a.table));
    return json;
}

// ---- The differences as a table

namespace {

IdTable ids_of(const IdTable& ids, const CommonIds& common) {
    std::vector<std::uint32_t> kept;
    for (const auto& [index, other] : common.common) kept.push_back(index);
    return ids.selection(kept);
}

// The differences of the first field as distances, of the others as skims.
template <class Table>
Table with_differences(Table table, const DifferenceReport& report) {
    const ComparedTable& a = report.a.table;
    const ComparedTable& b = report.b.table;
    for (std::size_t at = 1; at < report.fields.size(); ++at) {
        const ComparedField* in_a = a.skim(report.fields[at].name);
        std::vector<double> cells = differences({a, *in_a, b, *b.skim(in_a->scale.name), report.rows, report.columns});
        table.add_skim({{in_a->scale.name + "_difference", report.fields[at].unit, 0}, std::move(cells)});
    }
    table.set_provenance({{"differences", format("{} - {}", report.b.file, report.a.file)}});
    return table;
}

}  // namespace

void write_differences(const DifferenceReport& report, const OutputArguments& output, Console& console) {
    const ComparedTable& a = report.a.table;
    const ComparedTable& b = report.b.table;
    const ComparedField& first = a.fields.front();
    std::vector<double> cells = differences({a, first, b, b.fields.front(), report.rows, report.columns});
    for (double& cell : cells) {
        if (std::isnan(cell)) cell = unreachable_cost<double>;
    }
    const CostScale scale{first.scale.name + "_difference", report.fields.front().unit, 0};
    const IdTable rows = ids_of(a.rows, report.rows);
    const ExportOptions options = output.options(console);
    const std::size_t n = rows.size();
    bool is_square = report.square;
    for (std::size_t i = 0; i < n && report.square; ++i) {
        double& own = cells[i * n + i];
        if (!is_reachable(own)) own = 0;
        is_square = is_square && own == 0;  // means within zones may differ
    }
    if (is_square) {
        write_table(with_differences(DistanceTable(std::move(cells), n, scale, rows), report), output.path, options);
    } else {
        write_table(
            with_differences(OriginDestinationTable(std::move(cells), scale, rows, ids_of(a.columns, report.columns)),
                             report),
            output.path, options);
    }
}

}  // namespace allways::command
