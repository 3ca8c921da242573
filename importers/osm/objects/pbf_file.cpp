// SPDX-License-Identifier: Apache-2.0
#include "osm/objects/pbf_file.h"

#include <libdeflate.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <osmium/osm/timestamp.hpp>
#include <protozero/exception.hpp>
#include <protozero/pbf_reader.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "osm/objects/in_order.h"
#include "osm/objects/primitive_block.h"

namespace allways::importers::osm {

namespace {

using protozero::pbf_reader;
using protozero::pbf_wire_type;

constexpr std::uint64_t most_unpacked_bytes = std::uint64_t{32} << 20;

struct FreeDecompressor {
    void operator()(libdeflate_decompressor* used) const { libdeflate_free_decompressor(used); }
};

void inflate(std::string_view packed, std::string& unpacked) {
    thread_local const std::unique_ptr<libdeflate_decompressor, FreeDecompressor> decompressor(
        libdeflate_alloc_decompressor());
    if (!decompressor) throw std::bad_alloc();
    const auto result = libdeflate_zlib_decompress(decompressor.get(), packed.data(), packed.size(), unpacked.data(),
                                                   unpacked.size(), nullptr);
    if (result != LIBDEFLATE_SUCCESS) throw std::runtime_error("its compressed data are damaged");
}

// What a blob contains, and the size that it states for it unpacked.
struct Blob {
    std::optional<std::string_view> raw;
    std::optional<std::string_view> zlib;
    std::uint64_t unpacked_bytes = 0;
};

Blob parse_blob(std::string_view bytes, const std::string& path) {
    Blob blob;
    pbf_reader fields(bytes.data(), bytes.size());
    while (fields.next()) {
        const bool is_bytes = fields.wire_type() == pbf_wire_type::length_delimited;
        if (fields.tag() == 2 && fields.wire_type() == pbf_wire_type::varint) {
            blob.unpacked_bytes = fields.get_uint64();
        } else if (is_bytes && (fields.tag() == 1 || fields.tag() == 3)) {
            auto& data = fields.tag() == 1 ? blob.raw : blob.zlib;
            const auto view = fields.get_view();
            data.emplace(view.data(), view.size());
        } else {
            constexpr std::string_view methods[] = {"lzma", "bzip2", "lz4", "zstd"};  // fields 4 to 7
            const auto method = fields.tag() - 4;
            throw InputError(path, 0,
                             format("its blocks are packed by {}, but expected is zlib: repack the file with 'osmium "
                                    "cat -f pbf,pbf_compression=zlib'",
                                    method < std::size(methods) ? methods[method] : "an unknown method"));
        }
    }
    return blob;
}

bool has_only_below(ObjectKinds kinds, ObjectKinds lowest) {
    return kinds < lowest;  // bits are in the order of kinds
}

// The lowest of the kinds.
ObjectKinds lowest_of(ObjectKinds kinds) {
    return static_cast<ObjectKinds>(kinds & -kinds);
}

}  // namespace

struct PbfFile::Unpacked {
    std::string file_bytes;
    std::string inflated;
    std::string_view data;
    ObjectKinds kinds = 0;
    std::shared_ptr<void> part;
};

// Blocks that have been taken: their memory is used again.
class PbfFile::Used {
public:
    Unpacked get() {
        const std::lock_guard lock(mutex_);
        if (blocks_.empty()) return {};
        Unpacked block = std::move(blocks_.back());
        blocks_.pop_back();
        return block;
    }
    void put(Unpacked block) {
        const std::lock_guard lock(mutex_);
        blocks_.push_back(std::move(block));
    }

private:
    std::mutex mutex_;
    std::vector<Unpacked> blocks_;
};

// Damage that is found while a block is read becomes an InputError that names the block.
template <class Step>
auto PbfFile::guarded(std::size_t block, Step&& step) const {
    const auto fail = [&](const char* what) {
        throw InputError(
            path_, 0,
            format("the OSM data cannot be read: block {} at byte {}: {}; the file is damaged or cut short", block,
                   blocks_[block].begin, what));
    };
    try {
        return step();
    } catch (const Error&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const protozero::exception&) {
        fail("its fields are damaged");
    } catch (const std::runtime_error& error) {
        fail(error.what());
    }
    throw std::logic_error("unreachable");
}

PbfFile::PbfFile(std::string path) : path_(std::move(path)), blocks_(find_pbf_blocks(path_)) {
    if (blocks_.empty()) throw InputError(path_, 0, "the file is empty");
    kinds_.resize(blocks_.size());
    seen_.resize(blocks_.size());
    guarded(0, [&] { read_header(); });
}

void PbfFile::unpack(std::size_t block, Unpacked& into) const {
    const PbfBlock& place = blocks_[block];
    into.file_bytes.resize(place.end - place.begin);
    std::ifstream file(path_, std::ios::binary);
    file.seekg(static_cast<std::streamoff>(place.begin));
    file.read(into.file_bytes.data(), static_cast<std::streamsize>(into.file_bytes.size()));
    if (!file) throw InputError(path_, 0, "cannot be read");
    const Blob blob = parse_blob(into.file_bytes, path_);
    if (blob.raw) {
        into.data = *blob.raw;
        return;
    }
    if (!blob.zlib) throw std::runtime_error("it has no data");
    if (blob.unpacked_bytes == 0 || blob.unpacked_bytes > most_unpacked_bytes) {
        throw std::runtime_error(format("it states {} bytes unpacked", blob.unpacked_bytes));
    }
    into.inflated.resize(blob.unpacked_bytes);
    inflate(*blob.zlib, into.inflated);
    into.data = into.inflated;
}

// Source: OpenStreetMap wiki, "PBF Format", section "Definition of the OSMHeader fileblock".
void PbfFile::read_header() {
    Unpacked unpacked;
    unpack(0, unpacked);
    pbf_reader fields(unpacked.data.data(), unpacked.data.size());
    while (fields.next()) {
        const bool is_text = fields.wire_type() == pbf_wire_type::length_delimited;
        if (fields.tag() == 4 && is_text) {
            const std::string feature = fields.get_string();
            header_.has_history = header_.has_history || feature == "HistoricalInformation";
            if (feature != "OsmSchema-V0.6" && feature != "DenseNodes" && feature != "HistoricalInformation") {
                throw std::runtime_error(format("it demands the feature '{}', which is not known", feature));
            }
        } else if (fields.tag() == 5 && is_text) {
            is_sorted_ = fields.get_string() == "Sort.Type_then_ID" || is_sorted_;
        } else if (fields.tag() == 16 && is_text) {
            header_.generator = fields.get_string();
        } else if (fields.tag() == 32 && fields.wire_type() == pbf_wire_type::varint) {
            header_.timestamp = osmium::Timestamp{fields.get_int64()}.to_iso();
        } else {
            fields.skip();
        }
    }
}

ObjectKinds PbfFile::kinds_of(std::size_t block) {
    if (seen_[block] == 0) {
        guarded(block, [&] {
            Unpacked unpacked;
            unpack(block, unpacked);
            kinds_[block] = kinds_in_block(unpacked.data);
        });
        seen_[block] = 1;
    }
    return kinds_[block];
}

// The first data block for which it holds; all blocks behind it are like it.
std::size_t PbfFile::first_block(const std::function<bool(ObjectKinds)>& reaches) {
    std::size_t begin = 1;
    std::size_t end = blocks_.size();
    while (begin < end) {
        const std::size_t middle = begin + (end - begin) / 2;
        const ObjectKinds kinds = kinds_of(middle);
        if (kinds == 0) is_sorted_ = false;  // an empty block does not tell
        if (reaches(kinds)) {
            end = middle;
        } else {
            begin = middle + 1;
        }
    }
    return begin;
}

// After all passes every block has been seen.
void PbfFile::check_order() const {
    ObjectKinds before = 0;
    for (std::size_t block = 1; block < blocks_.size(); ++block) {
        if (seen_[block] == 0 || kinds_[block] == 0) continue;
        if (before >= 2u * lowest_of(kinds_[block])) {
            throw OrderNotKept(path_, 0,
                               format("the header states that nodes come before ways and ways before relations, but "
                                      "block {} is out of order",
                                      block));
        }
        before = kinds_[block];
    }
}

void PbfFile::read(const Pass& pass) {
    std::size_t begin = 1;
    std::size_t end = blocks_.size();
    if (is_sorted_) {
        const ObjectKinds lowest = lowest_of(pass.kinds);
        for (const std::size_t outermost : {begin, end - 1}) {
            if (outermost > 0 && outermost < end) kinds_of(outermost);
        }
        begin = first_block([&](ObjectKinds kinds) { return !has_only_below(kinds, lowest); });
        end = first_block([&](ObjectKinds kinds) { return lowest_of(kinds) > pass.kinds; });
        if (!is_sorted_) begin = 1, end = blocks_.size();
    }
    Used used;
    const auto make = [&](std::size_t i) {
        const std::size_t block = begin + i;
        auto unpacked = std::make_shared<Unpacked>(used.get());
        guarded(block, [&] {
            unpack(block, *unpacked);
            unpacked->part = pass.make();
            unpacked->kinds = kinds_in_block(unpacked->data);
            decode_block(unpacked->data, pass.kinds, pass.whole_ways, pass.add, unpacked->part.get());
        });
        return unpacked;
    };
    const auto take = [&](std::size_t i, Unpacked& unpacked) {
        const std::size_t block = begin + i;
        seen_[block] = 1;
        kinds_[block] = unpacked.kinds;
        pass.take(unpacked.part.get(), blocks_[block].end);
        used.put(std::move(unpacked));
    };
    make_in_order<Unpacked>(end - begin, make, take);
    if (is_sorted_) check_order();
}

}  // namespace allways::importers::osm
