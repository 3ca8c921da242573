// HDF5's C API with owners for its handles and errors as exceptions: what the OMX reader and writer share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <hdf5.h>

namespace allways::hdf5 {

// Owns any HDF5 identifier. Every call on one file names that file in its errors.
class Handle {
public:
    Handle() = default;
    // Takes over `id`; throws InputError "<file>: <what>: <HDF5's own words>" where it is negative, and
    // bad_alloc where HDF5 got no memory: from then on nothing is closed.
    Handle(hid_t id, const std::string& file, const std::string& what);
    ~Handle() { close(); }
    Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
    Handle& operator=(Handle&& other) noexcept {
        if (this != &other) close();
        id_ = std::exchange(other.id_, -1);
        return *this;
    }
    operator hid_t() const { return id_; }
    void close();  // as the destructor, where failure does not matter: after reading, or when an error passes already
    // Throws the same where closing fails.
    void close(const std::string& file, const std::string& what);

private:
    hid_t id_ = -1;
};

// Throws the same where a call failed.
void check(herr_t status, const std::string& file, const std::string& what);

// Called before anything else: HDF5 neither prints to standard error by itself nor writes at exit.
void start();

// Fixed-length, null-padded, so that every reader sees the same bytes; ASCII where the text is.
Handle string_type(std::size_t length, bool ascii, const std::string& file);

void write_attribute(hid_t object, const std::string& file, const char* name, const std::string& text);
void write_attribute(hid_t object, const std::string& file, const char* name, hid_t type, const void* value,
                     std::size_t count = 1, bool scalar = true);

bool has_attribute(hid_t object, const char* name);
// Fixed- or variable-length text of a scalar or one-element attribute; empty where there is none.
std::string read_text_attribute(hid_t object, const std::string& file, const char* name);
std::vector<std::string> attribute_names(hid_t object, const std::string& file);  // sorted
bool has_link(hid_t group, const char* name);

// Names of the datasets directly in a group, sorted.
std::vector<std::string> dataset_names(hid_t group, const std::string& file);

// Extents of a dataset.
std::vector<hsize_t> shape_of(hid_t dataset, const std::string& file);

}  // namespace allways::hdf5
