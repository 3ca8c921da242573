// SPDX-License-Identifier: Apache-2.0
#include "seed_texts.h"

namespace fuzz {

const char* const village_osm = R"osm(<?xml version="1.0" encoding="UTF-8"?>
<osm version="0.6" generator="seed">
<bounds minlat="46.99" minlon="7.99" maxlat="47.01" maxlon="8.03"/>
<node id="1" lat="47.0000" lon="8.0000"/><node id="2" lat="47.0000" lon="8.0040"/><node id="3" lat="47.0000" lon="8.0080"/>
<node id="4" lat="46.9996" lon="8.0085"/><node id="5" lat="47.0000" lon="8.0090"/><node id="6" lat="47.0004" lon="8.0085"/>
<node id="7" lat="47.0005" lon="8.0140"/><node id="8" lat="47.0040" lon="8.0085"/><node id="9" lat="47.0040" lon="8.0040"/>
<node id="10" lat="47.0040" lon="8.0000"><tag k="barrier" v="gate"/><tag k="access" v="private"/></node>
<way id="101"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="secondary"/><tag k="name" v="High Street"/><tag k="maxspeed" v="50"/></way>
<way id="102"><nd ref="3"/><nd ref="4"/><nd ref="5"/><nd ref="6"/><nd ref="3"/><tag k="highway" v="secondary"/><tag k="junction" v="roundabout"/></way>
<way id="103"><nd ref="5"/><nd ref="7"/><tag k="route" v="ferry"/><tag k="duration" v="00:06"/></way>
<way id="104"><nd ref="6"/><nd ref="8"/><nd ref="9"/><tag k="highway" v="tertiary"/><tag k="maxspeed" v="30 mph"/></way>
<way id="105"><nd ref="2"/><nd ref="9"/><tag k="highway" v="residential"/><tag k="oneway" v="yes"/></way>
<way id="106"><nd ref="9"/><nd ref="10"/><nd ref="1"/><tag k="highway" v="residential"/><tag k="access:conditional" v="no @ (Mo-Fr)"/></way>
<relation id="201"><member type="way" ref="101" role="from"/><member type="node" ref="2" role="via"/><member type="way" ref="105" role="to"/>
<tag k="type" v="restriction"/><tag k="restriction" v="no_left_turn"/></relation>
</osm>
)osm";

