// SPDX-License-Identifier: Apache-2.0
// Every form and version of the papers' Floyd–Warshall, R-Kleene and blocked Floyd–Warshall against the reference.
#include <map>
#include "allways/base/error.h"

#include "paper_support.h"
#include "papers/blocked_forms.h"
#include "papers/experiments.h"
#include "papers/floyd_forms.h"
#include "papers/r_kleene_forms.h"
#include "papers/random_graph.h"

namespace allways::papers {
namespace {

using Form = std::function<double(const Run&)>;

// A sparse graph, so that many pairs have no path, and a dense one.
void expect_right(const Form& form, std::size_t n, const std::string& what) {
    for (const double probability : {0.03, 0.6}) {
        const Graph graph = random_graph(n, 11, probability, 1, 10);
        EXPECT_EQ(answer_of({what, {}, {}, form}, graph), reference_distances(graph))
            << what << ", n = " << n << ", density " << probability;
    }
}

TEST(FloydForms, GiveTheTable) {
    ALLWAYS_NEEDS_OPENCL();
    for (const std::size_t n : {1, 16, 33, 64}) expect_right(floyd_by_cells, n, "one launch a step");
}

TEST(RKleeneForms, GiveTheTable) {
    ALLWAYS_NEEDS_OPENCL();
    for (const std::size_t n : {1, 16, 32, 50, 64}) expect_right(r_kleene_on_device, n, "R-Kleene");
}

TEST(BlockedForms, ThreePhasesGiveTheTable) {
    ALLWAYS_NEEDS_OPENCL();
    for (const std::size_t n : {1, 16, 32, 50, 80}) expect_right(blocked_in_three_phases, n, "three phases");
}

class BlockedVersions : public ::testing::TestWithParam<BlockedVersion> {};

TEST_P(BlockedVersions, GiveTheTable) {
    ALLWAYS_NEEDS_OPENCL();
    const auto version = GetParam();
    const auto check = [&](std::size_t block, std::initializer_list<std::size_t> sizes) {
        const Form form = [&](const papers::Run& run) { return blocked_by_version(run, version, block); };
        for (const std::size_t n : sizes) expect_right(form, n, "B = " + std::to_string(block));
    };
    check(8, {1, 8, 40, 51});
    check(16, {16, 80});
    try {
        check(24, {24, 70});
        check(32, {96});
    } catch (const NotRun& reason) {
        GTEST_SKIP() << reason.what();
    }
}

INSTANTIATE_TEST_SUITE_P(All, BlockedVersions,
                         ::testing::Values(BlockedVersion::v1_0, BlockedVersion::v1_1, BlockedVersion::v1_2,
                                           BlockedVersion::v2_0, BlockedVersion::v2_1, BlockedVersion::v3_0,
                                           BlockedVersion::v4_0, BlockedVersion::v4_1));

// Many rounds, many times: concurrent launches must not touch the same blocks.
TEST(BlockedForms, RoundsThatOverlapGiveTheTable) {
    ALLWAYS_NEEDS_OPENCL();
    const Graph graph = random_graph(96, 5, 0.5, 1, 100);
    const auto expected = reference_distances(graph);
    for (const BlockedVersion version : {BlockedVersion::v3_0, BlockedVersion::v4_0, BlockedVersion::v4_1}) {
        const Form form = [&](const papers::Run& run) { return blocked_by_version(run, version, 8); };
        for (int repeat = 0; repeat < 20; ++repeat) {
            ASSERT_EQ(answer_of({"B = 8", {}, {}, form}, graph), expected)
                << "version " << static_cast<int>(version) << ", repeat " << repeat;
        }
    }
}

// As the command runs them: the methods' own work-groups and names.
TEST(BlockedExperiments, MethodsGiveTheTableAtTheSmallestSize) {
    ALLWAYS_NEEDS_OPENCL();
    for (const Experiment& experiment :
         {pandey_blocked_experiment(), pandey_r_kleene_experiment(), zuccato_experiment()}) {
        const Graph graph = experiment.make_graph(experiment.sizes.front(), 7);
        const auto expected = reference_distances(graph);
        for (const Method& method : experiment.methods) {
            EXPECT_EQ(answer_of(method, graph), expected) << experiment.name << ", " << method.name;
        }
    }
}

TEST(BlockedExperiments, ColumnsHaveOneValueASize) {
    for (const Experiment& experiment :
         {pandey_blocked_experiment(), pandey_r_kleene_experiment(), zuccato_experiment()}) {
        for (const Published& published : experiment.published) {
            EXPECT_EQ(published.values.size(), experiment.sizes.size()) << experiment.name << ", " << published.name;
        }
    }
}

TEST(BlockedExperiments, BlockingFactorsAreForSizesThatTheyDivide) {
    const Experiment experiment = zuccato_experiment();
    std::map<std::string, std::vector<std::size_t>> sizes;
    for (const Method& method : experiment.methods) sizes[method.group] = method.sizes;
    EXPECT_EQ(sizes["Blocking factor 8"].size(), 8u);
    EXPECT_EQ(sizes["Blocking factor 24"], (std::vector<std::size_t>{240, 480, 720, 1200}));
    EXPECT_EQ(sizes["Blocking factor 32"], (std::vector<std::size_t>{160, 320, 480, 640}));
}

TEST(BlockedExperiments, WorkGroupsThatTheDeviceCannotHaveAreNotRun) {
    ALLWAYS_NEEDS_OPENCL();
    const Graph graph = random_graph(128, 3, 0.5, 1, 10);
    std::vector<std::int32_t> distances;
    const std::function<void()> tick = [] {};
    ASSERT_LT(test_device().info().max_work_group, 128u * 128u);
    for (const BlockedVersion version : {BlockedVersion::v1_2, BlockedVersion::v2_1}) {
        EXPECT_THROW(blocked_by_version({graph, distances, test_device(), tick}, version, 128), NotRun);
    }
}

TEST(BlockedExperiments, ALimitEndsARunBetweenLaunches) {
    ALLWAYS_NEEDS_OPENCL();
    const Graph graph = random_graph(80, 3, 0.5, 1, 10);
    std::vector<std::int32_t> distances;
    const std::function<void()> tick = [] { throw NotRun("the time limit has passed"); };
    const papers::Run run{graph, distances, test_device(), tick};
    EXPECT_THROW(floyd_by_cells(run), NotRun);
    EXPECT_THROW(blocked_in_three_phases(run), NotRun);
    EXPECT_THROW(blocked_by_version(run, BlockedVersion::v4_1, 16), NotRun);
}

}  // namespace
}  // namespace allways::papers
