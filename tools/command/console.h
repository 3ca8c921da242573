// SPDX-License-Identifier: Apache-2.0
// Writes all output of a command other than its data to stderr: log, progress, errors. Owns the options that all
// commands share.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "allways/base/progress.h"
#include "command/cli_fwd.h"
#include "command/progress_display.h"

namespace allways::command {

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

private:
    bool quiet_ = false;
    bool strict_ = false;
    std::string level_ = "info";
    std::string progress_ = "auto";
    std::unique_ptr<ProgressDisplay> display_;
};

}  // namespace allways::command
