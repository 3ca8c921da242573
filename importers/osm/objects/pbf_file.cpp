// SPDX-License-Identifier: Apache-2.0
#include "osm/objects/pbf_file.h"

#include <libdeflate.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <osmium/osm/timestamp.hpp>
#include <protozero/exception.hpp>
#include <protozero/pbf_reader.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/threads/parallel.h"

namespace allways::importers::osm {

namespace {

// Calls make(i) → std::shared_ptr<Part> for i in 0 … count-1 on all threads, and take(i, part) on the calling one, in
// order. At most two parts a thread exist at a time. What make(i) throws is thrown where its part would be taken.
template <class Part, class Make, class Take>
void make_in_order(std::size_t count, const Make& make, const Take& take) {
    using Slot = std::pair<std::shared_ptr<Part>, std::exception_ptr>;  // one of both, once it is ready
    std::vector<Slot> slots(std::size_t{2} * hardware_threads());
    std::mutex mutex;
    std::condition_variable changed;
    std::size_t next = 0;   // to be made
    std::size_t taken = 0;  // so far
    bool stopped = false;
    // With the mutex locked. Returns false if nothing can be made now.
    const auto make_one = [&](std::unique_lock<std::mutex>& lock) {
        if (stopped || next >= count || next >= taken + slots.size()) return false;
        const std::size_t at = next++;
        lock.unlock();
        Slot made;
        try {
            made.first = make(at);
        } catch (...) {
            made.second = std::current_exception();
        }
        lock.lock();
        slots[at % slots.size()] = std::move(made);
        changed.notify_all();
        return true;
    };
    std::vector<std::thread> threads;
    const auto run = [&] {
        std::unique_lock lock(mutex);
        while (!stopped && next < count) {
            if (!make_one(lock)) changed.wait(lock);
        }
    };
    const auto stop = [&](std::vector<std::thread>* started) {
        {
            const std::lock_guard lock(mutex);
            stopped = true;
            changed.notify_all();
        }
        for (std::thread& thread : *started) thread.join();
    };
    const std::unique_ptr<std::vector<std::thread>, decltype(stop)> joins(&threads, stop);
    while (threads.size() + 1 < std::min<std::size_t>(hardware_threads(), count) && start_thread(threads, run)) {
    }
    std::unique_lock lock(mutex);
    while (taken < count) {
        Slot& slot = slots[taken % slots.size()];
        if (!slot.first && !slot.second) {
            if (!make_one(lock)) changed.wait(lock);
            continue;
        }
        const auto [part, thrown] = std::exchange(slot, {});
        lock.unlock();
        if (thrown) std::rethrow_exception(thrown);
        take(taken, *part);
        lock.lock();
        ++taken;
        changed.notify_all();
    }
}

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

// Returns the kind and the size in bytes of the blob that follows, as its header states them.
std::pair<std::string, std::uint64_t> parse_header(const std::string& header) {
    std::string type;
    std::uint64_t bytes = 0;
    protozero::pbf_reader fields(header);
    while (fields.next()) {
        if (fields.tag() == type_field && fields.wire_type() == protozero::pbf_wire_type::length_delimited) {
            type = fields.get_string();
        } else if (fields.tag() == datasize_field && fields.wire_type() == protozero::pbf_wire_type::varint) {
            bytes = fields.get_uint64();
        } else {
            fields.skip();
        }
    }
    return {std::move(type), bytes};
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

using protozero::pbf_reader;
using protozero::pbf_wire_type;

constexpr std::uint64_t most_unpacked_bytes = std::uint64_t{32} << 20;

void inflate(std::string_view packed, std::string& unpacked) {
    const auto release = [](libdeflate_decompressor* used) { libdeflate_free_decompressor(used); };
    thread_local const std::unique_ptr<libdeflate_decompressor, decltype(release)> decompressor(
        libdeflate_alloc_decompressor(), release);
    if (!decompressor) throw std::bad_alloc();
    const auto result = libdeflate_zlib_decompress(decompressor.get(), packed.data(), packed.size(), unpacked.data(),
                                                   unpacked.size(), nullptr);
    if (result != LIBDEFLATE_SUCCESS) throw std::runtime_error("its compressed data are damaged");
}

// Returns the content of a blob, unpacked into `inflated` unless it is raw.
std::string_view unpack_blob(std::string_view bytes, const std::string& path, std::string& inflated) {
    std::optional<std::string_view> raw, zlib;
    std::uint64_t unpacked_bytes = 0;
    pbf_reader fields(bytes.data(), bytes.size());
    while (fields.next()) {
        const bool is_bytes = fields.wire_type() == pbf_wire_type::length_delimited;
        if (fields.tag() == 2 && fields.wire_type() == pbf_wire_type::varint) {
            unpacked_bytes = fields.get_uint64();
        } else if (is_bytes && (fields.tag() == 1 || fields.tag() == 3)) {
            auto& data = fields.tag() == 1 ? raw : zlib;
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
    if (raw) return *raw;
    if (!zlib) throw std::runtime_error("it has no data");
    if (unpacked_bytes == 0 || unpacked_bytes > most_unpacked_bytes) {
        throw std::runtime_error(format("it states {} bytes unpacked", unpacked_bytes));
    }
    inflated.resize(unpacked_bytes);
    inflate(*zlib, inflated);
    return inflated;
}

// The lowest of the kinds.
ObjectKinds lowest_of(ObjectKinds kinds) {
    return static_cast<ObjectKinds>(kinds & -kinds);
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
        std::string type;
        std::uint64_t bytes = 0;
        try {
            std::tie(type, bytes) = parse_header(header);
        } catch (const protozero::exception&) {
            fail(path, at - big_endian.size(), "has a damaged header");
        }
        const std::string_view expected = blocks.empty() ? "OSMHeader" : "OSMData";
        if (type != expected) {
            fail(path, at - big_endian.size(), format("is not of the kind '{}'", expected));
        }
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
    into.data = unpack_blob(into.file_bytes, path_, into.inflated);
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
        // Bits are in the order of kinds.
        begin = first_block([&](ObjectKinds kinds) { return kinds >= lowest; });
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
