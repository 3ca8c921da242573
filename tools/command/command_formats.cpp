// SPDX-License-Identifier: Apache-2.0
// allways formats: lists the formats that Allways reads and writes.
#include <algorithm>
#include <iostream>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/export/export.h"
#include "allways/export/json.h"
#include "allways/importers/read.h"
#include "base/text.h"
#include "base/text_table.h"
#include "command/command.h"
#include "command/option_rows.h"

namespace allways::command {

namespace formats_verb {
namespace {

std::vector<std::string> holds_of(const OutputFormat& format) {
    std::vector<std::string> holds;
    if (format.has(FormatTrait::networks)) holds.push_back("network");
    if (format.has(FormatTrait::tables)) holds.push_back("table");
    if (format.has(FormatTrait::factors)) holds.push_back("factor");
    return holds;
}

using Rows = std::vector<std::vector<std::string>>;

void print_rows(const Rows& rows) {
    const std::string table = text_table(rows, rows.front().size());
    std::size_t start = 0;
    for (std::size_t end = table.find('\n'); end != std::string::npos; end = table.find('\n', start)) {
        std::cout << "  " << table.substr(start, end + 1 - start);
        start = end + 1;
    }
}

void print_text() {
    Rows read;
    Rows written;
    for (const auto& known : input_formats()) {
        read.push_back({known.name, std::string(name(known.holds)), joined(known.suffixes, " "), known.description});
    }
    for (const auto& known : output_formats()) {
        written.push_back({known.name, joined(holds_of(known), " "), joined(known.suffixes, " "), known.description});
    }
    std::cout << "Read:\n";
    print_rows(read);
    std::cout << "\nWritten:\n";
    print_rows(written);
}

// One format that is read, with the flags of its options.
void print_format(const std::string& wanted) {
    const FormatInfo format = input_format("", {.format = wanted});
    Rows rows;
    for (const ReadOptionRow& row : read_options()) {
        if (row.flag == no_flag || std::ranges::find(format.options, row.name) == format.options.end()) continue;
        rows.push_back({flag_names(row, row.is_on_by_default()) + (row.value.empty() ? "" : " ") + row.value,
                        with_flags(row.help)});
    }
    std::cout << format.name << ", " << name(format.holds) << ": " << format.description << "\n";
    if (rows.empty()) return;
    std::cout << "\nOptions:\n";
    print_rows(rows);
}

void print_json() {
    using Json = nlohmann::ordered_json;
    Json json{{"read", Json::array()}, {"written", Json::array()}};
    for (const auto& known : input_formats()) {
        json["read"].push_back({{"name", known.name},
                                {"holds", {std::string(name(known.holds))}},
                                {"suffixes", known.suffixes},
                                {"description", known.description}});
    }
    for (const auto& known : output_formats()) {
        json["written"].push_back({{"name", known.name},
                                   {"holds", holds_of(known)},
                                   {"suffixes", known.suffixes},
                                   {"description", known.description}});
    }
    std::cout << json_text(json, 2) << "\n";
}

std::function<ExitCode()> declare(CLI::App& app, Console&) {
    auto json = std::make_shared<bool>(false);
    auto name = std::make_shared<std::string>();
    add_flag(app, *name, {"NAME", "", "Format that is read, whose options are listed"});
    app.add_flag("--json", *json, "Print JSON")->excludes("NAME");
    return [json, name] {
        if (!name->empty())
            print_format(*name);
        else
            *json ? print_json() : print_text();
        return ExitCode::ok;
    };
}

}  // namespace
}  // namespace formats_verb

Command formats_command() {
    return {"formats", "List the formats that are read and written",
            "  allways formats\n"
            "  allways formats edge-list\n"
            "  allways solve data.txt -F edge-list --from-field 1 --to-field 2 --cost-field 3 -o table.omx",
            formats_verb::declare};
}

}  // namespace allways::command
