// SPDX-License-Identifier: Apache-2.0
#include "engine/sweep/device/instruction_stream.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::engine {

// ---- Regions

namespace {

// Packs neighbouring trees into one region while they fit.
void pack(RegionLayer& layer, std::size_t region_nodes) {
    layer.first_rank.push_back(layer.ranks.size());
    std::size_t nodes = 0;
    for (std::size_t t = 0; t < layer.trees(); ++t) {
        const std::size_t size = layer.tree(t).size();
        if (t == 0 || nodes + size > region_nodes) {
            layer.first_tree.push_back(t);
            nodes = 0;
        }
        nodes += size;
    }
    layer.first_tree.push_back(layer.trees());
}

}  // namespace

std::vector<RegionLayer> region_layers(const ordering::Elimination& elimination, std::span<const std::uint32_t> ranks,
                                       std::size_t region_nodes) {
    std::vector<RegionLayer> layers;
    std::vector<std::uint32_t> left(ranks.begin(), ranks.end());
    std::vector<std::uint32_t> size(elimination.node_count());  // size of the remaining subtree
    while (!left.empty()) {
        for (const std::uint32_t v : left) size[v] = 1;
        for (auto v = left.rbegin(); v != left.rend(); ++v) {
            const std::uint32_t parent = elimination.parent[*v];
            if (parent != ordering::no_parent) size[parent] += size[*v];
        }
        RegionLayer layer;
        std::vector<std::uint32_t> above;
        for (const std::uint32_t v : left) {
            if (size[v] > region_nodes) {
                above.push_back(v);
                continue;
            }
            const std::uint32_t parent = elimination.parent[v];
            if (parent == ordering::no_parent || size[parent] > region_nodes) {
                layer.first_rank.push_back(layer.ranks.size());
            }
            layer.ranks.push_back(v);
        }
        pack(layer, region_nodes);
        layers.push_back(std::move(layer));
        left = std::move(above);
    }
    std::reverse(layers.begin(), layers.end());
    return layers;
}

// ---- Instructions

static_assert(sizeof(NodeInstruction) == 32 && sizeof(FourInstruction<std::uint32_t>) == 32);
static_assert(sizeof(FourInstruction<std::int32_t>) == 32 && sizeof(FourInstruction<double>) == 64);

namespace {

constexpr std::int32_t nowhere = -1;
constexpr std::uint32_t nobody = ~std::uint32_t{0};

// The slots of one tree and the ranks whose rows they currently hold.
class Slots {
public:
    explicit Slots(std::size_t limit) : limit_(limit) {}
    void clear() {
        holder_.clear();
        free_.clear();
    }
    // Returns a free slot, or nowhere if all are taken.
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
    std::size_t used() const { return holder_.size(); }  // the largest number in use at a time

private:
    std::size_t limit_;
    std::vector<std::uint32_t> holder_;
    std::vector<std::int32_t> free_;
};

template <class T>
class StreamWriter {
public:
    StreamWriter(const SweepProblem<T>& problem, std::size_t region_nodes, std::size_t slots)
        : problem_(problem),
          factor_(*problem.factor),
          tree_(*factor_.elimination),
          slots_(std::min<std::size_t>(slots, (std::size_t{1} << InstructionHead::place_bits) - 2)),
          region_nodes_(region_nodes),
          node_of_(tree_.node_count(), 0),
          slot_of_(tree_.node_count(), nowhere),
          uses_left_(tree_.node_count(), 0),
          first_row_(tree_.node_count() + 1, 0) {
        group_core_rows();
    }

    InstructionStream<T> write() {
        for (const RegionLayer& layer : region_layers(tree_, problem_.visit, region_nodes_)) write_layer(layer);
        write_access_rows();
        std::stable_sort(stream_.direct.begin(), stream_.direct.end(),
                         [](const auto& a, const auto& b) { return a.column < b.column; });
        expect_at_most(std::numeric_limits<std::int32_t>::max(), stream_.instructions.size(),
                       "instructions of nodes and arcs");
        expect_at_most(std::size_t{1} << InstructionHead::place_bits, stream_.scratch_rows, "rows that regions share");
        return std::move(stream_);
    }

private:
    template <class Value>
    struct Operand {
        std::uint32_t where;
        Value value;
    };

