// SPDX-License-Identifier: Apache-2.0
#include "command/console.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/export/json.h"
#include "base/human.h"
#include "base/text.h"
#include "command/option_rows.h"

namespace allways::command {

// ---- Interrupts

namespace {
volatile std::sig_atomic_t interrupted = 0;
volatile std::sig_atomic_t hangup = 0;
extern "C" void note_interrupt(int) {
    interrupted = 1;
}
extern "C" void note_hangup(int) {
    hangup = 1;
}
}  // namespace

void watch_for_interrupts() {
    struct sigaction action = {};
    action.sa_handler = note_interrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    struct sigaction before = {};
    sigaction(SIGHUP, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
    std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit on sizes is a failed write, as on a full disk
}

void watch_for_hangups() {
    struct sigaction action = {};
    action.sa_handler = note_hangup;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGHUP, &action, nullptr);
}

bool hung_up() {
    const bool was = hangup != 0;
    if (was) hangup = 0;
    return was;
}

bool is_interrupted() {
    return interrupted != 0;
}

// ---- Messages as a single line that is safe on any terminal, whatever a file has put into them

namespace {

constexpr std::size_t longest_quote = 80;
constexpr std::size_t longest_message = 2000;

bool is_file(std::string_view text) {
    std::error_code error;
    return text.size() < 4096 && std::filesystem::exists(std::filesystem::path(text), error);
}

// Returns the end of a quotation such as "'a b'": no letter precedes its first quote, none follows its last.
std::size_t end_of_quote(std::string_view text, std::size_t open) {
    const auto is_letter = [&](std::size_t at) {
        return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '\'');
    };
    if (open > 0 && is_letter(open - 1)) return text.npos;
    for (std::size_t end = text.find('\'', open + 1); end != text.npos; end = text.find('\'', end + 1)) {
        if (!is_letter(end + 1)) return end;
    }
    return text.npos;
}

std::string with_short_quotes(std::string_view text) {
    std::string result;
    std::size_t done = 0;
    for (std::size_t open = text.find('\''); open != text.npos; open = text.find('\'', open)) {
        const std::size_t end = end_of_quote(text, open);
        if (end == text.npos) {
            ++open;
            continue;
        }
        const std::string_view quote = text.substr(open + 1, end - open - 1);
        result += text.substr(done, open + 1 - done);
        if (quote.size() <= longest_quote || is_file(quote))
            result += quote;
        else
            result += shortened(quote, longest_quote);
        done = open = end;
        ++open;
    }
    return result.append(text.substr(done));
}

// Shortens long words outside quotes, such as ids and names.
std::string with_short_words(std::string_view text) {
    constexpr std::size_t longest_word = 2 * longest_quote;
    std::string result;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        std::string_view word = text.substr(0, end);
        std::string_view bare = word;
        while (bare.ends_with(':') || bare.ends_with(',') || bare.ends_with('.') || bare.ends_with('\''))
            bare.remove_suffix(1);
        if (bare.starts_with('\'')) bare.remove_prefix(1);
        if (word.size() <= longest_word || is_file(bare))
            result += word;
        else
            result += shortened(word, longest_quote);
        text.remove_prefix(end);
        const std::size_t blanks = std::min(text.find_first_not_of(' '), text.size());
        result += text.substr(0, blanks);
        text.remove_prefix(blanks);
    }
    return result;
}

std::string with_escapes(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\n')
            result += "\\n";
        else if (c == '\r')
            result += "\\r";
        else if (c == '\t')
            result += "\\t";
        else if (byte < 32 || byte == 127)
            result += format("\\x{:02x}", byte);
        else
            result += c;
    }
    return result;
}

}  // namespace

std::string message_line(std::string_view message) {
    const std::string text = with_escapes(valid_utf8(with_short_words(with_short_quotes(message))));
    return without_controls(shortened(text, longest_message));
}

// ---- Progress

namespace {

constexpr std::chrono::milliseconds shortest_pause{100};
constexpr std::size_t bar_width = 30;

// Estimated seconds to go at the rate so far; negative if unknown.
double seconds_left(const Progress& progress, double seconds) {
    if (progress.total == 0 || progress.done == 0) return -1;
    const double share = static_cast<double>(progress.done) / static_cast<double>(progress.total);
    return seconds / share - seconds;
}

}  // namespace

void ProgressDisplay::show(const Progress& progress) {
    if (style_ == Style::none) return;
    const auto now = Clock::now();
    const bool new_stage = progress.stage != stage_;
    if (new_stage) {
        stage_ = progress.stage;
        stage_start_ = now;
    }
    const bool last = progress.total != 0 && progress.done >= progress.total;
    if (!new_stage && !last && now - last_shown_ < shortest_pause) return;
    last_shown_ = now;
    const double seconds = std::chrono::duration<double>(now - stage_start_).count();
    style_ == Style::bar ? show_bar(progress, seconds) : show_json(progress, seconds);
}

void ProgressDisplay::show_bar(const Progress& progress, double seconds) {
    std::string line = format("{:<8}", progress.stage);
    if (progress.total != 0) {
        const std::uint64_t done = std::min(progress.done, progress.total);
        const auto filled = static_cast<std::size_t>(static_cast<double>(done) / static_cast<double>(progress.total) *
                                                     static_cast<double>(bar_width));
        line += format(" [{}{}] {:3.0f} %", std::string(filled, '#'), std::string(bar_width - filled, '.'),
                       100.0 * static_cast<double>(done) / static_cast<double>(progress.total));
    }
    if (seconds > 0.2 && progress.done > 0 && !progress.is_time)
        line += "  " + rate_text(static_cast<double>(progress.done) / seconds);
    const double left = seconds_left(progress, seconds);
    if (seconds > 0.5 && left >= 0) line += "  " + seconds_text(left) + " left";
    std::fprintf(stderr, "\r\033[K%s", line.c_str());
    std::fflush(stderr);
    on_screen_ = true;
}

void ProgressDisplay::show_json(const Progress& progress, double seconds) {
    nlohmann::ordered_json line{
        {"stage", progress.stage}, {"done", progress.done}, {"total", progress.total}, {"seconds", seconds}};
    const double left = seconds_left(progress, seconds);
    if (left >= 0) line["seconds_left"] = left;
    std::fprintf(stderr, "%s\n", json_text(line).c_str());
}

void ProgressDisplay::clear() {
    if (!on_screen_) return;
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
    on_screen_ = false;
}

// ---- Console

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
    add_flag(app, level_, {"--log-level", "debug|info|warning|error", "Print messages of this level and above", group});
    add_flag(app, progress_,
             {"--progress", "auto|bar|json|none",
              "Show progress as a bar or as JSON lines; auto shows a bar on a terminal", group});
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

ExitCode Console::end(bool is_complete, std::string_view missing) {
    if (!strict_ || is_complete) return ExitCode::ok;
    error(missing);
    return ExitCode::mismatch;
}

}  // namespace allways::command
