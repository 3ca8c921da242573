// SPDX-License-Identifier: Apache-2.0
#include "engine/prepare/choose_format.h"

namespace allways::engine {

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

}  // namespace allways::engine
