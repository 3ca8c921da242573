#include "engine/tiles.h"

#include <algorithm>
#include <bit>

namespace allways::engine {

template <class T>
CellFormat choose_format(const Prepared<T>& prepared, bool next_hops) {
    CellFormat format{.type = cost_type_of<T>};
    if (next_hops && prepared.is_matrix) format.hops = HopMode::carried;
    if constexpr (std::is_integral_v<T>) {
        if (format.hops == HopMode::carried) {
            format.small = prepared.bound < small_unreachable;
            return format;
        }
        if (!next_hops) {
            format.narrow = prepared.bound < narrow_unreachable_key(0);
            return format;
        }
        // Labels 0 … degree-1, and the all-ones label for the diagonal.
        const int bits = std::max(1, static_cast<int>(std::bit_width(prepared.max_out_degree())));
        const std::int64_t largest_key = (prepared.bound << bits) + (std::int64_t{1} << bits) - 1;
        if (bits < 16 && largest_key < unreachable_key(bits)) {
            format.hops = HopMode::label;
            format.label_bits = bits;
            format.narrow = bits <= most_narrow_label_bits && largest_key < narrow_unreachable_key(bits);
        }
    }
    return format;
}

template <class T>
TileLayout layout_of(const Prepared<T>& prepared, std::size_t tile) {
    const std::size_t pivots = prepared.classes.pivot_count();
    return {pivots, prepared.node_count() - pivots, tile};
}

namespace {

template <class T>
void fill_network_row(const Prepared<T>& prepared, const TileLayout& layout, const CellFormat& format, std::size_t node,
                      std::size_t row_in_tile, T* cells) {
    const auto cell = [&](std::size_t to) -> T& {
        return cells[layout.offset_in_row(row_in_tile, layout.position(to))];
    };
    const std::size_t begin = prepared.first_out[node];
    for (std::size_t arc = begin; arc < prepared.first_out[node + 1]; ++arc) {
        T value = prepared.cost[arc];
        if constexpr (std::is_integral_v<T>) {
            // Dearer than any shortest path: no path takes it, and its key might not fit.
            if (value > prepared.bound) continue;
            if (format.hops == HopMode::label) {
                value = static_cast<T>((value << format.label_bits) + static_cast<T>(arc - begin));
            }
        }
        cell(prepared.head[arc]) = std::min(cell(prepared.head[arc]), value);
    }
    T diagonal{0};
    if constexpr (std::is_integral_v<T>) {
        if (format.hops == HopMode::label) diagonal = static_cast<T>((T{1} << format.label_bits) - 1);
    }
    cell(node) = diagonal;
}

template <class T>
void fill_matrix_row(const Prepared<T>& prepared, const TileLayout& layout, std::size_t node, std::size_t row_in_tile,
                     T* cells, std::uint32_t* hops) {
    const std::size_t n = prepared.node_count();
    for (std::size_t to = 0; to < n; ++to) {
        const std::size_t offset = layout.offset_in_row(row_in_tile, layout.position(to));
        const T value = to == node ? T{0} : prepared.dense[node * n + to];
        cells[offset] = is_reachable(value) ? value + T{0} : unreachable_cost<T>;  // + 0: no negative zero
        if (hops && to != node && is_reachable(value)) hops[offset] = static_cast<std::uint32_t>(to);
    }
}

}  // namespace

template <class T>
void fill_tile_row(const Prepared<T>& prepared, const TileLayout& layout, const CellFormat& format,
                   std::size_t tile_row, T* cells, std::uint32_t* hops) {
    T empty = unreachable_cost<T>;
    if constexpr (std::is_integral_v<T>) {
        if (format.hops == HopMode::label) empty = unreachable_key(format.label_bits);
    }
    std::fill_n(cells, layout.row_cells(), empty);
    if (hops) std::fill_n(hops, layout.row_cells(), no_hop);
    for (std::size_t row = 0; row < layout.tile; ++row) {
        const auto node = layout.node_at(tile_row * layout.tile + row);
        if (!node) continue;
        if (prepared.is_matrix)
            fill_matrix_row(prepared, layout, *node, row, cells, hops);
        else
            fill_network_row(prepared, layout, format, *node, row, cells);
    }
}

#define ALLWAYS_INSTANTIATE(T)                                                                             \
    template CellFormat choose_format(const Prepared<T>&, bool);                                           \
    template TileLayout layout_of(const Prepared<T>&, std::size_t);                                        \
    template void fill_tile_row(const Prepared<T>&, const TileLayout&, const CellFormat&, std::size_t, T*, \
                                std::uint32_t*);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(float)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
