// SPDX-License-Identifier: Apache-2.0
#include "export/files/atomic_file.h"

#include <sys/stat.h>

#include <atomic>
#include <barrier>
#include <thread>

#include "allways/base/error.h"
#include "scratch_folder.h"

namespace allways::tools {
namespace {

using test::ScratchFolder;

void write(const std::string& path, bool overwrite) {
    AtomicFile file(path, overwrite);
    std::ofstream(file.temporary()) << "new";
    file.commit();
}

TEST(AtomicFile, ReplacesRegularFilesOnlyAndOnlyWhenAsked) {
    const ScratchFolder folder;
    folder.write("file", "old");
    EXPECT_THROW(write(folder.file("file"), false), InputError);
    EXPECT_EQ(folder.text("file"), "old");
    write(folder.file("file"), true);
    EXPECT_EQ(folder.text("file"), "new");
    ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
    EXPECT_THROW(write(folder.file("pipe"), true), InputError);
    EXPECT_THROW(write("/dev/null", true), InputError);
    EXPECT_THROW(write(folder.file(""), true), InputError);
    // /dev/stdout is such a link: it can be followed, and what it reads as is no path.
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    EXPECT_THROW(write("/proc/self/fd/" + std::to_string(ends[1]), true), InputError);
    EXPECT_THROW(AtomicFile("/proc/self/fd/" + std::to_string(ends[1]), false), InputError);
    for (const int end : ends) ::close(end);
    EXPECT_EQ(folder.names(), (std::vector<std::string>{"file", "pipe"}));
}

// Both see no file when they begin, and when they look before they give it its name.
TEST(AtomicFile, OneOfTwoWritersOfANewNameSucceeds) {
    const ScratchFolder folder;
    std::atomic<int> succeeded{0};
    constexpr int rounds = 300;
    for (int round = 0; round < rounds; ++round) {
        const std::string path = folder.file("new" + std::to_string(round));
        std::barrier ready(2);
        const auto write_one = [&](const std::string& temporary) {
            std::ofstream(temporary) << temporary;
            ready.arrive_and_wait();
            const std::error_code error = rename_file(temporary, path, false);
            if (!error) {
                ++succeeded;
            } else {
                EXPECT_EQ(error, std::errc::file_exists);
            }
        };
        std::thread other(write_one, folder.file("a"));
        write_one(folder.file("b"));
        other.join();
        EXPECT_TRUE(std::filesystem::exists(path));
    }
    EXPECT_EQ(succeeded, rounds);
    AtomicFile first(folder.file("table"), false);
    EXPECT_NE(first.temporary(), AtomicFile(folder.file("table"), false).temporary());  // of another thread
    std::ofstream(first.temporary()) << "mine";
    folder.write("other", "theirs");
    ASSERT_FALSE(rename_file(folder.file("other"), folder.file("table"), false));
    EXPECT_THROW(first.commit(), InputError);
    EXPECT_EQ(folder.text("table"), "theirs");
    EXPECT_FALSE(rename_file(first.temporary(), folder.file("table"), true));
    EXPECT_EQ(folder.text("table"), "mine");
}

TEST(AtomicFile, WritesWhatASymbolicLinkPointsTo) {
    const ScratchFolder folder;
    std::filesystem::create_directory(folder.file("there"));
    folder.write("there/real", "old");
    std::filesystem::create_symlink("there/real", folder.file("first"));
    std::filesystem::create_symlink(folder.file("first"), folder.file("second"));
    EXPECT_THROW(write(folder.file("second"), false), InputError);
    write(folder.file("second"), true);
    EXPECT_TRUE(std::filesystem::is_symlink(folder.file("second")));
    EXPECT_TRUE(std::filesystem::is_symlink(folder.file("first")));
    EXPECT_EQ(folder.text("there/real"), "new");
    std::filesystem::create_symlink("there/later", folder.file("dangling"));
    write(folder.file("dangling"), false);
    EXPECT_EQ(folder.text("there/later"), "new");
    std::filesystem::create_symlink("circle", folder.file("circle"));
    EXPECT_THROW(write(folder.file("circle"), true), InputError);
}

void write_folder(const std::string& path, bool overwrite, const std::string& content = "new") {
    AtomicFolder folder(path, {"a.csv", "b.csv"}, overwrite);
    for (const char* name : {"a.csv", "b.csv"}) std::ofstream(folder.file(name)) << content;
    folder.commit();
}

TEST(AtomicFolder, AppearsWhole) {
    const ScratchFolder scratch;
    {
        const AtomicFolder folder(scratch.file("net/"), {"a.csv", "b.csv"}, false);
        std::ofstream(folder.file("a.csv")) << "half";
        EXPECT_FALSE(std::filesystem::exists(scratch.file("net")));
    }
    EXPECT_TRUE(scratch.names().empty());  // without a commit nothing stays
    write_folder(scratch.file("net/"), false);
    EXPECT_EQ(scratch.text("net/b.csv"), "new");
    EXPECT_EQ(scratch.names(), std::vector<std::string>{"net"});
}

TEST(AtomicFolder, TakesThePlaceOfAnOldOneWithAllElseInIt) {
    const ScratchFolder scratch;
    std::filesystem::create_directories(scratch.file("net/photos"));
    scratch.write("net/a.csv", "old");
    scratch.write("net/notes.txt", "mine");
    scratch.write("net/photos/one", "mine");
    EXPECT_THROW(write_folder(scratch.file("net"), false), InputError);
    EXPECT_EQ(scratch.text("net/a.csv"), "old");
    write_folder(scratch.file("net"), true);
    EXPECT_EQ(scratch.text("net/a.csv"), "new");
    EXPECT_EQ(scratch.text("net/b.csv"), "new");
    EXPECT_EQ(scratch.text("net/notes.txt"), "mine");
    EXPECT_EQ(scratch.text("net/photos/one"), "mine");
    EXPECT_EQ(scratch.names(), std::vector<std::string>{"net"});
    std::filesystem::create_directory_symlink(scratch.file("net"), scratch.file("link"));
    write_folder(scratch.file("link"), true, "newer");
    EXPECT_TRUE(std::filesystem::is_symlink(scratch.file("link")));
    EXPECT_EQ(scratch.text("net/a.csv"), "newer");
}

TEST(AtomicFolder, TakesNoFileForAFolder) {
    const ScratchFolder scratch;
    scratch.write("file", "old");
    EXPECT_THROW(write_folder(scratch.file("file"), true), InputError);
    EXPECT_THROW(write_folder(scratch.file("nowhere/net"), true), InputError);
    std::filesystem::create_directories(scratch.file("net/a.csv"));
    EXPECT_THROW(write_folder(scratch.file("net"), true), InputError);
    EXPECT_EQ(scratch.names(), (std::vector<std::string>{"file", "net"}));
}

TEST(AtomicFile, TakesTheOldFileAwayBeforeItsCompanionsChange) {
    const ScratchFolder scratch;
    scratch.write("table", "old");
    AtomicFile file(scratch.file("table"), true);
    std::ofstream(file.temporary()) << "new";
    file.retire_old();
    EXPECT_FALSE(std::filesystem::exists(scratch.file("table")));
    file.commit();
    EXPECT_EQ(scratch.text("table"), "new");
    AtomicFile kept(scratch.file("other"), false);
    scratch.write("other", "made meanwhile");
    EXPECT_THROW(kept.retire_old(), InputError);
    EXPECT_EQ(scratch.text("other"), "made meanwhile");
}

}  // namespace
}  // namespace allways::tools
