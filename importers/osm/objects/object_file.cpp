// SPDX-License-Identifier: Apache-2.0
// Bytes of an OSM file → libosmium's objects. Everything that libosmium throws, in any of its threads, becomes
// an InputError here.
#include "osm/objects/object_file.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <new>
#include <string_view>
#include <system_error>
#include <utility>

#include <osmium/io/bzip2_compression.hpp>
#include <osmium/io/gzip_compression.hpp>
#include <osmium/io/pbf_input.hpp>
#include <osmium/io/reader.hpp>
#include <osmium/io/xml_input.hpp>
#include <osmium/osm/item_type.hpp>
#include <osmium/osm/tag.hpp>
#include <osmium/thread/pool.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "osm/objects/pbf_blocks.h"
#include "text/input_file.h"

namespace allways::importers::osm {

namespace {

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

// libosmium 2.19 accepts PBF texts with a NUL byte, and its iteration over the tags then leaves their memory, because
// it relies on the ends of keys and values: each tag must have two.
bool has_sound_tags(const osmium::OSMObject& object) {
    const osmium::TagList& tags = object.tags();
    return std::count(tags.data() + sizeof(osmium::TagList), tags.data() + tags.byte_size(), '\0') % 2 == 0;
}

// Passes the format to libosmium: its own guess relies on the name, and treats names such as "http://..." as something
// to fetch and "-" as standard input; an absolute path is neither.
osmium::io::File known_file(const std::string& path) {
    std::error_code error;
    const std::string start = unpacked_start(path);
    if (!std::filesystem::is_regular_file(path, error)) {
        throw InputError(path, 0, "OSM data are read twice, so a file on disk is needed; this is a pipe or a device");
    }
    if (start.empty()) throw InputError(path, 0, "the file is empty");
    const std::string raw = first_bytes(path);
    const bool gzip = raw.starts_with(gzip_magic);
    const bool bzip2 = raw.starts_with(bzip2_magic);
    osmium::io::File file(std::filesystem::absolute(path).string(), "osm");
    if (is_pbf(start)) {
        if (gzip) {
            throw InputError(path, 0, "this is OSM PBF inside gzip; unpack it (gunzip), PBF is compressed by itself");
        }
        return file.set_format(osmium::io::file_format::pbf);
    }
    const auto first = start.find_first_not_of(" \t\r\n");
    if (!bzip2 && (first == start.npos || start[first] != '<')) {
        throw InputError(path, 0,
                         "neither OSM PBF, whose first block is called 'OSMHeader', nor OSM XML, which starts with "
                         "'<'; the file may be incomplete or not OSM data");
    }
    if (gzip) InputFile::refuse_bomb(path);  // expat takes a minute for a text of 200 MB without an end
    file.set_format(osmium::io::file_format::xml);
    if (gzip) file.set_compression(osmium::io::file_compression::gzip);
    if (bzip2) file.set_compression(osmium::io::file_compression::bzip2);
    return file;
}

}  // namespace

File::File(std::string path, int passes, ProgressCallback progress)
    : path_(std::move(path)), file_(known_file(path_)), progress_(std::move(progress)), passes_(passes) {
    const std::string name = lower_case(std::filesystem::path(path_).filename().string());
    refuse_history(name.ends_with(".osh") || name.find(".osh.") != name.npos);
    if (file_.format() == osmium::io::file_format::pbf) block_ends_ = pbf_block_ends(path_);
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
        throw InputError(path_, error.line, format("not valid OSM XML: {}", error.error_string));
    } catch (const osmium::gzip_error& error) {
        if (error.gzip_error_code == Z_BUF_ERROR) throw InputError(path_, 0, format(cut_short, "gzip"));
        throw InputError(path_, 0, error.what());
    } catch (const osmium::bzip2_error& error) {
        if (error.bzip2_error_code == BZ_UNEXPECTED_EOF) throw InputError(path_, 0, format(cut_short, "bzip2"));
        throw InputError(path_, 0, error.what());
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

// libosmium 2.22 does not count the bytes of PBF; there each block becomes one buffer, or no buffer if it has no object
// of the requested kinds.
std::uint64_t File::bytes_read(const osmium::io::Reader& reader, std::uint64_t buffers) const {
    if (block_ends_.empty() || reader.offset() != 0) return reader.offset();
    return block_ends_[std::min<std::uint64_t>(buffers, block_ends_.size() - 1)];
}

void File::read(osmium::osm_entity_bits::type kinds, const std::function<void(const osmium::OSMObject&)>& take) {
    const auto pool = make_pool();
    const auto reader = guarded([&] { return std::make_unique<osmium::io::Reader>(file_, kinds, *pool); });
    header_ = guarded([&] { return reader->header(); });
    refuse_history(header_.has_multiple_object_versions());
    const std::uint64_t size = reader->file_size();
    std::uint64_t buffers = 0;
    while (const osmium::memory::Buffer buffer = guarded([&] { return reader->read(); })) {
        for (const auto& object : buffer.select<osmium::OSMObject>()) {
            if (!object.visible()) continue;
            if (!has_sound_tags(object)) {
                throw InputError(path_, 0,
                                 format("a tag of {} {} contains a NUL byte; the file is damaged",
                                        osmium::item_type_to_name(object.type()), object.id()));
            }
            take(object);
        }
        report(progress_, "read", passes_done_ * size + bytes_read(*reader, ++buffers), passes_ * size);
    }
    guarded([&] { reader->close(); });
    ++passes_done_;
}

}  // namespace allways::importers::osm
