// SPDX-License-Identifier: Apache-2.0
#include "engine/factor/factor_sums.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "allways/base/error.h"
#include "base/threads/blocks.h"
#include "engine/factor/factor_tree.h"
#include "result/factor_arrays.h"

namespace allways::engine {

template <class T>
SkimNetwork<T> factor_skims(const NetworkFactor& factor, const FactorNetwork<T>& network,
                            std::span<const result::SkimField> fields, WorkMeter& meter) {
    const std::uint32_t places = network.place_count();
    const std::size_t step_count = factor.arcs.states.empty() ? factor.arcs.size() : factor.arcs.states.next.size();
    for (const result::SkimField& field : fields) {
        if (field.values.size() != step_count) {
            throw DamagedContent("its columns are damaged; make the factor again");
        }
    }
    SkimNetwork<T> skims;
    skims.field_count = fields.size();
    skims.core_count = network.rank_count();
    skims.class_of.resize(places);
    std::vector<NodeIndex> place_of;  // a place of each class
    for (NodeIndex place = 0; place < places; ++place) {
        const std::uint32_t c = network.rank_of(place);
        if (c >= std::uint64_t{network.rank_count()} + places) {
            throw DamagedContent("its places are damaged; make the factor again");
        }
        skims.class_of[place] = c;
        if (c >= place_of.size()) place_of.resize(std::size_t{c} + 1, no_node);
        place_of[c] = place;
    }
    place_of.resize(std::max<std::size_t>(place_of.size(), network.rank_count()), no_node);
    // The step to an end place uses no arc.
    const auto position_of = [&](NodeIndex tail, std::uint32_t ordinal) {
        const auto steps = network.steps(tail);
        return ordinal < steps.arcs ? steps.first_step + ordinal : std::uint64_t{step_count};
    };
    skims.first_exit = made_vector<std::size_t>(place_of.size() + 1, meter, [&](std::size_t i) {
        std::size_t count = 0;
        if (i > 0 && place_of[i - 1] != no_node) {
            network.visit_exits(place_of[i - 1], [&](const auto&) { return ++count > 0; });
        }
        return count;
    });
    running_sums(std::span(skims.first_exit), meter);
    skims.exits = large_vector<SkimExit<T>>(skims.first_exit.back());
    skims.values = large_vector<std::int64_t>(skims.first_exit.back() * fields.size());
    for_each_index(place_of.size(), meter, [&](std::size_t c) {
        if (place_of[c] == no_node) return;
        std::size_t at = skims.first_exit[c];
        network.visit_exits(place_of[c], [&](const auto& exit) {
            T cost = exit.cost;
            if constexpr (std::is_integral_v<T>) {
                if (cost > factor.arrays().places.bound) cost = unreachable_cost<T>;
            }
            skims.exits[at] = {exit.tail, exit.head, skims.class_of[exit.head], cost};
            const std::uint64_t position = position_of(exit.tail, exit.ordinal);
            std::int64_t* values = skims.values.data() + at++ * fields.size();
            for (const result::SkimField& field : fields) {
                *values++ = position < field.values.size() ? field.values[position] : 0;
            }
            return true;
        });
    });
    if (factor.arrays().places.first_member.empty()) return skims;
    add_classes_of(network, skims,
                   [&](std::size_t field, std::size_t position) { return fields[field].values[position]; });
    return skims;
}

template SkimNetwork<std::int32_t> factor_skims(const NetworkFactor&, const FactorNetwork<std::int32_t>&,
                                                std::span<const result::SkimField>, WorkMeter&);
template SkimNetwork<double> factor_skims(const NetworkFactor&, const FactorNetwork<double>&,
                                          std::span<const result::SkimField>, WorkMeter&);

namespace {

using Cost = std::int32_t;

[[noreturn]] void fail_sums() {
    throw DamagedContent("its sums are damaged; make the factor again");
}

// ---- making

using Arcs = ComputedArcSums<Cost, std::int32_t>;

// Calls work(v) for each rank, in small blocks because high ranks take long.
template <class Work>
void for_each_rank(std::size_t count, WorkMeter& meter, const Work& work) {
    constexpr std::size_t block = 256;
    const auto one_block = [&](std::size_t b) {
        const std::size_t end = std::min(count, (b + 1) * block);
        for (std::size_t v = b * block; v < end; ++v) work(static_cast<std::uint32_t>(v));
        meter.add(end - b * block);
    };
    meter.run((count + block - 1) / block, one_block, hardware_threads());
}

std::uint32_t via_of(const Arcs& arcs, PathPart part, std::uint32_t from) {
    if (!arcs.has_path(part)) return FactorSums::no_path;
    const auto [left, right] = arcs.parts(part);
    if (left != Arcs::no_part) return std::min(left, right) / 2;
    return FactorSums::is_exit + static_cast<std::uint32_t>(arcs.first_exit(part) - arcs.network().first_exit[from]);
}

void order_and_explain(const Arcs& arcs, const ordering::Elimination& tree, FactorSums& sums, WorkMeter& meter) {
    auto order = large_vector<std::uint16_t>(tree.fill(), FactorSums::no_more);
    auto via = large_vector<std::uint32_t>(2 * tree.fill());
    for_each_rank(tree.node_count(), meter, [&](std::uint32_t v) {
        std::size_t at = tree.first_up[v];
        for (const PathPart part : arcs.in_order(v)) order[at++] = static_cast<std::uint16_t>(arcs.position(v, part));
        for (std::size_t a = tree.first_up[v]; a < tree.first_up[v + 1]; ++a) {
            via[2 * a] = via_of(arcs, 2 * a, v);
            via[2 * a + 1] = via_of(arcs, 2 * a + 1, tree.up[a]);
        }
    });
    sums.order = std::move(order);
    sums.via = std::move(via);
}

}  // namespace

void keep_sums(NetworkFactor& factor, std::shared_ptr<const ordering::Elimination> tree,
               std::span<const std::string> names, const ProgressCallback& progress) {
    // Each rank counts twice: summed, then ordered.
    WorkMeter meter(progress, "sums", 2 * std::uint64_t{tree->node_count()});
    const std::vector<result::SkimField> fields = result::step_fields(factor.arcs, factor.scale, names);
    const FactorNetwork<Cost> network(factor);
    const SkimNetwork<Cost> skims = factor_skims(factor, network, fields, meter);
    ordering::Factor<Cost> cells;
    cells.elimination = tree;
    cells.first_arc_bits = factor.arrays().first_arc_bits;
    cells.unreachable = unreachable_of<Cost>(FactorTree<Cost>(factor).format());
    cells.up = std::get<SharedArray<Cost>>(factor.arrays().up);
    cells.down = std::get<SharedArray<Cost>>(factor.arrays().down);
    const Arcs arcs(skims, cells, meter);
    FactorSums& sums = factor.arrays().sums;
    const std::size_t fill = tree->fill();
    for (std::size_t f = 0; f < fields.size(); ++f) {
        const auto sums_of = [&](std::size_t direction) {
            return made_vector<std::int32_t>(fill, meter,
                                             [&](std::size_t a) { return arcs.sums(2 * a + direction)[f]; });
        };
        sums.fields.push_back({fields[f].scale, sums_of(0), sums_of(1)});
    }
    order_and_explain(arcs, *tree, sums, meter);
    if (skims.has_classes()) {
        const auto ends = [&](NodeIndex (Arcs::*end)(PathPart) const) {
            return made_vector<NodeIndex>(2 * fill, meter, [&](std::size_t part) {
                return arcs.has_path(part) ? (arcs.*end)(part) : NodeIndex{0};
            });
        };
        sums.tail = ends(&Arcs::first_tail);
        sums.head = ends(&Arcs::last_head);
    }
    meter.finish();
}

std::uint64_t sums_bytes(std::size_t fill, std::size_t arcs, std::size_t fields) {
    constexpr std::uint64_t kept_part = 3 * sizeof(std::uint32_t) + sizeof(std::uint16_t) / 2;
    return ComputedArcSums<Cost, std::int32_t>::bytes(fill, fields) +
           2 * std::uint64_t{fill} * (kept_part + fields * sizeof(std::int32_t) + sizeof(Cost)) +
           arcs * (sizeof(SkimExit<Cost>) + 2 * fields * sizeof(std::int64_t));
}

// ---- use

std::vector<const FactorSums::Sums*> kept_fields(const NetworkFactor& factor, std::span<const std::string> names) {
    std::vector<const FactorSums::Sums*> fields;
    for (const std::string& name : names) {
        const auto& kept = factor.arrays().sums.fields;
        const auto found = std::ranges::find(kept, name, [](const auto& field) { return field.scale.name; });
        if (found == kept.end() || std::ranges::find(fields, &*found) != fields.end()) return {};
        fields.push_back(&*found);
    }
    return fields;
}

namespace {

// Builds the network of a part class by class: its ranks, then the border places that are rows or columns.
class PartNetwork {
public:
    PartNetwork(const NetworkFactor& factor, const FactorNetwork<Cost>& network, const Subfactor<Cost>& part,
                std::span<const FactorSums::Sums* const> fields)
        : factor_(factor), network_(network), ranks_(part.ranks) {
        for (const FactorSums::Sums* field : fields) {
            const TableColumn* column = factor.arcs.column(field->scale.name);
            if (column == nullptr || column->values.size() != factor.arcs.size()) fail_sums();
            columns_.push_back({column, field->scale.digits});
        }
        skims_.field_count = fields.size();
        skims_.core_count = ranks_.size();
        skims_.class_of.assign(network.place_count(), no_class);
    }

