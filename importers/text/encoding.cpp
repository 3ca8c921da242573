// SPDX-License-Identifier: Apache-2.0
#include "text/encoding.h"

#include <iconv.h>

#include <algorithm>
#include <cstdint>
#include <utility>

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

}  // namespace allways::importers
