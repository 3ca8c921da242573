// SPDX-License-Identifier: Apache-2.0
#include "export/files/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"

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

}  // namespace allways::tools
