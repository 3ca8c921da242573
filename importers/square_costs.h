// Room for the costs of a matrix whose size a file claims.
#pragma once

#include <cstddef>
#include <new>
#include <stdexcept>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways {

// n·n costs of 0. Throws CapacityError where there is no memory for them.
template <class T>
std::vector<T> square_costs(std::size_t n) {
    const auto refuse = [&] {
        throw CapacityError(format("a matrix of {} × {} costs does not fit into memory", n, n), n * n * sizeof(T), 0);
    };
    try {
        return std::vector<T>(n * n);
    } catch (const std::bad_alloc&) {
        refuse();
    } catch (const std::length_error&) {
        refuse();
    }
    return {};
}

}  // namespace allways
