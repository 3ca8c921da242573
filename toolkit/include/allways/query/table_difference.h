// SPDX-License-Identifier: Apache-2.0
// Compares two tables cell by cell: of all pairs, of origins × destinations, or matrices of direct costs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/option_row.h"
#include "allways/base/progress.h"
#include "allways/cost/cost_matrix.h"
#include "allways/result/distance_table.h"
#include "allways/result/origin_destination_table.h"

namespace allways {

// One number per pair: the distances, or a skim. Borrows.
struct ComparedField {
    CostScale scale;
    CostView values;
};

// A uniform view of any table to compare. Borrows.
struct ALLWAYS_API ComparedTable {
    const IdTable& rows;
    const IdTable& columns;
    std::vector<ComparedField> fields;  // the distances, then skims
    bool has_diagonal;                  // false for a matrix of direct costs, which has no cost from a node to itself

    const ComparedField* skim(const std::string& name) const;  // null if there is none
};
ALLWAYS_API ComparedTable compared(const DistanceTable& table);
ComparedTable compared(DistanceTable&&) = delete;
ALLWAYS_API ComparedTable compared(const OriginDestinationTable& table);
ComparedTable compared(OriginDestinationTable&&) = delete;
ALLWAYS_API ComparedTable compared(const CostMatrix& matrix);
ComparedTable compared(CostMatrix&&) = delete;

// Next hops that cannot occur in a solved table.
struct StrayHops {
    std::uint64_t where_no_path = 0;  // or from a node to itself
    std::uint64_t missing = 0;        // where there is a path
    std::uint32_t from = 0, to = 0;   // the first such pair

    bool any() const { return where_no_path + missing > 0; }
};
ALLWAYS_API StrayHops stray_hops(const DistanceTable& table);

// The ids that both tables have, as pairs of their indexes in the order of A, and the indexes of all other ids.
// Repeated ids are paired in order: the first with the first, the second with the second, ….
struct CommonIds {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> common;
    std::vector<std::uint32_t> only_a;
    std::vector<std::uint32_t> only_b;

    bool same() const { return only_a.empty() && only_b.empty(); }
};
ALLWAYS_API CommonIds common_ids(const IdTable& a, const IdTable& b);
// Pairs index i with index i.
ALLWAYS_API CommonIds same_positions(std::size_t count);

// A pair by its indexes in A. Numbers are natural, in A's unit, +inf where unreachable.
struct PairDifference {
    std::uint32_t row = 0;
    std::uint32_t column = 0;
    double a = 0;
    double b = 0;
    double absolute = 0;  // +inf if only one is reachable
    double relative = 0;  // |a - b| / max(|a|, |b|)

    static void each_row(auto&& field) {
        field("row", &PairDifference::row, "Its index in A", JsonForm::absent);
        field("column", &PairDifference::column, "Its index in A", JsonForm::absent);
        field("a", &PairDifference::a, "", JsonForm::natural);
        field("b", &PairDifference::b, "", JsonForm::natural);
        field("absolute", &PairDifference::absolute, "|a - b|; infinite if only one is reachable", JsonForm::natural);
        field("relative", &PairDifference::relative, "|a - b| / max(|a|, |b|)", JsonForm::natural);
    }
};

// Means over pairs that are reachable in both, each weighing 1 or its own weight.
struct MeanDifference {
    double weight = 0;  // the number of pairs, or the sum of their weights
    double a = 0;       // mean of A's numbers
    double b = 0;
    double difference = 0;  // mean of B − A
    double absolute = 0;    // mean of |A − B|
    double root_mean_square = 0;

    static void each_row(auto&& row) {
        row("weight", &MeanDifference::weight, "The number of pairs, or the sum of their weights");
        row("a", &MeanDifference::a, "The mean of A's numbers", JsonForm::natural);
        row("b", &MeanDifference::b, "The mean of B's numbers", JsonForm::natural);
        row("difference", &MeanDifference::difference, "The mean of B - A", JsonForm::natural);
        row("absolute", &MeanDifference::absolute, "The mean of |A - B|");
        row("root_mean_square", &MeanDifference::root_mean_square);
    }
};

// The smallest difference that is not exceeded by a given share of the pairs reachable in both.
struct DifferencePercentile {
    double share = 0;  // per cent
    double absolute = 0;
    double relative = 0;