    static void expect_at_most(std::size_t most, std::size_t count, const char* what) {
        if (count <= most) return;
        throw CapacityError(
            format("a device's sweep supports at most {} {}, but this network needs {}; use the schedule on "
                   "the host, or fewer rows",
                   most, what, count),
            count, most);
    }

    void group_core_rows() {
        for (std::size_t i = 0; i < problem_.rows.count(); ++i) {
            if (problem_.is_core_row(i)) ++first_row_[problem_.rows.access_arcs_of(i).front().rank + 1];
        }
        std::partial_sum(first_row_.begin(), first_row_.end(), first_row_.begin());
        rows_.resize(first_row_.back());
        std::vector<std::size_t> next(first_row_);
        for (std::size_t i = 0; i < problem_.rows.count(); ++i) {
            if (problem_.is_core_row(i))
                rows_[next[problem_.rows.access_arcs_of(i).front().rank]++] = static_cast<std::int32_t>(i);
        }
    }

    // Regions that need similar numbers of slots are launched together, those with the most slots first.
    void write_layer(const RegionLayer& layer) {
        struct Written {
            DeviceRange region;
            std::uint32_t slots;
        };
        std::vector<Written> regions;
        for (std::size_t r = 0; r < layer.regions(); ++r) {
            Written written{{next_instruction(), 0}, 1};
            for (std::size_t t = layer.first_tree[r]; t < layer.first_tree[r + 1]; ++t) {
                write_tree(layer.tree(t));
                written.slots = std::max(written.slots, static_cast<std::uint32_t>(slots_.used()));
            }
            written.region.count = next_instruction() - written.region.first;
            regions.push_back(written);
        }
        std::stable_sort(regions.begin(), regions.end(),
                         [](const Written& a, const Written& b) { return a.slots > b.slots; });
        for (const Written& written : regions) {
            const bool alike = !stream_.launches.empty() && &written != &regions.front() &&
                               5 * written.slots >= 4 * stream_.launches.back().most;
            if (!alike) {
                stream_.launches.push_back({static_cast<std::uint32_t>(stream_.regions.size()), 0, written.slots});
            }
            stream_.regions.push_back(written.region);
            ++stream_.launches.back().regions;
        }
    }

    std::uint32_t next_instruction() const { return static_cast<std::uint32_t>(stream_.instructions.size()); }
    template <class Value>
    std::uint32_t add(const Value& value) {
        const std::uint32_t at = next_instruction();
        std::array<Instruction, sizeof(Value) / sizeof(Instruction)> instructions;
        std::memcpy(&instructions, &value, sizeof value);  // including padding
        stream_.instructions.insert(stream_.instructions.end(), instructions.begin(), instructions.end());
        return at;
    }
    template <class Edit>
    void edit_node(std::uint32_t instruction, const Edit& change) {
        auto node = std::bit_cast<NodeInstruction>(stream_.instructions[instruction]);
        change(node);
        stream_.instructions[instruction] = std::bit_cast<Instruction>(node);
    }

    void write_tree(std::span<const std::uint32_t> ranks) {
        slots_.clear();
        for (const std::uint32_t v : ranks) {
            for (const std::uint32_t w : tree_.ups(v)) ++uses_left_[w];
        }
        add(NodeInstruction{.head = {InstructionKind::tree, 0},
                            .rank = ranks.front(),
                            .subtree_size = tree_.subtree_size[ranks.front()]});
        load_boundary(tree_.ups(ranks.front()));
        for (const std::uint32_t v : ranks) write_node(v);
    }

    // Loads the rows of the boundary into slots; if there are more rows than slots, the most used ones.
    void load_boundary(std::span<const std::uint32_t> boundary) {
        std::vector<std::uint32_t> by_use(boundary.begin(), boundary.end());
        std::stable_sort(by_use.begin(), by_use.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return uses_left_[a] > uses_left_[b]; });
        std::vector<Operand<std::uint32_t>> loads;
        for (const std::uint32_t w : by_use) {
            slot_of_[w] = slots_.take(w);
            const std::uint32_t row = scratch_row(w);
            if (slot_of_[w] != nowhere) loads.push_back({row, static_cast<std::uint32_t>(slot_of_[w])});
        }
        add_operands(InstructionKind::loads, loads);
    }

