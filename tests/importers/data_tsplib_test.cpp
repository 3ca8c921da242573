// SPDX-License-Identifier: Apache-2.0
// TSPLIB instances of the real data: sizes, and tour lengths that the literature knows.
#include <algorithm>
#include <fstream>
#include <map>

#include "allways/result/eigen.h"
#include "support.h"

namespace allways::test {
namespace {

class RealMatrices : public ::testing::Test {
protected:
    void SetUp() override {
        if (real_data().empty()) {
            GTEST_SKIP() << "no real data: neither ALLWAYS_DATA nor ../shared/data beside the source is a folder";
        }
    }
    static std::string file(const std::string& name) { return real_data() + "/tsplib/" + name; }
};

TEST_F(RealMatrices, EveryInstanceHasItsSize) {
    const std::map<std::string, std::uint64_t> sizes{
        {"br17.atsp", 17},    {"ftv33.atsp", 34},   {"ft53.atsp", 53},   {"ft70.atsp", 70},    {"kro124p.atsp", 100},
        {"ftv170.atsp", 171}, {"rbg323.atsp", 323}, {"burma14.tsp", 14}, {"gr17.tsp", 17},     {"bayg29.tsp", 29},
        {"bays29.tsp", 29},   {"swiss42.tsp", 42},  {"att48.tsp", 48},   {"berlin52.tsp", 52}, {"gr120.tsp", 120}};
    for (const auto& [name, n] : sizes) {
        SCOPED_TRACE(name);
        ImportReport report;
        const auto matrix = read_matrix(file(name), {}, &report);
        EXPECT_EQ(matrix.node_count(), n);
        EXPECT_EQ(report.arcs, n * (n - 1));
        EXPECT_EQ(matrix.type(), CostType::int32);
        const auto costs = eigen_view<std::int32_t>(matrix);
        EXPECT_EQ(costs.diagonal().cwiseAbs().maxCoeff(), 0);
        EXPECT_LT(costs.maxCoeff(), 100'000);  // none of the huge diagonals came through
        EXPECT_EQ(costs.isApprox(costs.transpose()), name.ends_with(".tsp"));
    }
    ImportReport report;
    read_matrix(file("br17.atsp"), {}, &report);
    EXPECT_EQ(report.columns.at(0).zero, 36u);
    read_matrix(file("rbg323.atsp"), {}, &report);
    EXPECT_EQ(report.columns.at(0).largest, "33");
}

std::int64_t tour_length(const CostMatrix& matrix, const std::string& path) {
    std::ifstream file(path);
    std::string word;
    while (file >> word && word != "TOUR_SECTION") {
    }
    std::vector<std::uint32_t> tour;
    while (file >> word && word != "-1") tour.push_back(matrix.node_ids().find(word).value());
    EXPECT_EQ(tour.size(), matrix.node_count());
    std::int64_t length = 0;
    const auto costs = eigen_view<std::int32_t>(matrix);
    for (std::size_t i = 0; i < tour.size(); ++i) length += costs(tour[i], tour[(i + 1) % tour.size()]);
    return length;
}

TEST_F(RealMatrices, OptimalToursHaveTheirPublishedLengths) {
    const std::map<std::string, std::int64_t> lengths{
        {"att48", 10628}, {"bayg29", 1610}, {"bays29", 2020}, {"berlin52", 7542}, {"gr120", 6942}};
    for (const auto& [name, length] : lengths) {
        EXPECT_EQ(tour_length(read_matrix(file(name + ".tsp")), file(name + ".opt.tour")), length) << name;
    }
}

// Held and Karp's dynamic program: the shortest tour of a small instance.
std::int32_t shortest_tour(const CostMatrix& matrix) {
    const auto costs = eigen_view<std::int32_t>(matrix);
    const std::size_t n = matrix.node_count() - 1;  // the last node is where the tour starts
    const auto home = static_cast<Eigen::Index>(n);
    constexpr std::int32_t far = 1 << 29;
    std::vector<std::int32_t> best((std::size_t{1} << n) * n, far);
    for (std::size_t j = 0; j < n; ++j) best[(std::size_t{1} << j) * n + j] = costs(home, static_cast<Eigen::Index>(j));
    for (std::size_t set = 1; set < std::size_t{1} << n; ++set) {
        for (std::size_t j = 0; j < n; ++j) {
            const std::int32_t here = best[set * n + j];
            if (here == far) continue;
            for (std::size_t k = 0; k < n; ++k) {
                if (set >> k & 1) continue;
                auto& next = best[(set | std::size_t{1} << k) * n + k];
                next = std::min(next, here + costs(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(k)));
            }
        }
    }
    std::int32_t shortest = far;
    for (std::size_t j = 0; j < n; ++j) {
        shortest =
            std::min(shortest, best[((std::size_t{1} << n) - 1) * n + j] + costs(static_cast<Eigen::Index>(j), home));
    }
    return shortest;
}

TEST_F(RealMatrices, SmallInstancesHaveTheirPublishedOptimum) {
    EXPECT_EQ(shortest_tour(read_matrix(file("burma14.tsp"))), 3323);
    EXPECT_EQ(shortest_tour(read_matrix(file("gr17.tsp"))), 2085);
    EXPECT_EQ(shortest_tour(read_matrix(file("br17.atsp"))), 39);
}

TEST_F(RealMatrices, ToursAreRefused) {
    ALLWAYS_EXPECT_ERROR(5, "tour", read_matrix(file("att48.opt.tour")));
}

}  // namespace
}  // namespace allways::test
