// SPDX-License-Identifier: Apache-2.0
#include "engine/prepare/prepare.h"

#include <algorithm>
#include <array>
#include <atomic>

#include "base/threads/blocks.h"
#include "cost/path_bound.h"
#include "cost/potentials.h"
#include "engine/prepare/cell_format.h"

namespace allways::engine {

namespace {

template <class T>
class NetworkPreparer {
public:
    NetworkPreparer(const RoadNetwork& network, const AdjacencyArray& adjacency, const ArcCosts& costs,
                    WorkMeter& meter, BoundUse use)
        : network_(network),
          adjacency_(adjacency),
          values_(std::get<std::vector<T>>(costs.values)),
          scale_(costs.scale),
          known_bound_(costs.bound),
          meter_(meter),
          use_(use) {}

    Prepared<T> prepare() {
        measure_costs();
        if (has_negative_) remove_negative_costs();
        if constexpr (!std::is_integral_v<T>) {
            require_float_range<T>(network_.provenance.source, network_.node_count(), static_cast<double>(largest_));
        }
        prepared_.classes = ZeroClasses(network_.node_count(), zero_arcs(), network_.no_through, meter_);
        group_arcs();
        // Integers fit, as build_arc_costs has established. It has also computed a bound for costs that are not
        // reduced.
        if constexpr (std::is_integral_v<T>) {
            if (!has_negative_) prepared_.bound = bound();
        }
        return std::move(prepared_);
    }

private:
    bool is_usable(ArcIndex arc) const {
        return is_reachable(values_[arc]) && network_.tail[arc] != network_.head[arc];
    }

    auto usable_arcs() const {
        return cost::usable_arcs<Wide<T>>(
            network_, [&](std::size_t arc) { return Wide<T>(values_[arc]); },
            [&](std::size_t arc) { return is_reachable(values_[arc]); });
    }

    // Counts usable arcs; finds their largest cost, and if any cost is negative.
    void measure_costs() {
        struct Part {
            std::uint64_t arcs = 0;
            T least = 0;
            T largest = 0;
        };
        std::vector<Part> parts(block_count(values_.size()));
        for_each_block(values_.size(), meter_, [&](std::size_t begin, std::size_t end) {
            Part part;
            for (std::size_t arc = begin; arc < end; ++arc) {
                if (!is_usable(static_cast<ArcIndex>(arc))) continue;
                ++part.arcs;
                part.least = std::min(part.least, values_[arc]);
                part.largest = std::max(part.largest, values_[arc]);
            }
            parts[begin / block_size] = part;
        });
        for (const Part& part : parts) {
            prepared_.arc_count += part.arcs;
            has_negative_ = has_negative_ || part.least < 0;
            largest_ = std::max<Wide<T>>(largest_, part.largest);
        }
    }

    // Finds potentials; from here on costs are the reduced ones.
    void remove_negative_costs() {
        auto arcs = usable_arcs();
        cost::Potentials<Wide<T>> potentials;
        run_alone(arcs.size(), meter_,
                  [&] { potentials = cost::network_potentials(network_, arcs, values_, scale_.name, meter_); });
        if (!potentials.cycle.empty()) cost::throw_negative_cycle(potentials.cycle, network_.node_ids);
        const auto& h = potentials.of;
        prepared_.tail_potential.assign(h.begin(), h.begin() + static_cast<std::ptrdiff_t>(network_.node_count()));
        prepared_.head_potential.resize(network_.node_count());
        for (NodeIndex node = 0; node < network_.node_count(); ++node) {
            prepared_.head_potential[node] = h[arcs.head_role[node]];
        }
        largest_ = 0;
        for (std::size_t i = 0; i < arcs.size(); ++i) {
            arcs.cost[i] = prepared_.reduced(network_.tail[arcs.arc[i]], network_.head[arcs.arc[i]], arcs.cost[i]);
            largest_ = std::max(largest_, arcs.cost[i]);
        }
        if constexpr (std::is_integral_v<T>) {
            prepared_.bound = cost::path_sum_bound(arcs.role_count, arcs.tail, arcs.head, arcs.cost, meter_);
        }
    }

    // The reduced cost of an arc that a path may use. Unusable arcs stay unreachable, and so do arcs costlier than any
    // path, which no shortest path takes.
    T reduced(ArcIndex arc) const {
        if (!is_usable(arc)) return unreachable_cost<T>;
        const Wide<T> cost = prepared_.reduced(network_.tail[arc], network_.head[arc], Wide<T>(values_[arc]));
        return cost < Wide<T>(unreachable_cost<T>) ? static_cast<T>(cost) : unreachable_cost<T>;
    }

