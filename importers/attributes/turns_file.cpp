// SPDX-License-Identifier: Apache-2.0
#include "attributes/turns_file.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "attributes/import_report.h"
#include "attributes/other_tables.h"
#include "attributes/turn_rows.h"
#include "base/counted.h"
#include "base/text.h"
#include "text/csv_reader.h"

namespace allways::importers {

namespace {

constexpr const char* comments = "#";
// Costs of pgRouting from this value on forbid a turn: 11 days for one turn.
constexpr double prohibitive = 1e6;

// Finds the delimiter; a header of one field has none.
char delimiter_of(const std::string& path) {
    const char guessed = CsvReader::guess_delimiter(path, comments);
    return guessed == CsvReader::blanks ? ',' : guessed;
}

class TurnsFile {
public:
    TurnsFile(RoadNetwork& network, const ReadOptions& options, ImportReport& report)
        : network_(network),
          options_(options),
          report_(report),
          name_(std::filesystem::path(options.turns).filename().string()),
          records_(options.turns, delimiter_of(options.turns), options),
          arcs_(network.arc_ids),
          prices_(network.turns) {
        records_.set_comment_marks(comments);
        read_header();
        records_.end_comments();
    }

    void read() {
        while (records_.next(fields_)) {
            if (fields_.size() != names_.size()) {
                records_.fail(
                    format("expected {} fields ({}), found {}", names_.size(), joined(names_), fields_.size()));
            }
            layout_ == Layout::plain ? read_plain() : read_pgrouting();
        }
    }

    void tell() const {
        const LogCallback& log_to = options_.log;
        const std::uint64_t rules = forbidden_ + mandatory_ + new_prices_.size();
        report_.counts.push_back({"turn rules added", rules});
        log(log_to, LogLevel::info,
            format("{}: {} added ({} forbidden, {} mandatory, {})", name_, counted(rules, "turn rule"), forbidden_,
                   mandatory_, counted(new_prices_.size(), "price")));
        if (replaced_ > 0) {
            log(log_to, LogLevel::info,
                format("{}: {} the price that the network states", name_,
                       counted(replaced_, "price replaces", "prices replace")));
        }
        if (long_prices_ > 0) {
            log(log_to, LogLevel::loss,
                format("{}: {} of three or more arcs {} a cost and {} forbidden: only a turn from one arc to the next "
                       "can have a price",
                       name_, counted(long_prices_, "path"), by_count(long_prices_, "has", "have"),
                       by_count(long_prices_, "is", "are")));
        }
    }

private:
    enum class Layout { plain, path, via_path };

    void read_header() {
        if (!records_.next(fields_))
            throw InputError(options_.turns, 0, "expected a header with field names; the file is empty");
        for (const auto name : fields_) names_.push_back(lower_case(name));
        const auto has = [&](const char* name) { return find(name).has_value(); };
        if (has("from_arc") && has("to_arc")) {
            layout_ = Layout::plain;
        } else if (has("path")) {
            layout_ = Layout::path;
        } else if (has("target_id") && has("via_path")) {
            layout_ = Layout::via_path;
        } else {
            const std::string_view other = describe_other_table(names_);
            records_.fail(
                format("expected the fields from_arc and to_arc, or path, or target_id and via_path; found {}{}",
                       joined(names_), other.empty() ? "" : format(", {}", other)));
        }
    }

    std::optional<std::size_t> find(std::string_view name) const {
        const auto found = std::ranges::find(names_, name);
        if (found == names_.end()) return std::nullopt;
        return static_cast<std::size_t>(found - names_.begin());
    }
    // Returns the text of the field in this row; empty if there is no such field, or if it has a word for a missing
    // value.
    std::string_view value(std::string_view name) const {
        const auto field = find(name);
        return !field || is_missing_word(fields_[*field]) ? std::string_view() : fields_[*field];
    }

    std::string_view require(std::string_view name) const {
        const std::string_view text = value(name);
        if (text.empty()) records_.fail(format("{} is empty", name));
        return text;
    }

    std::vector<std::string> ids_in(std::string_view field) const {
        const std::string_view list = value(field);
        auto ids = split_ids(list);
        if (!ids) records_.fail(format("{} needs ids of arcs such as {{4,7}}, found '{}'", field, shortened(list)));
        return std::move(*ids);
    }

    void read_plain() {
        std::vector<std::string> ids{std::string(require("from_arc"))};
        std::ranges::move(ids_in("via_arcs"), std::back_inserter(ids));
        ids.emplace_back(require("to_arc"));
        const std::string kind = lower_case(value("kind"));
        const std::string_view seconds = value("seconds");
        const std::string source(value("source"));
        if (!seconds.empty()) {
            if (!kind.empty()) records_.fail(format("a row has a kind ('{}') or seconds, not both", shortened(kind)));
            if (ids.size() > 2) records_.fail("only a turn from one arc to the next can have seconds; remove via_arcs");
            const auto price = Decimal::parse(seconds);
            if (!price || price->digits() < 0) {
                records_.fail(format("seconds needs a number of at least 0, found '{}'", shortened(seconds)));
            }
            return add_price(ids, *price);
        }
        if (kind.empty() || kind == "forbidden") return add_rule(TurnRules::Kind::forbidden, ids, source);
        if (kind == "mandatory") return add_rule(TurnRules::Kind::mandatory, ids, source);
        records_.fail(format("kind needs 'forbidden' or 'mandatory', found '{}'", shortened(kind)));
    }

