// SPDX-License-Identifier: Apache-2.0
// Each member of a report has a row (allways/base/option_row.h): without one, neither JSON nor Python would have it.
#include <cstddef>
#include <set>
#include <string>
#include <typeinfo>

#include <gtest/gtest.h>

#include "allways/cost/cost_updates.h"
#include "allways/device/devices.h"
#include "allways/engine/bench.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve.h"
#include "allways/export/write_stream.h"
#include "allways/importers/read.h"
#include "allways/points/point_access.h"
#include "allways/points/zone_matrix.h"
#include "allways/query/table_difference.h"
#include "allways/query/verification.h"
#include "allways/result/statistics.h"

namespace allways {
namespace {

struct AnyValue {
    template <class Type>
    operator Type() const;
};

// The number of members of an aggregate: as many as can be initialised.
template <class Report, class... Values>
consteval std::size_t member_count() {
    if constexpr (requires { Report{Values{}..., AnyValue{}}; })
        return member_count<Report, Values..., AnyValue>();
    else
        return sizeof...(Values);
}

// `others`: members that a report has for another purpose.
template <class Report>
void expect_rows(std::size_t others = 0) {
    std::set<std::string> attributes;
    std::set<std::string> keys;
    std::set<std::size_t> offsets;
    const Report report{};
    Report::each_row(
        [&](const char* name, auto field, const char* = "", JsonForm = JsonForm::plain, const char* key = nullptr) {
            EXPECT_TRUE(attributes.insert(name).second) << name;
            EXPECT_TRUE(keys.insert(key == nullptr ? name : key).second) << name;
            const auto* begin = reinterpret_cast<const char*>(&report);
            const auto offset = static_cast<std::size_t>(reinterpret_cast<const char*>(&(report.*field)) - begin);
            EXPECT_TRUE(offsets.insert(offset).second) << name << " has a member of another row";
        });
    EXPECT_EQ(attributes.size() + others, member_count<Report>()) << typeid(Report).name();
}

TEST(ReportRows, HaveAllMembers) {
    expect_rows<SolveReport>();
    expect_rows<FactorReport>();
    expect_rows<MemoryNeed>();
    expect_rows<MatrixFacts>();
    expect_rows<ImportReport>(1);  // loose_ends, which a file of their own gets
    expect_rows<ImportReport::Skipped>();
    expect_rows<ImportReport::Turns>();
    expect_rows<ImportReport::Column>();
    expect_rows<ImportReport::Text>();
    expect_rows<ImportReport::Count>();
    expect_rows<VerificationReport>();
    expect_rows<VerificationReport::Check>();
    expect_rows<PairDifference>();
    expect_rows<MeanDifference>();
    expect_rows<DifferencePercentile>();
    expect_rows<FieldDifference>(2);       // worst_rows and worst_columns, whose ids JSON takes from the table
    expect_rows<FieldDifference::End>(1);  // index, the same
    expect_rows<DeviceInfo>();
    expect_rows<FinishedShard>();
    expect_rows<JoinReport>();
    expect_rows<TableStatistics>();
    expect_rows<TableStatistics::Diameter>();
    expect_rows<TableStatistics::Radius>();
    expect_rows<PartStatistics>();
    expect_rows<PartStatistics::Largest>();
    expect_rows<BenchResult>(4);  // hops and graph, as requested; tuning_seconds and checksum, for our own benchmarks
    expect_rows<CostUpdateReport>();
    expect_rows<CostUpdateReport::Example>();
    // The results themselves: access, distances, the ids of both sides, places and their crs, attribution.
    expect_rows<PointAccess>(7);
}

}  // namespace
}  // namespace allways
