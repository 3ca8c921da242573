// SPDX-License-Identifier: Apache-2.0
#include "engine/prepare/restore.h"

namespace allways::engine {

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
