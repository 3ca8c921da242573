#include "engine/sweep_tape.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "engine/sweep_regions.h"

namespace allways::engine {

static_assert(sizeof(TapeNode) == 32 && sizeof(TapeTree) == 32);
static_assert(sizeof(TapeArcs<std::int32_t>) == 32 && sizeof(TapeArcs<double>) == 64);

namespace {

constexpr std::int32_t nowhere = -1;
constexpr std::uint32_t nobody = ~std::uint32_t{0};

// The slots of one tree and the ranks whose rows they hold.
class Slots {
public:
    explicit Slots(std::size_t limit) : limit_(limit) {}
    void clear() {
        holder_.clear();
        free_.clear();
    }
    // nowhere: all are taken.
    std::int32_t take(std::uint32_t rank) {
        if (free_.empty()) {
            if (holder_.size() == limit_) return nowhere;
            free_.push_back(static_cast<std::int32_t>(holder_.size()));
            holder_.push_back(nobody);
        }
        const std::int32_t slot = free_.back();
        free_.pop_back();
        holder_[static_cast<std::size_t>(slot)] = rank;
        return slot;
    }
    void release(std::int32_t slot) {
        holder_[static_cast<std::size_t>(slot)] = nobody;
        free_.push_back(slot);
    }
    const std::vector<std::uint32_t>& holders() const { return holder_; }
    std::size_t used() const { return holder_.size(); }  // most at a time

private:
    std::size_t limit_;
    std::vector<std::uint32_t> holder_;
    std::vector<std::int32_t> free_;
};

template <class T>
class TapeWriter {
public:
    TapeWriter(const SweepProblem<T>& problem, const TapeLimits& limits)
        : problem_(problem),
          factor_(*problem.factor),
          tree_(*factor_.elimination),
          slots_(std::min<std::size_t>(limits.slots, std::numeric_limits<std::uint16_t>::max() - 1)),
          region_nodes_(limits.region_nodes),
          node_of_(tree_.node_count(), 0),
          slot_of_(tree_.node_count(), nowhere),
          uses_left_(tree_.node_count(), 0),
          first_row_(tree_.node_count() + 1, 0) {
        group_core_rows();
    }

    SweepTape<T> write() {
        for (const RegionLayer& layer : region_layers(tree_, problem_.visit, region_nodes_)) write_layer(layer);
        write_tap_rows();
        std::stable_sort(tape_.direct.begin(), tape_.direct.end(),
                         [](const TapeDirect<T>& a, const TapeDirect<T>& b) { return a.column < b.column; });
        const std::size_t largest = 4 * std::max(tape_.arcs.size(), tape_.nodes.size());
        constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
        if (largest > most) {
            throw CapacityError(
                format("a device's sweep takes at most {} arcs and this network needs {}; use the schedule "
                       "on the host, or fewer rows",
                       most, largest),
                largest, most);
        }
        return std::move(tape_);
    }

private:
    void group_core_rows() {
        for (std::size_t i = 0; i < problem_.rows.count(); ++i) {
            if (problem_.is_core_row(i)) ++first_row_[problem_.rows.taps_of(i).front().rank + 1];
        }
        std::partial_sum(first_row_.begin(), first_row_.end(), first_row_.begin());
        rows_.resize(first_row_.back());
        std::vector<std::size_t> next(first_row_);
        for (std::size_t i = 0; i < problem_.rows.count(); ++i) {
            if (problem_.is_core_row(i))
                rows_[next[problem_.rows.taps_of(i).front().rank]++] = static_cast<std::int32_t>(i);
        }
    }

