// SPDX-License-Identifier: Apache-2.0
#include "networks/packed_numbers.h"

#include <algorithm>

namespace allways::importers {

namespace {

using packing::block;
using packing::Form;

// Returns the width for the numbers: up to 57 bits, which one 64-bit read at any bit of a byte covers, or 64 bits.
unsigned width_of(std::uint64_t bits) {
    const auto width = static_cast<unsigned>(std::bit_width(bits));
    return width > 57 ? 64 : width;
}

constexpr std::size_t bytes_of(unsigned width, std::size_t count) {
    return (width * count + 7) / 8;
}

std::uint64_t in_form(Form form, std::uint64_t value, std::uint64_t before) {
    switch (form) {
        case Form::plain: return value;
        case Form::signs: return packing::zigzag(value);
        case Form::differences: break;
    }
    return packing::zigzag(value - before);
}

// Calls visit(width, numbers) for each block; the first difference is 0.
template <class Visit>
void visit_blocks(Form form, std::span<const std::uint64_t> values, const Visit& visit) {
    std::array<std::uint64_t, block> numbers;
    std::uint64_t before = values[0];
    for (std::size_t first = 0; first < values.size(); first += block) {
        const std::size_t count = std::min(block, values.size() - first);
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < count; ++i) {
            bits |= numbers[i] = in_form(form, values[first + i], before);
            before = values[first + i];
        }
        visit(width_of(bits), std::span(numbers).first(count));
    }
}

std::uint64_t little_endian(std::uint64_t value) {
    return std::endian::native == std::endian::little ? value : __builtin_bswap64(value);
}

}  // namespace

void PackedWriter::number(std::uint64_t value) {
    for (; value >= 128; value >>= 7) bytes_.push_back(static_cast<char>(value | 128));
    bytes_.push_back(static_cast<char>(value));
}

void PackedWriter::text(std::string_view text) {
    number(text.size());
    bytes_ += text;
}

void PackedWriter::pack() {
    number(values_.size());
    if (values_.empty()) return;
    Form shortest = Form::plain;
    std::size_t fewest = 0;
    for (const Form form : {Form::plain, Form::signs, Form::differences}) {
        std::size_t bytes = 0;
        visit_blocks(form, values_,
                     [&](unsigned width, auto numbers) { bytes += 1 + bytes_of(width, numbers.size()); });
        if (form != Form::plain && bytes >= fewest) continue;
        shortest = form;
        fewest = bytes;
    }
    bytes_.push_back(static_cast<char>(shortest));
    if (shortest == Form::differences) number(values_[0]);
    visit_blocks(shortest, values_, [&](unsigned width, std::span<const std::uint64_t> numbers) {
        bytes_.push_back(static_cast<char>(width));
        const std::size_t begin = bytes_.size();
        const std::size_t bytes = bytes_of(width, numbers.size());
        bytes_.resize(begin + bytes + sizeof(std::uint64_t));  // numbers are added as whole words
        char* at = bytes_.data() + begin;
        std::size_t bit = 0;
        for (const std::uint64_t number : numbers) {
            std::uint64_t word = 0;
            std::memcpy(&word, at + bit / 8, sizeof(word));
            word = little_endian(little_endian(word) | number << bit % 8);
            std::memcpy(at + bit / 8, &word, sizeof(word));
            bit += width;
        }
        bytes_.resize(begin + bytes);
    });
}

std::uint64_t PackedReader::number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        const std::uint8_t next = byte();
        require(shift < 63 || next <= 1);
        value |= std::uint64_t{next & 127u} << shift;
        if (next < 128) return value;
    }
}

std::string_view PackedReader::text() {
    const std::uint64_t size = number();
    require(size <= bytes_.size());
    const std::string_view text = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return text;
}

std::uint8_t PackedReader::byte() {
    require(!bytes_.empty());
    const auto value = static_cast<std::uint8_t>(bytes_[0]);
    bytes_.remove_prefix(1);
    return value;
}

void PackedReader::unpack(std::uint64_t* values, std::size_t count) {
    const unsigned width = byte();
    require(width <= 57 || width == 64);
    const std::size_t bytes = bytes_of(width, count);
    require(bytes <= bytes_.size());
    // Every number is read as a whole word, so the last ones need bytes behind the block.
    std::array<char, block * sizeof(std::uint64_t) + sizeof(std::uint64_t)> end;
    const char* from = bytes_.data();
    if (bytes_.size() < bytes + sizeof(std::uint64_t)) {
        std::memcpy(end.data(), from, bytes);
        std::memset(end.data() + bytes, 0, sizeof(std::uint64_t));
        from = end.data();
    }
    const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    std::size_t bit = 0;
    for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t word = 0;
        std::memcpy(&word, from + bit / 8, sizeof(word));
        values[i] = little_endian(word) >> bit % 8 & mask;
        bit += width;
    }
    bytes_.remove_prefix(bytes);
}

void PackedReader::fail() {
    throw DamagedContent("its packed numbers are damaged");
}

}  // namespace allways::importers