const char* const ruled_osm = R"osm(<?xml version="1.0" encoding="UTF-8"?>
<osm version="0.6" generator="seed">
<node id="1" lat="47.0000" lon="8.0000"/><node id="2" lat="47.0000" lon="8.0040"><tag k="highway" v="traffic_signals"/></node>
<node id="3" lat="47.0000" lon="8.0080"/><node id="9" lat="47.0040" lon="8.0040"><tag k="highway" v="stop"/><tag k="direction" v="forward"/></node>
<node id="4" lat="47.0020" lon="8.0040"><tag k="barrier" v="lift_gate"/><tag k="access" v="customers"/><tag k="motorcar:conditional" v="no @ (22:00-06:00)"/></node>
<node id="5" lat="47.0020" lon="8.0080"><tag k="highway" v="turning_circle"/><tag k="maxheight:conditional" v="1.9 @ (Sa,Su)"/></node>
<node id="6" lat="47.0040" lon="8.0080"/><node id="7" lat="47.0040" lon="8.0000"><tag k="railway" v="level_crossing"/></node>
<way id="101"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="secondary"/><tag k="maxspeed:conditional" v="30 @ (Mo-Fr 07:00-17:00; PH off); 50 @ wet"/></way>
<way id="102"><nd ref="2"/><nd ref="4"/><nd ref="9"/><tag k="highway" v="residential"/><tag k="maxweight" v="7.5"/><tag k="maxweight:conditional" v="none @ (delivery); 1.5 t @ (Mo 06:00-10:00)"/></way>
<way id="103"><nd ref="3"/><nd ref="5"/><nd ref="6"/><tag k="highway" v="residential"/><tag k="access:conditional" v="destination @ (weight&gt;3.5 AND Oct 15-Mar 31); no @ (sunset-sunrise)"/></way>
<way id="104"><nd ref="6"/><nd ref="9"/><nd ref="7"/><tag k="highway" v="tertiary"/><tag k="oneway" v="reversible"/><tag k="oneway:conditional" v="yes @ (00:00-12:00); -1 @ (12:00-24:00)"/></way>
<way id="105"><nd ref="7"/><nd ref="1"/><tag k="highway" v="residential"/><tag k="motor_vehicle" v="private"/><tag k="maxheight:forward" v="12'6&quot;"/></way>
<relation id="201"><member type="way" ref="101" role="from"/><member type="node" ref="2" role="via"/><member type="way" ref="102" role="to"/>
<tag k="type" v="restriction"/><tag k="restriction:conditional" v="no_left_turn @ (Mo-Fr 07:00-09:00,16:00-18:00)"/></relation>
<relation id="202"><member type="way" ref="101" role="from"/><member type="way" ref="103" role="via"/><member type="way" ref="104" role="to"/>
<tag k="type" v="restriction"/><tag k="restriction" v="only_left_turn"/><tag k="except" v="bicycle;psv"/></relation>
<relation id="203"><member type="way" ref="104" role="from"/><member type="way" ref="105" role="from"/><member type="node" ref="7" role="via"/><member type="way" ref="105" role="to"/>
<tag k="type" v="restriction"/><tag k="restriction:motorcar" v="no_entry"/><tag k="hour_on" v="07:00"/><tag k="hour_off" v="09:00"/></relation>
<relation id="204"><member type="way" ref="103" role="from"/><member type="node" ref="3" role="via"/><member type="way" ref="103" role="to"/>
<tag k="type" v="restriction"/><tag k="restriction" v="no_u_turn"/></relation>
</osm>
)osm";

const char* const ruled_overture = R"json({"type":"FeatureCollection","features":[
{"type":"Feature","id":"A","geometry":{"type":"LineString","coordinates":[[8.0,47.0],[8.002,47.0],[8.004,47.0]]},"properties":{
"theme":"transportation","type":"segment","subtype":"road","class":"primary","connectors":[{"connector_id":"1","at":0},
{"connector_id":"3","at":1}],"speed_limits":[{"max_speed":{"value":50,"unit":"km/h"},"between":[0,0.5],"when":{"mode":["car"]}}],
"names":{"primary":"A","rules":[{"variant":"common","value":"B","between":[0.5,1]}]},"routes":[{"ref":"E 1"}],
"prohibited_transitions":[{"sequence":[{"connector_id":"3","segment_id":"B"}],"final_heading":"forward"}]}},
{"type":"Feature","id":"B","geometry":{"type":"LineString","coordinates":[[8.004,47.0],[8.006,47.002],[8.0085,47.004]]},
"properties":{"theme":"transportation","type":"segment","subtype":"road","class":"residential","connectors":[{"connector_id":"3",
"at":0},{"connector_id":"9","at":1}],"access_restrictions":[{"access_type":"denied","when":{"heading":"backward",
"during":"Mo-Fr 07:00-09:00"}},{"access_type":"denied","when":{"vehicle":[{"dimension":"weight","comparison":"greater_than",
"value":7.5,"unit":"t"}]}}],"width_rules":[{"value":4}],"road_flags":[{"values":["is_bridge"],"between":[0.2,0.4]}]}},
{"type":"Feature","id":"3","geometry":{"type":"Point","coordinates":[8.004,47.0]},"properties":{"theme":"transportation",
"type":"connector"}}
]}
)json";

