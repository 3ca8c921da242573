// SPDX-License-Identifier: Apache-2.0
#include "export/jobs/job_record.h"

#include "allways/base/error.h"
#include "scratch_folder.h"

namespace allways::tools {
namespace {

using test::ScratchFolder;
using enum PartialFile::Start;

const JobFacts facts{{"cost", "time"}, {"nodes", "9"}};

// A run that finishes these rows and then stops without a proper end.
void leave(const std::string& path, std::initializer_list<std::size_t> rows) {
    PartialFile file(path, false, fresh, facts);
    std::ofstream(file.file()) << "frame";
    file.begin();
    for (const std::size_t count : rows) file.checkpoint(count);
}

std::string said(const std::string& path, PartialFile::Start start, const JobFacts& other) {
    try {
        PartialFile(path, false, start, other);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(PartialFile, IsGoneOnWithWhereItEnded) {
    const ScratchFolder folder;
    const std::string path = folder.file("table");
    leave(path, {3, 5});
    {
        PartialFile file(path, false, resume, facts);
        EXPECT_TRUE(file.has_begun());
        EXPECT_EQ(file.finished_rows(), 5u);
        file.checkpoint(9);
        file.commit();
    }
    EXPECT_EQ(folder.text("table"), "frame");
    EXPECT_EQ(folder.names(), std::vector<std::string>{"table"});
}

TEST(PartialFile, WhatWasCutShortIsNotGoneOnWith) {
    const ScratchFolder folder;
    const std::string path = folder.file("table");
    leave(path, {3});
    EXPECT_NO_THROW(PartialFile(path, false, resume, facts).require_size());
    folder.write("table.partial", "fram");
    EXPECT_THROW(PartialFile(path, false, resume, facts).require_size(), InputError);
    folder.write("table.partial.job", facts_line(facts) + "\n3\n");
    EXPECT_NE(said(path, resume, facts).find("record of the job is damaged"), std::string::npos);
}

TEST(PartialFile, ALineThatWasTornDoesNotCount) {
    const ScratchFolder folder;
    const std::string path = folder.file("table");
    leave(path, {3, 5});
    std::ofstream(folder.file("table.partial.job"), std::ios::app) << "8";  // 87, say
    {
        PartialFile file(path, false, resume, facts);
        EXPECT_EQ(file.finished_rows(), 5u);
        file.checkpoint(7);
    }
    EXPECT_EQ(PartialFile(path, false, resume, facts).finished_rows(), 7u);
}

TEST(PartialFile, BeginsWhereThereIsNothingToGoOnWith) {
    const ScratchFolder folder;
    const std::string path = folder.file("table");
    { EXPECT_FALSE(PartialFile(path, false, resume, facts).has_begun()); }
    EXPECT_TRUE(folder.names().empty());
    folder.write("table.partial.job", R"({"cost":)");  // killed before the frame was there
    folder.write("table.partial", "fra");
    { EXPECT_FALSE(PartialFile(path, false, fresh, facts).has_begun()); }
    EXPECT_TRUE(folder.names().empty());
}

TEST(PartialFile, BeforeACheckpointNothingIsKept) {
    const ScratchFolder folder;
    leave(folder.file("table"), {});
    EXPECT_TRUE(folder.names().empty());
}

TEST(PartialFile, FinishedRowsAreNotLostUnasked) {
    const ScratchFolder folder;
    const std::string path = folder.file("table");
    leave(path, {3});
    EXPECT_NE(said(path, fresh, facts).find("`resume` continues"), std::string::npos);
    EXPECT_EQ(PartialFile(path, false, resume, facts).finished_rows(), 3u);
    EXPECT_EQ(PartialFile(path, true, fresh, facts).finished_rows(), 0u);
    EXPECT_TRUE(folder.names().empty());
}

TEST(PartialFile, AnotherJobIsRefusedAndToldApart) {
    const ScratchFolder folder;
    const std::string path = folder.file("table");
    leave(path, {3});
    const std::string message = said(path, resume, {{"cost", "length"}, {"nodes", "9"}, {"more", "x"}});
    EXPECT_NE(message.find("cost is 'time' there and 'length' here, more is 'nothing' there and 'x' here"),
              std::string::npos)
        << message;
    EXPECT_EQ(message.find("nodes"), std::string::npos) << message;
}

TEST(PartialFile, OneRunHasIt) {
    const ScratchFolder folder;
    const std::string path = folder.file("table");
    leave(path, {3});
    const PartialFile first(path, false, resume, facts);
    EXPECT_NE(said(path, resume, facts).find("another run"), std::string::npos);
    EXPECT_EQ(first.finished_rows(), 3u);
}

}  // namespace
}  // namespace allways::tools
