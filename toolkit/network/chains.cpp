// SPDX-License-Identifier: Apache-2.0
#include "network/chains.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace allways::network {

namespace {

using LinkIndex = std::uint32_t;
constexpr LinkIndex no_link = std::numeric_limits<LinkIndex>::max();

// An arc of the network, or two links joined at a folded node: a binary tree with arcs as leaves.
struct Link {
    NodeIndex tail;
    NodeIndex head;
    ArcIndex first;  // its first arc in the direction of travel
    ArcIndex last;
    ArcIndex lowest;           // the lowest index of all its arcs
    LinkIndex left = no_link;  // the two links that were joined
    LinkIndex right = no_link;
    LinkIndex partner = no_link;  // the other direction of the same road
    bool alive = true;
};

// The links and neighbours of a node, complete only for nodes with at most two neighbours.
struct Surroundings {
    int neighbours = 0;  // other nodes; counting stops at 3
    std::array<NodeIndex, 2> node{no_node, no_node};
    std::array<LinkIndex, 2> in{no_link, no_link};  // links from and to each of them
    std::array<LinkIndex, 2> out{no_link, no_link};
    bool parallel = false;  // several links in the same direction
};

class Folding {
public:
    Folding(const RoadNetwork& network, const ChainOptions& options) : network_(network), options_(options) {
        alive_.assign(network.node_count(), 1);
        has_loop_.assign(network.node_count(), 0);
        links_at_.resize(network.node_count());
        for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
            const NodeIndex tail = network.tail[arc];
            const NodeIndex head = network.head[arc];
            if (tail == head) has_loop_[tail] = 1;
            add({.tail = tail, .head = head, .first = arc, .last = arc, .lowest = arc});
            if (is_second_direction(arc)) make_partners(arc - 1, arc);
        }
    }

    // Visits nodes from the last to the first, so that a ring keeps its first nodes. Folding makes no other node
    // foldable; only the neighbours of removed dead ends are examined again.
    void run(const ProgressCallback& progress) {
        constexpr NodeIndex step = 1 << 16;
        const auto n = static_cast<NodeIndex>(network_.node_count());
        std::vector<NodeIndex> pending;
        for (NodeIndex node = n; node-- > 0;) {
            if (node % step == 0) report(progress, "simplify", n - node, n);
            for (pending.push_back(node); !pending.empty();) {
                const NodeIndex next = pending.back();
                pending.pop_back();
                visit(next, pending);
            }
        }
    }

    Chains chains() && {
        Chains found;
        found.first_part.push_back(0);
        for (const LinkIndex link : links_in_order()) {
            append_parts(link, found.parts);
            found.first_part.push_back(found.parts.size());
            found.reversed.push_back(is_reversed(link));
        }
        found.keep_node = std::move(alive_);
        found.folded_nodes = folded_;
        found.dead_end_nodes = dead_ends_;
        return found;
    }

private:
    bool is_second_direction(ArcIndex arc) const {
        if (network_.reversed.empty() || arc == 0 || network_.reversed[arc] == 0 || network_.reversed[arc - 1] != 0) {
            return false;
        }
        const IdTable& ids = network_.arc_ids;
        const bool same_id =
            ids.is_numeric() ? ids.numbers()[arc] == ids.numbers()[arc - 1] : ids.texts()[arc] == ids.texts()[arc - 1];
        return same_id && network_.tail[arc] == network_.head[arc - 1] && network_.head[arc] == network_.tail[arc - 1];
    }

    void make_partners(LinkIndex one, LinkIndex other) {
        links_[one].partner = other;
        links_[other].partner = one;
    }

    // Skips self-loops, so no node is its own neighbour.
    LinkIndex add(const Link& link) {
        const auto index = static_cast<LinkIndex>(links_.size());
        links_.push_back(link);
        if (link.tail != link.head) {
            links_at_[link.tail].push_back(index);
            links_at_[link.head].push_back(index);
        }
        return index;
    }

    // Drops removed links on the way, each once.
    Surroundings look_around(NodeIndex node) {
        Surroundings found;
        auto& at = links_at_[node];
        for (std::size_t i = 0; i < at.size();) {
            const Link& link = links_[at[i]];
            if (!link.alive) {
                at[i] = at.back();
                at.pop_back();
                continue;
            }
            const NodeIndex other = link.tail == node ? link.head : link.tail;
            std::size_t side = 0;
            while (side < 2 && found.node[side] != no_node && found.node[side] != other) ++side;
            if (side == 2) {
                found.neighbours = 3;
                return found;
            }
            found.node[side] = other;
            found.neighbours = std::max(found.neighbours, static_cast<int>(side) + 1);
            LinkIndex& place = link.tail == node ? found.out[side] : found.in[side];
            found.parallel = found.parallel || place != no_link;
            place = at[i];
            if (found.parallel && found.neighbours == 2) return found;
            ++i;
        }
        return found;
    }

