// SPDX-License-Identifier: Apache-2.0
// Packed fields are read where they lie. As libosmium does, keys and values, and the arrays of members, end with the
// shortest.
#include "osm/objects/pbf_file.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <protozero/pbf_reader.hpp>
#include <protozero/varint.hpp>

#include "allways/base/format.h"

namespace allways::importers::osm {

namespace {

using protozero::pbf_reader;
using protozero::pbf_wire_type;

constexpr std::size_t longest_text = 1024;  // 255 characters of 4 bytes, rounded up

[[noreturn]] void fail(const std::string& what) {
    throw std::runtime_error(what);
}

// The numbers of a packed field.
class Packed {
public:
    Packed() = default;
    explicit Packed(const protozero::data_view& data) : at_(data.data()), end_(data.data() + data.size()) {}
    bool empty() const { return at_ == end_; }
    std::uint64_t next() { return protozero::decode_varint(&at_, end_); }
    std::int64_t next_signed() { return protozero::decode_zigzag64(next()); }

private:
    const char* at_ = nullptr;
    const char* end_ = nullptr;
};

// A sum of differences, which wraps around in damaged files.
class Sum {
public:
    std::int64_t add(std::int64_t difference) {
        sum_ += static_cast<std::uint64_t>(difference);
        return static_cast<std::int64_t>(sum_);
    }

private:
    std::uint64_t sum_ = 0;
};

bool is(const pbf_reader& fields, protozero::pbf_tag_type tag, pbf_wire_type type) {
    return fields.tag() == tag && fields.wire_type() == type;
}

// Takes a packed field with this tag.
bool take(pbf_reader& fields, protozero::pbf_tag_type tag, Packed& numbers) {
    if (!is(fields, tag, pbf_wire_type::length_delimited)) return false;
    numbers = Packed(fields.get_view());
    return true;
}

class BlockDecoder {
public:
    BlockDecoder(std::string_view block, ObjectKinds kinds, const WholeWays& whole_ways,
                 const std::function<void(const Object&, void*)>& add, void* part)
        : block_(block), kinds_(kinds), whole_ways_(whole_ways), add_(add), part_(part) {}

    void decode() {
        read_settings();
        pbf_reader fields(block_.data(), block_.size());
        while (fields.next(2, pbf_wire_type::length_delimited)) decode_group(fields.get_message());
    }

private:
    void read_settings() {
        pbf_reader fields(block_.data(), block_.size());
        while (fields.next()) {
            if (is(fields, 1, pbf_wire_type::length_delimited)) {
                read_texts(fields.get_message());
            } else if (is(fields, 17, pbf_wire_type::varint)) {
                granularity_ = fields.get_int32();
            } else if (is(fields, 19, pbf_wire_type::varint)) {
                y_offset_ = fields.get_int64();
            } else if (is(fields, 20, pbf_wire_type::varint)) {
                x_offset_ = fields.get_int64();
            } else {
                fields.skip();
            }
        }
    }

    void read_texts(pbf_reader fields) {
        if (!texts_.empty()) fail("a block has two tables of texts");
        while (fields.next(1, pbf_wire_type::length_delimited)) {
            const auto view = fields.get_view();
            if (view.size() > longest_text) fail(format("a text has {} bytes", view.size()));
            texts_.emplace_back(view.data(), view.size());
        }
        for (const std::string_view text : texts_) has_nul_ = has_nul_ || text.find('\0') != text.npos;
        is_class_key_.assign(texts_.size(), whole_ways_.keys.empty());
        for (const std::string& key : whole_ways_.keys) {
            for (std::size_t i = 0; i < texts_.size(); ++i) is_class_key_[i] |= texts_[i] == key;
        }
    }

    std::string_view text(std::uint64_t index) const {
        if (index >= texts_.size()) fail("a text is not in the block's table");
        return texts_[index];
    }

    // 32-bit numbers are cut, as protobuf prescribes.
    void add_tag(std::uint64_t key, std::uint64_t value) {
        tags_.emplace_back(text(static_cast<std::uint32_t>(key)), text(static_cast<std::uint32_t>(value)));
    }

    void set_tags(Packed keys, Packed values) {
        tags_.clear();
        while (!keys.empty() && !values.empty()) {
            const std::uint64_t key = keys.next();
            add_tag(key, values.next());
        }
    }

    void give(Object& object) {
        object.tags = tags_;
        if (has_nul_) refuse_nul(object);
        add_(object, part_);
    }

