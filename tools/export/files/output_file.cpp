// SPDX-License-Identifier: Apache-2.0
#include "export/files/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <thread>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "base/threads/monitor.h"
#include "base/threads/parallel.h"

namespace allways::tools {

namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 18;

[[noreturn]] void fail(const std::string& name) {
    throw InputError(name, 0, format("cannot be written: {}", std::generic_category().message(errno)));
}

}  // namespace

OutputFile::OutputFile(const std::string& path, bool overwrite, const std::string& name)
    : TextBuffer(buffer_size), name_(name.empty() ? path : name) {
    if (path == "-") {
        name_ = "standard output";
        descriptor_ = STDOUT_FILENO;
        printable_ = ::isatty(descriptor_) == 1;
        return;
    }
    if (is_null_device(path)) {
        descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor_ < 0) fail(name_);
        return;
    }
    file_.emplace(path, overwrite);
    descriptor_ = ::open(file_->temporary().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail(name_);
}

OutputFile::~OutputFile() {
    if (descriptor_ >= 0 && descriptor_ != STDOUT_FILENO) ::close(descriptor_);
}

void OutputFile::write_out(std::string_view text) {
    const std::string clean = printable_ ? without_controls(text) : "";
    if (printable_) text = clean;
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor_, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail(name_);
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

void OutputFile::flush() {
    write_out({data_.get(), used_});
    used_ = 0;
}

void OutputFile::write(std::string_view text) {
    if (text.size() <= capacity_ - used_) return put(text);
    flush();
    write_out(text);
}

void OutputFile::retire_old() {
    flush();
    if (file_) file_->retire_old();
}

void OutputFile::commit() {
    flush();
    if (!file_) return;
    const int descriptor = descriptor_;
    descriptor_ = -1;
    if (::close(descriptor) != 0) fail(name_);  // reports lost writes on network file systems
    file_->commit();
}

// ---- rows of a text file, formatted by all threads and written in order

void write_rows(OutputFile& file, std::size_t rows, std::size_t cells_per_row, const ProgressCallback& progress,
                const PutRows& put, std::size_t together) {
    // About 100 KiB of text, still in the processor's cache when the system copies it.
    constexpr std::size_t cells_per_block = std::size_t{1} << 14;
    const std::size_t step = std::max(together, cells_per_block / std::max<std::size_t>(cells_per_row, 1));
    const std::size_t blocks = (rows + step - 1) / step;
    // Blocks are handed out and finished in order, so the at most `threads` blocks in progress have consecutive
    // numbers, and each has its own text. After a failure this no longer holds: a waiting thread may take another block
    // before parallel_for stops.
    const unsigned threads = hardware_threads();
    std::vector<TextBlock> texts(threads);
    const std::thread::id caller = std::this_thread::get_id();
    InOrder in_order;
    parallel_for(
        blocks,
        [&](std::size_t block) {
            if (in_order.is_abandoned()) return;
            const std::size_t last = std::min((block + 1) * step, rows);
            TextBlock& text = texts[block % threads];
            text.clear();
            try {
                put(block * step, last, text);
            } catch (...) {
                in_order.abandon();
                throw;
            }
            in_order.pass(block, [&] {
                file.write(text.text());
                if (std::this_thread::get_id() == caller) report(progress, "write", last, rows);
            });
        },
        threads);
    if (rows > 0) report(progress, "write", rows, rows);
}

}  // namespace allways::tools
