// Paths inside a class of zero-cost cycles: between two members the path of the fewest arcs and, of several such paths,
// the one whose arcs come first. Paths to one member form a tree, and so do those from one.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace allways::engine {

// The zero-cost arcs between the members 0 … k-1 of a class. A member's arcs are in the order of their hops.
struct ClassGraph {
    struct Arc {
        std::uint32_t tail;
        std::uint32_t head;
    };
    struct InArc {
        std::uint32_t tail;
        std::uint32_t arc;
    };

    // `arcs`: by tail, then hop.
    ClassGraph(std::size_t member_count, std::span<const Arc> arcs);

    std::size_t member_count() const { return first_out.size() - 1; }

    std::vector<std::uint32_t> first_out;  // members + 1
    std::vector<std::uint32_t> head;       // by arc
    std::vector<std::uint32_t> first_in;   // members + 1
    std::vector<InArc> in;                 // into each member
};

// Searches of one thread, breadth first, each O(arcs).
class ClassTrees {
public:
    explicit ClassTrees(const ClassGraph& graph)
        : graph_(graph), level_(graph.member_count()), first_arc_(graph.member_count()) {}

    // Calls visit(member, arc) for the first arc of the path from each other member to the target, and for the arc's
    // head before.
    template <class Visit>
    void towards(std::uint32_t target, const Visit& visit);

    // Calls visit(arc, tail) for the last arc of the path from the source to each other member, and for the tail's
    // before.
    template <class Visit>
    void from(std::uint32_t source, const Visit& visit);

private:
    static constexpr std::uint32_t not_reached = std::numeric_limits<std::uint32_t>::max();

    const ClassGraph& graph_;
    std::vector<std::uint32_t> level_;      // by member
    std::vector<std::uint32_t> first_arc_;  // by member: the first of its arcs to the level before
    std::vector<std::uint32_t> queue_;
};

template <class Visit>
void ClassTrees::towards(std::uint32_t target, const Visit& visit) {
    level_.assign(level_.size(), not_reached);
    queue_.assign({target});
    level_[target] = 0;
    for (std::size_t at = 0; at < queue_.size(); ++at) {
        const std::uint32_t head = queue_[at];
        const std::uint32_t level = level_[head] + 1;
        for (std::uint32_t i = graph_.first_in[head]; i < graph_.first_in[head + 1]; ++i) {
            const auto [tail, arc] = graph_.in[i];
            if (level_[tail] == not_reached) {
                level_[tail] = level;
                first_arc_[tail] = arc;
                queue_.push_back(tail);
            } else if (level_[tail] == level && arc < first_arc_[tail]) {
                first_arc_[tail] = arc;
            }
        }
    }
    for (std::size_t at = 1; at < queue_.size(); ++at) visit(queue_[at], first_arc_[queue_[at]]);
}

// In the order of a queue, members of a level are in the order of their paths, so the first arc that finds a member
// ends its path.
template <class Visit>
void ClassTrees::from(std::uint32_t source, const Visit& visit) {
    level_.assign(level_.size(), not_reached);
    queue_.assign({source});
    level_[source] = 0;
    for (std::size_t at = 0; at < queue_.size(); ++at) {
        const std::uint32_t tail = queue_[at];
        for (std::uint32_t arc = graph_.first_out[tail]; arc < graph_.first_out[tail + 1]; ++arc) {
            const std::uint32_t head = graph_.head[arc];
            if (level_[head] != not_reached) continue;
            level_[head] = level_[tail] + 1;
            visit(arc, tail);
            queue_.push_back(head);
        }
    }
}

}  // namespace allways::engine
