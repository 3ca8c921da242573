// SPDX-License-Identifier: Apache-2.0
// Memory for the costs of a matrix whose size a file claims.
#pragma once

#include <cstddef>
#include <new>
#include <stdexcept>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "base/threads/large_vector.h"

namespace allways::importers {

// Returns rows·columns costs of 0; each side is below 2^32. Throws CapacityError if there is not enough memory,
// Cancelled.
template <class T>
std::vector<T> matrix_costs(std::size_t rows, std::size_t columns, const ProgressCallback& progress = {}) {
    const auto refuse = [&] {
        throw CapacityError(format("a matrix of {} × {} costs does not fit into memory", rows, columns),
                            rows * columns * sizeof(T), 0);
    };
    try {
        return large_vector<T>(rows * columns, T{}, progress);
    } catch (const std::bad_alloc&) {
        refuse();
    } catch (const std::length_error&) {
        refuse();
    }
    return {};
}

}  // namespace allways::importers
