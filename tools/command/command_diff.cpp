// SPDX-License-Identifier: Apache-2.0
// allways diff: compares two tables.
#include <iostream>
#include <optional>

#include <CLI/App.hpp>
#include <CLI/Error.hpp>
#include <CLI/Validators.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/json.h"
#include "allways/importers/read.h"
#include "base/counted.h"
#include "command/command.h"
#include "command/difference_report.h"
#include "command/input.h"
#include "command/number_options.h"
#include "command/option_rows.h"
#include "command/output.h"

namespace allways::command {

namespace diff_verb {
namespace {

struct Arguments {
    InputArguments a;  // of the options only the format; none: by suffix and content
    InputArguments b;
    std::string matrix;
    double relative_tolerance = 0;
    double absolute_tolerance = 0;
    bool common = false;
    bool by_position = false;
    InputArguments weights;  // none: no weighted means
    OutputArguments output;  // of the differences; no path: none
    bool json = false;
};

// Prefers a matrix to a list of arcs if a suffix can mean either.
FormatInfo format_of(const InputArguments& file) {
    return input_format(file.path, file.read, FormatInfo::Holds::matrix);
}

bool takes_matrix_name(const FormatInfo& format) {
    return format.holds == FormatInfo::Holds::table;
}

void check(const Arguments& arguments) {
    if (arguments.matrix.empty()) return;
    if (takes_matrix_name(format_of(arguments.a)) || takes_matrix_name(format_of(arguments.b))) return;
    throw InvalidArgument(
        "--matrix selects one of the matrices of an OMX file, a list of pairs or an SQLite table, but these files have "
        "only one");
}

void check_sizes(const Arguments& arguments, const ComparedTable& a, const ComparedTable& b) {
    if (!arguments.by_position || (a.rows.size() == b.rows.size() && a.columns.size() == b.columns.size())) return;
    throw InvalidArgument(
        format("--by-position needs tables of the same size, but '{}' has {} × {} and '{}' has {} × {}",
               arguments.a.path, a.rows.size(), a.columns.size(), arguments.b.path, b.rows.size(), b.columns.size()));
}

Input read_side(InputArguments file, const std::string& matrix, Console& console) {
    const FormatInfo found = format_of(file);
    file.read.format = found.name;
    if (takes_matrix_name(found)) file.read.cost_field = matrix;
    if (found.holds == FormatInfo::Holds::network || found.holds == FormatInfo::Holds::factor) {
        throw InputError(
            file.path, 0,
            format("expected a table or a matrix, but this is a {}; make the table of a network with 'allways solve'",
                   found.holds == FormatInfo::Holds::factor ? "factor" : "network"));
    }
    return read(file, console);
}

ComparedTable compared_table(const Input& input) {
    if (const auto* table = std::get_if<DistanceTable>(&input)) return compared(*table);
    if (const auto* table = std::get_if<OriginDestinationTable>(&input)) return compared(*table);
    return compared(std::get<CostMatrix>(input));
}

std::vector<std::string> skims_missing_in(const ComparedTable& other, const ComparedTable& table) {
    std::vector<std::string> names;
    for (std::size_t at = 1; at < table.fields.size(); ++at) {
        const std::string& name = table.fields[at].scale.name;
        if (other.skim(name) == nullptr) names.push_back(name);
    }
    return names;
}

void tell_unit(const CostScale& a, const CostScale& b, Console& console) {
    if (a.unit.empty() == b.unit.empty()) return;
    console.info(format("only one side states the unit of {}: its numbers are compared as they are", a.name));
}

// Weights are matched by ids, or by position as the tables are.
PairWeights weights_for(const Arguments& arguments, const ComparedTable& a, const ComparedTable& weights,
                        Console& console) {
    const std::string& file = arguments.weights.path;
    if (arguments.by_position) {
        if (weights.rows.size() != a.rows.size() || weights.columns.size() != a.columns.size()) {
            throw InvalidArgument(
                format("--by-position needs weights of the same size, but '{}' has {} × {} and '{}' has {} × {}", file,
                       weights.rows.size(), weights.columns.size(), arguments.a.path, a.rows.size(), a.columns.size()));
        }
        return {weights, same_positions(a.rows.size()), same_positions(a.columns.size())};
    }
    PairWeights found{weights, common_ids(a.rows, weights.rows), common_ids(a.columns, weights.columns)};
    if (found.rows.common.empty() || found.columns.common.empty())
        throw InputError(file, 0, format("has no id in common with '{}'", arguments.a.path));
    const std::size_t lacking = found.rows.only_a.size() + (&a.rows == &a.columns ? 0 : found.columns.only_a.size());
    if (lacking > 0) {
        console.warn(format("{} has no weights for {} of A; their pairs weigh 0", file,
                            counted(lacking, &a.rows == &a.columns ? "node" : "origin or destination")));
    }
    return found;
}

DifferenceReport compare(const Arguments& arguments, const ComparedTable& a, const ComparedTable& b,
                         const ComparedTable* weights, Console& console) {
    const auto is_square = [](const ComparedTable& table) { return &table.rows == &table.columns; };
    const auto common = [&](const IdTable& in_a, const IdTable& in_b) {
        return arguments.by_position ? same_positions(in_a.size()) : common_ids(in_a, in_b);
    };
    std::optional<PairWeights> weighing;
    if (weights != nullptr) weighing.emplace(weights_for(arguments, a, *weights, console));
    DifferenceReport report{.a = {arguments.a.path, a, skims_missing_in(b, a)},
                            .b = {arguments.b.path, b, skims_missing_in(a, b)},
                            .rows = common(a.rows, b.rows),
                            .columns = common(a.columns, b.columns),
                            .square = is_square(a) && is_square(b),
                            .common_only = arguments.common,
                            .by_position = arguments.by_position,
                            .weights = arguments.weights.path,
                            .fields = {}};
    const auto add = [&](const ComparedField& in_a, const ComparedField& in_b) {
        tell_unit(in_a.scale, in_b.scale, console);
        report.fields.push_back(difference({a, in_a, b, in_b, report.rows, report.columns},
                                           {.relative_tolerance = arguments.relative_tolerance,
                                            .absolute_tolerance = arguments.absolute_tolerance,
                                            .weights = weighing ? &*weighing : nullptr,
                                            .progress = console.progress()}));
    };
    add(a.fields.front(), b.fields.front());
    for (std::size_t at = 1; at < a.fields.size(); ++at) {
        if (const ComparedField* same = b.skim(a.fields[at].scale.name)) add(a.fields[at], *same);
    }
    return report;
}

ExitCode run(const Arguments& arguments, Console& console) {
    check(arguments);
    if (!arguments.output.path.empty()) {
        check_table_output(arguments.output.path, arguments.output.write);
    }
    const Input a = read_side(arguments.a, arguments.matrix, console);
    const Input b = read_side(arguments.b, arguments.matrix, console);
    const ComparedTable table_a = compared_table(a);
    const ComparedTable table_b = compared_table(b);
    check_sizes(arguments, table_a, table_b);
    std::optional<Input> weights;
    if (!arguments.weights.path.empty()) weights = read_side(arguments.weights, "", console);
    const std::optional<ComparedTable> weighing = weights ? std::optional(compared_table(*weights)) : std::nullopt;
    DifferenceReport report = compare(arguments, table_a, table_b, weighing ? &*weighing : nullptr, console);
    if (!arguments.output.path.empty() && !report.nothing_in_common())
        write_differences(report, arguments.output, console);
    if (const auto* table = std::get_if<DistanceTable>(&a)) report.a.stray_hops = stray_hops(*table);
    if (const auto* table = std::get_if<DistanceTable>(&b)) report.b.stray_hops = stray_hops(*table);
    console.stop();
    if (arguments.json)
        std::cout << json_text(to_json(report), 2) << "\n";
    else
        std::cout << to_text(report);
    return report.same() ? ExitCode::ok : ExitCode::mismatch;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_flag(app, arguments->a.path, {"A", "FILE", "Table (of all pairs, or of origins × destinations) or matrix"})
        ->required();
    add_flag(app, arguments->b.path, {"B", "FILE", "Table or matrix to compare it with"})->required();
    add_flag(app, arguments->relative_tolerance,
             {"--rtol", "PART",
              "Relative tolerance: treat numbers as equal if they differ by at most this share of the larger one"})
        ->check(number_from(0))
        ->capture_default_str();
    add_flag(app, arguments->absolute_tolerance,
             {"--atol", "COST", "Absolute tolerance, in A's unit; added to the relative one"})
        ->check(number_from(0))
        ->capture_default_str();
    app.add_flag("--common", arguments->common, "Compare only ids that both have");
    app.add_flag("--by-position", arguments->by_position,
                 "Compare rows and columns by position instead of by id; needs tables of the same size")
        ->excludes("--common");
    add_flag(app, arguments->matrix,
             {"--matrix", "NAME",
              "OMX, lists of pairs, SQLite: matrix to compare, such as length (default: distances and common skims)"});
    const std::string by_name = "'s format (default: by suffix and content; see 'allways formats')";
    add_flag(app, arguments->a.read.format, {"--format-a", "NAME", "A" + by_name});
    add_flag(app, arguments->b.read.format, {"--format-b", "NAME", "B" + by_name});
    add_flag(
        app, arguments->weights.path,
        {"--weights", "FILE", "Weigh pairs in further means by this table or matrix of any format, such as trips"});
    add_flag(
        app, arguments->output.path,
        {"-o,--output", "FILE", "Write the differences B - A as a table, in A's unit; unreachable where either is"});
    add_format_options(app, arguments->output);
    app.add_flag("--json", arguments->json, "Print JSON");
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace
}  // namespace diff_verb

Command diff_command() {
    return {"diff", "Compare two tables or matrices pair by pair",
            "  allways diff before.omx after.omx\n"
            "  allways diff table.omx published.csv --rtol 1e-6\n"
            "  allways diff am.omx pm.omx --matrix length --json\n"
            "  allways diff table.omx scipy.npy --by-position --rtol 1e-12\n"
            "  allways diff before.omx after.omx --weights trips.omx -o change.omx\n"
            "Pairs are matched by the ids of their nodes; units are converted. Exit 6 if something differs.",
            diff_verb::declare};
}

}  // namespace allways::command
