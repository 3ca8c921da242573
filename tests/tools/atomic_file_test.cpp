#include "export/atomic_file.h"

#include <sys/stat.h>

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

}  // namespace
}  // namespace allways::tools
