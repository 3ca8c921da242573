// Routes as a GeoPackage in the network's own reference system: layer path, a line a route, and layer path_leg, a line
// a leg.
#include <filesystem>

#include <cpl_error.h>
#include <gdal_priv.h>
#include <ogr_spatialref.h>
#include <ogrsf_frmts.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "export/atomic_file.h"
#include "fields.h"
#include "gdal_library.h"
#include "natural_text.h"
#include "routes/line.h"
#include "routes/road_facts.h"
#include "routes/route_formats.h"
#include "routes/values.h"

namespace allways::tools {

namespace {

// GDAL wants the suffix, and SQLite puts files of its own beside it.
class ScratchDatabase {
public:
    explicit ScratchDatabase(const std::string& beside) : path_(beside + ".gpkg") { remove(); }
    ~ScratchDatabase() { remove(); }
    ScratchDatabase(const ScratchDatabase&) = delete;
    ScratchDatabase& operator=(const ScratchDatabase&) = delete;
    const std::string& path() const { return path_; }

private:
    void remove() const {
        std::error_code ignored;
        for (const char* suffix : {"", "-journal", "-wal", "-shm"}) std::filesystem::remove(path_ + suffix, ignored);
    }
    std::string path_;
};

class GeoPackage {
public:
    GeoPackage(const std::string& path, const std::string& name, const RouteSource& source)
        : name_(name), source_(source), facts_(source.arcs()) {
        gdal::start();
        GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("GPKG");
        if (driver == nullptr) throw InputError(name_, 0, "cannot be written: this GDAL has no GeoPackage driver");
        file_.reset(driver->Create(path.c_str(), 0, 0, 0, GDT_Unknown, nullptr));
        if (!file_) fail();
        if (!source.crs().empty()) {
            system_.emplace();
            if (system_->SetFromUserInput(source.crs().c_str()) != OGRERR_NONE) fail();
            system_->SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
        }
        if (!source.attribution().empty() &&
            file_->SetMetadataItem("ATTRIBUTION", source.attribution().c_str()) != CE_None) {
            fail();
        }
        check(file_->StartTransaction());
        make_path_layer();
        make_leg_layer();
    }

    void add(const Route& route, std::int64_t number) {
        add_path(route, number);
        double sum = 0;
        Decimal length;
        Decimal time;
        for (std::size_t step = 0; step < route.legs.size(); ++step) {
            const PathLeg& leg = route.legs[step];
            sum += leg.cost;
            Row row(*this, *legs_);
            row.set("route", number);
            row.set("step", static_cast<std::int64_t>(step + 1));
            set_node(row, "from", leg.from);
            set_node(row, "to", leg.to);
            if (facts_.has_arc(leg)) {
                row.set_id("arc", source_.arcs().arc_ids, static_cast<std::uint32_t>(leg.arc));
                row.set("reversed", std::int64_t{facts_.is_reversed(leg)});
            }
            row.set("name", facts_.name(leg));
            row.set("ref", facts_.ref(leg));
            if (const auto way = parse_whole(facts_.way(leg))) row.set("osm_way_id", *way);
            row.set("cost", natural(leg.cost));
            row.set("cost_sum", natural(sum));
            if (facts_.length()) {
                length = length + facts_.length()->of(leg);
                row.set(facts_.length()->key, facts_.length()->of(leg));
                row.set(facts_.length()->key + "_sum", length);
            }
            if (facts_.time()) {
                time = time + facts_.time()->of(leg);
                row.set(facts_.time()->key, facts_.time()->of(leg));
                row.set(facts_.time()->key + "_sum", time);
            }
            row.add(line_of(source_, leg));
        }
    }

    void close() {
        check(file_->CommitTransaction());
        CPLErrorReset();
        file_.reset();  // the last pages are written here
        if (quiet_.failed()) fail();
    }

private:
    // One feature being filled; values that are not known stay null.
    class Row {
    public:
        Row(GeoPackage& file, OGRLayer& layer)
            : file_(file), layer_(layer), feature_(OGRFeature::CreateFeature(layer.GetLayerDefn())) {}
        void set(const std::string& field, std::int64_t value) {
            feature_->SetField(field.c_str(), static_cast<GIntBig>(value));
        }
        void set(const std::string& field, double value) { feature_->SetField(field.c_str(), value); }
        void set(const std::string& field, const Decimal& value) {
            if (!value.is_missing()) set(field, value.to_double());
        }
        void set(const std::string& field, std::string_view text) {
            if (!text.empty()) feature_->SetField(field.c_str(), std::string(text).c_str());
        }
        void set_id(const std::string& field, const IdTable& ids, std::uint32_t index) {
            if (ids.is_numeric()) {
                set(field, ids.numbers()[index]);
            } else {
                set(field, std::string_view(ids.text(index)));
            }
        }
        void add(const std::vector<Coordinate>& points) {
            if (!points.empty()) {
                OGRLineString line;
                for (const Coordinate point : points) line.addPoint(point.x, point.y);
                feature_->SetGeometry(&line);
            }
            file_.check(layer_.CreateFeature(feature_.get()));
        }

    private:
        GeoPackage& file_;
        OGRLayer& layer_;
        OGRFeatureUniquePtr feature_;
    };

    [[noreturn]] void fail() const { throw InputError(name_, 0, format("cannot be written: {}", quiet_.message())); }
    void check(OGRErr status) const {
        if (status != OGRERR_NONE) fail();
    }

