// SPDX-License-Identifier: Apache-2.0
#include "peers/child_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "allways/base/format.h"
#include "peers/peer.h"

extern char** environ;

namespace allways::peers {

namespace {

[[noreturn]] void fail(const char* what, int error) {
    throw Absent(format("{}: {}", what, std::strerror(error)));
}

// Makes a pipe whose ends are closed in started programs, except those passed to them.
std::array<int, 2> make_pipe() {
    std::array<int, 2> sides;
    if (pipe2(sides.data(), O_CLOEXEC) != 0) fail("a pipe cannot be made", errno);
    return sides;
}

// Blocks SIGPIPE, so that the end of a child does not end this program.
class WithoutBrokenPipes {
public:
    WithoutBrokenPipes() : before_(std::signal(SIGPIPE, SIG_IGN)) {}
    ~WithoutBrokenPipes() { std::signal(SIGPIPE, before_); }
    WithoutBrokenPipes(const WithoutBrokenPipes&) = delete;
    WithoutBrokenPipes& operator=(const WithoutBrokenPipes&) = delete;

private:
    void (*before_)(int);
};

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command) {
    std::vector<char*> arguments;
    for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    const auto to = make_pipe();
    const auto from = make_pipe();
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
    const int error = posix_spawnp(&id_, arguments.front(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(to[0]);
    close(from[1]);
    in_ = to[1];
    out_ = from[0];
    if (error == 0) return;
    close(in_);
    close(out_);
    fail(arguments.front(), error);
}

ChildProcess::~ChildProcess() {
    close(in_);
    close(out_);
    kill(id_, SIGKILL);
    waitpid(id_, nullptr, 0);
}

void ChildProcess::write(const void* data, std::size_t bytes) {
    const WithoutBrokenPipes guard;
    const char* next = static_cast<const char*>(data);
    for (const char* end = next + bytes; next != end;) {
        const ssize_t done = ::write(in_, next, static_cast<std::size_t>(end - next));
        if (done > 0)
            next += done;
        else if (errno != EINTR)
            fail("the program takes no more questions", errno);
    }
}

void ChildProcess::read(void* data, std::size_t bytes) {
    char* next = static_cast<char*>(data);
    for (char* end = next + bytes; next != end;) {
        const ssize_t done = ::read(out_, next, static_cast<std::size_t>(end - next));
        if (done > 0)
            next += done;
        else if (done == 0)
            throw Absent("the program ended without an answer");
        else if (errno != EINTR)
            fail("the program's answer cannot be read", errno);
    }
}

std::string ChildProcess::read_line() {
    std::string line;
    for (char next = 0; read(&next, 1), next != '\n';) line += next;
    return line;
}

}  // namespace allways::peers