    SkimNetwork<Cost> make(std::span<const NodeIndex> rows, std::span<const NodeIndex> columns) && {
        for (const auto nodes : {rows, columns}) {
            for (const NodeIndex place : nodes) add_place(place);
        }
        std::vector<bool> leads_out(ranks_.size(), false);
        for (const NodeIndex place : columns) {
            if (!network_.is_border(place)) continue;
            for (const auto& access : network_.column(place, {.type = CostType::int32})) {
                leads_out[rank_in_part(access.rank).value_or(0)] = true;
            }
        }
        const bool has_classes = !factor_.arrays().places.first_member.empty();
        for (std::size_t v = 0; v < ranks_.size() && has_classes; ++v) {
            for (const NodeIndex place : network_.members_at(ranks_[v])) add_place(place);
        }
        skims_.first_exit.assign(1, 0);
        for (std::size_t v = 0; v < ranks_.size(); ++v) {
            if (leads_out[v]) add_exits(network_.members_at(ranks_[v]).front());
            skims_.first_exit.push_back(skims_.exits.size());
        }
        for (const NodeIndex place : border_) {
            add_exits(place);
            skims_.first_exit.push_back(skims_.exits.size());
        }
        if (has_classes) {
            add_classes_of(network_, skims_, [&](std::size_t field, std::size_t step) { return value(field, step); });
        }
        return std::move(skims_);
    }

private:
    std::optional<std::uint32_t> rank_in_part(std::uint32_t rank) const {
        const auto found = std::ranges::lower_bound(ranks_, rank);
        if (found == ranks_.end() || *found != rank) return {};
        return static_cast<std::uint32_t>(found - ranks_.begin());
    }

