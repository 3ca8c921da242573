// SPDX-License-Identifier: Apache-2.0
#include "mutate.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include <zlib.h>

namespace fuzz {

namespace {

constexpr const char* numbers[] = {"0",
                                   "-1",
                                   "1",
                                   "-0",
                                   "00",
                                   "2",
                                   "255",
                                   "65536",
                                   "1000000",
                                   "2147483647",
                                   "2147483648",
                                   "4294967295",
                                   "4294967296",
                                   "-2147483649",
                                   "9223372036854775807",
                                   "9223372036854775808",
                                   "-9223372036854775808",
                                   "18446744073709551616",
                                   "99999999999999999999999999999999",
                                   "nan",
                                   "inf",
                                   "-inf",
                                   "1e308",
                                   "1e-400",
                                   "1e999999999999",
                                   "0.0000000000000000001",
                                   "1.5",
                                   "1,5",
                                   "0x10",
                                   "+",
                                   "",
                                   "1e",
                                   ".",
                                   "--1"};
constexpr const char* words[] = {"\x01",
                                 "\x1b[31m",
                                 "\xff\xfe",
                                 "\xc3",
                                 "\xe2\x80\xae",
                                 "\"",
                                 "'",
                                 "%s%n",
                                 "<!DOCTYPE x [<!ENTITY a \"b\">]>",
                                 "&amp;",
                                 "\t",
                                 "\r",
                                 "\n",
                                 ",,,,",
                                 "../../x",
                                 "NULL",
                                 "\\",
                                 "{",
                                 "]",
                                 "#"};
constexpr std::uint64_t odd_values[] = {0,
                                        1,
                                        0x7f,
                                        0x80,
                                        0xff,
                                        0x7fff,
                                        0x8000,
                                        0xffff,
                                        0x7fffffff,
                                        0x80000000,
                                        0xffffffff,
                                        0x7fffffffffffffff,
                                        0x8000000000000000,
                                        0xffffffffffffffff,
                                        0x7ff8000000000000,
                                        0x7ff0000000000000,
                                        0x7fc00000,
                                        0x3fffffff,
                                        0x40000000,
                                        1000000};

struct Piece {
    std::size_t first = 0, size = 0;
};

Piece some_piece(const std::string& bytes, Random& random, std::size_t most = 64) {
    Piece piece{random.below(bytes.size()), 0};
    piece.size = std::min(bytes.size() - piece.first, 1 + random.below(most));
    return piece;
}

// Returns the next run of characters that satisfies `belongs` after a random place, or nothing.
template <class Belongs>
Piece some_run(const std::string& bytes, Random& random, Belongs&& belongs) {
    const auto start = bytes.begin() + static_cast<std::ptrdiff_t>(random.below(bytes.size()));
    const auto first = std::find_if(start, bytes.end(), belongs);
    const auto last = std::find_if_not(first, bytes.end(), belongs);
    return {static_cast<std::size_t>(first - bytes.begin()), static_cast<std::size_t>(last - first)};
}

Piece some_line(const std::string& bytes, Random& random) {
    Piece line = some_run(bytes, random, [](char c) { return c != '\n'; });
    const std::size_t before = line.first == 0 ? bytes.npos : bytes.rfind('\n', line.first - 1);
    const std::size_t start = before == bytes.npos ? 0 : before + 1;
    return {start, std::min(line.first + line.size + 1, bytes.size()) - start};
}

void change_bytes(std::string& bytes, Random& random) {
    for (std::size_t count = 1 + random.below(8); count > 0; --count) {
        char& byte = bytes[random.below(bytes.size())];
        byte =
            static_cast<char>(random.chance(2) ? byte ^ (1 << random.below(8)) : static_cast<int>(random.below(256)));
    }
}

void copy_block(std::string& bytes, Random& random) {
    const Piece from = some_piece(bytes, random, 512);
    const std::string block = bytes.substr(from.first, from.size);
    const std::size_t at = random.below(bytes.size());
    if (random.chance(2))
        bytes.replace(at, std::min(block.size(), bytes.size() - at), block);
    else
        bytes.insert(at, block);
}

void change_number(std::string& bytes, Random& random) {
    const Piece number = some_run(
        bytes, random, [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-'; });
    if (number.size > 0) bytes.replace(number.first, number.size, random.pick(numbers));
}

void change_value(std::string& bytes, Random& random) {
    const std::size_t size = std::size_t{1} << random.below(4);
    if (bytes.size() < size) return;
    std::size_t at = random.below(bytes.size() - size + 1);
    if (random.chance(2)) at -= at % size;
    const std::uint64_t value = random.chance(8) ? random.bits() : random.pick(odd_values);
    const bool big = random.chance(3);
    for (std::size_t i = 0; i < size; ++i) {
        bytes[at + i] = static_cast<char>(value >> 8 * (big ? size - 1 - i : i));
    }
}

void change_line(std::string& bytes, Random& random) {
    const Piece line = some_line(bytes, random);
    const std::string text = bytes.substr(line.first, line.size);
    switch (random.below(4)) {
        case 0: bytes.erase(line.first, line.size); break;
        case 1: bytes.insert(line.first, text); break;
        case 2: {
            const Piece other = some_line(bytes, random);
            bytes.replace(other.first, other.size, text);
            break;
        }
        default: {
            std::string many;
            for (std::size_t count = random.below(200); count > 0; --count) many += text;
            bytes.insert(line.first, many);
        }
    }
}

void change_word(std::string& bytes, Random& random) {
    const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    const Piece word = some_run(bytes, random, in_word);
    const Piece other = some_run(bytes, random, in_word);
    const std::string text = bytes.substr(other.first, other.size);
    switch (random.below(8)) {
        case 0: bytes.replace(word.first, word.size, std::string(1 + random.below(200'000), 'x')); break;
        case 1:
        case 2: bytes.insert(word.first + random.below(word.size + 1), random.pick(words)); break;
        case 3: bytes.erase(word.first, word.size); break;
        default: bytes.replace(word.first, word.size, text);
    }
}

// A megabyte of one character in one kilobyte or so, as a further member of a gzip file.
void add_bomb(std::string& bytes, Random& random) {
    constexpr std::size_t size = std::size_t{24} << 20;
    const std::string piece = random.chance(2) ? std::string("0") : std::string("1,2,3\n");
    std::string text;
    text.reserve(size);
    while (text.size() < size) text += piece;
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY);
    std::string packed(deflateBound(&stream, size), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(text.data());
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    for (std::size_t count = 1 + random.below(20); count > 0; --count) bytes += packed;
}

// Unpacks a gzip file, so that its content can be changed and packed again.
std::string unpacked(const std::string& bytes) {
    z_stream stream{};
    inflateInit2(&stream, 31);
    std::string text(std::size_t{1} << 20, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(text.data());
    stream.avail_out = static_cast<uInt>(text.size());
    inflate(&stream, Z_FINISH);
    text.resize(stream.total_out);
    inflateEnd(&stream);
    return text;
}

std::string packed(const std::string& text) {
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY);
    std::string bytes(deflateBound(&stream, text.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    deflate(&stream, Z_FINISH);
    bytes.resize(stream.total_out);
    deflateEnd(&stream);
    return bytes;
}

}  // namespace

std::string mutated(std::string bytes, Random& random) {
    if (bytes.starts_with("\x1f\x8b") && !random.chance(4)) {
        std::string packed_again = packed(mutated(unpacked(bytes), random));
        if (random.chance(200)) add_bomb(packed_again, random);
        return packed_again;
    }
    for (std::size_t count = 1 + random.below(3); count > 0 && !bytes.empty(); --count) {
        switch (random.below(10)) {
            case 0:
            case 1: change_bytes(bytes, random); break;
            case 2: copy_block(bytes, random); break;
            case 3: bytes.resize(random.below(bytes.size() + 1)); break;
            case 4:
            case 5: change_number(bytes, random); break;
            case 6:
            case 7: change_value(bytes, random); break;
            case 8: change_line(bytes, random); break;
            default: change_word(bytes, random);
        }
    }
    return bytes;
}

}  // namespace fuzz
