// SPDX-License-Identifier: Apache-2.0
// OSM PBF. The seeds are not compressed: a fuzzer does not guess its way through zlib.
#include "read_bytes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    allways::fuzz::read_as_osm(data, size);
    return 0;
}
