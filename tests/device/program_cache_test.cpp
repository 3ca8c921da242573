// SPDX-License-Identifier: Apache-2.0
// The cache of built programs: intact entries are used, damaged entries are rebuilt, and none is trusted unchecked.
#include "device/program_cache.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <vector>

namespace allways::device {
namespace {

namespace fs = std::filesystem;

const std::string source = "kernel void answer(global int* out) { out[0] = ANSWER; }\n";

class ProgramCacheTest : public ::testing::Test {
protected:
    void SetUp() override {
        const auto found = find_opencl_devices();
        if (found.devices.empty()) GTEST_SKIP() << found.explanation;
        device_ = found.devices.front();
        context_ = cl::Context(device_.handle);
        directory_ = fs::temp_directory_path() / ("allways_cache_test_" + std::to_string(::getpid()));
        fs::remove_all(directory_);
    }
    void TearDown() override { fs::remove_all(directory_); }

    ProgramCache cache(const fs::path& directory) {
        return {directory.string(), [this](LogLevel, std::string_view text) { logged_.emplace_back(text); }};
    }
    ProgramCache cache() { return cache(directory_); }

    static std::string options(int answer) { return "-D ANSWER=" + std::to_string(answer); }

    int run(const cl::Program& program) {
        cl::Kernel kernel(program, "answer");
        const cl::Buffer out(context_, CL_MEM_READ_WRITE, sizeof(int));
        kernel.setArg(0, out);
        const cl::CommandQueue queue(context_, device_.handle);
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
        int answer = 0;
        queue.enqueueReadBuffer(out, CL_TRUE, 0, sizeof(int), &answer);
        return answer;
    }

    int build_and_run(int answer) { return run(cache().build(context_, device_, source, options(answer))); }

    // Changes the one entry's bytes.
    void damage(int answer, const std::function<void(std::string&)>& change) {
        const fs::path path = cache().path_of(device_, source, options(answer));
        std::ostringstream text;
        text << std::ifstream(path, std::ios::binary).rdbuf();
        std::string bytes = text.str();
        change(bytes);
        std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
    }

    OpenClDevice device_;
    cl::Context context_;
    fs::path directory_;
    std::vector<std::string> logged_;
};

TEST_F(ProgramCacheTest, KeepsOneEntryForEachOptions) {
    EXPECT_EQ(build_and_run(7), 7);
    EXPECT_EQ(build_and_run(8), 8);
    EXPECT_EQ(build_and_run(7), 7);
    EXPECT_EQ(std::distance(fs::directory_iterator(directory_), fs::directory_iterator()), 2);
    EXPECT_TRUE(logged_.empty());
}

TEST_F(ProgramCacheTest, DamagedEntriesAreRebuilt) {
    const std::vector<std::function<void(std::string&)>> damages = {
        [](std::string& bytes) { bytes.clear(); },
        [](std::string& bytes) { bytes.resize(bytes.size() / 2); },
        [](std::string& bytes) { bytes[bytes.size() - 10] ^= 1; },
        [](std::string& bytes) { bytes[3] ^= 1; },
        [](std::string& bytes) { bytes += "more"; },
        [](std::string& bytes) { bytes = "allways cache 1\n99999999999999999999 1 zz\n"; },
    };
    for (const auto& change : damages) {
        EXPECT_EQ(build_and_run(7), 7);
        damage(7, change);
        logged_.clear();
        EXPECT_EQ(build_and_run(7), 7);
        ASSERT_EQ(logged_.size(), 1u);
        EXPECT_NE(logged_[0].find("rebuilt"), std::string::npos);
        logged_.clear();
        EXPECT_EQ(build_and_run(7), 7);
        EXPECT_TRUE(logged_.empty()) << "the entry was not written anew";
    }
}

TEST_F(ProgramCacheTest, AnEntryForSomethingElseIsNotTaken) {
    EXPECT_EQ(build_and_run(7), 7);
    EXPECT_EQ(build_and_run(8), 8);
    const auto path = [&](int answer) { return cache().path_of(device_, source, options(answer)); };
    fs::copy_file(path(8), path(7), fs::copy_options::overwrite_existing);
    EXPECT_EQ(build_and_run(7), 7);
}

TEST_F(ProgramCacheTest, ADirectoryThatCannotBeWrittenIsReportedAndDoneWithout) {
    std::ofstream(directory_) << "a file where the directory should be";
    EXPECT_EQ(build_and_run(7), 7);
    ASSERT_EQ(logged_.size(), 1u);
    EXPECT_NE(logged_[0].find("cannot write"), std::string::npos);
}

TEST_F(ProgramCacheTest, WithoutADirectoryNothingIsKept) {
    EXPECT_EQ(run(cache({}).build(context_, device_, source, options(3))), 3);
    EXPECT_FALSE(fs::exists(directory_));
}

TEST_F(ProgramCacheTest, ABuildThatFailsShowsItsLog) {
    try {
        cache().build(context_, device_, "kernel void broken() { not_a_function(); }", "");
        FAIL() << "it was built";
    } catch (const DeviceError& error) {
        EXPECT_NE(std::string(error.what()).find("not_a_function"), std::string::npos) << error.what();
        EXPECT_NE(error.code(), 0);
    }
}

}  // namespace
}  // namespace allways::device