    // The zero-cost arcs between passable nodes, by node, then ordinal.
    std::vector<ZeroArc> zero_arcs() const {
        std::vector<std::vector<ZeroArc>> parts(block_count(network_.node_count()));
        for_each_block(network_.node_count(), meter_, [&](std::size_t begin, std::size_t end) {
            std::vector<ZeroArc>& part = parts[begin / block_size];
            for (auto node = static_cast<NodeIndex>(begin); node < end; ++node) {
                if (network_.is_no_through(node)) continue;
                const auto out = adjacency_.out_arcs(node);
                for (std::uint32_t ordinal = 0; ordinal < out.size(); ++ordinal) {
                    if (reduced(out[ordinal]) != T{0}) continue;
                    const NodeIndex head = network_.head[out[ordinal]];
                    if (!network_.is_no_through(head)) part.push_back({node, head, ordinal});
                }
            }
        });
        std::vector<ZeroArc> all;
        for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
        return all;
    }

    // Calls visit(node, ordinal, head class, cost) for the arcs that leave a class.
    template <class Visit>
    void for_each_exit(std::uint32_t tail_class, const Visit& visit) const {
        for (const NodeIndex node : prepared_.classes.members(tail_class)) {
            const auto out = adjacency_.out_arcs(node);
            for (std::uint32_t ordinal = 0; ordinal < out.size(); ++ordinal) {
                const std::uint32_t head = prepared_.classes.class_of(network_.head[out[ordinal]]);
                if (head == tail_class) continue;
                const T cost = reduced(out[ordinal]);
                if (is_reachable(cost)) visit(node, ordinal, head, cost);
            }
        }
    }

    void group_arcs() {
        const std::size_t classes = prepared_.classes.count();
        prepared_.first_out = large_vector<std::size_t>(classes + 1);
        for_each_index(classes, meter_, [&](std::size_t c) {
            std::size_t exits = 0;
            for_each_exit(static_cast<std::uint32_t>(c), [&](auto&&...) { ++exits; });
            prepared_.first_out[c + 1] = exits;
        });
        running_sums(std::span(prepared_.first_out), meter_);
        const std::size_t arcs = prepared_.first_out.back();
        prepared_.head = large_vector<std::uint32_t>(arcs);
        prepared_.cost = large_vector<T>(arcs);
        prepared_.exits = large_vector<ExitArc>(arcs);
        for_each_index(classes, meter_, [&](std::size_t c) {
            std::size_t at = prepared_.first_out[c];
            for_each_exit(static_cast<std::uint32_t>(c),
                          [&](NodeIndex node, std::uint32_t ordinal, std::uint32_t head, T cost) {
                              prepared_.head[at] = head;
                              prepared_.cost[at] = cost;
                              prepared_.exits[at++] = {node, ordinal};
                          });
        });
    }

    // Tables in tiles are those of small networks.
    std::int64_t bound() const {
        constexpr std::size_t small = 65'536;
        std::optional<std::int64_t> quick = known_bound_;
        if (use_ == BoundUse::sweep || network_.node_count() > small) {
            if (!quick) quick = cost::quick_path_sum_bound(network_, adjacency_, values_, meter_);
            const int bits = first_arc_bits(prepared_.max_out_degree());
            const bool is_enough =
                bits > most_first_arc_bits || (quick && largest_key(*quick, bits) < unreachable_key(bits));
            if (quick && is_enough) return *quick;
        }
        const auto arcs = usable_arcs();
        const std::int64_t tight = cost::path_sum_bound(arcs.role_count, arcs.tail, arcs.head, arcs.cost, meter_);
        return quick ? std::min(*quick, tight) : tight;
    }

