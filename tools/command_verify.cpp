// allways verify: whether a solved table is right, judged by other algorithms on samples.
#include <iostream>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/query/verification.h"
#include "command.h"
#include "human.h"
#include "input.h"

namespace allways::tools {

namespace {

struct Arguments {
    std::string table;
    InputArguments network;
    VerifyOptions verify;
    bool json = false;
};

void print_json(const VerificationReport& found) {
    nlohmann::ordered_json json{{"passed", found.passed()}, {"checks", nlohmann::ordered_json::array()}};
    for (const auto& check : found.checks) {
        json["checks"].push_back({{"name", check.name}, {"checked", check.checked}, {"mismatches", check.mismatches}});
    }
    json["examples"] = found.examples;
    std::cout << json.dump(2) << "\n";
}

void print_text(const VerificationReport& found) {
    for (const auto& check : found.checks) {
        std::cout << format("{:<14}{:>16} checked{:>12} wrong\n", check.name, count_text(check.checked),
                            count_text(check.mismatches));
    }
    for (const auto& example : found.examples) std::cout << "  " << example << "\n";
    std::cout << (found.passed() ? "The table is right.\n" : "The table is wrong.\n");
}

ExitCode run(Arguments arguments, Console& console) {
    ReadOptions table_options;
    table_options.progress = console.progress();
    table_options.log = console.log();
    const DistanceTable table = read_table(arguments.table, table_options);
    const Input source = read(arguments.network, console);
    arguments.verify.progress = console.progress();
    const VerificationReport found = std::visit(
        [&](const auto& held) -> VerificationReport {
            if constexpr (std::is_same_v<std::decay_t<decltype(held)>, DistanceTable>) {
                throw InputError(arguments.network.path, 0, "a network or a matrix was expected, found a solved table");
            } else {
                return verify(table, held, arguments.verify);
            }
        },
        source);
    console.stop();
    arguments.json ? print_json(found) : print_text(found);
    return found.passed() ? ExitCode::ok : ExitCode::mismatch;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    app.add_option("TABLE", arguments->table, "The solved table")->required()->type_name("FILE");
    app.add_option("--network", arguments->network.path, "The network or matrix it was solved from")
        ->required()
        ->type_name("FILE");
    add_read_options(app, arguments->network.read);
    app.add_option("--cost", arguments->verify.cost, "Column that was the cost; else the one the table is named after")
        ->type_name("FIELD");
    app.add_option("--rows", arguments->verify.rows, "Rows to compute again")->capture_default_str();
    app.add_option("--pairs", arguments->verify.pairs, "Paths to walk")->capture_default_str();
    app.add_option("--seed", arguments->verify.seed, "Which rows and paths")->capture_default_str();
    app.add_flag("--json", arguments->json, "As JSON");
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace

Command verify_command() {
    return {"verify", "Checks a solved table against its network",
            "  allways verify table.omx --network data/sioux_falls\n"
            "  allways verify table.omx --network roads_net.tntp --no-through 1-38 --rows 500\n"
            "Options of reading must be those the table was solved with. Exit 6 where something differs.",
            declare};
}

}  // namespace allways::tools