    void add_place(NodeIndex place) {
        if (skims_.class_of[place] != no_class) return;
        if (network_.is_border(place)) {
            skims_.class_of[place] = static_cast<std::uint32_t>(ranks_.size() + border_.size());
            border_.push_back(place);
        } else if (const auto rank = rank_in_part(network_.rank_of(place))) {
            skims_.class_of[place] = *rank;
        }
    }

    // Adds all exits of a place's class, so that they keep their numbers. Exits that lead out of the part are on no
    // path.
    void add_exits(NodeIndex place) {
        for (const auto& exit : network_.exits(place)) {
            for (const NodeIndex end : {exit.tail, exit.head}) {
                if (!network_.is_border(end)) add_place(end);
            }
            const std::uint32_t head = skims_.class_of[exit.head];
            const bool leads_elsewhere = head == no_class || exit.cost > factor_.arrays().places.bound;
            skims_.exits.push_back({exit.tail, exit.head, leads_elsewhere ? 0 : head,
                                    leads_elsewhere ? unreachable_cost<Cost> : exit.cost});
            const auto steps = network_.steps(exit.tail);
            for (std::size_t f = 0; f < columns_.size(); ++f) {
                const bool takes_an_arc = exit.ordinal < steps.arcs;
                skims_.values.push_back(takes_an_arc ? value(f, steps.first_step + exit.ordinal) : 0);
            }
        }
    }

    std::int64_t value(std::size_t field, std::size_t step) const {
        const Decimal value = result::step_value(factor_.arcs, factor_.scale, *columns_[field].column, step);
        if (value.is_missing()) return result::SkimField::missing;
        return value.rounded_fixed_point(columns_[field].digits).value_or(result::SkimField::missing);
    }

    struct Column {
        const TableColumn* column;
        int digits;
    };

