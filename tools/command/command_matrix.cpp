// SPDX-License-Identifier: Apache-2.0
// allways matrix: facts of a matrix of trips or skims, and operations on it.
#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/decimal.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/export.h"
#include "allways/export/files.h"
#include "allways/export/json.h"
#include "allways/points/standard_input.h"
#include "allways/points/zone_matrix.h"
#include "allways/result/natural_scale.h"
#include "base/counted.h"
#include "base/text.h"
#include "command/command.h"
#include "command/info_text.h"
#include "command/input.h"
#include "command/option_rows.h"
#include "command/output.h"
#include "command/reports.h"

namespace allways::command {

namespace matrix_verb {
namespace {

struct Arguments {
    InputArguments input;
    OutputArguments output;
    bool transpose = false;
    std::array<std::string, 3> operands;  // by Arithmetic: a number, or the file of a matrix; empty: none
    std::string districts;                // file
    std::string fit;                      // file
    bool round = false;
    std::string sums;     // file
    std::string lengths;  // file of the skim
    std::optional<Decimal> bin;
    std::string other_name;  // of the matrix in that file
    bool json = false;
};

void check(const Arguments& arguments) {
    const std::string& path = arguments.output.path;
    const auto operands = 3 - std::ranges::count(arguments.operands, "");
    const auto changes = operands + arguments.transpose + !arguments.districts.empty() + !arguments.fit.empty();
    const bool lengths = !arguments.lengths.empty();
    if (changes > 1)
        throw InvalidArgument(
            "give one of --transpose, --plus, --minus, --times, --districts and --fit; write its result, and read that "
            "for the next");
    if (lengths && (changes > 0 || arguments.round || !arguments.sums.empty() || arguments.json))
        throw InvalidArgument("--lengths does not go with --json and other operations");
    if (lengths != arguments.bin.has_value()) throw InvalidArgument("--lengths and --bin need each other");
    if (!arguments.other_name.empty() && !lengths && operands == 0)
        throw InvalidArgument("--other-name names a matrix of the file of --plus, --minus, --times or --lengths");
    check_file_output(arguments.sums, arguments.output.write.overwrite);
    if (lengths)
        check_file_output(path, arguments.output.write.overwrite);
    else if (!path.empty())
        check_table_output(path, arguments.output.write);
    if (!path.empty() && !arguments.sums.empty() && is_same_file(path, arguments.sums))
        throw InvalidArgument(format("two results would be written to {}", path));
}

ZoneMatrix read_matrix(InputArguments input, Console& console) {
    input.read.keep_diagonal = true;
    // CSV that could also be a network is a matrix.
    if (input.path != "-" && !tools::is_pipe(input.path))
        input.read.format = input_format(input.path, input.read, FormatInfo::Holds::matrix).name;
    return zone_matrix(read(input, console), input.path);
}

ZoneMatrix read_other(const std::string& file, const Arguments& arguments, Console& console) {
    InputArguments other{file, {}};
    other.read.cost_field = arguments.other_name;
    return read_matrix(std::move(other), console);
}

std::optional<FitReport> change(ZoneMatrix& matrix, const Arguments& arguments, Console& console) {
    std::optional<FitReport> report;
    if (arguments.transpose) matrix = transposed(matrix);
    for (std::size_t i = 0; i < arguments.operands.size(); ++i) {
        const std::string& operand = arguments.operands[i];
        const auto arithmetic = static_cast<Arithmetic>(i);
        if (const auto number = parse_real(operand))
            combine(matrix, arithmetic, *number);
        else if (!operand.empty())
            combine(matrix, arithmetic, read_other(operand, arguments, console));
    }
    if (const std::string& file = arguments.districts; !file.empty())
        matrix =
            aggregated(matrix, zone_texts(file, "district", matrix.rows), zone_texts(file, "district", matrix.columns));
    if (const std::string& file = arguments.fit; !file.empty())
        report = fit(matrix, zone_numbers(file, "origins", matrix.rows),
                     zone_numbers(file, "destinations", matrix.columns), console.progress());
    if (arguments.round) round_rows(matrix);
    return report;
}

std::string text_of(double number) {
    return Decimal::from_double(number).to_string();
}

void print(const ZoneMatrix& matrix) {
    const MatrixFacts facts = facts_of(matrix);
    const std::string unit = unit_suffix(matrix.scale);
    put_line("matrix", matrix.source);
    put_line("name", matrix.scale.name);
    put_line("shape", format("{} × {}", count_text(matrix.rows.size()), count_text(matrix.columns.size())));
    put_line("cells", format("{} other than 0, {} missing", count_text(facts.nonzero), count_text(facts.missing)));
    put_line("total", text_of(facts.total) + unit);
    put_line("diagonal", text_of(facts.diagonal) + unit);
    if (facts.smallest)
        put_line("range", format("{} to {}{}", text_of(*facts.smallest), text_of(*facts.largest), unit));
}

void write_result(const ZoneMatrix& matrix, const Arguments& arguments, Console& console) {
    std::vector<double> cells = matrix.cells;
    std::ranges::replace_if(
        cells, [](double cell) { return std::isnan(cell); }, unreachable_cost<double>);
    OriginDestinationTable table(std::move(cells), matrix.scale, matrix.rows, matrix.columns);
    table.set_provenance({{"source", arguments.input.path}});
    write_table(table, arguments.output.path, arguments.output.options(console));
}

ExitCode find_lengths(const ZoneMatrix& trips, const Arguments& arguments, Console& console) {
    const ZoneMatrix skim = read_other(arguments.lengths, arguments, console);
    const TripLengths found = trip_lengths(trips, skim, *arguments.bin);
    const std::string missing = format("{} trips have no length", text_of(found.without_length));
    if (found.without_length > 0) console.warn(missing);
    const ExitCode end = console.end(found.without_length == 0, missing);
    if (end != ExitCode::ok) return end;
    const std::string& path = arguments.output.path;
    write_text_file(path.empty() ? standard_output : path, found.csv, arguments.output.write.overwrite);
    console.stop();
    if (found.mean)
        console.info(
            format("mean length {}{}, {} trips", text_of(*found.mean), unit_suffix(skim.scale), text_of(found.total)));
    return end;
}

ExitCode run(const Arguments& arguments, Console& console) {
    check(arguments);
    ZoneMatrix matrix = read_matrix(arguments.input, console);
    if (!arguments.lengths.empty()) return find_lengths(matrix, arguments, console);
    const std::uint64_t missing = facts_of(matrix).missing;
    if (missing > 0 && !(arguments.sums.empty() && arguments.districts.empty()))
        console.warn(counted(missing, "cell has no number and counts as 0", "cells have no number and count as 0"));
    const std::optional<FitReport> fitted = change(matrix, arguments, console);
    if (fitted && !fitted->is_reached()) {
        const std::string text = format("after {} a row or column still deviates from its target by {:.3g} of it",
                                        counted(fitted->iterations, "iteration"), fitted->deviation);
        console.warn(text);
        if (const ExitCode end = console.end(false, text); end != ExitCode::ok) return end;
    }
    const bool writes = !arguments.output.path.empty();
    const std::string table = arguments.sums.empty() ? "" : sums_text(matrix);
    if (writes) write_result(matrix, arguments, console);
    if (!arguments.sums.empty()) write_text_file(arguments.sums, table, arguments.output.write.overwrite);
    console.stop();
    if (fitted && fitted->is_reached())
        console.info(format("fitted in {}; the largest deviation is {:.3g}", counted(fitted->iterations, "iteration"),
                            fitted->deviation));
    if (arguments.json) {
        nlohmann::ordered_json json{{"name", matrix.scale.name},
                                    {"unit", matrix.scale.unit},
                                    {"rows", matrix.rows.size()},
                                    {"columns", matrix.columns.size()}};
        json.update(json_of(facts_of(matrix)));
        if (fitted) json["fit"] = {{"iterations", fitted->iterations}, {"deviation", fitted->deviation}};
        const bool data = arguments.output.path == standard_output || arguments.sums == standard_output;
        report_stream(data ? standard_output : "") << json_text(json, 2) << "\n";
    } else if (!writes && arguments.sums.empty()) {
        print(matrix);
    }
    return ExitCode::ok;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    constexpr const char* operations = "Operations, one of";
    add_input(app, arguments->input, "INPUT", "A matrix of trips or a skim, in any format of matrices and tables");
    app.add_flag("--transpose", arguments->transpose, "Exchange rows and columns")->group(operations);
    add_flag(
        app, arguments->operands[0],
        {"--plus", "OTHER", "Add a number, or a matrix of the same zones, whose cells are matched by ids", operations});
    add_flag(app, arguments->operands[1], {"--minus", "OTHER", "Subtract a number or a matrix", operations});
    add_flag(app, arguments->operands[2], {"--times", "OTHER", "Multiply by a number, or cell by cell", operations});
    add_flag(app, arguments->districts,
             {"--districts", "FILE",
              "Add up rows and columns by district: CSV with the columns zone_id (or node_id, id) and district",
              operations});
    add_flag(app, arguments->fit,
             {"--fit", "FILE",
              "Multiply rows and columns by factors until they have these sums (Furness, Fratar): CSV with the columns "
              "zone_id (or node_id, id), origins and destinations",
              operations});
    app.add_flag("--round", arguments->round,
                 "Then round to integers, keeping the sum of each row to the nearest integer");
    add_flag(app, arguments->sums,
             {"--sums", "FILE", "Write the sums of the rows and columns of the result as CSV; - is standard output"});
    add_flag(app, arguments->lengths,
             {"--lengths", "SKIM", "Write the trips by the lengths that a skim states, as CSV, and report their mean"});
    add_flag(app, arguments->bin, {"--bin", "WIDTH", "Width of the classes of --lengths, in the unit of the skim"});
    add_flag(app, arguments->other_name,
             {"--other-name", "NAME", "The matrix to read from OTHER or SKIM, if it has several"});
    add_flag(app, arguments->output.path,
             {"-o,--output", "FILE", "Write the result; - writes to standard output (text formats)"});
    add_format_options(app, arguments->output);
    app.add_flag("--json", arguments->json, "Print facts of the result as JSON");
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace
}  // namespace matrix_verb

Command matrix_command() {
    return {"matrix", "Add up, combine, aggregate, fit and round matrices of trips or skims",
            "  allways matrix trips.omx --sums sums.csv\n"
            "  allways matrix car.omx --plus lorry.csv -o all.omx\n"
            "  allways matrix trips.omx --districts districts.csv -o - -f csv\n"
            "  allways matrix base.tntp --fit targets.csv -o future.omx\n"
            "  allways matrix trips.omx --lengths skims.omx --other-name length --bin 500 -o lengths.csv",
            matrix_verb::declare};
}

}  // namespace allways::command
