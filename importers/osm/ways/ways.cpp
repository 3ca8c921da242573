// SPDX-License-Identifier: Apache-2.0
// Pass 1 reads ways and relations, pass 2 nodes. Neither depends on the order of objects in the file. If multipolygons
// matter, an earlier pass reads relations, since they determine which ways without tags are needed.
#include "osm/ways/ways.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/format.h"
#include "base/text.h"
#include "osm/profile/profile_rules.h"

namespace allways::importers::osm {

namespace {

// ---- texts

constexpr std::array<const char*, WayTexts::kind_count> names{
    "name",   "ref",       "facility_type", "junction",        "toll",         "service",
    "tunnel", "structure", "destination",   "destination:ref", "junction:ref", "turn:lanes"};

std::string_view yes_or_nothing(std::string_view value) {
    return value == "yes" ? value : std::string_view();
}

// The structure of a way that does not lie on the ground.
std::string_view structure_of(const Tags& tags) {
    for (const std::string_view key : {"bridge", "tunnel", "covered"}) {
        const std::string_view value = tags[key];
        if (!value.empty() && value != "no") return key;
    }
    return {};
}

const DirectedKey destination_key("destination");
const DirectedKey ref_key("destination:ref");
const DirectedKey street_key("destination:street");
const DirectedKey lanes_key("turn:lanes");

// Returns the value for one direction: of the key with its suffix, else of the plain key if the way leads only there.
// On other ways nobody knows for which direction a plain key is meant.
std::string_view directed(const Tags& tags, const DirectedKey& key, bool forward, bool only_way) {
    const std::string_view own = tags[forward ? key.forward : key.backward];
    return own.empty() && only_way ? tags[key.bare] : own;
}

// Removes the lanes that the mode may not use. Lists of different lengths do not belong together.
std::string lanes_of_mode(std::string_view lanes, const std::vector<bool>& is_open) {
    const std::vector<std::string_view> all = split(lanes, '|');
    if (all.size() != is_open.size()) return std::string(lanes);
    std::string kept;
    bool is_first = true;
    for (std::size_t lane = 0; lane < all.size(); ++lane) {
        if (!is_open[lane]) continue;
        if (!is_first) kept += '|';
        kept += all[lane];
        is_first = false;
    }
    return kept;
}

// ---- ways

// A way of the file and what the rules say about it. Texts are borrowed from the file.
struct JudgedWay {
    std::int64_t id = 0;
    std::uint32_t version = 0;
    EffectiveTags effective;
    WayRules rules;
    std::vector<Tag> unread;
    bool is_area = false;    // by its tags
    bool is_member = false;  // of a multipolygon, and not a way of the profile
    std::size_t first_ref = 0;
    std::size_t ref_count = 0;
    std::size_t first_place = 0;
    std::size_t place_count = 0;
};

// A relation of the file.
struct KeptRelation {
    Object object;
    std::vector<std::pair<std::string_view, std::string_view>> tags;
    std::vector<Member> members;
};

// The ways read in a part of the file, on any thread.
struct JudgedPart {
    std::vector<JudgedWay> ways;  // those to keep, and those with conditional tags
    std::vector<std::int64_t> refs;
    std::vector<Position> places;
    std::vector<KeptRelation> relations;
    // Counts of all ways, as in Counts.
    std::uint64_t way_count = 0;
    std::uint64_t highway_ways = 0;
    std::uint64_t too_large_ways = 0;
    std::uint64_t reversible_ways = 0;
};

// Appends the nodes of the way.
void add_refs(std::span<const std::int64_t> nodes, std::vector<std::int64_t>& refs, Way& way) {
    way.first_ref = refs.size();
    for (const std::int64_t node : nodes) {
        if (refs.size() == way.first_ref || refs.back() != node) refs.push_back(node);
    }
    way.ref_count = static_cast<std::uint32_t>(refs.size() - way.first_ref);
}

// Takes most of the time of reading ways, so all threads do it.
void judge_way(const Object& source, const Profile& profile, const Multipolygons& multipolygons, JudgedPart& part) {
    ++part.way_count;
    const bool is_member = multipolygons.has_member(source.id);
    if (source.tags.empty() && !is_member) return;
    JudgedWay way;
    way.id = source.id;
    way.version = source.version;
    way.effective = profile.way_tags(tags_of(source));
    const Tags& tags = way.effective.tags;
    part.highway_ways += tags.has("highway");
    way.rules = profile.rules(tags, true);
    part.too_large_ways += way.rules.too_large;
    if (!way.rules.is_usable()) {
        part.reversible_ways += way.rules.reversible;
        way.is_member = is_member;
        if (!way.is_member && way.effective.found.empty()) return;
    }
    if (way.rules.is_usable() || way.is_member) {
        way.first_ref = part.refs.size();
        way.ref_count = source.refs.size();
        part.refs.insert(part.refs.end(), source.refs.begin(), source.refs.end());
        way.first_place = part.places.size();
        way.place_count = source.places.size();
        part.places.insert(part.places.end(), source.places.begin(), source.places.end());
    }
    if (way.rules.is_usable()) way.unread = profile.unread_tags(tags, way.rules.ferry);
    way.is_area = way.rules.is_usable() && !way.rules.ferry && profile.is_area(tags, false);
    part.ways.push_back(std::move(way));
}

// `members` gets members of multipolygons that by their own tags are not ways of the profile.
void keep_way(const JudgedWay& source, std::span<const std::int64_t> nodes, const Profile& profile, Counts& counts,
              Ways& members, Ways& kept) {
    counts.add_conditional("way", source.id, source.effective, profile.situation() != nullptr);
    counts.add_unread("way", std::to_string(source.id), source.unread);
    if (!source.rules.is_usable() && !source.is_member) return;
    Way way;
    way.id = source.id;
    way.version = source.version;
    if (source.is_member) {
        add_refs(nodes, members.refs, way);
        members.ways.push_back(way);
        return;
    }
    add_refs(nodes, kept.refs, way);
    way.text = static_cast<std::uint32_t>(kept.texts.add(source.effective.tags, source.rules, profile));
    way.rules = &*kept.rules.insert(source.rules).first;
    const auto refs = kept.refs_of(way);
    way.is_area = source.is_area && refs.size() > 3 && refs.front() == refs.back();
    kept.ways.push_back(way);
}

// Keeps the multipolygon if the profile may cross it, or may do so by the tags of its outer way.
void add_multipolygon(const Object& source, const Profile& profile, Counts& counts, Multipolygons& multipolygons,
                      Ways& kept) {
    Tags tags = tags_of(source);
    if (!is_multipolygon(tags)) return;
    if (is_old_multipolygon(tags)) {
        multipolygons.add(source, std::nullopt, 0);
        return;
    }
    const EffectiveTags effective = profile.way_tags(std::move(tags));
    const WayRules rules = profile.rules(effective.tags, true);
    if (!rules.is_usable() || rules.ferry || !profile.is_area(effective.tags, true)) return;
    counts.add_conditional("relation", source.id, effective, profile.situation() != nullptr);
    multipolygons.add(source, rules, kept.texts.add(effective.tags, rules, profile));
}

Way* find_way(std::vector<Way>& ways, std::int64_t id) {
    const auto found = std::ranges::lower_bound(ways, id, {}, &Way::id);
    return found != ways.end() && found->id == id ? &*found : nullptr;
}

// Makes areas of multipolygons. Members that the profile does not use by their own tags become ways with the rules of
// the first area that has them. Outer ways with the tags of the area do not become areas of their own, since these
// would lack the holes.
void add_multipolygon_areas(const Multipolygons& multipolygons, Ways& members, Ways& kept) {
    std::vector<Way> added;
    for (const Multipolygon& relation : multipolygons.relations) {
        Area area;
        area.id = relation.id;
        area.is_relation = true;
        if (relation.rules) area.way.rules = &*kept.rules.insert(*relation.rules).first;
        area.way.text = static_cast<std::uint32_t>(relation.text);
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
            if (!plain->rules->is_usable()) {  // it is not added yet
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
    if (added.empty()) return;
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
            return way != nullptr && same_travel(*way->rules, *area.way.rules);
        });
    }
}

// Many piers, platforms and similar ways touch no other way. Keeps those that share a node with another way, or with a
// kept one of their kind. O(r log r) for r references of such ways, and O(log r) for each reference of other ways.
void drop_unconnected(Ways& kept, Counts& counts) {
    using Use = std::pair<std::int64_t, std::size_t>;  // a node and a way
    auto& ways = kept.ways;
    std::vector<Use> uses;
    for (std::size_t way = 0; way < ways.size(); ++way) {
        if (ways[way].rules->other_class.empty()) continue;
        for (const std::int64_t ref : kept.refs_of(ways[way])) uses.emplace_back(ref, way);
    }
    if (uses.empty()) return;
    std::ranges::sort(uses);
    std::vector<std::uint8_t> reached(uses.size(), 0);  // by the first use of a node: all its ways are connected

    std::vector<std::uint8_t> connected(ways.size(), 0);
    std::vector<std::size_t> next;  // connected ways whose neighbours are still to be marked
    for (std::size_t way = 0; way < ways.size(); ++way) {
        if (!ways[way].rules->other_class.empty()) continue;
        connected[way] = 1;
        next.push_back(way);
    }
    while (!next.empty()) {
        const std::size_t way = next.back();
        next.pop_back();
        for (const std::int64_t ref : kept.refs_of(ways[way])) {
            const auto of_node = std::ranges::equal_range(uses, ref, {}, &Use::first);
            if (of_node.empty() || std::exchange(reached[of_node.begin() - uses.begin()], std::uint8_t{1})) continue;
            for (const auto& [node, user] : of_node) {
                if (!std::exchange(connected[user], std::uint8_t{1})) next.push_back(user);
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

WayTexts::WayTexts() {
    for (std::size_t kind = 0; kind < kind_count; ++kind) texts_[kind].rename(names[kind]);
}

std::string_view WayTexts::column_name(Kind kind) {
    return names[kind];
}

std::size_t WayTexts::add(const Tags& tags, const WayRules& rules, const Profile& profile) {
    texts_[name].add(tags["name"]);
    texts_[ref].add(tags["ref"]);
    texts_[facility_type].add(rules.ferry ? "ferry" : rules.other_class.empty() ? tags["highway"] : rules.other_class);
    texts_[junction].add(tags["junction"]);
    texts_[toll].add(yes_or_nothing(tags["toll"]));
    texts_[service].add(tags["highway"] == "service" ? tags["service"] : std::string_view());
    texts_[tunnel].add(yes_or_nothing(tags["tunnel"]));
    texts_[structure].add(structure_of(tags));
    texts_[exit].add(tags["junction:ref"]);
    add_signs(tags, rules.forward.open, rules.backward.open);
    add_lanes(tags, rules, profile);
    return texts_[name].size() - 1;
}

// The street on a sign stands in for places and road numbers that it does not name.
void WayTexts::add_signs(const Tags& tags, bool forward, bool backward) {
    const auto sign = [&](const DirectedKey& key, bool ahead) {
        const bool is_open = ahead ? forward : backward;
        return is_open ? directed(tags, key, ahead, !(forward && backward)) : std::string_view();
    };
    const auto places = [&](bool ahead) {
        const std::string_view stated = sign(destination_key, ahead);
        return stated.empty() && sign(ref_key, ahead).empty() ? sign(street_key, ahead) : stated;
    };
    for (const bool ahead : {true, false}) {
        texts_[destination].add(places(ahead));
        texts_[destination_ref].add(sign(ref_key, ahead));
    }
}

void WayTexts::add_lanes(const Tags& tags, const WayRules& rules, const Profile& profile) {
    const bool both = rules.forward.open && rules.backward.open;
    const auto lanes = [&](bool forward) {
        if (!(forward ? rules.forward : rules.backward).open) return std::string();
        const std::string_view stated = directed(tags, lanes_key, forward, !both);
        return stated.empty() ? std::string() : lanes_of_mode(stated, profile.open_lanes(tags, forward, !both));
    };
    for (const bool forward : {true, false}) texts_[turn_lanes].add(lanes(forward));
}

void Counts::add_unread(std::string_view type, std::string_view id, std::span<const Tag> tags) {
    for (const auto& [key, value] : tags) unread[std::string(key)].add(format("{} {}: {}", type, id, value));
}

Tags tags_of(const Object& object) {
    return Tags({object.tags.begin(), object.tags.end()});
}

void Counts::add_conditional(std::string_view type, std::string_view id, const EffectiveTags& tags,
                             bool has_situation) {
    if (!has_situation) {
        for (const std::string_view key : tags.found) conditional_left_aside.add(format("{} {} ({})", type, id, key));
        return;
    }
    conditional_applied += tags.applied;
    conditional_not_in_force += tags.lapsed.size();
    for (const auto& [doubt, reason] : tags.undecided) {
        conditional_undecided[doubt].add(format("{} {} ({})", type, id, reason));
    }
}

Ways read_ways(File& file, const Profile& profile, Counts& counts) {
    Ways kept, members;
    Multipolygons multipolygons;
    const auto add = [&](const Object& object, JudgedPart& part) {
        if (object.kind == ObjectKind::way) {
            judge_way(object, profile, multipolygons, part);
        } else {
            part.relations.push_back(
                {object, {object.tags.begin(), object.tags.end()}, {object.members.begin(), object.members.end()}});
        }
    };
    const auto take = [&](const JudgedPart& part) {
        counts.ways += part.way_count;
        counts.highway_ways += part.highway_ways;
        counts.too_large_ways += part.too_large_ways;
        counts.reversible_ways += part.reversible_ways;
        for (const JudgedWay& way : part.ways) {
            const auto refs = std::span(part.refs).subspan(way.first_ref, way.ref_count);
            keep_way(way, refs, profile, counts, members, kept);
            const auto places = std::span(part.places).subspan(way.first_place, way.place_count);
            for (std::size_t i = 0; i < places.size(); ++i) {
                if (is_valid(places[i])) kept.places.emplace_back(refs[i], places[i]);
            }
        }
        for (const KeptRelation& relation : part.relations) {
            Object object = relation.object;
            object.tags = relation.tags;
            object.members = relation.members;
            kept.turns.add(object, profile, counts);
            if (profile.crosses_areas()) add_multipolygon(object, profile, counts, multipolygons, kept);
        }
    };
    const WholeWays whole_ways{profile.class_keys(), [&](std::int64_t id) { return multipolygons.has_member(id); }};
    if (profile.crosses_areas()) {
        file.read<JudgedPart>(relations_only, add, take);
        multipolygons.finish();
        file.read<JudgedPart>(ways_only, add, take, whole_ways);
    } else {
        file.read<JudgedPart>(ways_only | relations_only, add, take, whole_ways);
    }
    counts.duplicate_ways = take_out_older(kept.ways).size();
    take_out_older(members.ways);
    add_multipolygon_areas(multipolygons, members, kept);
    drop_unconnected(kept, counts);
    finish_areas(kept);
    counts.usable_ways = kept.ways.size();
    counts.ferries =
        static_cast<std::uint64_t>(std::ranges::count_if(kept.ways, [](const Way& way) { return way.rules->ferry; }));
    counts.destination_only_ways = static_cast<std::uint64_t>(std::ranges::count_if(kept.ways, [](const Way& way) {
        return way.rules->forward.destination_only || way.rules->backward.destination_only;
    }));
    return kept;
}

}  // namespace allways::importers::osm