    void refuse_nul(const Object& object) const {
        constexpr const char* names[] = {"node", "way", "relation"};
        for (const auto& [key, value] : object.tags) {
            if (key.find('\0') == key.npos && value.find('\0') == value.npos) continue;
            fail(format("a tag of {} {} contains a NUL byte", names[static_cast<int>(object.kind)], object.id));
        }
    }

    void decode_group(pbf_reader group) {
        const auto wants = [&](ObjectKinds kind) { return (kinds_ & kind) != 0; };
        while (group.next()) {
            if (is(group, 1, pbf_wire_type::length_delimited) && wants(nodes_only)) {
                decode_node(group.get_message());
            } else if (is(group, 2, pbf_wire_type::length_delimited) && wants(nodes_only)) {
                decode_dense_nodes(group.get_message());
            } else if (is(group, 3, pbf_wire_type::length_delimited) && wants(ways_only)) {
                decode_way(group.get_message());
            } else if (is(group, 4, pbf_wire_type::length_delimited) && wants(relations_only)) {
                decode_relation(group.get_message());
            } else {
                group.skip();
            }
        }
    }

    // Returns false for a deleted object.
    static bool read_info(pbf_reader info, Object& object) {
        bool is_visible = true;
        while (info.next()) {
            if (is(info, 1, pbf_wire_type::varint)) {
                const std::int32_t version = info.get_int32();
                if (version < -1) fail("an object has a negative version");
                object.version = version == -1 ? 0 : static_cast<std::uint32_t>(version);
            } else if (is(info, 6, pbf_wire_type::varint)) {
                is_visible = info.get_bool();
            } else {
                info.skip();
            }
        }
        return is_visible;
    }

    std::int32_t position_of(std::int64_t steps, std::int64_t offset) const {
        constexpr std::int64_t nanodegrees = 100;  // of 1e-7 degrees
        const auto wrapped =
            static_cast<std::uint64_t>(steps) * static_cast<std::uint64_t>(std::int64_t{granularity_}) +
            static_cast<std::uint64_t>(offset);
        return static_cast<std::int32_t>(static_cast<std::int64_t>(wrapped) / nanodegrees);
    }

    Position position(std::int64_t x, std::int64_t y) const {
        return {position_of(x, x_offset_), position_of(y, y_offset_)};
    }

    void set_position(Object& node, std::int64_t x, std::int64_t y) const {
        node.position = position(x, y);
        node.has_position = is_valid(node.position);
    }

    void decode_node(pbf_reader fields) {
        Object node;
        bool is_visible = true;
        std::optional<std::int64_t> x, y;
        Packed keys, values;
        while (fields.next()) {
            if (is(fields, 1, pbf_wire_type::varint)) {
                node.id = fields.get_sint64();
            } else if (is(fields, 4, pbf_wire_type::length_delimited)) {
                is_visible = read_info(fields.get_message(), node);
            } else if (take(fields, 2, keys) || take(fields, 3, values)) {
                continue;
            } else if (is(fields, 8, pbf_wire_type::varint)) {
                y = fields.get_sint64();
            } else if (is(fields, 9, pbf_wire_type::varint)) {
                x = fields.get_sint64();
            } else {
                fields.skip();
            }
        }
        if (!is_visible) return;
        if (!x || !y) fail(format("node {} has no position", node.id));
        set_position(node, *x, *y);
        set_tags(keys, values);
        give(node);
    }

    void decode_dense_nodes(pbf_reader fields) {
        Packed ids, xs, ys, tags, visible;
        while (fields.next()) {
            if (is(fields, 5, pbf_wire_type::length_delimited)) {
                pbf_reader info = fields.get_message();
                while (info.next(6, pbf_wire_type::length_delimited)) visible = Packed(info.get_view());
            } else if (!take(fields, 1, ids) && !take(fields, 8, ys) && !take(fields, 9, xs) &&
                       !take(fields, 10, tags)) {
                fields.skip();
            }
        }
        Object node;
        Sum id, x, y;
        while (!ids.empty()) {
            if (xs.empty() || ys.empty()) fail("a block has fewer positions than nodes");
            node.id = id.add(ids.next_signed());
            const std::int64_t steps_x = x.add(xs.next_signed());
            const std::int64_t steps_y = y.add(ys.next_signed());
            tags_.clear();
            while (!tags.empty()) {
                const std::uint64_t key = tags.next();
                if (key == 0) break;
                if (tags.empty()) fail(format("a key of node {} has no value", node.id));
                add_tag(key, tags.next());
            }
            if (!visible.empty() && visible.next() == 0) continue;
            set_position(node, steps_x, steps_y);
            give(node);
        }
    }

