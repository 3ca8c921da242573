// SPDX-License-Identifier: Apache-2.0
// Pass 2: the nodes that the ways refer to.
#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

#include <osmium/osm/location.hpp>

#include "allways/base/error.h"
#include "allways/base/ids.h"
#include "osm/ways/ways.h"

namespace allways::importers::osm {

namespace {

// A reference of a way to a node.
struct Ref {
    std::int64_t id = 0;
    std::uint32_t place = 0;  // in the ways
};

// Returns the references by ascending id. Takes O(n) time: radix sort by 11 bits at a time, from the lowest.
std::vector<Ref> sorted(std::span<const std::int64_t> ids) {
    constexpr unsigned bits = 11;
    std::vector<Ref> refs(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) refs[i] = {ids[i], static_cast<std::uint32_t>(i)};
    if (ids.empty()) return refs;
    const auto [least, greatest] = std::ranges::minmax(ids);
    const auto above_least = [least = least](const Ref& ref) {
        return static_cast<std::uint64_t>(ref.id) - static_cast<std::uint64_t>(least);
    };
    const std::uint64_t range = static_cast<std::uint64_t>(greatest) - static_cast<std::uint64_t>(least);
    std::vector<Ref> next(refs.size());
    for (unsigned shift = 0; shift < 64 && (range >> shift) != 0; shift += bits) {
        std::array<std::size_t, (1u << bits) + 1> begin{};
        const auto digit = [&](const Ref& ref) { return (above_least(ref) >> shift) & ((1u << bits) - 1); };
        for (const Ref& ref : refs) ++begin[digit(ref) + 1];
        std::partial_sum(begin.begin(), begin.end(), begin.begin());
        for (const Ref& ref : refs) next[begin[digit(ref)]++] = ref;
        refs.swap(next);
    }
    return refs;
}

}  // namespace

Nodes::Nodes(std::span<const std::int64_t> refs) : of_refs_(refs.size()) {
    constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
    if (refs.size() > most) {
        throw CapacityError(
            "the ways of this profile have more references to nodes than 32-bit indexes allow; cut out a "
            "region",
            refs.size(), most);
    }
    for (const Ref& ref : sorted(refs)) {
        if (ids_.empty() || ids_.back() != ref.id) ids_.push_back(ref.id);
        of_refs_[ref.place] = static_cast<std::uint32_t>(ids_.size() - 1);
    }
    if (ids_.size() >= no_node) {
        throw CapacityError("the ways of this profile have more nodes than 32-bit indexes allow; cut out a region",
                            ids_.size(), no_node - 1);
    }
    ids_.shrink_to_fit();
    positions_.resize(ids_.size());
    states_.resize(ids_.size(), State::missing);
}

std::uint32_t Nodes::index(std::int64_t id) const {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(ids_, id) - ids_.begin());
}

Coordinate Nodes::position(std::uint32_t index) const {
    const osmium::Location location(positions_[index].x, positions_[index].y);
    return {location.lon_without_check(), location.lat_without_check()};
}

const Nodes::Exit* Nodes::exit(std::uint32_t index) const {
    const auto found = std::ranges::lower_bound(exits_, index, {}, &std::pair<std::uint32_t, Exit>::first);
    return found != exits_.end() && found->first == index ? &found->second : nullptr;
}

void Nodes::place(std::int64_t id, const Position& position) {
    const std::uint32_t at = index(id);
    positions_[at] = position;
    states_[at] = State::open;
}

std::uint64_t Nodes::place_missing(std::span<const std::pair<std::int64_t, Position>> places) {
    std::uint64_t placed = 0;
    for (const auto& [id, position] : places) {
        const std::uint32_t at = index(id);
        if (at == ids_.size() || ids_[at] != id || states_[at] != State::missing) continue;
        positions_[at] = position;
        states_[at] = State::open;
        ++placed;
    }
    return placed;
}

const NodePrice* Nodes::price(std::uint32_t index) const {
    const auto found = std::ranges::lower_bound(prices_, index, {}, &std::pair<std::uint32_t, NodePrice>::first);
    return found != prices_.end() && found->first == index ? &found->second : nullptr;
}

