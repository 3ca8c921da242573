// SPDX-License-Identifier: Apache-2.0
#include "export/files/output_file.h"

#include <atomic>
#include <stdexcept>
#include <thread>

#include "allways/base/error.h"
#include "base/threads/parallel.h"
#include "scratch_folder.h"

namespace allways::tools {
namespace {

using test::ScratchFolder;

PutRows numbered(std::size_t padding = 0) {
    return [=](std::size_t first, std::size_t last, TextBlock& text) {
        for (std::size_t i = first; i < last; ++i) {
            text.put_number(i);
            text.put(std::string(i % 3 == 0 ? padding : 0, '.'));
            text.put('\n');
        }
    };
}

TEST(OrderedRows, ManyBlocksComeInOrder) {
    const ScratchFolder folder;
    for (const std::size_t rows : {0, 1, 999}) {
        OutputFile file(folder.file("t"), true);
        file.put("head\n");
        write_rows(file, rows, 65536, {}, numbered(5000));  // a row a block; some grow
        file.put("end\n");
        file.commit();
        std::string expected = "head\n";
        for (std::size_t i = 0; i < rows; ++i) {
            expected += std::to_string(i);
            expected.append(i % 3 == 0 ? 5000 : 0, '.');
            expected += "\n";
        }
        EXPECT_EQ(folder.text("t"), expected + "end\n");
    }
}

TEST(OrderedRows, RowsThatBelongTogetherStayTogether) {
    const ScratchFolder folder;
    OutputFile file(folder.file("t"), false);
    std::atomic<std::size_t> blocks{0};
    write_rows(
        file, 40, 1'000'000, {},
        [&](std::size_t first, std::size_t last, TextBlock&) {
            EXPECT_EQ(first % 16, 0u);
            EXPECT_EQ(last, std::min<std::size_t>(first + 16, 40));
            ++blocks;
        },
        16);
    EXPECT_EQ(blocks, 3u);
}

TEST(OrderedRows, WhatAThreadThrowsIsThrown) {
    const ScratchFolder folder;
    OutputFile file(folder.file("t"), false);
    const auto put = [](std::size_t first, std::size_t, TextBlock&) {
        if (first == 17) throw std::runtime_error("row 17");
    };
    EXPECT_THROW(write_rows(file, 100, 65536, {}, put), std::runtime_error);
    const ProgressCallback cancel = [](const Progress&) { return false; };
    EXPECT_THROW(write_rows(file, 100, 65536, cancel, numbered()), Cancelled);
}

TEST(OrderedRows, NothingIsMadeAfterAFailure) {
    const std::size_t threads = hardware_threads();
    if (threads < 2) GTEST_SKIP() << "one thread has nothing to wait for";
    const ScratchFolder folder;
    OutputFile file(folder.file("t"), false);
    std::atomic<std::size_t> made{0};
    const auto put = [&](std::size_t first, std::size_t, TextBlock&) {
        ++made;
        while (made < threads) std::this_thread::yield();  // every thread has a block
        if (first == 0) throw std::runtime_error("row 0");
    };
    for (int round = 0; round < 100; ++round) {
        made = 0;
        EXPECT_THROW(write_rows(file, 100 * threads, 65536, {}, put), std::runtime_error);
        ASSERT_EQ(made, threads) << "in round " << round;
    }
}

TEST(OrderedRows, ProgressComesFromTheCaller) {
    const ScratchFolder folder;
    OutputFile file(folder.file("t"), false);
    const auto caller = std::this_thread::get_id();
    std::uint64_t done = 0;
    const ProgressCallback progress = [&](const Progress& now) {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        EXPECT_GE(now.done, done);
        EXPECT_EQ(now.total, 50u);
        done = now.done;
        return true;
    };
    write_rows(file, 50, 65536, progress, numbered());
    EXPECT_EQ(done, 50u);
}

}  // namespace
}  // namespace allways::tools
