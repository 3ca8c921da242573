// SPDX-License-Identifier: Apache-2.0
#include "attributes/turn_rows.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "attributes/arc_table.h"
#include "attributes/import_report.h"
#include "base/counted.h"
#include "base/text.h"
#include "text/csv_reader.h"

namespace allways::importers {

// ---- rows

namespace {

std::uint64_t pair_key(ArcIndex from, ArcIndex to) {
    return std::uint64_t{from} << 32 | to;
}

// Returns the text inside the brackets of "{7,8}", "[7,8]" or "ARRAY[7,8]"; nothing if a bracket is not closed.
std::optional<std::string_view> without_brackets(std::string_view list) {
    list = trimmed(list);
    if (lower_case(list.substr(0, 5)) == "array" && trimmed(list.substr(5)).starts_with('['))
        list = trimmed(list.substr(5));
    if (list.empty() || (list.front() != '{' && list.front() != '[')) return list;
    if (list.size() < 2 || list.back() != (list.front() == '{' ? '}' : ']')) return std::nullopt;
    return trimmed(list.substr(1, list.size() - 2));
}

// Returns true if a comma or semicolon outside quotes separates ids.
bool has_commas(std::string_view list) {
    bool quoted = false;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (quoted && list[i] == '\\') {
            ++i;
        } else if (list[i] == '"') {
            quoted = !quoted;
        } else if (!quoted && (list[i] == ',' || list[i] == ';')) {
            return true;
        }
    }
    return false;
}

}  // namespace

ArcsById::ArcsById(const IdTable& ids) : ids_(ids), order_(ids.size()) {
    std::iota(order_.begin(), order_.end(), ArcIndex{0});
    if (ids.is_numeric()) {
        std::ranges::stable_sort(order_, {}, [&](ArcIndex arc) { return ids.numbers()[arc]; });
    } else {
        std::ranges::stable_sort(order_, {}, [&](ArcIndex arc) -> const std::string& { return ids.texts()[arc]; });
    }
}

std::span<const ArcIndex> ArcsById::find(std::string_view id) const {
    if (ids_.is_numeric()) {
        const auto number = parse_whole(id);
        if (!number) return {};
        const auto found = std::ranges::equal_range(order_, *number, {}, [&](ArcIndex a) { return ids_.numbers()[a]; });
        return {found.begin(), found.end()};
    }
    const auto text = [&](ArcIndex arc) { return std::string_view(ids_.texts()[arc]); };
    const auto found = std::ranges::equal_range(order_, id, {}, text);
    return {found.begin(), found.end()};
}

ConnectedArcs connect_arcs(const RoadNetwork& network, std::span<const std::span<const ArcIndex>> lists,
                           std::optional<NodeIndex> node) {
    // The ways to arrive at a node after some lists: their number, up to two, and the last arc of one of them.
    struct Arrival {
        unsigned ways = 0;
        ArcIndex arc = no_arc;
    };
    std::vector<std::unordered_map<NodeIndex, Arrival>> arrivals(lists.size());
    for (std::size_t i = 0; i < lists.size(); ++i) {
        for (const ArcIndex arc : lists[i]) {
            unsigned ways = 1;
            if (i > 0) {
                const auto before = arrivals[i - 1].find(network.tail[arc]);
                if (before == arrivals[i - 1].end()) continue;
                ways = before->second.ways;
            } else if (node && network.head[arc] != *node) {
                continue;
            }
            Arrival& here = arrivals[i][network.head[arc]];
            here = {std::min(2u, here.ways + ways), arc};
        }
        if (arrivals[i].empty()) return {};
    }
    if (lists.empty()) return {};
    if (arrivals.back().size() > 1 || arrivals.back().begin()->second.ways > 1)
        return {ConnectedArcs::Ways::several, {}};
    ConnectedArcs found{ConnectedArcs::Ways::one, std::vector<ArcIndex>(lists.size())};
    NodeIndex at = arrivals.back().begin()->first;
    for (std::size_t i = lists.size(); i-- > 0;) {
        found.arcs[i] = arrivals[i].at(at).arc;
        at = network.tail[found.arcs[i]];
    }
    return found;
}

