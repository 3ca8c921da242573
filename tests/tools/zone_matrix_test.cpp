// SPDX-License-Identifier: Apache-2.0
// Operations on matrices of zones, against numbers found by hand.
#include "allways/points/zone_matrix.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <random>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways {
namespace {

const double none = std::nan("");

ZoneMatrix matrix(std::vector<double> cells, std::size_t rows, std::size_t columns) {
    return {{"trips", "", 0}, IdTable::consecutive(rows), IdTable::consecutive(columns), std::move(cells)};
}

std::vector<double> row_sums(const ZoneMatrix& matrix) {
    std::vector<double> sums(matrix.rows.size());
    for (std::size_t i = 0; i < sums.size(); ++i) {
        for (std::size_t j = 0; j < matrix.columns.size(); ++j) sums[i] += matrix.cell(i, j);
    }
    return sums;
}

// Cells without a number compare equal.
void expect_cells(const ZoneMatrix& found, const std::vector<double>& wanted) {
    ASSERT_EQ(found.cells.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (std::isnan(wanted[i]))
            EXPECT_TRUE(std::isnan(found.cells[i])) << i;
        else
            EXPECT_DOUBLE_EQ(found.cells[i], wanted[i]) << i;
    }
}

TEST(ZoneMatrix, FactsCountCellsAndAddThemExactly) {
    ZoneMatrix found = matrix({1e16, 1, 1, none, 0, -1e16, 0.5, 0, 2}, 3, 3);
    const MatrixFacts facts = facts_of(found);
    EXPECT_EQ(facts.nonzero, 6);
    EXPECT_EQ(facts.missing, 1);
    EXPECT_EQ(facts.total, 4.5);
    EXPECT_EQ(facts.diagonal, 1e16 + 2);
    EXPECT_EQ(facts.smallest, -1e16);
    EXPECT_EQ(facts.largest, 1e16);
    found.columns = IdTable(std::vector<std::string>{"2", "x", "1"});
    EXPECT_EQ(facts_of(found).diagonal, 1) << "zones have their own order in columns";
    EXPECT_FALSE(facts_of(matrix({}, 0, 0)).smallest);
}

TEST(ZoneMatrix, ArithmeticMatchesIds) {
    ZoneMatrix other = matrix({40, none, 20, 10}, 2, 2);
    other.rows = other.columns = IdTable(std::vector<std::int64_t>{2, 1});
    const ZoneMatrix numbers = matrix({1, 2, 3, 4}, 2, 2);
    ZoneMatrix found = numbers;
    combine(found, Arithmetic::plus, other);
    expect_cells(found, {11, 22, none, 44});
    found = numbers;
    combine(found, Arithmetic::times, other);
    expect_cells(found, {10, 40, none, 160});
    combine(found, Arithmetic::minus, 5);
    expect_cells(found, {5, 35, none, 155});
    other.rows = IdTable(std::vector<std::int64_t>{2, 7});
    EXPECT_THROW(combine(found, Arithmetic::plus, other), InputError);
}

TEST(ZoneMatrix, SumsHaveTheUnitOfTheMatrix) {
    ZoneMatrix found = matrix({1, 2, 3, 4}, 2, 2);
    ZoneMatrix other = found;
    found.scale.unit = "min";
    other.scale.unit = "s";
    combine(found, Arithmetic::plus, other);
    EXPECT_DOUBLE_EQ(found.cells[3], 4 + 4 / 60.0);
    other.scale.unit = "";
    combine(found, Arithmetic::times, other);
    EXPECT_EQ(found.scale.unit, "min");
    other.scale.unit = "m";
    EXPECT_THROW(combine(found, Arithmetic::plus, other), InvalidArgument);
}

TEST(ZoneMatrix, TransposesAndAddsUpDistricts) {
    const ZoneMatrix numbers = matrix({1, 2, 3, 4, none, 6}, 2, 3);
    const ZoneMatrix turned = transposed(numbers);
    EXPECT_EQ(turned.rows.size(), 3);
    expect_cells(turned, {1, 4, 2, none, 3, 6});
    const ZoneMatrix found = aggregated(numbers, {"north", "north"}, {"b", "a", "b"});
    EXPECT_EQ(found.rows.texts(), std::vector<std::string>{"north"});
    EXPECT_EQ(found.columns.texts(), (std::vector<std::string>{"b", "a"}));
    expect_cells(found, {14, 2});
}

TEST(ZoneMatrix, FitsByHand) {
    ZoneMatrix found = matrix({1, 1, 1, 1}, 2, 2);
    const FitReport report = fit(found, std::vector<double>{3, 1}, std::vector<double>{1, 3});
    EXPECT_TRUE(report.is_reached());
    EXPECT_EQ(report.iterations, 1);
    expect_cells(found, {0.75, 2.25, 0.25, 0.75});
    EXPECT_EQ(fit(found, std::vector<double>{3, 1}, std::vector<double>{1, 3}).iterations, 0);
}

// The fitted cells are those of the matrix times factors of rows and columns, so cross ratios stay.
TEST(ZoneMatrix, FitsRandomMatrices) {
    std::mt19937 random(7);
    for (const std::size_t n : {1u, 2u, 17u, 40u}) {
        ZoneMatrix found = matrix(std::vector<double>(n * n), n, n);
        for (double& cell : found.cells) cell = 0.1 + static_cast<double>(random() % 1000);
        const ZoneMatrix before = found;
        std::vector<double> origins, destinations(n);
        double total = 0;
        for (std::size_t i = 0; i < n; ++i) origins.push_back(1 + static_cast<double>(random() % 100));
        for (const double origin : origins) total += origin;
        for (double& target : destinations) target = total * (1 + 5e-7) / static_cast<double>(n);
        EXPECT_TRUE(fit(found, origins, destinations).is_reached());
        const std::vector<double> rows = row_sums(found);
        const std::vector<double> columns = row_sums(transposed(found));
        for (std::size_t i = 0; i < n; ++i) {
            EXPECT_NEAR(rows[i], origins[i], 2e-9 * origins[i]);
            EXPECT_NEAR(columns[i], destinations[i], 1e-6 * destinations[i]);
        }
        const auto ratio = [&](const ZoneMatrix& at) {
            return at.cell(0, 0) * at.cell(n - 1, n - 1) / (at.cell(0, n - 1) * at.cell(n - 1, 0));
        };
        EXPECT_NEAR(ratio(found), ratio(before), 1e-9 * ratio(before));
    }
}

TEST(ZoneMatrix, FitsZonesWithoutTrips) {
    ZoneMatrix found = matrix({5, 1, none, 7, 7, 7, 1, 1, 1}, 3, 3);
    EXPECT_TRUE(fit(found, std::vector<double>{4, 0, 2}, std::vector<double>{5, 0, 1}).is_reached());
    EXPECT_TRUE(std::isnan(found.cells[2]));
    for (const std::size_t cell : {1, 3, 4, 5, 7}) EXPECT_EQ(found.cells[cell], 0);
    ZoneMatrix only = matrix({0, 1, 1, 1}, 2, 2);  // zone 1 has trips to zone 2 only, whose target is 0
    EXPECT_THROW(fit(only, std::vector<double>{1, 1}, std::vector<double>{2, 0}), InputError);
}

TEST(ZoneMatrix, FitEndsWithoutASolution) {
    ZoneMatrix found = matrix({1, 0, 1, 1}, 2, 2);
    const FitReport report = fit(found, std::vector<double>{2, 1}, std::vector<double>{1, 2});
    EXPECT_EQ(report.iterations, 1000);
    EXPECT_GT(report.deviation, 0.1);
    for (const double cell : found.cells) EXPECT_TRUE(std::isfinite(cell));
}

TEST(ZoneMatrix, RoundedRowsKeepTheirSums) {
    ZoneMatrix found = matrix({0.5, 0.5, 0.5, -0.5, 2.9, none, 3, 4, 5}, 3, 3);
    round_rows(found);
    expect_cells(found, {1, 1, 0, -1, 3, none, 3, 4, 5});
    std::mt19937 random(3);
    found = matrix(std::vector<double>(50 * 31), 50, 31);
    for (double& cell : found.cells) cell = static_cast<double>(random() % 3000) / 1000 - 0.7;
    const ZoneMatrix before = found;
    round_rows(found);
    const std::vector<double> sums = row_sums(before);
    for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_LE(std::abs(row_sums(found)[i] - sums[i]), 0.5 + 1e-9);
    for (std::size_t i = 0; i < found.cells.size(); ++i) EXPECT_LT(std::abs(found.cells[i] - before.cells[i]), 1);
}

TEST(ZoneMatrix, LengthsHaveExactBins) {
    const ZoneMatrix trips = matrix({1, 2, 4, 0}, 2, 2);
    const TripLengths found = trip_lengths(trips, matrix({0.3, 0.29, none, 7}, 2, 2), *Decimal::parse("0.1"));
    EXPECT_EQ(found.csv,
              "from,to,trips,share\n0,0.1,0,0\n0.1,0.2,0,0\n0.2,0.3,2,0.6666666666666666\n"
              "0.3,0.4,1,0.3333333333333333\n");
    EXPECT_EQ(found.total, 3);
    EXPECT_EQ(found.without_length, 4);
    EXPECT_DOUBLE_EQ(*found.mean, 0.88 / 3);
    EXPECT_FALSE(trip_lengths(matrix({0}, 1, 1), matrix({1}, 1, 1), Decimal(1, 0)).mean);
}

TEST(ZoneMatrix, ZoneTextsNameTheirFaults) {
    const std::string path = ::testing::TempDir() + "zones.csv";
    const IdTable ids(std::vector<std::int64_t>{3, 1});
    const auto fault = [&](const std::string& text, bool are_numbers) -> std::string {
        std::ofstream(path) << text;
        try {
            zone_texts(path, "district", ids, are_numbers);
        } catch (const InputError& error) {
            return format("{}: {}", error.line(), std::string(error.what()).substr(path.size() + 2));
        }
        return "none";
    };
    std::ofstream(path) << "district,node_id\na,1\nb,2\n\"c,d\",3\n";
    EXPECT_EQ(zone_texts(path, "district", ids), (std::vector<std::string>{"c,d", "a"}));
    EXPECT_EQ(fault("id;district\n3;1\n1;0.5\n2;0\n", true), "none");
    EXPECT_NE(fault("id,district\n3,1\n1,0.5\n2,7\n", true).find("4: "), std::string::npos);
    EXPECT_NE(fault("id,district\n3,1\n", false).find("no row for the zone 1"), std::string::npos);
    EXPECT_NE(fault("id,district\n3,1\n3,2\n", false).find("3: "), std::string::npos);
    EXPECT_NE(fault("zone,district\n3,1\n", false).find("expected the columns"), std::string::npos);
}

}  // namespace
}  // namespace allways
