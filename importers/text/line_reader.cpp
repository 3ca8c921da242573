// SPDX-License-Identifier: Apache-2.0
// Bytes → lines. Views point into one buffer that is refilled in large blocks: no allocation per line.
#include "text/line_reader.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include <iconv.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "base/counted.h"

namespace allways::importers {

namespace {

constexpr char32_t utf16_mark = 0xFEFF;

void put_utf8(std::string& text, char32_t code) {
    const auto follow = [&](int shift) { text += static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0 | (code >> 6));
        follow(0);
    } else if (code < 0x10000) {
        text += static_cast<char>(0xE0 | (code >> 12));
        follow(6);
        follow(0);
    } else {
        text += static_cast<char>(0xF0 | (code >> 18));
        follow(12);
        follow(6);
        follow(0);
    }
}

// Appends the text as UTF-8. Returns the number of bytes that were converted: fewer than all if the next is invalid.
std::size_t convert(void* converter, std::string_view text, std::string& to) {
    iconv(converter, nullptr, nullptr, nullptr, nullptr);
    char* in = const_cast<char*>(text.data());  // NOLINT: POSIX's signature
    std::size_t left = text.size();
    char block[1024];
    for (;;) {
        char* out = block;
        std::size_t room = sizeof block;
        const std::size_t before = left;
        iconv(converter, &in, &left, &out, &room);
        to.append(block, out);
        if (left == 0 || left == before) return text.size() - left;
    }
}

void* open_converter(const char* encoding) {
    void* converter = iconv_open("UTF-8", encoding);
    return reinterpret_cast<std::intptr_t>(converter) == -1 ? nullptr : converter;
}

}  // namespace

TextDecoder::TextDecoder(std::string source, const TextOptions& options, bool may_be_utf8)
    : source_(std::move(source)),
      encoding_(options.encoding),
      log_(options.log),
      may_be_utf8_(may_be_utf8 || encoding_.empty()) {
    if (!encoding_.empty()) second_ = open_converter(encoding_.c_str());
    if (!encoding_.empty() && second_ == nullptr) {
        throw InvalidArgument(
            format("unknown encoding '{}'; expected a name such as UTF-8, windows-1252 or latin1", encoding_));
    }
    if (may_be_utf8_) first_ = open_converter("UTF-8");
}

TextDecoder::~TextDecoder() {
    for (void* converter : {first_, second_}) {
        if (converter != nullptr) iconv_close(converter);
    }
}

std::string_view TextDecoder::decode(std::string_view text, std::uint64_t line) {
    if (std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) return text;
    decoded_.clear();
    if (may_be_utf8_ && convert(first_, text, decoded_) == text.size()) return decoded_;
    decoded_.clear();
    if (!encoding_.empty()) {
        if (convert(second_, text, decoded_) == text.size()) return decoded_;
        throw InputError(source_, line, format("its text is not {}", encoding_));
    }
    if (second_ == nullptr) second_ = open_converter("WINDOWS-1252");
    for (std::size_t done = 0; done < text.size();) {
        if (second_ != nullptr) done += convert(second_, text.substr(done), decoded_);
        // Five bytes have no meaning in Windows-1252; they get that of Latin-1.
        if (done < text.size()) put_utf8(decoded_, static_cast<unsigned char>(text[done++]));
    }
    if (guessed_++ == 0) first_line_ = line;
    return decoded_;
}

void TextDecoder::tell(std::string_view what) {
    const std::uint64_t guessed = std::exchange(guessed_, 0);
    if (guessed == 0) return;
    guess(log_, Guess::encoding,
          format("{}: {} not UTF-8{} and {} read as Windows-1252", source_,
                 counted(guessed, format("{} is", what), format("{}s are", what)),
                 first_line_ == 0 ? "" : format(" (first at line {})", first_line_), by_count(guessed, "is", "are")));
}

std::unique_ptr<Utf16Decoder> Utf16Decoder::for_text(const std::string& file, std::string_view begin) {
    // Without a mark the text begins with two characters of ASCII: no other encoding has zeros there.
    const auto zero = [&](std::size_t at) { return begin.size() > at && begin[at] == '\0'; };
    const bool is_ascii = begin.size() >= 4 && zero(0) == zero(2) && zero(1) == zero(3) && zero(0) != zero(1);
    const bool little = begin.starts_with("\xFF\xFE") || (is_ascii && zero(1));
    const bool big = begin.starts_with("\xFE\xFF") || (is_ascii && zero(0));
    if (!little && !big) return nullptr;
    return std::unique_ptr<Utf16Decoder>(new Utf16Decoder(file, little));
}

std::string Utf16Decoder::decode(std::string_view piece, bool is_last) {
    const std::string bytes = rest_ + std::string(piece);
    const auto unit_at = [&](std::size_t at) {
        const auto first = static_cast<unsigned char>(bytes[at]);
        const auto second = static_cast<unsigned char>(bytes[at + 1]);
        return static_cast<char32_t>(little_ ? first | second << 8 : first << 8 | second);
    };
    std::string text;
    std::size_t at = 0;
    while (at + 2 <= bytes.size()) {
        char32_t code = unit_at(at);
        std::size_t length = 2;
        if (code >= 0xD800 && code < 0xDC00) {  // the first half of a pair
            if (at + 4 > bytes.size()) break;
            const char32_t second = unit_at(at + 2);
            if (second < 0xDC00 || second >= 0xE000) throw InputError(file_, 0, "its UTF-16 has half a character");
            code = 0x10000 + ((code - 0xD800) << 10) + (second - 0xDC00);
            length = 4;
        } else if (code >= 0xDC00 && code < 0xE000) {
            throw InputError(file_, 0, "its UTF-16 has half a character");
        }
        if (code != utf16_mark) put_utf8(text, code);
        at += length;
    }
    rest_ = bytes.substr(at);
    if (is_last && !rest_.empty()) throw InputError(file_, 0, "its UTF-16 ends within a character");
    return text;
}

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
