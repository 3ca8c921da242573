// SPDX-License-Identifier: Apache-2.0
// Bytes → lines. Views point into one buffer that is refilled in large blocks: no allocation per line.
#include "text/line_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::importers {

namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 18;
constexpr std::size_t longest_line = std::size_t{1} << 24;  // a row of a million numbers
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// Returns the first line of text[begin, end), without its line end, and moves `begin` behind it.
std::string_view take_line(const std::vector<char>& text, std::size_t& begin, const char* newline, std::size_t end) {
    const char* first = text.data() + begin;
    const char* last = newline != nullptr ? newline : text.data() + end;
    begin = static_cast<std::size_t>(last - text.data()) + (newline != nullptr ? 1 : 0);
    std::string_view line{first, static_cast<std::size_t>(last - first)};
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
}

}  // namespace

bool LineBlock::next(std::string_view& line) {
    if (begin_ == end_) return false;
    const auto* newline = static_cast<const char*>(std::memchr(text_.data() + begin_, '\n', end_ - begin_));
    line = take_line(text_, begin_, newline, end_);
    ++line_number_;
    return true;
}

void LineBlock::fail(std::string_view message) const {
    throw InputError(path_, line_number_, message);
}

LineReader::LineReader(const std::string& path, const TextOptions& options)
    : file_(path), lines_(path, options), progress_(options.progress), buffer_(buffer_size) {}

// Reads about `size` bytes of the file as UTF-8, and notes the end of the file.
std::size_t LineReader::read(char* to, std::size_t size) {
    const bool at_start = file_.bytes_read() == 0;
    const std::size_t wanted = decoder_ ? size / Utf16Decoder::most_growth : size;
    std::size_t got = file_.read(to, wanted);
    at_end_ = got < wanted;
    if (at_start) decoder_ = Utf16Decoder::for_text(path(), {to, got});
    if (!decoder_) return got;
    const std::string text = decoder_->decode({to, got}, at_end_);
    if (text.size() > size) buffer_.resize(buffer_.size() + text.size());
    std::copy(text.begin(), text.end(), buffer_.begin() + static_cast<std::ptrdiff_t>(end_));
    return text.size();
}

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
    const bool at_start = file_.bytes_read() == 0;
    const std::size_t got = read(buffer_.data() + end_, buffer_.size() - end_);
    end_ += got;
    if (at_start && std::string_view(buffer_.data(), end_).starts_with(byte_order_mark)) {
        begin_ = byte_order_mark.size();
    }
    return got > 0;
}

void LineReader::report_progress() const {
    report(progress_, "read", file_.position_on_disk(), file_.bytes_on_disk());
}

bool LineReader::next(std::string_view& line) {
    std::size_t searched = 0;
    const char* newline = nullptr;
    for (;;) {
        const std::size_t unread = end_ - begin_ - searched;
        const char* start = buffer_.data() + begin_ + searched;
        newline = unread == 0 ? nullptr : static_cast<const char*>(std::memchr(start, '\n', unread));
        if (newline != nullptr) break;
        searched += unread;
        if (!refill()) break;
        report_progress();
    }
    if (newline == nullptr && begin_ == end_) {
        lines_.tell("line");
        return false;
    }
    line = take_line(buffer_, begin_, newline, end_);
    ++line_number_;
    if (!decoder_) line = lines_.decode(line, line_number_);
    return true;
}

bool LineReader::next_block(LineBlock& block) {
    std::size_t searched = 0;
    std::size_t newline = std::string_view::npos;
    do {
        newline = std::string_view(buffer_.data() + begin_ + searched, end_ - begin_ - searched).rfind('\n');
        if (newline != std::string_view::npos) break;
        searched = end_ - begin_;
    } while (refill());
    if (begin_ == end_) return false;
    const bool ends_line = newline != std::string_view::npos;
    const std::size_t end = ends_line ? begin_ + searched + newline + 1 : end_;
    std::vector<char> rest(buffer_.size());
    std::copy(buffer_.data() + end, buffer_.data() + end_, rest.data());

    block.path_ = path();
    block.line_number_ = line_number_;
    block.begin_ = begin_;
    block.end_ = end;
    line_number_ += static_cast<std::uint64_t>(std::count(buffer_.data() + begin_, buffer_.data() + end, '\n'));
    line_number_ += ends_line ? 0 : 1;
    begin_ = 0;
    end_ -= end;
    block.text_ = std::exchange(buffer_, std::move(rest));
    return true;
}

void LineReader::fail(std::string_view message) const {
    throw InputError(path(), line_number_, message);
}

}  // namespace allways::importers
