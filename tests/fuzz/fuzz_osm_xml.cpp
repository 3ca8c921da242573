// SPDX-License-Identifier: Apache-2.0
// OSM XML. Plain text only: gzip and bzip2 around it would hide it from the fuzzer.
#include "read_bytes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0 || data[0] != '<') return -1;
    allways::fuzz::read_as_osm(data, size);
    return 0;
}
