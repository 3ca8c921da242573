// Sums of fields along the arcs of a factor, each of which stands for a path through lower ranks.
//
// The rule of next hops (next_hops_from_distances) selects, among all shortest paths of a pair, the one whose exits
// come first in the order of Prepared, compared exit by exit. Parts of such a path are such paths themselves, so each
// arc of the factor is the first of its possible compositions: an exit of the network, or two arcs over a lower rank.
// Sums add up.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/skims/skim_network.h"
#include "ordering/factor.h"

namespace allways::engine {

// A piece of a path: an arc of the factor, up (2·a) or down (2·a + 1), or an exit.
using PathPart = std::uint64_t;
inline constexpr PathPart exit_part = PathPart{1} << 63;
inline PathPart up_part(std::size_t a) {
    return 2 * PathPart{a};
}
inline PathPart down_part(std::size_t a) {
    return 2 * PathPart{a} + 1;
}

// For cells that are no sums of others: only those of a damaged file.
[[noreturn]] void fail_cells();

template <class T, class S>
class ArcSums {
public:
    // Borrows both. O(triangles) on all cores, plus the comparison of tied paths. Throws CapacityError for 2³¹ arcs or
    // more.
    ArcSums(const SkimNetwork<T>& network, const ordering::Factor<T>& factor);

    const SkimNetwork<T>& network() const { return network_; }
    // no_exit: the arc stands for no path.
    std::uint32_t first_exit(PathPart part) const {
        return part & exit_part ? static_cast<std::uint32_t>(part) : paths_[part].first;
    }
    std::uint32_t last_exit(PathPart part) const;
    const S* sums(PathPart part) const { return sums_.data() + part * network_.field_count; }

    // Returns true if the first of two tied paths from one node comes before the other. Parts are stored last to first
    // and are consumed.
    bool precedes(std::vector<PathPart>& path, std::vector<PathPart>& other) const;

    static std::uint64_t bytes(std::size_t fill, std::size_t fields) {
        return 2 * std::uint64_t{fill} * (sizeof(ArcPath) + fields * sizeof(S));
    }

private:
    static constexpr std::uint32_t no_part = ~std::uint32_t{0};

    // Its first exit, and the two parts that it consists of; none if it is an exit.
    struct ArcPath {
        std::uint32_t first = no_exit;
        std::uint32_t left = no_part;
        std::uint32_t right = no_part;
    };

    // The memory of one thread: arcs of a row by the depths of their upper ends, and two paths.
    struct Work {
        std::vector<std::size_t> arc_at;
        std::vector<PathPart> path, other;
    };

    void place_exits(const ordering::Factor<T>& factor);
    void sum_arcs(const ordering::Factor<T>& factor);
    void offer_ways_over(const ordering::Factor<T>& factor, std::size_t i, std::uint32_t u, Work& work);
    void offer(PathPart part, PathPart left, PathPart right, Work& work);
    void open(std::vector<PathPart>& path) const;

    const SkimNetwork<T>& network_;
    std::vector<ArcPath> paths_;  // by part
    std::vector<S> sums_;         // by part, then field
};

}  // namespace allways::engine