    // Writes v with its arcs and its rows of the table.
    void write_node(std::uint32_t v) {
        std::vector<Operand<T>> locals;
        std::vector<Operand<T>> globals;
        for (std::size_t a = tree_.first_up[v]; a < tree_.first_up[v + 1]; ++a) {
            const std::uint32_t w = tree_.up[a];
            if (slot_of_[w] != nowhere)
                locals.push_back({static_cast<std::uint32_t>(slot_of_[w]), factor_.up[a]});
            else
                globals.push_back({scratch_row(w), factor_.up[a]});
        }
        add_operands(InstructionKind::locals, locals);
        add_operands(InstructionKind::globals, globals);
        for (const std::uint32_t w : tree_.ups(v)) {
            if (--uses_left_[w] != 0 || slot_of_[w] == nowhere) continue;
            slots_.release(slot_of_[w]);
            slot_of_[w] = nowhere;
        }
        node_of_[v] = add(NodeInstruction{.rank = v, .subtree_size = tree_.subtree_size[v], .depth = tree_.depth[v]});
        if (uses_left_[v] != 0) keep(v);
        write_rows(node_of_[v], {rows_.data() + first_row_[v], first_row_[v + 1] - first_row_[v]});
    }

    template <class Value>
    void add_operands(InstructionKind kind, const std::vector<Operand<Value>>& all) {
        for (std::size_t i = 0; i < all.size(); i += 4) {
            const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(4, all.size() - i));
            FourInstruction<Value> four{.head = {kind, all[i].where, count}};
            for (std::uint32_t k = 0; k < count; ++k) {
                if (k > 0) four.where[k - 1] = all[i + k].where;
                four.value[k] = all[i + k].value;
            }
            add(four);
        }
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
            edit_node(node_of_[v], [&](NodeInstruction& node) {
                node.head = {InstructionKind::node, static_cast<std::uint32_t>(slot_of_[v] + 1)};
            });
    }

    // Writes the table rows of the last node written, whose instruction is `instruction`.
    void write_rows(std::uint32_t instruction, std::span<const std::int32_t> rows) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (i > 0) instruction = add(NodeInstruction{.head = {InstructionKind::row, 0}});
            edit_node(instruction, [&](NodeInstruction& node) {
                node.row = rows[i];
                const auto row = static_cast<std::size_t>(rows[i]);
                if (!problem_.hops_of(row).empty()) node.hops = static_cast<std::int32_t>(problem_.first_hop[row]);
            });
        }
    }

    // Returns the row of scratch that v's node writes, assigned at the first request.
    std::uint32_t scratch_row(std::uint32_t v) {
        std::int32_t row = nowhere;
        edit_node(node_of_[v], [&](NodeInstruction& node) {
            if (node.scratch == nowhere) node.scratch = static_cast<std::int32_t>(stream_.scratch_rows++);
            row = node.scratch;
        });
        return static_cast<std::uint32_t>(row);
    }

    // Writes rows without a core node; all their access arcs read scratch.
    void write_access_rows() {
        RegionLaunch launch{static_cast<std::uint32_t>(stream_.regions.size()), 0, 1};
        std::size_t nodes = 0;  // number of nodes in the region that is being written
        std::vector<Operand<T>> arcs;
        for (std::size_t i = 0; i < problem_.rows.count(); ++i) {
            if (problem_.is_core_row(i)) continue;
            if (nodes == 0) stream_.regions.push_back({add(NodeInstruction{.head = {InstructionKind::tree, 0}}), 0});
            write_direct(i);
            arcs.clear();
            for (const AccessArc<T>& access : problem_.rows.access_arcs_of(i)) {
                arcs.push_back({scratch_row(access.rank), access.cell});
            }
            add_operands(InstructionKind::globals, arcs);
            const auto row = static_cast<std::int32_t>(i);
            write_rows(add(NodeInstruction{}), {&row, 1});
            DeviceRange& region = stream_.regions.back();
            region.count = next_instruction() - region.first;
            nodes = (nodes + 1) % region_nodes_;
        }
        launch.regions = static_cast<std::uint32_t>(stream_.regions.size()) - launch.first_region;
        if (launch.regions > 0) stream_.launches.push_back(launch);
    }

    // Writes the direct cells of row i, whose node is written next.
    void write_direct(std::size_t i) {
        const std::size_t begin = stream_.direct.size();
        for (const DirectCell<T>& direct : problem_.direct_of(i)) {
            if (stream_.direct.size() > begin && stream_.direct.back().column == direct.column) {
                stream_.direct.back().cell = std::min(stream_.direct.back().cell, direct.cell);
                continue;
            }
            stream_.direct.push_back({direct.column, next_instruction(), direct.cell});
        }
    }

    const SweepProblem<T>& problem_;
    const ordering::Factor<T>& factor_;
    const ordering::Elimination& tree_;
    InstructionStream<T> stream_;
    Slots slots_;
    std::size_t region_nodes_;
    std::vector<std::uint32_t> node_of_;    // rank → the instruction of its node
    std::vector<std::int32_t> slot_of_;     // rank → its slot in the tree that is being written
    std::vector<std::uint32_t> uses_left_;  // rank → nodes of that tree that still need it
    std::vector<std::size_t> first_row_;    // rank → core rows of the table
    std::vector<std::int32_t> rows_;
};

}  // namespace

