// SPDX-License-Identifier: Apache-2.0
// Everything that libosmium throws, in any of its threads, becomes an InputError here.
#include "osm/objects/object_file.h"

#include <bzlib.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <fstream>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <osmium/io/compression.hpp>
#include <osmium/io/detail/read_write.hpp>
#include <osmium/io/gzip_compression.hpp>
#include <osmium/io/reader.hpp>
#include <osmium/io/xml_input.hpp>
#include <osmium/osm/entity_bits.hpp>
#include <osmium/osm/item_type.hpp>
#include <osmium/osm/node.hpp>
#include <osmium/osm/relation.hpp>
#include <osmium/osm/way.hpp>
#include <osmium/thread/pool.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "text/input_file.h"

namespace allways::importers::osm {

namespace {

// ---- bzip2 for libosmium, whose own reader takes a file for cut short if a stream ends with the bytes read so far

// The file ends inside a bzip2 stream.
struct Bzip2CutShort : std::runtime_error {
    Bzip2CutShort() : std::runtime_error("the bzip2 data end too early") {}
};

class Bzip2Stream final : public osmium::io::Decompressor {
public:
    explicit Bzip2Stream(int file) : file_(file) {}
    Bzip2Stream(const Bzip2Stream&) = delete;
    Bzip2Stream& operator=(const Bzip2Stream&) = delete;
    ~Bzip2Stream() noexcept override {
        if (is_inside_) BZ2_bzDecompressEnd(&stream_);
        try {
            close();
        } catch (const std::exception&) {  // nothing was written
        }
    }

    std::string read() override {
        std::string unpacked(input_buffer_size, '\0');
        stream_.next_out = unpacked.data();
        stream_.avail_out = static_cast<unsigned>(unpacked.size());
        while (stream_.avail_out > 0 && has_bytes()) unpack();
        unpacked.resize(static_cast<std::size_t>(stream_.next_out - unpacked.data()));
        set_offset(bytes_read_);
        return unpacked;  // empty: the end
    }

    void close() override {
        if (file_ >= 0) osmium::io::detail::reliable_close(std::exchange(file_, -1));
    }

private:
    bool has_bytes() {
        if (stream_.avail_in > 0) return true;
        const auto count =
            osmium::io::detail::reliable_read(file_, packed_.data(), static_cast<unsigned>(packed_.size()));
        if (count == 0 && is_inside_) throw Bzip2CutShort();
        stream_.next_in = packed_.data();
        stream_.avail_in = static_cast<unsigned>(count);
        bytes_read_ += static_cast<std::size_t>(count);
        return count > 0;
    }

    void unpack() {
        if (!is_inside_) check(BZ2_bzDecompressInit(&stream_, 0, 0));
        is_inside_ = true;
        const int code = BZ2_bzDecompress(&stream_);
        if (code != BZ_STREAM_END) return check(code);
        BZ2_bzDecompressEnd(&stream_);
        is_inside_ = false;
    }

    static void check(int code) {
        if (code == BZ_MEM_ERROR) throw std::bad_alloc();
        if (code != BZ_OK) throw std::runtime_error(format("its bzip2 data are damaged (code {})", code));
    }

