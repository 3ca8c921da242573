// SPDX-License-Identifier: Apache-2.0
// The runner: what it shows, what it leaves out with a reason, and what it refuses. Methods here are host loops whose
// time does not matter; limits are so small or so large that no test depends on the clock.
#include "papers/run_experiment.h"

#include <algorithm>

#include "allways/base/error.h"
#include "paper_support.h"
#include "papers/baselines.h"
#include "papers/experiments.h"
#include "papers/random_graph.h"

namespace allways::papers {
namespace {

Method host_method(const std::string& name) {
    return {name, "loops", "everything", [](const papers::Run& run) {
                run.distances = run.graph.cells;
                floyd_warshall(run.distances, run.graph.n, run.tick);
                return 0.5;
            }};
}

Experiment small_experiment() {
    Experiment experiment;
    experiment.name = "small";
    experiment.title = "A test";
    experiment.sizes = {4, 9, 18};
    experiment.make_graph = [](std::size_t n, std::uint64_t seed) { return random_graph(n, seed, 0.5, 1, 100); };
    experiment.methods = {host_method("one"), host_method("two")};
    experiment.speed_ups = {{"two", "one"}};
    experiment.published = {{"one", "a card", Published::Quantity::seconds, "", {1.0, {}, 3.0}, {}, {}}};
    experiment.facts = {{"cells", "how many", [](const auto& distances) { return double(distances.size()); }}};
    return experiment;
}

RunOptions quick_options() {
    RunOptions options;
    options.device = test_device().info().id;
    options.limit_seconds = 1000;
    options.runs = 2;
    return options;
}

const Cell& cell(const ExperimentResult& result, const std::string& column, std::size_t at) {
    return find_column(result, column)->cells.at(at);
}

TEST(RunExperiment, EveryCellHasItsSeconds) {
    ALLWAYS_NEEDS_OPENCL();
    const ExperimentResult result = run_experiment(small_experiment(), quick_options());
    EXPECT_EQ(result.sizes, (std::vector<std::size_t>{4, 9, 18}));
    ASSERT_EQ(result.columns.size(), 4u);  // the product has two
    for (const Column& column : result.columns) {
        for (const Cell& each : column.cells) {
            EXPECT_TRUE(each.seconds.has_value()) << column.name << ": " << each.note;
            EXPECT_EQ(each.runs, 2u);
            EXPECT_TRUE(each.warmed_up);
        }
    }
    EXPECT_EQ(cell(result, "one", 0).seconds, 0.5);  // what the method says, not what the runner sees
    EXPECT_EQ(speed_up_values(result, {"two", "one"}), (std::vector<std::optional<double>>{1, 1, 1}));
    EXPECT_EQ(result.facts.at(0).values, (std::vector<std::optional<double>>{16, 81, 324}));
    EXPECT_EQ(result.device, test_device().info().name);
    EXPECT_FALSE(result.version.empty());
    EXPECT_EQ(result.date.size(), std::string("2026-11-21T12:30:00Z").size());
}

TEST(RunExperiment, SomeOfTheSizes) {
    ALLWAYS_NEEDS_OPENCL();
    RunOptions options = quick_options();
    options.sizes = {18, 4};
    const ExperimentResult result = run_experiment(small_experiment(), options);
    EXPECT_EQ(result.sizes, (std::vector<std::size_t>{4, 18}));
    EXPECT_EQ(result.published.at(0).values, (std::vector<std::optional<double>>{1, 3}));
    options.sizes = {5};
    EXPECT_THROW(run_experiment(small_experiment(), options), InvalidArgument);
}

TEST(RunExperiment, NothingRunsWithinNoTime) {
    ALLWAYS_NEEDS_OPENCL();
    RunOptions options = quick_options();
    options.limit_seconds = 1e-9;
    const ExperimentResult result = run_experiment(small_experiment(), options);
    for (const Column& column : result.columns) {
        for (const Cell& each : column.cells) {
            EXPECT_FALSE(each.seconds.has_value()) << column.name;
            EXPECT_FALSE(each.note.empty()) << column.name;
        }
    }
    options.limit_seconds = 0;
    EXPECT_THROW(run_experiment(small_experiment(), options), InvalidArgument);
}

TEST(RunExperiment, WhatIsPredictedToExceedTheLimitDoesNotRun) {
    ALLWAYS_NEEDS_OPENCL();
    Experiment experiment = small_experiment();
    std::vector<std::size_t> ran;
    experiment.methods[1].run = [&](const papers::Run& run) {
        ran.push_back(run.graph.n);
        return host_method("two").run(run);
    };
    experiment.methods[1].work = [](std::size_t n) { return n > 9 ? 1e60 : 1; };  // 18 = 2·9: no size leads up to it
    const ExperimentResult result = run_experiment(experiment, quick_options());
    EXPECT_TRUE(cell(result, "two", 1).seconds.has_value());
    EXPECT_FALSE(cell(result, "two", 2).seconds.has_value());
    EXPECT_TRUE(cell(result, "two", 2).note.starts_with("predicted")) << cell(result, "two", 2).note;
    EXPECT_EQ(*std::max_element(ran.begin(), ran.end()), 9u);
    EXPECT_TRUE(cell(result, "one", 2).seconds.has_value());
}

TEST(RunExperiment, SmallSizesLeadUpToALargeOne) {
    ALLWAYS_NEEDS_OPENCL();
    Experiment experiment = small_experiment();
    std::vector<std::size_t> ran;
    experiment.methods[1].sizes = {18};
    experiment.methods[1].run = [&](const papers::Run& run) {
        if (ran.empty() || ran.back() != run.graph.n) ran.push_back(run.graph.n);
        return host_method("two").run(run);
    };
    experiment.methods[1].work = [](std::size_t n) { return n == 18 ? 1e60 : 1; };
    const ExperimentResult result = run_experiment(experiment, quick_options());
    EXPECT_EQ(ran, (std::vector<std::size_t>{4, 8, 16}));
    EXPECT_FALSE(cell(result, "two", 2).note.empty());
    EXPECT_TRUE(cell(result, "two", 0).note.empty());  // is not for that size: nothing to say
    EXPECT_FALSE(cell(result, "two", 0).seconds.has_value());
}

TEST(RunExperiment, AMethodSaysWhyItDoesNotRun) {
    ALLWAYS_NEEDS_OPENCL();
    Experiment experiment = small_experiment();
    experiment.methods[0].run = [](const papers::Run& run) -> double {
        run.device.make_kernel("squaring_cells.cl", "squaring_cells", {std::size_t{1} << 40});
        return 0;
    };
    const ExperimentResult result = run_experiment(experiment, quick_options());
    EXPECT_TRUE(cell(result, "one", 0).note.starts_with("work-groups of")) << cell(result, "one", 0).note;
    EXPECT_TRUE(cell(result, "two", 0).seconds.has_value());
}

TEST(RunExperiment, AWrongAnswerIsAnError) {
    ALLWAYS_NEEDS_OPENCL();
    Experiment experiment = small_experiment();
    experiment.methods[1].run = [](const papers::Run& run) {
        host_method("two").run(run);
        if (run.graph.n == 9) run.distances[9 * 3 + 7] += 1;
        return 0.5;
    };
    try {
        run_experiment(experiment, quick_options());
        FAIL() << "no error";
    } catch (const Error& error) {
        const std::string text = error.what();
        for (const char* part : {"two", "one", "n = 9", "from 3 to 7"})
            EXPECT_NE(text.find(part), std::string::npos) << text;
    }
}

TEST(RunExperiment, ProgressCancels) {
    ALLWAYS_NEEDS_OPENCL();
    RunOptions options = quick_options();
    options.progress = [](const Progress& progress) {
        EXPECT_LE(progress.done, progress.total);
        EXPECT_EQ(progress.stage, "small");
        return false;
    };
    EXPECT_THROW(run_experiment(small_experiment(), options), Cancelled);
}

TEST(Experiments, AreWhole) {
    for (const Experiment& experiment : experiments()) {
        const auto& sizes = experiment.sizes;
        EXPECT_TRUE(std::is_sorted(sizes.begin(), sizes.end())) << experiment.name;
        std::vector<std::string> names{product_kernels, product_whole};
        std::vector<std::string> groups{""};
        for (const Method& method : experiment.methods) {
            EXPECT_EQ(std::count(names.begin(), names.end(), method.name), 0) << experiment.name << ": " << method.name;
            names.push_back(method.name);
            groups.push_back(method.group);
            for (const std::size_t n : method.sizes)
                EXPECT_TRUE(std::binary_search(sizes.begin(), sizes.end(), n)) << n;
        }
        for (const SpeedUp& speed_up : experiment.speed_ups) {
            for (const std::string& name : {speed_up.method, speed_up.baseline}) {
                EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << experiment.name << ": " << name;
            }
        }
        for (const Published& column : experiment.published) {
            EXPECT_EQ(column.values.size(), sizes.size()) << experiment.name << ": " << column.name;
            EXPECT_FALSE(column.hardware.empty()) << experiment.name << ": " << column.name;
            EXPECT_NE(std::find(groups.begin(), groups.end(), column.group), groups.end()) << column.group;
        }
    }
    EXPECT_EQ(chosen_experiments("deng").at(0).name, "deng");
    EXPECT_EQ(chosen_experiments("all").size(), experiments().size());
    EXPECT_THROW(chosen_experiments("nobody"), InvalidArgument);
}

}  // namespace
}  // namespace allways::papers
