// SPDX-License-Identifier: Apache-2.0
// Verifies a solved table: recomputes samples of it from the network or matrix with other algorithms.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/option_row.h"
#include "allways/base/progress.h"
#include "allways/cost/cost_matrix.h"
#include "allways/network/road_network.h"
#include "allways/result/distance_table.h"

namespace allways {

struct VerifyOptions {
    std::size_t rows = 50;        // sources whose rows are recomputed; all rows if the table has no more
    std::size_t pairs = 1000;     // pairs whose next hops are walked
    std::size_t columns = 10;     // targets for which all arcs' bounds are checked; all targets in small tables
    std::uint64_t seed = 1;       // seed of the samples
    std::string cost{};           // column of the network; empty: the table's own cost name
    std::size_t examples = 10;    // mismatches kept as text
    ProgressCallback progress{};  // stage "verify"
};

using VerifyOptionRow = OptionRow<VerifyOptions, std::uint64_t, std::string>;
// In the order of the command's help.
ALLWAYS_API const std::vector<VerifyOptionRow>& verify_options();

struct ALLWAYS_API VerificationReport {
    struct Check {
        std::string name;
        std::uint64_t checked = 0;
        std::uint64_t mismatches = 0;

        static void each_row(auto&& row) {
            row("name", &Check::name);
            row("checked", &Check::checked);
            row("mismatches", &Check::mismatches);
        }
    };
    std::vector<Check> checks;
    std::vector<std::string> examples;  // the first mismatches, one sentence each

    std::uint64_t checked() const;
    std::uint64_t mismatches() const;
    bool passed() const { return mismatches() == 0; }

    static void each_row(auto&& row) {
        row("checks", &VerificationReport::checks);
        row("examples", &VerificationReport::examples, "The first mismatches, one sentence each");
    }
};

// Checks, each with its count:
//   "node ids"     the table's are those of the source
//   "arcs"         the table's arcs are those of the network (if it has next hops)
//   "nodes"        no-through marks are those of the network, and so are coordinates if both have them
//   "diagonal"     d(i,i) = 0, for all nodes
//   "distances"    sampled rows match Dijkstra, or Johnson for negative costs; no-through nodes not passed
//   "cells"        every cell is a number or exactly the value of unreachable
//   "next hops"    all: missing on the diagonal and for pairs without a path; else tight, and without circles
//   "attributes"   arc ids, and the columns and texts that both have
//   "skims"        all: the first arc's value plus the skim from its head on
//   "arcs' bound"  D[i][j] <= cost(i,h) + D[h][j] for every arc, on sampled columns
//   "walks"        sampled paths over next hops arrive, pass no no-through node, and cost what the table states
//   "hop rule"     sampled next hops of an int32 network are the lowest-ordinal tight arcs
// int32 must agree exactly; float32 and float64 within arcs × 2⁻²³ and arcs × 2⁻⁵² of the sum of a path's |costs|, and
// for negative costs of twice the largest potential. If the node ids or the arcs differ, table and source do not belong
// together, and no later check is made. Throws InvalidArgument (no such cost column, or a cost that is not the
// table's), NegativeCycleError, Cancelled.
ALLWAYS_API VerificationReport verify(const DistanceTable& table, const RoadNetwork& network,
                                      const VerifyOptions& options = {});
ALLWAYS_API VerificationReport verify(const DistanceTable& table, const CostMatrix& matrix,
                                      const VerifyOptions& options = {});

}  // namespace allways