    static void each_row(auto&& row) {
        row("share", &DifferencePercentile::share, "Per cent of the pairs");
        row("absolute", &DifferencePercentile::absolute);
        row("relative", &DifferencePercentile::relative);
    }
};

// Weights of pairs, such as trips, from any table. Ids missing from it, and its unreachable pairs, weigh 0. Borrows.
struct PairWeights {
    const ComparedTable& table;
    CommonIds rows;  // common ids of A and of the weights
    CommonIds columns;
};

// The differences of one field over the common pairs.
struct FieldDifference {
    std::string name;
    std::string unit;  // the unit of all numbers here
    std::uint64_t pairs = 0;
    std::uint64_t equal = 0;           // including pairs unreachable in both
    std::uint64_t unreachable = 0;     // pairs unreachable in both
    std::uint64_t within = 0;          // within the tolerance but not equal
    std::uint64_t differing = 0;       // reachable in both, beyond the tolerance
    std::uint64_t reachable_in_a = 0;  // only in A
    std::uint64_t reachable_in_b = 0;  // only in B
    std::uint64_t no_distances =
        0;  // pairs with a value above unreachable, which is not a distance, and no distance in the other table
    std::optional<PairDifference> largest_absolute;  // among pairs reachable in both; nothing if all are equal
    std::optional<PairDifference> largest_relative;
    std::vector<PairDifference> worst;  // the ten largest beyond the tolerance, after pairs reachable in one table only

    // An origin or destination, by its index in A, and its number of differing pairs.
    struct End {
        std::uint32_t index = 0;
        std::uint64_t differing = 0;
        double largest = 0;

        static void each_row(auto&& row) {
            row("differing", &End::differing);
            row("largest", &End::largest, "", JsonForm::natural);
        }
    };
    std::vector<End> worst_rows;  // the five with the most differing pairs
    std::vector<End> worst_columns;

    std::optional<MeanDifference> means;            // nothing if no pair is reachable in both
    std::optional<MeanDifference> weighted;         // by DifferenceOptions::weights
    std::vector<DifferencePercentile> percentiles;  // 50, 90, 95 and 99 per cent; empty without pairs

    bool same() const { return differing + reachable_in_a + reachable_in_b + no_distances == 0; }

    static void each_row(auto&& row) {
        row("name", &FieldDifference::name);
        row("unit", &FieldDifference::unit, "The unit of all numbers here");
        row("pairs", &FieldDifference::pairs);
        row("equal", &FieldDifference::equal, "Including pairs unreachable in both");
        row("unreachable", &FieldDifference::unreachable, "Pairs unreachable in both");
        row("within", &FieldDifference::within, "Within the tolerance but not equal", JsonForm::plain,
            "within_tolerance");
        row("differing", &FieldDifference::differing, "Reachable in both, beyond the tolerance");
        row("reachable_in_a", &FieldDifference::reachable_in_a, "Pairs reachable in A only", JsonForm::plain,
            "reachable_only_a");
        row("reachable_in_b", &FieldDifference::reachable_in_b, "Pairs reachable in B only", JsonForm::plain,
            "reachable_only_b");
        row("no_distances", &FieldDifference::no_distances,
            "Pairs with a value above unreachable in one table and no distance in the other", JsonForm::plain,
            "above_unreachable");
        row("means", &FieldDifference::means, "None if no pair is reachable in both");
        row("weighted", &FieldDifference::weighted, "The means by weights of pairs", JsonForm::plain, "weighted_means");
        row("percentiles", &FieldDifference::percentiles, "50, 90, 95 and 99 per cent; empty without pairs");
        row("largest_absolute", &FieldDifference::largest_absolute,
            "Among pairs reachable in both; None if all are equal", JsonForm::by_caller);
        row("largest_relative", &FieldDifference::largest_relative,
            "Among pairs reachable in both; None if all are equal", JsonForm::by_caller);
        row("worst", &FieldDifference::worst,
            "The ten largest beyond the tolerance, after pairs reachable in one table only", JsonForm::by_caller,
            "worst_pairs");
    }
};

struct DifferenceOptions {
    // Numbers a and b count as equal if |a - b| ≤ absolute + relative · max(|a|, |b|), in A's unit.
    double relative_tolerance = 0;
    double absolute_tolerance = 0;
    const PairWeights* weights = nullptr;  // null: no weighted means
    ProgressCallback progress = {};
};

// Two fields to compare, over pairs of common rows and columns. Borrows.
struct ComparedPairs {
    const ComparedTable& table_a;
    const ComparedField& a;
    const ComparedTable& table_b;
    const ComparedField& b;
    const CommonIds& rows;
    const CommonIds& columns;
};

// Exact if both are int32 of one scale. Numbers compared with float32 are rounded to the nearest float32; int32 and
// float64 count as equal within 2⁻⁴⁰, the rounding that sums along a path may add. Numbers of B are converted to A's
// unit if both state one. Throws InvalidArgument for units of different kinds, for negative weights and for weights
// that are all 0. Takes O(pairs) time, with four passes over them if any differ, and O(rows + columns) memory.
ALLWAYS_API FieldDifference difference(const ComparedPairs& pairs, const DifferenceOptions& options = {});

// B − A for each common pair, in A's unit, as float64: cells in the order of `rows` and `columns`, row by row. NaN if
// one of the two is unreachable, and for pairs of a node with itself in a matrix of direct costs. Throws as
// difference() does.
ALLWAYS_API std::vector<double> differences(const ComparedPairs& pairs);

}  // namespace allways
