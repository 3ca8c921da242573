// SPDX-License-Identifier: Apache-2.0
// A program that receives requests and answers through pipes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <sys/types.h>

namespace allways::peers {

class ChildProcess {
public:
    // Searches PATH. Throws Absent if the program cannot be started.
    explicit ChildProcess(const std::vector<std::string>& command);
    // Ends the program, even while it works.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    // All functions throw Absent if the program has ended.
    void write(const void* data, std::size_t bytes);
    void read(void* data, std::size_t bytes);
    std::string read_line();  // without the newline

private:
    pid_t id_ = 0;
    int in_ = -1;
    int out_ = -1;
};

}  // namespace allways::peers