    // Regions that need about as many slots are launched together, those that need most first.
    void write_layer(const RegionLayer& layer) {
        struct Written {
            TapeRegion region;
            std::uint32_t slots;
        };
        std::vector<Written> regions;
        for (std::size_t r = 0; r < layer.regions(); ++r) {
            Written written{{static_cast<std::uint32_t>(tape_.trees.size()), 0}, 1};
            for (std::size_t t = layer.first_tree[r]; t < layer.first_tree[r + 1]; ++t) {
                write_tree(layer.tree(t));
                written.slots = std::max(written.slots, static_cast<std::uint32_t>(slots_.used()));
            }
            written.region.trees = static_cast<std::uint32_t>(tape_.trees.size()) - written.region.first_tree;
            regions.push_back(written);
        }
        std::stable_sort(regions.begin(), regions.end(),
                         [](const Written& a, const Written& b) { return a.slots > b.slots; });
        for (const Written& written : regions) {
            const bool alike = !tape_.launches.empty() && &written != &regions.front() &&
                               std::bit_width(written.slots) == std::bit_width(tape_.launches.back().slots);
            if (!alike) tape_.launches.push_back({static_cast<std::uint32_t>(tape_.regions.size()), 0, written.slots});
            tape_.regions.push_back(written.region);
            ++tape_.launches.back().regions;
        }
    }

    void write_tree(std::span<const std::uint32_t> ranks) {
        slots_.clear();
        for (const std::uint32_t v : ranks) {
            for (const std::uint32_t w : tree_.ups(v)) ++uses_left_[w];
        }
        TapeTree tree = start_tree(ranks.front(), tree_.subtree_size[ranks.front()]);
        load_boundary(tree_.ups(ranks.front()));
        for (const std::uint32_t v : ranks) write_node(v);
        end_tree(tree);
    }

    TapeTree start_tree(std::uint32_t rank, std::uint32_t subtree_size) const {
        return {static_cast<std::uint32_t>(tape_.nodes.size()),
                0,
                static_cast<std::uint32_t>(tape_.arcs.size()),
                static_cast<std::uint32_t>(tape_.loads.size()),
                0,
                rank,
                subtree_size};
    }
    void end_tree(TapeTree& tree) {
        tree.nodes = static_cast<std::uint32_t>(tape_.nodes.size()) - tree.first_node;
        tree.loads = static_cast<std::uint32_t>(tape_.loads.size()) - tree.first_load;
        tape_.trees.push_back(tree);
    }

    // Where there are more rows than slots, those that are used most.
    void load_boundary(std::span<const std::uint32_t> boundary) {
        std::vector<std::uint32_t> by_use(boundary.begin(), boundary.end());
        std::stable_sort(by_use.begin(), by_use.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return uses_left_[a] > uses_left_[b]; });
        for (const std::uint32_t w : by_use) {
            const std::int32_t row = scratch_row(w);
            slot_of_[w] = slots_.take(w);
            if (slot_of_[w] != nowhere) tape_.loads.push_back({row, slot_of_[w]});
        }
    }

    void write_node(std::uint32_t v) {
        node_of_[v] = tape_.nodes.size();
        TapeNode node{.rank = v, .subtree_size = tree_.subtree_size[v], .depth = tree_.depth[v]};
        const auto cell = [&](const std::uint32_t& w) {
            return factor_.up[static_cast<std::size_t>(&w - tree_.up.data())];
        };
        for (const std::uint32_t& w : tree_.ups(v)) {
            if (slot_of_[w] == nowhere) continue;
            add_arc(node.locals++, slot_of_[w], cell(w));
        }
        for (const std::uint32_t& w : tree_.ups(v)) {
            if (slot_of_[w] != nowhere) continue;
            add_arc(node.globals++, scratch_row(w), cell(w));
        }
        for (const std::uint32_t w : tree_.ups(v)) {
            if (--uses_left_[w] != 0 || slot_of_[w] == nowhere) continue;
            slots_.release(slot_of_[w]);
            slot_of_[w] = nowhere;
        }
        tape_.nodes.push_back(node);
        if (uses_left_[v] != 0) keep(v);
        write_rows({rows_.data() + first_row_[v], first_row_[v + 1] - first_row_[v]});
    }

    // The i-th of a node's with operands in slots, or in scratch.
    void add_arc(std::int64_t i, std::int32_t where, T cell) {
        if (i % 4 == 0) tape_.arcs.push_back({});
        tape_.arcs.back().where[i % 4] = where;
        tape_.arcs.back().cell[i % 4] = cell;
    }

