// The numbers of a table's cells, in memory or in a mapped file.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "allways/base/cost_type.h"

namespace allways {

// Raw distances or sums, row-major; unreachable_cost<T> where there is no path. Numbers of a mapped file stay there,
// and nobody has checked them: each is checked when it is asked for, so that a part of a table costs no more than that
// part. Copies share mapped numbers. Reading is safe from several threads at once.
class CellNumbers {
public:
    CellNumbers() = default;
    CellNumbers(CostVector own) : numbers_(shared(std::move(own))) {}
    template <class T>
    CellNumbers(std::vector<T> own) : numbers_(SharedArray<T>(std::move(own))) {}
    // Numbers of a mapped file; errors name it and the matrix. `unknown`: NaN is a sum that is not known; where it is
    // false, NaN is damage.
    static CellNumbers mapped(CostArray numbers, std::string file, std::string matrix, bool unknown);

    CostType type() const { return type_of(numbers_); }
    std::size_t size() const {
        return std::visit([](const auto& all) { return all.size(); }, numbers_);
    }

    // These throw InputError if one of the numbers they return is out of range; the caller checks the indexes.
    double raw(std::size_t cell) const;  // +inf where there is no path
    template <class T>
    std::span<const T> part(std::size_t first, std::size_t count) const {
        const std::span<const T> cells(std::get<SharedArray<T>>(numbers_).data() + first, count);
        if (checks_ && !checks_->whole) checks_->verify(cells);
        return cells;
    }
    const CostArray& all() const;  // reads all of a mapped file's, the first time
    CostView part(std::size_t first, std::size_t count) const;

    // All numbers, as they are in the file: for views of which a user reads parts.
    const CostArray& unchecked() const { return numbers_; }

    friend bool operator==(const CellNumbers& a, const CellNumbers& b) { return a.all() == b.all(); }

private:
    struct Checks {
        std::string file;
        std::string matrix;
        bool unknown = false;
        std::atomic<bool> whole = false;  // all are checked

        template <class T>
        void verify(std::span<const T> cells) const;
    };

    CostArray numbers_;
    std::shared_ptr<Checks> checks_;  // of mapped numbers
};

}  // namespace allways
