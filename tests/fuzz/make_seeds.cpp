// SPDX-License-Identifier: Apache-2.0
// Seeds for the fuzzers: small towns in every container of OSM data, and texts.
//     make_fuzz_seeds FOLDER        writes FOLDER/osm_xml/, osm_pbf/, opening_hours/, condition/, profile/, turns/ and
//     speeds/
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iostream>
#include <string>

#include <osmium/io/pbf_output.hpp>
#include <osmium/io/reader.hpp>
#include <osmium/io/writer.hpp>
#include <osmium/io/xml_input.hpp>

#include "allways/importers/osm_profiles.h"
#include "files/seed_texts.h"

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

// The fuzzer reads the time from four bytes before the hours.
constexpr std::initializer_list<const char*> hours = {"Mo-Fr 07:00-19:00,20:00-21:00; PH off",
                                                      "Mo[1],Tu[-1] 22:00-06:00",
                                                      "24/7",
                                                      "Nov-Mar: Sa,Su off || \"by call\"",
                                                      "Dec 24-Jan 6 18:00+",
                                                      "2026 Nov 23-2027 Feb 1",
                                                      "2026-2036/2 week 1-53/2 Mo",
                                                      "easter -2 days-easter +1 day unknown",
                                                      "SH,PH -1 day 08:00-sunset",
                                                      "Mar Su[-1]-Oct Su[-1] (sunrise+01:00)-20:00",
                                                      "7-19, Sa 8-12 closed"};
constexpr std::initializer_list<const char*> conditions = {"no @ (Mo-Fr 07:00-09:00,16:00-18:00; PH off)",
                                                           "50 @ (05:00-20:00); 60 @ (07:00-10:00)",
                                                           "none @ delivery; 3.5 @ (weight>7.5 AND hgv)",
                                                           "no @ (length >= 12 m OR (height<12'6\" AND wet))",
                                                           "yes @ (stay < 2 hours)",
                                                           "destination @ (snow; ice)",
                                                           "no_left_turn @ (axles=3)",
                                                           "-1 @ (12:00-24:00)",
                                                           "7500 kg",
                                                           "12 ft 6 in",
                                                           "3,5 t"};

void write_texts(const std::filesystem::path& folder, const std::string& before,
                 std::initializer_list<const char*> texts) {
    std::filesystem::create_directories(folder);
    int number = 0;
    for (const char* text : texts) std::ofstream(folder / std::to_string(++number)) << before << text;
}

void write_pbf(const std::string& path, const std::string& options, const std::string& text = town) {
    osmium::io::Reader reader(osmium::io::File(text.data(), text.size(), "osm"));
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
    std::ofstream(folder / "osm_xml" / "rules.osm") << fuzz::ruled_osm;
    write_pbf(folder / "osm_pbf" / "rules.pbf", "pbf,pbf_compression=none", fuzz::ruled_osm);
    write_texts(folder / "opening_hours", "\x33\x0a\x16\x08", hours);  // 1990-11-23 08:00
    write_texts(folder / "condition", "", conditions);
    std::filesystem::create_directories(folder / "profile");
    for (const char* name : {"car", "truck", "bicycle"}) {
        std::ofstream(folder / "profile" / (name + std::string(".toml"))) << allways::osm_profile_text(name);
    }
    write_texts(folder / "turns", "",
                {"from_arc,to_arc,kind\n1,2,forbidden\n2,3,mandatory\n",
                 "from_arc;to_arc;via_arcs;seconds;node;source\n1;2;;2.5;b;\"here; there\"\n",
                 "from_arc,via_arcs,to_arc\n1,\"{2,3}\",4\n4,,1\n",
                 "id,path,cost\n1,\"{1,2}\",-1\n2,\"{2,3,4}\",Infinity\n3,\"{3,4}\",12.5\n",
                 "target_id;via_path;to_cost\n2;1;1000000\n3;2,1;-1\n"});
    write_texts(folder / "speeds", "",
                {"1,2,30\n2,3,0,1.5\n3,4,7.25,,x\n", "from_osm_id,to_osm_id,speed_kmh,rate\n4,3,1e1\n",
                 "arc,reversed,speed_kmh\n7,1,30\n", "# closed\narc,cost\n7,inf\n8,2.5\n"});
    write_pbf(folder / "osm_pbf" / "dense.pbf", "pbf,pbf_compression=none");
    write_pbf(folder / "osm_pbf" / "nodes.pbf", "pbf,pbf_compression=none,pbf_dense_nodes=false");
    write_pbf(folder / "osm_pbf" / "bare.pbf", "pbf,pbf_compression=none,add_metadata=false");
    write_pbf(folder / "osm_pbf" / "zlib.pbf", "pbf");
}