    int file_;
    bz_stream stream_{};
    std::array<char, std::size_t{1} << 16> packed_;
    std::size_t bytes_read_ = 0;
    bool is_inside_ = false;  // of a stream
};

// Makes libosmium read bzip2 files by this stream. A file may be several streams, one after the other, as parallel
// programs write them. Throws, where libosmium reads, Bzip2CutShort, and std::runtime_error for damaged data.
void register_bzip2() {
    using namespace osmium::io;
    [[maybe_unused]] static const bool done = CompressionFactory::instance().register_compression(
        file_compression::bzip2, [](int, osmium::io::fsync) -> Compressor* { return nullptr; },
        [](int file) -> Decompressor* { return new Bzip2Stream(file); },
        [](const char*, std::size_t) -> Decompressor* { return nullptr; });
}

// ---- files of objects

constexpr std::string_view gzip_magic = "\x1F\x8B";
constexpr std::string_view bzip2_magic = "BZh";

std::string first_bytes(const std::string& path) {
    std::array<char, 4> bytes{};
    std::ifstream file(path, std::ios::binary);
    file.read(bytes.data(), bytes.size());
    return {bytes.data(), static_cast<std::size_t>(file.gcount())};
}

// Returns the first bytes, decompressed if the file is gzip.
std::string unpacked_start(const std::string& path) {
    std::string start(std::size_t{1} << 12, '\0');
    start.resize(InputFile(path).read(start.data(), start.size()));
    if (start.starts_with("\xEF\xBB\xBF")) start.erase(0, 3);
    return start;
}

bool is_pbf(std::string_view start) {
    return start.size() > 4 && start.substr(4, 60).find("OSMHeader") != start.npos;
}

// Makes a pool for one pass: no thread outlives it. It has one thread if the system refuses more.
std::unique_ptr<osmium::thread::Pool> make_pool() {
    try {
        return std::make_unique<osmium::thread::Pool>();
    } catch (const std::system_error&) {
        return std::make_unique<osmium::thread::Pool>(1);
    }
}

// Passes the format to libosmium: its own guess relies on the name, and treats names such as "http://..." as something
// to fetch and "-" as standard input; an absolute path is neither.
// Returns nothing for PBF.
std::optional<osmium::io::File> known_xml(const std::string& path) {
    std::error_code error;
    const std::string start = unpacked_start(path);
    if (!std::filesystem::is_regular_file(path, error)) {
        throw InputError(path, 0, "OSM data are read twice, so a file on disk is needed; this is a pipe or a device");
    }
    if (start.empty()) throw InputError(path, 0, "the file is empty");
    const std::string raw = first_bytes(path);
    const bool gzip = raw.starts_with(gzip_magic);
    const bool bzip2 = raw.starts_with(bzip2_magic);
    if (is_pbf(start)) {
        if (gzip) {
            throw InputError(path, 0, "this is OSM PBF inside gzip; unpack it (gunzip), PBF is compressed by itself");
        }
        return std::nullopt;
    }
    const auto first = start.find_first_not_of(" \t\r\n");
    if (!bzip2 && (first == start.npos || start[first] != '<')) {
        throw InputError(path, 0,
                         "neither OSM PBF, whose first block is called 'OSMHeader', nor OSM XML, which starts with "
                         "'<'; the file may be incomplete or not OSM data");
    }
    if (gzip) InputFile::refuse_bomb(path);  // expat takes a minute for a text of 200 MB without an end
    osmium::io::File file(std::filesystem::absolute(path).string(), "osm");
    file.set_format(osmium::io::file_format::xml);
    if (gzip) file.set_compression(osmium::io::file_compression::gzip);
    if (bzip2) {
        register_bzip2();
        file.set_compression(osmium::io::file_compression::bzip2);
    }
    return file;
}

// libosmium's objects as views of their parts.
class XmlObjects {
public:
    // The view is valid until the next call.
    Object view_of(const osmium::OSMObject& source) {
        tags_.clear();
        for (const auto& tag : source.tags()) tags_.emplace_back(tag.key(), tag.value());
        Object object;
        object.kind = kind_of(source.type());
        object.id = source.id();
        object.version = source.version();
        object.tags = tags_;
        switch (object.kind) {
            case ObjectKind::node: {
                const osmium::Location place = static_cast<const osmium::Node&>(source).location();
                object.has_position = place.valid();
                object.position = {place.x(), place.y()};
                break;
            }
            case ObjectKind::way:
                refs_.clear();
                places_.clear();
                for (const auto& node : static_cast<const osmium::Way&>(source).nodes()) {
                    refs_.push_back(node.ref());
                    const osmium::Location place = node.location();
                    if (place.valid()) places_.resize(refs_.size(), nowhere);
                    if (place.valid()) places_.back() = {place.x(), place.y()};
                }
                if (!places_.empty()) places_.resize(refs_.size(), nowhere);
                object.refs = refs_;
                object.places = places_;
                break;
            case ObjectKind::relation:
                members_.clear();
                for (const auto& member : static_cast<const osmium::Relation&>(source).members()) {
                    members_.push_back({kind_of(member.type()), member.ref(), member.role()});
                }
                object.members = members_;
                break;
        }
        return object;
    }

private:
    static ObjectKind kind_of(osmium::item_type type) {
        return type == osmium::item_type::node  ? ObjectKind::node
               : type == osmium::item_type::way ? ObjectKind::way
                                                : ObjectKind::relation;
    }

