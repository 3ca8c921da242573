// SPDX-License-Identifier: Apache-2.0
// Unpacks bzip2 for libosmium, whose own reader takes a file for cut short if a stream ends with the bytes that it has
// read so far.
#pragma once

#include <stdexcept>

namespace allways::importers::osm {

// The file ends inside a bzip2 stream.
struct Bzip2CutShort : std::runtime_error {
    Bzip2CutShort() : std::runtime_error("the bzip2 data end too early") {}
};

// Makes libosmium read bzip2 files by this stream. A file may be several streams, one after the other, as parallel
// programs write them. Throws, where libosmium reads, Bzip2CutShort, and std::runtime_error for damaged data.
void register_bzip2();

}  // namespace allways::importers::osm
