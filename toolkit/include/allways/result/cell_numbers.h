// SPDX-License-Identifier: Apache-2.0
// The numbers of a table's cells, in memory or in a mapped file: distances and skims, which are further fields summed
// along the shortest paths, such as the length of the fastest paths.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/cost_type.h"
#include "allways/base/progress.h"
#include "allways/base/units.h"

namespace allways {

class DistanceTable;  // distance_table.h

// Raw distances or sums, row-major; unreachable_cost<T> if there is no path. Numbers of a mapped file stay there
// unchecked: each is checked, or decoded from the file, only when it is requested, so that reading some rows of a table
// costs no more than these rows. Copies share mapped numbers. Reading is safe from several threads at once.
class ALLWAYS_API CellNumbers {
public:
    CellNumbers() = default;
    CellNumbers(CostVector own) : numbers_(shared(std::move(own))) {}
    template <class T>
    CellNumbers(std::vector<T> own) : numbers_(SharedArray<T>(std::move(own))) {}
    // Takes numbers of a mapped file; errors name the file and the matrix. `unknown`: NaN means an unknown sum; if it
    // is false, NaN means damage.
    static CellNumbers mapped(CostArray numbers, std::string file, std::string matrix, bool unknown);
    // Takes `count` numbers that `make` writes, starting with cell `first`, when they are first requested; it may
    // throw. Memory is used only as they are made.
    template <class T>
    using Make = std::function<void(std::size_t first, std::span<T> into)>;
    template <class T>
    static CellNumbers made(std::size_t count, Make<T> make);

    CostType type() const { return type_of(numbers_); }
    std::size_t size() const {
        return std::visit([](const auto& all) { return all.size(); }, numbers_);
    }

    // These throw InputError if one of the numbers they return is out of range; the caller checks the indexes.
    double raw(std::size_t cell) const;  // +inf if there is no path
    template <class T>
    std::span<const T> part(std::size_t first, std::size_t count) const {
        if (source_ && !source_->whole) source_->require(first, count);
        return {std::get<SharedArray<T>>(numbers_).data() + first, count};
    }
    const CostArray& all() const;  // reads all numbers of a mapped file at the first call
    CostView part(std::size_t first, std::size_t count) const;

    friend bool operator==(const CellNumbers& a, const CellNumbers& b) { return a.all() == b.all(); }

private:
    // The checks or decoding that must happen before numbers are read.
    struct Source {
        virtual ~Source() = default;
        virtual void require(std::size_t first, std::size_t count) = 0;
        std::atomic<bool> whole = false;  // nothing is left to be checked or decoded
    };
    template <class T>
    struct CheckedSource;
    template <class T>
    struct MadeSource;

    CostArray numbers_;
    std::shared_ptr<Source> source_;  // null: all numbers are in memory
};

// ---- skims

// One value for each cell of its table, in the same layout: the sum of a field over the arcs of that cell's path. Raw
// values × 10^-scale.digits are in scale.unit: int32 if all sums are exact in it, else float64. unreachable_cost<T> if
// there is no path; 0 from a node to itself.
struct ALLWAYS_API Skim {
    CostScale scale;  // its name is the field's
    CellNumbers values;

    // Natural units; +inf where there is no path.
    double value(std::uint64_t cell) const;
};

// Throws InvalidArgument, naming the existing skims, if no skim has the name.
ALLWAYS_API const Skim& find_skim(const std::vector<Skim>& skims, std::string_view name);

// Adds a skim to a table with `cells` cells and this cost. Throws InvalidArgument if there is not one value for each
// cell, or if another skim or the cost has its name.
ALLWAYS_API void append_skim(std::vector<Skim>& skims, Skim skim, const CostScale& cost, std::uint64_t cells);

// Adds one Skim for each of `fields`, columns of the table's arcs, such as the length along the fastest paths; the
// paths are those of the table's next hops. Sums are exact sums of values rounded to the digits that costs have
// (build_arc_costs): in int32 if all sums of a field fit, else float64, NaN if an arc of a path has no value. O(n²) per
// field; runs on all cores. Throws InvalidArgument for a table without the next hops of a network, an unknown field or
// one that exists already, and Cancelled (stage "skims", in pairs).
ALLWAYS_API void add_skims(DistanceTable& table, std::span<const std::string> fields,
                           const ProgressCallback& progress = {});

}  // namespace allways
