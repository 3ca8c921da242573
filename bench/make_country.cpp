// SPDX-License-Identifier: Apache-2.0
// Makes a large map of small ones, to measure reading with.
//
//     make_country COUNTRY.osm.pbf COPIES MAP.osm.pbf …
// Writes the maps COPIES times beside each other, with ids and longitudes of their own, sorted by kind and id as files
// of countries are.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <osmium/io/any_output.hpp>
#include <osmium/io/pbf_input.hpp>
#include <osmium/io/reader.hpp>
#include <osmium/io/writer.hpp>
#include <osmium/osm/entity_bits.hpp>

#include "bench_main.h"

namespace {

using osmium::osm_entity_bits::type;

constexpr std::int64_t ids_of_a_copy = 20'000'000'000;
// In 1e-7 degrees; the maps are up to a degree wide.
constexpr std::int64_t width_of_a_copy = 10'000'000;
constexpr std::int64_t all_longitudes = 3'600'000'000;

std::int32_t moved_east(std::int32_t x, std::int64_t copy) {
    const std::int64_t moved = (std::int64_t{x} + all_longitudes / 2 + copy * width_of_a_copy) % all_longitudes;
    return static_cast<std::int32_t>(moved - all_longitudes / 2);
}

// Makes another copy of a buffer of objects.
void move(osmium::memory::Buffer& buffer, std::int64_t copy) {
    const std::int64_t more = copy * ids_of_a_copy;
    for (auto& object : buffer.select<osmium::OSMObject>()) {
        object.set_id(object.id() + more);
        if (object.type() == osmium::item_type::node) {
            auto& node = static_cast<osmium::Node&>(object);
            node.set_location({moved_east(node.location().x(), copy), node.location().y()});
        } else if (object.type() == osmium::item_type::way) {
            for (auto& ref : static_cast<osmium::Way&>(object).nodes()) ref.set_ref(ref.ref() + more);
        } else {
            for (auto& member : static_cast<osmium::Relation&>(object).members()) member.set_ref(member.ref() + more);
        }
    }
}

int run(int count, char** arguments) {
    if (count < 4) {
        std::fprintf(stderr, "usage: make_country COUNTRY.osm.pbf COPIES MAP.osm.pbf …\n");
        return EXIT_FAILURE;
    }
    const std::vector<std::string> maps(arguments + 3, arguments + count);
    const std::int64_t copies = std::stoll(arguments[2]);
    osmium::io::Header header;
    header.set("generator", "make_country");
    header.set("sorting", "Type_then_ID");
    osmium::io::Writer writer(std::string(arguments[1]), header, osmium::io::overwrite::allow);
    for (const type kind :
         {osmium::osm_entity_bits::node, osmium::osm_entity_bits::way, osmium::osm_entity_bits::relation}) {
        std::int64_t number = 0;
        for (std::int64_t copy = 0; copy < copies; ++copy) {
            for (const std::string& map : maps) {
                osmium::io::Reader reader(map, kind);
                while (osmium::memory::Buffer buffer = reader.read()) {
                    move(buffer, number);
                    writer(std::move(buffer));
                }
                reader.close();
                ++number;
            }
        }
    }
    writer.close();
    return EXIT_SUCCESS;
}

}  // namespace

int main(int count, char** arguments) {
    return allways::bench::run_main("make_country", [&] { return run(count, arguments); });
}
