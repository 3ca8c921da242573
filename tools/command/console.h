// What a command says beside its data, all of it on stderr: log, progress, errors. Owns the options every command
// shares.
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
    void start();  // after parsing
    void stop();   // takes the progress bar away

    // For the library. Both live as long as the console; progress cancels after an interrupt.
    ProgressCallback progress();
    ProgressCallback interrupts();  // progress() without a display, for what goes to standard output
    LogCallback log();

    void info(std::string_view message);
    void warn(std::string_view message);
    void error(std::string_view message);

private:
    bool quiet_ = false;
    std::string level_ = "info";
    std::string progress_ = "auto";
    std::unique_ptr<ProgressDisplay> display_;
};

}  // namespace allways::command
