// SPDX-License-Identifier: Apache-2.0
#include "papers/baselines.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>

#include <omp.h>

#include "allways/base/cost_type.h"

namespace allways::papers {
namespace {

// A square block of a table with rows of n cells.
template <class T>
struct Block {
    T* cells;
    std::size_t n;  // cells from one row to the next

    T* row(std::size_t i) const { return cells + i * n; }
    Block at(std::size_t i, std::size_t j) const { return {cells + i * n + j, n}; }
};

// A step of fewer pairs runs without a tick, which would take a noticeable part of its time.
constexpr std::size_t pairs_worth_a_tick = 1 << 14;

// C ← C ⊕ A⊗B for C of rows × columns and A of rows × depth. C may be A or B if the other is closed: cells only ever
// take costs of paths, and with a closed block the order of updates does not matter.
template <class T>
void add_product(Block<T> c, Block<T> a, Block<T> b, std::size_t rows, std::size_t columns, std::size_t depth,
                 const Tick& tick) {
    if (rows * columns * depth >= pairs_worth_a_tick) tick();
    for (std::size_t i = 0; i < rows; ++i) {
        if (columns * depth >= pairs_worth_a_tick) tick();
        for (std::size_t j = 0; j < columns; ++j) {
            for (std::size_t k = 0; k < depth; ++k) c.row(i)[j] = std::min(c.row(i)[j], a.row(i)[k] + b.row(k)[j]);
        }
    }
}

template <class T>
void close_by_floyd_warshall(Block<T> a, std::size_t side, const Tick& tick) {
    for (std::size_t k = 0; k < side; ++k) {
        if (side * side >= pairs_worth_a_tick) tick();
        for (std::size_t i = 0; i < side; ++i) {
            for (std::size_t j = 0; j < side; ++j) a.row(i)[j] = std::min(a.row(i)[j], a.row(i)[k] + a.row(k)[j]);
        }
    }
}

template <class T>
void close_by_r_kleene(Block<T> a, std::size_t side, std::size_t base, const Tick& tick) {
    if (side <= base) return close_by_floyd_warshall(a, side, tick);
    const std::size_t first = side / 2;
    const std::size_t last = side - first;
    const Block<T> b = a.at(0, first);
    const Block<T> c = a.at(first, 0);
    const Block<T> d = a.at(first, first);
    close_by_r_kleene(a, first, base, tick);
    add_product(b, a, b, first, last, first, tick);
    add_product(c, c, a, last, first, first, tick);
    add_product(d, c, b, last, last, first, tick);
    close_by_r_kleene(d, last, base, tick);
    add_product(b, b, d, first, last, last, tick);
    add_product(c, d, c, last, first, last, tick);
    add_product(a, b, c, first, first, last, tick);
}

template <class T>
void square_row(const std::vector<T>& cells, std::vector<T>& squared, std::size_t n, std::size_t i) {
    for (std::size_t j = 0; j < n; ++j) {
        T least = unreachable_cost<T>;
        for (std::size_t k = 0; k < n; ++k) least = std::min(least, cells[i * n + k] + cells[k * n + j]);
        squared[i * n + j] = least;
    }
}

// Exceptions must not leave a parallel region: the first thread keeps the exception of `tick`, and the others stop at
// their next row.
template <class T>
void square_openmp(const std::vector<T>& cells, std::vector<T>& squared, std::size_t n, const Tick& tick) {
    std::exception_ptr failure;
    std::atomic<bool> stop{false};
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < n; ++i) {
        if (stop.load(std::memory_order_relaxed)) continue;
        if (omp_get_thread_num() == 0 && n * n >= pairs_worth_a_tick) {
            try {
                tick();
            } catch (...) {
                failure = std::current_exception();
                stop = true;
            }
        }
        square_row(cells, squared, n, i);
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace

template <class T>
void floyd_warshall(std::vector<T>& cells, std::size_t n, const Tick& tick) {
    close_by_floyd_warshall(Block<T>{cells.data(), n}, n, tick);
}

template <class T>
void r_kleene(std::vector<T>& cells, std::size_t n, std::size_t base, const Tick& tick) {
    close_by_r_kleene(Block<T>{cells.data(), n}, n, std::max<std::size_t>(base, 1), tick);
}

unsigned squarings(std::size_t n) {
    unsigned rounds = 0;
    for (std::size_t arcs = 1; arcs + 1 < n; arcs *= 2) ++rounds;
    return rounds;
}

double squaring_work(std::size_t n) {
    const auto side = static_cast<double>(n);
    return side * side * side * std::max(1u, squarings(n));
}

template <class T>
void squaring(std::vector<T>& cells, std::size_t n, const Tick& tick) {
    std::vector<T> squared(cells.size());
    for (unsigned round = 0; round < squarings(n); ++round) {
        for (std::size_t i = 0; i < n; ++i) {
            if (n * n >= pairs_worth_a_tick) tick();
            square_row(cells, squared, n, i);
        }
        cells.swap(squared);
    }
}

template <class T>
void squaring_openmp(std::vector<T>& cells, std::size_t n, const Tick& tick) {
    std::vector<T> squared(cells.size());
    for (unsigned round = 0; round < squarings(n); ++round) {
        square_openmp(cells, squared, n, tick);
        cells.swap(squared);
    }
}

template void floyd_warshall(std::vector<std::int32_t>&, std::size_t, const Tick&);
template void floyd_warshall(std::vector<float>&, std::size_t, const Tick&);
template void r_kleene(std::vector<std::int32_t>&, std::size_t, std::size_t, const Tick&);
template void r_kleene(std::vector<float>&, std::size_t, std::size_t, const Tick&);
template void squaring(std::vector<std::int32_t>&, std::size_t, const Tick&);
template void squaring(std::vector<float>&, std::size_t, const Tick&);
template void squaring_openmp(std::vector<std::int32_t>&, std::size_t, const Tick&);
template void squaring_openmp(std::vector<float>&, std::size_t, const Tick&);

}  // namespace allways::papers
