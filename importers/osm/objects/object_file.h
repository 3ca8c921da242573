// SPDX-License-Identifier: Apache-2.0
// An OSM file → its objects, pass by pass: PBF, or XML that is plain, gzip or bzip2.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <osmium/io/file.hpp>

#include "allways/base/progress.h"
#include "osm/objects/object.h"
#include "osm/objects/pbf_file.h"

namespace allways::importers::osm {

// Detects format and compression by content, not by name. XML is read by libosmium, whose threads live only inside
// read(), which rethrows their errors as InputError; a cancelled pass over XML ends only after the rest of the file is
// decoded.
class File {
public:
    // `passes`: the number of read() calls to come, for progress. Throws InputError if the file cannot be opened, is
    // empty, is not OSM data, or contains changes or the history of objects.
    File(std::string path, int passes, ProgressCallback progress);

    // Reads the objects of these kinds but deleted ones. The file is read in parts: each part is a Part(), to which
    // add(object, part) adds its objects in file order, on any thread; take(part) gets the parts in file order on the
    // calling thread. Texts of objects live until their part is taken. Other ways than `whole_ways` may
    // come without tags and nodes. Throws InputError for damaged or shortened data
    // (with the line, for XML), OrderNotKept, Cancelled, and whatever add and take throw.
    template <class Part, class Add, class Take>
    void read(ObjectKinds kinds, const Add& add, const Take& take, const WholeWays& whole_ways = {}) {
        read({.kinds = kinds,
              .whole_ways = whole_ways,
              .make = [] { return std::static_pointer_cast<void>(std::make_shared<Part>()); },
              .add = [&](const Object& object, void* part) { add(object, *static_cast<Part*>(part)); },
              .take = [&](void* part, std::uint64_t) { take(*static_cast<Part*>(part)); }});
    }

    // After OrderNotKept: the file is read as one that states no order.
    void ignore_order() {
        if (pbf_) pbf_->ignore_order();
    }

    // The header, as read by the last pass.
    const FileHeader& header() const { return header_; }
    const std::string& path() const { return path_; }

private:
    void read(PbfFile::Pass pass);
    void read_xml(const PbfFile::Pass& pass);
    template <class Step>
    auto guarded(Step&& step) const;
    void refuse_history(bool has_history) const;

    std::string path_;
    std::uint64_t size_;
    std::optional<PbfFile> pbf_;  // the other one is unset
    std::optional<osmium::io::File> xml_;
    FileHeader header_;
    ProgressCallback progress_;
    int passes_;
    int passes_done_ = 0;
};

}  // namespace allways::importers::osm
