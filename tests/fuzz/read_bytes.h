// SPDX-License-Identifier: Apache-2.0
// Bytes → a file in memory → a network. Whatever the bytes are, the reader gives a network or throws Error; anything
// else ends the fuzzer.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "allways/base/error.h"
#include "allways/importers/read.h"

namespace allways::fuzz {

// A file that only memory holds, under a name that others can open.
class MemoryFile {
public:
    MemoryFile(const std::uint8_t* data, std::size_t size) : descriptor_(memfd_create("allways_fuzz", MFD_CLOEXEC)) {
        if (descriptor_ < 0 || write(descriptor_, data, size) != static_cast<ssize_t>(size)) std::abort();
    }
    ~MemoryFile() { close(descriptor_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

private:
    int descriptor_;
};

// Closes the files that were opened during its life and left open: libosmium 2.19 leaves a damaged PBF file open, and a
// fuzzer would run out of descriptors.
class Descriptors {
public:
    Descriptors() : first_(open("/dev/null", O_RDONLY | O_CLOEXEC)) { close(first_); }
    ~Descriptors() {
        for (int descriptor = first_; descriptor < first_ + 16; ++descriptor) close(descriptor);
    }
    Descriptors(const Descriptors&) = delete;
    Descriptors& operator=(const Descriptors&) = delete;

private:
    int first_;
};

// An arc's costs, texts and shape can be asked for.
inline void look_at(const RoadNetwork& network) {
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        if (network.tail[arc] >= network.node_count() || network.head[arc] >= network.node_count()) std::abort();
        for (const auto& column : network.columns) {
            const Decimal value = column.values[arc];
            if (!value.is_missing() && value.digits() < 0) std::abort();
        }
        if (network.shapes.has_shape(arc) && network.shapes.points(arc).size() < 2) std::abort();
        for (const auto& text : network.texts) (void)text.text(arc);
    }
}

// By one of the profiles, which the number of bytes chooses: all of them for each input would be three times as slow.
inline void read_as_osm(const std::uint8_t* data, std::size_t size) {
    constexpr const char* profiles[] = {"car", "bicycle", "foot"};
    const MemoryFile file(data, size);
    const Descriptors opened;
    ReadOptions options;
    options.format = "osm";
    options.profile = profiles[size % 3];
    if (size % 2 == 1) options.at = "2026-11-23T08:00";
    try {
        ImportReport report;
        look_at(read_network(file.path(), options, &report));
    } catch (const Error&) {
    }
}

}  // namespace allways::fuzz
