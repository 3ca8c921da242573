// SPDX-License-Identifier: Apache-2.0
// Writes all output of a command other than its data to stderr: log, progress, errors. Owns the options that all
// commands share, and heeds interrupts.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "allways/base/progress.h"
#include "command/cli_fwd.h"
#include "command/exit_code.h"

namespace allways::command {

// Ctrl-C, termination and a closed terminal set a flag, which progress callbacks check. After this call the first
// SIGINT, SIGTERM or SIGHUP sets it, and a second one ends the process at once. SIGHUP stays ignored if it was (nohup).
void watch_for_interrupts();
bool is_interrupted();

// After this call SIGHUP ends nothing: it only sets a flag, which hung_up() returns and clears.
void watch_for_hangups();
bool hung_up();

// The message with control characters escaped ("\n", "\x1b"), invalid UTF-8 replaced, and quotes and words cut to 80
// characters; names of existing files stay whole.
std::string message_line(std::string_view message);

// Shows progress: a bar on a terminal, or one line of JSON for each report.
class ProgressDisplay {
public:
    enum class Style { none, bar, json };
    explicit ProgressDisplay(Style style) : style_(style) {}

    void show(const Progress& progress);
    void clear();  // removes the bar so that a log line can be written

private:
    using Clock = std::chrono::steady_clock;

    void show_bar(const Progress& progress, double seconds);
    void show_json(const Progress& progress, double seconds);

    Style style_;
    std::string stage_;
    Clock::time_point stage_start_;
    Clock::time_point last_shown_;
    bool on_screen_ = false;
};

class Console {
public:
    void add_options(CLI::App& app);
    void start();             // after parsing
    void stop();              // removes the progress bar
    void show_errors_only();  // from now on, as --quiet

    // Callbacks for the library; they live as long as the console. Progress throws Cancelled after an interrupt.
    ProgressCallback progress();
    ProgressCallback interrupts();  // progress() without a display, for writing to standard output
    LogCallback log();              // throws InputError at a guess or a loss if strict()

    bool strict() const { return strict_; }

    void info(std::string_view message);
    void warn(std::string_view message);
    void error(std::string_view message);

    // How a command ends whose result may lack something: under --strict that is an error, which `missing` states.
    ExitCode end(bool is_complete, std::string_view missing);

private:
    bool quiet_ = false;
    bool strict_ = false;
    std::string level_ = "info";
    std::string progress_ = "auto";
    std::unique_ptr<ProgressDisplay> display_;
};

}  // namespace allways::command