    void read_pgrouting() {
        std::vector<std::string> ids;
        if (layout_ == Layout::path) {
            ids = ids_in("path");
            if (ids.empty()) return;  // as in pgRouting
        } else {
            ids = ids_in("via_path");
            std::ranges::reverse(ids);
            ids.emplace_back(require("target_id"));
        }
        if (ids.size() < 2) records_.fail(format("a path needs two or more arcs, found only {}", joined(ids)));
        const std::string_view id = value("id");
        const std::string source = id.empty() ? "" : format("{} {}", name_, id);
        const auto price = pgrouting_price(layout_ == Layout::path ? "cost" : "to_cost");
        if (price && ids.size() == 2) return add_price(ids, *price);
        long_prices_ += price.has_value();
        add_rule(TurnRules::Kind::forbidden, ids, source);
    }

    // Returns nothing for costs that forbid: missing, negative, infinite or prohibitive.
    std::optional<Decimal> pgrouting_price(std::string_view field) const {
        std::string_view text = value(field);
        if (text.starts_with('-') && is_unreachable_word(text.substr(1))) return std::nullopt;
        if (is_unreachable_word(text)) return std::nullopt;
        const auto cost = Decimal::parse(text);
        if (!cost) records_.fail(format("{} needs a number, found '{}'", field, shortened(text)));
        if (cost->digits() < 0 || cost->to_double() >= prohibitive) return std::nullopt;
        return cost;
    }

    // Returns the arcs of a rule; an empty vector if it is skipped.
    std::vector<ArcIndex> find_arcs(const std::vector<std::string>& ids) {
        std::vector<std::span<const ArcIndex>> lists;
        for (const std::string& id : ids) {
            lists.push_back(arcs_.find(id));
            if (lists.back().empty()) return skip(format("no arc has the id '{}'", shortened(id)));
        }
        std::optional<NodeIndex> node;
        const std::string_view node_id = value("node");
        if (!node_id.empty()) {
            node = network_.node_ids.find(node_id);
            if (!node) return skip(format("no node has the id '{}'", shortened(node_id)));
        }
        const std::string at_node = node ? format(" at node {}", node_id) : "";
        ConnectedArcs found = connect_arcs(network_, lists, node);
        if (found.ways == ConnectedArcs::Ways::none) {
            return skip(format("the arcs {} do not follow one another{}: each must start where the one before ends",
                               joined(ids), at_node));
        }
        if (found.ways == ConnectedArcs::Ways::several) {
            records_.fail(format("the arcs {} follow one another in several ways{}; {}", joined(ids), at_node,
                                 node ? "give each arc an id of its own"
                                      : "state the node where the first of them ends in a field 'node'"));
        }
        return std::move(found.arcs);
    }

    std::vector<ArcIndex> skip(const std::string& reason) {
        if (!options_.lenient) records_.fail(reason);
        note_skipped(report_, "turn rule whose arcs are not in the network", records_.line_number());
        return {};
    }

    void add_rule(TurnRules::Kind kind, const std::vector<std::string>& ids, const std::string& source) {
        const std::vector<ArcIndex> arcs = find_arcs(ids);
        if (arcs.empty()) return;
        network_.turns.add(kind, arcs, source.empty() ? format("{} line {}", name_, records_.line_number()) : source);
        ++(kind == TurnRules::Kind::mandatory ? mandatory_ : forbidden_);
    }

    void add_price(const std::vector<std::string>& ids, const Decimal& seconds) {
        const std::vector<ArcIndex> arcs = find_arcs(ids);
        if (arcs.empty()) return;
        const auto [entry, is_new] =
            new_prices_.try_emplace({arcs[0], arcs[1]}, std::pair(seconds, records_.line_number()));
        if (!is_new) {
            const auto& [earlier, line] = entry->second;
            if (earlier == seconds) return;
            records_.fail(format("the turn from {} to {} has the price {} here and {} in line {}; expected one price",
                                 ids[0], ids[1], seconds.to_string(), earlier.to_string(), line));
        }
        replaced_ += prices_.find(arcs[0], arcs[1]) != nullptr;
        prices_.set(arcs[0], arcs[1], seconds);
    }

    RoadNetwork& network_;
    const ReadOptions& options_;
    ImportReport& report_;
    std::string name_;
    CsvReader records_;
    std::vector<std::string> names_;
    std::vector<std::string_view> fields_;
    Layout layout_ = Layout::plain;
    ArcsById arcs_;
    TurnPrices prices_;
    std::map<std::pair<ArcIndex, ArcIndex>, std::pair<Decimal, std::uint64_t>> new_prices_;  // with their lines
    std::uint64_t forbidden_ = 0;
    std::uint64_t mandatory_ = 0;
    std::uint64_t replaced_ = 0;     // prices
    std::uint64_t long_prices_ = 0;  // paths
};

}  // namespace

void add_turns(RoadNetwork& network, const ReadOptions& options, ImportReport& report) {
    std::error_code unknown;
    if (!std::filesystem::exists(options.turns, unknown)) {
        throw InvalidArgument(
            format("`turns`: expected none, restrictions, full or a table of turn rules, found no "
                   "file '{}'",
                   options.turns));
    }
    TurnsFile file(network, options, report);
    file.read();
    file.tell();
}

}  // namespace allways::importers
