// Bytes → lines. Views point into one buffer that is refilled in large pieces: no allocation per line.
#include "text/line_reader.h"

#include <cstring>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::importers {

namespace {
constexpr std::size_t buffer_size = std::size_t{1} << 18;
constexpr std::size_t longest_line = std::size_t{1} << 24;  // a row of a million numbers
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
}  // namespace

LineReader::LineReader(const std::string& path, ProgressCallback progress)
    : file_(path), progress_(std::move(progress)), buffer_(buffer_size) {}

bool LineReader::refill() {
    if (at_end_) return false;
    if (begin_ > 0) {
        std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
        end_ -= begin_;
        begin_ = 0;
    }
    if (end_ == buffer_.size()) {  // one line longer than the buffer
        if (end_ >= longest_line) {
            throw InputError(path(), line_number_ + 1,
                             format("the line is longer than {} bytes; the file may not be text", longest_line));
        }
        buffer_.resize(2 * buffer_.size());
    }
    const std::size_t wanted = buffer_.size() - end_;
    const std::size_t got = file_.read(buffer_.data() + end_, wanted);
    end_ += got;
    at_end_ = got < wanted;
    report(progress_, "read", file_.position_on_disk(), file_.bytes_on_disk());
    return got > 0;
}

bool LineReader::next(std::string_view& line) {
    std::size_t searched = 0;
    const char* newline = nullptr;
    do {
        const char* start = buffer_.data() + begin_ + searched;
        const std::size_t unread = end_ - begin_ - searched;
        newline = unread == 0 ? nullptr : static_cast<const char*>(std::memchr(start, '\n', unread));
        searched += unread;
    } while (newline == nullptr && refill());

    if (newline == nullptr && begin_ == end_) return false;
    const char* first = buffer_.data() + begin_;
    const char* last = newline != nullptr ? newline : buffer_.data() + end_;
    begin_ = static_cast<std::size_t>(last - buffer_.data()) + (newline != nullptr ? 1 : 0);
    line = {first, static_cast<std::size_t>(last - first)};
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (++line_number_ == 1 && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
    return true;
}

void LineReader::fail(std::string_view message) const {
    throw InputError(path(), line_number_, message);
}

}  // namespace allways::importers
