// SPDX-License-Identifier: Apache-2.0
#include "osm/objects/pbf_blocks.h"

#include <array>
#include <filesystem>
#include <fstream>

#include <protozero/exception.hpp>
#include <protozero/pbf_reader.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::importers::osm {

namespace {

constexpr std::uint64_t most_header_bytes = std::uint64_t{64} << 10;
constexpr std::uint64_t most_blob_bytes = std::uint64_t{32} << 20;
constexpr std::uint64_t most_bytes_unpacked_with_care = std::uint64_t{64} << 20;  // largest file to check
constexpr protozero::pbf_tag_type type_field = 1;
constexpr protozero::pbf_tag_type datasize_field = 3;
constexpr protozero::pbf_tag_type raw_size_field = 2;

[[noreturn]] void fail(const std::string& path, std::uint64_t at, std::string_view what) {
    throw InputError(path, 0,
                     format("the block of PBF data at byte {} {}; the file is damaged or cut short", at, what));
}

// The kind and the size in bytes of the blob that follows, as its header states them.
struct BlobHeader {
    std::string type;
    std::uint64_t bytes = 0;
};

BlobHeader parse_header(const std::string& header) {
    BlobHeader parsed;
    protozero::pbf_reader fields(header);
    while (fields.next()) {
        if (fields.tag() == type_field && fields.wire_type() == protozero::pbf_wire_type::length_delimited) {
            parsed.type = fields.get_string();
        } else if (fields.tag() == datasize_field && fields.wire_type() == protozero::pbf_wire_type::varint) {
            parsed.bytes = fields.get_uint64();
        } else {
            fields.skip();
        }
    }
    return parsed;
}

// Blocks are about a tenth of their unpacked size; one of 32 kB that unpacks to 32 MB may become a gigabyte of objects.
// In a large file that is small compared with the rest. Malformed blobs are reported when they are unpacked.
void refuse_bomb(const std::string& path, std::uint64_t at, const std::string& blob) {
    constexpr std::uint64_t harmless = std::uint64_t{1} << 20;
    constexpr std::uint64_t ratio = 200;
    std::uint64_t unpacked = 0;
    try {
        for (protozero::pbf_reader fields(blob); fields.next();) {
            if (fields.tag() == raw_size_field && fields.wire_type() == protozero::pbf_wire_type::varint) {
                unpacked = fields.get_uint64();
            } else {
                fields.skip();
            }
        }
    } catch (const protozero::exception&) {
        return;
    }
    if (unpacked > harmless && unpacked / ratio > blob.size()) {
        fail(path, at, format("has {} bytes that unpack to {}, an implausible ratio", blob.size(), unpacked));
    }
}

}  // namespace

std::vector<PbfBlock> find_pbf_blocks(const std::string& path) {
    const std::uint64_t size = std::filesystem::file_size(path);
    std::ifstream file(path, std::ios::binary);
    std::vector<PbfBlock> blocks;
    std::string header;  // also holds the blob
    for (std::uint64_t at = 0; at < size; at = blocks.back().end) {
        std::array<unsigned char, 4> big_endian{};
        if (size - at < big_endian.size()) fail(path, at, "ends inside its size");
        file.seekg(static_cast<std::streamoff>(at));
        file.read(reinterpret_cast<char*>(big_endian.data()), big_endian.size());
        std::uint64_t header_bytes = 0;
        for (const unsigned char byte : big_endian) header_bytes = header_bytes << 8 | byte;
        at += big_endian.size();
        if (header_bytes == 0 || header_bytes > most_header_bytes) {
            fail(path, at - big_endian.size(), format("states a header of {} bytes", header_bytes));
        }
        if (header_bytes > size - at) fail(path, at - big_endian.size(), "ends inside its header");
        header.resize(header_bytes);
        file.read(header.data(), static_cast<std::streamsize>(header_bytes));
        if (!file) throw InputError(path, 0, "cannot be read");
        BlobHeader stated;
        try {
            stated = parse_header(header);
        } catch (const protozero::exception&) {
            fail(path, at - big_endian.size(), "has a damaged header");
        }
        const std::string_view expected = blocks.empty() ? "OSMHeader" : "OSMData";
        if (stated.type != expected) {
            fail(path, at - big_endian.size(), format("is not of the kind '{}'", expected));
        }
        const std::uint64_t bytes = stated.bytes;
        if (bytes == 0 || bytes > most_blob_bytes) {
            fail(path, at - big_endian.size(), format("states {} bytes of data", bytes));
        }
        at += header_bytes;
        if (bytes > size - at) fail(path, at - header_bytes - big_endian.size(), "ends inside its data");
        if (size <= most_bytes_unpacked_with_care) {
            header.resize(bytes);
            file.read(header.data(), static_cast<std::streamsize>(bytes));
            refuse_bomb(path, at, header);
        }
        blocks.push_back({at, at + bytes});
    }
    return blocks;
}

}  // namespace allways::importers::osm
