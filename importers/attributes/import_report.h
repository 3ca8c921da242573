// SPDX-License-Identifier: Apache-2.0
// Counts of a reader's findings: the report for programs and people.
#pragma once

#include <cstdint>
#include <string_view>

#include "allways/base/progress.h"
#include "allways/cost/cost_matrix.h"
#include "allways/importers/read.h"
#include "allways/network/road_network.h"

namespace allways::importers {

// Counts one skipped row; keeps the first line number for each reason.
void note_skipped(ImportReport& report, std::string_view reason, std::uint64_t line);
// Counts one skipped row that the source itself closes.
void note_closed(ImportReport& report, std::string_view reason, std::uint64_t line);

// Throws InputError, naming the source, if more than a fifth of the records were skipped, not counting closed ones.
void require_most(const ImportReport& report);

// Fills everything except source, format, counts and skipped. O(n + m) for a network, O(n²) for a matrix.
void describe(const RoadNetwork& network, ImportReport& report, const ProgressCallback& progress);
void describe(const CostMatrix& matrix, ImportReport& report);

}  // namespace allways::importers
