// An OSM file → its objects, pass by pass: PBF, or XML that is plain, gzip or bzip2.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <osmium/io/file.hpp>
#include <osmium/io/header.hpp>
#include <osmium/io/reader.hpp>
#include <osmium/osm/entity_bits.hpp>
#include <osmium/osm/object.hpp>

#include "allways/base/progress.h"

namespace allways::osm {

// Format and compression are known by the content, not by the name. libosmium's threads live inside read() alone, and
// what they throw comes out of it as InputError.
class File {
public:
    // `passes`: how often read() will be called, for progress. Throws InputError where the file cannot be opened, is
    // empty, is no OSM data, or holds changes or the history of objects.
    File(std::string path, int passes, ProgressCallback progress);

    // Hands the objects of these kinds to `take`, one by one, in the order of the file; deleted ones are left out.
    // Throws InputError for damaged or shortened data (with the line, of XML), Cancelled, and what `take` throws. Two
    // limits of libosmium 2.19: it leaves a PBF file open whose data are damaged, and a cancelled pass ends only when
    // the rest of the file has been decoded.
    void read(osmium::osm_entity_bits::type kinds, const std::function<void(const osmium::OSMObject&)>& take);

    // Of the last pass.
    const osmium::io::Header& header() const { return header_; }
    const std::string& path() const { return path_; }

private:
    template <class Step>
    auto guarded(Step&& step) const;
    void refuse_history(bool has_history) const;
    std::uint64_t bytes_read(const osmium::io::Reader& reader, std::uint64_t buffers) const;

    std::string path_;
    osmium::io::File file_;
    std::vector<std::uint64_t> block_ends_;  // of PBF alone; empty for XML
    osmium::io::Header header_;
    ProgressCallback progress_;
    int passes_;
    int passes_done_ = 0;
};

}  // namespace allways::osm
