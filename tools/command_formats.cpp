// allways formats: what is read and what is written.
#include <iostream>

#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/importers/read.h"
#include "command.h"
#include "export/export.h"

namespace allways::tools {

namespace {

std::string holds_text(FormatInfo::Holds holds) {
    switch (holds) {
        case FormatInfo::Holds::network: return "network";
        case FormatInfo::Holds::matrix: return "matrix";
        case FormatInfo::Holds::table: break;
    }
    return "table";
}

std::vector<std::string> holds_of(const OutputFormat& format) {
    std::vector<std::string> holds;
    if (format.write_network != nullptr) holds.push_back("network");
    if (format.write_table != nullptr) holds.push_back("table");
    return holds;
}

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const auto& part : parts) text += (text.empty() ? "" : " ") + part;
    return text;
}

void print_line(const std::string& name, const std::string& holds, const std::vector<std::string>& suffixes,
                const std::string& description) {
    std::cout << format("  {:<12}{:<10}{:<28}{}\n", name, holds, joined(suffixes), description);
}

void print_text() {
    std::cout << "Read:\n";
    for (const auto& known : input_formats()) {
        print_line(known.name, holds_text(known.holds), known.suffixes, known.description);
    }
    std::cout << "\nWritten:\n";
    for (const auto& known : output_formats()) {
        print_line(known.name, joined(holds_of(known)), known.suffixes, known.description);
    }
}

void print_json() {
    using Json = nlohmann::ordered_json;
    Json json{{"read", Json::array()}, {"written", Json::array()}};
    for (const auto& known : input_formats()) {
        json["read"].push_back({{"name", known.name},
                                {"holds", {holds_text(known.holds)}},
                                {"suffixes", known.suffixes},
                                {"description", known.description}});
    }
    for (const auto& known : output_formats()) {
        json["written"].push_back({{"name", known.name},
                                   {"holds", holds_of(known)},
                                   {"suffixes", known.suffixes},
                                   {"description", known.description}});
    }
    std::cout << json.dump(2) << "\n";
}

std::function<ExitCode()> declare(CLI::App& app, Console&) {
    auto json = std::make_shared<bool>(false);
    app.add_flag("--json", *json, "As JSON");
    return [json] {
        *json ? print_json() : print_text();
        return ExitCode::ok;
    };
}

}  // namespace

Command formats_command() {
    return {"formats", "Lists the formats that are read and written",
            "  allways formats\n"
            "  allways solve data.txt -F edge-list --from-field 1 --to-field 2 --cost-field 3 -o table.omx",
            declare};
}

}  // namespace allways::tools
