// SPDX-License-Identifier: Apache-2.0
#include "seeds.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

#include <gdal_utils.h>
#include <zlib.h>
#include <osmium/io/pbf_output.hpp>
#include <osmium/io/reader.hpp>
#include <osmium/io/writer.hpp>
#include <osmium/io/xml_input.hpp>

#include "libraries/open_dataset.h"
#include "seed_texts.h"
#include "support/source_folder.h"
#include "trial.h"

namespace fuzz {

namespace fs = std::filesystem;

namespace {

const std::vector<std::string> of_networks{"info {}",
                                           "info {} --json",
                                           "import {} -o out.gpkg",
                                           "convert {} out.graphml",
                                           "convert {} out.csv",
                                           "path {} --from 1 --to 3 -f csv",
                                           "path {} --from @8.0001,47 --to @8.0085,47.004 -f geojson",
                                           "solve {} -o out.omx",
                                           "solve {} -o out.factor --factor-only",
                                           "table {} --points 1,2,3 -o out.csv",
                                           "simplify {} -o out.gpkg",
                                           "components {}",
                                           "reach {} --from 1 --cutoff 5 -o out.geojson",
                                           "draw {} -o out.svg",
                                           "verify BASE/town.omx --network {}"};
const std::vector<std::string> of_rules{"info {} --at 2026-11-23T08:00 --turns full",
                                        "import {} -o out.gpkg --profile truck --at 2026-11-28T23:30",
                                        "import {} -o out.gpkg --profile bicycle --vehicle width=1,weight=0.1",
                                        "path {} --from 1 --to 3 --turns full -f csv",
                                        "explain {} --from 1 --to 3",
                                        "solve {} -o out.omx --turns restrictions"};
const std::vector<std::string> of_turns{"info BASE/town.gpkg --turns {}", "solve BASE/town.gpkg --turns {} -o out.omx",
                                        "path BASE/town.gpkg --from 1 --to 9 --turns {} -f csv",
                                        "import BASE/town.gpkg --turns {} -o out.gpkg --lenient"};
const std::vector<std::string> of_matrices{"info {}",
                                           "info {} --json",
                                           "solve {} -o out.omx",
                                           "convert {} out.omx",
                                           "convert {} out.npy",
                                           "convert {} out.mtx",
                                           "diff {} BASE/town.omx",
                                           "verify {} --network BASE/town.gpkg",
                                           "path {} --from 1 --to 3 -f csv"};
const std::vector<std::string> of_tables{"info {}",
                                         "info {} --json",
                                         "path {} --from 1 --to 9 -f csv",
                                         "path {} --from 1 --via 3 --to 9 -f text",
                                         "path {} --from @8.0001,47 --to 9 -f geojson",
                                         "path {} --from 1 --to 9 -o out.gpkg",
                                         "convert {} out.npy",
                                         "convert {} out.csv",
                                         "convert {} out.long.csv",
                                         "convert {} out.omx",
                                         "convert {} out.sqlite",
                                         "convert {} out.tsp --round",
                                         "convert {} out.desire.geojson",
                                         "verify {} --network BASE/town.gpkg",
                                         "diff {} BASE/town.omx",
                                         "table {} --points 1,3,9 -o out.omx",
                                         "reach {} --from 1 --cutoff 1 -o out.geojson",
                                         "draw {} -o out.svg",
                                         "draw {} --from 1 -o out.svg",
                                         "draw {} --from 1 --to 9 -o out.svg",
                                         "explain {} --from 1 --to 9",
                                         "convert {} out.gpkg"};
const std::vector<std::string> of_factors{"info {}",
                                          "info {} --json",
                                          "path {} --from 1 --to 9 -f csv",
                                          "path {} --pairs BASE/pairs.csv -f csv",
                                          "path {} --from @8.0001,47 --to 9 -f geojson",
                                          "table {} --points 1,3,9 -o out.omx",
                                          "table {} --points 1,3,9 -o out.csv",
                                          "table {} --points @8.0001,47,@8.0085,47.0041 -o out.csv",
                                          "explain {} --from 1 --to 9",
                                          "convert {} out.gpkg",
                                          "convert {} out.factor",
                                          "path {} --from 1 --via 3 --to 9 -f text",
                                          "path {} --from 1 --to 9 --alternatives 2 -f csv",
                                          "table {} --points 1,3,9 --skim length -o out.omx",
                                          "table {} --points 1,2,3,4,5,6 --skim length -o out.csv",
                                          "table {} --origins 1,2,3 --destinations 4,5,6,7 --nearest 2 -o out.csv",
                                          "reach {} --from 1 --cutoff 5 -o out.geojson",
                                          "draw {} -o out.svg",
                                          "draw {} --from 1 -o out.svg",
                                          "draw {} --from 1 --to 9 -o out.svg",
                                          "update {} --speeds BASE/costs.csv -o out.factor"};
const std::vector<std::string> of_points{
    "table BASE/town.gpkg --points {} -o out.csv", "table BASE/town.omx --points {} -o out.csv",
    "snap BASE/town.gpkg --points {} -o out.csv", "snap BASE/town.gpkg --points {} -o out.geojson"};

void write_text(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

void write_gzip(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    gzFile file = gzopen(path.c_str(), "wb9");
    gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
    gzclose(file);
}

void write_pbf(const fs::path& path, const std::string& options) {
    fs::create_directories(path.parent_path());
    const std::string_view town(village_osm);
    osmium::io::Reader reader(osmium::io::File(town.data(), town.size(), "osm"));
    osmium::io::Writer writer(osmium::io::File(path.string(), options), osmium::io::Header{},
                              osmium::io::overwrite::allow);
    while (osmium::memory::Buffer buffer = reader.read()) writer(std::move(buffer));
    writer.close();
    reader.close();
}

void run(const fs::path& folder, const std::string& line) {
    const Outcome made = run_command(split_words(line), folder);
    if (made.kind == Outcome::Kind::ok && made.exit_code == 0) return;
    throw std::runtime_error("'allways " + line + "' makes no seed: " + made.errors);
}

// A layer, by another driver.
void translate(const fs::path& from, const fs::path& to, const char* driver, std::string layer = "link") {
    fs::create_directories(to.parent_path());
    const allways::importers::gdal::Dataset source(GDALOpenEx(from.c_str(), GDAL_OF_VECTOR, nullptr, nullptr, nullptr));
    std::string name(driver);
    std::string option("-f");
    char* arguments[] = {option.data(), name.data(), layer.data(), nullptr};
    GDALVectorTranslateOptions* options = GDALVectorTranslateOptionsNew(arguments, nullptr);
    GDALDatasetH input = source.get();
    const allways::importers::gdal::Dataset result(
        GDALVectorTranslate(to.c_str(), nullptr, 1, &input, options, nullptr));
    GDALVectorTranslateOptionsFree(options);
    if (result == nullptr) throw std::runtime_error("no seed " + to.string());
}

}  // namespace

std::vector<Kind> make_seeds(const fs::path& folder) {
    for (const auto& [path, text] : seed_texts()) write_text(folder / path, text);
    std::string grown;
    for (const auto& [path, text] : seed_texts()) {
        if (path == "edge-list/town.csv") grown = text;
    }
    write_gzip(folder / "edge-list-gz/town.csv.gz", grown);
    write_gzip(folder / "osm-xml-gz/town.osm.gz", village_osm);
    for (const char* name : {"osm-pbf", "osm-pbf-plain", "osm-pbf-nodes"}) {
        const bool plain = std::string_view(name) != "osm-pbf";
        const bool nodes = std::string_view(name) == "osm-pbf-nodes";
        const std::string options =
            std::string("pbf") + (plain ? ",pbf_compression=none" : "") + (nodes ? ",pbf_dense_nodes=false" : "");
        in_child([&] { write_pbf(folder / name / "town.osm.pbf", options); });
    }
    const fs::path base = folder / "base";
    write_text(base / "town.osm", village_osm);
    write_text(base / "pairs.csv", "1,9\n3,6\n9,3\n");
    write_text(base / "costs.csv", "arc,cost\n1,12\n2,inf\n");
    run(base, "import town.osm -o town.gpkg");
    run(base, "solve town.gpkg -o town.omx --skim length");
    const auto make = [&](const std::string& kind, const std::string& line) {
        fs::create_directories(folder / kind);
        std::string with_base = line;
        for (std::size_t at; (at = with_base.find("BASE")) != with_base.npos;) with_base.replace(at, 4, base.string());
        run(folder / kind, with_base);
    };
    make("gpkg", "import BASE/town.osm -o town.gpkg --order");
    make("gpkg-rules", "import " + (folder / "osm-xml-rules/town.osm").string() + " -o town.gpkg --turns full");
    make("gmns-rules", "convert " + (folder / "gpkg-rules/town.gpkg").string() + " town.gmns --lossy");
    make("omx-rules", "solve " + (folder / "gpkg-rules/town.gpkg").string() + " -o town.omx");
    make("gmns", "convert BASE/town.gpkg town.gmns --lossy");
    make("graphml-own", "convert BASE/town.gpkg town.graphml --lossy");
    make("edge-list-own", "convert BASE/town.gpkg town.csv -f edge-list --lossy");
    make("omx", "solve BASE/town.gpkg -o town.omx --skim length");
    make("omx-float", "solve BASE/town.gpkg -o town.omx --cost-type float64");
    make("omx-centroids", "solve " + (folder / "tntp/town_net.tntp").string() + " -o town.omx --cost time");
    make("omx-matrix", "solve " + (folder / "tsplib/town.tsp").string() + " -o town.omx");
    make("omx-part", "table BASE/town.gpkg --origins 1,3 --destinations 9,7,6 -o town.omx --skim length");
    make("factor", "solve BASE/town.gpkg -o town.factor --factor-only");
    make("factor-float", "solve BASE/town.gpkg -o town.factor --factor-only --cost-type float32");
    make("factor-centroids",
         "solve " + (folder / "tntp/town_net.tntp").string() + " -o town.factor --factor-only --cost time");
    make("factor-sums", "solve BASE/town.gpkg -o town.factor --factor-only --skim length");
    make("factor-rules",
         "solve " + (folder / "gpkg-rules/town.gpkg").string() + " -o town.factor --factor-only --skim length");
    make("factor-classes",
         "solve " + (folder / "zeros/town.csv").string() + " -o town.factor --factor-only --cost cost --skim length");
    make("npy", "convert BASE/town.omx town.npy");
    make("table-csv", "convert BASE/town.omx town.csv");
    make("csv-long", "convert BASE/town.omx town.long.csv");
    make("sqlite", "convert BASE/town.omx town.sqlite");
    make("table-tsp", "convert BASE/town.omx town.tsp --round --unreachable 999999");
    make("points-gpkg",
         "snap BASE/town.gpkg --points " + (folder / "points-csv/points.csv").string() + " -o points.gpkg");
    in_child([&] {
        translate(base / "town.gpkg", folder / "shapefile/roads.shp", "ESRI Shapefile");
        translate(base / "town.gpkg", folder / "flatgeobuf/roads.fgb", "FlatGeobuf");
        translate(base / "town.gpkg", folder / "gpkg-roads/roads.gpkg", "GPKG");
        translate(folder / "edge-list/town.csv", folder / "edge-list-database/town.sqlite", "SQLite", "town");
    });
    fs::create_directories(folder / "profile");
    std::ifstream car(fs::path(allways::testing::source_folder()) / "importers/profiles/car.toml");
    std::stringstream text;
    text << car.rdbuf();
    write_text(folder / "profile/car.toml", text.str());

    std::vector<Kind> kinds;
    const auto add = [&](const std::string& name, const std::string& main, const std::vector<std::string>& lines) {
        kinds.push_back({name, main, lines});
    };
    for (const char* name : {"osm-pbf", "osm-pbf-plain", "osm-pbf-nodes"}) add(name, "town.osm.pbf", of_networks);
    add("osm-xml", "town.osm", of_networks);
    add("osm-xml-gz", "town.osm.gz", of_networks);
    add("osm-xml-rules", "town.osm", of_rules);
    add("overture", "segments.geojson", of_rules);
    add("gpkg-rules", "town.gpkg", of_networks);
    add("gmns-rules", "town.gmns", of_networks);
    add("turns", "turns.csv", of_turns);
    for (const char* name : {"turns-pgrouting", "turns-pgrouting-old"}) add(name, "restrictions.csv", of_turns);
    add("dimacs", "town.gr", of_networks);
    add("tntp", "town_net.tntp", of_networks);
    add("gmns", "town.gmns", of_networks);
    add("edge-list", "town.csv", of_networks);
    add("edge-list-snap", "town.txt", of_networks);
    add("edge-list-gz", "town.csv.gz", of_networks);
    add("edge-list-own", "town.csv", of_networks);
    add("edge-list-database", "town.sqlite", {"info {} -F edge-list", "convert {} out.gmns -F edge-list"});
    add("metis", "town.graph", of_networks);
    add("matrix-market", "town.mtx", of_networks);
    add("graphml", "town.graphml", of_networks);
    add("graphml-own", "town.graphml", of_networks);
    add("gpkg", "town.gpkg", of_networks);
    add("gpkg-roads", "roads.gpkg", of_networks);
    add("geojson", "roads.geojson", of_networks);
    add("shapefile", "roads.shp", of_networks);
    add("flatgeobuf", "roads.fgb", of_networks);
    add("tsplib", "town.tsp", of_matrices);
    add("tsplib-places", "town.tsp", of_matrices);
    add("matrix-csv", "town.csv", of_matrices);
    add("npy", "town.npy", of_matrices);
    add("table-csv", "town.csv", of_matrices);
    add("csv-long", "town.long.csv", of_matrices);
    add("sqlite", "town.sqlite", of_matrices);
    add("table-tsp", "town.tsp", of_matrices);
    for (const char* name : {"omx", "omx-rules", "omx-float", "omx-centroids", "omx-matrix", "omx-part"})
        add(name, "town.omx", of_tables);
    for (const char* name :
         {"factor", "factor-float", "factor-centroids", "factor-sums", "factor-rules", "factor-classes"})
        add(name, "town.factor", of_factors);
    add("points-csv", "points.csv", of_points);
    add("points-geojson", "points.geojson", of_points);
    add("points-gpkg", "points.gpkg", of_points);
    add("nodes-list", "nodes.txt",
        {"table BASE/town.gpkg --points @{} -o out.csv", "info BASE/town.gpkg --no-through @{}"});
    add("pairs", "pairs.csv",
        {"path BASE/town.gpkg --pairs {} -f csv", "path BASE/town.omx --pairs {} -f csv",
         "table BASE/town.gpkg --pairs {} -o out.long.csv"});
    add("profile", "car.toml", {"info BASE/town.osm --profile {}", "import BASE/town.osm --profile {} -o out.gpkg"});
    return kinds;
}

}  // namespace fuzz
