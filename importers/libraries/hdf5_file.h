// SPDX-License-Identifier: Apache-2.0
// HDF5's C API with owned handles and errors as exceptions, shared by the OMX reader and writer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <hdf5.h>

#include "base/mapped_file.h"

namespace allways::importers::hdf5 {

// Owns any HDF5 identifier. Every call on one file names that file in its errors.
class Handle {
public:
    Handle() = default;
    // Takes ownership of `id`. If it is negative, throws InputError "<file>: <what>: <HDF5's own words>", or bad_alloc
    // if HDF5 ran out of memory; after that nothing is closed.
    Handle(hid_t id, const std::string& file, const std::string& what);
    ~Handle() { close(); }
    Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
    Handle& operator=(Handle&& other) noexcept {
        if (this != &other) close();
        id_ = std::exchange(other.id_, -1);
        return *this;
    }
    operator hid_t() const { return id_; }
    void close();  // for use where failure does not matter: after reading, or while another error propagates
    // Throws as the constructor does if closing fails.
    void close(const std::string& file, const std::string& what);

private:
    hid_t id_ = -1;
};

// Throws as Handle's constructor does if `status` reports a failure.
void check(herr_t status, const std::string& file, const std::string& what);

// Call it before anything else: stops HDF5 from printing to standard error and from writing at exit.
void start();

// A file in memory alone: how it is opened, and a name for it. HDF5 takes open files of one name for the same file, and
// refuses an image where there is a file of its name on disk; so each has a name that nothing else can have.
Handle memory_access(const std::string& file);
std::string memory_name();

// Opens groups and datasets of files, never through a link to another file. These lists last as long as the process.
hid_t group_access();
hid_t dataset_access();

// A fixed-length, null-padded text type, so that every reader sees the same bytes; ASCII or UTF-8.
Handle string_type(std::size_t length, bool ascii, const std::string& file);

void write_attribute(hid_t object, const std::string& file, const char* name, const std::string& text);
// Writes values of an HDF5 type in memory. `count`: those of a list; 0: one value, not a list.
void write_attribute(hid_t object, const std::string& file, const char* name, hid_t type, const void* data,
                     std::size_t count = 0);

bool has_attribute(hid_t object, const char* name);
// Reads fixed- or variable-length text from a scalar or one-element attribute; empty if there is none.
std::string read_text_attribute(hid_t object, const std::string& file, const char* name);
std::vector<std::string> attribute_names(hid_t object, const std::string& file);  // sorted
bool has_link(hid_t group, const char* name);

// Returns the names of the datasets directly in a group, sorted.
std::vector<std::string> dataset_names(hid_t group, const std::string& file);

// Returns the extents of a dataset.
std::vector<hsize_t> shape_of(hid_t dataset, const std::string& file);

// ---- checksums: of the numbers in each dataset, in its attribute "checksum", and of the whole file. HDF5 itself keeps
// checksums of everything else in a file of its version 1.8: names, attributes and the positions of datasets. All are
// checksums of the checksums of pieces of 1 MiB, computed on all cores at the speed of memory

// Writes the checksums of datasets, which must be contiguous unless they are empty. `mapped`: the flushed file.
void write_checksums(hid_t file, const MappedFile& mapped, const std::string& path);

// Throws InputError, naming the dataset, if it has changed, has no checksum, or is stored in another file.
void verify_checksums(hid_t file, const MappedFile& mapped, const std::string& path);

// Appends the checksum of the whole file, 16 bytes: "ALLWAYS1" and the checksum of everything before them as a
// little-endian number. Libraries that read the file, such as HDF5, ignore what follows its end. Throws InputError,
// naming `path`, if the file `written` cannot be changed.
void append_file_checksum(const std::string& written, const std::string& path);

// Returns false if the checksum is missing or differs.
bool has_file_checksum(std::span<const std::byte> file);

}  // namespace allways::importers::hdf5

// ---- the project's own layouts in HDF5

namespace allways::importers {

// The layout of the group /allways, in its attribute `layout`, a text; files without it are of layout 1. A newer one is
// refused. What readers may do without needs no new number.
inline constexpr const char* own_layout_attribute = "layout";
inline constexpr const char* own_layout = "1";

// What the names of datasets of scales add to those of their digits, where decimals are stored exactly.
inline constexpr const char* exact_scales = "_scale";

// The version of factors. 1, not stated in the file: order and cells only. 2: all that queries need, for mapping. 3:
// every dataset has a checksum.
inline constexpr std::int32_t factor_version = 3;

// An attribute of the file: it ends with a checksum of everything. Early files of version 3 lack
// both.
inline constexpr const char* file_checksum_attribute = "file_checksum";

}  // namespace allways::importers
