// SPDX-License-Identifier: Apache-2.0
// Tables of turn rules beside a network of four streets around a square, two of them both ways.
#include "read_bytes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace allways;
    static constexpr std::string_view square =
        "id,from,to,cost\n1,a,b,1\n2,b,c,1\n2,c,b,1\n3,c,d,1\n4,d,a,1\n4,a,d,1\n5,b,d,2\n";
    static const fuzz::MemoryFile network(reinterpret_cast<const std::uint8_t*>(square.data()), square.size());
    const fuzz::MemoryFile rules(data, size);
    ReadOptions options;
    options.format = "edge-list";
    options.id_field = "id";
    options.turns = rules.path();
    options.lenient = size % 2 == 1;
    try {
        const RoadNetwork read = read_network(network.path(), options);
        for (const ArcIndex arc : read.turns.arcs) {
            if (arc >= read.arc_count()) std::abort();
        }
    } catch (const Error&) {
    }
    return 0;
}
