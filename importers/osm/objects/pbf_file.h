// SPDX-License-Identifier: Apache-2.0
// An OSM PBF file → its objects, pass by pass, on all threads. Blocks are unpacked by libdeflate. If the file states
// that its objects are sorted by kind, as nearly all do, a pass reads only the blocks that have its kinds, so each
// block is unpacked once; the blocks read are checked to be sorted.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/error.h"
#include "osm/objects/object.h"

namespace allways::importers::osm {

// The bytes of a block's data, its blob.
struct PbfBlock {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

// Returns every block, the header first; the last one ends with the file: every byte must belong to a block.
// Source: OpenStreetMap wiki, "PBF Format", section "File format" (sizes of BlobHeader and Blob, and their limits).
// Throws InputError if the blocks do not fill the file, or if one is not of the kind that its place demands.
std::vector<PbfBlock> find_pbf_blocks(const std::string& path);

// The statements of the header of an OSM file; empty: none.
struct FileHeader {
    std::string timestamp;  // "2021-02-03T20:21:35Z"
    std::string generator;
    bool has_history = false;
};

// The header states an order of objects that the file does not keep. Reading again after ignore_order() succeeds.
struct OrderNotKept : InputError {
    using InputError::InputError;
};

// ---- the unpacked bytes of a data block → its objects, without an allocation for each (primitive_block.cpp)

// The kinds of objects in the block, found without decoding them. Throws protozero::exception for damaged data.
ObjectKinds kinds_in_block(std::string_view block);

// Passes the visible objects of these kinds to add(object, part), in the order of the block; the texts are in `block`.
// Other ways than `whole_ways` come without tags and nodes. Source: OpenStreetMap wiki, "PBF Format", section
// "Definition of OSMData fileblock". Throws protozero::exception, or std::runtime_error that says what is damaged.
void decode_block(std::string_view block, ObjectKinds kinds, const WholeWays& whole_ways,
                  const std::function<void(const Object&, void* part)>& add, void* part);

// ---- the file

class PbfFile {
public:
    // Throws InputError as find_pbf_blocks does, and for a damaged header or one that demands unknown features.
    explicit PbfFile(std::string path);

    const FileHeader& header() const { return header_; }

    // A pass: each block becomes a part, which is made, filled with the block's objects on any thread, and taken by the
    // calling thread in the order of the file. The objects' texts live until the part is taken.
    struct Pass {
        ObjectKinds kinds = 0;
        WholeWays whole_ways;
        std::function<std::shared_ptr<void>()> make;
        std::function<void(const Object&, void* part)> add;
        std::function<void(void* part, std::uint64_t end)> take;  // `end` of the block in the file
    };
    // Throws InputError for damaged data, OrderNotKept, and what the pass throws.
    void read(const Pass& pass);
    // Reads every block in every pass.
    void ignore_order() { is_sorted_ = false; }

private:
    struct Unpacked;
    class Used;
    void unpack(std::size_t block, Unpacked& into) const;
    void read_header();
    ObjectKinds kinds_of(std::size_t block);
    std::size_t first_block(const std::function<bool(ObjectKinds)>& reaches);
    void check_order() const;
    template <class Step>
    auto guarded(std::size_t block, Step&& step) const;

    std::string path_;
    std::vector<PbfBlock> blocks_;
    FileHeader header_;
    bool is_sorted_ = false;
    std::vector<ObjectKinds> kinds_;  // by block; known where `seen_`
    std::vector<std::uint8_t> seen_;
};

}  // namespace allways::importers::osm
