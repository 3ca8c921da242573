// SPDX-License-Identifier: Apache-2.0
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

namespace allways::importers::osm {

// Detects format and compression by content, not by name. libosmium's threads live only inside read(), which rethrows
// their errors as InputError.
class File {
public:
    // `passes`: the number of read() calls to come, for progress. Throws InputError if the file cannot be opened, is
    // empty, is not OSM data, or contains changes or the history of objects.
    File(std::string path, int passes, ProgressCallback progress);

    // Passes objects of these kinds to `take`, one by one, in file order; omits deleted ones. Throws InputError for
    // damaged or shortened data (with the line, for XML), Cancelled, and whatever `take` throws. Two limits of
    // libosmium 2.19: it leaves a PBF file with damaged data open, and a cancelled pass ends only after the rest of the
    // file is decoded.
    void read(osmium::osm_entity_bits::type kinds, const std::function<void(const osmium::OSMObject&)>& take);

    // The header, as read by the last pass.
    const osmium::io::Header& header() const { return header_; }
    const std::string& path() const { return path_; }

private:
    template <class Step>
    auto guarded(Step&& step) const;
    void refuse_history(bool has_history) const;
    std::uint64_t bytes_read(const osmium::io::Reader& reader, std::uint64_t buffers) const;

    std::string path_;
    osmium::io::File file_;
    std::vector<std::uint64_t> block_ends_;  // for PBF only; empty for XML
    osmium::io::Header header_;
    ProgressCallback progress_;
    int passes_;
    int passes_done_ = 0;
};

}  // namespace allways::importers::osm