    void keep(std::uint32_t v) {
        slot_of_[v] = slots_.take(v);
        if (slot_of_[v] == nowhere) {
            const auto least =
                std::min_element(slots_.holders().begin(), slots_.holders().end(),
                                 [&](std::uint32_t a, std::uint32_t b) { return uses_left_[a] < uses_left_[b]; });
            if (uses_left_[*least] < uses_left_[v]) {
                scratch_row(*least);
                slots_.release(std::exchange(slot_of_[*least], nowhere));
                slot_of_[v] = slots_.take(v);
            }
        }
        if (slot_of_[v] == nowhere)
            scratch_row(v);
        else
            tape_.nodes[node_of_[v]].slot = static_cast<std::uint16_t>(slot_of_[v] + 1);
    }

    // The rows of the node that was written last.
    void write_rows(std::span<const std::int32_t> rows) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (i > 0) tape_.nodes.push_back({.globals = TapeNode::again});
            const auto row = static_cast<std::size_t>(rows[i]);
            tape_.nodes.back().row = rows[i];
            if (!problem_.hops_of(row).empty())
                tape_.nodes.back().hops = static_cast<std::int32_t>(problem_.first_hop[row]);
        }
    }

    // The row of scratch that v's node writes, from the moment one is asked for.
    std::int32_t scratch_row(std::uint32_t v) {
        std::int32_t& row = tape_.nodes[node_of_[v]].scratch;
        if (row == nowhere) row = static_cast<std::int32_t>(tape_.scratch_rows++);
        return row;
    }

    void write_tap_rows() {
        TapeLaunch launch{static_cast<std::uint32_t>(tape_.regions.size()), 0, 1};
        TapeTree tree = start_tree(0, 0);
        const auto end_region = [&] {
            if (tree.first_node == tape_.nodes.size()) return;
            tape_.regions.push_back({static_cast<std::uint32_t>(tape_.trees.size()), 1});
            ++launch.regions;
            end_tree(tree);
            tree = start_tree(0, 0);
        };
        for (std::size_t i = 0; i < problem_.rows.count(); ++i) {
            if (problem_.is_core_row(i)) continue;
            write_direct(i);
            TapeNode node;
            for (const Tap<T>& tap : problem_.rows.taps_of(i)) add_arc(node.globals++, scratch_row(tap.rank), tap.cell);
            tape_.nodes.push_back(node);
            const auto row = static_cast<std::int32_t>(i);
            write_rows({&row, 1});
            if (tape_.nodes.size() - tree.first_node >= region_nodes_) end_region();
        }
        end_region();
        if (launch.regions > 0) tape_.launches.push_back(launch);
    }

    // Of row i, whose node and arcs are written next.
    void write_direct(std::size_t i) {
        const std::size_t begin = tape_.direct.size();
        for (const DirectCell<T>& direct : problem_.direct_of(i)) {
            if (tape_.direct.size() > begin && tape_.direct.back().column == direct.column) {
                tape_.direct.back().cell = std::min(tape_.direct.back().cell, direct.cell);
                continue;
            }
            tape_.direct.push_back({direct.column, static_cast<std::int32_t>(tape_.nodes.size()),
                                    static_cast<std::uint32_t>(tape_.arcs.size()), direct.cell});
        }
    }

    const SweepProblem<T>& problem_;
    const ordering::Factor<T>& factor_;
    const ordering::Elimination& tree_;
    SweepTape<T> tape_;
    Slots slots_;
    std::size_t region_nodes_;
    std::vector<std::size_t> node_of_;      // rank → its node on the tape
    std::vector<std::int32_t> slot_of_;     // rank → its slot in the tree being written
    std::vector<std::uint32_t> uses_left_;  // rank → nodes of that tree that still need it
    std::vector<std::size_t> first_row_;    // rank → core rows of the table
    std::vector<std::int32_t> rows_;
};

}  // namespace

template <class T>
SweepTape<T> make_sweep_tape(const SweepProblem<T>& problem, const TapeLimits& limits) {
    if (limits.region_nodes == 0 || limits.slots == 0) {
        throw InvalidArgument(
            format("a region has at least one node and one slot, not {} and {}", limits.region_nodes, limits.slots));
    }
    return TapeWriter<T>(problem, limits).write();
}

#define ALLWAYS_INSTANTIATE(T) template SweepTape<T> make_sweep_tape(const SweepProblem<T>&, const TapeLimits&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(float)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
