// Pass 1 reads ways and relations, pass 2 nodes. Neither depends on the order of objects in the file.
#include "osm/osm_ways.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <osmium/osm/location.hpp>
#include <osmium/osm/node.hpp>
#include <osmium/osm/relation.hpp>
#include <osmium/osm/way.hpp>

#include "allways/base/error.h"
#include "allways/base/ids.h"

namespace allways::importers::osm {

namespace {

void add_way(const osmium::Way& source, const Profile& profile, const Situation* situation, Ways& kept,
             Counts& counts) {
    const EffectiveTags effective = profile.way_tags(tags_of(source), situation);
    const Tags& tags = effective.tags;
    counts.conditional.add("way", source.id(), effective, situation != nullptr);
    ++counts.ways;
    counts.highway_ways += tags.has("highway");
    const WayRules rules = profile.rules(tags, true);
    counts.too_large_ways += rules.too_large;
    counts.unread_limits += rules.unread_limit;
    if (!rules.is_usable()) {
        counts.reversible_ways += rules.reversible;
        return;
    }
    Way way;
    way.id = source.id();
    way.version = source.version();
    way.text = kept.name.size();
    way.first_ref = kept.refs.size();
    way.rules = rules;
    for (const auto& node : source.nodes()) {
        if (kept.refs.size() == way.first_ref || kept.refs.back() != node.ref()) kept.refs.push_back(node.ref());
    }
    way.ref_count = kept.refs.size() - way.first_ref;
    kept.ways.push_back(way);
    kept.name.add(tags["name"]);
    kept.ref.add(tags["ref"]);
    kept.facility_type.add(rules.ferry ? "ferry" : rules.other_class.empty() ? tags["highway"] : rules.other_class);
    kept.junction.add(tags["junction"]);
}

// Sorts by id; for each id keeps the newest version, then the first in the file.
void sort_ways(Ways& kept, Counts& counts) {
    auto& ways = kept.ways;
    std::ranges::stable_sort(
        ways, [](const Way& a, const Way& b) { return a.id != b.id ? a.id < b.id : a.version > b.version; });
    const auto repeated =
        std::unique(ways.begin(), ways.end(), [](const Way& a, const Way& b) { return a.id == b.id; });
    counts.duplicate_ways = static_cast<std::uint64_t>(ways.end() - repeated);
    ways.erase(repeated, ways.end());
}

// Many piers, platforms and the like touch no way. Keeps those that share a node with another way, or with a kept one
// of their kind. O(r log r) for r references of such ways, and O(log r) for each reference of other ways.
void drop_unconnected(Ways& kept, Counts& counts) {
    struct Use {
        std::int64_t ref;
        std::size_t way;
        bool reached = false;  // for the first use of a node: all its ways are connected
    };
    auto& ways = kept.ways;
    std::vector<Use> uses;
    for (std::size_t way = 0; way < ways.size(); ++way) {
        if (ways[way].rules.other_class.empty()) continue;
        for (const std::int64_t ref : kept.refs_of(ways[way])) uses.push_back({ref, way});
    }
    if (uses.empty()) return;
    std::ranges::sort(uses, {}, &Use::ref);

    std::vector<std::uint8_t> connected(ways.size(), 0);
    std::vector<std::size_t> next;  // connected ways whose neighbours are still to be marked
    for (std::size_t way = 0; way < ways.size(); ++way) {
        if (!ways[way].rules.other_class.empty()) continue;
        connected[way] = 1;
        next.push_back(way);
    }
    while (!next.empty()) {
        const std::size_t way = next.back();
        next.pop_back();
        for (const std::int64_t ref : kept.refs_of(ways[way])) {
            const auto of_node = std::ranges::equal_range(uses, ref, {}, &Use::ref);
            if (of_node.empty() || std::exchange(of_node.front().reached, true)) continue;
            for (const Use& use : of_node) {
                if (!std::exchange(connected[use.way], std::uint8_t{1})) next.push_back(use.way);
            }
        }
    }
    counts.unconnected_ways = static_cast<std::uint64_t>(std::ranges::count(connected, 0));
    std::size_t count = 0;
    for (std::size_t way = 0; way < ways.size(); ++way) {
        if (connected[way]) ways[count++] = ways[way];
    }
    ways.resize(count);
}

}  // namespace

Tags tags_of(const osmium::OSMObject& object) {
    std::vector<std::pair<std::string_view, std::string_view>> tags;
    tags.reserve(object.tags().size());
    for (const auto& tag : object.tags()) tags.emplace_back(tag.key(), tag.value());
    return Tags(std::move(tags));
}

Ways read_ways(File& file, const Profile& profile, const Situation* situation, Counts& counts) {
    Ways kept;
    file.read(osmium::osm_entity_bits::way | osmium::osm_entity_bits::relation, [&](const osmium::OSMObject& object) {
        if (object.type() == osmium::item_type::way) {
            add_way(static_cast<const osmium::Way&>(object), profile, situation, kept, counts);
        } else {
            kept.turns.add(static_cast<const osmium::Relation&>(object), profile, situation, counts.conditional);
        }
    });
    sort_ways(kept, counts);
    drop_unconnected(kept, counts);
    counts.usable_ways = kept.ways.size();
    counts.ferries =
        static_cast<std::uint64_t>(std::ranges::count_if(kept.ways, [](const Way& way) { return way.rules.ferry; }));
    counts.destination_only_ways = static_cast<std::uint64_t>(std::ranges::count_if(kept.ways, [](const Way& way) {
        return way.rules.forward.destination_only || way.rules.backward.destination_only;
    }));
    return kept;
}

Nodes::Nodes(std::vector<std::int64_t> refs) : ids_(std::move(refs)) {
    std::ranges::sort(ids_);
    ids_.erase(std::unique(ids_.begin(), ids_.end()), ids_.end());
    if (ids_.size() >= no_node) {
        throw CapacityError("the ways of this profile have more nodes than 32-bit indexes allow; cut out a region",
                            ids_.size(), no_node - 1);
    }
    ids_.shrink_to_fit();
    locations_.resize(ids_.size());
    states_.resize(ids_.size(), State::missing);
}

std::uint32_t Nodes::index(std::int64_t id) const {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(ids_, id) - ids_.begin());
}

