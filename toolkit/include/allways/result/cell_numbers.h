// SPDX-License-Identifier: Apache-2.0
// The numbers of a table's cells, in memory or in a mapped file.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/cost_type.h"

namespace allways {

// Raw distances or sums, row-major; unreachable_cost<T> where there is no path. Numbers of a mapped file stay there,
// and nobody has checked them: each is checked, or made of what the file has, when it is asked for, so that a part of a
// table costs no more than that part. Copies share mapped numbers. Reading is safe from several threads at once.
class ALLWAYS_API CellNumbers {
public:
    CellNumbers() = default;
    CellNumbers(CostVector own) : numbers_(shared(std::move(own))) {}
    template <class T>
    CellNumbers(std::vector<T> own) : numbers_(SharedArray<T>(std::move(own))) {}
    // Numbers of a mapped file; errors name it and the matrix. `unknown`: NaN is a sum that is not known; where it is
    // false, NaN is damage.
    static CellNumbers mapped(CostArray numbers, std::string file, std::string matrix, bool unknown);
    // `count` numbers that `make` writes from cell `first` on, when they are first asked for; it may throw. Their
    // memory is taken as they are made.
    template <class T>
    using Make = std::function<void(std::size_t first, std::span<T> into)>;
    template <class T>
    static CellNumbers made(std::size_t count, Make<T> make);

    CostType type() const { return type_of(numbers_); }
    std::size_t size() const {
        return std::visit([](const auto& all) { return all.size(); }, numbers_);
    }

    // These throw InputError if one of the numbers they return is out of range; the caller checks the indexes.
    double raw(std::size_t cell) const;  // +inf where there is no path
    template <class T>
    std::span<const T> part(std::size_t first, std::size_t count) const {
        if (source_ && !source_->whole) source_->require(first, count);
        return {std::get<SharedArray<T>>(numbers_).data() + first, count};
    }
    const CostArray& all() const;  // reads all of a mapped file's, the first time
    CostView part(std::size_t first, std::size_t count) const;

    friend bool operator==(const CellNumbers& a, const CellNumbers& b) { return a.all() == b.all(); }

private:
    // What must happen before numbers are read.
    struct Source {
        virtual ~Source() = default;
        virtual void require(std::size_t first, std::size_t count) = 0;
        std::atomic<bool> whole = false;  // nothing need happen any more
    };
    template <class T>
    struct CheckedSource;
    template <class T>
    struct MadeSource;

    CostArray numbers_;
    std::shared_ptr<Source> source_;  // null: they are in memory
};

}  // namespace allways