    // Returns true for a way that has to be decoded.
    bool is_whole(std::int64_t id, Packed keys) const {
        while (!keys.empty()) {
            const auto key = static_cast<std::uint32_t>(keys.next());
            if (key >= texts_.size() || is_class_key_[key] != 0) return true;
        }
        return has_nul_ || whole_ways_.keys.empty() || (whole_ways_.needs && whole_ways_.needs(id));
    }

    void decode_way(pbf_reader fields) {
        Object way;
        way.kind = ObjectKind::way;
        bool is_visible = true;
        Packed keys, values, refs, xs, ys;
        while (fields.next()) {
            if (is(fields, 1, pbf_wire_type::varint)) {
                way.id = fields.get_int64();
            } else if (is(fields, 4, pbf_wire_type::length_delimited)) {
                is_visible = read_info(fields.get_message(), way);
            } else if (!take(fields, 2, keys) && !take(fields, 3, values) && !take(fields, 8, refs) &&
                       !take(fields, 9, ys) && !take(fields, 10, xs)) {
                fields.skip();
            }
        }
        if (!is_visible) return;
        refs_.clear();
        places_.clear();
        tags_.clear();
        if (is_whole(way.id, keys)) {
            for (Sum ref; !refs.empty();) refs_.push_back(ref.add(refs.next_signed()));
            set_places(xs, ys);
            set_tags(keys, values);
        }
        way.refs = refs_;
        way.places = places_;
        give(way);
    }

    // Positions of a way's nodes, which `osmium add-locations-to-ways` writes.
    void set_places(Packed xs, Packed ys) {
        Sum x, y;
        while (!xs.empty() && !ys.empty()) {
            const std::int64_t steps_x = x.add(xs.next_signed());
            const Position at = position(steps_x, y.add(ys.next_signed()));
            places_.push_back(is_valid(at) ? at : nowhere);
        }
        if (!places_.empty()) places_.resize(refs_.size(), nowhere);
    }

    void decode_relation(pbf_reader fields) {
        Object relation;
        relation.kind = ObjectKind::relation;
        bool is_visible = true;
        Packed keys, values, roles, refs, kinds;
        while (fields.next()) {
            if (is(fields, 1, pbf_wire_type::varint)) {
                relation.id = fields.get_int64();
            } else if (is(fields, 4, pbf_wire_type::length_delimited)) {
                is_visible = read_info(fields.get_message(), relation);
            } else if (!take(fields, 2, keys) && !take(fields, 3, values) && !take(fields, 8, roles) &&
                       !take(fields, 9, refs) && !take(fields, 10, kinds)) {
                fields.skip();
            }
        }
        members_.clear();
        for (Sum ref; !roles.empty() && !refs.empty() && !kinds.empty();) {
            const std::string_view role = text(static_cast<std::uint32_t>(roles.next()));
            const auto kind = static_cast<std::uint32_t>(kinds.next());
            if (kind > 2) fail(format("relation {} has a member of an unknown kind", relation.id));
            members_.push_back({static_cast<ObjectKind>(kind), ref.add(refs.next_signed()), role});
        }
        set_tags(keys, values);
        relation.members = members_;
        if (is_visible) give(relation);
    }

    std::string_view block_;
    ObjectKinds kinds_;
    const WholeWays& whole_ways_;
    const std::function<void(const Object&, void*)>& add_;
    void* part_;
    std::int32_t granularity_ = 100;
    std::int64_t x_offset_ = 0;
    std::int64_t y_offset_ = 0;
    std::vector<std::string_view> texts_;
    bool has_nul_ = false;
    std::vector<std::uint8_t> is_class_key_;  // by text
    std::vector<Tag> tags_;
    std::vector<std::int64_t> refs_;
    std::vector<Position> places_;
    std::vector<Member> members_;
};

}  // namespace

ObjectKinds kinds_in_block(std::string_view block) {
    ObjectKinds kinds = 0;
    pbf_reader fields(block.data(), block.size());
    while (fields.next(2, pbf_wire_type::length_delimited)) {
        pbf_reader group = fields.get_message();
        while (group.next()) {
            const auto tag = group.tag();
            if (tag == 1 || tag == 2) kinds |= nodes_only;
            if (tag == 3) kinds |= ways_only;
            if (tag == 4) kinds |= relations_only;
            group.skip();
        }
    }
    return kinds;
}

void decode_block(std::string_view block, ObjectKinds kinds, const WholeWays& whole_ways,
                  const std::function<void(const Object&, void*)>& add, void* part) {
    BlockDecoder(block, kinds, whole_ways, add, part).decode();
}

}  // namespace allways::importers::osm