    const RoadNetwork& network_;
    const AdjacencyArray& adjacency_;
    const std::vector<T>& values_;
    const CostScale& scale_;
    std::optional<std::int64_t> known_bound_;
    WorkMeter& meter_;
    BoundUse use_;
    bool has_negative_ = false;
    Wide<T> largest_ = 0;
    Prepared<T> prepared_;
};

}  // namespace

template <class T>
std::size_t Prepared<T>::max_out_degree() const {
    std::size_t largest = 0;
    for (std::size_t c = 0; c + 1 < first_out.size(); ++c) largest = std::max(largest, first_out[c + 1] - first_out[c]);
    return largest;
}

template <class T>
Prepared<T> prepare(const RoadNetwork& network, const AdjacencyArray& adjacency, const ArcCosts& costs,
                    WorkMeter& meter, BoundUse use) {
    return NetworkPreparer<T>(network, adjacency, costs, meter, use).prepare();
}

template <class T>
Prepared<T> prepare(const RoadNetwork& network, const AdjacencyArray& adjacency, const ArcCosts& costs,
                    WorkMeter&& unmetered, BoundUse use) {
    return prepare<T>(network, adjacency, costs, unmetered, use);
}

#define ALLWAYS_INSTANTIATE(T)                                                                                         \
    template struct Prepared<T>;                                                                                       \
    template Prepared<T> prepare<T>(const RoadNetwork&, const AdjacencyArray&, const ArcCosts&, WorkMeter&, BoundUse); \
    template Prepared<T> prepare<T>(const RoadNetwork&, const AdjacencyArray&, const ArcCosts&, WorkMeter&&, BoundUse);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(float)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

// ---- Cells

template <class T>
CellFormat choose_format(const Prepared<T>& prepared, bool next_hops) {
    CellFormat format{.type = cost_type_of<T>};
    if (next_hops && prepared.is_matrix) format.hops = HopMode::array;
    if constexpr (std::is_integral_v<T>) {
        if (format.hops == HopMode::array) {
            if (prepared.bound < bits23_unreachable) format.width = CellWidth::bits23;
            return format;
        }
        if (!next_hops) {
            if (prepared.bound < bits16_unreachable_key(0)) format.width = CellWidth::bits16;
            return format;
        }
        const int bits = first_arc_bits(prepared.max_out_degree());
        const std::int64_t largest = largest_key(prepared.bound, bits);
        if (bits <= most_first_arc_bits && largest < unreachable_key(bits)) {
            format.hops = HopMode::first_arc;
            format.first_arc_bits = bits;
            if (bits <= most_bits16_first_arc_bits && largest < bits16_unreachable_key(bits)) {
                format.width = CellWidth::bits16;
            }
        }
    }
    return format;
}

template CellFormat choose_format(const Prepared<std::int32_t>&, bool);
template CellFormat choose_format(const Prepared<float>&, bool);
template CellFormat choose_format(const Prepared<double>&, bool);

// ---- Restore

template <class T>
Restorer<T>::Restorer(const Prepared<T>& prepared, const CellFormat& format, std::size_t row_count,
                      std::span<const NodeIndex> columns, std::size_t hop_bytes)
    : prepared_(prepared),
      format_(format),
      hop_bytes_(format.hops == HopMode::none ? 0 : hop_bytes),
      row_count_(row_count),
      columns_(columns) {}

template <class T>
std::uint32_t Restorer<T>::restore_hop(NodeIndex from, std::uint32_t from_class, NodeIndex to, T cell,
                                       const std::uint32_t* class_hops) const {
    ExitArc exit{};
    if (!prepared_.is_matrix) {
        const auto first_arc = static_cast<std::size_t>(cell) & ((std::size_t{1} << format_.first_arc_bits) - 1);
        exit = prepared_.exits[prepared_.first_out[from_class] + first_arc];
    } else {
        // A hop array contains classes; prepare stored the arc behind the step from class to class.
        const std::uint32_t next_class = class_hops[prepared_.classes.class_of(to)];
        if (prepared_.arc_ends.empty()) return prepared_.classes.members(next_class).front();
        const ExitArc& end = prepared_.arc_ends[from_class * prepared_.node_count() + next_class];
        exit = end;
    }
    return exit.tail == from ? exit.hop : prepared_.classes.hop(from, exit.tail);
}

template <class T>
template <class Hop>
void Restorer<T>::write_row(NodeIndex from, std::uint32_t from_class, const T* cells, const std::uint32_t* hops,
                            T* distance_row, Hop* hop_row) const {
    const bool is_key = format_.hops == HopMode::first_arc;
    T unreachable = unreachable_cost<T>;
    if constexpr (std::is_integral_v<T>) {
        if (is_key) unreachable = unreachable_key(format_.first_arc_bits);
    }
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        const NodeIndex to = columns_[column];
        const std::uint32_t to_class = prepared_.classes.class_of(to);
        const T cell = cells[to_class];
        const bool same_class = to_class == from_class;
        if (to == from || (!same_class && !(cell < unreachable))) {
            distance_row[column] = to == from ? T{0} : unreachable_cost<T>;
            if (hop_row) hop_row[column] = static_cast<Hop>(NextHops::none);
            continue;
        }
        T distance = same_class ? T{0} : cell;
        if constexpr (std::is_integral_v<T>) {
            if (is_key && !same_class) distance >>= format_.first_arc_bits;
        }
        distance_row[column] = static_cast<T>(prepared_.restored(from, to, distance));
        if (hop_row) {
            hop_row[column] = static_cast<Hop>(same_class ? prepared_.classes.hop(from, to)
                                                          : restore_hop(from, from_class, to, cell, hops));
        }
    }
}

template <class T>
void Restorer<T>::write_row(NodeIndex from, std::uint32_t from_class, const T* cells, const std::uint32_t* hops,
                            const RowTarget<T>& place) const {
    const auto write = [&]<class Hop>(Hop* hop_row) {
        write_row(from, from_class, cells, hops, place.distances, hop_row);
    };
    switch (place.hops == nullptr ? 0 : hop_bytes_) {
        case 0: return write(static_cast<std::uint8_t*>(nullptr));
        case 1: return write(static_cast<std::uint8_t*>(place.hops));
        case 2: return write(static_cast<std::uint16_t*>(place.hops));
        default: return write(static_cast<std::uint32_t*>(place.hops));
    }
}

template class Restorer<std::int32_t>;
template class Restorer<float>;
template class Restorer<double>;

}  // namespace allways::engine
