#include "engine/prepare/choose_format.h"

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

template CellFormat choose_format(const Prepared<std::int32_t>&, bool);
template CellFormat choose_format(const Prepared<float>&, bool);
template CellFormat choose_format(const Prepared<double>&, bool);

}  // namespace allways::engine