Coordinate Nodes::Location::degrees() const {
    const osmium::Location location(x, y);
    return {location.lon_without_check(), location.lat_without_check()};
}

const NodePrice* Nodes::price(std::uint32_t index) const {
    const auto found = std::ranges::lower_bound(prices_, index, {}, &Price::node);
    return found != prices_.end() && found->node == index ? &found->price : nullptr;
}

void Nodes::read(File& file, const Profile& profile, const Situation* situation, const TurnCostRules* costs,
                 Counts& counts) {
    // Most files have nodes by ascending id, so each node is close behind the previous one.
    auto at = ids_.cbegin();
    const auto find = [&](std::int64_t id) {
        auto from = at;
        if (from == ids_.cend() || *from > id) from = ids_.cbegin();
        std::ptrdiff_t step = 1;
        while (ids_.cend() - from > step && from[step] < id) {
            from += step;
            step *= 2;
        }
        const auto end = ids_.cend() - from > step ? from + step + 1 : ids_.cend();
        at = std::lower_bound(from, end, id);
        return at != ids_.cend() && *at == id;
    };
    if (!profile.may_turn_round()) turnings_.resize(ids_.size(), Turning::no);
    file.read(osmium::osm_entity_bits::node, [&](const osmium::OSMObject& object) {
        const auto& node = static_cast<const osmium::Node&>(object);
        ++counts.nodes;
        if (!node.location().valid() || !find(node.id())) return;
        const auto index = static_cast<std::size_t>(at - ids_.cbegin());
        if (states_[index] != State::missing) return;
        locations_[index] = {node.location().x(), node.location().y()};
        states_[index] = State::open;
        if (node.tags().empty()) return;
        const EffectiveTags effective = profile.node_tags(tags_of(node), situation);
        const Tags& tags = effective.tags;
        counts.conditional.add("node", node.id(), effective, situation != nullptr);
        const Entry entry = profile.entry_of_node(tags);
        if (entry == Entry::closed) states_[index] = State::closed;
        if (entry == Entry::destination_only) states_[index] = State::destination_only;
        counts.unread_limits += profile.has_unread_limit(tags);
        if (costs != nullptr) {
            const NodePrice price = node_price(*costs, tags);
            if (!price.is_free()) prices_.push_back({static_cast<std::uint32_t>(index), price});
        }
        if (turnings_.empty()) return;
        const bool barrier = tags.has("barrier") && tags["barrier"] != "no";
        if (profile.is_turning_place(tags)) {
            turnings_[index] = Turning::place;
        } else if (barrier || states_[index] != State::open) {
            turnings_[index] = Turning::if_node;
        }
    });
    std::ranges::sort(prices_, {}, &Price::node);
}

}  // namespace allways::importers::osm
