// SPDX-License-Identifier: Apache-2.0
// The packed copy of its network that a GeoPackage keeps next to the layers: machines read it a hundred times faster.
// Edits of the layers count: triggers of the file discard the copy at the first edit, in whatever program, and a copy
// is valid only while the layers are defined as they were when it was made.
// docs/decisions/0012-a-copy-in-the-geopackage.md.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/error.h"
#include "allways/importers/read.h"
#include "allways/network/road_network.h"
#include "libraries/sqlite_database.h"

namespace allways::importers {

// ---- sequences of integers ⇄ few bytes that are quick to read

// A sequence is stored as it is or as differences, whichever is shorter, in blocks of 64 numbers of the same width in
// bits (frame of reference; Zukowski et al. 2006, "Super-Scalar RAM-CPU Cache Compression"). Multi-byte values are
// little-endian.
namespace packing {

inline constexpr std::size_t block = 64;
// 64-bit numbers unchanged, zigzag-coded with their sign, or as differences from the preceding number, after the first
// number.
enum class Form : std::uint8_t { plain, signs, differences };

constexpr std::uint64_t zigzag(std::uint64_t value) {  // 0, -1, 1, -2, … become 0, 1, 2, 3, …
    return value << 1 ^ (value >> 63 != 0 ? ~std::uint64_t{0} : 0);
}
constexpr std::uint64_t unzigzag(std::uint64_t value) {
    return value >> 1 ^ ((value & 1) != 0 ? ~std::uint64_t{0} : 0);
}

}  // namespace packing

class PackedWriter {
public:
    void number(std::uint64_t value);  // 7 bits per byte
    void text(std::string_view text);
    // A sequence of integers of any type: value(i) for i = 0 … count-1. Calls value() up to three times for each.
    template <class Value>
    void numbers(std::size_t count, const Value& value) {
        values_.resize(count);
        for (std::size_t i = 0; i < count; ++i) values_[i] = static_cast<std::uint64_t>(value(i));
        pack();
    }
    // Adds a vector or similar container.
    template <class Values>
    void numbers(const Values& values) {
        numbers(values.size(), [&](std::size_t i) { return values[i]; });
    }
    std::string take() && { return std::move(bytes_); }

private:
    void pack();

    std::string bytes_;
    std::vector<std::uint64_t> values_;
};

// Reads the values that PackedWriter wrote, in the same order. Throws DamagedContent for bytes that it cannot have
// written, before it allocates more than 64 numbers for each byte.
class PackedReader {
public:
    explicit PackedReader(std::string_view bytes) : bytes_(bytes) {}

    std::uint64_t number();
    std::string_view text();
    // Reads a sequence of any length: `make` converts a 64-bit number to a T.
    template <class T, class Make>
    std::vector<T> numbers(const Make& make) {
        const std::uint64_t count = number();
        if (count > bytes_.size() * packing::block) fail();
        std::vector<T> values;
        values.reserve(count);
        each(count, [&](std::uint64_t value) { values.push_back(make(value)); });
        return values;
    }
    template <class T>
    std::vector<T> numbers() {
        return numbers<T>([](std::uint64_t value) { return static_cast<T>(value); });
    }
    // Reads a sequence of `count` numbers; an optional sequence may also be empty.
    enum class Presence { needed, optional };
    template <class T>
    std::vector<T> exactly(std::size_t count, Presence presence = Presence::needed) {
        std::vector<T> values = numbers<T>();
        require(values.size() == count || (presence == Presence::optional && values.empty()));
        return values;
    }
    bool at_end() const { return bytes_.empty(); }

    static void require(bool holds) {
        if (!holds) fail();
    }

private:
    template <class Take>
    void each(std::uint64_t count, const Take& take) {
        if (count == 0) return;
        const auto form = static_cast<packing::Form>(byte());
        require(form <= packing::Form::differences);
        std::array<std::uint64_t, packing::block> block;
        std::uint64_t before = form == packing::Form::differences ? number() : 0;
        while (count > 0) {
            const std::size_t here = count < packing::block ? static_cast<std::size_t>(count) : packing::block;
            unpack(block.data(), here);
            switch (form) {
                case packing::Form::plain:
                    for (std::size_t i = 0; i < here; ++i) take(block[i]);
                    break;
                case packing::Form::signs:
                    for (std::size_t i = 0; i < here; ++i) take(packing::unzigzag(block[i]));
                    break;
                case packing::Form::differences:
                    for (std::size_t i = 0; i < here; ++i) take(before += packing::unzigzag(block[i]));
                    break;
            }
            count -= here;
        }
    }

    std::uint8_t byte();
    void unpack(std::uint64_t* values, std::size_t count);
    [[noreturn]] static void fail();

    std::string_view bytes_;  // not yet read
};

// ---- a network ⇄ compact bytes

// The version of the layout; another version means other bytes.
inline constexpr std::uint64_t packed_network_version = 1;

// Packs every field of the network, bit for bit, except the source and format in the provenance, which reading sets.
std::string pack_network(const RoadNetwork& network);

// O(bytes). Throws DamagedContent for anything but the result of pack_network(); also checks that indexes are in range
// and arrays have the sizes that RoadNetwork states.
RoadNetwork unpack_network(std::string_view bytes);

}  // namespace allways::importers

// ---- the copy

namespace allways::importers::gpkg {

// Rows of the copy, by `part`: 0 is the header, and without it there is no copy; 1, 2, … are pack_network()'s bytes.
// The table is in no list of layers, so GDAL and QGIS neither show nor copy it.
inline constexpr const char* copy_table = "allways_copy";  // part INTEGER PRIMARY KEY, checksum INTEGER, content BLOB
inline constexpr std::size_t copy_part_bytes = std::size_t{1} << 22;

struct CopyHeader {
    std::uint64_t bytes = 0;    // of all rows
    std::string definitions{};  // the definitions of the layers when the copy was made
};
std::string packed_header(const CopyHeader& header);

// SQL that creates the triggers of a file, one statement for each.
std::vector<std::string> copy_triggers(const SqliteDatabase& database);

// Returns everything that determines the meaning of the layers' rows: the SQL of layers, tables and the copy's
// triggers, fields of geometry and reference systems, and the file's application id, which a file copied as SQL text
// loses.
std::string layer_definitions(const SqliteDatabase& database);

// Detects accidents, not forgery.
std::uint64_t copy_checksum(std::string_view bytes);

// Returns the network of the copy, equal to the one that reading the layers gives, including the coordinate unit.
// Returns nothing if the file has no copy or an unreliable one, which is logged.
std::optional<RoadNetwork> read_copy(const SqliteDatabase& database, const ReadOptions& options);

}  // namespace allways::importers::gpkg