namespace {

// A node with tags and what the rules say about it. Texts are borrowed from the file.
struct JudgedNode {
    std::int64_t id = 0;
    EffectiveTags effective;
    Nodes::State state = Nodes::State::open;
    std::vector<Tag> unread;
    NodePrice price;
    Nodes::Turning turning = Nodes::Turning::no;
    Nodes::Exit exit;
};

// The nodes of a part of the file that ways refer to.
struct NodePart {
    struct NeededNode {
        std::uint32_t index = 0;
        Position position;
        std::int32_t judged = -1;  // position in `judged`, if it has tags
    };
    std::uint64_t node_count = 0;
    std::vector<NeededNode> found;
    std::vector<JudgedNode> judged;

    // Returns the index of the id among ascending ones, or nothing. Most files have nodes by ascending id, so each node
    // is close behind the previous one.
    std::optional<std::uint32_t> find(std::span<const std::int64_t> ids, std::int64_t id) {
        const bool is_between = (at_ == ids.size() || id < ids[at_]) && (at_ == 0 || ids[at_ - 1] < id);
        if (is_between) return std::nullopt;
        std::size_t from = at_;
        if (from == ids.size() || ids[from] > id) from = 0;
        std::size_t step = 1;
        while (ids.size() - from > step && ids[from + step] < id) {
            from += step;
            step *= 2;
        }
        const auto end = ids.begin() + static_cast<std::ptrdiff_t>(std::min(ids.size(), from + step + 1));
        const auto match = std::lower_bound(ids.begin() + static_cast<std::ptrdiff_t>(from), end, id);
        at_ = static_cast<std::size_t>(match - ids.begin());
        if (match == ids.end() || *match != id) return std::nullopt;
        return static_cast<std::uint32_t>(at_);
    }

private:
    std::size_t at_ = 0;  // where the last id was found
};

JudgedNode judge_node(const Object& source, const Profile& profile, bool with_prices) {
    JudgedNode node;
    node.id = source.id;
    node.effective = profile.node_tags(tags_of(source));
    const Tags& tags = node.effective.tags;
    const Entry entry = profile.entry_of_node(tags);
    if (entry == Entry::closed) node.state = Nodes::State::closed;
    if (entry == Entry::destination_only) node.state = Nodes::State::destination_only;
    node.unread = profile.unread_node_tags(tags);
    if (with_prices) node.price = profile.node_price(tags);
    if (tags["highway"] == "motorway_junction") {
        node.exit = {std::string(tags["ref"]), std::string(tags["exit_to"])};
    }
    if (profile.may_turn_round()) return node;
    const bool barrier = tags.has("barrier") && tags["barrier"] != "no";
    if (profile.is_turning_place(tags)) {
        node.turning = Nodes::Turning::place;
    } else if (barrier || node.state != Nodes::State::open) {
        node.turning = Nodes::Turning::if_node;
    }
    return node;
}

}  // namespace

void Nodes::read(File& file, const Profile& profile, bool with_prices, Counts& counts) {
    if (!profile.may_turn_round()) turnings_.resize(ids_.size(), Turning::no);
    const auto add = [&](const Object& node, NodePart& part) {
        ++part.node_count;
        if (!node.has_position) return;
        const auto index = part.find(ids_, node.id);
        if (!index) return;
        NodePart::NeededNode found{*index, node.position};
        if (!node.tags.empty()) {
            found.judged = static_cast<std::int32_t>(part.judged.size());
            part.judged.push_back(judge_node(node, profile, with_prices));
        }
        part.found.push_back(found);
    };
    const auto take = [&](const NodePart& part) {
        counts.nodes += part.node_count;
        for (const NodePart::NeededNode& found : part.found) {
            if (states_[found.index] != State::missing) continue;
            positions_[found.index] = found.position;
            states_[found.index] = State::open;
            if (found.judged < 0) continue;
            const JudgedNode& node = part.judged[static_cast<std::size_t>(found.judged)];
            counts.add_conditional("node", node.id, node.effective, profile.situation() != nullptr);
            states_[found.index] = node.state;
            counts.add_unread("node", std::to_string(node.id), node.unread);
            if (!node.price.is_free()) prices_.emplace_back(found.index, node.price);
            if (!turnings_.empty()) turnings_[found.index] = node.turning;
            const bool is_exit = !node.exit.number.empty() || !node.exit.destination.empty();
            if (is_exit) exits_.emplace_back(found.index, node.exit);
        }
    };
    file.read<NodePart>(nodes_only, add, take);
    std::ranges::sort(prices_, {}, &std::pair<std::uint32_t, NodePrice>::first);
    std::ranges::sort(exits_, {}, &std::pair<std::uint32_t, Exit>::first);
}

}  // namespace allways::importers::osm