std::vector<std::pair<std::string, std::string>> seed_texts() {
    return {
        {"osm-xml/town.osm", village_osm},
        {"osm-xml-rules/town.osm", ruled_osm},
        {"turns/turns.csv",
         "# rules beside a network\nfrom_arc,to_arc,via_arcs,kind,seconds,node,source\n"
         "1,8,,forbidden,,2,\"no left, ever\"\n1,2,,mandatory,,,\n2,3,,,4.5,,\n8,7,{},forbidden,,9,\n"
         "1,3,{2},forbidden,,,\n"},
        {"turns-pgrouting/restrictions.csv",
         "id,path,cost\n1,\"{1,8}\",-1\n2,\"{1,2,3}\",Infinity\n3,\"{2,3}\",12.5\n"},
        {"turns-pgrouting-old/restrictions.csv", "target_id;via_path;to_cost\n8;1;1000000\n3;2,1;-1\n"},
        {"dimacs/town.gr",
         "c a square and a tail\np sp 5 7\na 1 2 3\na 2 1 3\na 2 3 4\na 3 4 1\na 4 1 2\na 4 2 0\na 3 5 9\n"},
        {"dimacs/town.co",
         "c places\np aux sp co 5\nv 1 8000000 47000000\nv 2 8004000 47000000\nv 3 8008000 47000000\n"
         "v 4 8008000 47004000\nv 5 8012000 47004000\n"},
        {"tntp/town_net.tntp",
         "<NUMBER OF ZONES> 2\n<NUMBER OF NODES> 5\n<FIRST THRU NODE> 3\n<NUMBER OF LINKS> 6\n"
         "<ORIGINAL HEADER>~ \tInit node \tTerm node \tCapacity (veh/h) \tLength (mi) \tFree Flow Time (min) \tB "
         "\tPower "
         "\tSpeed limit (ft/min) \tToll \tType \t;\n<END OF METADATA>\n\n~ \tinit_node \tterm_node \tcapacity \tlength "
         "\tfree_flow_time \tb \tpower \tspeed \ttoll \tlink_type \t;\n"
         "\t1\t3\t1000\t0.5\t1.25\t0.15\t4\t0\t0\t1\t;\n\t3\t4\t1000\t1.5\t2\t0.15\t4\t0\t0\t1\t;\n"
         "\t4\t5\t800\t1\t1.75\t0.15\t4\t0\t0\t2\t;\n\t5\t3\t800\t1\t1.75\t0.15\t4\t0\t0\t2\t;\n"
         "\t4\t2\t1000\t0.5\t1\t0.15\t4\t0\t0\t1\t;\n\t2\t4\t1000\t0.5\t1\t0.15\t4\t0\t0\t1\t;\n"},
        {"tntp/town_node.tntp", "Node\tX\tY\t;\n1\t0\t0\t;\n2\t3\t0\t;\n3\t1\t1\t;\n4\t2\t1\t;\n5\t2\t2\t;\n"},
        {"edge-list/town.csv",
         "from,to,cost,length,name\na,b,1.5,100,High Street\nb,c,2.25,150,\"Mill, Road\"\n"
         "c,a,3,200,\nc,d,0.5,20,Lane\nd,a,-1,7,\"\"\n"},
        {"zeros/town.csv",  // cycles of zero cost, and a negative cost
         "from,to,cost,length\n1,2,0,100\n2,1,0,100\n2,3,5,50\n3,4,0,30\n4,5,0,20\n5,3,0,10\n5,6,-2,70\n6,7,3,80\n"
         "7,8,0,90\n8,7,0,90\n8,9,4,40\n9,1,1,60\n3,2,6,50\n6,5,9,70\n"},
        {"edge-list-snap/town.txt", "# Nodes: 4 Edges: 5\n# FromNodeId\tToNodeId\n1\t2\n2\t3\n3\t1\n3\t4\n4\t2\n"},
        {"metis/town.graph", "% five nodes\n5 5 001\n2 3 3 4\n1 3 3 2\n1 4 2 2 4 7\n3 7 5 1\n4 1\n"},
        {"matrix-market/town.mtx",
         "%%MatrixMarket matrix coordinate real general\n% arcs\n5 5 6\n1 2 1.5\n2 3 2\n3 1 0.25\n3 4 1\n4 5 2\n5 1 "
         "3\n"},
        {"tsplib/town.tsp",
         "NAME: town\nTYPE: ATSP\nCOMMENT: five\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: "
         "FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 3 5 7\n3 0 2 4\n5 2 0 6\n7 4 6 0\nEOF\n"},
        {"tsplib-places/town.tsp",
         "NAME: town\nTYPE: TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: GEO\nNODE_COORD_SECTION\n"
         "1 16.47 96.10\n2 16.47 94.44\n3 20.09 92.54\n4 22.39 93.37\nEOF\n"},
        {"matrix-csv/town.csv", "id,a,b,c\na,0,1.5,\nb,2,0,3.25\nc,inf,4,0\n"},
        {"graphml/town.graphml",
         "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
         "<key id=\"d0\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"><default>2</default></key>\n"
         "<key id=\"d1\" for=\"node\" attr.name=\"x\" attr.type=\"double\"/><key id=\"d2\" for=\"node\" "
         "attr.name=\"y\" "
         "attr.type=\"double\"/>\n<key id=\"d3\" for=\"edge\" attr.name=\"name\" attr.type=\"string\"/>\n"
         "<graph edgedefault=\"directed\">\n<node id=\"1\"><data key=\"d1\">8.0</data><data "
         "key=\"d2\">47</data></node>\n"
         "<node id=\"2\"><data key=\"d1\">8.1</data><data key=\"d2\">47</data></node>\n"
         "<node id=\"3\"><data key=\"d1\">8.1</data><data key=\"d2\">47.1</data></node>\n"
         "<edge source=\"1\" target=\"2\"><data key=\"d0\">1.5</data><data key=\"d3\">A &amp; B</data></edge>\n"
         "<edge source=\"2\" target=\"3\"/><edge source=\"3\" target=\"1\"><data key=\"d0\">4</data></edge>\n"
         "</graph></graphml>\n"},
        {"points-csv/points.csv",
         "id,lon,lat\ndepot,8.0001,46.9999\nmill,8.0085,47.0041\n\"an, other\",8.004,47.004\n"},
        {"points-geojson/points.geojson",
         "{\"type\":\"FeatureCollection\",\"features\":[\n{\"type\":\"Feature\",\"properties\":{\"id\":\"depot\"},"
         "\"geometry\":"
         "{\"type\":\"Point\",\"coordinates\":[8.0001,46.9999]}},\n{\"type\":\"Feature\",\"properties\":{\"id\":2},"
         "\"geometry\":{\"type\":\"Point\",\"coordinates\":[8.0085,47.0041]}}]}\n"},
        {"nodes-list/nodes.txt", "# some\n1\n3,7\n9\n"},
        {"pairs/pairs.csv", "from,to\n1,9\n3,@8.0085,47.0041\n9,3\n\"7\",1\n"},
        {"overture/segments.geojson", ruled_overture},
        {"geojson/roads.geojson",
         "{\"type\":\"FeatureCollection\",\"features\":[\n{\"type\":\"Feature\",\"properties\":{\"name\":\"A\","
         "\"maxspeed\":50,"
         "\"oneway\":\"F\"},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[8.0,47.0],[8.004,47.0]]}},\n"
         "{\"type\":\"Feature\",\"properties\":{\"name\":\"B\",\"maxspeed\":30,\"oneway\":\"B\"},\"geometry\":{"
         "\"type\":"
         "\"MultiLineString\",\"coordinates\":[[[8.004,47.0],[8.006,47.002],[8.008,47.0]],[[8.004,47.0],[8.004,47.004]]"
         "]}},\n"
         "{\"type\":\"Feature\",\"properties\":{\"name\":null,\"maxspeed\":null,\"oneway\":\"T\"},\"geometry\":{"
         "\"type\":"
         "\"LineString\",\"coordinates\":[[8.008,47.0],[8.0,47.0]]}}]}\n"},
    };
}

}  // namespace fuzz
