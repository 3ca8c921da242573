// SPDX-License-Identifier: Apache-2.0
#include "attributes/turn_rows.h"

#include <algorithm>
#include <numeric>

#include "base/text.h"

namespace allways::importers {

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

// Reads the quoted id at the start of `list` and removes it from there; nothing if the quote is not closed.
std::optional<std::string> take_quoted_field(std::string_view& list) {
    std::string id;
    for (std::size_t i = 1; i < list.size(); ++i) {
        if (list[i] == '"') {
            list.remove_prefix(i + 1);
            return id;
        }
        if (list[i] == '\\' && ++i == list.size()) break;
        id += list[i];
    }
    return std::nullopt;
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
            auto id = take_quoted_field(list);
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

}  // namespace allways::importers