std::optional<std::vector<std::string>> split_ids(std::string_view list) {
    const auto inside = without_brackets(list);
    if (!inside) return std::nullopt;
    list = *inside;
    const bool commas = has_commas(list);
    const auto separates = [&](char c) { return commas ? c == ',' || c == ';' : is_blank(c); };
    std::vector<std::string> ids;
    while (!list.empty()) {
        if (list.front() == '"') {
            auto id = take_quoted(list);
            if (!id) return std::nullopt;
            ids.push_back(std::move(*id));
            list = trimmed(list);
            if (commas && !list.empty() && !separates(list.front())) return std::nullopt;
        } else {
            const auto end = static_cast<std::size_t>(std::ranges::find_if(list, separates) - list.begin());
            const auto id = trimmed(list.substr(0, end));
            if (id.empty()) return std::nullopt;
            ids.emplace_back(id);
            list = trimmed(list.substr(end));
        }
        if (!commas || list.empty()) continue;
        list = trimmed(list.substr(1));
        if (list.empty()) return std::nullopt;  // the list ends with a comma
    }
    return ids;
}

std::string joined_ids(std::span<const std::string> ids) {
    std::string list;
    for (const std::string& id : ids) {
        if (!list.empty()) list += ',';
        if (!id.empty() && id.find_first_of(" \t\r\n\v\f,;\"\\{}[]()") == std::string::npos) {
            list += id;
            continue;
        }
        list += '"';
        for (const char c : id) {
            if (c == '"' || c == '\\') list += '\\';
            list += c;
        }
        list += '"';
    }
    return list;
}

std::string_view name_of(TurnRules::Kind kind) {
    return kind == TurnRules::Kind::mandatory ? "mandatory" : "forbidden";
}

TurnPrices::TurnPrices(TurnRules& rules) : rules_(rules) {
    for (std::size_t i = 0; i < rules.costs.size(); ++i) {
        index_.emplace(pair_key(rules.costs[i].from, rules.costs[i].to), i);
    }
}

const Decimal* TurnPrices::find(ArcIndex from, ArcIndex to) const {
    const auto found = index_.find(pair_key(from, to));
    return found == index_.end() ? nullptr : &rules_.costs[found->second].seconds;
}

void TurnPrices::set(ArcIndex from, ArcIndex to, const Decimal& seconds) {
    const auto [entry, is_new] = index_.try_emplace(pair_key(from, to), rules_.costs.size());
    if (is_new) {
        rules_.costs.push_back({from, to, seconds});
    } else {
        rules_.costs[entry->second].seconds = seconds;
    }
}

// ---- the file of turns

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
          records_(options.turns, delimiter_of(options.turns), options, comments),
          arcs_(network.arc_ids),
          prices_(network.turns) {
        read_header();
        records_.end_comments();
    }

    void read() {
        while (records_.next(fields_)) {
            records_.require_all(fields_, names_.all_lower());
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
        names_ = FieldNames(fields_);
        const auto has = [&](const char* name) { return names_.usual(name).has_value(); };
        if (has("from_arc") && has("to_arc")) {
            layout_ = Layout::plain;
        } else if (has("path")) {
            layout_ = Layout::path;
        } else if (has("target_id") && has("via_path")) {
            layout_ = Layout::via_path;
        } else {
            const std::string_view other = describe_other_table(names_.all_lower());
            records_.fail(
                format("expected the fields from_arc and to_arc, or path, or target_id and via_path; found {}{}",
                       joined(names_.all_lower()), other.empty() ? "" : format(", {}", other)));
        }
    }

    // Returns the text of the field in this row; empty if there is no such field, or if it has a word for a missing
    // value.
    std::string_view value(std::string_view name) const {
        const auto field = names_.usual(name);
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
    FieldNames names_;
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
