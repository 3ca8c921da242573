// SPDX-License-Identifier: Apache-2.0
#include "trial.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numeric>

#include "fuzz/files/trial.h"

namespace trials {

namespace {

// Quotes hold commas, but no quotes.
std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (const char letter : line) {
        if (letter == '"')
            quoted = !quoted;
        else if (letter == ',' && !quoted)
            fields.emplace_back();
        else
            fields.back() += letter;
    }
    return fields;
}

}  // namespace

int Trial::run(const std::vector<std::string>& words, const std::vector<int>& codes) {
    std::string line = "allways";
    for (const std::string& word : words) line += " " + (word.empty() ? "''" : word);
    lines.push_back(line);
    const fuzz::Outcome outcome = fuzz::run_command(words, folder);
    if (outcome.kind != fuzz::Outcome::Kind::ok)
        throw Wrong("signal " + std::to_string(outcome.signal) + "\n" + outcome.errors);
    const std::string fault = fuzz::fault_of_messages(outcome.errors, outcome.exit_code);
    if (!fault.empty()) throw Wrong("messages: " + fault + "\n" + outcome.errors);
    if (std::ranges::find(codes, outcome.exit_code) == codes.end()) {
        throw Wrong("exit code " + std::to_string(outcome.exit_code) + "\n" + outcome.errors);
    }
    return outcome.exit_code;
}

Pairs read_pairs(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::string line;
    if (!std::getline(in, line) || !line.starts_with("from,to,")) throw Wrong("no list of pairs: " + file.string());
    Pairs pairs;
    while (std::getline(in, line)) {
        std::vector<std::string> fields = fields_of(line);
        if (fields.size() < 3) throw Wrong("a short row: " + line);
        const auto key = std::make_pair(fields[0], fields[1]);
        fields.erase(fields.begin(), fields.begin() + 2);
        if (!pairs.emplace(key, std::move(fields)).second) throw Wrong("a pair twice: " + line);
    }
    return pairs;
}

std::int64_t units_of(const std::string& text, int digits) {
    const bool negative = text.starts_with("-");
    const std::string number = negative ? text.substr(1) : text;
    const std::size_t point = std::min(number.find('.'), number.size());
    std::string whole = number.substr(0, point);
    std::string part = point < number.size() ? number.substr(point + 1) : "";
    while (part.size() > static_cast<std::size_t>(digits) && part.back() == '0') part.pop_back();
    const auto is_digits = [](const std::string& each) { return each.find_first_not_of("0123456789") == each.npos; };
    if (whole.empty() || !is_digits(whole) || !is_digits(part) || part.size() > static_cast<std::size_t>(digits)) {
        throw Wrong("not a number of " + std::to_string(digits) + " digits: " + text);
    }
    part.resize(static_cast<std::size_t>(digits), '0');
    const std::int64_t value = std::stoll(whole + part);
    return negative ? -value : value;
}

void check_pairs(const Pairs& found, const Network& network, const Table& table, const std::vector<std::size_t>& rows,
                 const std::vector<std::size_t>& columns, std::size_t column, int digits) {
    std::size_t reachable = 0;
    for (const std::size_t from : rows) {
        for (const std::size_t to : columns) {
            const std::string pair = network.id(from) + " -> " + network.id(to);
            const auto at = found.find({network.id(from), network.id(to)});
            const bool reached = at != found.end() && !at->second.at(0).empty();
            if (reached != (table[from][to] != unreachable)) {
                throw Wrong(pair + (reached ? " is reached" : " is not reached"));
            }
            if (!reached) continue;
            ++reachable;
            if (column >= at->second.size()) throw Wrong("a column is missing");
            const std::int64_t value = units_of(at->second[column], digits);
            if (value != table[from][to]) {
                throw Wrong(pair + " is " + at->second[column] + ", expected " + cost_text(table[from][to], digits));
            }
        }
    }
    const auto written = std::ranges::count_if(found, [](const auto& pair) { return !pair.second.at(0).empty(); });
    if (static_cast<std::size_t>(written) != reachable) throw Wrong("pairs that nobody asked for");
}

std::vector<Row> read_rows(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    const std::vector<std::string> names = fields_of(line);
    std::vector<Row> rows;
    while (std::getline(in, line)) {
        const std::vector<std::string> fields = fields_of(line);
        if (fields.size() != names.size()) throw Wrong("a row of another size: " + line);
        Row& row = rows.emplace_back();
        for (std::size_t k = 0; k < names.size(); ++k) row[names[k]] = fields[k];
    }
    return rows;
}

void expect_near(const std::string& text, double expected, const std::string& what) {
    char* end = nullptr;
    const double found = std::strtod(text.c_str(), &end);
    const bool is_number = !text.empty() && *end == '\0';
    if (is_number && std::abs(found - expected) <= 1e-12 * std::max(1.0, std::abs(expected))) return;
    throw Wrong(what + " is '" + text + "', expected " + std::to_string(expected));
}

std::vector<std::size_t> some_of(std::vector<std::size_t> nodes, Random& random) {
    for (std::size_t k = nodes.size(); k > 1; --k) std::swap(nodes[k - 1], nodes[random.below(k)]);
    nodes.resize(1 + random.below(nodes.size()));
    return nodes;
}

std::string id_list(const Network& network, const std::vector<std::size_t>& nodes) {
    std::string list;
    for (const std::size_t node : nodes) list += (list.empty() ? "" : ",") + network.id(node);
    return list;
}

std::vector<std::size_t> all_nodes(const Network& network) {
    std::vector<std::size_t> nodes(network.node_count());
    std::iota(nodes.begin(), nodes.end(), std::size_t{0});
    return nodes;
}

}  // namespace trials