    void visit(NodeIndex node, std::vector<NodeIndex>& pending) {
        if (!alive_[node] || options_.keep[node] || network_.is_no_through(node)) return;
        const Surroundings around = look_around(node);
        if (options_.dead_ends && around.neighbours == 1) {
            remove_dead_end(node);
        } else if (is_foldable(node, around)) {
            fold(node, around);
        } else {
            return;
        }
        if (!options_.dead_ends) return;
        for (const NodeIndex neighbour : around.node) {
            if (neighbour != no_node) pending.push_back(neighbour);
        }
    }

    void remove_dead_end(NodeIndex node) {
        alive_[node] = 0;
        for (const LinkIndex link : links_at_[node]) links_[link].alive = false;
        links_at_[node].clear();
        ++dead_ends_;
    }

    bool is_foldable(NodeIndex node, const Surroundings& around) const {
        if (around.neighbours != 2 || around.parallel || has_loop_[node]) return false;
        const auto passes = [&](int from, int to) {
            return around.in[from] != no_link && around.out[to] != no_link &&
                   costs_agree(links_[around.in[from]].last, links_[around.out[to]].first);
        };
        const auto is_closed = [&](int from, int to) {
            return around.in[from] == no_link && around.out[to] == no_link;
        };
        return (passes(0, 1) && (passes(1, 0) || is_closed(1, 0))) || (is_closed(0, 1) && passes(1, 0));
    }

    bool costs_agree(ArcIndex one, ArcIndex other) const {
        return std::ranges::all_of(options_.costs, [&](const ArcColumn* column) {
            return column->values[one].is_missing() == column->values[other].is_missing();
        });
    }

    void fold(NodeIndex node, const Surroundings& around) {
        const bool one_road = is_one_road(around, 0) && is_one_road(around, 1);
        const LinkIndex forth = join(around.in[0], around.out[1]);
        const LinkIndex back = join(around.in[1], around.out[0]);
        if (one_road && forth != no_link && back != no_link) make_partners(forth, back);
        alive_[node] = 0;
        links_at_[node].clear();
        ++folded_;
    }

    bool is_one_road(const Surroundings& around, int side) const {
        return around.in[side] != no_link && links_[around.in[side]].partner == around.out[side];
    }

    LinkIndex join(LinkIndex left, LinkIndex right) {
        if (left == no_link) return no_link;
        links_[left].alive = links_[right].alive = false;
        const Link& before = links_[left];
        const Link& after = links_[right];
        return add({.tail = before.tail,
                    .head = after.head,
                    .first = before.first,
                    .last = after.last,
                    .lowest = std::min(before.lowest, after.lowest),
                    .left = left,
                    .right = right});
    }

    // Returns true for the second direction of a road: the one whose first arc comes later in the file.
    bool is_second(const Link& link) const {
        return link.partner != no_link && links_[link.partner].lowest < link.lowest;
    }

    bool is_reversed(LinkIndex index) const {
        const Link& link = links_[index];
        if (link.partner != no_link) return is_second(link);
        return link.left == no_link && !network_.reversed.empty() && network_.reversed[link.first] != 0;
    }

    std::vector<LinkIndex> links_in_order() const {
        std::vector<LinkIndex> order;
        for (LinkIndex index = 0; index < links_.size(); ++index) {
            const Link& link = links_[index];
            if (link.alive && alive_[link.tail] && alive_[link.head]) order.push_back(index);
        }
        const auto place = [&](LinkIndex index) {
            const Link& link = links_[index];
            return is_second(link) ? std::pair(links_[link.partner].lowest, 1) : std::pair(link.lowest, 0);
        };
        std::ranges::sort(order, {}, place);
        return order;
    }

    void append_parts(LinkIndex root, std::vector<ArcIndex>& parts) const {
        std::vector<LinkIndex> stack{root};
        while (!stack.empty()) {
            const Link& link = links_[stack.back()];
            stack.pop_back();
            if (link.left == no_link) {
                parts.push_back(link.first);
            } else {
                stack.insert(stack.end(), {link.right, link.left});
            }
        }
    }

    const RoadNetwork& network_;
    const ChainOptions& options_;
    std::vector<Link> links_;  // the network's arcs first
    std::vector<std::vector<LinkIndex>> links_at_;
    std::vector<std::uint8_t> alive_;
    std::vector<std::uint8_t> has_loop_;
    std::size_t folded_ = 0;
    std::size_t dead_ends_ = 0;
};

}  // namespace

Chains find_chains(const RoadNetwork& network, const ChainOptions& options, const ProgressCallback& progress) {
    Folding folding(network, options);
    folding.run(progress);
    return std::move(folding).chains();
}

}  // namespace allways::network
