// Seeds for the fuzzers of OSM data: one small town in every container.
//     make_fuzz_seeds FOLDER        writes FOLDER/osm_xml/ and FOLDER/osm_pbf/
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include <osmium/io/pbf_output.hpp>
#include <osmium/io/reader.hpp>
#include <osmium/io/writer.hpp>
#include <osmium/io/xml_input.hpp>

namespace {

constexpr const char* town = R"(<?xml version='1.0' encoding='UTF-8'?>
<osm version='0.6' generator='seed'>
<bounds minlat='47' minlon='9' maxlat='47.1' maxlon='9.1'/>
<node id='1' version='1' lat='47.0001' lon='9.0001'/>
<node id='2' version='1' lat='47.0002' lon='9.0011'><tag k='barrier' v='bollard'/></node>
<node id='3' version='1' lat='47.0003' lon='9.0021'/>
<node id='-4' version='1' lat='47.0014' lon='9.0011'><tag k='barrier' v='gate'/><tag k='access' v='private'/></node>
<way id='10' version='2'><nd ref='1'/><nd ref='2'/><nd ref='3'/><tag k='highway' v='residential'/><tag k='name' v='A'/></way>
<way id='11' version='1'><nd ref='2'/><nd ref='-4'/><nd ref='5'/><tag k='highway' v='primary'/><tag k='oneway' v='yes'/><tag k='maxspeed' v='30 mph'/></way>
<way id='12' version='1'><nd ref='1'/><nd ref='-4'/><nd ref='1'/><tag k='highway' v='service'/><tag k='junction' v='roundabout'/></way>
<way id='13' version='1'><nd ref='3'/><nd ref='1'/><tag k='route' v='ferry'/><tag k='duration' v='00:20'/></way>
<way id='14' version='1'><nd ref='3'/><nd ref='-4'/><tag k='highway' v='cycleway'/><tag k='access:conditional' v='no @ (Mo-Fr)'/></way>
<relation id='20' version='1'><member type='way' ref='10' role='from'/><member type='node' ref='2' role='via'/><member type='way' ref='11' role='to'/><tag k='type' v='restriction'/><tag k='restriction' v='no_left_turn'/></relation>
</osm>
)";

void write_pbf(const std::string& path, const std::string& options) {
    osmium::io::Reader reader(osmium::io::File(town, std::string_view(town).size(), "osm"));
    osmium::io::Header header;
    header.set("generator", "seed");
    osmium::io::Writer writer(osmium::io::File(path, options), header, osmium::io::overwrite::allow);
    while (osmium::memory::Buffer buffer = reader.read()) writer(std::move(buffer));
    writer.close();
    reader.close();
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "make_fuzz_seeds FOLDER\n";
        return 2;
    }
    const std::filesystem::path folder(argv[1]);
    std::filesystem::create_directories(folder / "osm_xml");
    std::filesystem::create_directories(folder / "osm_pbf");
    std::ofstream(folder / "osm_xml" / "town.osm") << town;
    write_pbf(folder / "osm_pbf" / "dense.pbf", "pbf,pbf_compression=none");
    write_pbf(folder / "osm_pbf" / "nodes.pbf", "pbf,pbf_compression=none,pbf_dense_nodes=false");
    write_pbf(folder / "osm_pbf" / "bare.pbf", "pbf,pbf_compression=none,add_metadata=false");
    write_pbf(folder / "osm_pbf" / "zlib.pbf", "pbf");
}