template <class T>
InstructionStream<T> make_instruction_stream(const SweepProblem<T>& problem, std::size_t region_nodes,
                                             std::size_t slots) {
    if (region_nodes == 0 || slots == 0) {
        throw InvalidArgument(
            format("a region needs at least one node and one slot, found {} and {}", region_nodes, slots));
    }
    return StreamWriter<T>(problem, region_nodes, slots).write();
}

#define ALLWAYS_INSTANTIATE(T) \
    template InstructionStream<T> make_instruction_stream(const SweepProblem<T>&, std::size_t, std::size_t);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

// ---- The upward pass

static_assert(sizeof(UpwardArc<std::int32_t>) == 16 && sizeof(UpwardArc<double>) == 16);

template <class T>
UpwardStream<T> make_upward_stream(const SweepProblem<T>& problem, std::size_t region_nodes) {
    const ordering::Factor<T>& factor = *problem.factor;
    const ordering::Elimination& tree = *factor.elimination;
    UpwardStream<T> stream;
    stream.first_cell.assign(tree.node_count(), 0);
    for (const RegionLayer& layer : region_layers(tree, ranks_to_visit(tree, problem.columns), region_nodes)) {
        RegionLaunch launch{static_cast<std::uint32_t>(stream.regions.size()),
                            static_cast<std::uint32_t>(layer.regions()), 0};
        for (std::size_t r = 0; r < layer.regions(); ++r) {
            const std::size_t begin = layer.first_rank[layer.first_tree[r]];
            const std::size_t end = layer.first_rank[layer.first_tree[r + 1]];
            stream.regions.push_back(
                {static_cast<std::uint32_t>(stream.nodes.size()), static_cast<std::uint32_t>(end - begin)});
            for (std::size_t i = begin; i < end; ++i) {
                const std::uint32_t v = layer.ranks[i];
                const auto ups = tree.ups(v);
                stream.first_cell[v] = static_cast<std::uint32_t>(stream.cells);
                stream.nodes.push_back({stream.first_cell[v], tree.depth[v],
                                        static_cast<std::uint32_t>(stream.arcs.size()),
                                        static_cast<std::uint32_t>(ups.size())});
                for (std::size_t a = 0; a < ups.size(); ++a) {
                    stream.arcs.push_back(
                        {stream.first_cell[ups[a]], tree.depth[ups[a]], factor.down[tree.first_up[v] + a]});
                }
                stream.cells += tree.depth[v];
                launch.most = std::max(launch.most, tree.depth[v]);
            }
        }
        if (launch.most > 0) stream.launches.push_back(launch);
    }
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    if (stream.cells > most) {
        throw CapacityError(
            format("the upward pass of a device's sweep has at most {} cells, but this one has {}; use the "
                   "schedule on the host, or fewer columns",
                   most, stream.cells),
            stream.cells, most);
    }
    return stream;
}

#define ALLWAYS_INSTANTIATE(T) template UpwardStream<T> make_upward_stream(const SweepProblem<T>&, std::size_t);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