    double natural(double raw) const { return natural_value(raw, source_.scale()); }

    OGRLayer& make_layer(const char* name) {
        OGRLayer* layer = file_->CreateLayer(name, system_ ? &*system_ : nullptr, wkbLineString, nullptr);
        if (layer == nullptr) fail();
        return *layer;
    }
    void field(OGRLayer& layer, const std::string& name, OGRFieldType type) {
        OGRFieldDefn definition(name.c_str(), type);
        check(layer.CreateField(&definition));
    }
    void id_field(OGRLayer& layer, const std::string& name, const IdTable& ids) {
        field(layer, name, ids.is_numeric() ? OFTInteger64 : OFTString);
    }

    void make_path_layer() {
        paths_ = &make_layer("path");
        field(*paths_, "route", OFTInteger64);
        id_field(*paths_, "from", source_.node_ids());
        field(*paths_, "via", OFTString);
        id_field(*paths_, "to", source_.node_ids());
        field(*paths_, "reachable", OFTInteger);
        field(*paths_, "cost_name", OFTString);
        field(*paths_, "unit", OFTString);
        field(*paths_, "cost", OFTReal);
        for (const auto& measure : {facts_.length(), facts_.time()}) {
            if (measure) field(*paths_, measure->key, OFTReal);
        }
        field(*paths_, "arcs", OFTInteger64);
        field(*paths_, "roads", OFTString);
        for (const char* end : {"from", "to"}) {
            field(*paths_, format("{}_position", end), OFTString);
            field(*paths_, format("{}_away", end), OFTReal);
        }
    }

    void make_leg_layer() {
        legs_ = &make_layer("path_leg");
        field(*legs_, "route", OFTInteger64);
        field(*legs_, "step", OFTInteger64);
        id_field(*legs_, "from", source_.node_ids());
        id_field(*legs_, "to", source_.node_ids());
        id_field(*legs_, "arc", source_.arcs().arc_ids);
        field(*legs_, "reversed", OFTInteger);
        for (const char* text : {"name", "ref"}) field(*legs_, text, OFTString);
        field(*legs_, "osm_way_id", OFTInteger64);
        for (const char* number : {"cost", "cost_sum"}) field(*legs_, number, OFTReal);
        for (const auto& measure : {facts_.length(), facts_.time()}) {
            if (!measure) continue;
            field(*legs_, measure->key, OFTReal);
            field(*legs_, measure->key + "_sum", OFTReal);
        }
    }

    void add_path(const Route& route, std::int64_t number) {
        Row row(*this, *paths_);
        row.set("route", number);
        set_node(row, "from", route.stops.front().node);
        set_node(row, "to", route.stops.back().node);
        std::vector<std::string> via;
        for (std::size_t at = 1; at + 1 < route.stops.size(); ++at) {
            via.push_back(stop_text(source_, route.stops[at]));
        }
        row.set("via", std::string_view(joined(via)));
        row.set("reachable", std::int64_t{route.reachable});
        row.set("cost_name", std::string_view(source_.scale().name));
        row.set("unit", std::string_view(source_.scale().unit));
        row.set("arcs", static_cast<std::int64_t>(route.legs.size()));
        row.set("roads", std::string_view(joined(road_names(facts_, route))));
        if (route.reachable) {
            row.set("cost", natural(route.distance));
            for (const auto& measure : {facts_.length(), facts_.time()}) {
                if (measure) row.set(measure->key, measure->sum(route.legs));
            }
        }
        add_position(row, "from", route.stops.front());
        add_position(row, "to", route.stops.back());
        row.add(line_of(source_, route));
    }

    // A point on a road has no id: its position is told.
    void set_node(Row& row, const char* name, NodeIndex node) const {
        if (!source_.is_point(node)) row.set_id(name, source_.node_ids(), node);
    }

    void add_position(Row& row, const std::string& end, const Stop& stop) {
        if (!stop.asked) return;
        row.set(end + "_position", std::string_view(stop.asked->text));
        row.set(end + "_away", stop.asked->distance);
    }

    gdal::QuietErrors quiet_;
    std::string name_;
    const RouteSource& source_;
    RoadFacts facts_;
    std::unique_ptr<GDALDataset> file_;
    std::optional<OGRSpatialReference> system_;
    OGRLayer* paths_ = nullptr;  // the file owns its layers
    OGRLayer* legs_ = nullptr;
};

void write(const RouteSource& source, const std::vector<Route>& routes, const RouteOutput& output) {
    require_coordinates(source);
    AtomicFile file(output.path, output.overwrite);
    const ScratchDatabase database(file.temporary());
    GeoPackage package(database.path(), output.path, source);
    for (std::size_t at = 0; at < routes.size(); ++at) {
        report(output.progress, "write", at, routes.size());
        package.add(routes[at], static_cast<std::int64_t>(at + 1));
    }
    package.close();
    std::error_code error;
    std::filesystem::rename(database.path(), file.temporary(), error);
    if (error) throw InputError(output.path, 0, format("cannot be written: {}", error.message()));
    file.commit();
}

}  // namespace

RouteFormat route_gpkg() {
    return {.name = "gpkg", .suffixes = {".gpkg"}, .write = write, .needs_coordinates = true, .standard_output = false};
}

}  // namespace allways::tools
