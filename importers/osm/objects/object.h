// SPDX-License-Identifier: Apache-2.0
// An object of an OSM file as a view: what the rules of a profile need, whatever the file's format.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace allways::importers::osm {

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
    std::span<const std::pair<std::string_view, std::string_view>> tags;
    std::span<const std::int64_t> refs;  // of a way: its nodes
    // Of a way: where its nodes are, if the file states that at the way; `nowhere` for those that it lacks.
    std::span<const Position> places;
    std::span<const Member> members;  // of a relation
    // The position of a node: 1e-7 degrees.
    bool has_position = false;  // a valid one
    std::int32_t x = 0;
    std::int32_t y = 0;
};

// The ways that are needed with tags and nodes: those with any of the keys, and others by id. Without keys: all ways.
struct WholeWays {
    std::vector<std::string> keys;
    std::function<bool(std::int64_t)> needs = {};
};

}  // namespace allways::importers::osm
