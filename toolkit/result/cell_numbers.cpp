#include "allways/result/cell_numbers.h"

#include <algorithm>
#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/parallel.h"

namespace allways {

namespace {

constexpr std::size_t cells_of_a_job = std::size_t{1} << 20;

// In an integer table -unreachable is as far off as a sum can be; in a skim of floats NaN may be a sum.
template <class T>
bool is_number(T value, bool unknown) {
    if constexpr (std::is_integral_v<T>) {
        return value > -unreachable_cost<T> && value <= unreachable_cost<T>;
    } else {
        return unknown || !std::isnan(value);
    }
}

}  // namespace

CellNumbers CellNumbers::mapped(CostArray numbers, std::string file, std::string matrix, bool unknown) {
    CellNumbers cells;
    cells.numbers_ = std::move(numbers);
    cells.checks_ = std::make_shared<Checks>();
    cells.checks_->file = std::move(file);
    cells.checks_->matrix = std::move(matrix);
    cells.checks_->unknown = unknown;
    return cells;
}

template <class T>
void CellNumbers::Checks::verify(std::span<const T> cells) const {
    bool sound = true;
    for (const T value : cells) sound &= is_number(value, unknown);  // without a branch: the compiler vectorises it
    if (sound) return;
    const T wrong = *std::ranges::find_if(cells, [&](T value) { return !is_number(value, unknown); });
    throw InputError(file, 0, format("matrix {} is damaged: it has a cell of {}", matrix, wrong));
}

template void CellNumbers::Checks::verify(std::span<const std::int32_t>) const;
template void CellNumbers::Checks::verify(std::span<const float>) const;
template void CellNumbers::Checks::verify(std::span<const double>) const;

double CellNumbers::raw(std::size_t cell) const {
    return with_cost_type(type(), [&]<class T>() { return raw_value(part<T>(cell, 1).front()); });
}

CostView CellNumbers::part(std::size_t first, std::size_t count) const {
    return with_cost_type(type(), [&]<class T>() -> CostView { return part<T>(first, count); });
}

const CostArray& CellNumbers::all() const {
    if (checks_ && !checks_->whole) {
        const std::size_t cells = size();
        parallel_for((cells + cells_of_a_job - 1) / cells_of_a_job, [&](std::size_t job) {
            const std::size_t first = job * cells_of_a_job;
            part(first, std::min(cells_of_a_job, cells - first));
        });
        checks_->whole = true;
    }
    return numbers_;
}

}  // namespace allways
