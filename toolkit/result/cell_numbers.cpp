// SPDX-License-Identifier: Apache-2.0
#include "allways/result/cell_numbers.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <mutex>
#include <new>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/threads/parallel.h"

namespace allways {

namespace {

constexpr std::size_t cells_of_a_job = std::size_t{1} << 20;
constexpr std::size_t cells_of_a_block = 4096;  // cells that are made together

// In an integer table -unreachable is the largest magnitude of a sum; in a skim of floats NaN may be a sum.
template <class T>
bool is_number(T value, bool unknown) {
    if constexpr (std::is_integral_v<T>) {
        return value > -unreachable_cost<T> && value <= unreachable_cost<T>;
    } else {
        return unknown || !std::isnan(value);
    }
}

}  // namespace

template <class T>
struct CellNumbers::CheckedSource final : Source {
    SharedArray<T> numbers;
    std::string file;
    std::string matrix;
    bool unknown = false;

    void require(std::size_t first, std::size_t count) override {
        const std::span<const T> cells(numbers.data() + first, count);
        bool sound = true;
        for (const T value : cells) sound &= is_number(value, unknown);  // without a branch: the compiler vectorises it
        if (sound) return;
        const T wrong = *std::ranges::find_if(cells, [&](T value) { return !is_number(value, unknown); });
        throw InputError(file, 0, format("matrix {} is damaged: it has a cell of {}", matrix, wrong));
    }
};

// Memory pages of numbers that are never requested are never touched.
template <class T>
struct CellNumbers::MadeSource final : Source {
    std::size_t size;
    Make<T> make;
    std::unique_ptr<T, decltype(&std::free)> cells;
    std::unique_ptr<std::atomic<bool>[]> is_made;  // by block
    std::array<std::mutex, 16> making;             // each for some of the blocks

    MadeSource(std::size_t count, Make<T> of)
        : size(count),
          make(std::move(of)),
          cells(static_cast<T*>(std::calloc(std::max<std::size_t>(count, 1), sizeof(T))), &std::free),
          is_made(std::make_unique<std::atomic<bool>[]>((count + cells_of_a_block - 1) / cells_of_a_block)) {
        if (cells == nullptr) throw std::bad_alloc();
    }

    void require(std::size_t first, std::size_t count) override {
        if (count == 0) return;
        const std::size_t begin = first / cells_of_a_block;
        const std::size_t end = (first + count - 1) / cells_of_a_block + 1;
        for (std::size_t block = begin; block < end; ++block) {
            if (is_made[block].load(std::memory_order_acquire)) continue;
            const std::lock_guard lock(making[block % making.size()]);
            if (is_made[block].load(std::memory_order_relaxed)) continue;
            const std::size_t at = block * cells_of_a_block;
            make(at, {cells.get() + at, std::min(cells_of_a_block, size - at)});
            is_made[block].store(true, std::memory_order_release);
        }
    }
};

CellNumbers CellNumbers::mapped(CostArray numbers, std::string file, std::string matrix, bool unknown) {
    CellNumbers cells;
    cells.numbers_ = numbers;
    std::visit(
        [&]<class T>(SharedArray<T>& all) {
            auto source = std::make_shared<CheckedSource<T>>();
            source->numbers = std::move(all);
            source->file = std::move(file);
            source->matrix = std::move(matrix);
            source->unknown = unknown;
            cells.source_ = std::move(source);
        },
        numbers);
    return cells;
}

template <class T>
CellNumbers CellNumbers::made(std::size_t count, Make<T> make) {
    CellNumbers cells;
    const auto source = std::make_shared<MadeSource<T>>(count, std::move(make));
    cells.numbers_ = SharedArray<T>(std::span<const T>(source->cells.get(), count), source);
    cells.source_ = source;
    return cells;
}

template CellNumbers CellNumbers::made(std::size_t, Make<std::int32_t>);
template CellNumbers CellNumbers::made(std::size_t, Make<float>);
template CellNumbers CellNumbers::made(std::size_t, Make<double>);

double CellNumbers::raw(std::size_t cell) const {
    return with_cost_type(type(), [&]<class T>() { return raw_value(part<T>(cell, 1).front()); });
}

CostView CellNumbers::part(std::size_t first, std::size_t count) const {
    return with_cost_type(type(), [&]<class T>() -> CostView { return part<T>(first, count); });
}

const CostArray& CellNumbers::all() const {
    if (!source_ || source_->whole) return numbers_;
    const std::size_t cells = size();
    parallel_for((cells + cells_of_a_job - 1) / cells_of_a_job, [&](std::size_t job) {
        const std::size_t first = job * cells_of_a_job;
        source_->require(first, std::min(cells_of_a_job, cells - first));
    });
    source_->whole = true;
    return numbers_;
}

}  // namespace allways
