// SPDX-License-Identifier: Apache-2.0
// Pass 1 reads ways and relations, pass 2 nodes. Neither depends on the order of objects in the file. If multipolygons
// matter, an earlier pass reads relations, since they determine which ways without tags are needed.
#include "osm/ways/ways.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <osmium/osm/location.hpp>
#include <osmium/osm/node.hpp>
#include <osmium/osm/relation.hpp>
#include <osmium/osm/way.hpp>

#include "allways/base/error.h"
#include "allways/base/ids.h"
#include "osm/objects/newest_versions.h"

namespace allways::importers::osm {

namespace {

// Members of multipolygons that by their own tags are not ways of the profile.
struct PlainMembers {
    std::vector<Way> ways;
    std::vector<std::int64_t> refs;
};

// Appends the nodes of the way.
void add_refs(const osmium::Way& source, std::vector<std::int64_t>& refs, Way& way) {
    way.id = source.id();
    way.version = source.version();
    way.first_ref = refs.size();
    for (const auto& node : source.nodes()) {
        if (refs.size() == way.first_ref || refs.back() != node.ref()) refs.push_back(node.ref());
    }
    way.ref_count = refs.size() - way.first_ref;
}

// How objects are read, and what is counted of them.
struct Reading {
    const Profile& profile;
    const Situation* situation;  // null: unknown
    Counts& counts;
};

void add_way(const osmium::Way& source, const Reading& reading, const Multipolygons& multipolygons,
             PlainMembers& members, Ways& kept) {
    const auto& [profile, situation, counts] = reading;
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
        if (!multipolygons.has_member(source.id())) return;
        add_refs(source, members.refs, members.ways.emplace_back());
        return;
    }
    Way way;
    add_refs(source, kept.refs, way);
    way.text = kept.texts.add(tags, rules, profile);
    way.rules = rules;
    const auto refs = kept.refs_of(way);
    way.is_area = refs.size() > 3 && refs.front() == refs.back() && !rules.ferry && profile.is_area(tags, false);
    kept.ways.push_back(way);
}

// Keeps the multipolygon if the profile may cross it, or may do so by the tags of its outer way.
void add_multipolygon(const osmium::Relation& source, const Reading& reading, Multipolygons& multipolygons,
                      Ways& kept) {
    const auto& [profile, situation, counts] = reading;
    Tags tags = tags_of(source);
    if (!is_multipolygon(tags)) return;
    if (is_old_multipolygon(tags)) {
        multipolygons.add(source, std::nullopt, 0);
        return;
    }
    const EffectiveTags effective = profile.way_tags(std::move(tags), situation);
    const WayRules rules = profile.rules(effective.tags, true);
    if (!rules.is_usable() || rules.ferry || !profile.is_area(effective.tags, true)) return;
    counts.conditional.add("relation", source.id(), effective, situation != nullptr);
    multipolygons.add(source, rules, kept.texts.add(effective.tags, rules, profile));
}

Way* find_way(std::vector<Way>& ways, std::int64_t id) {
    const auto found = std::ranges::lower_bound(ways, id, {}, &Way::id);
    return found != ways.end() && found->id == id ? &*found : nullptr;
}

// Makes areas of multipolygons. Members that the profile does not use by their own tags become ways with the rules of
// the first area that has them. Outer ways with the tags of the area do not become areas of their own, since these
// would lack the holes.
void add_multipolygon_areas(const Multipolygons& multipolygons, PlainMembers& members, Ways& kept) {
    std::vector<Way> added;
    for (const Multipolygon& relation : multipolygons.relations) {
        Area area;
        area.id = relation.id;
        area.is_relation = true;
        if (relation.rules) area.way.rules = *relation.rules;
        area.way.text = relation.text;
        bool has_rules = relation.rules.has_value();
        for (const std::int64_t id : multipolygons.outer_members_of(relation)) {
            Way* outer = find_way(kept.ways, id);
            if (outer == nullptr || !outer->is_area) continue;
            outer->is_area = false;
            if (!std::exchange(has_rules, true)) area.way = *outer;
        }
        const auto ids = multipolygons.members_of(relation);
        if (!has_rules || ids.empty()) continue;
        area.way.id = ids.front();
        for (const std::int64_t id : ids) {
            if (const Way* own = find_way(kept.ways, id)) {
                area.outline.push_back(*own);
                continue;
            }
            Way* plain = find_way(members.ways, id);
            if (plain == nullptr) {
                area.complete = false;
                continue;
            }
            if (!plain->rules.is_usable()) {  // it is not added yet
                const auto refs = std::span(members.refs).subspan(plain->first_ref, plain->ref_count);
                plain->first_ref = kept.refs.size();
                kept.refs.insert(kept.refs.end(), refs.begin(), refs.end());
                plain->rules = area.way.rules;
                plain->text = area.way.text;
                added.push_back(*plain);
            }
            area.outline.push_back(*plain);
        }
        kept.areas.push_back(std::move(area));
    }
    kept.ways.insert(kept.ways.end(), added.begin(), added.end());
    std::ranges::sort(kept.ways, {}, &Way::id);
}

bool same_travel(const WayRules& a, const WayRules& b) {
    const auto same = [](const Direction& one, const Direction& other) {
        return one.open == other.open && one.speed_kmh == other.speed_kmh &&
               one.destination_only == other.destination_only;
    };
    return !a.ferry && !b.ferry && same(a.forward, b.forward) && same(a.backward, b.backward);
}

// Adds the areas that are single ways. Called when no further way is removed.
void finish_areas(Ways& kept) {
    for (const Way& way : kept.ways) {
        if (way.is_area) kept.areas.push_back({way.id, false, way, {way}, true, false});
    }
    for (Area& area : kept.areas) {
        area.edge_is_walked = std::ranges::all_of(area.outline, [&](const Way& part) {
            const Way* way = find_way(kept.ways, part.id);
            return way != nullptr && same_travel(way->rules, area.way.rules);
        });
    }
}

// Many piers, platforms and similar ways touch no other way. Keeps those that share a node with another way, or with a
// kept one of their kind. O(r log r) for r references of such ways, and O(log r) for each reference of other ways.
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
    Multipolygons multipolygons;
    PlainMembers members;
    const Reading reading{profile, situation, counts};
    const auto take = [&](const osmium::OSMObject& object) {
        if (object.type() == osmium::item_type::way) {
            add_way(static_cast<const osmium::Way&>(object), reading, multipolygons, members, kept);
            return;
        }
        const auto& relation = static_cast<const osmium::Relation&>(object);
        kept.turns.add(relation, profile, situation, counts.conditional);
        if (profile.crosses_areas()) add_multipolygon(relation, reading, multipolygons, kept);
    };
    if (profile.crosses_areas()) {
        file.read(osmium::osm_entity_bits::relation, take);
        multipolygons.finish();
        file.read(osmium::osm_entity_bits::way, take);
    } else {
        file.read(osmium::osm_entity_bits::way | osmium::osm_entity_bits::relation, take);
    }
    counts.duplicate_ways = take_out_older(kept.ways).size();
    take_out_older(members.ways);
    add_multipolygon_areas(multipolygons, members, kept);
    drop_unconnected(kept, counts);
    finish_areas(kept);
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

std::string_view Nodes::exit(std::uint32_t index) const {
    const auto found = std::ranges::lower_bound(exits_, index, {}, &std::pair<std::uint32_t, std::string>::first);
    return found != exits_.end() && found->first == index ? std::string_view(found->second) : std::string_view();
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
        if (tags["highway"] == "motorway_junction" && tags.has("ref")) {
            exits_.emplace_back(static_cast<std::uint32_t>(index), tags["ref"]);
        }
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
    std::ranges::sort(exits_);
}

}  // namespace allways::importers::osm
