// SPDX-License-Identifier: Apache-2.0
// allways verify: checks samples of a solved table with other algorithms.
#include <iostream>
#include <optional>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/cost_matrix.h"
#include "allways/export/json.h"
#include "allways/query/verification.h"
#include "base/human.h"
#include "command/command.h"
#include "command/input.h"
#include "command/option_rows.h"
#include "command/reports.h"

namespace allways::command {

namespace verify_verb {
namespace {

struct Arguments {
    std::string table;
    InputArguments network;
    VerifyOptions verify;
    bool json = false;
};

void print_json(const VerificationReport& found) {
    nlohmann::ordered_json json{{"passed", found.passed()}};
    json.update(json_of(found));
    std::cout << json_text(json, 2) << "\n";
}

void print_text(const VerificationReport& found) {
    for (const auto& check : found.checks) {
        std::cout << format("{:<14}{:>16} checked{:>12} wrong\n", check.name, count_text(check.checked),
                            count_text(check.mismatches));
    }
    for (const auto& example : found.examples) std::cout << "  " << example << "\n";
    std::cout << (found.passed() ? "The table is right.\n" : "The table is wrong.\n");
}

VerificationReport failed(const char* check, std::string why) {
    VerificationReport report;
    report.checks.push_back({check, 1, 1});
    report.examples.push_back(std::move(why));
    return report;
}

const IdTable& node_ids_of(const RoadNetwork& network) {
    return network.node_ids;
}
const IdTable& node_ids_of(const CostMatrix& matrix) {
    return matrix.node_ids();
}

// A report of the differing nodes; nothing if both have the same nodes.
std::optional<VerificationReport> different_nodes(const IdTable& table, const IdTable& source) {
    if (table.size() != source.size()) {
        return failed("node ids", format("the table has {} nodes, the source {}", table.size(), source.size()));
    }
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        if (table.text(i) == source.text(i)) continue;
        return failed("node ids",
                      format("node {} is {} in the table, {} in the source", i + 1, table.text(i), source.text(i)));
    }
    return std::nullopt;
}

// The matrix in the table's cost type, which --cost-type may have changed; nothing if it does not convert.
std::optional<CostMatrix> in_type_of(const DistanceTable& table, const CostMatrix& matrix) {
    if (table.type() == matrix.type()) return matrix;
    try {
        return convert_matrix(matrix, table.type());
    } catch (const InputError&) {
        return std::nullopt;
    }
}

VerificationReport verify_with(const DistanceTable& table, const RoadNetwork& network, const VerifyOptions& options) {
    return verify(table, network, options);
}

VerificationReport verify_with(const DistanceTable& table, const CostMatrix& matrix, const VerifyOptions& options) {
    const auto converted = in_type_of(table, matrix);
    if (converted && converted->scale().digits == table.scale().digits) return verify(table, *converted, options);
    return failed("costs",
                  format("the table holds {} with {} decimal digits, which cannot come from the matrix of {} with {}",
                         name(table.type()), table.scale().digits, name(matrix.type()), matrix.scale().digits));
}

ExitCode run(Arguments arguments, Console& console) {
    if (arguments.verify.rows == 0 && arguments.verify.pairs == 0) {
        throw InvalidArgument("--rows 0 and --pairs 0 leave nothing to check");
    }
    ReadOptions table_options;
    table_options.progress = console.progress();
    table_options.log = console.log();
    const DistanceTable table = read_table(arguments.table, table_options);
    // Compares a matrix in the table's own type. It is read as int32 by default.
    if (table.type() != CostType::int32) arguments.network.read.cost_type = table.type();
    const Input source = read(arguments.network, console);
    arguments.verify.progress = console.progress();
    const VerificationReport found = std::visit(
        [&](const auto& held) -> VerificationReport {
            using Held = std::decay_t<decltype(held)>;
            if constexpr (!std::is_same_v<Held, RoadNetwork> && !std::is_same_v<Held, CostMatrix>) {
                throw InputError(arguments.network.path, 0,
                                 format("expected a network or a matrix, found {}",
                                        std::is_same_v<Held, NetworkFactor> ? "a factor" : "a solved table"));
            } else {
                if (std::is_same_v<Held, CostMatrix> && !arguments.verify.cost.empty()) {
                    throw InvalidArgument("--cost selects a column of a network, but this is a matrix");
                }
                // Compares nodes first: the costs of another network say nothing about this table.
                if (auto other = different_nodes(table.node_ids(), node_ids_of(held))) return *other;
                return verify_with(table, held, arguments.verify);
            }
        },
        source);
    console.stop();
    arguments.json ? print_json(found) : print_text(found);
    return found.passed() ? ExitCode::ok : ExitCode::mismatch;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_flag(app, arguments->table, {"TABLE", "FILE", "Solved table"})->required();
    add_flag(app, arguments->network.path, {"--network", "FILE", "Network or matrix that it was solved from"})
        ->required();
    add_read_options(app, arguments->network.read);
    add_options(app, verify_options(), arguments->verify, "Options");
    app.add_flag("--json", arguments->json, "Print JSON");
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace
}  // namespace verify_verb

Command verify_command() {
    return {"verify", "Verify a solved table against its network",
            "  allways verify table.omx --network data/sioux_falls\n"
            "  allways verify table.omx --network roads_net.tntp --no-through 1-38 --rows 500\n"
            "Use the reading options that the table was solved with. Exit 6 if something differs.",
            verify_verb::declare};
}

}  // namespace allways::command
