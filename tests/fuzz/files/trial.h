// SPDX-License-Identifier: Apache-2.0
// One run of the command in a child of this process, within limits.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace fuzz {

struct Outcome {
    enum class Kind { ok, signal, hang, messages };
    Kind kind = Kind::ok;
    int exit_code = 0;  // where it ended by itself
    int signal = 0;
    std::uint64_t memory = 0;  // the most that it held, in bytes
    std::string errors;        // what it wrote to standard error
};

// The libraries that are slow to start, so that children find them ready.
void warm_up();

std::vector<std::string> split_words(const std::string& line);

// A command without its name, and the folder where it runs. `prepare` is called before it, in its process.
struct Job {
    std::vector<std::string> words;
    std::filesystem::path folder;
    std::function<void()> prepare;
};

// How many jobs to run per process: with sanitizers a process takes longer to start and end than a command to run;
// without them the memory of a command can only be measured in a process of its own.
extern const std::size_t jobs_a_process;

// Runs the jobs in order, one process after another: if a job terminates its process, the next one takes the rest.
std::vector<Outcome> run_commands(const std::vector<Job>& jobs);
Outcome run_command(const std::vector<std::string>& words, const std::filesystem::path& folder);

// Runs the job in a child process, because threads that libraries start must not exist in this process, which forks.
// Throws if the job does not return.
void in_child(const std::function<void()>& job);

// Returns the fault of the messages for an exit code as a sentence; empty if there is none.
std::string fault_of_messages(const std::string& errors, int exit_code);

}  // namespace fuzz