    std::vector<Tag> tags_;
    std::vector<std::int64_t> refs_;
    std::vector<Position> places_;
    std::vector<Member> members_;
};

osmium::osm_entity_bits::type entity_bits(ObjectKinds kinds) {
    auto bits = osmium::osm_entity_bits::nothing;
    if ((kinds & nodes_only) != 0) bits |= osmium::osm_entity_bits::node;
    if ((kinds & ways_only) != 0) bits |= osmium::osm_entity_bits::way;
    if ((kinds & relations_only) != 0) bits |= osmium::osm_entity_bits::relation;
    return bits;
}

}  // namespace

File::File(std::string path, int passes, ProgressCallback progress)
    : path_(std::move(path)), size_(0), xml_(known_xml(path_)), progress_(std::move(progress)), passes_(passes) {
    const std::string name = lower_case(std::filesystem::path(path_).filename().string());
    refuse_history(name.ends_with(".osh") || name.find(".osh.") != name.npos);
    size_ = std::filesystem::file_size(path_);
    if (xml_) return;
    pbf_.emplace(path_);
    header_ = pbf_->header();
    refuse_history(header_.has_history);
}

void File::refuse_history(bool has_history) const {
    if (!has_history) return;
    throw InputError(
        path_, 0,
        "this file contains changes (.osc) or all versions of its objects (.osh), but one state of the map is "
        "needed: create it with 'osmium apply-changes' or 'osmium time-filter'");
}

template <class Step>
auto File::guarded(Step&& step) const {
    constexpr std::string_view cut_short = "the {} data end too early: the file is cut short";
    try {
        return step();
    } catch (const osmium::xml_error& error) {
        const bool has_geometry = error.error_string.find("<member>") != std::string::npos;
        throw InputError(
            path_, error.line,
            format("not valid OSM XML: {}{}", error.error_string,
                   has_geometry ? "; Overpass's 'out geom' adds positions to members of relations: ask for "
                                  "relations with 'out body'"
                                : ""));
    } catch (const osmium::gzip_error& error) {
        if (error.gzip_error_code == Z_BUF_ERROR) throw InputError(path_, 0, format(cut_short, "gzip"));
        throw InputError(path_, 0, error.what());
    } catch (const Bzip2CutShort&) {
        throw InputError(path_, 0, format(cut_short, "bzip2"));
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::system_error& error) {
        // The system grants no thread: not the file's fault.
        if (error.code() == std::errc::resource_unavailable_try_again) throw;
        throw InputError(path_, 0, format("cannot be read: {}", error.what()));
    } catch (const std::exception& error) {
        throw InputError(path_, 0,
                         format("the OSM data cannot be read: {}; the file is damaged or cut short", error.what()));
    }
}

void File::read(PbfFile::Pass pass) {
    pass.take = [this, take = std::move(pass.take)](void* part, std::uint64_t end) {
        take(part, end);
        const auto passes_done = static_cast<std::uint64_t>(passes_done_);
        report(progress_, "read", passes_done * size_ + end, static_cast<std::uint64_t>(passes_) * size_);
    };
    if (pbf_) {
        pbf_->read(pass);
    } else {
        read_xml(pass);
    }
    ++passes_done_;
}

void File::read_xml(const PbfFile::Pass& pass) {
    const auto pool = make_pool();
    const auto reader =
        guarded([&] { return std::make_unique<osmium::io::Reader>(*xml_, entity_bits(pass.kinds), *pool); });
    const osmium::io::Header header = guarded([&] { return reader->header(); });
    header_ = {header.get("timestamp"), header.get("generator"), header.has_multiple_object_versions()};
    refuse_history(header_.has_history);
    XmlObjects objects;
    while (const osmium::memory::Buffer buffer = guarded([&] { return reader->read(); })) {
        const auto part = pass.make();
        for (const auto& source : buffer.select<osmium::OSMObject>()) {
            if (source.visible()) pass.add(objects.view_of(source), part.get());
        }
        pass.take(part.get(), reader->offset());
    }
    guarded([&] { reader->close(); });
}

}  // namespace allways::importers::osm
