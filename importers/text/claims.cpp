// SPDX-License-Identifier: Apache-2.0
#include "text/claims.h"

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::importers {

void require_values_fit(const InputFile& file, std::uint64_t rows, std::uint64_t columns, std::uint64_t bits) {
    const std::uint64_t most = file.most_content();
    if (static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(bits) / 8 <=
        static_cast<double>(most))
        return;
    throw InputError(file.path(), 0,
                     format("it states {} × {} values, too many for its {} bytes; the file is damaged or cut short",
                            rows, columns, file.bytes_on_disk()));
}

void require_nodes_fit(const InputFile& file, std::uint64_t nodes, std::uint64_t bytes) {
    constexpr std::uint64_t spare = 1000;      // nodes without arcs in a small file
    constexpr std::uint64_t nodes_a_byte = 4;  // an arc takes five bytes or more
    if (nodes <= spare || (nodes - spare) / nodes_a_byte <= bytes) return;
    throw InputError(
        file.path(), 0,
        format("it states {} nodes, far too many for its {} bytes of text; the file is damaged or cut short", nodes,
               bytes));
}

}  // namespace allways::importers