    const NetworkFactor& factor_;
    const FactorNetwork<Cost>& network_;
    std::span<const std::uint32_t> ranks_;
    std::vector<Column> columns_;
    std::vector<NodeIndex> border_;
    SkimNetwork<Cost> skims_;
};

}  // namespace

SkimNetwork<Cost> skims_of_part(const NetworkFactor& factor, const FactorNetwork<Cost>& network,
                                const Subfactor<Cost>& part, std::span<const NodeIndex> rows,
                                std::span<const NodeIndex> columns, std::span<const FactorSums::Sums* const> fields) {
    return PartNetwork(factor, network, part, fields).make(rows, columns);
}

KeptArcSums::KeptArcSums(const NetworkFactor& factor, const SkimNetwork<Cost>& network, const Subfactor<Cost>& part,
                         std::vector<const FactorSums::Sums*> fields)
    : ArcSums(network, part.first_arc),
      factor_(factor),
      sums_(factor.arrays().sums),
      tree_(*part.problem.factor->elimination),
      fields_(std::move(fields)),
      up_(std::get<SharedArray<Cost>>(factor.arrays().up)),
      down_(std::get<SharedArray<Cost>>(factor.arrays().down)),
      first_arc_mask_((std::uint32_t{1} << factor.arrays().first_arc_bits) - 1) {
    const std::size_t fill = factor.fill();
    const std::size_t ends = factor.arrays().places.first_member.empty() ? 0 : 2 * fill;
    bool fit = sums_.via.size() == 2 * fill && sums_.order.size() == fill && sums_.tail.size() == ends &&
               sums_.head.size() == ends;
    for (const FactorSums::Sums* field : fields_) {
        fit = fit && field->up.size() == fill && field->down.size() == fill;
    }
    if (!fit) fail_sums();
}

PathPart KeptArcSums::part_of_exit(std::uint32_t exit) const {
    return exit_part + (exit - network_.first_exit[network_.class_of[network_.exits[exit].tail]]);
}

std::pair<PathPart, PathPart> KeptArcSums::parts(PathPart part) const {
    const std::uint32_t via = sums_.via[part];
    if (via == FactorSums::no_path) fail_sums();
    if (via & FactorSums::is_exit) return {exit_part + (via - FactorSums::is_exit), 0};
    const std::size_t a = part / 2;
    const std::uint32_t depth = factor_.arrays().up_depth[a];
    if (via >= a) fail_sums();
    const std::uint32_t* depths = factor_.arrays().up_depth.data() + via;
    std::size_t other = std::size_t{via} + 1;
    while (other < a && depths[other - via] != depth) ++other;
    if (other == a) fail_sums();
    const PathPart over = 2 * PathPart{via};
    if (part % 2 == 0) return {over + 1, 2 * other};
    return {2 * other + 1, over};
}

void KeptArcSums::open(PathReader& path) const {
    const auto [first, second] = parts(path.part());
    if (first & exit_part)
        path.replace(first);
    else
        path.replace(first, second);
}

// A part is composed of parts of lower ranks, so this loop ends. If cells have first-arc bits, they give the answer
// directly.
std::uint32_t KeptArcSums::first_exit(PathPart part) const {
    while (!(part & exit_part)) {
        if (first_arc_mask_ != 0)
            return static_cast<std::uint32_t>((part % 2 == 0 ? up_ : down_)[part / 2]) & first_arc_mask_;
        part = parts(part).first;
    }
    return static_cast<std::uint32_t>(part);
}

NodeIndex KeptArcSums::place_of(const SharedArray<NodeIndex>& places, PathPart part) const {
    const NodeIndex place = places[part];
    if (place >= network_.class_of.size() || network_.class_of[place] >= network_.core_count) fail_sums();
    return place;
}

void KeptArcSums::copy_sums(PathPart part, std::int32_t* to) const {
    for (const FactorSums::Sums* field : fields_) {
        const std::int32_t sum = (part % 2 == 0 ? field->up : field->down)[part / 2];
        *to++ = is_cell(sum) ? sum : no_sum<std::int32_t>;
    }
}

std::vector<PathPart> KeptArcSums::in_order(std::uint32_t v) const {
    const std::size_t count = tree_.ups(v).size();
    const std::size_t first = up_part(v, 0) / 2;
    std::vector<PathPart> found;
    for (const std::uint16_t k : part_of(sums_.order, first, first + count)) {
        if (k == FactorSums::no_more) break;
        if (k >= count) fail_sums();
        found.push_back(up_part(v, k));
    }
    return found;
}

}  // namespace allways::engine
