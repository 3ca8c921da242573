// SPDX-License-Identifier: Apache-2.0
#include "command/console.h"

#include <unistd.h>

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>

#include "command/interrupt.h"
#include "command/message_text.h"
#include "command/option_flags.h"

namespace allways::command {

namespace {

ProgressDisplay::Style style_of(const std::string& text, bool quiet) {
    if (text == "json") return ProgressDisplay::Style::json;
    if (text == "bar") return ProgressDisplay::Style::bar;
    const bool terminal = isatty(STDERR_FILENO) != 0;
    return text == "auto" && terminal && !quiet ? ProgressDisplay::Style::bar : ProgressDisplay::Style::none;
}

// Formats errors and log lines, the library's and the command's own.
std::string log_line(std::string_view message) {
    return message_line(with_flags(message));
}

}  // namespace

void Console::add_options(CLI::App& app) {
    const std::string group = "Messages (on standard error)";
    app.add_flag(
        "--strict", strict_,
        "Exit with 3 if the meaning of a file is guessed or a part of it is lost, and with 6 if a point is not "
        "snapped or a pair is unreachable");
    app.add_flag("-q,--quiet", quiet_, "Print errors only, and no progress bar")->group(group);
    app.add_option("--log-level", level_, "Print messages of this level and above")
        ->check(CLI::IsMember({"debug", "info", "warning", "error"}))
        ->capture_default_str()
        ->group(group);
    app.add_option("--progress", progress_,
                   "Show progress as a bar or as JSON lines; auto shows a bar on a "
                   "terminal")
        ->check(CLI::IsMember({"auto", "bar", "json", "none"}))
        ->capture_default_str()
        ->group(group);
}

void Console::start() {
    display_ = std::make_unique<ProgressDisplay>(style_of(progress_, quiet_));
    spdlog::set_level(quiet_ ? spdlog::level::err : spdlog::level::from_str(level_));
}

void Console::show_errors_only() {
    quiet_ = true;
    progress_ = "none";
    start();
}

void Console::stop() {
    if (display_) display_->clear();
}

ProgressCallback Console::progress() {
    return [this](const Progress& progress) {
        display_->show(progress);
        return !is_interrupted();
    };
}

ProgressCallback Console::interrupts() {
    return [](const Progress&) { return !is_interrupted(); };
}

LogCallback Console::log() {
    const LogCallback shown = [this](LogLevel level, std::string_view message) {
        if (is_warning(level)) return warn(message);
        if (level == LogLevel::info) return info(message);
        stop();
        spdlog::debug("{}", log_line(message));
    };
    return strict_ ? strict_log(shown) : shown;
}

void Console::info(std::string_view message) {
    stop();
    spdlog::info("{}", log_line(message));
}

void Console::warn(std::string_view message) {
    stop();
    spdlog::warn("{}", log_line(message));
}

void Console::error(std::string_view message) {
    stop();
    spdlog::error("{}", log_line(message));
}

}  // namespace allways::command
