// How two tables differ, cell by cell: of all pairs, of origins × destinations, or matrices of direct costs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "allways/base/progress.h"
#include "allways/cost/cost_matrix.h"
#include "allways/result/distance_table.h"
#include "allways/result/origin_destination_table.h"

namespace allways {

// One number for each pair: the distances, or a skim. Borrows.
struct ComparedField {
    CostScale scale;
    std::variant<std::span<const std::int32_t>, std::span<const float>, std::span<const double>> values;
};

// What is compared, whatever holds it. Borrows.
struct ComparedTable {
    const IdTable& rows;
    const IdTable& columns;
    std::vector<ComparedField> fields;  // the distances, then skims
    bool has_diagonal;                  // a matrix of direct costs says nothing of a node and itself

    const ComparedField* skim(const std::string& name) const;  // null where there is none
};
ComparedTable compared(const DistanceTable& table);
ComparedTable compared(DistanceTable&&) = delete;
ComparedTable compared(const OriginDestinationTable& table);
ComparedTable compared(OriginDestinationTable&&) = delete;
ComparedTable compared(const CostMatrix& matrix);
ComparedTable compared(CostMatrix&&) = delete;

// Next hops that no solved table has.
struct StrayHops {
    std::uint64_t where_no_path = 0;  // or from a node to itself
    std::uint64_t missing = 0;        // where there is a path
    std::uint32_t from = 0, to = 0;   // the first of them

    bool any() const { return where_no_path + missing > 0; }
};
StrayHops stray_hops(const DistanceTable& table);

// Ids that both have, as pairs of their indexes in the order of A; and the others' indexes. Of ids that repeat, the
// first belongs to the first, the second to the second, ….
struct CommonIds {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> common;
    std::vector<std::uint32_t> only_a;
    std::vector<std::uint32_t> only_b;

    bool same() const { return only_a.empty() && only_b.empty(); }
};
CommonIds common_ids(const IdTable& a, const IdTable& b);
// The first with the first, and so on.
CommonIds same_positions(std::size_t count);

// Numbers a and b are as good as equal where |a - b| ≤ absolute + relative · max(|a|, |b|), in A's unit.
struct Tolerance {
    double relative = 0;
    double absolute = 0;
};

// A pair by its indexes in A. Natural numbers in A's unit, +inf where unreachable.
struct PairDifference {
    std::uint32_t row = 0;
    std::uint32_t column = 0;
    double a = 0;
    double b = 0;
    double absolute = 0;  // +inf where only one reaches
    double relative = 0;  // |a - b| / max(|a|, |b|)
};

// One field over the common pairs.
struct FieldDifference {
    std::string name;
    std::string unit;  // of all numbers here
    std::uint64_t pairs = 0;
    std::uint64_t equal = 0;           // unreachable in both ones too
    std::uint64_t unreachable = 0;     // in both
    std::uint64_t within = 0;          // the tolerance, and not equal
    std::uint64_t differing = 0;       // reachable in both, beyond the tolerance
    std::uint64_t reachable_in_a = 0;  // only
    std::uint64_t reachable_in_b = 0;  // only
    std::uint64_t no_distances =
        0;  // unreachable in neither sense: above the value of unreachable in one and not the other
    std::optional<PairDifference> largest_absolute;  // of pairs that both reach; nothing where all are equal
    std::optional<PairDifference> largest_relative;
    std::vector<PairDifference> worst;  // the ten farthest apart beyond the tolerance; reachable in one only come first

    // An origin or a destination, by its index in A, with the pairs that differ.
    struct End {
        std::uint32_t index = 0;
        std::uint64_t differing = 0;
        double largest = 0;
    };
    std::vector<End> worst_rows;  // the five with most of them
    std::vector<End> worst_columns;

    bool same() const { return differing + reachable_in_a + reachable_in_b + no_distances == 0; }
};

// Exact where both are int32 of one scale; beside a float32 a number is what its nearest float32 is. Numbers of B are
// told in A's unit where both state one; throws InvalidArgument where the two are of different kinds. O(pairs) time,
// O(rows + columns) memory.
FieldDifference difference(const ComparedTable& table_a, const ComparedField& a, const ComparedTable& table_b,
                           const ComparedField& b, const CommonIds& rows, const CommonIds& columns,
                           const Tolerance& tolerance, const ProgressCallback& progress = {});

}  // namespace allways
