// SPDX-License-Identifier: Apache-2.0
// An object of an OSM file as a view: what the rules of a profile need, whatever the file's format; and its tags, its
// versions, and counts of objects with their names.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"

namespace allways::importers::osm {

using Tag = std::pair<std::string_view, std::string_view>;  // key and value

// The tags of one object. Borrows keys and values.
class Tags {
public:
    Tags() = default;
    explicit Tags(std::vector<Tag> tags) : tags_(std::move(tags)) {}
    // Returns the value; empty if the key is absent (OSM has no empty values).
    std::string_view operator[](std::string_view key) const {
        for (const auto& [have, value] : tags_) {
            if (have == key) return value;
        }
        return {};
    }
    bool has(std::string_view key) const { return !(*this)[key].empty(); }
    bool empty() const { return tags_.empty(); }
    auto begin() const { return tags_.begin(); }  // pairs of key and value
    auto end() const { return tags_.end(); }

private:
    std::vector<Tag> tags_;
};

enum class ObjectKind : std::uint8_t { node, way, relation };

// Sets of kinds of objects.
using ObjectKinds = std::uint8_t;
inline constexpr ObjectKinds bit_of(ObjectKind kind) {
    return static_cast<ObjectKinds>(1u << static_cast<unsigned>(kind));
}
inline constexpr ObjectKinds nodes_only = bit_of(ObjectKind::node);
inline constexpr ObjectKinds ways_only = bit_of(ObjectKind::way);
inline constexpr ObjectKinds relations_only = bit_of(ObjectKind::relation);

struct Position {
    std::int32_t x = 0;  // 1e-7 degrees
    std::int32_t y = 0;
};

struct Member {
    ObjectKind kind = ObjectKind::node;
    std::int64_t id = 0;
    std::string_view role;
};

inline constexpr std::int32_t largest_x = 1'800'000'000;
inline constexpr std::int32_t largest_y = 900'000'000;
inline constexpr Position nowhere{largest_x + 1, 0};

constexpr bool is_valid(const Position& at) {
    return at.x >= -largest_x && at.x <= largest_x && at.y >= -largest_y && at.y <= largest_y;
}

// Texts live as long as the part of the file that is read; the rest during the call that gets the object.
struct Object {
    ObjectKind kind = ObjectKind::node;
    std::int64_t id = 0;
    std::uint32_t version = 0;
    std::span<const Tag> tags;
    std::span<const std::int64_t> refs;  // of a way: its nodes
    // Places of a way's nodes, if the file states them at the way; `nowhere` for those that it lacks.
    std::span<const Position> places;
    std::span<const Member> members;  // of a relation
    bool has_position = false;        // of a node: a valid one
    Position position;
};

// The ways that are needed with tags and nodes: those with any of the keys, and others by id. Without keys: all ways.
struct WholeWays {
    std::vector<std::string> keys;
    std::function<bool(std::int64_t)> needs = {};
};

// Sorts by `id`; for each id keeps the newest `version`, or of equal ones the first in the file. Returns the others.
// O(n log n), and O(n) if the ids ascend already.
template <class Versioned>
std::vector<Versioned> take_out_older(std::vector<Versioned>& objects) {
    const auto is_not_less = [](const Versioned& a, const Versioned& b) { return a.id >= b.id; };
    if (std::ranges::adjacent_find(objects, is_not_less) == objects.end()) return {};
    std::ranges::stable_sort(objects, [](const Versioned& a, const Versioned& b) {
        return a.id != b.id ? a.id < b.id : a.version > b.version;
    });
    std::vector<Versioned> others;
    auto end = objects.begin();  // end of the kept objects
    for (Versioned& object : objects) {
        if (end != objects.begin() && (end - 1)->id == object.id) {
            others.push_back(object);
        } else {
            *end++ = object;
        }
    }
    objects.erase(end, objects.end());
    return others;
}

// A count of objects for reports, with the names of the first ones.
struct NamedCount {
    static constexpr std::size_t most_names = 5;
    std::uint64_t count = 0;
    std::vector<std::string> names;

    void add(std::string name) {
        ++count;
        if (names.size() < most_names) names.push_back(std::move(name));
    }
    // Returns the names: "way 7, way 8 …".
    std::string text() const { return joined(names) + (names.size() < count ? " …" : ""); }
};

}  // namespace allways::importers::osm
