#include "export/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "allways/base/decimal.h"
#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::tools {

namespace {

[[noreturn]] void fail(const std::string& name) {
    throw InputError(name, 0, format("cannot be written: {}", std::generic_category().message(errno)));
}

}  // namespace

OutputFile::OutputFile(const std::string& path, bool overwrite)
    : name_(path), buffer_(std::make_unique_for_overwrite<char[]>(capacity)) {
    if (path == "-") {
        name_ = "standard output";
        descriptor_ = STDOUT_FILENO;
        return;
    }
    file_.emplace(path, overwrite);
    descriptor_ = ::open(file_->temporary().c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail(name_);
}

OutputFile::~OutputFile() {
    if (file_ && descriptor_ >= 0) ::close(descriptor_);
}

void OutputFile::write_out(const char* data, std::size_t size) {
    while (size > 0) {
        const ssize_t written = ::write(descriptor_, data, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail(name_);
        data += written;
        size -= static_cast<std::size_t>(written);
    }
}

void OutputFile::flush() {
    write_out(buffer_.get(), used_);
    used_ = 0;
}

void OutputFile::put(std::string_view text) {
    if (text.size() >= capacity) {
        flush();
        return write_out(text.data(), text.size());
    }
    std::memcpy(room(text.size()), text.data(), text.size());
    used_ += text.size();
}

// As fixed_point_text, without making a string: tables hold billions of these.
void OutputFile::put_fixed_point(std::int64_t value, int digits) {
    if (digits <= 0) return put_number(value);
    constexpr int most = 18;
    if (digits > most) return put(fixed_point_text(value, digits));
    char text[32];
    std::uint64_t magnitude = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    char* const end = text + sizeof text;
    char* begin = end;
    for (int i = 0; i < digits; ++i, magnitude /= 10) *--begin = static_cast<char>('0' + magnitude % 10);
    const char* last = end;
    while (last > begin && last[-1] == '0') --last;
    if (value < 0) put('-');
    put_number(magnitude);
    if (last == begin) return;
    put('.');
    put(std::string_view(begin, static_cast<std::size_t>(last - begin)));
}

std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
    return quoted.append("\"");
}

void OutputFile::put_field(std::string_view text) { put(csv_field(text)); }

void OutputFile::commit() {
    flush();
    if (!file_) return;
    const int descriptor = descriptor_;
    descriptor_ = -1;
    if (::close(descriptor) != 0) fail(name_);  // network file systems report lost writes here
    file_->commit();
}

}  // namespace allways::tools
