// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <sstream>

#include <boost/property_tree/json_parser.hpp>
#include <boost/property_tree/ptree.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "papers/result_json.h"

namespace allways::papers {
namespace {

// A property tree keeps every value as text; null becomes "null".

using Tree = boost::property_tree::ptree;

class Reader {
public:
    explicit Reader(std::string file) : file_(std::move(file)) {}

    [[noreturn]] void fail(const std::string& message) const { throw InputError(file_, 0, message); }

    const Tree& child(const Tree& tree, const std::string& key) const {
        const auto found = tree.find(key);
        if (found == tree.not_found()) fail(format("a result of a paper's experiment lacks '{}'", key));
        return found->second;
    }

    std::string text(const Tree& tree, const std::string& key) const { return child(tree, key).data(); }

    template <class Number>
    Number number(const Tree& value) const {
        Number number{};
        const std::string& text = value.data();
        const auto end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, number);
        if (error != std::errc() || rest != end) fail(format("expected a number, found '{}'", text));
        return number;
    }
    template <class Number>
    Number number(const Tree& tree, const std::string& key) const {
        return number<Number>(child(tree, key));
    }

    std::optional<double> optional_number(const Tree& value) const {
        return value.data() == "null" ? std::nullopt : std::optional(number<double>(value));
    }

    // Calls read() for each member of the array.
    template <class Read>
    auto list(const Tree& tree, const std::string& key, const Read& read) const {
        std::vector<decltype(read(tree))> values;
        for (const auto& [name, member] : child(tree, key)) values.push_back(read(member));
        return values;
    }

    std::vector<std::string> texts(const Tree& tree, const std::string& key) const {
        return list(tree, key, [](const Tree& member) { return member.data(); });
    }

    std::vector<std::optional<double>> values(const Tree& tree, std::size_t count) const {
        auto found = list(tree, "values", [&](const Tree& member) { return optional_number(member); });
        if (found.size() != count) fail(format("{} sizes, but {} values", count, found.size()));
        return found;
    }

    Column column(const Tree& tree, std::size_t count) const {
        Column column{text(tree, "name"), text(tree, "what"), text(tree, "covers"), text(tree, "group"), {}};
        column.cells = list(tree, "cells", [&](const Tree& cell) {
            return Cell{optional_number(child(cell, "seconds")), number<unsigned>(cell, "runs"),
                        text(cell, "warmed_up") == "true", text(cell, "note")};
        });
        if (column.cells.size() != count) fail(format("{} sizes, but {} cells", count, column.cells.size()));
        return column;
    }

    Published published(const Tree& tree, std::size_t count) const {
        const std::string quantity = text(tree, "quantity");
        if (quantity != "seconds" && quantity != "speed_up") {
            fail(format("'quantity' is seconds or speed_up, not '{}'", quantity));
        }
        return {text(tree, "name"),
                text(tree, "hardware"),
                quantity == "seconds" ? Published::Quantity::seconds : Published::Quantity::speed_up,
                text(tree, "over"),
                values(tree, count),
                texts(tree, "footnotes"),
                text(tree, "group")};
    }

    ExperimentResult result(const Tree& tree) const {
        ExperimentResult result;
        result.name = text(tree, "name");
        result.title = text(tree, "title");
        result.source = text(tree, "source");
        result.graph = text(tree, "graph");
        result.device = text(tree, "device");
        result.driver = text(tree, "driver");
        result.version = text(tree, "version");
        result.date = text(tree, "date");
        result.seed = number<std::uint64_t>(tree, "seed");
        result.limit_seconds = number<double>(tree, "limit_seconds");
        result.runs = number<unsigned>(tree, "runs");
        result.sizes = list(tree, "sizes", [&](const Tree& size) { return number<std::size_t>(size); });
        const std::size_t count = result.sizes.size();
        result.columns = list(tree, "columns", [&](const Tree& member) { return column(member, count); });
        result.facts = list(tree, "facts", [&](const Tree& fact) {
            return FactColumn{text(fact, "name"), text(fact, "what"), values(fact, count)};
        });
        result.speed_ups = list(tree, "speed_ups", [&](const Tree& member) {
            return SpeedUp{text(member, "method"), text(member, "baseline")};
        });
        result.published = list(tree, "published", [&](const Tree& member) { return published(member, count); });
        result.remarks = texts(tree, "remarks");
        return result;
    }

private:
    std::string file_;
};

}  // namespace

std::vector<ExperimentResult> results_from_json(const std::string& text, const std::string& file) {
    Tree tree;
    try {
        std::istringstream stream(text);
        boost::property_tree::read_json(stream, tree);
    } catch (const boost::property_tree::json_parser_error& error) {
        throw InputError(file, error.line(), format("is not JSON: {}", error.message()));
    }
    const Reader reader(file);
    if (tree.get<std::string>("format", "") != result_format) {
        reader.fail(format("is not a result of the papers' experiments; expected \"format\": \"{}\"", result_format));
    }
    return reader.list(tree, "experiments", [&](const Tree& member) { return reader.result(member); });
}

}  // namespace allways::papers
