// What a reader found, counted: the report that programs and people get.
#pragma once

#include <cstdint>
#include <string_view>

#include "allways/cost/cost_matrix.h"
#include "allways/importers/read.h"
#include "allways/network/road_network.h"

namespace allways {

// Counts one row that was passed over; the first line of each reason is kept.
void note_skipped(ImportReport& report, std::string_view reason, std::uint64_t line);
// … one that is left out because the source itself closes it.
void note_closed(ImportReport& report, std::string_view reason, std::uint64_t line);

// Throws InputError, naming the source, where more than a fifth of the records were passed over, closed ones aside.
void require_most(const ImportReport& report);

// Fill everything but source, format, counts and skipped. O(m log m) for a network, O(n²) for a matrix.
void describe(const RoadNetwork& network, ImportReport& report);
void describe(const CostMatrix& matrix, ImportReport& report);

}  // namespace allways
